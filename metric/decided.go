package metric

import (
	"slices"

	"adhere"
)

// ofNothing returns what a metric says where every answer failed: the least and
// the greatest value that it can have, and whether it counts what is undecided.
func (p *pairs) ofNothing(m adhere.Metric) (scale span, counted bool) {
	failed := slices.Clone(p.a)
	for i := range failed {
		failed[i].Response, failed[i].Verdicts, failed[i].Grades = nil, nil, nil
	}
	s := m.Of(failed)[0]
	if s.Worst == s.Best { // a metric of another package need not say
		return span{0, 1}, s.N > 0
	}
	return span{s.Worst, s.Best}, s.N > 0
}

// decidedInBoth returns the pairs without what a metric finds undecided in
// either run: requirements, answers or parts, whatever it counts. It is p itself
// where everything is decided.
func (p *pairs) decidedInBoth(k *alone, u unit) *pairs {
	out := &pairs{}
	changed := false
	ends := p.ends
	if u == clusterUnit {
		ends = p.parts
	}
	for items := range p.upTo(ends) {
		if a, b := k.cluster(items); !a.undecided() && !b.undecided() {
			out.items = append(out.items, items...)
			out.parts = append(out.parts, len(out.items))
			continue
		}
		changed = true
		if u == clusterUnit {
			continue
		}
		for i := range items {
			if t, ok := narrowed(k, u, items[i]); ok {
				out.items = append(out.items, t)
			}
		}
	}
	if !changed {
		return p
	}
	out.ends = clusterEnds(out.items)
	out.a, out.b = appendPairs(nil, nil, out.items)
	return out
}

// undecided reports whether the metric finds anything undecided over the
// whole.
func (s summed) undecided() bool { return s[0].undecided > 0 }

// narrowed returns the item without what is undecided on either side, unless
// that is all of it.
func narrowed(k *alone, u unit, t itemPair) (itemPair, bool) {
	openIn := func(requirement int) bool {
		return k.of(t.a, t.classA, requirement).undecided() || k.of(t.b, t.classB, requirement).undecided()
	}
	if !openIn(wholeRecord) {
		return t, true
	}
	n := len(t.a.Instruction.Requirements)
	if u == answerUnit || n != len(t.b.Instruction.Requirements) || t.a.Response == nil || t.b.Response == nil {
		return t, false
	}
	var open []int
	for i := range n {
		if openIn(i) {
			open = append(open, i)
		}
	}
	return itemPair{a: without(t.a, open), b: without(t.b, open)}, len(open) < n
}

// without returns the record as if some requirements had not been asked of
// any judge.
func without(r *adhere.Record, requirements []int) *adhere.Record {
	r = freed(r)
	n := len(r.Instruction.Requirements)
	one := *r
	one.Verdicts = slices.Clone(r.Verdicts)
	for i := range one.Verdicts {
		if slices.Contains(requirements, i%n) {
			one.Verdicts[i].Outcome = adhere.Skipped
		}
	}
	return &one
}
