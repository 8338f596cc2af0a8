package algebra

import (
	"regexp"
	"strconv"
	"strings"
)

// Numbers in words, parted by spaces: from zero to nineteen, the tens from
// twenty to ninety, and the places from first to twentieth.
const (
	CardinalWords = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
	TensWords     = "twenty thirty forty fifty sixty seventy eighty ninety"
	OrdinalWords  = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)

// romanNumerals are those up to twenty.
const romanNumerals = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx"

// lineMark is what may stand before the first word of a line.
const lineMark = `[\s*#>_|("•–-]{0,6}`

// anyNumber is a number behind a label: in figures, in Roman numerals, in a
// word from one to twelve, and what else has the letters of those.
const anyNumber = `(?:\d{1,3}|[ivx]{1,5}|[efnost][a-z]{2,4})\b`

// labelPattern finds a line that begins with a name and its number: "**Day
// 1:**", "2. Review #2".
func labelPattern(label string) string {
	name, n, numbered := cutNumber(label)
	number := anyNumber
	switch {
	case numbered && n == 1: // a line can begin with "Review I liked"
		number = `(?:(?:1|one)\b|i(?:\s*$|\s?[.:)*–-]))`
	case numbered:
		number = `(?:` + numberForms(n) + `)\b`
	}
	return `(?m)^` + lineMark + `(?:\d{1,2}[.): *-]{1,4})?` + regexp.QuoteMeta(name) + `[ #:.*_(-]{0,3}` + number
}

// numberedPattern finds a name, also of several, with the number close behind
// it.
func numberedPattern(word string) string {
	name, n, _ := cutNumber(word)
	form := regexp.QuoteMeta(name) + `(?:s|es)?`
	if stem, ok := strings.CutSuffix(name, "y"); ok {
		form = regexp.QuoteMeta(stem) + `(?:ys?|ies)`
	}
	return `\b` + form + `\b.{0,20}\b(?:` + numberForms(n) + `)\b`
}

// cutNumber parts a label from the number at its end.
func cutNumber(label string) (name string, n int, ok bool) {
	at := strings.LastIndexByte(label, ' ')
	if at < 1 {
		return label, 0, false
	}
	n, err := strconv.Atoi(label[at+1:])
	if err != nil || n < 0 || strconv.Itoa(n) != label[at+1:] {
		return label, 0, false
	}
	return label[:at], n, true
}

// numberForms returns the ways to write a number behind a name, as
// alternatives of a pattern: "10|10th|ten|x|tenth".
func numberForms(n int) string {
	end := "th"
	if n%10 < 4 && n%10 > 0 && n/10%10 != 1 {
		end = []string{"st", "nd", "rd"}[n%10-1]
	}
	out := []string{strconv.Itoa(n), strconv.Itoa(n) + end}
	if w := strings.Fields(CardinalWords); n < len(w) {
		out = append(out, w[n])
	}
	for _, list := range []string{romanNumerals, OrdinalWords} {
		if w := strings.Fields(list); n > 0 && n <= len(w) {
			out = append(out, w[n-1])
		}
	}
	return strings.Join(out, "|")
}
