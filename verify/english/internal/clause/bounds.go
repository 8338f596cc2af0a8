package clause

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// startingWith demands a beginning. A letter is looked for as it is.
func startingWith(f algebra.Find) algebra.Expr { return algebra.Starts{With: asBound(f)} }

// endingWith demands an end.
func endingWith(f algebra.Find) algebra.Expr { return algebra.Ends{With: asBound(f)} }

// asBound takes a single letter for the text that it is.
func asBound(f algebra.Find) algebra.Find {
	if utf8.RuneCountInString(f.Value) == 1 {
		return asText(f)
	}
	return f
}

// Bound says what it means to begin and end with a word. Official evaluators
// look for a text. To people "Surely" does not begin with the word "sure", and
// a sentence ends with a word in spite of its full stop; but a word begins
// with "un" that is none itself.
func Bound(e algebra.Expr, parity bool) algebra.Expr { return bounds{parity: parity}.of(e) }

type bounds struct {
	parity bool
	inWord bool // of a word, no longer text
	// literal only has the letters' case matter
	literal bool
}

func (b bounds) of(e algebra.Expr) algebra.Expr {
	if b.literal {
		switch e := e.(type) {
		case algebra.Starts:
			return algebra.Starts{With: e.With.SameCase()}
		case algebra.Ends:
			return algebra.Ends{With: e.With.SameCase()}
		case algebra.Contains:
			return algebra.Contains{What: e.What.SameCase()}
		case algebra.Equals:
			return algebra.Equals{To: e.To.SameCase()}
		}
	}
	switch e := e.(type) {
	case algebra.Starts:
		if b.inWord {
			e.With.Value = withoutHyphen(e.With.Value, strings.TrimSuffix)
		}
		if b.parity || b.inWord {
			e.With = asText(e.With)
		}
		return e
	case algebra.Ends:
		return b.end(e)
	case algebra.Not:
		if !b.parity { // what must not be there is a word to evaluators too
			e.Of = b.of(e.Of)
		}
		return e
	case algebra.All:
		return algebra.All(b.each(e))
	case algebra.Any:
		return algebra.Any(b.each(e))
	case algebra.Each:
		e.Of = b.parts(e.Of)
		e.Holds = b.inside(e.Of).of(e.Holds)
		return e
	case algebra.Compare:
		if n, ok := e.Of.(algebra.Count); ok {
			e.Of = algebra.Count{Of: b.parts(n.Of)}
		}
		return e
	default:
		return e
	}
}

func (b bounds) each(list []algebra.Expr) []algebra.Expr {
	out := make([]algebra.Expr, len(list))
	for i, e := range list {
		out[i] = b.of(e)
	}
	return out
}

func (b bounds) parts(p algebra.Parts) algebra.Parts {
	if p.That != nil {
		p.That = b.inside(p).of(p.That)
	}
	return p
}

func (b bounds) inside(p algebra.Parts) bounds {
	b.inWord = p.Source == algebra.Source(algebra.Word)
	return b
}

// end makes the last word of what is to end with one.
func (b bounds) end(e algebra.Ends) algebra.Expr {
	if b.inWord {
		e.With.Value = withoutHyphen(e.With.Value, strings.TrimPrefix)
	}
	switch {
	case b.parity || b.inWord:
		return algebra.Ends{With: asText(e.With)}
	case e.With.Kind != algebra.FindWord || strings.ContainsAny(e.With.Value, " \t\n"):
		return e
	case lexicon.ScriptOf(e.With.Value) != "" || marked.MatchString(e.With.Value): // no space parts its words; or it is a hashtag
		return algebra.Ends{With: algebra.Pattern(regexp.QuoteMeta(e.With.Value) + `[^\p{L}\p{N}]{0,3}`)}
	default:
		return algebra.Each{Of: algebra.Every(algebra.Word).Nth(-1), Holds: algebra.Equals{To: asText(e.With)}}
	}
}

// withoutHyphen returns what a word begins or ends with: "-ly" is said of "ly".
func withoutHyphen(affix string, trim func(s, hyphen string) string) string {
	if bare := trim(affix, "-"); bare != "" {
		return bare
	}
	return affix
}

// marked is a text with marks before or behind that are no part of its word.
var marked = lazyregexp.New(`^[^\p{L}\p{N}]|[^\p{L}\p{N}]$`)
