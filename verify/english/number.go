package english

import (
	"strconv"
	"strings"
	"sync"
)

const (
	small    = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
	tens     = "twenty thirty forty fifty sixty seventy eighty ninety"
	ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)

var numberWords = sync.OnceValue(func() map[string]int {
	m := map[string]int{"hundred": 100, "thousand": 1000}
	for i, w := range strings.Fields(small) {
		m[w] = i
	}
	for i, w := range strings.Fields(tens) {
		m[w] = 20 + 10*i
	}
	return m
})

var ordinalWords = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for i, w := range strings.Fields(ordinals) {
		m[w] = i + 1
	}
	return m
})

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

// roman are the numerals up to twenty.
const roman = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx"

// inFigures returns the ways to write a number behind a noun, as alternatives
// of a pattern: "10|ten|x|10th|tenth".
func inFigures(n int) string {
	end := "th"
	if n%10 < 4 && n%10 > 0 && n/10%10 != 1 {
		end = []string{"st", "nd", "rd"}[n%10-1]
	}
	out := []string{strconv.Itoa(n), strconv.Itoa(n) + end}
	if w := strings.Fields(small); n < len(w) {
		out = append(out, w[n])
	}
	if w := strings.Fields(roman); n <= len(w) {
		out = append(out, w[n-1])
	}
	if w := strings.Fields(ordinals); n <= len(w) {
		out = append(out, w[n-1])
	}
	return strings.Join(out, "|")
}
