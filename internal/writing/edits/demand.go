package edits

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// words says what a clause was read as.
func (e *edit) words(c *clause) string {
	if c.act == nothing {
		return "not read: " + c.text
	}
	return string(c.act) + ": " + holder.ReplaceAllStringFunc(c.text, func(h string) string {
		n, err := strconv.Atoi(strings.Trim(h, "⟦⟧"))
		if err != nil || n >= len(e.quotes) {
			return h
		}
		return strconv.Quote(e.quotes[n])
	})
}

// demands checks what can be checked of what was asked for.
func (e *edit) demands(a, b *version) []Demand {
	var out []Demand
	for i := range e.clauses {
		c := &e.clauses[i]
		switch c.act {
		case insert:
			out = append(out, e.pastes(c, a)...)
		case remove:
			out = append(out, e.removals(c, a, b)...)
		case shorten:
			out = append(out, e.shorter(c, a, b)...)
		case move:
			out = append(out, e.moves(c, a, b)...)
		case rework, swap, nothing: // nothing that can be counted
		}
		out = append(out, e.bounds(c, a, b)...)
	}
	if e.only && e.solved {
		out = append(out, Demand{"nothing else changes", len(e.stray) == 0, fmt.Sprintf("other changes: %d", len(e.stray))})
	}
	return out
}

// pastes checks that given texts are there word for word, and where.
func (e *edit) pastes(c *clause, a *version) []Demand {
	var out []Demand
	for _, q := range e.texts(c) {
		text := e.quotes[q]
		core := strings.TrimRight(fold(text), " .!?")
		more := strings.Count(fold(e.after), core) - strings.Count(fold(e.before), core)
		d := Demand{Text: "add word for word: " + text, Met: more > 0, Evidence: fmt.Sprintf("%d more times than before", more)}
		out = append(out, d)
		if more > 0 {
			if place, ok := e.placed(c, a, text); ok {
				out = append(out, place)
			}
		}
	}
	return out
}

