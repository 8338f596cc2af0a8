package metric

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// level of all intervals in this package.
const confidence = 0.95

// An estimate is a mean over strata of shares, with what its interval needs.
type estimate struct {
	value    float64
	smooth   float64 // the value, scaled to 0..1 and drawn in from the ends
	variance float64 // of the scaled value, never 0
	df       float64 // degrees of freedom of the variance
}

// estimateOf works out the mean over strata of sum(x)/sum(n) and its
// cluster-robust (linearised, "sandwich") variance.
//
// Plain variances vanish when all clusters agree, at 0/N and N/N above all,
// and are too small near them. So to each stratum one pseudo-cluster of
// average size is added, half of it met whole and half missed whole; it
// stands for the cluster that was not seen, weighs little when there are many
// clusters, and makes 0 of N no better known than its number of clusters
// allows. The value itself stays as it is.
func estimateOf(cells []cell, strata int32, part func(*cell) share, s span) (estimate, bool) {
	sums := make([]stratum, strata)
	clusters, last := 0, int32(-1)
	for i := range cells {
		c := part(&cells[i])
		if c.n == 0 {
			continue
		}
		sums[cells[i].stratum].add(c)
		if cells[i].cluster != last {
			clusters++
			last = cells[i].cluster
		}
	}
	var est estimate
	used := 0.0
	for i := range sums {
		if sums[i].n > 0 {
			used++
			sums[i].settle(s)
			est.value += sums[i].x / sums[i].n
			est.smooth += sums[i].smooth
		}
	}
	if used == 0 {
		return est, false
	}
	est.value /= used
	est.smooth /= used
	est.df = float64(clusters)
	est.variance = variance(cells, sums, used, part, s)
	return est, true
}

// A stratum sums up its clusters.
type stratum struct {
	x, n, clusters float64
	size           float64 // mean size of a cluster
	smooth         float64 // share with the pseudo-cluster, scaled to 0..1
}

func (t *stratum) add(c share) {
	t.x += c.x
	t.n += c.n
	t.clusters++
}

func (t *stratum) settle(s span) {
	t.size = t.n / t.clusters
	scaled := min(1, max(0, (t.x/t.n-s.min)/(s.max-s.min)))
	t.smooth = (scaled*t.clusters + 0.5) / (t.clusters + 1)
}

// variance sums the squares of each cluster's influence on the value.
func variance(cells []cell, sums []stratum, used float64, part func(*cell) share, s span) float64 {
	total, influence, last := 0.0, 0.0, int32(-1)
	for i := range cells {
		c := part(&cells[i])
		if c.n == 0 {
			continue
		}
		if cells[i].cluster != last {
			total += float64(influence * influence)
			influence, last = 0, cells[i].cluster
		}
		t := &sums[cells[i].stratum]
		scaled := (c.x - float64(s.min*c.n)) / (s.max - s.min)
		influence += (scaled - float64(t.smooth*c.n)) / ((t.n + t.size) * used)
	}
	total += float64(influence * influence)
	for i := range sums {
		if t := &sums[i]; t.n > 0 {
			weight := t.size / ((t.n + t.size) * used)
			total += float64(weight*weight) * (float64(t.smooth*t.smooth) + float64((1-t.smooth)*(1-t.smooth))) / 2
		}
	}
	return total
}

// interval is Wilson's score interval with the effective sample size that
// the cluster-robust variance implies and Student's t in place of the normal
// quantile (as Korn and Graubard 1998 and Dean and Pagano 2015 do for
// surveys). It is never empty, never leaves the span, and at the ends of the
// span opens to one side. Its coverage is held by a simulation in the tests.
func (e *estimate) interval(s span) (lo, hi float64) {
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: e.df}.Quantile((1 + confidence) / 2)
	n := e.smooth * (1 - e.smooth) / e.variance
	p := min(1, max(0, (e.value-s.min)/(s.max-s.min)))
	shift := t * t / n
	centre := (p + shift/2) / (1 + shift)
	half := t * math.Sqrt(p*(1-p)/n+t*t/(4*n*n)) / (1 + shift)
	lo = s.min + (s.max-s.min)*max(0, centre-half)
	hi = s.min + (s.max-s.min)*min(1, centre+half)
	return min(settle(lo), e.value), max(settle(hi), e.value)
}

// settle drops the digits in which machines differ: some fuse a product and
// a sum into one rounding.
func settle(x float64) float64 { return math.Round(x*1e12) / 1e12 }
