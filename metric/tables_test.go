package metric_test

import (
	"slices"
	"testing"

	"adhere"
	"adhere/metric"
)

// The steps from verdicts and grades to tables of ratings, as a user of the
// package takes them.
func TestFromVerdictsToTables(t *testing.T) {
	verdict := func(judge, id string, o adhere.Outcome) adhere.Verdict {
		return adhere.Verdict{Judge: judge, Requirement: id, Outcome: o}
	}
	all := []metric.Judged{
		{Instruction: "i", Model: "a", Verdict: verdict("p", "1", adhere.Met), Position: 0},
		{Instruction: "i", Model: "a", Verdict: verdict("p", "2", adhere.NotMet), Position: 1},
		{Instruction: "i", Model: "a", Verdict: verdict("q", "1", adhere.Met), Position: 0},
		{Instruction: "i", Model: "a", Verdict: verdict("q", "2", adhere.Unsure), Position: 1},
		{Instruction: "i", Model: "b", Verdict: verdict("p", "1", adhere.Met), Position: 0},
	}
	ratings := metric.Ratings(all)
	if len(ratings) != 4 {
		t.Errorf("%d ratings, want 4: the undecided one is left out", len(ratings))
	}
	scores := metric.Scores(all)
	want := []metric.Score{
		{Instruction: "i", Model: "a", Rater: "p", Value: 1, Of: 2},
		{Instruction: "i", Model: "a", Rater: "q", Value: 1, Of: 1},
		{Instruction: "i", Model: "b", Rater: "p", Value: 1, Of: 1},
	}
	for _, w := range want {
		if !slices.Contains(scores, w) {
			t.Errorf("score %+v is missing from %+v", w, scores)
		}
	}
}

// Direct scores are compared over pairs of models as InFoBench compares them.
func TestPairwiseKappaOfDirectScores(t *testing.T) {
	var records []adhere.Record
	for i, scores := range [][4]int{{5, 3, 5, 2}, {2, 4, 1, 4}, {3, 3, 4, 4}} { // p on a and b, q on a and b
		in := &adhere.Instruction{ID: string(rune('1' + i))}
		for m, model := range []string{"a", "b"} {
			records = append(records, adhere.Record{
				Instruction: in, Response: &adhere.Response{Model: model},
				Grades: []adhere.Grade{
					{Judge: "p", Score: scores[m], Outcome: adhere.Met},
					{Judge: "q", Score: scores[2+m], Outcome: adhere.Met},
				},
			})
		}
	}
	kappa, err := metric.PairwiseKappa(metric.DirectScores(records))
	if err != nil {
		t.Fatal(err)
	}
	if kappa.Undefined != "" || kappa.Value != 1 || kappa.N != 3 {
		t.Errorf("both raters order all three pairs alike, but kappa is %+v", kappa)
	}
}
