package check

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"adhere"
)

// Tests are a list, or the name of a file with a line for each: CSV, whose
// columns are variables, or JSON lines.
type Tests struct {
	File string
	List []Test
}

// UnmarshalYAML reads a list or the name of a file.
func (t *Tests) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&t.File)
	}
	return n.Decode(&t.List)
}

// UnmarshalYAML reads a model that is only a name, or one with answers.
func (m *Model) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&m.Name)
	}
	type plainModel Model
	return strict(n, (*plainModel)(m), "name", "answers")
}

// UnmarshalYAML reads a requirement that is only its words, or one with more.
func (d *Demand) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&d.Text)
	}
	type plainDemand Demand
	return strict(n, (*plainDemand)(d), "text", "rule", "schema", "weight")
}

// strict refuses fields that are not known: a decoder that is told to forgets
// it in methods such as these.
func strict(n *yaml.Node, to any, known ...string) error {
	if n.Kind == yaml.MappingNode {
		for i := 0; i < len(n.Content); i += 2 {
			if k := n.Content[i]; !slices.Contains(known, k.Value) {
				return fmt.Errorf("line %d: field %s not found, want %s", k.Line, k.Value, strings.Join(known, ", "))
			}
		}
	}
	return n.Decode(to)
}

// The columns of a CSV file that are no variables.
const (
	idColumn      = "id"
	requireColumn = "require" // a requirement a line
)

func testsOf(b []byte, name string) ([]Test, error) {
	if strings.HasSuffix(strings.ToLower(name), ".csv") {
		return testsOfCSV(b, name)
	}
	var tests []Test
	dec := json.NewDecoder(bytes.NewReader(b))
	for {
		var row struct {
			ID      string         `json:"id"`
			Vars    map[string]any `json:"vars"`
			Require []string       `json:"require"`
		}
		err := dec.Decode(&row)
		if errors.Is(err, io.EOF) {
			return tests, nil
		}
		if err != nil {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s: test %d", name, len(tests)+1), Err: err, Hint: `a line is {"id":"a","vars":{"question":"…"},"require":["at most 50 words"]}`}
		}
		t := Test{ID: row.ID, Vars: map[string]string{}}
		for k, v := range row.Vars {
			t.Vars[k] = text(v)
		}
		for _, r := range row.Require {
			t.Require = append(t.Require, Demand{Text: r})
		}
		tests = append(tests, t)
	}
}

// text is a JSON value as it stands in a prompt.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic("what was JSON is JSON: " + err.Error())
	}
	return string(b)
}

func testsOfCSV(b []byte, name string) ([]Test, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))))
	rows, err := r.ReadAll()
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: name, Err: err, Hint: "the first line names the columns: variables, id and require"}
	}
	if len(rows) == 0 {
		return nil, nil
	}
	var tests []Test
	for _, row := range rows[1:] {
		t := Test{Vars: map[string]string{}}
		for i, column := range rows[0] {
			switch strings.TrimSpace(column) {
			case idColumn:
				t.ID = row[i]
			case requireColumn:
				for line := range strings.Lines(row[i]) {
					if line = strings.TrimSpace(line); line != "" {
						t.Require = append(t.Require, Demand{Text: line})
					}
				}
			default:
				t.Vars[strings.TrimSpace(column)] = row[i]
			}
		}
		tests = append(tests, t)
	}
	return tests, nil
}

// names lists the variables of a test, for messages.
func (t *Test) names() string {
	if len(t.Vars) == 0 {
		return "it has no vars"
	}
	return "its vars are " + strings.Join(slices.Sorted(maps.Keys(t.Vars)), ", ")
}
