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
	return string(c.act) + ": " + e.restore(c.text)
}

// demands checks what can be checked of what was asked for.
func (e *edit) demands(a, b *version) []Demand {
	var out []Demand
	for i := range e.clauses {
		c := &e.clauses[i]
		switch c.act {
		case insert:
			out = append(out, e.pastes(c, a)...)
			out = append(out, e.lands(c, a, b)...)
		case remove:
			out = append(out, e.removals(c, a, b)...)
		case shorten:
			out = append(out, e.shorter(c, a, b)...)
		case move:
			out = append(out, e.moves(c, a, b)...)
		case rework, swap, nothing: // nothing that can be counted
		}
		sizes := e.bounds(c, a, b)
		if out = append(out, sizes...); len(sizes) == 0 {
			out = append(out, e.wants(c)...)
		}
	}
	if len(e.clauses) == 0 { // "each paragraph should have at most three sentences"
		c := e.clause(frozen.ReplaceAllString(e.text, ""))
		out = e.wants(&c)
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
