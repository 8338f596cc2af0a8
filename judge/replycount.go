package judge

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
)

// boundRE finds how many of something are demanded: at most, fewer than, at least, more
// than, exactly so many, or so many to so many.
var (
	boundRE = pattern(`\b(?:(at most|` + never + `(?:more|longer) than|` + never + `(?:over|exceed(?:ing)?|above)|up to|within|limit of|maximum(?: of)?)|(fewer than|less than|under|below|shorter than)|` +
		`(at least|` + never + `(?:fewer|less|shorter) than|minimum(?: of)?)|(more than|over|longer than)|exactly|precisely|(?:(?:between|from) )?(` + amount + `)(?: ?[–-] ?| (?:and|to) )) ?(` + amount + `)((?: [\pL-]+){1,3})`)
	thousandsRE = lazyregexp.New(`(\d),(\d{3})\b`)
	recountRE   = pattern(`(?s)^.*\bre-?count\w*|[^.!?;\n]*\b(?:would|should|must|if)\b[^.!?;\n]*`) // and what would be so
)

const never = `(?:no|not|\w+n't|never) (?:\w+ ){0,3}?`

// A bound is how many of something a demand asks for.
type bound struct {
	low, high int
	counts    *regexp.Regexp // finds how many there are said to be
}

// boundOf returns the bound of a demand that has one, of the whole answer.
func boundOf(asked string) (b bound, ok bool) {
	all := boundRE.FindAllStringSubmatch(strings.Map(fold, asked), -1)
	if len(all) != 1 || withoutRE.MatchString(asked) || has(terms(boundRE.ReplaceAllString(asked, "")), everyWord, negation, noWord) {
		return b, false
	}
	m := all[0]
	n, err := strconv.Atoi(amountOf(m[6]))
	switch {
	case err != nil:
		return b, false
	case m[5] != "":
		b.low, _ = strconv.Atoi(amountOf(m[5]))
		b.high = n
	case m[1] != "":
		b.high = n
	case m[2] != "":
		b.high = n - 1
	case m[3] != "":
		b.low, b.high = n, math.MaxInt
	case m[4] != "":
		b.low, b.high = n+1, math.MaxInt
	default:
		b.low, b.high = n, n
	}
	named := strings.Fields(m[7])
	at := max(0, slices.IndexFunc(named, func(w string) bool { return strings.HasSuffix(w, "s") }))
	unit := regexp.QuoteMeta(strings.TrimRight(stem(strings.ToLower(named[at])), "iy")) + `[\pL]{0,3}`
	between := strings.Join(append(slices.Clone(named[:at]), ""), " ")
	b.counts = regexp.MustCompile(`(?i)\b(no|` + amount + `)(?: ?/ ?\d+)? +(?:` + regexp.QuoteMeta(between) + `)?` + unit + `\b|\b` + unit + `(?: (?:count\w*|total|found|used|listed|named))?(?:(?: is| are| of)|[ :=(]*[:=(]) *(?:about |approximately |[~≈])?(\d+)\b`)
	return b, true
}

// miscounted reports whether a text gives a number of what is asked for that does not
// fit an outcome: one over the bound, or the only one, beside a yes, and the only one
// within it beside a no.
func miscounted(text, asked string, o adhere.Outcome) bool {
	b, ok := boundOf(asked)
	if !ok {
		return false
	}
	text = recountRE.ReplaceAllString(blank(quotedRE, strings.Map(fold, text), " "), "")
	text = blank(boundRE, thousandsRE.ReplaceAllString(text, "$1$2"), " ")
	var counts []int
	for _, m := range b.counts.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(amountOf(m[1] + m[2]))
		counts = append(counts, n)
	}
	if o == adhere.Met {
		return len(counts) > 0 && slices.Max(counts) > b.high || len(counts) == 1 && counts[0] < b.low
	}
	return o == adhere.NotMet && len(counts) == 1 && counts[0] >= b.low && counts[0] <= b.high && !butLaterRE.MatchString(text)
}
