package english

import (
	"strings"
	"sync"
)

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
var wishes = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("maybe perhaps ideally ideal optional optionally preferably possibly try") {
		m[w] = true
	}
	return m
})

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
	case "would", "could", "may", "might", "like", "style", "esque", "ish", "inspired", "adjacent":
		return nil
	}
	for i := at; i < len(m.tokens); i++ {
		if m.tokens[i].low == "or" || wishes()[m.tokens[i].low] || m.asPossible(i) {
			return nil
		}
	}
	return m.rest(at)
}

// asPossible reports whether a place says "if possible" or "where possible",
// which "possible answers" does not.
func (m *matcher) asPossible(at int) bool {
	if at == 0 || m.tokens[at].low != "possible" {
		return false
	}
	switch m.tokens[at-1].low {
	case "if", "as", "where", "wherever", "when", "whenever":
		return true
	}
	return false
}

// tallyNoun reads a noun whose things may be numbered.
func (m *matcher) tallyNoun(at int) []result {
	t := &m.tokens[at]
	if n, ok := nouns()[t.low]; ok && t.kind == word && m.heads(at) {
		return []result{{at + 1, n}}
	}
	return nil
}
