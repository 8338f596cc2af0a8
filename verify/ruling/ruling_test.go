package ruling_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/english"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

func ask(t *testing.T, line string) (ruling.Ruling, error) {
	t.Helper()
	q, err := ruling.ReadCase([]byte(line))
	if err != nil {
		return ruling.Ruling{ID: q.ID}, err
	}
	return ruling.NewDecider(suites.All()...).Decide(q)
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{
			`{"id":"a","requirement":"at most 3 words","text":"one two three four"}`,
			`{"id":"a","requirement":"at most 3 words","decides":"all",` +
				`"rule":{"name":"algebra/check","args":{"reading":"plain","check":{"count":{"unit":"word"},"is":{"most":3}}}},` +
				`"english":"the answer has at most 3 words","finding":{"met":false,"measured":"4 words","wanted":"at most 3 words"}}`,
		},
		{
			`{"requirement":"be witty","text":"Ha."}`,
			`{"requirement":"be witty","decides":"none","rule":null,"english":"","finding":null}`,
		},
		{
			`{"rule":{"check":{"count":{"unit":"word"},"is":{"most":3}}},"text":"one"}`,
			`{"decides":"all","rule":{"name":"algebra/check","args":{"reading":"plain","check":{"count":{"unit":"word"},"is":{"most":3}}}},` +
				`"english":"the answer has at most 3 words","finding":{"met":true,"measured":"1 word","wanted":"at most 3 words"}}`,
		},
		{
			`{"id":"s","rule":{"name":"ifeval/punctuation:no_comma"},"text":"a, b","more":1}`,
			`{"id":"s","decides":"all","rule":{"name":"ifeval/punctuation:no_comma"},` +
				`"english":"in the parity reading, the answer has no occurrences of \",\"","finding":{"met":false,"measured":"1 comma","wanted":"none"}}`,
		},
		{
			`{"rule":{"name":"ifbench/count:person_names","args":{"N":2}},"text":"One."}`,
			`{"decides":"all","rule":{"name":"ifbench/count:person_names","args":{"N":2}},` +
				`"english":"at least 2 different ones of fifty listed first names occur","finding":{"met":false,"measured":"0 different names of the list","wanted":"at least 2"}}`,
		},
		{
			`{"rule":{"name":"followbench/prose_lengths","args":{"at_most":2}},"text":"One two three."}`,
			`{"decides":"all","rule":{"name":"followbench/prose_lengths","args":{"at_most":2}},` +
				`"english":"the number of words in each sentence, where abbreviations end no sentence: at most 2 in each","finding":{"met":false,"measured":"sentence 1 has 3 words","wanted":"at most 2 in each"}}`,
		},
		{
			`{"requirement":"no commas","text":" "}`,
			``,
		},
	} {
		a, err := ask(t, c.line)
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		if c.want == "" {
			if a.Finding.Met || a.Finding.Measured != "an empty answer" {
				t.Errorf("an empty text: %+v", a.Finding)
			}
			continue
		}
		if got, _ := json.Marshal(a); string(got) != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.line, got, c.want)
		}
	}
}

func TestPartLeavesARest(t *testing.T) {
	a, err := ruling.NewDecider(suites.All()...).Explain(ruling.Case{Requirement: "Does the answer contain at most 100 words and maintain a friendly tone?"})
	if err != nil || a.Finding != nil || a.Decides != english.Part || a.Rule == nil || a.Rest == "" {
		t.Fatalf("%+v, %v", a, err)
	}
	met := ruling.Ruling{Decides: english.Part, Finding: &verify.Finding{Met: true}}
	missed := ruling.Ruling{Decides: english.Part, Finding: &verify.Finding{}}
	none := ruling.Ruling{Decides: english.None}
	slow := ruling.Ruling{Decides: english.Whole, Finding: &verify.Finding{Undecided: true}}
	if slow.Outcome() != adhere.Unsure {
		t.Errorf("a check that gave up: %s", slow.Outcome())
	}
	if met.Outcome() != adhere.Unsure || missed.Outcome() != adhere.NotMet || none.Outcome() != adhere.Skipped {
		t.Errorf("outcomes %s, %s, %s", met.Outcome(), missed.Outcome(), none.Outcome())
	}
}

