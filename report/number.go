package report

import (
	"strconv"
	"strings"

	"adhere"
)

// value formats a number on a scale from 0 to max: a share as a percentage
// with one decimal, anything else with two decimals.
func value(v, max float64) string {
	if max == 1 {
		return fixed(100*v, 1) + "%"
	}
	return fixed(v, 2)
}

// interval formats both ends like value, without the sign of percent.
func interval(lo, hi, max float64) string {
	if max == 1 {
		return "[" + fixed(100*lo, 1) + ", " + fixed(100*hi, 1) + "]"
	}
	return "[" + fixed(lo, 2) + ", " + fixed(hi, 2) + "]"
}

// fixed formats with the given number of decimals and no negative zero.
func fixed(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if s[0] == '-' && strings.Trim(s, "-0.") == "" {
		s = s[1:]
	}
	return s
}

// share formats what a summary is taken over: met/n where the value is a
// share of met ones, else n.
func share(s adhere.Summary) string {
	if s.Met == 0 && (s.Value != 0 || s.N == 0) {
		return strconv.Itoa(s.N)
	}
	return strconv.Itoa(s.Met) + "/" + strconv.Itoa(s.N)
}

// count formats a whole number with thin groups of three, "12,345".
func count(n int) string {
	s := strconv.Itoa(n)
	start := 0
	if n < 0 {
		start = 1
	}
	for i := len(s) - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// plural returns "1 item", "2 items".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return count(n) + " " + noun + "s"
}
