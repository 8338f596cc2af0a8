// Package english reads requirements in plain English as checks of package
// algebra. It does not guess: a requirement with a word that it cannot place,
// or with two possible meanings, is not read at all.
//
// If code can decide only part of a requirement, the check is what must hold
// whatever the rest means: if it is not met, neither is the requirement; if it
// is met, a judge decides the rest. A condition that hardly any answer breaks
// is not used.
//
// Read reads one requirement, Decompose finds the demands in a prompt, Demands
// those in a conversation, with what they bind and what is in doubt.
package english

import (
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// Version is raised whenever a reading could change.
const Version = "58"

// An Extent says how much of a requirement a check settles.
type Extent string

// The extents.
const (
	Whole Extent = "all"  // the check decides it
	Part  Extent = "part" // what is not met fails the requirement; what is met leaves the rest to a judge
	None  Extent = "none" // there is no check: a judge decides it
)

// A Reading is what a requirement was read as.
type Reading struct {
	Decides Extent
	Check   algebra.Check
	Rest    string // with Part: what is left to a judge, in words
}

// A Reader reads requirements. The zero Reader counts as people do.
type Reader struct {
	Parity bool // count as official evaluators do
}

// Read reads a requirement in the plain reading; see Reader.Read.
func Read(requirement string) (Reading, bool) { return Reader{}.Read(requirement) }

// Read returns the check that decides a requirement, whole or in part. It
// reports false, and a Reading that decides None, if it cannot tell.
func (r Reader) Read(requirement string) (Reading, bool) {
	if c, err := algebra.Parse(requirement); err == nil {
		return Reading{Decides: Whole, Check: c}, true // our own printed form
	}
	if e, ok := r.whole(requirement); ok {
		return r.reading(Whole, e, "")
	}
	tokens := lexicon.Tokenize(requirement)
	if len(tokens) > longestSegment || clause.Tale(tokens) {
		return Reading{Decides: None}, false
	}
	if e := clause.CascadeWide(clause.Trimmed(tokens)); e != nil && !clause.Permission(tokens, e) {
		if e, rest, ok := clause.Settle(tokens, e); ok && rest != "" {
			return r.reading(Part, e, rest)
		}
	}
	if clause.Permission(tokens, nil) {
		return Reading{Decides: None}, false
	}
	if e, rest, ok := partly(requirement, clause.Trimmed(tokens)); ok {
		return r.reading(Part, e, rest)
	}
	return Reading{Decides: None}, false
}

// whole reads a requirement all of whose clauses are known, as it stands or from
// another language.
func (r Reader) whole(requirement string) (algebra.Expr, bool) {
	if uncounted.MatchString(requirement) {
		return nil, false
	}
	requirement = inSecondPerson(requirement)
	texts := []string{requirement}
	if g, ok := lexicon.Foreign(requirement, true); ok {
		texts = append(texts, g.Text)
	}
	for _, text := range texts {
		if at := revised.FindAllStringIndex(text, -1); at != nil && !strings.EqualFold(strings.TrimRight(text[at[len(at)-1][1]:], " .!"), "it") {
			text = text[at[len(at)-1][1]:]
		}
		tokens := lexicon.Tokenize(text)
		if len(tokens) > longestSegment || clause.Tale(tokens) {
			continue
		}
		var list []algebra.Expr
		e, ok := clause.Demand(tokens)
		if ok {
			list, ok = clause.Explained([]algebra.Expr{e})
		} else {
			list, ok = clause.Clauses(tokens)
		}
		if !ok {
			continue
		}
		if e = clause.Conjunction(clause.Once(list)); clause.Shared(tokens, e) || clause.Mistaken(tokens, e) {
			return nil, false
		}
		return e, true
	}
	for _, text := range texts {
		if e, ok := r.dividing(text); ok {
			return e, true
		}
	}
	return nil, false
}

// uncounted says in brackets what is left out when something is counted.
var uncounted = lazyregexp.New(`(?i)[(（][^()（）]*(?:(?:\bnot?|n['’]?t|\bwithout)\b[^()（）]*\bcount|\b(?:sans|ne|non) (?:les |le |la )?compt|non compris|\b(?:sin|sem|sin que|no) (?:contar|cuenta|conta)|ohne (?:den |die |das )?(?:überschrift|titel|leerzeichen|satzzeichen|anrede|gruß)|without\s+(?:the\s+)?(?:spaces|title|heading|punctuation)|不算|不计|不計|不含|不包括|除外|含まない|含まず|除く)`)

// revised says that what stands before it is taken back.
var revised = lazyregexp.New(`(?i)\b(?:scratch that|no,? wait|sorry, i mean|i mean)\b[ ,.:;-]*`)

// reading returns what was read, unless no check can be made of it: a quoted
// text that is no UTF-8, a number that is too great.
func (r Reader) reading(decides Extent, e algebra.Expr, rest string) (Reading, bool) {
	c := r.check(e)
	if c.Validate() != nil {
		return Reading{Decides: None}, false
	}
	return Reading{Decides: decides, Check: c, Rest: rest}, true
}

// check asks an expression in the reader's way of counting.
func (r Reader) check(e algebra.Expr) algebra.Check {
	e = clause.Bound(e, r.Parity)
	if r.Parity {
		return algebra.InParity(parity(e)).Canonical()
	}
	return algebra.In(e).Canonical()
}

// parity turns words that must occur into texts that must occur: official
// evaluators look for them inside words too. Those that must not occur stay
// words. Of labelled sections they want at least the number.
func parity(e algebra.Expr) algebra.Expr {
	switch e := e.(type) {
	case algebra.All:
		out := make(algebra.All, len(e))
		for i, x := range e {
			out[i] = parity(x)
		}
		return out
	case algebra.Contains:
		if e.What.Kind == algebra.FindWord {
			e.What.Kind = algebra.FindText
		}
		return e
	case algebra.Each: // a postscript may stand anywhere
		if c, ok := e.Holds.(algebra.Contains); ok && e.Of == algebra.Every(algebra.Paragraph).Nth(-1) && c.What.Kind == algebra.FindPattern {
			return c
		}
		return e
	case algebra.Compare:
		return parityCount(e)
	default:
		return e
	}
}

func parityCount(e algebra.Compare) algebra.Expr {
	n, ok := e.Of.(algebra.Count)
	if !ok || e.Is == algebra.Exactly(0) {
		return e
	}
	f, ok := n.Of.Source.(algebra.Find)
	switch {
	case ok && f.Kind == algebra.FindWord:
		f.Kind = algebra.FindText
		n.Of.Source = f
		e.Of = n
	case ok && f.Kind == algebra.FindPattern && e.Is.Op == algebra.OpExactly:
		e.Is = algebra.AtLeast(e.Is.N)
	}
	return e
}

// Cardinal returns the number that a word stands for, in digits or letters
// ("12", "twelve", "ninety"), and whether it stands for one.
func Cardinal(word string) (int, bool) { return lexicon.Cardinal(word) }

// Ordinal returns the place that a word names: 1 for "first" and "1st"; 0 if it
// names none.
func Ordinal(word string) int { return lexicon.Ordinal(word) }

// Gloss returns a text in one of the languages that have a lexicon with what is
// known of it in English: lengths, units, places. Quotations stay, and so do all
// other texts.
func Gloss(text string) string { return lexicon.Gloss(text) }
