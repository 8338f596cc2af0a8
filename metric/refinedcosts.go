package metric

import (
	"iter"
	"math"

	"adhere"
)

// A cost is what one answer took.
type cost struct {
	id   string // of the instruction
	used map[adhere.Step]adhere.Usage
	upTo []adhere.Usage // with each attempt, those before it included
}

// spentBy adds up what a refinement had used when each of its attempts was
// done.
func spentBy(t *adhere.Trace) []adhere.Usage {
	var sum adhere.Usage
	all := make([]adhere.Usage, len(t.Attempts))
	for i := range t.Attempts {
		for _, step := range adhere.Steps() {
			sum = sum.Add(t.Attempts[i].Usage[step])
		}
		all[i] = sum
	}
	return all
}

// A price is one thing that answers take.
type price struct {
	name, doc string
	of        func(adhere.Usage) float64
	whole     bool // not by step or iteration
}

func prices() []price {
	return []price{
		{"calls", "calls for one answer, as a mean; by iteration: had it ended there", func(u adhere.Usage) float64 { return float64(u.Calls) }, false},
		{"tokens", "tokens for one answer, prompts and replies, as a mean; by iteration: had it ended there", func(u adhere.Usage) float64 { return float64(u.In + u.Out) }, false},
		{"usd_per_1000", "US dollars for a thousand answers, by the price table; by iteration: had it ended there", func(u adhere.Usage) float64 { return 1000 * float64(u.Money) / float64(adhere.USD) }, false},
		{"seconds", "seconds that the calls for one answer took, as a mean of what was measured when they were made", func(u adhere.Usage) float64 { return u.Time.Seconds() }, true},
	}
}

// AnswerCosts returns the mean usage per answer of records that were not
// refined, with 95 % intervals, without what is 0. Items without an answer are
// left out, as those of refinements are.
func AnswerCosts(records iter.Seq2[*adhere.Record, error]) ([]adhere.Summary, error) {
	var costs []cost
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		if r.Response != nil {
			costs = append(costs, cost{id: r.Instruction.ID, upTo: []adhere.Usage{r.Response.Usage}})
		}
	}
	var all []adhere.Summary
	for _, m := range prices() {
		s := meanOf(costs, func(c *cost) float64 { return m.of(c.upTo[0]) })
		if s.Metric = m.name; s.Value > 0 {
			all = append(all, s)
		}
	}
	return all, nil
}

// addCosts adds what an answer takes: as a whole, by step and by iteration.
func (g *Refinements) addCosts() {
	for _, m := range prices() {
		var most float64
		mean := func(of func(c *cost) adhere.Usage, group map[string]string) adhere.Summary {
			s := meanOf(g.costs, func(c *cost) float64 { return m.of(of(c)) })
			if s.Metric, s.Group = m.name, group; len(group) > 0 {
				s.Warnings = nil // said of the whole
			}
			most = max(most, s.Hi)
			return s
		}
		out := []adhere.Summary{mean((*cost).total, map[string]string{})}
		if out[0].Value == 0 {
			continue
		}
		if !m.whole {
			for _, step := range adhere.Steps() {
				if _, ok := g.used[step]; ok {
					out = append(out, mean(func(c *cost) adhere.Usage { return c.used[step] }, map[string]string{"step": string(step)}))
				}
			}
			for n := range g.after {
				out = append(out, mean(func(c *cost) adhere.Usage { return c.upTo[min(n, len(c.upTo)-1)] }, iteration(n)))
			}
		}
		g.define(Definition{Name: m.name, Doc: m.doc, Plain: true, Max: math.Ceil(most)})
		g.summaries = append(g.summaries, out...)
	}
}

func (c *cost) total() (sum adhere.Usage) {
	for _, step := range adhere.Steps() {
		sum = sum.Add(c.used[step])
	}
	return sum
}

// meanOf returns the mean over answers with its 95 % interval by Student's
// distribution, in which the answers to one instruction are one draw: with a
// single instruction there is none, and Lo and Hi are the value.
func meanOf(costs []cost, value func(*cost) float64) adhere.Summary {
	s := adhere.Summary{N: len(costs)}
	if len(costs) == 0 {
		s.Undefined = "no answer was refined"
		return s
	}
	for i := range costs {
		s.Value += value(&costs[i]) / float64(len(costs))
	}
	var order []string
	off := map[string]float64{} // by instruction: the sum of what its answers are off the mean
	for i := range costs {
		id := costs[i].id
		if _, ok := off[id]; !ok {
			order = append(order, id)
		}
		off[id] += value(&costs[i]) - s.Value
	}
	var squares float64
	for _, id := range order {
		squares += off[id] * off[id]
	}
	if len(order) == 1 {
		s.Lo, s.Hi, s.Warnings = s.Value, s.Value, []string{"all answers are to one instruction, which gives no interval"}
		return s
	}
	k := float64(len(order))
	half := studentT(k-1) * math.Sqrt(squares*k/(k-1)) / float64(len(costs))
	s.Lo, s.Hi = min(max(settle(s.Value-half), 0), s.Value), max(settle(s.Value+half), s.Value)
	return s
}
