package lexicon

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	mostSpaces     = 3  // before a number
	longestNumeral = 60 // bytes
)

// numeral reads a number in digits of any width, or in Chinese numerals.
func numeral(s string) (digits string, n int) {
	skipped := 0
	for skipped < min(len(s), mostSpaces) && s[skipped] == ' ' {
		skipped++
	}
	trimmed := s[skipped:]
	spelt := false
	for i, r := range trimmed[:min(len(trimmed), longestNumeral)] {
		switch _, han := hanNumerals[r]; {
		case r >= '0' && r <= '9':
			digits += string(r)
		case r >= '０' && r <= '９':
			digits += string(r - '０' + '0')
		case han && (i == 0 || spelt):
			spelt = true
		case r != ',' || i == 0 || spelt:
			return numeralOf(trimmed[:i], digits, skipped)
		}
		n = i + utf8.RuneLen(r)
	}
	return numeralOf(trimmed[:n], digits, skipped)
}

// numeralOf returns the digits found, or those of a number that is spelt, and
// how many bytes it took with the spaces before.
func numeralOf(s, digits string, skipped int) (string, int) {
	if digits != "" {
		return digits, skipped + len(s)
	}
	total, part, places := 0, 0, strings.Contains(s, "〇")
	for _, r := range s {
		switch v := hanNumerals[r]; {
		case places && v < 10:
			part = part*10 + v
		case v < 10 && part > 0:
			return "", 0 // 两三: two or three
		case v >= 10:
			total, part = total+max(part, 1)*v, 0
		default:
			part = v
		}
	}
	if s == "" {
		return "", 0
	}
	return strconv.Itoa(total + part), skipped + len(s)
}

var hanNumerals = map[rune]int{'〇': 0, '零': 0, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9, '十': 10, '百': 100, '千': 1000}
