package algebra

// String returns what is looked for in English.
func (f Find) String() string { return printed(func(w *wording) { w.find(&f) }) }

func (w *wording) find(f *Find) {
	if !choose(w, &f.Kind, option[FindKind]{FindWord, "the word "}, option[FindKind]{FindPattern, "a match of "}) && w.reads {
		f.Kind = FindText
	}
	if f.Kind == FindPattern {
		w.pattern(&f.Value)
	} else {
		w.quoted(&f.Value)
	}
	w.sameCase(&f.Case)
}

// nextFind reports whether something to look for follows.
func (w *wording) nextFind() bool {
	return w.nextQuote() || w.next("a match of ") || w.next(`the word "`) || w.next("the word `")
}

// noun returns the name of one part or of several.
func (p Parts) noun(one bool) string {
	return printed(func(w *wording) {
		w.head(&p.Source, one)
		w.rest(&p, one)
	})
}

// each returns the parts one by one: "each word of the first line".
func (p Parts) each() string { return printed(func(w *wording) { w.each(&p) }) }

func (w *wording) each(p *Parts) {
	w.enter()
	defer w.leave()
	one := p.Pick == (Pick{}) || p.single()
	switch {
	case w.on(!one, "each of the "):
		w.placed(p, one)
	case w.on(p.Pick == (Pick{}), "each "):
		w.head(&p.Source, true)
	default:
		w.say("the ")
		if w.placed(p, true); !p.single() {
			w.expected("one place (the first, the second last)")
		}
	}
	w.condition(p, one)
	w.of(p, " of ", w.each)
}

// of is what parts are parts of, if that is not the whole text.
func (w *wording) of(p *Parts, lead string, through func(*Parts)) {
	if !w.on(p.Of != nil, lead) {
		return
	}
	var of Parts
	if p.Of != nil {
		of = *p.Of
	}
	if through(&of); w.reads {
		p.Of = &of
	}
}

// definite is parts that are spoken of together, behind "the".
func (w *wording) definite(p *Parts) {
	one := p.alone()
	w.placed(p, one)
	w.rest(p, one)
}

// alone reports whether it is one part at most: the first word of each line is not.
func (p Parts) alone() bool {
	_, beside := p.Source.(Beside)
	return (p.single() || beside) && (p.Of == nil || p.Of.alone())
}

// counted is parts behind a number: "words in the first line".
func (w *wording) counted(p *Parts, one bool) {
	if w.on(p.Pick != (Pick{}) && !w.measured, "of the ") {
		w.definite(p)
		return
	}
	w.head(&p.Source, one)
	w.rest(p, one)
}

// rest is the condition on parts and what they are of.
func (w *wording) rest(p *Parts, one bool) {
	w.enter()
	defer w.leave()
	w.condition(p, one)
	w.of(p, " in the ", w.definite)
}

// condition is the clause that begins with "that". It stands in parentheses
// where what follows would read as part of it.
func (w *wording) condition(p *Parts, one bool) {
	leaf := p.That != nil && isLeaf(p.That)
	measured := w.measured
	w.measured = false
	switch {
	case w.on(p.That != nil && !leaf, " such that ("):
		w.clauses(&p.That, thePart)
		w.say(")")
	case w.on(leaf && p.Of != nil, " (that "):
		w.verbPhrase(&p.That, !one)
		w.say(")")
	case w.on(leaf, " that "):
		w.verbPhrase(&p.That, !one)
	}
	w.measured = measured
}

// single reports whether the pick is of one place.
func (p Parts) single() bool {
	return p.Pick != (Pick{}) && p.Pick.From == p.Pick.To && !p.Pick.Except
}

