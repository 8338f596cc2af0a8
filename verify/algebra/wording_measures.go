package algebra

// compare is a measure and its relation.
func (w *wording) compare(c *Compare) {
	none := w.reads || c.Is == Exactly(0)
	if as(w, &c.Of, "its first ", func(m *Value) {
		w.counted(&m.Of, true)
		w.say(" worth ")
		w.relation(&c.Is)
	}) || none && as(w, &c.Of, "no ", func(m *Count) {
		w.counted(&m.Of, false)
		c.Is = Exactly(0)
	}) {
		return
	}
	w.relation(&c.Is)
	w.say(" ")
	one := c.Is.last() == 1
	if as(w, &c.Of, "percent as many ", func(m *Share) {
		w.counted(&m.Of, false)
		w.say(" as ")
		w.counted(&m.Among, false)
	}) || as(w, &c.Of, "different ", func(m *Different) { w.counted(&m.Of, one) }) ||
		as(w, &c.Of, "uses of any one of the ", func(m *Repeats) { w.definite(&m.Of) }) ||
		inflected(w, &c.Of, "level", !one, " of nested ", w.nesting) {
		return
	}
	w.countOrStat(&c.Of, one)
}

func (w *wording) nesting(d *Depth) {
	if !choose(w, d, option[Depth]{Depth(NestedLists), "lists"}, option[Depth]{Depth(NestedBrackets), "brackets"}) {
		w.expected("lists or brackets")
	}
}

var statPhrases = []option[StatKind]{
	{Longest, " in the longest of the "}, {Shortest, " in the shortest of the "}, {Mean, " on average in the "}, {Spread, " of difference among the "},
}

// countOrStat is a measure that begins with the name of parts or of a unit.
func (w *wording) countOrStat(m *Measure, one bool) {
	stat, isStat := (*m).(Stat)
	count, _ := (*m).(Count)
	if isStat {
		count.Of.Source = stat.In
	}
	if w.on(count.Of.Pick != (Pick{}) && !w.measured, "of the ") {
		w.definite(&count.Of)
	} else {
		w.head(&count.Of.Source, one)
		if unit, isUnit := count.Of.Source.(Unit); isUnit && choose(w, &stat.Kind, statPhrases...) {
			w.definite(&stat.Of)
			if stat.In = unit; w.reads {
				*m = stat
			}
			return
		}
		w.rest(&count.Of, one)
	}
	if w.reads {
		*m = count
	}
}

// last returns the number that stands before the noun.
func (r Relation) last() float64 {
	if r.Op == OpBetween {
		return r.M
	}
	return r.N
}

// String returns the relation in English: "at most 50".
func (r Relation) String() string { return printed(func(w *wording) { w.relation(&r) }) }

func (w *wording) relation(r *Relation) {
	if w.measured {
		w.say(amount(r.N))
		return
	}
	if !choose(w, &r.Op, option[Op]{OpExactly, "exactly "}, option[Op]{OpNot, "not exactly "}, option[Op]{OpLess, "fewer than "},
		option[Op]{OpMost, "at most "}, option[Op]{OpMore, "more than "}, option[Op]{OpLeast, "at least "},
		option[Op]{OpBetween, "between "}, option[Op]{OpAbout, "about "}) {
		w.expected("a relation (exactly, not exactly, fewer than, at most, more than, at least, between, about)")
		return
	}
	w.number(&r.N)
	if r.Op == OpBetween {
		w.say(" and ")
		w.number(&r.M)
	}
	if r.Op == OpAbout {
		w.say(" (give or take ")
		w.number(&r.M)
		w.say(")")
	}
}
