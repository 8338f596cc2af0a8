package clause

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// readBounds is what the answer or its parts begin or end with, or what they
// must not: `start with "Dear"`, "no bullet ends with a full stop", "two
// hashtags at the end".
func readBounds(k []Chunk) algebra.Expr {
	at := slices.IndexFunc(k, func(c Chunk) bool { return c.Class == 'b' || c.Class == 'e' })
	object := slices.IndexFunc(k, func(c Chunk) bool { return c.Class == 't' })
	for i := len(k) - 1; i >= 0 && object < 0; i-- {
		if c := k[i]; c.Class == 'q' || c.Class == 'W' || c.Class == 'u' && (i > at || !slices.ContainsFunc(k[at:], objective)) {
			object = i
		}
	}
	subject := -1
	for i, c := range k {
		if i != object && (c.Class == 's' || c.Class == 'u') {
			subject = i
		}
	}
	b := ending{of: k[object], verb: k[at], start: k[at].Class == 'b', denied: pick(k, "x", 0).Class != 0, said: pick(k, "d", 0).Class != 0}
	if subject < 0 {
		return b.whole(pick(k, "N", 0).Class != 0)
	}
	if k[subject].Class == 'u' && pick(k[:subject], "i", 0).Class != 0 && !b.denied { // contain words that start with …
		if e := b.one(); e != nil && k[subject].value == "one" {
			return algebra.HasParts(k[subject].Of.With(e), algebra.AtLeast(1))
		}
		return nil
	}
	return b.parts(k[subject])
}

// objective chunks may be what something begins or ends with.
func objective(c Chunk) bool { return strings.IndexByte("tuqW", c.Class) >= 0 }

// An ending is what something begins or ends with.
type ending struct {
	of, verb            Chunk
	start, denied, said bool
}

// whole is what an ending demands of the answer; with ownLine it is a line.
func (b ending) whole(ownLine bool) algebra.Expr {
	if b.denied {
		return negated(b.each())
	}
	if f, ok := b.of.one(); ok && ownLine && b.sure() {
		return Each(algebra.Every(algebra.Line).Nth(map[bool]int{true: 1, false: -1}[b.start]), algebra.Equals{To: asText(f)})
	}
	e := b.one()
	if b.of.Class == 'q' && e != nil {
		return algebra.All{b.of.demand(), e}
	}
	return e
}

// parts is what an ending demands of the parts of a kind.
func (b ending) parts(of Chunk) algebra.Expr {
	if b.of.Class == 'W' {
		return b.alike(of)
	}
	e := b.one()
	switch {
	case b.denied:
	case of.Of.Source == algebra.Source(algebra.Sentence) && b.of.Of.Source == algebra.Source(algebra.Emoji): // behind its full stop
		return nil
	case of.Class == 'u' && (of.bare || b.of.Class == 't'), b.of.Class == 'u' && b.of.Of.Source == algebra.Source(algebra.NumberUnit) && Within(of.Of.Source, algebra.ListItem, algebra.Bullet):
		return nil
	default:
		return of.hold(e)
	}
	var all []algebra.Expr
	for _, e := range b.each() {
		if e = noneThat(of.Of, e); e == nil {
			return nil
		}
		all = append(all, e)
	}
	if len(all) == 0 {
		return nil
	}
	return Conjunction(all)
}

// alike is "all lines start with the same letter", "each line begins with a
// different word".
func (b ending) alike(of Chunk) algebra.Expr {
	at := -1
	if b.start {
		at = 1
	}
	bounds := b.of.Of.Nth(at).Within(of.Of)
	switch {
	case b.denied || of.Class != 's':
		return nil
	case b.of.value == "same":
		return algebra.Compare{Of: algebra.Different{Of: bounds}, Is: algebra.Exactly(1)}
	}
	return algebra.AllDifferent{Of: bounds}
}

// sure reports whether it is said that something stands at the very end. What is
// to be mentioned at the end may be mentioned in the last sentence.
func (b ending) sure() bool { return !b.said || !strings.HasPrefix(b.verb.Low, "at the ") }

// one is the demand where one thing, or one of several, may stand at the end.
func (b ending) one() algebra.Expr {
	if b.of.Class != 't' {
		return boundOf(b.of, b.start)
	}
	if !b.sure() || len(b.of.texts) > 1 && !b.of.or {
		return nil
	}
	var any algebra.Any
	for _, f := range b.of.texts {
		switch {
		case b.start:
			any = append(any, startingWith(f))
		case strings.HasPrefix(b.verb.Low, "at the ") && f.Kind == algebra.FindText:
			any = append(any, algebra.Ends{With: loosely(f)})
		default:
			any = append(any, endingWith(f))
		}
	}
	if len(any) == 1 {
		return any[0]
	}
	return any
}

