package metric

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"adhere"
)

// CompareOptions settle what Compare leaves open.
type CompareOptions struct {
	Seed    int  // of the bootstrap
	NoFlips bool // leaves Flips empty: in large runs they are most of a Comparison
}

// Compare holds two runs against each other, metric by metric and group by
// group, on the instructions and attempts that both have. Items without a
// partner are left out and counted in the warnings of each metric's whole.
//
// Intervals are percentiles of a paired bootstrap that draws clusters
// (instructions, or groups of levels), for metrics that are plain shares or
// means over clusters; others, such as means over categories, get a
// jackknife over clusters, and P from it. Else P is the mid-p of a two-sided
// test that swaps the runs cluster by cluster, exact where results are whole
// numbers: McNemar's, where a cluster is one yes-or-no. Flips are listed at each
// metric's whole, unless left out.
//
// Values, difference and P are taken over what is decided in both runs:
// requirements, whole answers, instructions with all attempts, or clusters,
// whatever the metric counts; under a policy that counts what is undecided, over
// everything. What is undecided in either widens the intervals to the worst and
// the best case, and a difference whose widened interval holds 0 is Noise
// whatever P says.
func Compare(a, b []adhere.Record, metrics []adhere.Metric, o CompareOptions) ([]Comparison, error) {
	p, err := pairUp(a, b)
	if err != nil {
		return nil, err
	}
	var all []Comparison
	for _, m := range metrics {
		all = append(all, p.compare(m, o)...)
	}
	correct(all)
	return all, nil
}

// compare works out one metric, the whole first.
func (p *pairs) compare(m adhere.Metric, o CompareOptions) []Comparison {
	wholeA, wholeB := m.Of(p.a), m.Of(p.b)
	cs := newContrasts(wholeA, wholeB)
	cs.noFlips = o.NoFlips
	k := &alone{m: m, known: map[class]summed{}, parts: map[class]summed{}, sort: newSorter(), keys: map[string]string{}}
	unit := k.unitOf(p, &wholeA[0], &wholeB[0])
	cs.gatherFlips(p, k, unit)
	if unit == clusterUnit {
		p.parts = p.partsOf(k, &wholeA[0], &wholeB[0])
	}
	both := p
	scale, counted := p.ofNothing(m)
	if !counted {
		both = p.decidedInBoth(k, unit)
	}
	if both != p {
		cs.narrow(m.Of(both.a), m.Of(both.b))
	}
	cs.gatherClusters(both, k, unit)
	out := make([]Comparison, len(cs.list))
	for i, c := range cs.list {
		out[i] = Comparison{
			Metric: m.Name, Group: c.a.Group, A: c.a, B: c.b,
			Gained: c.gained, Lost: c.lost, N: c.n, Flips: c.flips,
		}
		out[i].decide(c, o, scale)
	}
	byJackknife(both, m, out, cs.list, scale)
	for i, c := range cs.list {
		if out[i].Undefined == "" {
			out[i].widen(c)
		}
		out[i].bound(unit)
	}
	if len(out) > 0 {
		out[0].Warnings = append(p.warnings[:len(p.warnings):len(p.warnings)], out[0].Warnings...)
	}
	return out
}

// decide fills in the difference, its interval and P from sums by cluster.
func (c *Comparison) decide(k *contrast, o CompareOptions, scale span) {
	for _, side := range []struct {
		of    adhere.Summary
		which string
	}{{c.A, "first"}, {c.B, "second"}} {
		if side.of.Undefined != "" {
			c.Undefined = "among the items of both, in the " + side.which + " run " + side.of.Undefined
			return
		}
	}
	if k.overlap != "" {
		c.Undefined = k.overlap
		return
	}
	c.Diff = c.B.Value - c.A.Value
	if left := c.A.Undecided + c.B.Undecided; left > 0 && len(c.Group) == 0 {
		how := "counted in both"
		if k.narrowed {
			how = "compared on what both decided"
		}
		c.Warnings = append(c.Warnings, fmt.Sprintf("%d undecided in the first run, %d in the second: %s", c.A.Undecided, c.B.Undecided, how))
	}
	if k.additive() {
		c.Lo, c.Hi = k.bootstrap(o.Seed, c.Metric, scale)
		c.Lo, c.Hi = min(c.Lo, c.Diff), max(c.Hi, c.Diff)
		c.P = k.swapTest()
	}
}

// widen moves the ends of the interval by as much as the difference would
// move if everything undecided turned out against B and for A, or the other
// way round.
func (c *Comparison) widen(k *contrast) {
	if c.A.Undecided+c.B.Undecided == 0 {
		return
	}
	worst := k.wholeB.Worst - k.wholeA.Best
	best := k.wholeB.Best - k.wholeA.Worst
	q := narrower(max(c.Diff-c.Lo, c.Hi-c.Diff), best-worst)
	c.Lo = settle(c.Diff - q*(c.Diff-c.Lo) + min(0, worst-c.Diff))
	c.Hi = settle(c.Diff + q*(c.Hi-c.Diff) + max(0, best-c.Diff))
}

// bound keeps the interval within what differences can be: 1 of shares; of scores
// the distance between the far ends of the intervals of both runs, which stay within
// the scale.
func (c *Comparison) bound(u unit) {
	lo, hi := -1.0, 1.0
	if u == clusterUnit {
		lo, hi = min(c.Diff, c.B.Lo-c.A.Hi), max(c.Diff, c.B.Hi-c.A.Lo)
	}
	c.Lo, c.Hi = max(c.Lo, lo), min(c.Hi, hi)
}

// correct takes one metric over one grouping for a family: what was asked at
// once. Breaking a run down in further ways, or by further metrics, must not
// weaken what is said by the others.
func correct(all []Comparison) {
	families := map[string][]*Comparison{}
	for i := range all {
		name := all[i].Metric + separator + strings.Join(slices.Sorted(maps.Keys(all[i].Group)), separator)
		families[name] = append(families[name], &all[i])
	}
	for _, family := range families {
		correctFor(family)
	}
}

// correctFor applies Holm's correction for the number of comparisons that are
// defined, and says which of them chance, or what is undecided, could explain.
func correctFor(family []*Comparison) {
	var p []float64
	var defined []*Comparison
	for _, c := range family {
		if c != nil && c.Undefined == "" {
			p, defined = append(p, c.P), append(defined, c)
		}
	}
	for i, h := range Holm(p) {
		c := defined[i]
		c.PHolm, c.Noise = h, h >= 1-confidence || c.Lo <= 0 && c.Hi >= 0
	}
}

// Holm returns the p-values adjusted for their number by Holm's step-down
// method (Holm 1979), in the order given.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	out := make([]float64, len(p))
	highest := 0.0
	for rank, i := range order {
		highest = max(highest, math.Min(1, p[i]*float64(len(p)-rank)))
		out[i] = highest
	}
	return out
}

func keyOf(group map[string]string) string {
	if len(group) <= 1 { // nearly always: without sorting
		for k, v := range group {
			return k + "\x01" + v + "\x02"
		}
		return ""
	}
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(group)) {
		b.WriteString(k + "\x01" + group[k] + "\x02")
	}
	return b.String()
}
