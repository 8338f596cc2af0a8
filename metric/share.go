package metric

import "adhere"

// Counted is what one cluster adds to a share: how many things have a
// property, of how many.
type Counted struct{ Met, N int }

// ShareOf returns the share of all things that have the property, from 0 to 1,
// with the interval that every accuracy of this package has: clusters, not
// things, are independent. The name is the Summary's Metric; thing says in the
// plural what is counted, for a Summary without any.
func ShareOf(name, thing string, clusters []Counted) adhere.Summary {
	t := newTally(1)
	for i, c := range clusters {
		s := share{float64(c.Met), float64(c.N)}
		t.add(cell{cluster: int32(i), real: s, worst: s, best: s}, counts{n: c.N, met: c.Met})
	}
	return t.summary(name, nil, span{0, 1}, thing)
}
