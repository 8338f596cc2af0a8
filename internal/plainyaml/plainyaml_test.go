package plainyaml_test

import (
	"testing"

	"go.yaml.in/yaml/v4"

	"adhere/internal/plainyaml"
)

type entry struct {
	Name string `yaml:"name"`
}

type list []entry

func (l *list) UnmarshalYAML(n *yaml.Node) error { return plainyaml.Part(n, (*[]entry)(l)) }

func TestWhatIsWrongIsSaidInWords(t *testing.T) {
	for text, want := range map[string]string{
		"list: [{name: a}]\nshare: 1":         "",
		"\ufefflist:\r\n  - name: a\r\n":      "",
		"":                                    "it is empty",
		"# nothing\n":                         "it is empty",
		"list:\n- name: a\n-\n- name: b":      "line 3: an empty item stands in a list: write it out, or remove it",
		"list: [{name: a}, ~]":                "line 1: an empty item stands in a list: write it out, or remove it",
		"list: []\n---\nlist: []":             "expected one YAML document: remove what follows ---",
		"lst: []":                             "line 1: there is no field lst here",
		"list:\n  - nme: a":                   "line 2: there is no field nme here",
		"- a":                                 "line 1: a list cannot stand here: expected fields and their values",
		"list: 3":                             "line 1: a number cannot stand here: expected a list",
		"share: 95%":                          "line 1: a text cannot stand here: expected a number, 0.95 for 95%",
		"share: \"95 %\"":                     "line 1: a text cannot stand here: expected a number, 0.95 for 95 %",
		"on: maybe":                           "line 1: a text cannot stand here: expected true or false",
		"counts: 3":                           "line 1: a number cannot stand here: expected fields and their values",
		"list: [{name: [a]}]\nshare: much":    "line 1: a list cannot stand here: expected a text; line 2: a text cannot stand here: expected a number",
		"list: []\nshare: much":               "line 2: a text cannot stand here: expected a number",
		"list: []\nlist: []":                  `line 2: mapping key "list" already defined at line 1`,
		"{\"list\": []} more":                 "line 1: something follows the closing bracket of the document: remove it",
		"{\"list\": []}\nthanks: a":           "line 2: something follows the closing bracket of the document: remove it",
		"list:\n\t- name: a":                  "line 2: a tab, or one of @ and `, cannot stand here: indent by spaces, and put quotes around the text",
		"list: []\nshare: much\nother: thing": "line 2: a text cannot stand here: expected a number; line 3: there is no field other here",
	} {
		var v struct {
			List   list           `yaml:"list"`
			On     bool           `yaml:"on"`
			Counts map[string]int `yaml:"counts"`
			Share  float64        `yaml:"share"`
		}
		got := ""
		if err := plainyaml.Read([]byte(text), &v); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
