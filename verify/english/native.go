package english

import (
	"strconv"
	"strings"
)

// native reads the symbols that are not written as patterns:
//
//	n        a whole number, in digits or words
//	quote    a text between quotation marks
//	angle    a text between << and >>
//	box      a text between [ and ]
//	star     a text between asterisks
//	asterisks: a run of stars
//	any      whatever word
//	name     a word that begins with a capital
//	modifier a word that may stand before a noun without changing what is meant
//	plainword a word that may be looked for without quotation marks
//	keyword  a word that may be a key of JSON
//	genre    a noun for a whole answer
//	nth      the place that an ordinal names
//	language the name of a language
//	tallynoun a noun whose things may be numbered
//	times    the second half of "10x10"
//	initial  a single capital letter
//	classes  a choice of labels; phrases a list of headings; named names of people and places
//	listed   what a list is of, without a number: all that is left
//	rest     all that is left; onward if it leaves no choice open
func (m *matcher) native(name string, at int) []result {
	if at >= len(m.tokens) {
		return nil
	}
	t := &m.tokens[at]
	switch name {
	case "finite": // no participle: takes no token
		if strings.HasSuffix(t.low, "ing") {
			return nil
		}
		return []result{{at, true}}
	case "firm": // no word that turns "not" round; takes no token
		if focus()[t.low] {
			return nil
		}
		return []result{{at, true}}
	case "line":
		return m.line(at)
	case "rest":
		return m.rest(at)
	case "onward":
		return m.onward(at)
	case "initial":
		if t.kind == word && len(t.text) == 1 && t.text != t.low {
			return []result{{at + 1, t.text}}
		}
		return nil
	case "classes":
		return m.classes(at)
	case "phrases":
		return m.phrases(at)
	case "named":
		return m.named(at)
	case "listed":
		return m.listed(at)
	case "times":
		return m.times(at)
	case "tallynoun":
		if n, ok := nouns()[t.low]; ok && t.kind == word && m.heads(at) {
			return []result{{at + 1, n}}
		}
		return nil
	}
	one := func(ok bool) []result {
		if !ok {
			return nil
		}
		return []result{{at + 1, t.text}}
	}
	switch name {
	case "n":
		return m.number(at)
	case "quote":
		return one(t.kind == quoted)
	case "angle":
		return one(t.kind == angled)
	case "box":
		return one(t.kind == boxed)
	case "star":
		return one(t.kind == starred)
	case "asterisks":
		return one(t.kind == mark && t.text[0] == '*')
	case "any":
		return one(t.kind == word)
	case "name":
		return one(t.kind == word && t.text != t.low)
	case "modifier":
		return one(t.kind == word && !closed(t))
	case "keyword":
		return one(t.kind == word && t.low != "and" && t.low != "or")
	case "plainword":
		return one(t.kind == word && !closed(t))
	case "genre":
		return one(t.kind == word && (wholeNouns()[t.low] || m.wide && promptNouns()[t.low]))
	case "nth":
		if i := ordinal(t.low); i > 0 {
			return []result{{at + 1, i}}
		}
		return nil
	case "language":
		if code, ok := languages()[t.low]; ok && t.kind == word {
			return []result{{at + 1, code}}
		}
		return nil
	default:
		return nil
	}
}

// focus are words between which and "not" only a part is denied.
func focus() map[string]bool {
	return map[string]bool{
		"only": true, "just": true, "merely": true, "simply": true, "all": true, "every": true, "each": true, "both": true,
		"necessarily": true, "entirely": true, "exclusively": true, "always": true, "completely": true, "fully": true,
	}
}

// rest reads all that is left, if it only adds to what was said before it.
func (m *matcher) rest(at int) []result {
	for i := at; i < len(m.tokens); i++ {
		if reserved()[m.tokens[i].low] {
			return nil
		}
	}
	last := len(m.tokens) - 1
	return []result{{last + 1, m.requirement[m.tokens[at].start:m.tokens[last].end]}}
}

// heads reports whether a noun is the last of its phrase: "item" in "5 items
// of", but not in "5 item types".
func (m *matcher) heads(at int) bool {
	if at+1 == len(m.tokens) {
		return true
	}
	next := &m.tokens[at+1]
	return next.kind != word || closedWords()[next.low] || next.lemma == "be" || strings.HasSuffix(next.low, "ing") || strings.HasSuffix(next.low, "ed")
}

// wishes are words that make a demand optional.
func wishes() map[string]bool {
	return map[string]bool{
		"maybe": true, "perhaps": true, "ideally": true, "ideal": true,
		"optional": true, "optionally": true, "preferably": true, "possibly": true, "possible": true, "try": true,
	}
}

// listed is rest, unless it begins with a number.
func (m *matcher) listed(at int) []result {
	first := at
	for first < len(m.tokens) && (m.tokens[first].low == "the" || m.tokens[first].low == "exactly") {
		first++
	}
	if len(m.read("listcount", first)) > 0 {
		return nil
	}
	return m.rest(at)
}

// onward is rest where no choice is left open either.
func (m *matcher) onward(at int) []result {
	switch m.tokens[at].low {
	case "would", "could", "may", "might":
		return nil
	}
	for i := at; i < len(m.tokens); i++ {
		if m.tokens[i].low == "or" || wishes()[m.tokens[i].low] {
			return nil
		}
	}
	return m.rest(at)
}

// line reads the rest of a sentence or line that begins with a capital, where
// the source is known.
func (m *matcher) line(at int) []result {
	last := len(m.tokens) - 1
	if m.source == "" || last-at < 2 || m.tokens[at].text == m.tokens[at].low || m.tokens[at].kind != word {
		return nil
	}
	return []result{{last + 1, m.source[m.tokens[at].start:m.tokens[last].end]}}
}

// number reads a whole number at a place.
func (m *matcher) number(at int) []result {
	t := &m.tokens[at]
	if t.kind == number {
		n, err := strconv.Atoi(strings.ReplaceAll(t.text, ",", ""))
		if err != nil || n > maxNumber {
			return nil
		}
		return []result{{at + 1, n}}
	}
	total, part, end := 0, 0, at
	for end < len(m.tokens) && m.tokens[end].kind == word {
		w := m.tokens[end].low
		v, ok := numberWords()[w]
		switch {
		case !ok && w == "and" && part%100 == 0 && part > 0 && m.smallAt(end+1):
		case !ok:
			return numberResult(end, at, total+part)
		case v >= 100 && part == 0:
			return numberResult(end, at, total+part)
		case v == 100:
			part *= 100
		case v == 1000:
			total, part = total+part*1000, 0
		case part%100 >= 20 && v < 10 && part%10 == 0, part%100 == 0 && (part > 0 || end == at || total > 0):
			part += v
		default:
			return numberResult(end, at, total+part)
		}
		end++
	}
	return numberResult(end, at, total+part)
}

func (m *matcher) smallAt(at int) bool {
	if at >= len(m.tokens) {
		return false
	}
	v, ok := numberWords()[m.tokens[at].low]
	return ok && v < 100
}

func numberResult(end, at, n int) []result {
	if end == at || n > maxNumber {
		return nil
	}
	return []result{{end, n}}
}

// maxNumber is the greatest number that is read.
const maxNumber = 1_000_000
