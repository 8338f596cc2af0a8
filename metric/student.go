package metric

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Student's distribution and the normal one, by the special functions of
// gonum's mathext. Its package distuv has them ready, and brings linear algebra
// that takes longer to compile than all of this package.

// studentCDF is the share of Student's distribution with df degrees of freedom
// at or below t.
func studentCDF(t, df float64) float64 {
	tail := 0.5 * mathext.RegIncBeta(df/2, 0.5, df/(t*t+df)) // beyond |t|
	if t > 0 {
		return 1 - tail
	}
	return tail
}

// studentQuantile is the value with the share p, above a half, of Student's
// distribution at or below it.
func studentQuantile(p, df float64) float64 {
	x := mathext.InvRegIncBeta(df/2, 0.5, 2*(1-p))
	return math.Sqrt(df * (1 - x) / x)
}

// normalCDF is the share of the standard normal distribution at or below z.
func normalCDF(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }
