package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/plainyaml"
	"adhere/internal/tabular"
)

// Tests are a list, or the name of a file with a line for each: CSV or TSV, whose
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
	return plainyaml.Part(n, &t.List)
}

// UnmarshalYAML reads a number.
func (l *Least) UnmarshalYAML(n *yaml.Node) error {
	l.line = n.Line
	return n.Decode(&l.Value)
}

// UnmarshalYAML reads a model that is only a name, or one with answers.
func (m *Model) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&m.Name)
	}
	type plainModel Model
	return plainyaml.Part(n, (*plainModel)(m))
}

// UnmarshalYAML reads a requirement that is only its words, or one with more.
func (d *Demand) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&d.Text)
	}
	type plainDemand Demand
	return plainyaml.Part(n, (*plainDemand)(d))
}

// The columns of a table that are no variables.
const (
	idColumn      = "id"
	requireColumn = "require" // a requirement a line
)

// A testLine is a test as a line of JSON has it.
type testLine struct {
	ID      string                     `json:"id"`
	Vars    map[string]json.RawMessage `json:"vars"`
	Require []string                   `json:"require"`
}

// UnmarshalJSON refuses fields that are not known: a misspelt requirement would
// be met by every answer.
func (l *testLine) UnmarshalJSON(b []byte) error {
	type plainLine testLine
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	return dec.Decode((*plainLine)(l))
}

func testsOf(b []byte, name string) (tests []Test, err error) {
	if ext := strings.ToLower(filepath.Ext(name)); ext == ".csv" || ext == ".tsv" {
		return testsOfTable(b, name)
	}
	return tests, jsonl.Read(bytes.NewReader(b), name, func(_ int, l testLine) error {
		t := Test{ID: l.ID, Vars: map[string]string{}}
		for k, v := range l.Vars {
			t.Vars[k] = text(v)
		}
		for _, r := range l.Require {
			t.Require = append(t.Require, Demand{Text: r})
		}
		tests = append(tests, t)
		return nil
	})
}

// text is a JSON value as it stands in a prompt.
func text(raw json.RawMessage) string {
	var s *string
	if json.Unmarshal(raw, &s) == nil && s != nil {
		return *s
	}
	return string(raw)
}

func testsOfTable(b []byte, name string) ([]Test, error) {
	r, err := tabular.New(bytes.NewReader(b), name)
	switch {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: name + " row 1", Err: err, Hint: "the first row names the columns: variables, id and require"}
	}
	var tests []Test
	for {
		row, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return tests, nil
		case err != nil:
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s row %d", name, r.Row), Err: err}
		case row != nil:
			tests = append(tests, testOfRow(r.Head, row))
		}
	}
}

func testOfRow(head, row []string) Test {
	t := Test{Vars: map[string]string{}}
	for i, column := range head {
		switch column {
		case idColumn:
			t.ID = row[i]
		case requireColumn:
			for _, item := range tabular.Items(row[i]) {
				t.Require = append(t.Require, Demand{Text: item})
			}
		default:
			t.Vars[column] = row[i]
		}
	}
	return t
}

// names lists the variables of a test, for messages.
func (t *Test) names() string {
	if len(t.Vars) == 0 {
		return "it has no vars"
	}
	return "its vars are " + strings.Join(slices.Sorted(maps.Keys(t.Vars)), ", ")
}
