package metric

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
)

const (
	replicates = 2000
	manyCells  = 5000 // from here on the bootstrap's interval is the normal one
)

// bootstrap returns the 95 % percentile interval of B minus A over draws of
// clusters. To what is drawn from belong two pseudo-clusters of average size
// and half weight, one gained whole and one lost whole, from the least to the
// greatest value: without them two runs
// that happen to agree everywhere would seem to agree for certain (Agresti
// and Min 2005 add half a pair to each cell of the table for the same end).
func (c *contrast) bootstrap(seed int, metric string, scale span) (lo, hi float64) {
	n := len(c.cells)
	m := float64(n)
	sizeA, sizeB := c.sumA.n/m, c.sumB.n/m
	if n > manyCells {
		return c.linear(scale)
	}
	h := fnv.New64a()
	h.Write([]byte(metric + "\x00" + c.key))
	r := rand.New(rand.NewPCG(uint64(seed), h.Sum64()))
	diffs := make([]float64, 0, replicates)
	for range replicates {
		var a, b share
		for range n + 1 {
			switch i := r.IntN(2*n + 2); {
			case i < 2*n:
				x := &c.cells[i/2]
				a.add(x.a)
				b.add(x.b)
			case i == 2*n:
				a.add(share{float64(scale.min * sizeA), sizeA})
				b.add(share{float64(scale.max * sizeB), sizeB})
			default:
				a.add(share{float64(scale.max * sizeA), sizeA})
				b.add(share{float64(scale.min * sizeB), sizeB})
			}
		}
		if a.n > 0 && b.n > 0 {
			diffs = append(diffs, b.x/b.n-a.x/a.n)
		}
	}
	slices.Sort(diffs)
	return settle(quantile(diffs, (1-confidence)/2)), settle(quantile(diffs, (1+confidence)/2))
}

// linear is the interval from the linearised variance.
func (c *contrast) linear(scale span) (lo, hi float64) {
	ra, rb := c.sumA.x/c.sumA.n, c.sumB.x/c.sumB.n
	squares := 0.0
	for _, x := range c.cells {
		z := (x.b.x-float64(rb*x.b.n))/c.sumB.n - (x.a.x-float64(ra*x.a.n))/c.sumA.n
		squares += float64(z * z)
	}
	m := float64(len(c.cells))
	squares += float64(scale.width()*scale.width()) / (m * m)
	lo, hi, _ = normalDifference(rb-ra, math.Sqrt(squares), m)
	return lo, hi
}

// quantile of a sorted, non-empty list, between neighbours.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// normalDifference returns interval and two-sided P of a difference with a
// standard error.
func normalDifference(diff, se, df float64) (lo, hi, p float64) {
	if se == 0 {
		return diff, diff, 1
	}
	half := studentQuantile((1+confidence)/2, df) * se
	return settle(diff - half), settle(diff + half), settle(2 * studentCDF(-math.Abs(diff)/se, df))
}
