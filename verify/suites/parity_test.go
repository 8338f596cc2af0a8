package suites_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/suites"
)

// parityFile holds texts that we wrote and, for each check, what the official
// evaluator says of each text, strict and loose: "1" met, "0" not met, "x" it
// crashed, "?" its verdict changes with the seed. The verdicts are facts, taken
// once from the official programs; the texts are ours.
type parityFile struct {
	Texts  []string
	Checks []struct {
		Rule          string
		Args          json.RawMessage
		Strict, Loose string
	}
}

// TestParity holds our verdicts to the official evaluators', without any
// public data: each check on each text, in both readings.
func TestParity(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("testdata/parity.json")
	if err != nil {
		t.Fatal(err)
	}
	var p parityFile
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatal(err)
	}
	catalog := suites.Catalog()
	seen := map[string]bool{"ifbench/words:start_verb": true} // an approximation, which says so
	for _, c := range p.Checks {
		seen[c.Rule] = true
		check, err := catalog.Compile(&adhere.Rule{Name: c.Rule, Args: c.Args})
		if err != nil {
			t.Errorf("%s %s: %v", c.Rule, c.Args, err)
			continue
		}
		if len(c.Strict) != len(p.Texts) || len(c.Loose) != len(p.Texts) {
			t.Fatalf("%s %s: verdicts on %d and %d texts, want %d", c.Rule, c.Args, len(c.Strict), len(c.Loose), len(p.Texts))
		}
		for i, text := range p.Texts {
			holdParity(t, c.Rule+" "+string(c.Args)+" strict", text, c.Strict[i], verify.Strict.Decide(check, verify.NewText(text)).Met)
			holdParity(t, c.Rule+" "+string(c.Args)+" loose", text, c.Loose[i], verify.Loose.Decide(check, verify.NewText(text)).Met)
		}
	}
	if missing := unseen(catalog, seen); len(missing) > 0 {
		t.Errorf("no official verdicts on our texts for %q", missing)
	}
}

// unseen lists the official evaluators' checkers that no text was put to.
func unseen(catalog *verify.Catalog, seen map[string]bool) []string {
	return slices.DeleteFunc(catalog.Names(), func(name string) bool {
		return seen[name] || !strings.HasPrefix(name, "ifeval/") && !strings.HasPrefix(name, "ifbench/")
	})
}

// holdParity reports where met is not the official verdict.
func holdParity(t *testing.T, check, text string, official byte, met bool) {
	t.Helper()
	if (official == '1') != met && (official == '1' || official == '0') {
		t.Errorf("%s: met is %v on %.80q, officially %c", check, met, text, official)
	}
}
