package metric_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"adhere"
	"adhere/metric"
)

// said makes verdicts of one judge on one requirement of each of n answers.
func said(judge string, n int, outcome func(i int) adhere.Outcome) []metric.Judged {
	var all []metric.Judged
	for i := range n {
		if o := outcome(i); o != "" {
			all = append(all, metric.Judged{
				Instruction: fmt.Sprint(i), Model: "m", Verdict: adhere.Verdict{Requirement: "1", Judge: judge, Outcome: o},
			})
		}
	}
	return all
}

// TestBreakingWhereItWouldErr: a judge cannot look right by breaking.
func TestBreakingWhereItWouldErr(t *testing.T) {
	right := func(i int) adhere.Outcome { return adhere.OutcomeOf(i%3 > 0) }
	all := said("person/a", 100, right)
	all = append(all, said("judge/x@1", 100, func(i int) adhere.Outcome {
		if i%4 == 0 {
			return adhere.Broken
		}
		return right(i)
	})...)
	all = append(all, said("judge/none@1", 100, func(int) adhere.Outcome { return adhere.Broken })...)
	r, err := metric.EvaluateJudges(all, "person/a", metric.JudgeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	none, x := r.Judges[0], r.Judges[1]
	for what, c := range map[string]metric.Coefficient{
		"accuracy": x.Accuracy, "kappa": x.Kappa, "macro F1": x.MacroF1, "F1 of not met": x.F1Negative, "recall": x.Recall,
	} {
		if c.Value != 1 || c.Lo > 0.75 || c.Undecided != 25 {
			t.Errorf("%s: %v (%v to %v), %d undecided", what, c.Value, c.Lo, c.Hi, c.Undecided)
		}
	}
	if !strings.Contains(none.Accuracy.Undefined, "none of the 100 items") || none.Undecided != 100 {
		t.Errorf("decided nothing: %+v", none)
	}
	a, err := metric.Agree(all, metric.AgreeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if c := a.Fleiss; c.Value != 1 || c.Lo > 0.6 || c.Undecided != 125 {
		t.Errorf("Fleiss' kappa %+v", c)
	}
	if c := a.Cohen.Cells[1][2]; c.Value != 1 || c.Lo > 0.6 || c.Undecided != 25 {
		t.Errorf("Cohen's kappa %+v", c)
	}
	for i, row := range a.Cohen.Cells { // whichever of the two is named first
		for j, c := range row {
			if c != a.Cohen.Cells[j][i] {
				t.Errorf("Cohen's kappa of %d and %d is %+v and %+v", i, j, c, a.Cohen.Cells[j][i])
			}
		}
	}
}

// TestNobodyIsHisOwnGold: people who answer at random look random, and better
// than nobody.
func TestNobodyIsHisOwnGold(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	coin := func(int) adhere.Outcome { return adhere.OutcomeOf(r.IntN(2) == 0) }
	var all []metric.Judged
	for _, p := range []string{"person/a", "person/b", "person/c"} {
		all = append(all, said(p, 400, coin)...)
	}
	all = append(all, said("judge/x@1", 400, coin)...)
	for _, gold := range []string{metric.PeopleMajority, metric.Settled, "majority"} {
		report, err := metric.EvaluateJudges(all, gold, metric.JudgeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Judges) != 4 {
			t.Fatalf("%s: %d judges", gold, len(report.Judges))
		}
		for _, j := range report.Judges {
			if j.Accuracy.Value > 0.6 || j.N < 150 {
				t.Errorf("against %s %s is right on %.2f of %d", gold, j.Judge, j.Accuracy.Value, j.N)
			}
		}
	}
}

// TestSettled: what was settled stands above the majority, where it was.
func TestSettled(t *testing.T) {
	met := func(int) adhere.Outcome { return adhere.Met }
	all := append(said("person/a", 10, met), said("person/b", 10, met)...)
	all = append(all, said("gold/settled", 4, func(int) adhere.Outcome { return adhere.NotMet })...)
	r, err := metric.EvaluateJudges(all, metric.Settled, metric.JudgeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Judges) != 2 || r.Judges[0].Accuracy.Value != 0.6 || r.Judges[0].N != 10 || r.Gold != metric.Settled {
		t.Errorf("%+v", r)
	}
	right, err := metric.Right(all, metric.Settled, adhere.TieUnsure)
	missed := 0
	for _, j := range right {
		if j.Verdict.Outcome == adhere.NotMet {
			missed++
		}
	}
	if err != nil || len(right) != 10 || missed != 4 {
		t.Errorf("%d right, %d of them not met: %v", len(right), missed, err)
	}
	if _, err := metric.Right(said("judge/x", 3, met), metric.Settled, adhere.TieUnsure); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("nobody settled anything: %v", err)
	}
}

// TestFewInstructions: two instructions on which a judge is right alike say little,
// however they are drawn; the answers to them say more, and it is said.
func TestFewInstructions(t *testing.T) {
	var all []metric.Judged
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 2 {
		for model := range 5 {
			for q := range 4 {
				for _, v := range []adhere.Verdict{
					{Judge: "person/a", Outcome: adhere.OutcomeOf(r.IntN(2) == 0)},
					{Judge: "judge/x@1", Outcome: adhere.OutcomeOf(q < 2)},
				} {
					v.Requirement = fmt.Sprint(q)
					all = append(all, metric.Judged{Instruction: fmt.Sprint(i), Model: fmt.Sprint(model), Position: q, Verdict: v})
				}
			}
		}
	}
	g, err := metric.EvaluateJudges(all, "person/a", metric.JudgeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	one := g.Judges[0]
	if one.Clusters != 2 || len(g.Warnings) != 1 || !strings.Contains(g.Warnings[0], "answers for independent") {
		t.Errorf("%d instructions, warned %q", one.Clusters, g.Warnings)
	}
	if c := one.Kappa; c.Hi-c.Lo < 0.3 {
		t.Errorf("kappa %v (%v to %v)", c.Value, c.Lo, c.Hi)
	}
}
