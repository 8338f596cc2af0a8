package english

import "adhere/verify/algebra"

// A doubt is a reason not to hold answers to what was read.
type doubt struct {
	ask      func(*view) string // says what is in doubt; empty if nothing is
	of       question
	commands bool // asked of an amount of a command: "write 50 words about …"
	others   bool // asked of all other demands
}

// A question is what a doubt leaves open of a demand: the rest of it stands.
type question uint8

const (
	nothing question = iota
	whether          // it is demanded at all
	where            // of what part of the answer
	what             // what the words mean, or under which condition
)

// doubts are all that there are, in the order in which they are looked for: who
// doubts whether something is demanded need not ask where. A new one is a line
// here; its question stands in the file of that name, or with what it looks at:
// about.go (what the prompt is about), mood.go, parts.go.
func doubts() []doubt {
	return []doubt{
		{(*view).spoken, whether, true, true},
		{(*view).worked, whether, true, true},
		{(*view).recalled, whether, true, true},
		{(*view).debated, whether, true, true},
		{(*view).following, whether, false, true},
		{(*view).others, whether, false, true},
		{(*view).mood, whether, false, true},
		{(*view).programmed, whether, false, true},
		{(*view).above, whether, true, true},
		{(*view).rivalled, where, true, true},
		{(*view).distributed, what, false, true},
		{(*view).attached, where, false, true},
		{(*view).modifies, where, false, true},
		{(*view).sequel, where, true, true},
		{(*view).beside, where, true, false},
		{(*view).named, where, false, true},
		{(*view).parted, where, false, true},
		{(*view).among, where, false, true},
		{(*view).elsewhere, where, false, true},
		{(*view).oneOfSeveral, where, false, true},
		{(*view).conditions, what, true, true},
		{(*view).weak, what, false, true},
	}
}

// doubt says why a demand may not bind the answer as it was read, and what that
// leaves open; it is empty if none of the doubts holds.
func (d *decomposer) doubt(f *Found) (string, question) {
	v := view{d: d, f: f, s: d.tokens[f.in[0]:f.in[1]], from: f.from - f.in[0], to: f.to - f.in[0]}
	for _, one := range doubts() {
		if command := f.asked != noRole; command && !one.commands || !command && !one.others {
			continue
		}
		if why := one.ask(&v); why != "" {
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

// sentence returns the words of the sentence that a demand stands in.
func (d *decomposer) sentence(f *Found) string {
	return d.prompt[d.tokens[f.in[0]].start:d.tokens[f.in[1]-1].end]
}

// A view is a demand in its sentence.
type view struct {
	d        *decomposer
	f        *Found
	s        []token // the sentence
	from, to int     // the demand's tokens in it
}

func (v *view) inside(i int) bool { return v.from <= i && i < v.to }

// known reports whether a token of the sentence was read as part of any
// demand.
func (v *view) known(i int) bool {
	return v.d.prospect().read[v.f.in[0]+i]
}

// counts reports whether the demand bounds a number, which several things
// could each have.
func (v *view) counts() bool {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	return ok && c.Is != algebra.Exactly(0)
}
