package suites_test

import (
	"encoding/json"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/suites"
)

// A family is a demand that some evaluator or guardrail has, with the check
// or the rule that says it and an example, or the reason why it is left out.
type family struct {
	Family string          `json:"family"`
	Demand string          `json:"demand"`
	From   string          `json:"from"`
	Check  string          `json:"check"`
	Rule   string          `json:"rule"`
	Args   json.RawMessage `json:"args"`
	Met    string          `json:"met"`
	Not    string          `json:"not"`
	Left   string          `json:"left"`
}

// compile returns the check, in the plain reading unless it is a rule's.
func (f family) compile(t *testing.T) verify.Check {
	t.Helper()
	rule := &adhere.Rule{Name: f.Rule, Args: f.Args}
	if f.Check != "" {
		rule = parsed(t, f.Check).Rule()
	}
	check, err := suites.Catalog().Compile(rule)
	if err != nil {
		t.Fatalf("%s: %v", f.Demand, err)
	}
	return check
}

// parsed reads a check that is written as it is printed.
func parsed(t *testing.T, english string) algebra.Check {
	t.Helper()
	c, err := algebra.Parse(english)
	if err != nil {
		t.Fatalf("%s: %v", english, err)
	}
	if c.String() != english {
		t.Errorf("%s\nprints as\n%s", english, c)
	}
	return c
}

// TestFamilies holds that what is said of each demand is true.
func TestFamilies(t *testing.T) {
	for _, f := range readLines[family](t, "testdata", "families.jsonl") {
		if f.Left != "" {
			continue
		}
		check := f.compile(t)
		if got := verify.Strict.Decide(check, verify.NewText(f.Met)); !got.Met {
			t.Errorf("%s, %s: %q: %s", f.Family, f.Demand, f.Met, got)
		}
		if got := verify.Strict.Decide(check, verify.NewText(f.Not)); got.Met {
			t.Errorf("%s, %s: %q: %s", f.Family, f.Demand, f.Not, got)
		}
	}
}
