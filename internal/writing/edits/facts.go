package edits

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	figure    = regexp.MustCompile(`\d+(?:[.,:]\d+)*`)
	named     = regexp.MustCompile(`\([^()\d]*[A-Z][^()\d]* \(?\d{4}[a-z]?\)|\((?:Table|Fig\.|Figure) \d+\)`) // (Weber, 2019), (Table 1)
	bracketed = regexp.MustCompile(`\[\d+(?:\s*[,;]\s*\d+)*\]`)
)

var numberWords = []string{
	"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
	"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
}

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
		if n := slices.Index(numberWords, w); n >= 0 {
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

// lostFacts returns the changes in which facts are lost, or made up.
func (e *edit) lostFacts() []Change {
	lost, made := missing(e.a, e.b), missing(e.b, e.a)
	given := 0 // figures that stand for others because the instruction says so
	for f, n := range made {
		if e.asks(f) {
			given += n
			delete(made, f)
		}
	}
	if e.kind == Removal && slices.ContainsFunc(slices.Collect(maps.Keys(made)), bracketed.MatchString) { // the references got other numbers
		for _, l := range []ledger{lost, made} {
			maps.DeleteFunc(l, func(f string, _ int) bool { return bracketed.MatchString(f) })
		}
	}
	var out []Change
	for i := range e.a.units {
		if e.kind == Removal && e.target[i] {
			lost.take(body(&e.a.units[i]))
			continue
		}
		if j := e.pairs[i]; j >= 0 && e.a.units[i].key == e.b.units[j].key {
			continue
		}
		for _, f := range lost.take(body(&e.a.units[i])) {
			if e.asks(f) {
				continue
			}
			if given > 0 && figure.MatchString(f) && !bracketed.MatchString(f) {
				given--
				continue
			}
			out = e.blame(out, i, e.pairs[i], f)
		}
	}
	if e.kind == Addition {
		return out
	}
	for j := range e.b.units {
		i := slices.Index(e.pairs, j)
		if i >= 0 && e.a.units[i].key == e.b.units[j].key {
			continue
		}
		for _, f := range made.take(body(&e.b.units[j])) {
			out = e.blame(out, i, j, f)
		}
	}
	return out
}

func (e *edit) blame(out []Change, i, j int, fact string) []Change {
	for k := range out {
		if out[k].i == i && out[k].j == j {
			out[k].Facts = append(out[k].Facts, fact)
			return out
		}
	}
	c := change(e.a, e.b, Reworded, i, j)
	switch {
	case j < 0:
		c.What = Removed
	case i < 0:
		c.What = Added
	}
	c.Facts = []string{fact}
	return append(out, c)
}
