package lexicon

import (
	"strconv"
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// NumberWords are the numbers that words stand for.
var NumberWords = sync.OnceValue(func() map[string]int {
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

// Cardinal returns the number that a word stands for, in digits or letters
// ("12", "twelve", "ninety"), and whether it stands for one.
func Cardinal(word string) (int, bool) {
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && n <= MaxNumber {
		return n, true
	}
	n, ok := NumberWords()[strings.ToLower(word)]
	return n, ok
}

// Ordinal returns the place that a word names: 1 for "first" and "1st"; 0 if it
// names none.
func Ordinal(word string) int {
	low := strings.ToLower(word)
	if i := ordinalWords()[low]; i > 0 {
		return i
	}
	if n := len(low); n > 2 && ordinalEnd(low[n-2:]) {
		if v, err := strconv.Atoi(low[:n-2]); err == nil && v > 0 && v <= MaxNumber {
			return v
		}
	}
	return 0
}

// MaxNumber is the greatest number that is read.
const MaxNumber = 1_000_000
