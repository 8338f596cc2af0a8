package complexbench_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/complexbench"
)

// TestOfficialVerdicts holds each rule to what the official script says of
// parts of our own making. A null stands for a rule that it does not know.
func TestOfficialVerdicts(t *testing.T) {
	f, err := os.Open("testdata/official.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	catalog, n := verify.NewCatalog(complexbench.Suite()), 0
	for s := bufio.NewScanner(f); s.Scan(); n++ {
		var c struct {
			Rule  string
			Parts []string
			Met   bool
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		args, err := json.Marshal(map[string]string{"rule": c.Rule})
		if err != nil {
			t.Fatal(err)
		}
		found, err := catalog.DecideParts(&adhere.Rule{Name: "complexbench/part", Args: args}, c.Parts)
		if err != nil || found.Met != c.Met {
			t.Errorf("%q of %q: %v, official verdict %v (%v)", c.Rule, c.Parts, found.Met, c.Met, err)
		}
	}
	if n < 300 {
		t.Errorf("only %d cases", n)
	}
}

// TestBadRules holds that a rule that says nothing is refused, not passed over.
func TestBadRules(t *testing.T) {
	catalog := verify.NewCatalog(complexbench.Suite())
	for _, rule := range []string{"", "length", "length:", "length:[1]", "length:[a,b]", "tone:[1,2]", "model_number_each:[1.5,2]"} {
		args, err := json.Marshal(map[string]string{"rule": rule})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := catalog.Compile(&adhere.Rule{Name: "complexbench/part", Args: args}); err == nil {
			t.Errorf("%q is taken", rule)
		}
	}
}
