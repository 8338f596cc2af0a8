package english

import (
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// A ground is what must be known of a demand before answers are held to it.
type ground struct {
	lacks    func(*view) string // says what is not known; empty if it is
	of       question
	commands bool // asked of an amount of a command: "write 50 words about …"
}

// A question is what a doubt leaves open of a demand: the rest of it stands.
type question uint8

const (
	nothing question = iota
	whether          // it is demanded at all
	where            // of what part of the answer
	what             // what the words mean, or under which condition
)

// grounds are what makes a demand certain, in the order in which they are looked
// for: that the message demands something of the answer, that the sentence does,
// that all of the answer or a part that is named is meant, that nothing of the
// clause is left over, what the words mean, and that nothing else in a long message
// may be meant.
func grounds() []ground {
	return []ground{
		{(*view).spoken, whether, true},
		{(*view).directed, whether, false},
		{(*view).addressee, whether, true},
		{(*view).ofAnswer, where, true},
		{(*view).complete, where, false},
		{(*view).conditions, what, true},
		{(*view).takenBack, whether, true},
		{(*view).weak, what, false},
		{(*view).amongMany, where, false},
		{(*view).atOdds, what, true},
	}
}

// doubt says which ground a demand lacks to bind the answer as it was read, and
// what that leaves open; it is empty if none is missing.
func (d *decomposer) doubt(f *Found) (string, question) {
	v := d.view(f)
	for _, one := range grounds() {
		if f.asked != noRole && !one.commands {
			continue
		}
		switch why := one.lacks(&v); {
		case why == "":
		case occasional(f.Reading.Check.Expr):
			return why, whether // one thing more in an answer is seldom demanded so
		default:
			return why, one.of
		}
	}
	return "", nothing
}

// sentenceAt returns the tokens of the sentence that a token stands in.
func (d *decomposer) sentenceAt(at int) [2]int {
	if d.now[0] <= at && at < d.now[1] {
		return d.now
	}
	for _, s := range d.sentences {
		if s[0] <= at && at < s[1] {
			return s
		}
	}
	return [2]int{at, len(d.tokens)}
}

// behind returns where the sentence behind that of a demand begins, and where the one
// behind that.
func (d *decomposer) behind(f *Found) (next, last int) {
	start := func(token int) int {
		if token < len(d.tokens) {
			return d.tokens[token].Start
		}
		return len(d.prompt)
	}
	if f.in[1] == len(d.tokens) {
		return len(d.prompt), len(d.prompt)
	}
	return start(f.in[1]), start(d.sentenceAt(f.in[1])[1])
}

// sentence returns the words of the sentence that a demand stands in.
func (d *decomposer) sentence(f *Found) string {
	return d.prompt[d.tokens[f.in[0]].Start:d.tokens[f.in[1]-1].End]
}

// A view is a demand in its sentence.
type view struct {
	d        *decomposer
	f        *Found
	s        []lexicon.Token // the sentence
	from, to int             // the demand's tokens in it
}

func (d *decomposer) view(f *Found) view {
	return view{d: d, f: f, s: d.tokens[f.in[0]:f.in[1]], from: f.from - f.in[0], to: f.to - f.in[0]}
}

func (v *view) inside(i int) bool { return v.from <= i && i < v.to }

// known reports whether a token of the sentence was read as part of any
// demand.
func (v *view) known(i int) bool {
	return v.d.discourse().read[v.f.in[0]+i]
}

// unread reports whether words between two places were not read.
func (v *view) unread(from, to int) bool {
	for i := from; i < to; i++ {
		if v.s[i].Kind == lexicon.Word && !v.known(i) && !clause.Politeness()[v.s[i].Low] {
			return true
		}
	}
	return false
}

// counts reports whether the demand bounds a number, which several things
// could each have.
func (v *view) counts() bool {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	return ok && c.Is != algebra.Exactly(0)
}
