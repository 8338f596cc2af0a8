package algebra

import (
	"strconv"
	"strings"
)

// A gauge is a Measure made ready. It returns false where the number does
// not exist.
type gauge interface {
	number(c *scope) (float64, bool)
	missing() string // why there is no number: "no sentence"
}

type countGauge struct{ *selection }

func (g countGauge) number(c *scope) (float64, bool) { return float64(g.count(c)), true }
func (g countGauge) missing() string                 { return "" }

type differentGauge struct{ *selection }

func (g differentGauge) number(c *scope) (float64, bool) {
	return float64(len(tally(g.in(c)))), true
}
func (g differentGauge) missing() string { return "" }

type repeatsGauge struct{ *selection }

func (g repeatsGauge) number(c *scope) (float64, bool) {
	most := 0
	for _, n := range tally(g.in(c)) {
		most = max(most, n)
	}
	return float64(most), true
}
func (g repeatsGauge) missing() string { return "" }

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

func (g shareGauge) number(c *scope) (float64, bool) {
	whole := g.among.count(c)
	if whole == 0 {
		return 0, false
	}
	return 100 * float64(g.of.count(c)) / float64(whole), true
}
func (g shareGauge) missing() string { return "no " + g.among.noun(false) }

type statGauge struct {
	Stat
	of *selection
}

func (g statGauge) number(c *scope) (float64, bool) {
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
	switch g.Kind {
	case Longest:
		return most, n > 0
	case Shortest:
		return least, n > 0
	case Spread:
		return most - least, n > 0
	case Mean:
	}
	return sum / max(n, 1), n > 0
}
func (g statGauge) missing() string { return "no " + g.of.noun(true) }

// amount writes a number for people: with at most two decimals.
func amount(n float64) string {
	s := strconv.FormatFloat(n, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

type valueGauge struct{ *selection }

func (g valueGauge) number(c *scope) (float64, bool) {
	for _, p := range g.in(c) {
		if !p.missing {
			return valueOf(p.s)
		}
	}
	return 0, false
}
func (g valueGauge) missing() string { return "no number in the first " + g.noun(true) }
