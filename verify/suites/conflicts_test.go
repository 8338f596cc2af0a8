package suites_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/verify"
	"adhere/verify/suites"
)

// TestConflictsOfPrompts holds that of IFEval's prompts just those five are
// found that contradict themselves: each is to repeat a request that holds
// what another rule forbids. The others can be met, which a repairer shows in
// cmd/adhere.
func TestConflictsOfPrompts(t *testing.T) {
	e := suites.NewExpresser()
	var got []string
	rows := readLines[task](t, benchdata.Dir(t, "ifeval"), "input_data.jsonl")
	for _, row := range rows {
		for _, c := range e.Conflicts(rulesOf("ifeval/", row)) {
			var names []string
			for _, i := range c.Checks {
				names = append(names, row.IDs[i])
			}
			slices.Sort(names)
			got = append(got, fmt.Sprintf("%v%q", row.Key, names))
			if c.Why == "" {
				t.Errorf("%v: no reason", row.Key)
			}
		}
	}
	want := []string{
		`1627["combination:repeat_prompt" "punctuation:no_comma"]`,
		`3369["combination:repeat_prompt" "keywords:frequency"]`,
		`3371["combination:repeat_prompt" "keywords:forbidden_words"]`,
		`3718["combination:repeat_prompt" "punctuation:no_comma"]`,
		`374["combination:repeat_prompt" "keywords:forbidden_words"]`,
	}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" || len(rows) != 541 {
		t.Errorf("of %d prompts are found:\n%s", len(rows), diff)
	}
}

// TestConflictsOfTasks holds that no task of IFBench contradicts itself.
func TestConflictsOfTasks(t *testing.T) {
	e := suites.NewExpresser()
	for _, row := range readLines[task](t, benchdata.Dir(t, "ifbench"), "IFBench_test.jsonl") {
		for _, c := range e.Conflicts(rulesOf("ifbench/", row)) {
			t.Errorf("task %v, %q: %s", row.Key, row.IDs, c.Why)
		}
	}
}

func rulesOf(suite string, row task) []*adhere.Rule {
	var rules []*adhere.Rule
	for i, id := range row.IDs {
		rules = append(rules, &adhere.Rule{Name: suite + id, Args: row.Args[i]})
	}
	return rules
}

// TestConflictsOfRules holds the places, and that what is unknown, wrong or
// nil clashes with nothing.
func TestConflictsOfRules(t *testing.T) {
	rule := func(name, args string) *adhere.Rule {
		return &adhere.Rule{Name: name, Args: json.RawMessage(args)}
	}
	conflicts := suites.NewExpresser().Conflicts([]*adhere.Rule{
		nil,
		rule("ifeval/length_constraints:number_words", `{"num_words": 4, "relation": "less than"}`),
		rule("other/rule", `{}`),
		rule("ifeval/length_constraints:number_words", `{"num_words": "x"}`),
		rule("algebra/check", `{"check": {"nothing": 1}}`),
		rule("algebra/check", `{"reading": "parity", "check": {"count": {"unit": "word"}, "is": {"least": 5}}}`),
	})
	if len(conflicts) != 1 || !slices.Equal(conflicts[0].Checks, []int{1, 5}) {
		t.Errorf("%+v", conflicts)
	}
}

// TestConflictsOfRulesAreSound holds that rules of any suite that one answer
// meets together are never said to clash.
func TestConflictsOfRulesAreSound(t *testing.T) {
	e, catalog := suites.NewExpresser(), suites.Catalog()
	all := trials(t)
	r := rand.New(rand.NewPCG(3, 4))
	together := 0
	for range 60 {
		from := all[r.IntN(len(all))]
		text := verify.NewText(from.answers[r.IntN(len(from.answers))])
		var met []*adhere.Rule
		for range 120 {
			rule := all[r.IntN(len(all))].rule
			check, err := catalog.Compile(rule)
			if err != nil {
				t.Fatal(err)
			}
			if verify.Strict.Decide(check, text).Met {
				met = append(met, rule)
			}
		}
		together += len(met) * (len(met) - 1) / 2
		for _, c := range e.Conflicts(met) {
			for _, i := range c.Checks {
				t.Errorf("%s %s", met[i].Name, met[i].Args)
			}
			t.Fatalf("these are said to clash, but %.300q meets them: %s", text.String(), c.Why)
		}
	}
	if together < 2000 {
		t.Errorf("only %d pairs were tried", together)
	}
}
