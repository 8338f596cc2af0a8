package refine_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"adhere"
	"adhere/refine"
)

func TestTraceTellsEachIteration(t *testing.T) {
	in := wants("salt", "waves", "gulls")
	trace := mustRefine(t, "decrim", refine.Options{Model: inTurn("salt", "waves gulls", "gulls", "salt waves gulls")}, in)
	var got []string
	for n := range len(trace.Attempts) + 2 {
		r, ok := trace.After(n)
		repaired, broke := trace.Changes(n)
		if !ok {
			t.Fatalf("no answer after %d", n)
		}
		got = append(got, r.Response.Text+" +"+strings.Join(repaired, ",")+" -"+strings.Join(broke, ","))
	}
	want := []string{
		"salt + -", "waves gulls +waves,gulls -salt", "waves gulls + -waves", "salt waves gulls +salt,waves -",
		"salt waves gulls + -", "salt waves gulls + -",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, ok := (&adhere.Trace{Instruction: in}).After(3); ok {
		t.Error("an empty trace has an answer")
	}
	if first, ok := trace.After(0); !ok || first.Attempt != 0 || len(first.By("rule/words@1")) != 3 || first.Instruction.ID != in.ID {
		t.Errorf("%+v", first)
	}
	if in.Requirements[0].ID != "salt" || trace.Instruction == in {
		t.Error("the caller's instruction must not be shared")
	}
}

func TestTraceSurvivesJSON(t *testing.T) {
	clock := time.Unix(1, 0)
	o := refine.Options{Model: rewriter("waves", repairs), Now: func() time.Time { clock = clock.Add(time.Second); return clock }}
	trace := mustRefine(t, "decrim", o, wants("salt", "waves"))
	b, err := json.MarshalIndent(trace, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "trace.json", string(b)+"\n")
	var again adhere.Trace
	if err := json.Unmarshal(b, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(trace, &again, cmpopts.IgnoreUnexported(adhere.Trace{})); diff != "" {
		t.Error(diff)
	}
}

func met(in *adhere.Instruction, verdicts []adhere.Verdict) (weight float64) {
	for i, v := range verdicts {
		if v.Outcome == adhere.Met {
			weight += max(in.Requirements[i].Weight, 0)
		}
	}
	return weight
}

// Whatever a model and a critic do, the answer meets at least as much as the
// draft, and no attempt meets more.
func TestAnswerIsNeverWorseThanTheDraft(t *testing.T) {
	all := []string{"salt", "waves", "gulls", "?salt", "?gulls", "foam"}
	rapid.Check(t, func(t *rapid.T) {
		in := wants("salt", "waves", "gulls")
		for i := range in.Requirements {
			in.Requirements[i].Weight = rapid.Float64Range(0.1, 3).Draw(t, "weight")
		}
		reply := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(all), 0, 5), func(w []string) string { return strings.Join(w, " ") })
		replies := rapid.SliceOfN(reply, 2, 8).Draw(t, "replies")
		if i := rapid.IntRange(1, 20).Draw(t, "failure"); i < len(replies) {
			replies[i] = "error:down"
		}
		o := refine.Options{
			Model: inTurn(replies...), Critic: &words{}, MaxIterations: rapid.IntRange(-1, 6).Draw(t, "n"),
			Patience: rapid.IntRange(0, 3).Draw(t, "patience"), Bounds: refine.Bounds{Calls: rapid.IntRange(0, 8).Draw(t, "calls")},
		}
		r, err := refine.New(rapid.SampledFrom([]string{"decrim", "best_of_n"}).Draw(t, "strategy"), o)
		if err != nil {
			t.Fatal(err)
		}
		trace, err := r.Refine(t.Context(), in, nil)
		if err != nil {
			t.Fatal(err)
		}
		final, draft := met(in, trace.Answer().Verdicts), met(in, trace.Attempts[0].Verdicts)
		if final < draft {
			t.Fatalf("the answer meets %v, the draft met %v", final, draft)
		}
		for i, a := range trace.Attempts {
			if m := met(in, a.Verdicts); m > final || m == final && i < trace.Final && slices.Equal(kinds(a.Verdicts), kinds(trace.Answer().Verdicts)) {
				t.Fatalf("attempt %d is better than the answer", i)
			}
		}
	})
}

func kinds(verdicts []adhere.Verdict) []adhere.Outcome {
	var list []adhere.Outcome
	for _, v := range verdicts {
		list = append(list, v.Outcome)
	}
	return list
}
