package ifbench

import (
	"strings"
	"unicode"

	"adhere/verify"
	"adhere/verify/parity"
)

// dateList knows the lengths of months but not leap years, and lets the zeroth
// of a month and month zero pass, as the evaluator does.
func dateList(t *verify.Text) verify.Finding {
	const wanted = "dates YYYY-MM-DD from 1769 to 1821 with commas between"
	n := 0
	for piece := range strings.SplitSeq(t.Trimmed(), ",") {
		piece = parity.TrimSpace(piece)
		if !isDate(piece) {
			return verify.Found(false, verify.Quote(piece)+" is no such date", wanted)
		}
		n++
	}
	return verify.Found(true, verify.Amount(n, "date"), wanted)
}

func isDate(s string) bool {
	r := []rune(s)
	if len(r) != len("YYYY-MM-DD") || r[4] != '-' || r[7] != '-' {
		return false
	}
	year, ok1 := decimals(r[:4])
	month, ok2 := decimals(r[5:7])
	day, ok3 := decimals(r[8:])
	return ok1 && ok2 && ok3 && 1769 <= year && year <= 1821 && month <= 12 && day <= longest(month)
}

// longest returns the most days that a month can have; month 0 has no bound.
func longest(month int) int {
	switch month {
	case 0:
		return 99
	case 2:
		return 29
	case 4, 6, 9, 11:
		return 30
	default:
		return 31
	}
}

// decimals reads digits of any script.
func decimals(digits []rune) (int, bool) {
	n := 0
	for _, r := range digits {
		d, ok := digit(r)
		if !ok {
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}

// digit returns a digit's value. The digits of a script stand in a row that
// begins with zero, and rows that touch are multiples of ten.
func digit(r rune) (int, bool) {
	for _, x := range unicode.Nd.R16 {
		if rune(x.Lo) <= r && r <= rune(x.Hi) {
			return int(r-rune(x.Lo)) % 10, true
		}
	}
	for _, x := range unicode.Nd.R32 {
		if rune(x.Lo) <= r && r <= rune(x.Hi) {
			return int(r-rune(x.Lo)) % 10, true
		}
	}
	return 0, false
}
