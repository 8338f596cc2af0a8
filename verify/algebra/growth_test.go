package algebra_test

import (
	"strings"
	"testing"
	"time"

	"adhere/verify"
)

// BenchmarkGrowth measures, for each check and each hostile piece, a text
// that is eight times as long as another: how many times as long, at worst,
// the longer one takes for each byte. Near 1 is linear, near 8 quadratic. It
// means something on a machine that does nothing else.
func BenchmarkGrowth(b *testing.B) {
	const size, times = 2000, 8
	worst, which := 0.0, ""
	for b.Loop() {
		for _, c := range broad() {
			check, err := c.Compile()
			if err != nil {
				b.Fatal(err)
			}
			for _, piece := range hostile {
				short, long := strings.Repeat(piece, size/len(piece)), strings.Repeat(piece, times*size/len(piece))
				one := quickest(check, short)
				if one < 50*time.Microsecond {
					continue // too short to be measured
				}
				if growth := float64(quickest(check, long)) / float64(one) / times; growth > worst {
					worst, which = growth, c.String()+" on "+piece
				}
			}
		}
	}
	b.Logf("worst: %.1f, %q", worst, which)
	b.ReportMetric(worst, "worst-growth")
}

func quickest(check verify.Check, text string) time.Duration {
	least := time.Hour
	for range 3 {
		start := time.Now()
		check(verify.NewText(text))
		least = min(least, time.Since(start))
	}
	return least
}
