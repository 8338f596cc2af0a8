package algebra

import (
	"cmp"
	"encoding/json"
	"regexp"

	"adhere/verify/parity"
)

// In returns the check of an expression in the plain reading.
func In(e Expr) Check { return Check{Plain, e} }

// InParity returns the check of an expression in the parity reading.
func InParity(e Expr) Check { return Check{Parity, e} }

// Every selects everything that the source finds.
func Every(s Source) Parts { return Parts{Source: s} }

// With returns the parts for which e holds; e replaces an earlier condition.
func (p Parts) With(e Expr) Parts {
	p.That = e
	return p
}

// Within returns the same parts of each part of q.
func (p Parts) Within(q Parts) Parts {
	p.Of = &q
	return p
}

// First returns the first k of the parts.
func (p Parts) First(k int) Parts { return p.Range(1, k) }

// Last returns the last k of the parts.
func (p Parts) Last(k int) Parts { return p.Range(-k, -1) }

// Nth returns the i-th part, from the end if i is below 0.
func (p Parts) Nth(i int) Parts { return p.Range(i, i) }

// Range returns the parts from one place to another; see Pick.
func (p Parts) Range(from, to int) Parts {
	p.Pick = Pick{From: from, To: to}
	return p
}

// But returns all parts but those from one place to another.
func (p Parts) But(from, to int) Parts {
	p.Pick = Pick{From: from, To: to, Except: true}
	return p
}

// Exactly is = n.
func Exactly(n float64) Relation { return Relation{Op: OpExactly, N: n} }

// NotExactly is ≠ n.
func NotExactly(n float64) Relation { return Relation{Op: OpNot, N: n} }

// LessThan is < n.
func LessThan(n float64) Relation { return Relation{Op: OpLess, N: n} }

// AtMost is ≤ n.
func AtMost(n float64) Relation { return Relation{Op: OpMost, N: n} }

// MoreThan is > n.
func MoreThan(n float64) Relation { return Relation{Op: OpMore, N: n} }

// AtLeast is ≥ n.
func AtLeast(n float64) Relation { return Relation{Op: OpLeast, N: n} }

// Between is from n to m, both included.
func Between(n, m float64) Relation { return Relation{OpBetween, n, m} }

// About is from n-within to n+within.
func About(n, within float64) Relation { return Relation{OpAbout, n, within} }

// Has demands a number of what the source finds.
func Has(s Source, r Relation) Expr { return Compare{Count{Every(s)}, r} }

// HasParts demands a number of parts.
func HasParts(p Parts, r Relation) Expr { return Compare{Count{p}, r} }

// No demands that the source finds nothing.
func No(s Source) Expr { return Has(s, Exactly(0)) }

// Text finds a string in any case.
func Text(s string) Find { return Find{Kind: FindText, Value: s} }

// WordText finds a string as a word, in any case.
func WordText(s string) Find { return Find{Kind: FindWord, Value: s} }

// WholeWord is a text with word boundaries: a word only if there are letters at
// its ends.
func WholeWord(s string) Find {
	if parity.WordBoundary(s, 0) && parity.WordBoundary(s, len(s)) {
		return WordText(s)
	}
	return Pattern(`\b` + regexp.QuoteMeta(s) + `\b`)
}

// Numbers in words, parted by spaces: from zero to nineteen, the tens from
// twenty to ninety, and the places from first to twentieth.
const (
	CardinalWords = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
	TensWords     = "twenty thirty forty fifty sixty seventy eighty ninety"
	OrdinalWords  = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)

// DoubleQuote finds a double quotation mark, straight, curly, low or angular: "…", “…”, „…“, «…».
func DoubleQuote() Find { return Pattern(`["“”„«»]`) }

// Pattern finds a regular expression in any case.
func Pattern(s string) Find { return Find{Kind: FindPattern, Value: s} }

// SameCase returns f with case that matters.
func (f Find) SameCase() Find {
	f.Case = true
	return f
}

// Args returns the JSON form, which is the argument of the rule
// "algebra/check".
func (c Check) Args() json.RawMessage {
	c.Reading = cmp.Or(c.Reading, Plain)
	return write(nil, c.fields)
}
