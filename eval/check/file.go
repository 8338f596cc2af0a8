// Package check tests prompts against requirements: a file names prompts with
// variables, models, and what every answer has to meet; the outcome can pass or
// fail a pull request. It is plain data around package eval:
//
//	file, err := check.Read("support.yaml", os.ReadFile)
//	specs, err := file.Specs()
//
// Each model is a separate evaluation over the same instructions: every prompt
// with every test.
package check

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/plainyaml"
	"adhere/internal/tabular"
)

//go:embed first.yaml
var first string

// First returns a check to begin with: it runs without a key.
func First() string { return first }

// A File is what a check consists of.
type File struct {
	Name    string   `yaml:"name"`    // of the runs; the file's if empty
	Prompts []Prompt `yaml:"prompts"` // each is put with every test
	Models  []Model  `yaml:"models"`
	Judge   string   `yaml:"judge"`   // decides what code cannot, "provider/model"
	Require []Demand `yaml:"require"` // of every answer
	Tests   Tests    `yaml:"tests"`

	Temperature *float64         `yaml:"temperature"`
	MaxTokens   *int             `yaml:"max_tokens"`
	Seed        *int64           `yaml:"seed"`
	Effort      string           `yaml:"reasoning_effort"`
	Attempts    *int             `yaml:"attempts"` // answers to each; 1 if nil
	Min         map[string]Least `yaml:"min"`      // of metrics, for every model

	path string
	read ReadFile
}

// ReadFile reads a file that a check names, by its path.
type ReadFile func(path string) ([]byte, error)

// A Prompt is a text with variables, {{name}}, or the file that holds it.
type Prompt struct {
	ID     string `yaml:"id"` // "prompt 2" if empty
	System string `yaml:"system"`
	Text   string `yaml:"text"`
	File   string `yaml:"file"`
}

// A Model is one that is asked, "provider/model", or a name with the answers
// that were recorded of it, by the id of their test.
type Model struct {
	Name    string            `yaml:"name"`
	Answers map[string]string `yaml:"answers"`
}

// A Test is one set of values for the variables, and what the answer has to
// meet besides.
type Test struct {
	ID      string            `yaml:"id"` // "test 3" if empty
	Vars    map[string]string `yaml:"vars"`
	Require []Demand          `yaml:"require"`
}

// A Demand is one requirement: in words, by a rule, or by a JSON schema in a
// file.
type Demand struct {
	Text   string   `yaml:"text"`
	Rule   string   `yaml:"rule"` // as flags have it: NAME or NAME {arguments}
	Schema string   `yaml:"schema"`
	Weight *float64 `yaml:"weight"` // 1 if nil
}

// Least is the least value of a metric.
type Least struct {
	Value float64
	line  int // of the file
}

// Read reads a check and the files that it names, whose paths begin at its
// own folder. What is wrong is an error that names file and line.
func Read(path string, read ReadFile) (*File, error) {
	text, err := read(path)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: path, Err: err, Hint: "adhere init writes a first file"}
	}
	f := &File{path: path, read: read}
	if err := plainyaml.Read(text, f); err != nil {
		return nil, f.wrong(err.Error(), "docs/check.md shows a whole file; adhere init writes a first one")
	}
	f.Name = cmp.Or(f.Name, strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	for _, step := range []func() error{f.checkNumbers, f.fillPrompts, f.fillTests, f.checkModels} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *File) wrong(what, hint string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: f.path + ": " + what, Hint: hint}
}

// named reads a file that the check names.
func (f *File) named(name, what string) ([]byte, error) {
	if err := tabular.Workbook(name); err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: f.path, Err: err}
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(f.path), path)
	}
	b, err := f.read(path)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: f.path + ": " + what + " names " + name, Err: err, Hint: "paths begin at the folder of " + f.path}
	}
	if !utf8.Valid(b) {
		return nil, f.wrong(name+" is no UTF-8", "save it as UTF-8")
	}
	return bytes.TrimPrefix(b, []byte("\ufeff")), nil
}

func (f *File) checkNumbers() error {
	switch {
	case f.Attempts != nil && *f.Attempts < 1:
		return f.wrong(fmt.Sprintf("attempts: %d: expected at least 1", *f.Attempts), "leave it out for one answer to each test")
	case f.MaxTokens != nil && *f.MaxTokens < 1:
		return f.wrong(fmt.Sprintf("max_tokens: %d: expected at least 1", *f.MaxTokens), "leave it out to have the provider's default")
	case f.Temperature != nil && !(*f.Temperature >= 0 && *f.Temperature <= 2):
		return f.wrong(fmt.Sprintf("temperature: %v: expected a number from 0 to 2", *f.Temperature), "leave it out to have the provider's default")
	}
	return nil
}

func (f *File) fillPrompts() error {
	if len(f.Prompts) == 0 {
		return f.wrong("prompts are missing", "prompts: [{text: \"Answer {{question}}\"}]")
	}
	var ids []string
	for i := range f.Prompts {
		p := &f.Prompts[i]
		p.ID = cmp.Or(p.ID, fmt.Sprintf("prompt %d", i+1))
		if slices.Contains(ids, p.ID) {
			return f.wrong("two prompts have the id "+p.ID, "give each its own")
		}
		ids = append(ids, p.ID)
		if (p.Text == "") == (p.File == "") {
			return f.wrong(p.ID+" needs either text or file", "text: \"Answer {{question}}\", or file: prompt.txt")
		}
		if p.File != "" {
			b, err := f.named(p.File, p.ID)
			if err != nil {
				return err
			}
			p.Text = string(b)
		}
	}
	return nil
}

func (f *File) fillTests() error {
	if f.Tests.File != "" {
		b, err := f.named(f.Tests.File, "tests")
		if err != nil {
			return err
		}
		if f.Tests.List, err = testsOf(b, f.Tests.File); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
	}
	if len(f.Tests.List) == 0 {
		return f.wrong("tests are missing", "tests: [{vars: {question: \"Where is my order?\"}, require: [\"at most 50 words\"]}]")
	}
	var ids []string
	for i := range f.Tests.List {
		t := &f.Tests.List[i]
		t.ID = cmp.Or(t.ID, fmt.Sprintf("test %d", i+1))
		if slices.Contains(ids, t.ID) {
			return f.wrong("two tests have the id "+t.ID, "give each its own")
		}
		ids = append(ids, t.ID)
		if len(t.Require)+len(f.Require) == 0 {
			return f.wrong(t.ID+" requires nothing", "add require: to the test, or to the whole file")
		}
	}
	return nil
}

func (f *File) checkModels() error {
	if len(f.Models) == 0 {
		return f.wrong("models are missing", "models: [openai/gpt-4o-mini]")
	}
	var names []string
	for _, m := range f.Models {
		provider, model, ok := strings.Cut(m.Name, "/")
		switch {
		case !ok || provider == "" || model == "":
			return f.wrong(fmt.Sprintf("the model %q is not provider/model", m.Name), "for example openai/gpt-4o-mini")
		case slices.Contains(names, m.Name):
			return f.wrong("the model "+m.Name+" is there twice", "leave one of them out")
		}
		names = append(names, m.Name)
		for id := range m.Answers {
			if !slices.ContainsFunc(f.Tests.List, func(t Test) bool { return t.ID == id }) {
				return f.wrong(fmt.Sprintf("%s has an answer to %q, which is no test", m.Name, id), "answers are by the id of their test")
			}
		}
	}
	return nil
}
