// Package plainyaml reads YAML that people write, strictly, and says in plain
// words what is wrong with it.
package plainyaml

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// ErrEmpty is what a text without a document is told.
var ErrEmpty = errors.New("it is empty")

// Read reads a text of one document. No document (ErrEmpty), a second one, a field
// that v does not have and an empty item of a list are errors: they would be ignored
// in silence otherwise. An error names the lines, unless it is about the whole.
func Read(text []byte, v any) error {
	err := yaml.Load(text, v, yaml.WithKnownFields())
	var several *yaml.LoadErrors
	var one *yaml.LoadError
	switch {
	case err != nil && strings.HasSuffix(err.Error(), "no documents in stream"):
		return ErrEmpty
	case errors.As(err, &several):
		var said []string
		for _, e := range several.Errors {
			said = append(said, inWords(e))
		}
		return errors.New(strings.Join(said, "; "))
	case errors.As(err, &one):
		return errors.New(inWords(one))
	}
	var whole yaml.Node
	if err == nil && yaml.Load(text, &whole) == nil {
		err = noneEmpty(&whole)
	}
	return err
}

// noneEmpty refuses lists with empty items, which would be left out.
func noneEmpty(n *yaml.Node) error {
	for _, item := range n.Content {
		if n.Kind == yaml.SequenceNode && item.ShortTag() == "!!null" {
			return fmt.Errorf("line %d: an empty item stands in a list: write it out, or remove it", item.Line)
		}
		if err := noneEmpty(item); err != nil {
			return err
		}
	}
	return nil
}

// Part reads a part of a document for a method UnmarshalYAML, as strictly: a
// reader that is told to refuse fields forgets it in such a method.
func Part(n *yaml.Node, v any) error { return n.Load(v, yaml.WithKnownFields()) }

var (
	unknown = regexp.MustCompile(`(?s)^field (\S+) not found in type .*`)
	kind    = regexp.MustCompile("(?s)^cannot construct !!(\\w+) (?:`(.*)` )?into (.*)$")
)

// inWords says what an error of the YAML library says, which speaks of Go's
// types.
func inWords(e *yaml.LoadError) string {
	said := strings.TrimPrefix(e.Message, "yaml: ")
	said = unknown.ReplaceAllString(said, "there is no field $1 here")
	if m := kind.FindStringSubmatch(said); m != nil {
		said = "a " + m[1] + " cannot stand here" + expected(m[3], m[2])
	}
	said = strings.NewReplacer(
		"a seq ", "a list ", "a map ", "a mapping ", "a str ", "a text ", "a int ", "a number ", "a float ", "a number ",
		"expected single document, found multiple", "expected one YAML document: remove what follows ---",
		"did not find expected <document start>", "something follows the closing bracket of the document: remove it",
		"found character that cannot start any token", "a tab, or one of @ and `, cannot stand here: indent by spaces, and put quotes around the text",
	).Replace(said)
	if e.Mark.Line == 0 {
		return said
	}
	return fmt.Sprintf("line %d: %s", e.Mark.Line, said)
}

// expected says what stands for a type of Go, where a value does not.
func expected(goType, value string) string {
	switch is := func(start string) bool { return strings.HasPrefix(goType, start) }; {
	case is("float"), is("int"), is("uint"):
		if n, err := strconv.ParseFloat(strings.TrimRight(value, " %"), 64); err == nil && strings.HasSuffix(value, "%") {
			return fmt.Sprintf(": expected a number, %v for %s", n/100, value)
		}
		return ": expected a number"
	case is("string"):
		return ": expected a text"
	case is("bool"):
		return ": expected true or false"
	case is("[]"):
		return ": expected a list"
	case is("map["), is("struct"):
		return ": expected fields and their values"
	default: // a type of its own, which may take several kinds
		return ""
	}
}
