package report

import (
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/plural"
)

// value formats a share as a percentage with one decimal, anything else as a
// plain number.
func value(v float64, s scale) string {
	if s.plain {
		return fixed(v, s.decimals())
	}
	return fixed(100*v, 1) + "%"
}

// interval formats both ends like value, without the sign of percent. Where they
// are one, there is no interval.
func interval(lo, hi float64, s scale) string {
	if lo == hi {
		return "no interval"
	}
	if s.plain {
		return "[" + fixed(lo, s.decimals()) + ", " + fixed(hi, s.decimals()) + "]"
	}
	decimals := 1
	if s.points {
		decimals = 0
	}
	return "[" + fixed(100*lo, decimals) + ", " + fixed(100*hi, decimals) + "]"
}

// difference formats a change in points of percent, or on the metric's scale.
func difference(v float64, s scale) string {
	if s.plain {
		return signed(v, s.decimals())
	}
	return signed(100*v, 1)
}

func signed(v float64, decimals int) string {
	s := fixed(v, decimals)
	if s[0] != '-' && strings.Trim(s, "0.") != "" {
		s = "+" + s
	}
	return s
}

func probability(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return fixed(p, 3)
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
func share(s adhere.Summary, size scale) string {
	if size.plain || s.Met == 0 && (s.Value != 0 || s.N == 0) {
		return strconv.Itoa(s.N)
	}
	return strconv.Itoa(s.Met) + "/" + strconv.Itoa(s.N)
}

// Count formats a whole number in groups of three, "12,345".
func Count(n int) string { return plural.Digits(n) }

// usage formats what model calls used, "1,082 calls, 512,000 tokens in
// (1,024 cached), 90,211 out (80,000 reasoning), $3.21".
func usage(u adhere.Usage) string {
	s := plural.Grouped(u.Calls, "call") + ", " + Count(u.In) + " tokens in"
	if u.Cached > 0 {
		s += " (" + Count(u.Cached) + " cached)"
	}
	s += ", " + Count(u.Out) + " out"
	if u.Thought > 0 {
		s += " (" + Count(u.Thought) + " reasoning)"
	}
	if u.Money != 0 {
		s += ", " + u.Money.String()
	}
	return s
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }
