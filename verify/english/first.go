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
func (g *grammar) openings() {
	for changed := true; changed; {
		changed = false
		for _, set := range g.sets {
			rules := set.rules
			for i := range rules {
				o := opening{words: map[string]bool{}}
				if o.add(rules[i].pattern) {
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
func (o *opening) add(n node) (empty bool) {
	switch n := n.(type) {
	case literal:
		o.words[n.word] = true
	case symbol:
		o.any = o.any || len(n.set.rules) == 0
		for _, r := range n.set.rules {
			o.any = o.any || r.begins.any
			for w := range r.begins.words {
				o.words[w] = true
			}
		}
	case sequence:
		for _, part := range n {
			if !o.add(part) {
				return false
			}
		}
		return true
	case choice:
		for _, part := range n {
			empty = o.add(part) || empty
		}
	case optional:
		o.add(n.of)
		return true
	case repeated:
		o.add(n.of)
		return true
	}
	return empty
}

// sort makes the index of the rules.
func (s *ruleSet) sort() {
	s.index = map[string][]int{}
	for i := range s.rules {
		s.every = append(s.every, i)
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

// at returns the rules that may match at the beginning of tokens, in order,
// as two lists that may have rules in common.
func (s *ruleSet) at(tokens []token) (byLemma, byWord []int) {
	if len(tokens) == 0 {
		return s.every, nil
	}
	t := &tokens[0]
	byLemma, ok := s.index[t.lemma]
	if !ok {
		byLemma = s.free
	}
	if t.low != t.lemma {
		byWord = s.index[t.low]
	}
	return byLemma, byWord
}

// smaller takes the next number from two rising lists.
func smaller(a, b *[]int) (n int, ok bool) {
	switch {
	case len(*a) == 0 && len(*b) == 0:
		return 0, false
	case len(*b) == 0 || len(*a) > 0 && (*a)[0] <= (*b)[0]:
		n = (*a)[0]
	default:
		n = (*b)[0]
	}
	for _, list := range []*[]int{a, b} {
		if len(*list) > 0 && (*list)[0] == n {
			*list = (*list)[1:]
		}
	}
	return n, true
}
