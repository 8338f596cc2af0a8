package english

// An opening is what a pattern can begin with: certain words, or anything.
type opening struct {
	words map[string]bool
	any   bool // a symbol that is no pattern may begin it, or it may be empty
}

// openings works out with which words each rule can begin, so that a rule is
// not tried where it cannot match. What begins with a symbol begins with what
// its rules begin with; a symbol without rules is read by code and may begin
// with anything.
func (g grammar) openings() {
	for changed := true; changed; {
		changed = false
		for _, rules := range g {
			for i := range rules {
				o := opening{words: map[string]bool{}}
				if o.add(g, rules[i].pattern) {
					o.any = true
				}
				if len(o.words) != len(rules[i].begins.words) || o.any != rules[i].begins.any {
					rules[i].begins, changed = o, true
				}
			}
		}
	}
}

// add adds what a node begins with, and reports whether it may be empty.
func (o *opening) add(g grammar, n node) (empty bool) {
	switch n := n.(type) {
	case literal:
		o.words[string(n)] = true
	case symbol:
		rules, ok := g[n.name]
		o.any = o.any || !ok
		for _, r := range rules {
			o.any = o.any || r.begins.any
			for w := range r.begins.words {
				o.words[w] = true
			}
		}
	case sequence:
		for _, part := range n {
			if !o.add(g, part) {
				return false
			}
		}
		return true
	case choice:
		for _, part := range n {
			empty = o.add(g, part) || empty
		}
	case optional:
		o.add(g, n.of)
		return true
	case repeated:
		o.add(g, n.of)
		return true
	}
	return empty
}

// may reports whether a token can begin what o opens.
func (o *opening) may(t *token) bool {
	return o.any || o.words[t.lemma] || o.words[t.low]
}
