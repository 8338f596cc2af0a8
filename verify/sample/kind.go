package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/verify/algebra"
)

// A Kind is a demand without its numbers and words.
type Kind struct {
	// Name is the rule's of a checker ("suite/checker"), or "algebra/" and a
	// name of ours where the rule is a check of the algebra.
	Name  string
	Label string // what it is about: length, keywords, format …
	// Family is what else is about the same thing: at most one of a family is
	// drawn for a prompt, and a family is held out as a whole.
	Family string

	draw  func(r *rand.Rand) values
	args  func(v values) map[string]any // of the checker; nil for the algebra's own
	says  func(v values) algebra.Expr   // what its wordings are read as
	words func(v values) []string       // wordings, in our own words
	meet  func(d *draft, v values)      // has a draft meet it; nil where every draft does
	spoil func(d *draft, v values)      // has a draft break it; nil where every draft does
}

// values are what is drawn for a kind.
type values struct {
	n, m  int
	less  bool // fewer than n, else at least n
	word  string
	words []string
}

// Suite returns the suite of the kind's checker.
func (k *Kind) Suite() string {
	suite, _, _ := strings.Cut(k.Name, "/")
	return suite
}

// check is what the wordings must be read as: in the reading of official
// evaluators for their checkers, else as people count.
func (k *Kind) check(v values) algebra.Check {
	if k.args != nil {
		return algebra.InParity(k.says(v)).Canonical()
	}
	return algebra.In(k.says(v)).Canonical()
}

// ruleOf is what decides the demand.
func (k *Kind) ruleOf(v values) *adhere.Rule {
	if k.args == nil {
		return k.check(v).Rule()
	}
	return adhere.NewRule(k.Name, k.args(v))
}

// Kinds lists every kind, in a fixed order.
func Kinds() []Kind {
	return slices.Concat(lengthKinds(), keywordKinds(), formKinds(), edgeKinds(), markKinds(), trainingKinds(), ownKinds())
}

func from(r *rand.Rand, low, high int) int { return low + r.IntN(high-low+1) }

// relation is how official checkers say the two bounds they know.
func (v values) relation() string {
	if v.less {
		return "less than"
	}
	return "at least"
}

func (v values) bound() algebra.Relation {
	if v.less {
		return algebra.LessThan(float64(v.n))
	}
	return algebra.AtLeast(float64(v.n))
}

// count says that there are so many of something.
func count(of algebra.Source, is func(float64) algebra.Relation) func(values) algebra.Expr {
	return func(v values) algebra.Expr { return algebra.Has(of, is(float64(v.n))) }
}

// span is what the bound asks for; its opposite is what breaks it.
func (v values) span() span {
	if v.less {
		return span{hi: v.n - 1}
	}
	return span{lo: v.n}
}

func (v values) outside() span {
	v.less = !v.less
	return v.span()
}

// each fills what was drawn into wordings.
func each(list []string, args ...any) []string {
	return lists.Map(list, func(s string) string { return fmt.Sprintf(s, args...) })
}

// fixed words a demand without numbers.
func fixed(list ...string) func(values) []string {
	return func(values) []string { return list }
}

// with words a demand by what was drawn, in the order of the wordings.
func with(drawn func(values) []any, list ...string) func(values) []string {
	return func(v values) []string { return each(list, drawn(v)...) }
}

func theNumber(v values) []any     { return []any{v.n} }
func bothNumbers(v values) []any   { return []any{v.n, v.m} }
func theWord(v values) []any       { return []any{v.word} }
func wordAndNumber(v values) []any { return []any{v.word, v.n} }
func wordList(v values) []any      { return []any{quoted(v.words)} }

func allWords(v values) []any {
	return lists.Map(v.words, func(w string) any { return w })
}

// either words a bound.
func either(least, less []string) func(values) []string {
	return func(v values) []string {
		if v.less {
			return each(less, v.n)
		}
		return each(least, v.n)
	}
}

// oneOrMore words a number of things: one of them, or several.
func oneOrMore(one []string, more ...string) func(values) []string {
	return func(v values) []string {
		if v.n == 1 {
			return one
		}
		return each(more, v.n)
	}
}

// number draws a number from low to high.
func number(low, high int) func(*rand.Rand) values {
	return func(r *rand.Rand) values { return values{n: from(r, low, high)} }
}

func oneOf(list []string) func(*rand.Rand) values {
	return func(r *rand.Rand) values { return values{word: some(r, list, 1)[0]} }
}

func nothing(*rand.Rand) values { return values{} }

func noArgs(values) map[string]any { return map[string]any{} }

// some draws n different words of a list.
func some(r *rand.Rand, list []string, n int) []string {
	out := make([]string, n)
	for i, j := range r.Perm(len(list))[:n] {
		out[i] = list[j]
	}
	return out
}

// quoted joins words in quotation marks: "a", "b" and "c".
func quoted(list []string) string {
	out := lists.Map(list, func(w string) string { return `"` + w + `"` })
	if len(out) == 1 {
		return out[0]
	}
	return strings.Join(out[:len(out)-1], ", ") + " and " + out[len(out)-1]
}

// nouns are words that demands ask for or forbid. None is in a running text
// of a draft, and none in another.
func nouns() []string {
	return strings.Fields("lantern compass orchard meadow violin harvest pebble copper blanket ladder garden market kettle basket window planet candle mirror button carpet thunder bridge castle forest island journey kitchen library mountain museum notebook ocean palace picture pocket railway recipe shadow silver summer teacher ticket valley village winter yellow balance courage healthy measure problem quality reason science support system value future energy budget culture history language method nature")
}

// languages are those that official evaluators know and texts can be written
// in: the code, and the name in ASCII.
func languages() [][2]string {
	return [][2]string{{"de", "German"}, {"fr", "French"}, {"es", "Spanish"}, {"it", "Italian"}, {"pt", "Portuguese"}}
}
