package metric

import (
	"slices"

	"adhere"
)

// CSL returns FollowBench's Consistent Satisfaction Levels under the name
// "csl": how many levels in a row, from 1 until the first miss, are wholly
// satisfied, as a mean over groups (equation 3). It ranges from 0 to the
// highest level. By category it is that mean; the whole is the mean over
// categories (as table 2).
func CSL(o LevelOptions) adhere.Metric {
	return chainMetric{
		name: "csl", options: o, thing: "groups of levels", score: consecutive, average: true,
		doc: "Consistent Satisfaction Levels: levels satisfied in a row from level 1, mean over groups (FollowBench, equation 3)",
	}.metric()
}

// FailureConsistency returns FollowBench's failure consistency under the name
// "failure_consistency": of the groups that miss a level below the highest,
// the share in which no level after the first miss is satisfied (section 5.3,
// whose sentence leaves open what is counted; this is what the paper's script
// counts). Groups: by category; the whole takes all groups together.
func FailureConsistency(o LevelOptions) adhere.Metric {
	return chainMetric{
		name: "failure_consistency", options: o, thing: "groups that miss a level", score: consistency,
		doc: "Share of groups that, once they miss a level, satisfy no higher one (FollowBench, section 5.3)",
	}.metric()
}

// A chainMetric describes a metric taken over whole groups of levels.
type chainMetric struct {
	name, doc, thing string
	options          LevelOptions
	score            func(steps []step, o *LevelOptions) (cell, counts)
	average          bool // the whole is a mean over categories, and the span the number of levels
}

func (m chainMetric) metric() adhere.Metric {
	return adhere.Metric{Name: m.name, Doc: m.doc, Of: m.of, Tags: m.options.tags()}
}

func (m chainMetric) of(records []adhere.Record) []adhere.Summary {
	cs := chainsOf(records, m.options)
	whole := newTally(max(1, len(cs.categories)))
	categories := newTallies(len(cs.categories), 1)
	for i := range cs.list {
		c := &cs.list[i]
		k := cs.category(c)
		cell, n := m.score(c.steps, &m.options)
		if n == (counts{}) {
			continue
		}
		cell.cluster = c.cluster
		categories[k].add(cell, n)
		if m.average {
			cell.stratum = int32(k)
		}
		whole.add(cell, n)
	}
	s := span{0, 1}
	if m.average {
		s.max = float64(max(1, cs.top))
	}
	out := []adhere.Summary{whole.summary(m.name, nil, s, m.thing)}
	out[0].Warnings = cs.warnings()
	for k, name := range cs.categories {
		if cs.named() {
			out = append(out, categories[k].summary(m.name, map[string]string{m.options.Category: name}, s, m.thing))
		}
	}
	return out
}

// consecutive counts levels until the first miss: at least so many as are
// known to be satisfied, at most so many as could be.
func consecutive(steps []step, o *LevelOptions) (cell, counts) {
	low, high := 0, 0
	for l := range steps {
		if steps[l].all == adhere.Skipped {
			continue
		}
		if steps[l].all == adhere.NotMet {
			break
		}
		if steps[l].all == adhere.Met && low == high {
			low++
		}
		high++
	}
	c := cell{worst: share{float64(low), 1}, best: share{float64(high), 1}}
	if anyOpen(steps) {
		return o.Undecided.settle(c, counts{undecided: 1})
	}
	c.real = c.worst
	return c, counts{n: 1}
}

// anyOpen reports whether some level is not wholly decided. A chain that has
// one does not count, even if its first miss is known: those that miss later
// have more levels to be left open.
func anyOpen(steps []step) bool {
	return slices.ContainsFunc(steps, func(s step) bool { return s.open() })
}

// consistency asks whether a chain, once it missed a level, stays missing. A
// chain without a miss below its highest level adds nothing.
func consistency(steps []step, o *LevelOptions) (c cell, k counts) {
	open := anyOpen(steps)
	switch {
	case o.paper():
		c, k = follows(steps, (*step).official)
	case o.Undecided == AsNotMet:
		c, k = follows(steps, (*step).settled)
	case !open:
		c, k = follows(steps, func(s *step) adhere.Outcome { return s.all })
	}
	c.worst, c.best = extremes(steps)
	if open && (c.worst != c.best || k.n == 0 && c.worst.n > 0) {
		k.undecided = 1
	}
	return c, k
}

// follows decides a chain of known outcomes. Broken is neither a miss nor
// satisfied, as in the paper's script.
func follows(steps []step, outcome func(*step) adhere.Outcome) (cell, counts) {
	missed, back := false, false
	for l := range steps {
		switch outcome(&steps[l]) {
		case adhere.NotMet:
			missed = missed || l < len(steps)-1
		case adhere.Met:
			back = back || missed
		default:
		}
	}
	switch {
	case !missed:
		return cell{}, counts{}
	case back:
		return sure(false, 1), counts{n: 1}
	default:
		return sure(true, 1), counts{n: 1, met: 1}
	}
}

// extremes tries all that the undecided levels of a chain could turn out to
// be: against the model as inconsistent if any way makes it so, for it as
// consistent if any way does. Which of the two is better is a matter of
// taste; worst is the lower value.
func extremes(steps []step) (worst, best share) {
	var free []int
	for l := range steps {
		if steps[l].all == adhere.Unsure {
			free = append(free, l)
		}
	}
	first := true
	for ways := 0; ways < 1<<min(len(free), 10); ways++ {
		c, _ := follows(steps, func(s *step) adhere.Outcome {
			for bit, l := range free {
				if s == &steps[l] {
					return adhere.OutcomeOf(ways>>bit&1 == 1)
				}
			}
			return s.all
		})
		if first || lower(c.real) < lower(worst) {
			worst = c.real
		}
		if first || lower(c.real) > lower(best) {
			best = c.real
		}
		first = false
	}
	return worst, best
}

// lower ranks what a chain can add: inconsistent, nothing, consistent.
func lower(s share) float64 { return 2*s.x - s.n }
