package metric

import (
	"math"
	"sync"
)

// confidence is the level of all intervals in this package.
const confidence = 0.95

// interval is Wilson's score interval with the effective sample size that
// the cluster-robust variance implies and Student's t in place of the normal
// quantile (as Korn and Graubard 1998 and Dean and Pagano 2015 do for
// surveys). It is never empty, never leaves the span, and at the ends of the
// span opens to one side. Its coverage is held by a simulation in the tests.
func (e *estimate) interval(s span) (lo, hi float64) { return e.within(s, studentT(e.df)) }

// within is the same with another quantile.
func (e *estimate) within(s span, t float64) (lo, hi float64) {
	n := e.smooth * (1 - e.smooth) / e.variance
	p := min(1, max(0, (e.value-s.min)/(s.max-s.min)))
	shift := t * t / n
	centre := (p + shift/2) / (1 + shift)
	half := t * math.Sqrt(p*(1-p)/n+t*t/(4*n*n)) / (1 + shift)
	lo = s.min + (s.max-s.min)*max(0, centre-half)
	hi = s.min + (s.max-s.min)*min(1, centre+half)
	return min(settle(lo), e.value), max(settle(hi), e.value)
}

// bounded is the interval of a value of which only a worst and a best case are
// known. The value lies between them, so it can be beyond one end only: with a
// distance of many standard errors between the two cases 95 % certainty takes
// the one-sided quantile, with none the two-sided one, and otherwise the one
// between them that Imbens and Manski (2004, equation 7) give. Student's t stands
// in place of the normal distribution.
func bounded(worst, best *estimate, s span) (lo, hi float64) {
	df := min(worst.df, best.df)
	t := between(df, (best.smooth-worst.smooth)/math.Sqrt(max(worst.variance, best.variance)))
	lo, _ = worst.within(s, t)
	_, hi = best.within(s, t)
	return lo, hi
}

// between is the quantile for two cases that are so many standard errors apart.
func between(df, apart float64) float64 {
	from, to := 0.0, studentT(df)
	for range 30 { // to nine digits
		if q := (from + to) / 2; studentCDF(q+apart, df)-studentCDF(-q, df) < confidence {
			from = q
		} else {
			to = q
		}
	}
	return to
}

// narrower is the share of the distance from a case to the end of its interval that
// is needed where only a worst and a best case so far apart are known: 1 where they
// are one, 0.84 where they are far apart. Half is the longest such distance.
func narrower(half, apart float64) float64 {
	if apart <= 0 {
		return 1
	}
	z := studentT(manyDegrees)
	return between(manyDegrees, apart*z/half) / z
}

// manyDegrees of freedom make Student's distribution a normal one.
const manyDegrees = 1e6

// settle drops the digits in which machines differ: some fuse a product and
// a sum into one rounding.
func settle(x float64) float64 { return math.Round(x*1e12) / 1e12 }

// studentT is the quantile of Student's distribution that bounds the interval.
func studentT(df float64) float64 {
	if known := quantiles(); df == math.Trunc(df) && df < float64(len(known)) {
		return known[int(df)]()
	}
	return quantileOf(df)
}

func quantileOf(df float64) float64 {
	if df == 1 { // a single cluster
		return math.Tan(math.Pi * confidence / 2)
	}
	return studentQuantile((1+confidence)/2, df)
}

// quantiles keeps those that Compare asks for very often.
var quantiles = sync.OnceValue(func() []func() float64 {
	known := make([]func() float64, 1024)
	for df := range known {
		known[df] = sync.OnceValue(func() float64 { return quantileOf(float64(df)) })
	}
	return known
})
