package edits

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// An act is what a clause asks to be done.
type act string

const (
	insert  act = "add"
	remove  act = "remove"
	move    act = "move"
	shorten act = "shorten"
	rework  act = "rewrite"
	swap    act = "replace" // one text by another
	nothing act = ""
)

// A clause is one thing that is asked for.
type clause struct {
	act     act
	text    string // in lower case
	raw     string // as it was written
	targets []mention
	places  []mention // that the clause relates a place to
	place   string    // "start", "end", "after", "before", "between", "in", ""
	quotes  []int
	order   bool // only the order may change
	verbAt  int
}

const verbs = `add|insert|append|prepend|include|attach|tack|put|place|start|begin|open|end|finish|conclude|close|remove|delete|drop|cut|omit|take out|take|eliminate|get rid of|strike|erase|leave out|discard|scrap|move|bring|shift|relocate|transfer|swap|exchange|switch|transpose|reverse|invert|reorder|rearrange|sort|shorten|condense|compress|trim|reduce|tighten|summari[sz]e|abridge|boil down|streamline|abbreviate|shrink|simplify|make|rewrite|rephrase|reword|paraphrase|improve|expand|elaborate|extend|lengthen|clarify|polish|fix|correct|merge|combine|join|split|divide|break|turn|convert|change|replace|substitute|rename|write|use|state|give|provide|mention|define|describe|explain|interchange|flip|prune|pare down|halve|copy|repeat|edit|revise|update|follow|trade|removed|deleted|dropped|omitted|moved|swapped|placed|shortened|condensed|trimmed|cut down|added|inserted|appended|replaced|shorter`

var acts = []struct {
	act  act
	verb *regexp.Regexp
}{
	{shorten, word(`shorten|condense|compress|trim|reduce|tighten|summari[sz]e|abridge|boil down|streamline|abbreviate|shrink|prune|pare down|halve|shortened|condensed|trimmed|(?:be|become) (?:made |much |a bit |a little )?(?:shorter|briefer|more concise|more compact)|cut (?:down|back|in half)|cut [^.]{0,40} (?:down|short|in half|back|to (?:\w+ )?(?:one|two|three|four|\d+))|(?:make|keep|turn|get) [^.]{0,60}(?:shorter|more concise|briefer|more compact|less wordy|less verbose|tighter|more succinct|concise|brief)`)},
	{remove, word(`remove|delete|drop|cut|omit|take out|eliminate|get rid of|strike|erase|leave out|discard|scrap|removed|deleted|dropped|omitted|take [^.]{0,60} out`)},
	{swap, word(`replace|replaced|substitute|rename|(?:change|switch|correct|fix|edit) [^.]{0,30}⟦\d+⟧ (?:to|into|with|by|for) [^.]{0,30}⟦\d+⟧|use [^.]{0,20}⟦\d+⟧ (?:instead of|in place of|rather than)`)},
	{move, word(`move|bring|shift|relocate|transfer|swap|exchange|interchange|switch|transpose|reverse|invert|flip|reorder|rearrange|sort|moved|swapped|trade places|(?:should|must|has to|needs to|to) (?:come|go|be (?:the )?(?:first|last|placed|moved|put))|make [^.]{0,60} the (?:new )?(?:very )?(?:first|last|second|third|opening|closing|final)`)},
	{insert, word(`add|insert|append|prepend|include|attach|tack|added|inserted|appended|follow ⟦\d+⟧ (?:with|by)`)},
	{rework, word(`rewrite|rephrase|reword|paraphrase|improve|expand|elaborate|extend|lengthen|clarify|polish|fix|correct|merge|combine|join|split|divide|break|turn|convert|simplify|change|make|edit|revise|update|copy|repeat`)},
	{insert, word(`start|begin|open|end|finish|conclude|close|write|put|place|state|use|give|provide|mention|define|describe|explain`)},
}

func word(list string) *regexp.Regexp { return regexp.MustCompile(`\b(?:` + list + `)\b`) }

var divide = regexp.MustCompile(`(?i)(?:[.;!?\n]+\s*|,?\s+(?:and|then|and then|also|but)\s+(?:then\s+|also\s+|please\s+)?)(?:please\s+)?(?:(?:` + verbs + `)\b|in the |at the |as the |after the |before the )`)

// clauses takes a request apart, without what it wants left alone.
func (r *request) clauses() (list []clause, only bool) {
	only = frozen.MatchString(r.text)
	text := frozen.ReplaceAllString(r.text, "")
	start := 0
	for _, p := range divide.FindAllStringIndex(text, -1) {
		if !acting(text[start:p[0]]) {
			continue
		}
		list = append(list, r.clause(text[start:p[0]+1]))
		start = p[0] + 1
	}
	if c := r.clause(text[start:]); c.act != nothing {
		list = append(list, c)
	}
	return list, only
}

var whole = regexp.MustCompile(`\b(?:` + verbs + `)\b`)

func acting(s string) bool { return whole.MatchString(strings.ToLower(s)) }

var space = regexp.MustCompile(`\s+`)

