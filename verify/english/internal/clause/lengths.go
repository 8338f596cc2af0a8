package clause

import (
	"slices"

	"adhere"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// OfEach returns what an expression holds each of some parts to; the expression
// itself if it is of none.
func OfEach(e algebra.Expr) algebra.Expr {
	if each, ok := e.(algebra.Each); ok {
		return each.Holds
	}
	return e
}

// ScopeOf returns what of an answer an expression speaks of.
func ScopeOf(e algebra.Expr) adhere.Scope {
	switch e := e.(type) {
	case algebra.Each:
		return PartsScope(e.Of)
	case algebra.Not:
		return ScopeOf(e.Of)
	case algebra.AllDifferent:
		return PartsScope(e.Of)
	case algebra.All:
		return ScopeOf(e[0])
	case algebra.Compare:
		n, ok := e.Of.(algebra.Count)
		switch {
		case ok && n.Of.Of != nil && n.Of.Of.Pick != (algebra.Pick{}):
			return PartsScope(*n.Of.Of)
		case ok && n.Of.That != nil && e.Is == algebra.Exactly(0):
			return PartsScope(n.Of)
		}
	}
	return adhere.Scope{Reach: adhere.WholeAnswer}
}

// PartsScope names the parts that a demand holds of.
func PartsScope(p algebra.Parts) adhere.Scope {
	reach := adhere.EachUnit
	if p.Pick != (algebra.Pick{}) && (p.Source != algebra.Source(algebra.Entry) || p.Pick.From == p.Pick.To) {
		reach = adhere.NamedPart
	}
	of := "part"
	switch s := p.Source.(type) {
	case algebra.Unit:
		of = string(s)
		if s == algebra.TitleLine {
			reach = adhere.NamedPart
		}
	case algebra.Named:
		reach, of = adhere.NamedPart, string(s)
	}
	if p.Pick == (algebra.Pick{From: 1, To: 1}) {
		of = "first " + of
	}
	if p.Pick == (algebra.Pick{From: -1, To: -1}) {
		of = "last " + of
	}
	return adhere.Scope{Reach: reach, Of: of}
}

// OfLength reports whether a demand bounds the length of the answer.
func OfLength(e algebra.Expr) bool {
	c, ok := e.(algebra.Compare)
	return ok && BoundsLength(c)
}

// BoundsLength reports whether a comparison bounds the length of the answer.
func BoundsLength(c algebra.Compare) bool {
	n, ok := c.Of.(algebra.Count)
	return ok && n.Of.That == nil && n.Of.Of == nil && IsLength(n.Of.Source)
}

// IsLength reports whether the length of an answer is counted in these parts.
func IsLength(s algebra.Source) bool {
	return isSize(s) || s == algebra.Source(algebra.Word) || s == algebra.Source(algebra.Character)
}

// Permission reports whether something is allowed rather than demanded: "it
// can have a table", but not "it can have at most one".
func Permission(tokens []lexicon.Token, e algebra.Expr) bool {
	for i := 1; i < len(tokens)-1; i++ {
		if tokens[i].Kind != lexicon.Word || tokens[i].Low != "can" || lexicon.LongestLexeme(tokens[i:]).Class == 'M' {
			continue
		}
		switch tokens[i+1].Low {
		case "not", "never", "only", "no":
		case "be":
			return !Forbids(e) && (i+2 == len(tokens) || tokens[i+2].Low != "found" && tokens[i+2].Low != "seen")
		default:
			return !Forbids(e)
		}
	}
	return false
}

// Forbids reports whether a demand only limits.
func Forbids(e algebra.Expr) bool {
	c, ok := OfEach(e).(algebra.Compare)
	return ok && (c.Is.Op == algebra.OpMost || c.Is.Op == algebra.OpLess || c.Is == algebra.Exactly(0))
}

// salutation reports whether the paragraphs of a letter are counted. Its
// salutation and its closing are paragraphs by any count, and none to whoever
// asks for four paragraphs.
func salutation(tokens []lexicon.Token, e algebra.Expr) bool {
	c, ok := e.(algebra.Compare)
	return ok && Counts(c, algebra.Paragraph) && slices.ContainsFunc(tokens, func(t lexicon.Token) bool { return correspondence()[t.Low] })
}

// CountedIn are the parts that a comparison counts.
func CountedIn(c algebra.Compare) algebra.Parts {
	n, _ := c.Of.(algebra.Count)
	return n.Of
}

// Scoped reports whether a demand names the parts that it holds of.
func Scoped(e algebra.Expr) bool { return ScopeOf(e).Reach != "answer" }
