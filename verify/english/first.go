package english

import "slices"

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
		for _, set := range g {
			rules := set.rules
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
		set := g[n.name]
		o.any = o.any || len(set.rules) == 0
		for _, r := range set.rules {
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

// sort makes the index of the rules.
func (s *ruleSet) sort() {
	s.index = map[string][]int{}
	for i := range s.rules {
		for w := range s.rules[i].begins.words {
			s.index[w] = nil
		}
	}
	for i := range s.rules {
		begins := &s.rules[i].begins
		if begins.any {
			s.free = append(s.free, i)
		}
		for w := range s.index {
			if begins.any || begins.words[w] {
				s.index[w] = append(s.index[w], i)
			}
		}
	}
}

// at returns the rules that may match at the beginning of tokens, in order.
func (s *ruleSet) at(tokens []token) []int {
	if len(tokens) == 0 {
		all := make([]int, len(s.rules))
		for i := range all {
			all[i] = i
		}
		return all
	}
	t := &tokens[0]
	byLemma, ok := s.index[t.lemma]
	if !ok {
		byLemma = s.free
	}
	if t.low == t.lemma {
		return byLemma
	}
	byWord, ok := s.index[t.low]
	if !ok {
		return byLemma
	}
	union := slices.Concat(byLemma, byWord)
	slices.Sort(union)
	return slices.Compact(union)
}
