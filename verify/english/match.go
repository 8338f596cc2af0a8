package english

import (
	"fmt"
	"slices"

	"adhere/verify/algebra"
)

// A production says how a symbol may be written, and what it then means: the
// action's value, nil if the words mean nothing after all.
type production struct {
	symbol, pattern string
	action          func(*capture) any
}

// A grammar holds the compiled productions of each symbol.
type grammar struct {
	sets    map[string]*ruleSet
	words   map[string]int // the numbers of the words in patterns, from 1
	rules   int
	natives map[string]bool
}

// A ruleSet is the rules of one symbol.
type ruleSet struct {
	name   string
	number int // of the symbol
	native bool
	rules  []rule
	index  map[string][]int // the rules that a word may begin, in order
	free   []int            // those that anything may begin
	every  []int
}

type rule struct {
	pattern node
	action  func(*capture) any
	begins  opening
	number  int
}

func newGrammar(lists ...[]production) *grammar {
	g := &grammar{sets: map[string]*ruleSet{}, words: map[string]int{}, natives: natives()}
	for _, list := range lists {
		for _, p := range list {
			set := g.set(p.symbol)
			set.rules = append(set.rules, rule{pattern: g.compile(p.pattern), action: p.action, number: g.rules})
			g.rules++
		}
	}
	g.openings()
	for _, set := range g.sets {
		set.sort()
	}
	return g
}

// set returns the rules of a symbol; one that is read by code has none.
func (g *grammar) set(name string) *ruleSet {
	if g.sets[name] == nil {
		g.sets[name] = &ruleSet{name: name, number: len(g.sets), native: g.natives[name]}
	}
	return g.sets[name]
}

// literal numbers a word.
func (g *grammar) literal(w string) literal {
	if g.words[w] == 0 {
		g.words[w] = len(g.words) + 1
	}
	return literal{w, g.words[w]}
}

// A capture is a value that a symbol of a pattern gave, after earlier ones.
type capture struct {
	label string
	value any
	prev  *capture
}

// has reports whether the label was matched.
func (c *capture) has(label string) bool { return c.get(label) != nil }

// get returns the last value under the label, nil if there is none.
func (c *capture) get(label string) any {
	for ; c != nil; c = c.prev {
		if c.label == label {
			return c.value
		}
	}
	return nil
}

// text returns a captured text, "" if there is none.
func (c *capture) text(label string) string {
	s, _ := c.get(label).(string)
	return s
}

// num returns a captured number, 0 if there is none.
func (c *capture) num(label string) int {
	n, _ := c.get(label).(int)
	return n
}

// float is num for relations.
func (c *capture) float(label string) float64 { return float64(c.num(label)) }

// parts, expr, relation and find return captured pieces of algebra.
func (c *capture) parts(label string) algebra.Parts {
	p, _ := c.get(label).(algebra.Parts)
	return p
}

func (c *capture) expr(label string) algebra.Expr {
	e, _ := c.get(label).(algebra.Expr)
	return e
}

func (c *capture) relation(label string) algebra.Relation {
	r, _ := c.get(label).(algebra.Relation)
	return r
}

func (c *capture) find(label string) algebra.Find {
	f, _ := c.get(label).(algebra.Find)
	return f
}

