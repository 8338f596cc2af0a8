package eval_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/eval"
)

// sorted are instructions in the order of their subset, as benchmark files have
// them: 60 easy ones, 30 hard ones, of three categories each.
func sorted() []adhere.Instruction {
	all := tasks(90)
	for i := range all {
		all[i].Tags = map[string]string{"subset": "easy", "category": fmt.Sprint("c", i/10%3)}
		if i >= 60 {
			all[i].Tags["subset"] = "hard"
		}
	}
	return all
}

func plan(t *testing.T, s eval.Spec) *eval.Evaluation {
	t.Helper()
	s.Model = "test/answers"
	e, err := eval.New(t.Context(), s, eval.Parts{Subject: &flaky{}})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func taken(t *testing.T, s eval.Spec) []*adhere.Instruction {
	t.Helper()
	var out []*adhere.Instruction
	for item, err := range plan(t, s).Items() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, item.Instruction)
	}
	return out
}

// TestSample draws from each stratum in proportion, by its seed, each
// instruction with the same chance.
func TestSample(t *testing.T) {
	set := sorted()
	times := map[string]int{}
	draws := map[string]bool{}
	for seed := range 300 {
		ids, strata := "", map[string]int{}
		for _, in := range taken(t, eval.Spec{Instructions: set, Sample: 18, SampleSeed: seed}) {
			ids += in.ID + " "
			strata[in.Tags["subset"]]++
			strata[in.Tags["subset"]+in.Tags["category"]]++
			times[in.ID]++
		}
		want := map[string]int{"easy": 12, "hard": 6, "easyc0": 4, "easyc1": 4, "easyc2": 4, "hardc0": 2, "hardc1": 2, "hardc2": 2}
		if !maps.Equal(strata, want) {
			t.Fatalf("seed %d drew %v, want %v", seed, strata, want)
		}
		draws[ids] = true
	}
	if len(draws) < 290 || len(times) != len(set) {
		t.Errorf("300 seeds make %d samples, which hold %d of %d instructions", len(draws), len(times), len(set))
	}
	for id, n := range times { // 60 expected, with a standard deviation of 7
		if n < 30 || n > 90 {
			t.Errorf("%s was drawn in %d of 300 samples, 60 expected", id, n)
		}
	}
	one, again := taken(t, eval.Spec{Instructions: set, Sample: 7}), taken(t, eval.Spec{Instructions: set, Sample: 7})
	if len(one) != 7 || !slices.EqualFunc(one, again, func(a, b *adhere.Instruction) bool { return a.ID == b.ID }) {
		t.Errorf("one seed draws %d and %d instructions, or not the same", len(one), len(again))
	}
	if all := taken(t, eval.Spec{Instructions: set, Sample: 1000}); len(all) != len(set) {
		t.Errorf("a sample of more than there are has %d of %d", len(all), len(set))
	}
}

// TestSampleKeepsGroups holds that the levels of a group are drawn together.
func TestSampleKeepsGroups(t *testing.T) {
	set := tasks(60)
	for i := range set {
		set[i].Group, set[i].Level = fmt.Sprint("g", i/3), i%3+1
		set[i].Requirements = slices.Repeat(set[i].Requirements, i%3+1)
		for k := range set[i].Requirements {
			set[i].Requirements[k].ID = fmt.Sprint(k + 1)
		}
	}
	groups := map[string]int{}
	for _, in := range taken(t, eval.Spec{Instructions: set, Sample: 12, SampleSeed: 3}) {
		groups[in.Group]++
	}
	if len(groups) != 4 {
		t.Errorf("12 instructions come from %d groups: %v", len(groups), groups)
	}
	for g, n := range groups {
		if n != 3 {
			t.Errorf("%d of the 3 levels of %s were drawn", n, g)
		}
	}
}

// TestOneSided holds that the first instructions of a sorted set are named as
// what they are.
func TestOneSided(t *testing.T) {
	for limit, want := range map[string]string{"20": "--limit took subset easy only; the set also has hard", "61-80": "subset hard only; the set also has easy", "70": "", "1": "", "": ""} {
		e := plan(t, eval.Spec{Instructions: sorted(), Limit: limit})
		if got := strings.Join(e.Warnings, "\n"); want == "" && strings.Contains(got, "--limit") || !strings.Contains(got, want) {
			t.Errorf("--limit %q: %q, want %q", limit, got, want)
		}
	}
	for _, s := range []eval.Spec{{Sample: -1}, {Sample: 5, Limit: "3"}} {
		s.Instructions, s.Model = sorted(), "test/answers"
		if _, err := eval.New(t.Context(), s, eval.Parts{Subject: &flaky{}}); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%+v is taken: %v", s, err)
		}
	}
}
