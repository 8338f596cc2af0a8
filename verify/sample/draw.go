package sample

import (
	"math/rand/v2"
	"slices"

	"adhere"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
	"adhere/verify/suites"
)

// A Demand is one that was drawn.
type Demand struct {
	Kind  string // Kind.Name
	Label string
	Rule  *adhere.Rule
	Text  string // the words, as the prompt has them
	// Printed says that no wording was read as the check, so that Text is the
	// algebra's own English.
	Printed bool
}

// A Drawn is what one prompt demands, with the texts that show it.
type Drawn struct {
	Demands []Demand
	Meets   string   // meets all
	Breaks  []string // for each demand, a text that breaks it and meets the others
}

// Why names what drawing did not keep.
type Why string

// The reasons.
const (
	Unread    Why = "the wording is not read as the check"
	Together  Why = "no text was found that meets all"
	Redundant Why = "no text was found that breaks this demand alone"
)

// A Sampler draws demands. It is not safe for concurrent use.
type Sampler struct {
	kinds   []Kind
	catalog *verify.Catalog
	read    map[string]bool         // by kind and wording: whether it reads as the check
	checks  map[string]verify.Check // compiled, by rule or by what it is in English

	Drawn    map[string]int // demands by kind that were kept
	Rejected map[Why]int    // wordings and demands that were not
}

// NewSampler returns a sampler of the kinds, which are some of Kinds.
func NewSampler(kinds []Kind) *Sampler {
	return &Sampler{kinds, suites.Catalog(), map[string]bool{}, map[string]verify.Check{}, map[string]int{}, map[Why]int{}}
}

// A candidate is a kind with its values.
type candidate struct {
	*Kind
	values
	demand Demand
	rule   verify.Check
	said   verify.Check // that of the words
	// shown are the texts, with the demand and those before it alone, that meet
	// it and break it; nil where one of those is gone.
	shown *[2]*verify.Text
}

// tries is how many kinds are tried for each demand that is asked for.
const tries = 40

// Draw draws n demands that go together, the first of the kind at index anchor
// so that all kinds come equally often. There can be fewer than n where no
// more go together.
func (s *Sampler) Draw(r *rand.Rand, n, anchor int) Drawn {
	var list []candidate
	var out Drawn
	for left := tries * n; left > 0 && len(list) < n; {
		for ; left > 0 && len(list) < n; left-- {
			list = s.more(r, list, anchor)
		}
		list, out = s.shown(list)
	}
	for i := range list {
		s.Drawn[list[i].Name]++
	}
	return out
}

// more returns the list with one more demand, if one that goes with the others
// is drawn.
func (s *Sampler) more(r *rand.Rand, list []candidate, anchor int) []candidate {
	k := &s.kinds[r.IntN(len(s.kinds))]
	if len(list) == 0 {
		k = &s.kinds[anchor%len(s.kinds)]
	}
	if slices.ContainsFunc(list, func(c candidate) bool { return c.Family == k.Family }) {
		return list
	}
	c := candidate{Kind: k, values: k.draw(r)}
	c.demand = Demand{Kind: k.Name, Label: k.Label, Rule: k.ruleOf(c.values)}
	var err error
	if c.rule, err = s.compiled(c.demand.Rule.Name+string(c.demand.Rule.Args), func() (verify.Check, error) { return s.catalog.Compile(c.demand.Rule) }); err != nil {
		return list
	}
	longer := append(slices.Clone(list), c)
	meets := write(longer, -1)
	if !shows(meets, longer, -1, cheap) {
		s.Rejected[Together]++
		return list
	}
	breaks := write(longer, len(list))
	if !shows(breaks, longer, len(list), cheap) {
		s.Rejected[Redundant]++
		return list
	}
	longer[len(list)].shown = &[2]*verify.Text{meets, breaks}
	if !s.word(r, &longer[len(list)]) {
		return list
	}
	return longer
}

// shown returns those of the demands that a text breaks alone, with the texts.
func (s *Sampler) shown(list []candidate) ([]candidate, Drawn) {
	for {
		lost, meets := -1, write(list, -1)
		out := Drawn{Meets: meets.String()}
		if !shows(meets, list, -1, left(list, -1)) {
			s.Rejected[Together]++
			list = list[:len(list)-1]
			continue
		}
		for i := range list {
			t := write(list, i)
			if !shows(t, list, i, left(list, i)) || !list[i].tells(t, false) || !list[i].tells(meets, true) {
				lost = i
				break
			}
			out.Demands, out.Breaks = append(out.Demands, list[i].demand), append(out.Breaks, t.String())
		}
		if lost < 0 {
			return list, out
		}
		s.Rejected[Redundant]++
		list = slices.Delete(list, lost, lost+1)
		for i := range list[lost:] {
			list[lost+i].shown = nil
		}
	}
}

// compiled returns the check of a key, compiled once. Checks keep nothing
// between texts, so that one serves all prompts.
func (s *Sampler) compiled(key string, compile func() (verify.Check, error)) (verify.Check, error) {
	if check, ok := s.checks[key]; ok {
		return check, nil
	}
	check, err := compile()
	if err == nil && len(s.checks) < 1<<14 {
		s.checks[key] = check
	}
	return check, err
}

// word puts the demand in words, and reports false if nothing is read as it.
func (s *Sampler) word(r *rand.Rand, c *candidate) bool {
	said := c.check(c.values)
	c.said = c.rule
	if c.args != nil {
		var err error
		if c.said, err = s.compiled(string(said.Reading)+said.String(), said.Compile); err != nil {
			return false
		}
	}
	list := c.Kind.words(c.values)
	for _, i := range r.Perm(len(list)) {
		if s.reads(list[i], said) {
			c.demand.Text = list[i]
			return true
		}
		s.Rejected[Unread]++
	}
	c.demand.Text, c.demand.Printed = printed(said), true
	back, err := algebra.Parse(said.String())
	return err == nil && back.String() == said.String()
}

// printed is the algebra's own English as a sentence of a prompt.
func printed(c algebra.Check) string {
	c.Reading = algebra.Plain
	return upperFirst(c.String()) + "."
}

// reads reports whether words are read as the check, whole.
func (s *Sampler) reads(words string, want algebra.Check) bool {
	key := string(want.Reading) + words
	if known, ok := s.read[key]; ok {
		return known
	}
	ok := reads(words, want)
	if len(s.read) < 1<<16 {
		s.read[key] = ok
	}
	return ok
}

// reads reports whether the reader of English takes words for just the check:
// wholly, in whatever order it lists what must hold together.
func reads(words string, want algebra.Check) bool {
	got, ok := english.Reader{Parity: want.Reading == algebra.Parity}.Read(words)
	return ok && got.Decides == english.Whole && same(got.Check, want)
}

// write writes a text: with wrong below 0 one that should meet every demand,
// else one that should break just that one.
func write(list []candidate, wrong int) *verify.Text {
	if known(list, wrong) {
		return list[len(list)-1].shown[min(wrong+1, 1)]
	}
	d := &draft{rng: rand.New(rand.NewPCG(uint64(len(list)), uint64(wrong+1)))}
	for i := range list {
		if list[i].meet != nil && i != wrong {
			list[i].meet(d, list[i].values)
		}
	}
	if wrong >= 0 && list[wrong].spoil != nil {
		list[wrong].spoil(d, list[wrong].values)
	}
	return d.text()
}

// known reports whether the text is one that was written when the last demand
// was drawn.
func known(list []candidate, wrong int) bool {
	last := len(list) - 1
	return last >= 0 && list[last].shown != nil && (wrong < 0 || wrong == last)
}

// cheap leaves out what is dear to tell: the language, but for a demand that
// came last.
func cheap(list []candidate, i int) bool { return i == len(list)-1 || list[i].Family != "case" }

// left is what a text is still to be asked of.
func left(list []candidate, wrong int) func([]candidate, int) bool {
	if !known(list, wrong) {
		return nil
	}
	return func(list []candidate, i int) bool { return !cheap(list, i) }
}

// shows reports whether the rules say of the text what it was written for; nil
// asks all of them. The demand that came last is the likeliest to fail, so it is
// asked first.
func shows(t *verify.Text, list []candidate, wrong int, ask func([]candidate, int) bool) bool {
	for i := len(list) - 1; i >= 0; i-- {
		if ask != nil && !ask(list, i) {
			continue
		}
		if f := verify.Strict.Decide(list[i].rule, t); f.Undecided || f.Met == (i == wrong) {
			return false
		}
	}
	return true
}

// tells reports whether the words say the same of the text as the rule.
func (c *candidate) tells(text *verify.Text, met bool) bool {
	if c.args == nil { // the words' check is the rule
		return true
	}
	f := verify.Strict.Decide(c.said, text)
	return !f.Undecided && f.Met == met
}
