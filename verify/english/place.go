package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
)

// numbered says of a demand on each of the things that are listed how many of
// them the prompt asks for, which helps to find them in an answer.
func (d *decomposer) numbered(f *Found, e algebra.Expr) algebra.Expr {
	each, ok := e.(algebra.Each)
	if !ok || each.Of != algebra.Every(algebra.Entry) {
		return e
	}
	n, several := 0, false
	for i := range d.tokens {
		noun, count := d.counted(i)
		switch {
		case count == 0:
		case slices.ContainsFunc(d.tokens[f.from:f.to], func(t token) bool { return singularOf(t.low) == noun }):
			each.Of = each.Of.First(count)
			return each
		case n != 0 && n != count:
			several = true
		default:
			n = count
		}
	}
	if n > 0 && !several {
		each.Of = each.Of.First(n)
	}
	return each
}

// lists reports whether the prompt asks for several things.
func (d *decomposer) lists() bool {
	for i := range d.tokens {
		if _, n := d.counted(i); n > 0 {
			return true
		}
	}
	return len(d.things) > 0
}

// counted returns what is asked for in a number that stands at a token, in the
// singular, and the number; 0 if nothing is.
func (d *decomposer) counted(at int) (noun string, n int) {
	t := &d.tokens[at]
	if !t.numeral() || at > 0 && slices.Contains([]string{"least", "most", "than", "to", "-", "about", "around", "or"}, d.tokens[at-1].low) {
		return "", 0
	}
	n, size := numberAt(d.tokens[at:])
	for i := at + size; size > 0 && i < min(len(d.tokens), at+size+furthestNoun-1); i++ {
		low := d.tokens[i].low
		if d.tokens[i].kind != word || closedWords()[low] || d.tokens[i].numeral() {
			break
		}
		if one := singularOf(low); one != low && (entryNouns()[one] || d.things[one]) && n > 1 && n <= mostEntries {
			return one, n
		}
	}
	return "", 0
}

// mostEntries is how many things are asked for at most that are told by their
// number.
const mostEntries = 30

// partLabel is the name of a part before a colon at the start of a line or a
// sentence: "SMS: max 140 characters".
var partLabel = lazyregexp.New(`(?:^|[.!?\n]\s*)[ \t*_#-]*(\p{Lu}[\p{L}\p{N}]*(?: [\p{L}\p{N}]+){0,2})[*_]*[ \t]?:[*_]*[ \t]*(?:[^.!?:\n]*[,;][ \t]*)?$`)

// ownLabel is the name of a part with which a demand begins: "tagline: one
// sentence".
var ownLabel = lazyregexp.New(`^(\p{L}[\p{L} ]{1,30}?) ?:`)

// underLabel takes a demand behind the name of a part for one on that part.
func (d *decomposer) underLabel(f *Found) algebra.Expr {
	e := f.Reading.Check.Expr
	m := partLabel.FindStringSubmatch(d.prompt[max(0, f.Start-longestTail):f.Start])
	if m == nil {
		m = ownLabel.FindStringSubmatch(f.Text)
	}
	first := d.tokens[f.from].low
	if m == nil || scoped(e) || len(m[1]) < 2 || strings.Count(m[1], " ") >= longestPartName || telling()[first] || listed()[first] && first != "with" {
		return e
	}
	declared := strings.Count(d.prompt, m[1]) > 1 // "Sections: Overview, Specs. Specs: …"
	for _, w := range strings.Fields(strings.ToLower(m[1])) {
		if w == "of" || w == "be" || sharing()[w] || rulesLabel()[w] && !declared || coreNouns()[w] || taskVerbs()[w] || limiting()[w] {
			return e
		}
	}
	if held := each(algebra.Every(algebra.Named(m[1])), e); held != nil {
		return held
	}
	return e
}