// clause reads one clause.
func (r *request) clause(s string) clause {
	c := clause{raw: r.restore(s), text: strings.Trim(space.ReplaceAllString(strings.ToLower(s), " "), " .;!?,"), verbAt: -1}
	for _, a := range acts {
		p := verbIn(a.verb, c.text)
		if p == nil || a.act == move && inPlace(c.text[p[0]:]) {
			continue
		}
		if c.act == nothing || p[0] < c.verbAt && (c.act != shorten || !weak(c.text[p[0]:])) {
			c.act, c.verbAt = a.act, p[0]
		}
	}
	for _, m := range holder.FindAllStringSubmatch(c.text, -1) {
		if n, err := strconv.Atoi(m[1]); err == nil && n < len(r.quotes) {
			c.quotes = append(c.quotes, n)
		}
	}
	all := mentions(c.text)
	if c.act == insert && len(c.quotes) == 0 && len(all) > 0 && regexp.MustCompile(`^(?:please )?(?:put|place|start|begin|open|end|finish|conclude|close)\b`).MatchString(c.text[c.verbAt:]) {
		c.act = move
	}
	c.order = c.act == move && regexp.MustCompile(`\b(?:order|reorder|rearrange|sort|reverse|alphabetical\w*|chronological\w*)\b`).MatchString(c.text)
	c.roles(all)
	return c
}

// verbIn finds a verb that is none of a noun's forms: "at the end".
func verbIn(verb *regexp.Regexp, text string) []int {
	for _, p := range verb.FindAllStringIndex(text, -1) {
		if before := text[:p[0]]; !strings.HasSuffix(before, "the ") && !strings.HasSuffix(before, "very ") {
			return p
		}
	}
	return nil
}

// inPlace tells "switch to" and "to be first" of other verbs from moves.
func inPlace(s string) bool {
	return strings.HasPrefix(s, "switch to") || strings.HasPrefix(s, "bring up") || strings.HasPrefix(s, "bring in")
}

func weak(s string) bool { return strings.HasPrefix(s, "make") || strings.HasPrefix(s, "turn") }

var relation = regexp.MustCompile(`(?:\b(after|following|behind|below|before|preceding|ahead of|above|in front of|prior to|between|preceded by|followed by)|\b(?:at|to|on|onto|into|towards?|as|in|by)? ?(?:the )?(?:very )?(beginning|start|top|front|end|bottom|close|head)(?: of| in)|\b(as|become|becomes|be)|\b(?:to|into|in|within|onto|inside) ?)(?: (?:a |the )?(?:new |separate |own )?)?(?:the|your|an?)? ?(?:new |very |whole )*$`)

var indefinite = regexp.MustCompile(`\b(?:an?|one|another|some|new|few|short|brief|further|additional|` + number + `) $`)

// roles parts what is to be changed from what says where.
func (c *clause) roles(all []mention) {
	for i := range all {
		m := all[i]
		p := relation.FindStringSubmatch(strings.TrimSuffix(c.text[:m.at[0]], "the following "))
		own := slices.Contains(c.quotes, m.quote) && c.act == insert && p == nil
		switch {
		case own: // "add the sentence ⟦0⟧": no part of the text yet
		case c.act == insert && p == nil && m.topic != "" && indefinite.MatchString(c.text[:m.at[0]]): // "add a sentence that says …": neither
			if m.within != nil {
				c.place, c.places = "in", append(c.places, *m.within)
			}
		case p == nil && c.place == "between" && len(c.places) == 1:
			c.places = append(c.places, m)
		case p == nil, c.act != insert && c.act != move && !c.related(p):
			c.targets = append(c.targets, m)
		default:
			c.relate(p, m)
		}
	}
	if (c.act == move || c.act == insert) && c.place == "" {
		c.place = edge(besides(c.text, all))
	}
	if c.act == insert && len(c.places) == 0 && len(c.targets) > 0 { // "open the second paragraph with"
		c.places, c.targets = c.targets, nil
	}
}

// besides blanks out what is mentioned: the last paragraph is no last place.
func besides(text string, all []mention) string {
	b := []byte(text)
	for _, m := range all {
		for i := m.at[0]; i < m.at[1]; i++ {
			b[i] = '#'
		}
	}
	return string(b)
}

// related reports whether a preposition makes a place even of what is removed
// or shortened: "the sentence after the second paragraph".
func (c *clause) related(p []string) bool { return p[1] != "" }

func (c *clause) relate(p []string, m mention) {
	switch {
	case p[1] != "":
		c.place = map[string]string{"after": "after", "following": "after", "behind": "after", "below": "after", "preceded by": "after", "between": "between"}[p[1]]
		if c.place == "" {
			c.place = "before"
		}
	case p[2] != "":
		c.place = side2(p[2])
	case p[3] != "":
		c.place = "as"
	default:
		c.place = "in"
	}
	c.places = append(c.places, m)
}

func side2(s string) string {
	if s == "end" || s == "bottom" || s == "close" {
		return "end"
	}
	return "start"
}

var (
	toStart = regexp.MustCompile(`\b(?:(?:to|at|on) (?:the )?(?:very )?(?:beginning|start|top|front)|first|prepend|(?:start|begin|open) (?:the |your |this |it|with|off)|up front)\b`)
	toEnd   = regexp.MustCompile(`\b(?:(?:to|at|on) (?:the )?(?:very )?(?:end|bottom)|last|append|(?:end|finish|conclude|close) (?:the |your |this |it|with|off))\b`)
)

// edge says to which end of the text something goes.
func edge(c string) string {
	switch {
	case toStart.MatchString(c):
		return "start"
	case toEnd.MatchString(c):
		return "end"
	default:
		return ""
	}
}
