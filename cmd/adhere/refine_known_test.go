package main

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/benchdata"
	"adhere/refine"
	"adhere/verify"
)

// TestRepairerMeetsEveryRule: with a model that repairs exactly what it is
// told, and breaks what it was not told about, every prompt of IFEval whose
// rules can be met together ends with every rule met, after as many rewrites
// as it has rules at most.
func TestRepairerMeetsEveryRule(t *testing.T) {
	all := verifiable(t)
	var impossible []string
	for _, in := range all {
		trace := refineWith(t, in, &repairer{in: in, told: map[int]bool{}}, 10)
		n := len(in.Requirements)
		if len(eval.Conflicts(in)) > 0 { // named before anything is asked
			impossible = append(impossible, in.ID)
			if got := met(*trace.Answer()); got != n-1 {
				t.Errorf("%s: %d of %d rules met, all but one can be", in.ID, got, n)
			}
			continue
		}
		if trace.Stopped != adhere.StopSatisfied || met(*trace.Answer()) != n || len(trace.Attempts) > 1+n {
			t.Errorf("%s: stopped after %d attempts: %s, %+v", in.ID, len(trace.Attempts), trace.Stopped, trace.Answer().Verdicts)
		}
	}
	// Each of these is to repeat a request that holds what it forbids: commas
	// (1627, 3718), a word more often than allowed (3369), forbidden words
	// (3371, 374).
	want := []string{"ifeval/1627", "ifeval/3369", "ifeval/3371", "ifeval/3718", "ifeval/374"}
	if diff := cmp.Diff(want, impossible); diff != "" || len(all) != 541 {
		t.Errorf("of %d prompts cannot be met:\n%s", len(all), diff)
	}
}

// TestCarelessRepairerNeverMakesItWorse: a model that repairs one thing and
// breaks the others ends with the best of its answers, the draft if need be.
func TestCarelessRepairerNeverMakesItWorse(t *testing.T) {
	worse := 0
	for _, in := range verifiable(t) {
		trace := refineWith(t, in, &repairer{in: in, told: map[int]bool{}, careless: true}, 3)
		final := met(*trace.Answer())
		for _, a := range trace.Attempts {
			if met(a) > final {
				t.Errorf("%s: an attempt meets %d rules, the answer %d", in.ID, met(a), final)
			}
		}
		if met(trace.Attempts[len(trace.Attempts)-1]) < met(trace.Attempts[0]) {
			worse++
		}
	}
	if worse < 10 {
		t.Errorf("only %d prompts ended with an attempt worse than the draft: this test shows nothing", worse)
	}
}

func verifiable(t *testing.T) []*adhere.Instruction {
	t.Helper()
	set, err := dataset.Read(t.Context(), "ifeval", filepath.Join(benchdata.Dir(t, "ifeval"), "input_data.jsonl"), dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := set.Load()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func refineWith(t *testing.T, in *adhere.Instruction, m adhere.Model, iterations int) *adhere.Trace {
	t.Helper()
	critic := verify.NewJudge("rule/test", 1, eval.Catalog(), verify.Strict)
	r, err := refine.New("decrim", refine.Options{Model: m, Critic: critic, MaxIterations: iterations})
	if err != nil {
		t.Fatal(err)
	}
	trace, err := r.Refine(t.Context(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return trace
}

func met(a adhere.Attempt) int {
	n := 0
	for _, v := range a.Verdicts {
		if v.Outcome == adhere.Met {
			n++
		}
	}
	return n
}

// A repairer answers with the same sentences, whatever is asked. Told what is
// broken, it writes an answer that meets what it has been told so far, and
// nothing besides.
type repairer struct {
	in       *adhere.Instruction
	told     map[int]bool // by position of the requirement
	careless bool         // begins with an answer that breaks one rule, and meets only that when it is told so
}

func (r *repairer) Name() string { return "test/repairer" }

func (r *repairer) Generate(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	asked := req.Messages[len(req.Messages)-1].Text
	_, feedback, rewriting := strings.Cut(asked, "\nFeedback:")
	switch {
	case !rewriting && r.careless:
		return r.meeting(func(i int) bool { return i > 0 }), nil
	case !rewriting:
		return &adhere.Response{Text: "Well, well. This is what I think, by and large."}, nil
	case r.careless:
		clear(r.told)
	}
	for _, line := range numbered().FindAllStringSubmatch(feedback, -1) {
		r.hear(line[1])
		if r.careless && len(r.told) > 0 {
			break
		}
	}
	return r.meeting(func(i int) bool { return r.told[i] }), nil
}

// meeting returns an answer that meets the wanted requirements.
func (r *repairer) meeting(wanted func(int) bool) *adhere.Response {
	s := newSolution()
	for i := range r.in.Requirements {
		if wanted(i) {
			s.demand(r.in.Requirements[i].Rule)
		}
	}
	return &adhere.Response{Text: s.text()}
}

var numbered = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\d+\. (.*)$`) })

// hear notes which requirement a line of feedback is about. Long ones are cut.
func (r *repairer) hear(line string) {
	line = strings.TrimSuffix(line, " …")
	for i := range r.in.Requirements {
		if strings.HasPrefix(r.in.Requirements[i].Wanted(), line) {
			r.told[i] = true
		}
	}
}
