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
