package metric

import (
	"math"

	"adhere"
)

// A contrast is one metric in one group, in two runs: the summaries over all
// pairs, and what each cluster adds.
type contrast struct {
	key             string
	a, b            adhere.Summary
	wholeA, wholeB  adhere.Summary // with what only one run decided
	overlap         string         // why nothing is compared though both have values
	cells           []pairCell
	gained, lost, n int
	flips           []Flip
	sumA, sumB      share
}

// A pairCell is what one cluster adds in each run.
type pairCell struct{ a, b share }

// contrasts are all groups of one metric. A metric is a function of records
// and nothing else, so what a cluster, an answer or a requirement adds is
// found by taking the metric of that alone.
type contrasts struct {
	list    []*contrast
	byKey   map[string]*contrast
	noFlips bool
}

func newContrasts(sa, sb []adhere.Summary) *contrasts {
	cs := &contrasts{byKey: map[string]*contrast{}}
	for i, side := range [][]adhere.Summary{sa, sb} {
		for _, s := range side {
			key := keyOf(s.Group)
			c := cs.byKey[key]
			if c == nil {
				missing := adhere.Summary{Metric: s.Metric, Group: s.Group, Undefined: "nothing falls into this group"}
				c = &contrast{key: key, a: missing, b: missing}
				cs.byKey[key] = c
				cs.list = append(cs.list, c)
			}
			if i == 0 {
				c.a, c.wholeA = s, s
			} else {
				c.b, c.wholeB = s, s
			}
		}
	}
	return cs
}

// narrow takes the values over what both runs decided, and leaves intervals
// as wide as they are by what one of them did not.
func (cs *contrasts) narrow(sa, sb []adhere.Summary) {
	decided := newContrasts(sa, sb)
	for _, c := range cs.list {
		k := decided.byKey[c.key]
		if k == nil || k.a.Undefined != "" || k.b.Undefined != "" {
			c.overlap = "nothing is decided in both runs"
			continue
		}
		for _, side := range []struct{ to, from *adhere.Summary }{{&c.a, &k.a}, {&c.b, &k.b}} {
			to, from := side.to, side.from
			to.Value, to.N, to.Met = from.Value, from.N, from.Met
			to.Lo, to.Hi = min(to.Lo, from.Lo), max(to.Hi, from.Hi)
		}
	}
}

// gatherClusters takes what each cluster adds.
func (cs *contrasts) gatherClusters(p *pairs, m adhere.Metric, u unit) {
	var one, other []adhere.Record // the cluster at hand
	for twins := range p.clusters() {
		one, other = appendTwins(one[:0], other[:0], twins)
		a, b := m.Of(one), m.Of(other)
		cs.addCluster(a, b)
		if u == clusterUnit {
			cs.addScores(a, b)
		}
	}
}

// gatherFlips goes through what can flip: answers, or their requirements.
func (cs *contrasts) gatherFlips(p *pairs, m adhere.Metric, u unit) {
	for i := 0; i < len(p.twins) && u != clusterUnit; i++ {
		a, b := p.twins[i].a, p.twins[i].b
		if u == answerUnit || sameVerdicts(a, b) {
			cs.addUnit(m.Of([]adhere.Record{*a}), m.Of([]adhere.Record{*b}), Flip{Instruction: a.Instruction.ID, Attempt: a.Attempt})
		} else {
			cs.addRequirements(m, a, b)
		}
	}
}

// addRequirements counts each requirement of an answer.
func (cs *contrasts) addRequirements(m adhere.Metric, a, b *adhere.Record) {
	for j := range min(len(a.Instruction.Requirements), len(b.Instruction.Requirements)) {
		cs.addUnit(m.Of(single(a, j)), m.Of(single(b, j)), Flip{
			Instruction: a.Instruction.ID, Attempt: a.Attempt,
			Requirement: a.Instruction.Requirements[j].ID,
		})
	}
}

// The smallest things whose outcomes a metric counts.
type unit int

const (
	clusterUnit     unit = iota // scores, which rise and fall
	answerUnit                  // whole answers, met or not
	requirementUnit             // single requirements, met or not
)

// unitOf finds out what a metric counts: it is a share of answers or of
// requirements if the counts of single answers add up to its counts. What
// holds for the first clusters holds for all.
func unitOf(p *pairs, m adhere.Metric) unit {
	one, other := appendTwins(nil, nil, p.twins[:p.ends[min(len(p.ends), 100)-1]])
	largest := 0
	for _, records := range [][]adhere.Record{one, other} {
		sum := m.Of(records)[0]
		n, met := 0, 0
		for i := range records {
			s := m.Of(records[i : i+1])[0]
			n += s.N + s.Undecided
			met += s.Met
			largest = max(largest, s.N+s.Undecided)
		}
		share := sum.Undefined != "" || (sum.Met > 0) == (sum.Value > 0)
		if n != sum.N+sum.Undecided || met != sum.Met || !share {
			return clusterUnit
		}
	}
	if largest <= 1 {
		return answerUnit
	}
	return requirementUnit
}

