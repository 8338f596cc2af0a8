package metric

import (
	"slices"

	"adhere"
)

// decidedInBoth returns the pairs without what a metric finds undecided in
// either run: requirements, answers or clusters, whatever it counts. It is p
// itself where everything is decided.
func (p *pairs) decidedInBoth(m adhere.Metric, u unit) *pairs {
	out := &pairs{}
	changed := false
	var one, other []adhere.Record
	for twins := range p.clusters() {
		one, other = appendTwins(one[:0], other[:0], twins)
		if !undecided(m, one) && !undecided(m, other) {
			out.twins = append(out.twins, twins...)
			continue
		}
		changed = true
		if u == clusterUnit {
			continue
		}
		for i := range one {
			if t, ok := narrowed(m, u, twins[i]); ok {
				out.twins = append(out.twins, t)
			}
		}
	}
	if !changed {
		return p
	}
	out.ends = clusterEnds(out.twins)
	out.a, out.b = appendTwins(nil, nil, out.twins)
	return out
}

// undecided reports whether the metric finds anything undecided in the
// records, over the whole.
func undecided(m adhere.Metric, records []adhere.Record) bool { return m.Of(records)[0].Undecided > 0 }

// narrowed returns the twin without what is undecided on either side, unless
// that is all of it.
func narrowed(m adhere.Metric, u unit, t twin) (twin, bool) {
	if !undecided(m, []adhere.Record{*t.a}) && !undecided(m, []adhere.Record{*t.b}) {
		return t, true
	}
	n := len(t.a.Instruction.Requirements)
	if u == answerUnit || n != len(t.b.Instruction.Requirements) || t.a.Response == nil || t.b.Response == nil {
		return t, false
	}
	var open []int
	for i := range n {
		if undecided(m, single(t.a, i)) || undecided(m, single(t.b, i)) {
			open = append(open, i)
		}
	}
	return twin{without(t.a, open), without(t.b, open)}, len(open) < n
}

// without returns the record as if some requirements had not been asked of
// any judge.
func without(r *adhere.Record, requirements []int) *adhere.Record {
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
