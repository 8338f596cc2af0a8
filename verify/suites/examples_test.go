package suites_test

import (
	"encoding/json"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/suites"
)

// An example is a rule with an answer that meets it and one that does not.
type example struct {
	Rule string          `json:"rule"`
	Args json.RawMessage `json:"args"`
	Met  string          `json:"met"`
	Not  string          `json:"not"`
}

func (e example) rule() *adhere.Rule { return &adhere.Rule{Name: e.Rule, Args: e.Args} }

// TestExamples holds that every checker of every suite has an example that
// is true. docs/verifiers.md is made of them.
func TestExamples(t *testing.T) {
	catalog, seen := suites.Catalog(), map[string]bool{}
	for _, e := range readLines[example](t, "testdata", "examples.jsonl") {
		seen[e.Rule] = true
		check, err := catalog.Compile(e.rule())
		if err != nil {
			t.Error(err)
			continue
		}
		if f := check(verify.NewText(e.Met)); !f.Met {
			t.Errorf("%s %s: %q does not meet it: %s", e.Rule, e.Args, e.Met, f)
		}
		if f := check(verify.NewText(e.Not)); f.Met || f.Measured == "" || f.Wanted == "" {
			t.Errorf("%s %s: %q: %v, %s", e.Rule, e.Args, e.Not, f.Met, f)
		}
	}
	for _, name := range catalog.Names() {
		if !seen[name] {
			t.Errorf("%s has no example", name)
		}
	}
}