// loosely finds a text with a full stop or another mark behind it.
func loosely(f algebra.Find) algebra.Find {
	return algebra.Pattern(regexp.QuoteMeta(f.Value) + `[^\p{L}\p{N}]{0,3}`)
}

// each are the demands of which none may hold.
func (b ending) each() []algebra.Expr {
	if b.of.Class != 't' {
		if e := boundOf(b.of, b.start); e != nil {
			return []algebra.Expr{e}
		}
		return nil
	}
	var all []algebra.Expr
	for _, f := range b.of.texts {
		if b.start {
			all = append(all, algebra.Starts{With: asWord(f)})
		} else {
			all = append(all, algebra.Ends{With: asWord(f)})
		}
	}
	return all
}

func negated(all []algebra.Expr) algebra.Expr {
	if len(all) == 0 {
		return nil
	}
	for i, e := range all {
		all[i] = algebra.Not{Of: e}
	}
	return Conjunction(all)
}

func readBothEnds(k []Chunk) algebra.Expr {
	t, u := pick(k, "t", 0), pick(k, "t", 1)
	if u.Class == 0 {
		u = t // begin and end with the same
	}
	f, ok := t.one()
	g, also := u.one()
	if !ok || !also {
		return nil
	}
	both := algebra.All{startingWith(f), endingWith(g)}
	if s := pick(k, "s", 0); s.Class != 0 {
		return s.hold(both)
	}
	return both
}

// boundOf is what a text that is bounded by such a thing begins or ends with.
func boundOf(c Chunk, start bool) algebra.Expr {
	if c.Class == 'u' && c.value != "one" && c.Of.Source == algebra.Source(algebra.Question) {
		return nil // the question, not a question
	}
	if f, ok := c.Of.Source.(algebra.Find); ok && (c.Class == 'u' || c.Is == algebra.Exactly(1)) {
		switch {
		case f.Value == `\n[ \t]*\n`, f.Kind == algebra.FindPattern && start && !strings.HasPrefix(f.Value, "["):
			return nil
		case start && strings.HasPrefix(f.Value, "[‒"): // a hyphen is one where a line begins
			return algebra.Starts{With: algebra.Pattern(`[-‒-―]`)}
		case start:
			return algebra.Starts{With: f}
		}
		return algebra.Ends{With: f}
	}
	u, _ := c.Of.Source.(algebra.Unit)
	if c.Class == 'q' && (c.Is.Op != algebra.OpExactly && c.Is.Op != algebra.OpLeast || c.Is.N > mostAtEnd) {
		return nil
	}
	switch at := map[bool]int{true: 1, false: -1}[start]; {
	case u == algebra.Emoji && (c.Class == 'u' || c.Is == algebra.Exactly(1)):
		return algebra.Each{Of: algebra.Every(algebra.Character).Nth(at), Holds: algebra.Has(algebra.Emoji, algebra.AtLeast(1))}
	case u == algebra.Hashtag && !start:
		n := max(1, int(c.Is.N))
		return algebra.Ends{With: algebra.Pattern(fmt.Sprintf(`(#[\pL\pN_]+[\s.,;]{0,3}){%d}`, n))}
	case c.Class == 'q':
		return nil
	case u == algebra.Question && start:
		return algebra.Each{Of: algebra.Every(algebra.Sentence).Nth(at), Holds: algebra.Has(algebra.Question, algebra.Exactly(1))}
	case u == algebra.Question:
		return algebra.Ends{With: algebra.Text("?")}
	case u == algebra.Exclamation && !start:
		return algebra.Ends{With: algebra.Text("!")}
	case (u == algebra.NumberUnit || u == algebra.Digit) && start:
		return algebra.Starts{With: algebra.Pattern(`\d`)}
	case u == algebra.Link && !start:
		return algebra.Ends{With: algebra.Pattern(`(https?://|www\.)\S+`)}
	}
	return nil
}

// mostAtEnd is how many hashtags a text is asked to end with at most.
const mostAtEnd = 20

// readDifferent is "all lines are different".
func readDifferent(k []Chunk) algebra.Expr {
	if s := pick(k, "s", 0); s.value == "each" && s.Of.Pick == (algebra.Pick{}) && s.Of.Source != algebra.Source(algebra.Entry) {
		return algebra.AllDifferent{Of: s.Of}
	}
	return nil
}
