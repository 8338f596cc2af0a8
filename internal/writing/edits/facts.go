package edits

import (
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/english"
)

var (
	figure    = lazyregexp.New(`\d+(?:[.,:]\d+)*(?:st|nd|rd|th)?`)
	bracketed = lazyregexp.New(`\[\d+(?:\s*[,;]\s*\d+)*\]`)
	grouped   = lazyregexp.New(`(\d)[.,](\d{3})\b`)
	naught    = lazyregexp.New(`\.00$`)
)

// facts lists what a text must not lose or gain by the way: figures, with the
// years of sources, and references such as [2].
func facts(s string) []string {
	out := figures(bracketed.ReplaceAllString(s, ""))
	for _, group := range bracketed.FindAllString(s, -1) {
		for n := range strings.FieldsFuncSeq(group, func(r rune) bool { return r < '0' || r > '9' }) {
			out = append(out, "["+n+"]")
		}
	}
	return out
}

// figures lists the figures of a text, however they are grouped: 1,800 and 1800,
// 08:00 and 8. Those that only count ("4th") are words.
func figures(s string) []string {
	var out []string
	for _, f := range figure.FindAllString(s, -1) {
		if strings.ContainsAny(f, "tdh") {
			continue
		}
		f = naught.ReplaceAllString(strings.ReplaceAll(f, ":", "."), "")
		out = append(out, strings.TrimPrefix(grouped.ReplaceAllString(f, "$1$2"), "0"))
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

// asks reports whether an instruction speaks of a figure: "half eight" of 8.30.
func (r *request) asks(fact string) bool {
	return slices.ContainsFunc(r.numbers, func(n string) bool { return n == fact || strings.HasPrefix(fact, n+".") }) || strings.Contains(fold(r.rest), fact)
}

// figurative are instructions that speak of figures or references themselves.
var figurative = either(`numbers|figures|digits|numerals|dates|times|prices|amounts|percentages?|years|units|currency|clock|round(?:ed)?|references?|citations?|sources|footnotes?|zahlen|ziffern|preise|uhrzeiten|quellen|chiffres|prix|heures|références|números?|fechas|precios|referencias|datas|preços|referências`)

// informs are instructions that ask for what the text does not hold.
var informs = lazyregexp.New(`^(?:how|why|what|when|who|where|which|is|are|do|does|can|could you (?:explain|tell|say))\b[^?]*\?|\b(?:say|tell \w+|give|provide|need|want|find|know) (?:\w+ )?more\b|\b(?:elaborate|expand|discuss|explain)\b`)

// markFacts puts to each change what the text loses by it, and what it makes
// up. The instruction may ask for either, or give one figure for another.
func (e *edit) markFacts() {
	a, b := e.a.text(), e.b.text()
	old, fresh := append(facts(a), spelled(a)...), append(facts(b), spelled(b)...)
	figures := figurative.MatchString(e.rest)
	free := loose.MatchString(e.raw) || figures && e.kind == Removal
	for k := range e.changes {
		c := &e.changes[k]
		was, is := marker.ReplaceAllString(c.Before, ""), marker.ReplaceAllString(c.After, "")
		lost, made := lacking(was, fresh), lacking(is, old)
		unit := slices.ContainsFunc(beyond(c.After, c.Before), func(w string) bool { return e.said[w] && !figure.MatchString(w) }) // of measure, say
		if c.stays() || (figures || unit) && len(lost) > 0 && len(made) > 0 {
			continue
		}
		exchanged := slices.ContainsFunc(lacking(is, facts(was)), e.asks)
		if !free && !e.requested(Removal, c) {
			c.Facts = slices.DeleteFunc(lost, func(f string) bool { return e.asks(f) || exchanged && f[0] != '[' })
		}
		if !e.informs && !e.requested(Addition, c) {
			c.Facts = append(c.Facts, slices.DeleteFunc(made, e.asks)...)
		}
	}
}

// lacking lists the facts of a sentence that are not in a list.
func lacking(sentence string, list []string) []string {
	return slices.DeleteFunc(facts(sentence), func(f string) bool { return slices.Contains(list, f) })
}

// requested reports whether a request of a kind covers a change. What is said of
// a sentence that then went was to go.
func (e *edit) requested(kind Kind, c *Change) bool {
	o, went := e.covers(c), c.What == Removed
	return e.kind == kind && (o == Asked || o == Unclear && went) || kind == Removal && went && e.kind == Rewording && o == Asked && len(e.part) == 0 && !e.open && !e.adds
}