// all returns the values under a label in the order of the text.
func all[T any](c *capture, label string) []T {
	var out []T
	for ; c != nil; c = c.prev {
		if v, ok := c.value.(T); ok && c.label == label {
			out = append(out, v)
		}
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// A state is a place in the tokens and what was captured on the way there.
type state struct {
	at   int
	caps *capture
}

// A result is where a symbol's words end and what they mean.
type result struct {
	end   int
	value any
}

// A matcher finds every way to read tokens by a grammar. What a symbol means
// at a place is worked out once.
type matcher struct {
	grammar     *grammar
	tokens      []token
	memo        [][]uint16 // by place and symbol: where in known, from 1
	known       [][]result
	chances     *chances
	steps       int
	requirement string // what the tokens were cut from
	ambiguous   bool
	source      string // what the tokens were cut from, if "line" may be read from it
	wide        bool   // more nouns stand for the answer, as in a prompt that asks for it
}

// The work for one clause is bounded, at four times what the longest sentences
// of public benchmarks take. What takes more is not read.
const (
	maxSteps   = 12_000
	maxResults = 40 // ways to read one symbol at one place
)

func newMatcher(g *grammar, tokens []token) *matcher {
	m := &matcher{grammar: g, chances: g.newChances()}
	m.reset(tokens)
	return m
}

// reset makes the matcher ready for other tokens.
func (m *matcher) reset(tokens []token) {
	m.narrow(tokens)
	m.chances.reset(m.grammar, tokens)
}

// narrow makes the matcher ready for a part of the tokens that its chances are
// of: what cannot match anywhere in all of them cannot match in a part.
func (m *matcher) narrow(tokens []token) {
	for i := range m.memo {
		clear(m.memo[i])
	}
	for len(m.memo) <= len(tokens) {
		m.memo = append(m.memo, nil)
	}
	m.tokens, m.known, m.steps, m.ambiguous = tokens, m.known[:0], 0, false
}

// read returns the readings of a symbol that begin at a place.
func (m *matcher) read(name string, at int) []result {
	if set := m.grammar.sets[name]; set != nil {
		return m.readSet(set, at)
	}
	return m.native(name, at)
}

func (m *matcher) readSet(set *ruleSet, at int) []result {
	if m.memo[at] == nil {
		m.memo[at] = make([]uint16, len(m.grammar.sets))
	}
	row := m.memo[at]
	if i := row[set.number]; i > 0 {
		return m.known[i-1]
	}
	m.known = append(m.known, nil) // a symbol that begins with itself has no reading
	i := len(m.known) - 1
	row[set.number] = uint16(i + 1) //nolint:gosec // a place and a symbol each: longestSegment times some 200
	var results []result
	if set.native {
		results = m.native(set.name, at)
	}
	byLemma, byWord := set.at(m.tokens[at:])
	for {
		n, ok := smaller(&byLemma, &byWord)
		if !ok {
			break
		}
		r := &set.rules[n]
		if !m.mayMatch(r) {
			continue
		}
		for _, s := range r.pattern.match(m, state{at: at}) {
			if v := r.action(s.caps); v != nil {
				results = addResult(results, result{s.at, v})
			}
		}
	}
	if len(results) > maxResults {
		m.steps, results = maxSteps, nil
	}
	m.known[i] = results
	return results
}

// addResult drops what is there already.
func addResult(results []result, r result) []result {
	for _, known := range results {
		if known.end == r.end && sameValue(known.value, r.value) {
			return results
		}
	}
	return append(results, r)
}

// sameValue reports whether two values of symbols are alike.
func sameValue(a, b any) bool {
	switch a.(type) {
	case bool, int, string, algebra.Relation: // most are
		return a == b
	}
	return fmt.Sprintf("%#v", a) == fmt.Sprintf("%#v", b)
}

func (l literal) match(m *matcher, s state) []state {
	if s.at < len(m.tokens) && m.tokens[s.at].is(l.word) {
		return []state{{s.at + 1, s.caps}}
	}
	return nil
}

// is reports whether the token is this word, or a mark written like it.
func (t *token) is(w string) bool {
	return (t.kind == word || t.kind == mark) && (t.lemma == w || t.low == w)
}

// spend counts a step, and reports whether there is work left to do.
func (m *matcher) spend() bool {
	m.steps++
	return m.steps <= maxSteps
}

func (y symbol) match(m *matcher, s state) []state {
	if !m.spend() {
		return nil
	}
	results := m.readSet(y.set, s.at)
	if len(results) == 0 {
		return nil
	}
	out := make([]state, len(results))
	for i, r := range results {
		out[i] = state{r.end, &capture{y.label, r.value, s.caps}}
	}
	return out
}

func (q sequence) match(m *matcher, s state) []state {
	states := []state{s}
	for _, n := range q {
		var next []state
		if len(states) == 1 && m.spend() { // as mostly
			if states = n.match(m, states[0]); len(states) == 0 {
				return nil
			}
			continue
		}
		for _, s := range states {
			if !m.spend() {
				return nil
			}
			next = merge(next, n.match(m, s))
		}
		if states = next; len(states) == 0 {
			return nil
		}
	}
	return states
}

func (c choice) match(m *matcher, s state) []state {
	var out []state
	for _, n := range c {
		out = merge(out, n.match(m, s))
	}
	return out
}

func (o optional) match(m *matcher, s state) []state {
	return merge([]state{s}, o.of.match(m, s))
}

func (r repeated) match(m *matcher, s state) []state {
	out := []state{s}
	for i := 0; i < len(out); i++ {
		if !m.spend() {
			return nil
		}
		for _, next := range r.of.match(m, out[i]) {
			if next.at > out[i].at {
				out = merge(out, []state{next})
			}
		}
	}
	return out
}

// merge adds states that are not there already: two ways to the same place
// with the same captures are one.
func merge(states, more []state) []state {
	for _, s := range more {
		if !slices.Contains(states, s) {
			states = append(states, s)
		}
	}
	return states
}
