package english

// A chance says whether something can match anywhere in a sentence, once that
// was asked.
type chance uint8

// The chances. What is asked of itself may match as far as that goes.
const (
	unasked chance = iota
	possible
	impossible
)

// chances hold what the words of a sentence leave possible. Most sentences have
// no number, no quotation and no verb of a demand: whatever takes one of these
// is not tried at any place.
type chances struct {
	tokens []token
	words  []bool // by number, of those of the grammar: whether it stands there
	sets   []chance
	rules  []chance
}

func (g *grammar) newChances() *chances {
	return &chances{nil, make([]bool, len(g.words)+1), make([]chance, len(g.sets)), make([]chance, g.rules)}
}

func (c *chances) reset(g *grammar, tokens []token) {
	c.tokens = tokens
	clear(c.words)
	clear(c.sets)
	clear(c.rules)
	for i := range tokens {
		t := &tokens[i]
		if t.kind != word && t.kind != mark {
			continue
		}
		c.words[g.words[t.lemma]] = true
		if t.low != t.lemma {
			c.words[g.words[t.low]] = true
		}
	}
	c.words[0] = false // the number of all words that no pattern has
}

// mayMatch reports whether all that a rule takes is somewhere in the sentence.
func (m *matcher) mayMatch(r *rule) bool {
	c := &m.chances.rules[r.number]
	if *c == unasked {
		*c = possible
		if !r.pattern.possible(m) {
			*c = impossible
		}
	}
	return *c == possible
}

func (l literal) possible(m *matcher) bool { return m.chances.words[l.number] }

func (y symbol) possible(m *matcher) bool {
	c := &m.chances.sets[y.set.number]
	if *c == unasked {
		*c = possible
		if !m.anyMatches(y.set) {
			*c = impossible
		}
	}
	return *c == possible
}

// anyMatches reports whether a symbol may have a reading.
func (m *matcher) anyMatches(set *ruleSet) bool {
	if set.native && m.nativeMay(set.name) {
		return true
	}
	for i := range set.rules {
		if m.mayMatch(&set.rules[i]) {
			return true
		}
	}
	return false
}

func (q sequence) possible(m *matcher) bool {
	for _, n := range q {
		if !n.possible(m) {
			return false
		}
	}
	return true
}

func (c choice) possible(m *matcher) bool {
	for _, n := range c {
		if n.possible(m) {
			return true
		}
	}
	return false
}

func (optional) possible(*matcher) bool { return true }

func (repeated) possible(*matcher) bool { return true }
