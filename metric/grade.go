package metric

import (
	"adhere"
)

// DirectScore returns the mean of the judge's direct scores from 1 (very bad)
// to 5 (excellent) under the name "direct_score" (InFoBench, section 3.1).
// Where several judges are meant, the first that gave a score counts. Groups
// by what belongs to a requirement (label, rule) do not apply.
func DirectScore(o Options) adhere.Metric {
	const name = "direct_score"
	return adhere.Metric{
		Name: name,
		Tags: tagsOf(o.By),
		Doc:  "Mean direct score of whole answers, from 1 (very bad) to 5 (excellent) (InFoBench, section 3.1)",
		Of: func(records []adhere.Record) []adhere.Summary {
			b := newBoard(o.By)
			for _, r := range ordered(records) {
				if c, k, ok := grade(r, o.Judge); ok {
					c, k = o.Undecided.settle(c, k)
					b.add(r, c, k)
				}
			}
			return b.summaries(name, span{1, 5}, "direct scores")
		},
	}
}

// grade returns what a record adds; not ok where the chosen judge was not
// asked.
func grade(r *adhere.Record, judge string) (c cell, k counts, ok bool) {
	for i := range r.Grades {
		g := &r.Grades[i]
		if !chooses(judge, g.Judge) || g.Outcome == adhere.Skipped {
			continue
		}
		ok = true
		if g.Score >= 1 && g.Score <= 5 {
			s := share{float64(g.Score), 1}
			return cell{real: s, worst: s, best: s}, counts{n: 1}, true
		}
	}
	return cell{worst: share{1, 1}, best: share{5, 1}}, counts{undecided: 1}, ok || r.Response == nil
}

// A board holds the tallies of a metric that has one value per instruction.
type board struct {
	*groups[*tally]
	clusters int32
	last     string
}

func newBoard(by []Grouping) *board {
	return &board{groups: newGroups(by, func() *tally { return newTally(1) }), clusters: -1}
}

// add takes the cell of a record, or of all attempts at an instruction of
// which r is one. Records come in order.
func (b *board) add(r *adhere.Record, c cell, k counts) {
	if name := cluster(r); b.clusters < 0 || name != b.last {
		b.clusters++
		b.last = name
	}
	c.cluster = b.clusters
	for i := range b.by {
		b.each(i, r.Instruction, &adhere.Requirement{}, func(t *tally) { t.add(c, k) })
	}
}

func (b *board) summaries(metric string, s span, thing string) []adhere.Summary {
	return b.groups.summaries(func(t *tally, group map[string]string) adhere.Summary { return t.summary(metric, group, s, thing) })
}
