package metric

import (
	"math"
	"slices"

	"adhere"
)

// A contrast is one metric in one group, in two runs: the summaries over all
// pairs, and what each cluster adds.
type contrast struct {
	key             string
	a, b            adhere.Summary
	wholeA, wholeB  adhere.Summary // with what only one run decided
	narrowed        bool           // a and b are over what both decided
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
		c.narrowed = true
		k := decided.byKey[c.key]
		if k == nil || k.a.Undefined != "" || k.b.Undefined != "" {
			c.overlap = "nothing is decided in both runs"
			continue
		}
		for _, side := range []struct{ to, from *adhere.Summary }{{&c.a, &k.a}, {&c.b, &k.b}} {
			to, from := side.to, side.from
			to.Value, to.N, to.Met, to.Warnings = from.Value, from.N, from.Met, from.Warnings
			to.Lo, to.Hi = min(to.Lo, from.Lo), max(to.Hi, from.Hi)
		}
	}
}

// gatherClusters takes what each cluster adds.
func (cs *contrasts) gatherClusters(p *pairs, k *alone, u unit) {
	for items := range p.upTo(p.ends) {
		a, b := k.cluster(items)
		cs.addCluster(a, b)
	}
	if u == clusterUnit {
		for items := range p.upTo(p.parts) {
			cs.addScores(k.cluster(items))
		}
	}
}

// gatherFlips goes through what can flip: answers, or their requirements.
func (cs *contrasts) gatherFlips(p *pairs, k *alone, u unit) {
	for i := 0; i < len(p.items) && u != clusterUnit; i++ {
		t := p.items[i]
		if u == answerUnit || sameVerdicts(t.a, t.b) {
			cs.addUnit(k.of(t.a, t.classA, wholeRecord), k.of(t.b, t.classB, wholeRecord), Flip{Instruction: t.a.Instruction.ID, Attempt: t.a.Attempt})
		} else {
			cs.addRequirements(k, t)
		}
	}
}