// placed is the name of parts with their place, behind "the".
func (w *wording) placed(p *Parts, one bool) {
	k := p.Pick
	from, to, inside := k.From, k.To, k != (Pick{}) && !k.Except
	switch {
	case w.on(inside && from == 1 && to > 0, "first "):
		w.several(&to)
		k = Pick{From: 1, To: to}
	case w.on(inside && to == -1 && from < 0, "last "):
		from = -from
		w.several(&from)
		k = Pick{From: -from, To: -1}
	case p.single() || w.nextOrdinal():
		w.place(&k.From)
		w.say(" ")
		k.To = k.From
	default:
		w.head(&p.Source, one && k == Pick{})
		but := w.on(k.Except, " but the ")
		if but || w.on(k != Pick{}, " from the ") {
			w.place(&from)
			if w.on(from != to, " to the ") {
				w.place(&to)
			} else {
				to = from
			}
			k = Pick{from, to, but}
		}
		if w.reads {
			p.Pick = k
		}
		return
	}
	if w.reads {
		p.Pick = k
	}
	w.head(&p.Source, one)
}

// several is how many parts there are, if there are more than one.
func (w *wording) several(n *int) {
	switch {
	case w.nextDigit() || !w.reads && *n > 1:
		w.integer(n)
		w.say(" ")
	default:
		*n = 1
	}
}

// place is "first", "second last" or "last".
func (w *wording) place(i *int) {
	if w.on(*i == -1, "last") {
		*i = -1
		return
	}
	n := max(*i, -*i)
	w.ordinal(&n)
	if w.on(*i < 0, " last") {
		n = -n
	}
	*i = n
}

func (w *wording) ordinal(n *int) {
	if !w.reads {
		w.say(ordinal(*n))
		return
	}
	for i := 1; i <= 3; i++ {
		if w.on(true, ordinal(i)) {
			*n = i
			return
		}
	}
	if !w.nextDigit() {
		w.expected("a place (first, second last)")
		return
	}
	w.integer(n)
	name := ordinal(*n)
	w.say(name[max(len(name)-2, 0):])
}

func (w *wording) nextOrdinal() bool {
	return w.next("first") || w.next("second") || w.next("third") || w.nextDigit()
}

// head is the name of a source, for one part or for several.
func (w *wording) head(s *Source, one bool) {
	if u, ok := (*s).(Unit); ok {
		w.unit(&u, one)
		return
	}
	if u, n := w.peekUnit(); u != "" {
		w.at += n
		*s = u
		return
	}
	if !inflected(w, s, "occurrence", !one, " of ", w.find) &&
		!inflected(w, s, "part", !one, " divided by ", func(x *Split) { w.quoted((*string)(x)) }) &&
		!inflected(w, s, "text", !one, " under the heading ", func(x *Under) { w.quoted((*string)(x)) }) &&
		!inflected(w, s, "part", !one, " named ", func(x *Named) { w.quoted((*string)(x)) }) &&
		!inflected(w, s, "passage", !one, " between ", func(x *Enclosed) {
			w.quoted(&x.Open)
			w.say(" and ")
			w.quoted(&x.Close)
		}) &&
		!inflected(w, s, "text", !one, " ", w.beside) {
		w.expected("a unit (word, sentence, paragraph …) or other parts")
	}
}

// beside is what a text stands before or after. More than its name and its place
// stands in parentheses, where it reads as part of nothing else.
func (w *wording) beside(x *Beside) {
	if !choose(w, &x.Side, option[Side]{Before, "before "}, option[Side]{After, "after "}) {
		w.expected("under the heading, before or after")
	}
	var p Parts
	if x.Part != nil {
		p = *x.Part
	}
	several := w.on(p.That != nil || p.Of != nil, "(")
	w.say("the ")
	if w.on(p.Pick == Pick{}, "only ") {
		w.head(&p.Source, true)
	} else {
		w.placed(&p, true)
	}
	if several {
		w.rest(&p, true)
		w.say(")")
	}
	if w.reads {
		x.Part = &p
	}
}

// unit is the name of a unit, for one or for several.
func (w *wording) unit(u *Unit, one bool) {
	switch {
	case w.reads:
		var n int
		if *u, n = w.peekUnit(); n == 0 {
			w.expected("a unit (word, sentence, paragraph …)")
		}
		w.at += n
	case one:
		w.say(string(*u))
	default:
		w.say(u.plural())
	}
}

// peekUnit returns the unit with the longest name that follows.
func (w *wording) peekUnit() (unit Unit, length int) {
	for _, u := range Units() {
		for _, name := range []string{string(u), u.plural()} {
			if len(name) > length && w.next(name) {
				unit, length = u, len(name)
			}
		}
	}
	return unit, length
}
