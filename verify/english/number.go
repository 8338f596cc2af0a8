package english

import (
	"strconv"
	"strings"
	"sync"

	"adhere/verify/algebra"
)

var numberWords = sync.OnceValue(func() map[string]int {
	m := map[string]int{"hundred": 100, "thousand": 1000}
	for i, w := range strings.Fields(algebra.CardinalWords) {
		m[w] = i
	}
	for i, w := range strings.Fields(algebra.TensWords) {
		m[w] = 20 + 10*i
	}
	return m
})

var ordinalWords = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for i, w := range strings.Fields(algebra.OrdinalWords) {
		m[w] = i + 1
	}
	return m
})

// Ordinal returns the place that a word names: 1 for "first" and "1st"; 0 if it
// names none.
func Ordinal(word string) int { return ordinal(strings.ToLower(word)) }

// Cardinal returns the number that a word stands for, in digits or letters
// ("12", "twelve", "ninety"), and whether it stands for one.
func Cardinal(word string) (int, bool) {
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && n <= maxNumber {
		return n, true
	}
	n, ok := numberWords()[strings.ToLower(word)]
	return n, ok
}

// ordinal returns the place that a word names: 1 for "first" and "1st"; 0 if
// it names none.
func ordinal(low string) int {
	if i := ordinalWords()[low]; i > 0 {
		return i
	}
	if n := len(low); n > 2 && ordinalEnd(low[n-2:]) {
		if v, err := strconv.Atoi(low[:n-2]); err == nil && v > 0 && v <= maxNumber {
			return v
		}
	}
	return 0
}
