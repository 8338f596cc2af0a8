package edits

import (
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/english"
)

var (
	figure    = lazyregexp.New(`\d+(?:[.,:]\d+)*`)
	named     = lazyregexp.New(`\([^()\d]*[A-Z][^()\d]* \(?\d{4}[a-z]?\)|\((?:Table|Fig\.|Figure) \d+\)`) // (Weber, 2019), (Table 1)
	bracketed = lazyregexp.New(`\[\d+(?:\s*[,;]\s*\d+)*\]`)
)

// facts lists what a text must not lose or gain by the way: figures, and
// references to sources.
func facts(s string) []string {
	out := append(named.FindAllString(s, -1), bracketed.FindAllString(s, -1)...)
	s = bracketed.ReplaceAllString(named.ReplaceAllString(s, ""), "")
	return append(out, figures(s)...)
}

func figures(s string) []string {
	var out []string
	for _, f := range figure.FindAllString(s, -1) {
		out = append(out, strings.ReplaceAll(strings.ReplaceAll(f, ",", ""), ":", "."))
	}
	return out
}

// spelled lists the figures that number words stand for.
func spelled(s string) []string {
	var out []string
	for _, w := range words(s) {
		if n, ok := english.Cardinal(w); ok && w[0] > '9' {
			out = append(out, strconv.Itoa(n))
		}
	}
	return out
}

// body is a sentence without the mark of a list.
func body(u *unit) string {
	if u.item {
		return marker.ReplaceAllString(u.text, "")
	}
	return u.text
}

// factsOf counts the facts of a version.
func factsOf(v *version) map[string]int {
	n := map[string]int{}
	for i := range v.units {
		for _, f := range facts(body(&v.units[i])) {
			n[f]++
		}
	}
	return n
}

// A ledger says which facts one version has more often than the other.
type ledger map[string]int

func missing(from, in *version) ledger {
	out, has := ledger{}, factsOf(in)
	for _, f := range spelled(in.text()) {
		has[f]++
	}
	for f, n := range factsOf(from) {
		if n > has[f] {
			out[f] = n - has[f]
		}
	}
	return out
}

// take returns the facts of a sentence that are in the ledger, and takes them
// off it.
func (l ledger) take(s string) []string {
	var out []string
	for _, f := range facts(s) {
		if l[f] > 0 {
			l[f]--
			out = append(out, f)
		}
	}
	return out
}

// asks reports whether an instruction speaks of a figure: "half past eight" of
// 8.30.
func (r *request) asks(fact string) bool {
	return slices.ContainsFunc(r.numbers, func(n string) bool { return n == fact || strings.HasPrefix(fact, n+".") }) || strings.Contains(fold(r.text), strings.ToLower(fact))
}

var measures = either(`metres?|meters?|km|kilomet\w+|miles?|feet|foot|inch\w*|cm|kg|kilos?|pounds?|ounces?|grams?|lit\w+|gallons?|celsius|fahrenheit|euros?|dollars?|percent`)

// converts reports whether one measure takes another's place, as was asked.
func (r *request) converts(c *Change) bool {
	was, is := measures.FindString(strings.ToLower(c.Before)), measures.FindString(strings.ToLower(c.After))
	return was != is && was != "" && is != "" && strings.Contains(r.text, is)
}

// markFacts puts to each change what it loses, and what it makes up. The
// instruction may ask for either, or give other figures for some.
func (e *edit) markFacts() {
	lost, made := missing(e.a, e.b), missing(e.b, e.a)
	given := 0
	for f, n := range made {
		if e.asks(f) {
			given += n
			delete(made, f)
		}
	}
	for k := range e.changes {
		c := &e.changes[k]
		if c.i >= 0 && !c.stays() {
			gone := lost.take(body(&e.a.units[c.i]))
			c.Facts = slices.DeleteFunc(gone, func(f string) bool {
				asked := e.asks(f) || e.converts(c) || loose.MatchString(strings.ToLower(e.raw)) || e.kind == Removal && (e.target[c.i] || len(e.target) == 0 && c.What == Removed)
				if asked || given == 0 || !figure.MatchString(f) || bracketed.MatchString(f) {
					return asked
				}
				given--
				return true
			})
		}
		if c.j >= 0 && e.kind != Addition && !c.stays() && !e.converts(c) {
			c.Facts = append(c.Facts, made.take(body(&e.b.units[c.j]))...)
		}
	}
}
