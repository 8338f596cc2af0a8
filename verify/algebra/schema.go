package algebra

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	broken "github.com/santhosh-tekuri/jsonschema/v6/kind"

	"adhere/internal/lists"
	"adhere/internal/plainjson"
)

const (
	maxSchema    = 20_000 // bytes of a schema
	maxExpansion = 2_000  // schemas, with each reference in the place of its target
)

// A schema is a compiled JSON schema.
type schema struct{ *jsonschema.Schema }

// compileSchema returns nil for an empty text. References lead within the
// schema only, and never back to themselves: so the work on an answer is
// bounded by its length, and nothing is read from files or the network.
func compileSchema(text string) (*schema, error) {
	if text == "" {
		return nil, nil
	}
	if len(text) > maxSchema {
		return nil, fmt.Errorf("expected at most %d bytes, got %d", maxSchema, len(text))
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("expected JSON: %w", err)
	}
	e := expansion{root: doc, left: maxExpansion, open: map[string]bool{}}
	if err := e.walk(doc); err != nil {
		return nil, err
	}
	const name = "adhere:schema"
	c := jsonschema.NewCompiler()
	c.UseLoader(refusal{})
	if err := c.AddResource(name, doc); err != nil {
		return nil, fmt.Errorf("expected a JSON schema: %w", err)
	}
	s, err := c.Compile(name)
	if err != nil {
		return nil, fmt.Errorf("expected a JSON schema: %w", err)
	}
	return &schema{s}, nil
}

// check returns what is wrong with a JSON text.
func (s *schema) check(text string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return errors.New("no valid JSON")
	}
	var wrong *jsonschema.ValidationError
	if err := s.Validate(v); errors.As(err, &wrong) {
		return errors.New("JSON that breaks the schema at " + firstFault(wrong))
	} else if err != nil {
		return errors.New("JSON that breaks the schema")
	}
	return nil
}

// firstFault names one thing that is wrong, and where: always the same one,
// though the library meets members in any order.
func firstFault(wrong *jsonschema.ValidationError) string {
	if len(wrong.Causes) == 0 {
		what := strings.Join(wrong.ErrorKind.KeywordPath(), "/")
		if lacks, ok := wrong.ErrorKind.(*broken.Required); ok {
			what += " " + strings.Join(lacks.Missing, ", ")
		}
		return "/" + strings.Join(wrong.InstanceLocation, "/") + " (" + what + ")"
	}
	return slices.Min(lists.Map(wrong.Causes, firstFault))
}

// A refusal loads nothing.
type refusal struct{}

// Load returns an error.
func (refusal) Load(string) (any, error) {
	return nil, errors.New("a schema may not refer to another document")
}

// An expansion counts what a schema is with its references followed.
type expansion struct {
	root any
	left int
	open map[string]bool
}

func (e *expansion) walk(v any) error {
	if e.left--; e.left < 0 {
		return fmt.Errorf("expected at most %d parts, references followed", maxExpansion)
	}
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			if err := e.walk(x); err != nil {
				return err
			}
		}
	case map[string]any:
		return e.object(v)
	}
	return nil
}

func (e *expansion) object(v map[string]any) error {
	for _, key := range slices.Sorted(maps.Keys(v)) {
		x := v[key]
		if ref, ok := x.(string); ok && strings.HasPrefix(key, "$") && strings.HasSuffix(strings.ToLower(key), "ref") {
			if err := e.follow(ref); err != nil {
				return err
			}
			continue
		}
		if key == "$id" || key == "$anchor" || key == "$dynamicAnchor" {
			return fmt.Errorf("%s is not supported: refer with #/…", key)
		}
		if key == "enum" || key == "const" || key == "default" || key == "examples" {
			continue
		}
		if err := e.walk(x); err != nil {
			return err
		}
	}
	return nil
}

// follow walks the target of a reference.
func (e *expansion) follow(ref string) error {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok || e.open[ref] {
		return fmt.Errorf("$ref %q: only references within the schema are supported, and none to itself", ref)
	}
	e.open[ref] = true
	defer delete(e.open, ref)
	target := e.root
	for step := range strings.SplitSeq(path, "/") {
		step, err := url.PathUnescape(step)
		object, isObject := target.(map[string]any)
		if err != nil || !isObject {
			return fmt.Errorf("$ref %q leads nowhere", ref)
		}
		target = object[strings.NewReplacer("~1", "/", "~0", "~").Replace(step)]
	}
	return e.walk(target)
}

// compact returns JSON without white space, or what is no JSON as it is.
func compact(text string) string {
	b, err := plainjson.Marshal(json.RawMessage(text))
	if err != nil {
		return text
	}
	return string(b)
}
