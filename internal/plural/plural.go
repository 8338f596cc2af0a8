// Package plural writes numbers with a singular or plural noun.
package plural

import "strconv"

// Of returns "1 file", "2 files". The noun's plural ends in s.
func Of(n int, noun string) string { return strconv.Itoa(n) + " " + form(n, noun) }

// Grouped is Of with digits in groups of three, "12,345 files".
func Grouped(n int, noun string) string { return Digits(n) + " " + form(n, noun) }

func form(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return noun
}

// Digits formats a whole number in groups of three, "12,345".
func Digits(n int) string {
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
