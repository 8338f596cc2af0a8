package refine_test

import (
	"context"
	"fmt"
	"testing"

	"adhere"
	"adhere/refine"
)

// A critic by chance gives the same answer the same verdicts, in either order,
// and meets about as many requirements as it is told.
func TestByChance(t *testing.T) {
	c := refine.ByChance(0.5)
	met, n := 0, 0
	for i := range 200 {
		in := &adhere.Instruction{ID: fmt.Sprint("i", i), Requirements: []adhere.Requirement{{ID: "a", Text: "Be kind."}, {ID: "b", Text: "Be brief."}, {ID: "c", Text: "Be kind."}}}
		out := &adhere.Response{Text: fmt.Sprint("answer ", i%7)}
		first, err := c.Judge(t.Context(), &adhere.Task{Instruction: in}, out)
		again, _ := c.Judge(t.Context(), &adhere.Task{Instruction: in}, out)
		if err != nil || len(first) != 3 {
			t.Fatalf("%v %v", first, err)
		}
		for k := range first {
			if n++; first[k].Outcome == adhere.Met {
				met++
			}
			if first[k].Outcome != again[k].Outcome || !first[k].Outcome.Decided() || first[k].Requirement != in.Requirements[k].ID {
				t.Fatalf("%+v, then %+v", first[k], again[k])
			}
		}
	}
	if share := float64(met) / float64(n); share < 0.42 || share > 0.58 {
		t.Errorf("%d of %d are met", met, n)
	}
}

// Without decomposition the critic is asked of the instruction as one thing,
// whatever requirements it has.
func TestWithoutDecomposition(t *testing.T) {
	m := inTurn("Tea, milk.", "Tea and milk.")
	var asked []string
	critic := judgeFunc(func(_ context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
		var verdicts []adhere.Verdict
		for _, r := range in.Requirements {
			asked = append(asked, r.Text)
			verdicts = append(verdicts, adhere.Verdict{Requirement: r.ID, Judge: "j@1", Outcome: adhere.OutcomeOf(out.Text == "Tea and milk."), Reason: "there is a comma"})
		}
		return verdicts, nil
	})
	r, err := refine.New("decrim", refine.Options{Model: m, Decomposer: refine.Whole(), Critic: critic})
	if err != nil {
		t.Fatal(err)
	}
	in := &adhere.Instruction{ID: "i", Messages: []adhere.Message{{Role: adhere.User, Text: "What is in the pot? Use no commas."}}, Requirements: []adhere.Requirement{{ID: "x", Text: "no commas"}, {ID: "y", Text: "a pot"}}}
	trace, err := r.Refine(t.Context(), in, &adhere.Request{Messages: in.Messages})
	if err != nil {
		t.Fatal(err)
	}
	if len(asked) != 2 || asked[0] != "Do all that the instruction asks for, in every point." || trace.Stopped != adhere.StopSatisfied || len(trace.Attempts) != 2 {
		t.Errorf("asked %q, %s after %d attempts", asked, trace.Stopped, len(trace.Attempts))
	}
}