func (cs *contrasts) addCluster(a, b []adhere.Summary) {
	cells := map[string]*pairCell{}
	var order []string
	cell := func(s adhere.Summary) *pairCell {
		key := keyOf(s.Group)
		if cells[key] == nil {
			cells[key] = &pairCell{}
			order = append(order, key)
		}
		return cells[key]
	}
	for _, s := range a {
		cell(s).a = shareOf(s)
	}
	for _, s := range b {
		cell(s).b = shareOf(s)
	}
	for _, key := range order {
		c, x := cs.byKey[key], cells[key]
		if c == nil || x.a.n == 0 && x.b.n == 0 {
			continue
		}
		c.cells = append(c.cells, *x)
		c.sumA.x, c.sumA.n = c.sumA.x+x.a.x, c.sumA.n+x.a.n
		c.sumB.x, c.sumB.n = c.sumB.x+x.b.x, c.sumB.n+x.b.n
	}
}

func shareOf(s adhere.Summary) share {
	if s.Undefined != "" {
		return share{}
	}
	x := s.Value * float64(s.N)
	if whole := math.Round(x); math.Abs(x-whole) < 1e-9 {
		x = whole
	}
	return share{x, float64(s.N)}
}

// additive reports whether the metric is the sum over clusters of value times
// n, over the sum of n, in both runs.
func (c *contrast) additive() bool {
	same := func(sum share, s adhere.Summary) bool {
		return s.Undefined == "" && sum.n == float64(s.N) && math.Abs(sum.x-s.Value*sum.n) < 1e-9*max(1, sum.n)
	}
	return same(c.sumA, c.a) && same(c.sumB, c.b)
}

// addUnit counts one answer or requirement. In records with equal verdicts it
// may stand for several requirements, of which none flips.
func (cs *contrasts) addUnit(a, b []adhere.Summary, f Flip) {
	for i := range a {
		j := sameGroup(a[i], b, i)
		if j < 0 {
			continue
		}
		c := cs.byKey[keyOf(a[i].Group)]
		if c == nil {
			continue
		}
		f.From, f.To = outcomeOf(a[i]), outcomeOf(b[j])
		if f.From.Decided() && f.To.Decided() {
			c.n += min(a[i].N, b[j].N)
			switch {
			case a[i].Met < b[j].Met:
				c.gained++
			case a[i].Met > b[j].Met:
				c.lost++
			}
		}
		if f.From != f.To && len(a[i].Group) == 0 && !cs.noFlips {
			c.flips = append(c.flips, f)
		}
	}
}

// sameGroup finds the summary of the same group, which is mostly at the same
// place.
func sameGroup(s adhere.Summary, in []adhere.Summary, guess int) int {
	if guess < len(in) && keyOf(in[guess].Group) == keyOf(s.Group) {
		return guess
	}
	for i := range in {
		if keyOf(in[i].Group) == keyOf(s.Group) {
			return i
		}
	}
	return -1
}

func outcomeOf(s adhere.Summary) adhere.Outcome {
	switch {
	case s.N > 0:
		return adhere.OutcomeOf(s.Met > 0)
	case s.Undecided > 0:
		return adhere.Unsure
	default:
		return adhere.Skipped
	}
}

// addScores counts clusters whose score rose or fell.
func (cs *contrasts) addScores(a, b []adhere.Summary) {
	for i := range a {
		j := sameGroup(a[i], b, i)
		c := cs.byKey[keyOf(a[i].Group)]
		if j < 0 || c == nil || a[i].Undefined != "" || b[j].Undefined != "" {
			continue
		}
		c.n++
		switch {
		case a[i].Value < b[j].Value:
			c.gained++
		case a[i].Value > b[j].Value:
			c.lost++
		}
	}
}

// sameVerdicts reports whether no judge changed any outcome.
func sameVerdicts(a, b *adhere.Record) bool {
	if (a.Response == nil) != (b.Response == nil) || len(a.Verdicts) != len(b.Verdicts) ||
		len(a.Instruction.Requirements) != len(b.Instruction.Requirements) {
		return false
	}
	for i := range a.Verdicts {
		if a.Verdicts[i].Outcome != b.Verdicts[i].Outcome || a.Verdicts[i].Judge != b.Verdicts[i].Judge {
			return false
		}
	}
	return true
}

// single returns the record as if its instruction had requirement i alone.
func single(r *adhere.Record, i int) []adhere.Record {
	in := *r.Instruction
	n := len(in.Requirements)
	in.Requirements = in.Requirements[i : i+1]
	one := *r
	one.Instruction, one.Verdicts = &in, nil
	for start := 0; start < len(r.Verdicts); {
		end := start
		for end < len(r.Verdicts) && r.Verdicts[end].Judge == r.Verdicts[start].Judge {
			end++
		}
		v := r.Verdicts[start]
		if (end-start)%n == 0 {
			v = r.Verdicts[start+i]
		} else {
			v.Outcome = adhere.Broken
		}
		one.Verdicts = append(one.Verdicts, v)
		start = end
	}
	return []adhere.Record{one}
}
