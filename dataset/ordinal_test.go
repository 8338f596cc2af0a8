package dataset_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adhere"
	"adhere/dataset"
)

const scored = `- id: tea
  prompt: Review this tea.
  rubric:
    - name: detail
      weight: 6
      requirement: How detailed is the review?
      scale_type: ordinal
      options:
        - label: Full
          value: 1.0
        - label: None
          value: 0.0
        - label: Some
          value: 0.25
        - label: It cannot be said
          na: true
    - name: spam
      weight: -2
      requirement: Advertises something.
- id: talk
  messages:
    - role: user
      content: Hello.
    - role: assistant
      content: Good morning.
    - role: user
      content: Goodbye.
  rubric:
    - requirement: How kind is the answer?
      options:
        - {label: Rude, points: 0}
        - {label: Plain, points: 1}
        - {label: Kind, points: 4}
`

func readYAML(t *testing.T, text string) (*dataset.Set, error) {
	return dataset.Read(t.Context(), "set", "data.yaml", dataset.Options{Version: "1", Files: inMemory("data.yaml", text)})
}

// TestOrdinalCriteria reads criteria of several degrees, in YAML, as a
// requirement for each degree above the lowest, and writes them as they were.
func TestOrdinalCriteria(t *testing.T) {
	set, err := readYAML(t, scored)
	if err != nil {
		t.Fatal(err)
	}
	got := load(t, set)
	want := []adhere.Requirement{
		{ID: "detail.1", Text: `How detailed is the review? At least "Some", of "None", "Some", "Full" in this order.`, Weight: 1.5},
		{ID: "detail.2", Text: `How detailed is the review? At least "Full", of "None", "Some", "Full" in this order.`, Weight: 4.5, Needs: []string{"detail.1"}},
		{ID: "spam", Text: "Advertises something.", Weight: -2},
	}
	if diff := cmp.Diff(want, got[0].Requirements, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	if r := got[1].Requirements; len(r) != 2 || r[0].Weight != 1 || r[1].Weight != 3 || r[1].Needs[0] != "1.1" || len(got[1].Messages) != 3 {
		t.Errorf("%+v", got[1])
	}
	var out strings.Builder
	if err := dataset.WriteRubrics(&out, got); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "- name:"); n != 3 || !strings.Contains(out.String(), "scale_type: ordinal") {
		t.Errorf("%d criteria, want 3 in\n%s", n, out.String())
	}
	again, err := readYAML(t, out.String())
	if err != nil {
		t.Fatalf("%v in\n%s", err, out.String())
	}
	if diff := cmp.Diff(got, load(t, again)); diff != "" {
		t.Error(diff)
	}
}

func TestBadOrdinalCriteria(t *testing.T) {
	criterion := func(fields string) string {
		return `[{"id": "a", "prompt": "p", "rubric": [{"criterion": "How?", ` + fields + `}]}]`
	}
	for _, c := range []struct{ text, want string }{
		{criterion(`"scale_type": "nominal", "options": [{"label": "x", "value": 0}, {"label": "y", "value": 1}]`), `data.yaml record 1: rubric[0].scale_type: expected ordinal, got "nominal"`},
		{criterion(`"options": [{"label": "x", "value": 0}]`), `rubric[0].options: expected two or more`},
		{criterion(`"options": [{"label": "x", "value": 0}, {"label": "y"}]`), `rubric[0].options[1]: expected a label without quotation marks, and a value`},
		{criterion(`"options": [{"label": "x", "value": 0.1}, {"label": "y", "value": 1}]`), `rubric[0].options: expected a value of 0 for the lowest, 1 for the highest`},
		{criterion(`"options": [{"label": "x", "value": 0}, {"label": "y", "value": 0}, {"label": "z", "value": 1}]`), `no value twice`},
		{criterion(`"points": -3, "options": [{"label": "x", "value": 0}, {"label": "y", "value": 1}]`), `rubric[0].options: expected them at a criterion with a text, no rule and a weight above 0`},
		{criterion(`"options": [{"label": "x", "points": 0}, {"label": "y", "points": 0}]`), `rubric[0].options: expected`},
		{"- id: a\n  prompt: [", "data.yaml: "},
		{"- requirement: Is short.\n  weight: 2\n", "the fields are those of no known format"},
	} {
		_, err := readYAML(t, c.text)
		if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

// FuzzYAML has any text read without a crash, and what can be read written so
// that it is read as the same.
func FuzzYAML(f *testing.F) {
	f.Add(scored)
	f.Add("a: &a [*a, *a]\n")
	f.Add("- {id: 2026-01-01, prompt: p, rubric: [{text: t, options: 3}]}\n")
	f.Fuzz(func(t *testing.T, text string) {
		set, err := readYAML(t, text)
		wantNamed(t, err)
		if err == nil {
			_ = load(t, set)
		}
	})
}