// TestNameAsRequirement takes no plain word for the name of a checker.
func TestNameAsRequirement(t *testing.T) {
	for requirement, taken := range map[string]bool{"title": false, "no_secrets": false, "extra/no_secrets": true, "punctuation:no_comma": true, "ifeval/punctuation:no_comma": true} {
		_, err := ruling.NewDecider(suites.All()...).Decide(ruling.Case{Requirement: requirement, Text: "a"})
		if (err != nil) != taken || taken && ruling.FieldOf(err) != "requirement" {
			t.Errorf("%s: %v", requirement, err)
		}
	}
}

// A bad question is told by its field, so that who asks many finds it.
func TestBadQuestions(t *testing.T) {
	for _, c := range []struct{ line, field, says string }{
		{`[1]`, "", "expected a JSON object"},
		{`{`, "", "expected a JSON object"},
		{``, "", "got nothing"},
		{`null`, "", "expected a JSON object"},
		{`{"id":"x","requirement":"no commas"}`, "text", "missing"},
		{`{"id":"x","requirement":"no commas","text":7}`, "text", "expected text, got 7"},
		{`{"id":"x","requirement":["no commas"],"text":""}`, "requirement", "expected text"},
		{`{"id":"x","text":""}`, "requirement", "neither"},
		{`{"id":"x","text":"","requirement":"no commas","rule":{"name":"n"}}`, "rule", "both"},
		{`{"id":4,"text":"","requirement":"no commas"}`, "id", "expected text, got 4"},
		{`{"id":"x","text":"","rule":"no commas"}`, "rule", "unknown checker"},
		{`{"id":"x","text":"","rule":{}}`, "rule", "name"},
		{`{"id":"x","text":"","rule":{"name":"a/b","words":3}}`, "rule", "words: no such field"},
		{`{"id":"x","text":"","rule":{"check":{"count":3}}}`, "rule", "check.count"},
		{`{"id":"x","text":"","rule":{"name":"ifeval/none"}}`, "rule", "unknown checker"},
		{`{"id":"x","text":"","rule":{"name":"ifeval/punctuation:no_comma","args":{"a":1}}}`, "rule", "a: no such argument"},
	} {
		a, err := ask(t, c.line)
		if err == nil || adhere.CodeOf(err) != adhere.Invalid || ruling.FieldOf(err) != c.field || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: field %q, %v; expected field %q and %q", c.line, ruling.FieldOf(err), err, c.field, c.says)
		}
		if strings.Contains(c.line, `"id":"x"`) && a.ID != "x" {
			t.Errorf("%s: the id is lost", c.line)
		}
	}
	if ruling.FieldOf(nil) != "" {
		t.Error("no error has no field")
	}
}

func TestQuestionsInABatch(t *testing.T) {
	var batch struct{ Items []ruling.Case }
	err := json.Unmarshal([]byte(`{"items":[{"requirement":"no commas","text":"a"},{"rule":{"name":"a/b"},"text":""}]}`), &batch)
	if err != nil || len(batch.Items) != 2 || batch.Items[1].Rule.Name != "a/b" {
		t.Errorf("%+v, %v", batch, err)
	}
	if err := json.Unmarshal([]byte(`{"items":[{"requirement":"no commas"}]}`), &batch); ruling.FieldOf(err) != "text" {
		t.Errorf("field %q of %v", ruling.FieldOf(err), err)
	}
}

func FuzzReadCase(f *testing.F) {
	for _, line := range []string{`{"id":"a","requirement":"no commas","text":"x"}`, `{"rule":{"check":{"not":{"case":"upper"}}},"text":""}`, `{"rule":{"name":"a"},"text":"\ud800"}`} {
		f.Add(line)
	}
	decider := ruling.NewDecider(suites.All()...)
	f.Fuzz(func(t *testing.T, line string) {
		q, err := ruling.ReadCase([]byte(line))
		if err != nil {
			if adhere.CodeOf(err) != adhere.Invalid {
				t.Errorf("%q: code %s", line, adhere.CodeOf(err))
			}
			return
		}
		a, err := decider.Decide(q)
		if err == nil && (a.Finding == nil) != (a.Rule == nil) {
			t.Errorf("%q: %+v", line, a)
		}
	})
}
