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

// body is a sentence without the mark of a list, or nothing for -1.
func (v *version) body(i int) string {
	if i < 0 {
		return ""
	}
	if v.units[i].item {
		return marker.ReplaceAllString(v.units[i].text, "")
	}
	return v.units[i].text
}

// factsOf counts the facts of a version.
func factsOf(v *version) map[string]int {
	n := map[string]int{}
	for i := range v.units {
		for _, f := range facts(v.body(i)) {
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

// take returns the facts of the ledger that a sentence has more often than what
// stands for it in the other version, and takes them off it.
func (l ledger) take(own, other string) []string {
	var out []string
	has := append(facts(other), spelled(other)...)
	for _, f := range facts(own) {
		if at := slices.Index(has, f); at >= 0 {
			has = slices.Delete(has, at, at+1)
		} else if l[f] > 0 {
			l[f]--
			out = append(out, f)
		}
	}
	return out
}

func (l ledger) any(s string) bool {
	return slices.ContainsFunc(facts(s), func(f string) bool { return l[f] > 0 })
}

// asks reports whether an instruction speaks of a figure: "half past eight" of
// 8.30.
func (r *request) asks(fact string) bool {
	return slices.ContainsFunc(r.numbers, func(n string) bool { return n == fact || strings.HasPrefix(fact, n+".") }) || strings.Contains(fold(r.text), strings.ToLower(fact))
}

// named reports whether a sentence gained a word of the instruction, as a unit
// of measure that was asked for.
func (r *request) named(c *Change) bool {
	return slices.ContainsFunc(beyond(c.After, c.Before), func(w string) bool { return r.said[w] && !figure.MatchString(w) })
}

// figurative are instructions that speak of figures or references themselves.
var figurative = either(`numbers|figures|digits|numerals|dates|times|prices|amounts|percentages?|years|units|currency|clock|round(?:ed)?|references?|citations?|sources|footnotes?|zahlen|ziffern|preise|uhrzeiten|quellen|chiffres|prix|heures|références|números?|fechas|precios|referencias|datas|preços|referências`)

// informs are instructions that ask for what the text does not hold.
var informs = lazyregexp.New(`^(?:how|why|what|when|who|where|which|is|are|do|does|can|could you (?:explain|tell|say))\b[^?]*\?|\b(?:say|tell \w+|give|provide|need|want|find|know) (?:\w+ )?more\b|\b(?:elaborate|expand|discuss|explain)\b`)

// markFacts puts to each change what it loses, and what it makes up. The
// instruction may ask for either, or give other figures for some.
func (e *edit) markFacts() {
	lost, made := missing(e.a, e.b), missing(e.b, e.a)
	given, free := 0, loose.MatchString(strings.ToLower(e.raw))
	figures, informing := figurative.MatchString(e.text), informs.MatchString(e.text)
	free = free || figures && e.wishes[0].kind == Removal
	for f, n := range made {
		if e.asks(f) {
			given += n
			delete(made, f)
		}
	}
	for k := range e.changes {
		c := &e.changes[k]
		if c.stays() || (figures || e.named(c)) && lost.any(c.Before) && made.any(c.After) {
			continue
		}
		was, is := e.a.body(c.i), e.b.body(c.j)
		if c.i >= 0 && !free && !e.wished(Removal, k) {
			c.Facts = slices.DeleteFunc(lost.take(was, is), func(f string) bool {
				if e.asks(f) || given == 0 || !figure.MatchString(f) || strings.HasPrefix(f, "[") {
					return e.asks(f)
				}
				given--
				return true
			})
		}
		if c.j >= 0 && !informing && !e.wished(Addition, k) {
			c.Facts = append(c.Facts, made.take(is, was)...)
		}
	}
}

// wished reports whether a wish of a kind covers a change. What is said of a
// sentence that then went was to go.
func (e *edit) wished(kind Kind, k int) bool {
	for n := range e.wishes {
		w, o, went := &e.wishes[n], e.covers(n, k), e.changes[k].What == Removed
		if w.kind == kind && (o == Asked || o == Unclear && went) || kind == Removal && went && w.kind == Rewording && o == Asked && len(w.part) == 0 && !w.open {
			return true
		}
	}
	return false
}
