package metric_test

import (
	"testing"

	"adhere"
	"adhere/metric"
)

// TestTurns holds the metrics of conversations of two turns, the first of which
// has two requirements.
func TestTurns(t *testing.T) {
	const met, not, open = adhere.Met, adhere.NotMet, adhere.Broken
	for _, c := range []struct {
		said                    [3]adhere.Outcome
		answers, all            int // that meet their turn, and that count
		held                    float64
		undecided, conversation int
	}{
		{[3]adhere.Outcome{met, met, met}, 2, 2, 1, 0, 0},
		{[3]adhere.Outcome{met, met, not}, 1, 2, .5, 0, 0},
		{[3]adhere.Outcome{met, not, met}, 1, 2, 0, 0, 0},
		{[3]adhere.Outcome{met, not, open}, 0, 1, 0, 1, 0},
		{[3]adhere.Outcome{open, met, met}, 1, 1, 0, 1, 1},
		{[3]adhere.Outcome{open, not, met}, 1, 1, 0, 1, 0},
	} {
		in := &adhere.Instruction{ID: "a", Requirements: []adhere.Requirement{{ID: "1", Turn: 1}, {ID: "2", Turn: 1}, {ID: "3", Turn: 2}}}
		r := adhere.Record{Instruction: in, Response: &adhere.Response{}}
		for i, o := range c.said {
			r.Verdicts = append(r.Verdicts, adhere.Verdict{Requirement: in.Requirements[i].ID, Judge: "judge/x@1+m", Outcome: o})
		}
		isr := metric.TurnAccuracy("isr", metric.Options{By: []metric.Grouping{metric.ByTurn()}}).Of([]adhere.Record{r})
		if s := isr[0]; s.Met != c.answers || s.N != c.all || s.Undecided != c.undecided || len(isr) != 3 {
			t.Errorf("%v: isr %+v", c.said, s)
		}
		ssr := metric.Stability("ssr", metric.Options{}).Of([]adhere.Record{r})[0]
		if ssr.Undecided != c.conversation || c.conversation == 0 && ssr.Value != c.held {
			t.Errorf("%v: ssr %+v", c.said, ssr)
		}
	}
}

// TestTurnMean holds the mean of four shares by turn: two answers to a first
// turn, read strictly and loosely.
func TestTurnMean(t *testing.T) {
	const met, not = adhere.Met, adhere.NotMet
	var records []adhere.Record
	for i, said := range [][2][2]adhere.Outcome{{{met, met}, {met, met}}, {{met, not}, {met, met}}} {
		in := &adhere.Instruction{ID: string(rune('a' + i)), Requirements: []adhere.Requirement{{ID: "1", Turn: 1}, {ID: "2", Turn: 1}}}
		r := adhere.Record{Instruction: in, Response: &adhere.Response{}}
		for j, judge := range []string{"rule/strict@1", "rule/loose@1"} {
			for k, o := range said[j] {
				r.Verdicts = append(r.Verdicts, adhere.Verdict{Requirement: in.Requirements[k].ID, Judge: judge, Outcome: o})
			}
		}
		records = append(records, r)
	}
	mean := metric.TurnMean("average", metric.Options{By: []metric.Grouping{metric.ByTurn()}}, "rule/strict", "rule/loose")
	all := mean.Of(records)
	// 1 of 2 answers and 3 of 4 requirements strictly, all of them loosely
	if s := all[0]; s.Value != (0.5+0.75+1+1)/4 || s.N != 12 || s.Met != 10 || len(all) != 2 {
		t.Errorf("%+v", all)
	}
	if s := mean.Of(records[:1])[1]; s.Value != 1 || s.Lo >= 1 || s.Group["turn"] != "1" {
		t.Errorf("%+v", s)
	}
}
