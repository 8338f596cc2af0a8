package algebra

import (
	"strconv"
	"strings"
)

// A gauge is a Measure made ready. Where the number does not exist, it says what
// is missing: "no sentence".
type gauge interface {
	number(c *scope) (x float64, missing string)
}

type countGauge struct{ *selection }

func (g countGauge) number(c *scope) (x float64, missing string) { return float64(g.count(c)), "" }

type differentGauge struct{ *selection }

func (g differentGauge) number(c *scope) (x float64, missing string) {
	return float64(len(tally(g.in(c)))), ""
}

type repeatsGauge struct{ *selection }

func (g repeatsGauge) number(c *scope) (x float64, missing string) {
	most := 0
	for _, n := range tally(g.in(c)) {
		most = max(most, n)
	}
	return float64(most), ""
}

// tally counts equal parts.
func tally(parts []place) map[string]int {
	n := map[string]int{}
	for _, p := range parts {
		if !p.missing {
			n[same(p.s)]++
		}
	}
	return n
}

type shareGauge struct{ of, among *selection }

func (g shareGauge) number(c *scope) (x float64, missing string) {
	whole := g.among.count(c)
	if whole == 0 {
		return 0, "no " + g.among.noun(false)
	}
	return 100 * float64(g.of.count(c)) / float64(whole), ""
}

type statGauge struct {
	Stat
	of *selection
}

func (g statGauge) number(c *scope) (x float64, missing string) {
	least, most, sum, n := 0.0, 0.0, 0.0, 0.0
	for _, p := range g.of.in(c) {
		if p.missing {
			continue
		}
		x := float64(c.part(p.s).countUnits(g.In))
		if n == 0 {
			least, most = x, x
		}
		least, most, sum, n = min(least, x), max(most, x), sum+x, n+1
	}
	if n == 0 {
		return 0, "no " + g.of.noun(true)
	}
	switch g.Kind {
	case Longest:
		return most, ""
	case Shortest:
		return least, ""
	case Spread:
		return most - least, ""
	case Mean:
	}
	return sum / n, ""
}

// amount writes a number for people: with at most two decimals.
func amount(n float64) string {
	s := strconv.FormatFloat(n, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

type valueGauge struct{ *selection }

func (g valueGauge) number(c *scope) (x float64, missing string) {
	for _, p := range g.in(c) {
		if p.missing {
			continue
		}
		if x, ok := valueOf(p.s); ok {
			return x, ""
		}
		break
	}
	return 0, "no number in the first " + g.noun(true)
}
