package metric

import (
	"math"
	"math/rand/v2"
)

// swapTest returns the two-sided mid-p of the test that exchanges the runs
// within clusters: were there no difference, each cluster's results might as
// well have come from the other run. Where every cluster is one yes-or-no
// this is McNemar's exact test.
func (c *contrast) swapTest() float64 {
	pooled := (c.sumA.x + c.sumB.x) / (c.sumA.n + c.sumB.n)
	var effects []float64
	whole, size, total := true, 0.0, 0.0
	for _, x := range c.cells {
		e := x.b.x - x.a.x
		if x.a.n != x.b.n {
			e -= float64(pooled * (x.b.n - x.a.n))
		}
		if e == 0 {
			continue
		}
		effects = append(effects, e)
		whole = whole && e == math.Trunc(e)
		size += math.Abs(e)
		total += e
	}
	switch {
	case math.Abs(total) <= 1e-12*size: // none, but for what rounding left
		return 1
	case whole && size*float64(len(effects)) < 2e7:
		return exactSwaps(effects, int(size), total)
	case len(effects) <= 200:
		return drawnSwaps(effects, total)
	default:
		return normalSwaps(effects, total)
	}
}

// exactSwaps works out the distribution of the sum over all 2^n ways of
// exchanging: the sum is twice that of the positive ones, less the size.
func exactSwaps(effects []float64, size int, total float64) float64 {
	chance := make([]float64, size+1)
	chance[0] = 1
	reach := 0
	for _, e := range effects {
		k := int(math.Abs(e))
		reach += k
		for s := reach; s >= 0; s-- {
			chance[s] /= 2
			if s >= k {
				chance[s] += chance[s-k] / 2
			}
		}
	}
	seen := math.Abs(total)
	p := 0.0
	for s, q := range chance {
		switch sum := math.Abs(float64(2*s - size)); {
		case sum > seen:
			p += q
		case sum == seen:
			p += q / 2
		}
	}
	return settle(min(1, p))
}

// drawnSwaps draws ways of exchanging, always from the same seed.
func drawnSwaps(effects []float64, total float64) float64 {
	const draws = 9999
	r := rand.New(rand.NewPCG(uint64(len(effects)), 0x5eed))
	seen := math.Abs(total)
	extreme := 0.5 // the ways that come to what was seen count half, and it is one of them
	for range draws {
		sum := 0.0
		var bits uint64
		for i, e := range effects {
			if i%64 == 0 {
				bits = r.Uint64()
			}
			if bits&1 == 1 {
				e = -e
			}
			bits >>= 1
			sum += e
		}
		switch sum = math.Abs(sum); {
		case sum > seen*(1+1e-12):
			extreme++
		case sum > seen*(1-1e-12):
			extreme += 0.5
		}
	}
	return extreme / (draws + 1)
}

func normalSwaps(effects []float64, total float64) float64 {
	squares := 0.0
	for _, e := range effects {
		squares += float64(e * e)
	}
	return settle(2 * normalCDF(-math.Abs(total)/math.Sqrt(squares)))
}
