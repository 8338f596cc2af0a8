// Package settings reads the values of flags from files: YAML with the flags'
// names as keys, and .env files of variables.
package settings

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v4"

	"adhere"
	"adhere/internal/near"
	"adhere/internal/plainyaml"
)

// A File holds values by the names of flags. The zero value holds none.
type File struct {
	Path   string
	values map[string]value
}

// A value is one value, or a list of them.
type value struct {
	list  []string
	many  bool
	lines []int // of each value
	line  int
}

// List returns the values that a name has.
func (f File) List(name string) []string { return f.values[name].list }

// Parse reads the text of a file, "max-connections: 50". A key that is not known
// is an error: it would be ignored in silence otherwise.
func Parse(path string, text []byte, known map[string]bool) (File, error) {
	var raw map[string]yaml.Node
	if err := plainyaml.Read(text, &raw); err != nil && !errors.Is(err, plainyaml.ErrEmpty) {
		return File{}, &adhere.Error{Code: adhere.Invalid, Message: path, Err: err, Hint: "write one flag per line, for example max-connections: 50"}
	}
	c := File{path, map[string]value{}}
	for name, node := range raw {
		v, err := valueOf(&node)
		if err != nil {
			return c, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: %s: %s", path, node.Line, name, err), Hint: "for example judge: [openai/gpt-4o, anthropic/claude-sonnet-4]"}
		}
		c.values[name] = v
	}
	return c, c.check(known)
}

// check names the first key that is no flag.
func (f File) check(known map[string]bool) error {
	var unknown []string
	for name := range f.values {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	first := slices.MinFunc(unknown, func(a, b string) int { return f.values[a].line - f.values[b].line })
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: no command has a flag --%s", f.Path, f.values[first].line, first), Hint: near.Hint(first, slices.Sorted(maps.Keys(known)), "keys are flag names without the dashes in front")}
}

// errNoValue is what a key with anything but a value or a list of values is
// told.
var errNoValue = errors.New("expected a value or a list of values")

// valueOf reads a value or a list of values. Nothing, and null, is no
// value.
func valueOf(n *yaml.Node) (value, error) {
	v := value{line: n.Line}
	nodes := []*yaml.Node{n}
	if n = resolved(n); n.Kind == yaml.SequenceNode {
		nodes, v.many = n.Content, true
	}
	for _, one := range nodes {
		if one = resolved(one); one.Kind != yaml.ScalarNode || v.many && one.Tag == "!!null" {
			return v, errNoValue
		}
		if one.Tag != "!!null" {
			v.list, v.lines = append(v.list, one.Value), append(v.lines, one.Line)
		}
	}
	return v, nil
}

// resolved follows an alias.
func resolved(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// Fill calls set with each value that the file has for a flag of a command, and
// with where it stands.
func (f File) Fill(command string, flag *pflag.Flag, set func(value, from string) error) error {
	v := f.values[flag.Name]
	if _, takesMany := flag.Value.(pflag.SliceValue); v.many && !takesMany {
		return adhere.Errorf(adhere.Invalid, "%s line %d: %s: %s takes one value, not a list", f.Path, v.line, flag.Name, command).
			WithHint("name one, or give --" + flag.Name + " on the command line")
	}
	for i, one := range v.list {
		if v.many && flag.Value.Type() == "stringSlice" {
			one = uncut(one)
		}
		if one == "" {
			continue
		}
		if err := set(one, fmt.Sprintf("%s line %d: %s", f.Path, v.lines[i], flag.Name)); err != nil {
			return err
		}
	}
	return nil
}

// uncut quotes an entry of a list that a flag would take apart at its commas.
func uncut(value string) string {
	if !strings.ContainsAny(value, ",\"\n\r") {
		return value
	}
	return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
}

// Dotenv reads a file of NAME=VALUE lines; quotes around a value are dropped. A file
// that is not there is empty.
func Dotenv(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: path, Err: err}
	}
	defer f.Close()
	vars := map[string]string{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		if !ok {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: expected NAME=VALUE", path, n)}
		}
		value = strings.TrimSpace(value)
		if len(value) >= 2 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] {
			value = value[1 : len(value)-1]
		}
		vars[strings.TrimSpace(name)] = value
	}
	return vars, lines.Err()
}
