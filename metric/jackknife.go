package metric

import (
	"math"

	"adhere"
)

// blocks is the largest number of parts that a jackknife leaves out in turn.
const blocks = 200

// byJackknife fills in interval and P of the comparisons that are no plain
// sums over clusters, from leaving out each cluster in turn; where there are
// very many, each of as many blocks of clusters.
func byJackknife(p *pairs, m adhere.Metric, out []Comparison, list []*contrast, scale span) {
	var open []int
	for i := range out {
		if out[i].Undefined == "" && !list[i].additive() {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return
	}
	squares, used := make([]float64, len(open)), make([]float64, len(open))
	parts := min(blocks, len(p.ends))
	var a, b []adhere.Record
	for part := range parts {
		a, b = p.without(a[:0], b[:0], part, parts)
		va, vb := values(m.Of(a)), values(m.Of(b))
		for j, i := range open {
			x, okA := va[list[i].key]
			y, okB := vb[list[i].key]
			if okA && okB {
				d := out[i].Diff - (y - x)
				squares[j] += float64(d * d)
				used[j]++
			}
		}
	}
	pseudo := scale.width() / float64(len(p.ends)+1) // of a pseudo-cluster, as in the bootstrap
	for j, i := range open {
		df := max(1, used[j]-1)
		se := math.Sqrt(squares[j]*df/(df+1) + float64(pseudo*pseudo))
		out[i].Lo, out[i].Hi, out[i].P = normalDifference(out[i].Diff, se, df)
	}
}

// without appends both runs without every parts-th cluster.
func (p *pairs) without(a, b []adhere.Record, part, parts int) (as, bs []adhere.Record) {
	start := 0
	for i, end := range p.ends {
		if i%parts != part {
			a, b = appendPairs(a, b, p.items[start:end])
		}
		start = end
	}
	return a, b
}

// values returns the defined values by group.
func values(all []adhere.Summary) map[string]float64 {
	m := make(map[string]float64, len(all))
	for _, s := range all {
		if s.Undefined == "" {
			m[keyOf(s.Group)] = s.Value
		}
	}
	return m
}
