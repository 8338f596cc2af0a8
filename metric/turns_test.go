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
