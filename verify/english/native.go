package english

import (
	"strconv"
	"strings"
)

// native reads the symbols that are not written as patterns:
//
//	finite   no participle; firm no word that turns "not" round; head the end of
//	         a phrase: they take no token
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
func (m *matcher) native(name string, at int) []result {
	if name == "head" {
		return nothing(at, at == len(m.tokens) || m.heads(at-1))
	}
	if at >= len(m.tokens) {
		return nil
	}
	if results, ok := m.run(name, at); ok {
		return results
	}
	t := &m.tokens[at]
	if value, ok := t.as(name, m.wide); ok {
		return []result{{at + 1, value}}
	}
	return nil
}

// nativeMay reports whether a symbol that is read by code may have a reading
// somewhere in the tokens that the chances are of.
func (m *matcher) nativeMay(name string) bool {
	is := func(t *token) bool {
		_, ok := t.as(name, m.wide)
		return ok
	}
	switch name {
	case "n":
		is = (*token).numeral
	case "quote", "angle", "box", "star", "asterisks", "name", "genre", "nth", "language":
	default:
		return true
	}
	for i := range m.chances.tokens {
		if is(&m.chances.tokens[i]) {
			return true
		}
	}
	return false
}

// numeral reports whether a number may begin with the token.
func (t *token) numeral() bool {
	_, ok := numberWords()[t.low]
	return t.kind == number || t.kind == word && ok
}

// natives are the names of the symbols that are read by code.
func natives() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`finite firm head n quote angle box star asterisks any name modifier plainword keyword genre nth
		language initial line rest`) {
		m[name] = true
	}
	return m
}

// run reads symbols of several tokens or of none; it reports whether the name
// is that of one.
func (m *matcher) run(name string, at int) (results []result, ok bool) {
	switch name {
	case "n":
		return m.number(at), true
	case "line":
		return m.line(at), true
	case "rest":
		return m.rest(at), true
	case "finite":
		return nothing(at, !strings.HasSuffix(m.tokens[at].low, "ing")), true
	case "firm":
		return nothing(at, !focus(m.tokens[at].low)), true
	}
	return nil, false
}

// nothing reads no token.
func nothing(at int, ok bool) []result {
	if !ok {
		return nil
	}
	return []result{{at, true}}
}

// as returns what a token means as a symbol of one token; wide as in a
// matcher.
func (t *token) as(name string, wide bool) (value any, ok bool) {
	switch name {
	case "quote":
		return t.text, t.kind == quoted
	case "angle":
		return t.text, t.kind == angled
	case "box":
		return t.text, t.kind == boxed
	case "star":
		return t.text, t.kind == starred
	case "asterisks":
		return t.text, t.kind == mark && t.text[0] == '*'
	}
	if t.kind != word {
		return nil, false
	}
	switch name {
	case "any":
		return t.text, true
	case "name":
		return t.text, t.text != t.low
	case "initial":
		return t.text, len(t.text) == 1 && t.text != t.low
	case "modifier", "plainword":
		return t.text, !closed(t)
	case "keyword":
		return t.text, t.low != "and" && t.low != "or"
	case "genre":
		return t.text, wholeNouns()[t.low] || wide && promptNouns()[t.low]
	case "nth":
		i := ordinal(t.low)
		return i, i > 0
	case "language":
		code, ok := languages()[t.low]
		return code, ok
	}
	return nil, false
}

// focus reports whether only a part is denied where "not" stands before a word.
func focus(low string) bool {
	switch low {
	case "only", "just", "merely", "simply", "all", "every", "each", "both",
		"necessarily", "entirely", "exclusively", "always", "completely", "fully":
		return true
	}
	return false
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
