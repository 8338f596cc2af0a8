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

// approximations are the checkers that say of themselves that they are not
// quite the official ones.
func approximations() map[string]bool {
	return map[string]bool{
		"ifbench/words:start_verb":                       true,
		"mifeval/es:length_constraints:number_sentences": true, "mifeval/fr:length_constraints:number_sentences": true,
		"mifeval/es:length_constraints:number_words": true, "mifeval/es:change_case:capital_word_frequency": true,
	}
}

// TestParity holds our verdicts to the official evaluators', without any
// public data: each check on each text of its file, in both readings.
func TestParity(t *testing.T) {
	t.Parallel()
	catalog, seen := suites.Catalog(), approximations()
	for _, path := range []string{"testdata/parity.json", "testdata/parity-mifeval.json"} {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var p parityFile
		if err := json.Unmarshal(b, &p); err != nil {
			t.Fatal(err)
		}
		p.hold(t, catalog, seen)
	}
	if missing := unseen(catalog, seen); len(missing) > 0 {
		t.Errorf("no official verdicts on our texts for %q", missing)
	}
}

// hold compares the verdicts of a file, and notes the checkers that it has.
func (p *parityFile) hold(t *testing.T, catalog *verify.Catalog, seen map[string]bool) {
	t.Helper()
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
}

// unseen lists the official evaluators' checkers that no text was put to.
func unseen(catalog *verify.Catalog, seen map[string]bool) []string {
	return slices.DeleteFunc(catalog.Names(), func(name string) bool {
		suite, _, _ := strings.Cut(name, "/")
		return seen[name] || !slices.Contains([]string{"ifeval", "ifbench", "mifeval"}, suite)
	})
}

// holdParity reports where met is not the official verdict.
func holdParity(t *testing.T, check, text string, official byte, met bool) {
	t.Helper()
	if (official == '1') != met && (official == '1' || official == '0') {
		t.Errorf("%s: met is %v on %.80q, officially %c", check, met, text, official)
	}
}
