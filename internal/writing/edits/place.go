package edits

import (
	"fmt"
	"slices"
	"strings"
)

// placed checks where a text was put.
func (e *edit) placed(c *clause, a *version, text string) (Demand, bool) {
	re := verbatim(text)
	d := Demand{Text: place(c), Evidence: "it is elsewhere"}
	known := false
	flat := typed.Replace(e.after)
	for _, p := range re.FindAllStringIndex(flat, -1) {
		b := cut(flat[:p[0]] + given + flat[p[1]:])
		at := 0
		for i := range b.units {
			if b.units[i].added {
				at = i
			}
		}
		fit, ok := e.stands(c, a, &b, at)
		known = known || ok
		if fit {
			d.Met, d.Evidence = true, fmt.Sprintf("sentence %d", at+1)
		}
	}
	return d, known
}

func placeNames(c *clause) string {
	var names []string
	for _, m := range c.places {
		names = append(names, c.text[m.at[0]:m.at[1]])
	}
	return strings.Join(names, " and ")
}

// stands reports whether the unit at that position is where the clause wants
// it, and whether the clause says so that it can be told.
func (e *edit) stands(c *clause, a, b *version, at int) (fit, known bool) {
	if len(c.places) == 0 {
		switch c.place {
		case "start":
			return at == 0, true
		case "end":
			return at == len(b.units)-1, true
		}
		return false, false
	}
	m := &c.places[0]
	anchor := a.resolve(m, e.quotes)
	if len(anchor) == 0 && c.place != "as" {
		return false, false
	}
	key := func(v *version, i int) string {
		if i < 0 || i >= len(v.units) {
			return ""
		}
		return v.units[i].key
	}
	switch c.place {
	case "between":
		return e.between(m, a, key(b, at-1), key(b, at+1)), true
	case "as":
		return e.nth(m, b, at), true
	case "in", "":
		home := b.home(a, anchor)
		return home == b.units[at].para, home >= 0
	}
	beside, next := anchor[len(anchor)-1], at-1 // after it, or at its end
	if c.place == "start" || c.place == "before" {
		beside, next = anchor[0], at+1
	}
	if len(count(b, key(a, beside), nil)) == 0 { // it is not there any more
		return false, false
	}
	return key(b, next) == key(a, beside), true
}

// home returns the paragraph that has at least half of the units of an older
// version, -1 for none.
func (v *version) home(old *version, units []int) int {
	for p := range v.paras {
		n := 0
		for _, i := range units {
			if slices.ContainsFunc(v.in(p), func(j int) bool { return v.units[j].key == old.units[i].key }) {
				n++
			}
		}
		if n > 0 && 2*n >= len(units) {
			return p
		}
	}
	return -1
}

// between reports whether a unit stands between what a mention names, from
// its neighbours.
func (e *edit) between(m *mention, a *version, before, after string) bool {
	one, two := *m, *m
	if len(m.which) > 1 {
		one.which, two.which = m.which[:1], m.which[1:]
	}
	x, y := a.resolve(&one, e.quotes), a.resolve(&two, e.quotes)
	return len(x) > 0 && a.units[x[len(x)-1]].key == before || len(y) > 0 && a.units[y[0]].key == after
}

// nth reports whether the unit is the one that the mention counts in the new
// version.
func (e *edit) nth(m *mention, b *version, at int) bool {
	for _, i := range b.resolve(m, e.quotes) {
		if i == at {
			return true
		}
	}
	return false
}

// lands checks where something was put that the instruction does not give word
// for word: "as first sentence, add a definition". It tells only where the
// place is one that code can find, and what stands there is either new or as
// it was: a sentence that was reworded may hold what was asked for.
func (e *edit) lands(c *clause, a, b *version) []Demand {
	if len(e.texts(c)) > 0 {
		return nil
	}
	fresh, mended := e.news(b)
	known := false
	for i := range b.units {
		if !fresh[i] {
			continue
		}
		fit, ok := e.stands(c, a, b, i)
		known = known || ok
		if fit && e.wholly(c, b, i, fresh) {
			return []Demand{{place(c), true, "new there: " + b.units[i].text}}
		}
	}
	if !known && len(fresh) == 0 && len(mended) == 0 && len(b.units) > 0 {
		_, known = e.stands(c, a, b, 0)
	}
	if !known || len(mended) > 0 {
		return nil
	}
	return []Demand{{place(c), false, "nothing new stands there"}}
}

func place(c *clause) string {
	return "in the place that is named: " + strings.TrimSpace(c.place+" "+placeNames(c))
}

// news returns the units of the new version that are new, and those that are
// old ones reworded.
func (e *edit) news(b *version) (fresh, mended map[int]bool) {
	fresh, mended = map[int]bool{}, map[int]bool{}
	for _, c := range e.raw {
		into := map[What]map[int]bool{Added: fresh, Reworded: mended, Marks: mended}[c.What]
		if into == nil {
			continue
		}
		for i := range b.units {
			if b.units[i].text == c.After && !fresh[i] && !mended[i] {
				into[i] = true
				break
			}
		}
	}
	return fresh, mended
}

// wholly reports whether all of the paragraph is new, where the clause wants a
// paragraph of its own.
func (e *edit) wholly(c *clause, b *version, at int, fresh map[int]bool) bool {
	if c.place != "as" || c.places[0].noun != paragraph {
		return true
	}
	return !slices.ContainsFunc(b.in(b.units[at].para), func(i int) bool { return !fresh[i] })
}