// addRequirements counts each requirement of an answer.
func (cs *contrasts) addRequirements(k *alone, t itemPair) {
	in := t.a.Instruction
	for j := range min(len(in.Requirements), len(t.b.Instruction.Requirements)) {
		cs.addUnit(k.of(t.a, t.classA, j), k.of(t.b, t.classB, j), Flip{
			Instruction: in.ID, Attempt: t.a.Attempt,
			Requirement: in.Requirements[j].ID,
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

// unitOf finds out what a metric counts whose wholes are a and b: it is a share
// of answers or of requirements if the counts of single answers add up to its
// counts.
func (k *alone) unitOf(p *pairs, a, b *adhere.Summary) unit {
	var of [2]struct{ n, met int }
	largest := 0
	for _, t := range p.items {
		for i, s := range []summed{k.of(t.a, t.classA, wholeRecord), k.of(t.b, t.classB, wholeRecord)} {
			n, undecided := int(s[0].n), int(s[0].undecided)
			of[i].n += n + undecided
			of[i].met += int(s[0].met)
			largest = max(largest, n, undecided)
			if s[0].partly {
				largest = max(largest, 2)
			}
		}
	}
	for i, sum := range []*adhere.Summary{a, b} {
		share := sum.Undefined != "" || (sum.Met > 0) == (sum.Value > 0)
		if of[i].n != sum.N+sum.Undecided || of[i].met != sum.Met || !share {
			return clusterUnit
		}
	}
	if largest <= 1 {
		return answerUnit
	}
	return requirementUnit
}

func (cs *contrasts) addCluster(a, b summed) {
	for i := range a {
		x := pairCell{a: a[i].share()}
		if j := b.at(a[i].key, i); j >= 0 {
			x.b = b[j].share()
		}
		cs.addCell(a[i].key, x)
	}
	for j := range b {
		if a.at(b[j].key, j) < 0 {
			cs.addCell(b[j].key, pairCell{b: b[j].share()})
		}
	}
}

func (cs *contrasts) addCell(key string, x pairCell) {
	c := cs.byKey[key]
	if c == nil || x.a.n == 0 && x.b.n == 0 {
		return
	}
	c.cells = append(c.cells, x)
	c.sumA.x, c.sumA.n = c.sumA.x+x.a.x, c.sumA.n+x.a.n
	c.sumB.x, c.sumB.n = c.sumB.x+x.b.x, c.sumB.n+x.b.n
}

func (s *standing) share() share {
	if s.undefined {
		return share{}
	}
	x := s.value * float64(s.n)
	if whole := math.Round(x); math.Abs(x-whole) < 1e-9 {
		x = whole
	}
	return share{x, float64(s.n)}
}

// additive reports whether the metric is the sum over clusters of value times
// n, over the sum of n, in both runs.
func (c *contrast) additive() bool {
	same := func(sum share, s adhere.Summary) bool {
		return s.Undefined == "" && sum.n > 0 && sum.n == float64(s.N) && math.Abs(sum.x-s.Value*sum.n) < 1e-9*max(1, sum.n)
	}
	return same(c.sumA, c.a) && same(c.sumB, c.b)
}

// addUnit counts one answer or requirement. In records with equal verdicts it
// may stand for several requirements, of which none flips.
func (cs *contrasts) addUnit(a, b summed, f Flip) {
	for i := range a {
		x := &a[i]
		j, c := b.at(x.key, i), cs.byKey[x.key]
		if j < 0 || c == nil {
			continue
		}
		y := &b[j]
		f.From, f.To = x.outcome(), y.outcome()
		if f.From.Decided() && f.To.Decided() {
			c.n += int(min(x.n, y.n))
			switch {
			case x.met < y.met:
				c.gained++
			case x.met > y.met:
				c.lost++
			}
		}
		if f.From != f.To && x.key == "" && !cs.noFlips {
			c.flips = append(c.flips, f)
		}
	}
}

// at finds the standing of a group, which is mostly where it is in another
// run; -1 where there is none.
func (s summed) at(key string, guess int) int {
	if guess < len(s) && s[guess].key == key {
		return guess
	}
	return slices.IndexFunc(s, func(x standing) bool { return x.key == key })
}

func (s *standing) outcome() adhere.Outcome {
	switch {
	case s.n > 0:
		return adhere.OutcomeOf(s.met > 0)
	case s.undecided > 0:
		return adhere.Unsure
	default:
		return adhere.Skipped
	}
}

// addScores counts parts whose score rose or fell.
func (cs *contrasts) addScores(a, b summed) {
	for i := range a {
		j, c := b.at(a[i].key, i), cs.byKey[a[i].key]
		if j < 0 || c == nil || a[i].undefined || b[j].undefined {
			continue
		}
		c.n++
		switch x, y := a[i].value, b[j].value; {
		case x < y:
			c.gained++
		case x > y:
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

// freed returns the record as if no requirement needed another: what a need
// makes of a verdict is the verdict. The one that counts among all judges is what
// all of them together make of it, the others what their own judges do. It is r
// itself where none needs another.
func freed(r *adhere.Record) *adhere.Record {
	if !slices.ContainsFunc(r.Instruction.Requirements, func(q adhere.Requirement) bool { return len(q.Needs) > 0 }) {
		return r
	}
	one, in := *r, *r.Instruction
	in.Requirements = slices.Clone(in.Requirements)
	one.Instruction, one.Verdicts = &in, nil
	counted, together := r.Counted(nil), r.Outcomes(nil)
	for _, judge := range r.Judges() {
		verdicts, alone := slices.Clone(r.By(judge)), r.Outcomes(func(name string) bool { return name == judge })
		for i := range verdicts {
			outcome := alone[i]
			if counted[i].Judge == judge {
				outcome = together[i]
			}
			if q := &in.Requirements[i]; len(q.Needs) > 0 {
				verdicts[i].Outcome = q.Right(outcome)
			}
		}
		one.Verdicts = append(one.Verdicts, verdicts...)
	}
	for i := range in.Requirements {
		in.Requirements[i].Needs = nil
	}
	return &one
}

// single returns the record as if its instruction had requirement i alone.
func single(r *adhere.Record, i int) []adhere.Record {
	r = freed(r)
	in := *r.Instruction
	in.Requirements = in.Requirements[i : i+1]
	one := *r
	one.Instruction, one.Verdicts = &in, nil
	for _, judge := range r.Judges() {
		one.Verdicts = append(one.Verdicts, r.By(judge)[i])
	}
	return []adhere.Record{one}
}
