package metric

import (
	"fmt"
	"slices"
)

// CohenKappa returns Cohen's kappa of two raters over the items that both
// rated (Cohen 1960): (po - pe) / (1 - pe), with po the share of equal
// ratings and pe what it would be by chance, given how often each rater gave
// each value. It is undefined where both gave one and the same value always.
func CohenKappa(t *Table, a, b string) Coefficient {
	k := len(t.values)
	ra, rb := slices.Index(t.raters, a), slices.Index(t.raters, b)
	if ra < 0 || rb < 0 {
		return Coefficient{Undefined: fmt.Sprintf("%s or %s has decided nothing", a, b)}
	}
	s, n := newSums(k*k, t.groups), 0
	for i := range t.items {
		va, vb := int32(-1), int32(-1)
		for _, e := range t.of(i) {
			if int(e.rater) == ra {
				va = e.value
			}
			if int(e.rater) == rb {
				vb = e.value
			}
		}
		if va >= 0 && vb >= 0 {
			s.at(t.clusters[i])[int(va)*k+int(vb)]++
			n++
		}
	}
	if n == 0 {
		return Coefficient{Undefined: fmt.Sprintf("%s and %s have no item in common", a, b)}
	}
	return s.coefficient(n, func(m []float64) (float64, string) { return cohen(m, k) }, evenly(k*k))
}

// cohen is kappa of a square table of counts.
func cohen(m []float64, k int) (float64, string) {
	total, same, chance := 0.0, 0.0, 0.0
	for i, x := range m {
		total += x
		if i%(k+1) == 0 {
			same += x
		}
	}
	for v := range k {
		row, column := 0.0, 0.0
		for w := range k {
			row += m[v*k+w]
			column += m[w*k+v]
		}
		chance += float64(row * column)
	}
	if chance == total*total {
		return 0, "both raters always gave the same one value, so chance agreement is already complete"
	}
	return (same*total - chance) / (total*total - chance), ""
}

// evenly spreads a cluster's items over all cells: agreement by chance.
func evenly(dim int) func(size float64) []float64 {
	return func(size float64) []float64 { return slices.Repeat([]float64{size / float64(dim)}, dim) }
}

// FleissKappa returns Fleiss' kappa over the items with at least two ratings
// (Fleiss 1971): the mean share of agreeing pairs of ratings of an item,
// against the share expected from how often each value was given. Items may
// have different numbers of ratings, by different raters.
func FleissKappa(t *Table) Coefficient {
	k := len(t.values)
	s, n := newSums(k+2, t.groups), 0
	counts := make([]float64, k)
	for i := range t.items {
		es := t.of(i)
		if len(es) < 2 {
			continue
		}
		clear(counts)
		for _, e := range es {
			counts[e.value]++
		}
		v, m, pairs := s.at(t.clusters[i]), float64(len(es)), 0.0
		for j, c := range counts {
			pairs += float64(c * (c - 1))
			v[2+j] += c
		}
		v[0] += pairs / (m * (m - 1))
		v[1]++
		n++
	}
	return s.coefficient(n, fleiss, func(size float64) []float64 {
		return append([]float64{size / float64(k), size}, evenly(k)(2*size)...)
	})
}

func fleiss(v []float64) (float64, string) {
	total, chance := 0.0, 0.0
	for _, c := range v[2:] {
		total += c
	}
	for _, c := range v[2:] {
		chance += float64(c * c)
	}
	if chance == total*total {
		return 0, "every rating is the same value, so chance agreement is already complete"
	}
	chance /= total * total
	return (v[0]/v[1] - chance) / (1 - chance), ""
}