// placed checks where a text was put.
func (e *edit) placed(c *clause, a *version, text string) (Demand, bool) {
	re := verbatim(text)
	d := Demand{Text: "in the place that is named: " + strings.TrimSpace(c.place+" "+placeNames(c)), Evidence: "it is elsewhere"}
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
	first, last := 0, 0
	if len(anchor) > 0 {
		first, last = anchor[0], anchor[len(anchor)-1]
	}
	switch c.place {
	case "end", "after":
		return key(b, at-1) == key(a, last), true
	case "start", "before":
		return key(b, at+1) == key(a, first), true
	case "between":
		return e.between(m, a, key(b, at-1), key(b, at+1)), true
	case "as":
		return e.nth(m, b, at), true
	default:
		p := b.units[at].para
		return strings.Contains(b.textOf(b.in(p)), a.units[first].text) || strings.Contains(b.textOf(b.in(p)), a.units[last].text), true
	}
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

// removals checks that what was to go is gone.
func (e *edit) removals(c *clause, a, b *version) []Demand {
	var out []Demand
	for i := range c.targets {
		at := a.resolve(&c.targets[i], e.quotes)
		if len(at) == 0 || part(c.text, c.targets[i]) {
			continue
		}
		d := Demand{Text: "remove: " + c.text[c.targets[i].at[0]:c.targets[i].at[1]], Met: true, Evidence: "gone"}
		for _, k := range at {
			key := a.units[k].key
			if len(count(b, key, nil)) >= len(count(a, key, nil)) {
				d.Met, d.Evidence = false, "still there: "+a.units[k].text
				break
			}
		}
		out = append(out, d)
	}
	if len(c.targets) > 0 {
		return out
	}
	for _, q := range c.quotes {
		was, is := strings.Count(fold(e.before), fold(e.quotes[q])), strings.Count(fold(e.after), fold(e.quotes[q]))
		out = append(out, Demand{"remove: " + e.quotes[q], is < was || is == 0, fmt.Sprintf("%d times, %d before", is, was)})
	}
	return out
}

// moves checks that what was to be moved stands elsewhere.
func (e *edit) moves(c *clause, a, b *version) []Demand {
	if c.place != "start" && c.place != "end" || len(c.places) > 0 || len(c.targets) != 1 {
		return nil
	}
	at := a.resolve(&c.targets[0], e.quotes)
	if len(at) == 0 || len(b.units) < len(at) {
		return nil
	}
	from := 0
	if c.place == "end" {
		from = len(b.units) - len(at)
	}
	d := Demand{Text: "move to the " + c.place, Met: true, Evidence: "it is there"}
	for k, i := range at {
		if b.units[from+k].key != a.units[i].key {
			d.Met, d.Evidence = false, "there stands: "+b.units[from+k].text
			break
		}
	}
	return []Demand{d}
}

// shorter checks that what was to be shortened has fewer words.
func (e *edit) shorter(c *clause, a, b *version) []Demand {
	name := "the text"
	was, is := len(words(a.textOf(a.without(nil)))), len(words(b.textOf(b.without(nil))))
	if len(c.targets) > 0 || len(c.places) > 0 {
		if len(c.targets) != 1 || len(e.clauses) > 1 { // others add and remove too
			return nil
		}
		at := a.resolve(&c.targets[0], e.quotes)
		now, ok := e.measure(c, a, b, "words")
		if !ok {
			return nil
		}
		name, was, is = "the part", len(strings.Fields(a.textOf(at))), now
	}
	return []Demand{{"shorten " + name, is < was, fmt.Sprintf("%d words, %d before", is, was)}}
}

var (
	most  = regexp.MustCompile(`\b(?:at most|no more than|not more than|a maximum of|maximum|up to|max\.?|limit(?:ed)? (?:[a-z ]{0,40} )?to|(?:fewer|less) than|under|within) (` + number + `|\d+) (paragraphs?|sentences?|words?)\b`)
	least = regexp.MustCompile(`\b(?:at least|no fewer than|no less than|a minimum of|minimum|more than|over) (` + number + `|\d+) (paragraphs?|sentences?|words?)\b`)
	exact = regexp.MustCompile(`\b(?:exactly|(?:in)?to(?: only| just)?|as|in(?: only| just)?)(?: a)? (` + number + `|a single|single|\d+) (paragraphs?|sentences?|words?)\b`)
)

// bounds checks sizes that a clause sets, of the whole text or, where one part
// is named, of what stands for it.
func (e *edit) bounds(c *clause, a, b *version) []Demand {
	if c.act == insert { // "add one sentence of at most ten words"
		return nil
	}
	var out []Demand
	for _, r := range []struct {
		re   *regexp.Regexp
		name string
	}{{most, "at most"}, {least, "at least"}, {exact, "exactly"}} {
		m := r.re.FindStringSubmatch(c.text)
		if m == nil {
			continue
		}
		n := numberOf(m[1])
		if strings.HasSuffix(m[1], "single") {
			n = 1
		}
		have, ok := e.measure(c, a, b, m[2])
		if !ok {
			continue
		}
		strict := strings.Contains(m[0], "than") && !strings.Contains(m[0], "no ") && !strings.Contains(m[0], "not ") || strings.Contains(m[0], "under") || strings.Contains(m[0], "over")
		out = append(out, Demand{r.name + " " + m[1] + " " + m[2], bounded(r.name, have, n, strict), itoa(have)})
		break
	}
	return out
}

func bounded(how string, have, n int, strict bool) bool {
	switch {
	case how == "at most" && strict:
		return have < n
	case how == "at most":
		return have <= n
	case how == "at least" && strict:
		return have > n
	case how == "at least":
		return have >= n
	default:
		return have == n
	}
}

// measure counts paragraphs, sentences or words of the new version, or of what
// in it stands for the part that the clause names.
func (e *edit) measure(c *clause, a, b *version, unit string) (int, bool) {
	count := func(v *version, at []int) int {
		switch unit[0] {
		case 'p':
			seen := map[int]bool{}
			for _, i := range at {
				seen[v.units[i].para] = true
			}
			return len(seen)
		case 's':
			return len(at)
		default:
			return len(strings.Fields(v.textOf(at)))
		}
	}
	if len(c.targets) == 0 {
		return count(b, b.without(nil)), true
	}
	if len(e.clauses) > 1 || len(c.targets) > 1 {
		return 0, false
	}
	at := a.resolve(&c.targets[0], e.quotes)
	if len(at) == 0 {
		return 0, false
	}
	w := world{before: e.before, after: e.after, free: at, paras: c.targets[0].noun == paragraph}
	x := leftover{world: &w, a: a, b: b}
	x.takeFree()
	return count(b, x.outB), true
}
