package algebra

import "strings"

// What clauses are about, with the space that follows.
const (
	theAnswer = "the answer "
	thePart   = "it "
)

// clause returns a sentence about the answer.
func clause(e Expr) string {
	return printed(func(w *wording) { w.clauses(&e, theAnswer) })
}

// clauses is one clause, or several with "and" or "or" between them.
func (w *wording) clauses(e *Expr, subject string) {
	w.enter()
	defer w.leave()
	list, with := []Expr{*e}, ""
	switch of := (*e).(type) {
	case All:
		list, with = of, " and "
	case Any:
		list, with = of, " or "
	}
	for i := 0; i < len(list); i++ {
		w.operand(&list[i], subject, with != "")
		if !w.reads && i+1 < len(list) {
			w.say(with)
		}
		for _, join := range []string{" and ", " or "} {
			if (with == "" || with == join) && w.reads && w.on(true, join) {
				list, with = append(list, nil), join
			}
		}
	}
	switch {
	case !w.reads:
	case with == " and ":
		*e = All(list)
	case with == " or ":
		*e = Any(list)
	default:
		*e = list[0]
	}
}

// operand is a clause, in parentheses where it is one of several and more than
// one verb says it.
func (w *wording) operand(e *Expr, subject string, several bool) {
	simple := isLeaf(*e)
	if each, ok := (*e).(Each); ok {
		simple = isLeaf(each.Holds)
	}
	if w.on(several && !simple, "(") {
		w.clauses(e, subject)
		w.say(")")
		return
	}
	w.clause(e, subject)
}

func (w *wording) clause(e *Expr, subject string) {
	each, isEach := (*e).(Each)
	switch {
	case (w.reads || !isLeaf(*e)) && as(w, e, "it is not so that (", func(x *Not) {
		w.clauses(&x.Of, subject)
		w.say(")")
	}):
	case as(w, e, "at least ", func(x *KOf) { w.some(x, subject) }):
	case (w.reads || !isLeaf(each.Holds)) && as(w, e, "for ", func(x *Each) {
		w.each(&x.Of)
		w.say(", (")
		w.clauses(&x.Holds, thePart)
		w.say(")")
	}):
	case w.on(!isEach, subject):
		w.verbPhrase(e, false)
	default:
		as(w, e, "", func(x *Each) {
			w.each(&x.Of)
			w.say(" ")
			w.verbPhrase(&x.Holds, false)
		})
	}
}

// some is that at least so many of several clauses hold.
func (w *wording) some(x *KOf, subject string) {
	w.integer(&x.K)
	w.say(" of these hold: ")
	w.list(len(x.Of), ", ", func(i int) {
		if w.reads {
			x.Of = append(x.Of, nil)
		}
		w.say("(")
		w.clauses(&x.Of[i], subject)
		w.say(")")
	}, func() bool { return w.next("(") })
}

// isLeaf reports whether an expression is a predicate or a comparison of its
// text, or one denied: what one verb says.
func isLeaf(e Expr) bool {
	switch e := e.(type) {
	case All, Any, KOf, Each:
		return false
	case Not:
		_, twice := e.Of.(Not)
		return !twice && isLeaf(e.Of)
	}
	return true
}

// isState reports whether a text is something by an expression, and does or has
// nothing.
func isState(e Expr) bool {
	switch e.(type) {
	case Equals, OneOf, Palindrome, Case, Language, Script, JSON, XML, YAML, CSV:
		return true
	}
	return false
}

// verbPhrase is what is said of a subject.
func (w *wording) verbPhrase(e *Expr, plural bool) {
	w.enter()
	defer w.leave()
	of := *e
	not, denied := of.(Not)
	if denied {
		of = not.Of
	}
	be, do := "is ", "does not "
	if w.reads && (w.next("are ") || w.next("do ")) || !w.reads && plural {
		be, do = "are ", "do not "
	}
	switch {
	case w.on(isState(of), be):
		denied = w.on(denied, "not ")
		w.state(&of)
	case w.on(denied, do):
		denied = true
		w.verb(&of, false)
	default:
		w.verb(&of, !plural)
	}
	switch {
	case !w.reads:
	case denied:
		*e = Not{of}
	default:
		*e = of
	}
}

// verb is a verb, which ends with an s or does not, and what goes with it.
func (w *wording) verb(e *Expr, s bool) {
	if inflected(w, e, "start", s, " with ", func(x *Starts) { w.find(&x.With) }) ||
		inflected(w, e, "end", s, " with ", func(x *Ends) { w.find(&x.With) }) ||
		inflected(w, e, "contain", s, " ", func(x *Contains) { w.find(&x.What) }) ||
		inflected(w, e, "consist", s, " only of ", w.only) {
		return
	}
	have := "have "
	if w.next("has ") || !w.reads && s {
		have = "has "
	}
	if w.on(true, have) {
		w.possession(e)
	} else {
		w.expected("a verb (has, starts with, ends with, contains, consists only of, is)")
	}
}

// only is a list of units, the last of which can be characters.
func (w *wording) only(x *Only) {
	n := len(x.Units)
	if x.Chars != "" {
		n++
	}
	w.list(n, " and ", func(i int) {
		if w.nextQuote() || !w.reads && i == len(x.Units) {
			w.quoted(&x.Chars)
			return
		}
		if w.reads {
			x.Units = append(x.Units, "")
		}
		w.unit(&x.Units[i], false)
	}, func() bool {
		u, _ := w.peekUnit()
		return x.Chars == "" && (u != "" || w.nextQuote())
	})
}

// state is what a text is.
func (w *wording) state(e *Expr) {
	format, isJSON := (*e).(JSON)
	switch {
	case as(w, e, "equal to ", func(x *Equals) { w.find(&x.To) }),
		as(w, e, "a palindrome", func(*Palindrome) {}),
		as(w, e, "one of ", func(x *OneOf) {
			w.texts(&x.Texts, " or ")
			w.sameCase(&x.Case)
		}),
		choose(w, e, option[Expr]{Upper, "in capitals"}, option[Expr]{Lower, "in lowercase letters"},
			option[Expr]{Title, "in title case"}, option[Expr]{Capitalised, "capitalised"}),
		as(w, e, "in the ", w.script),
		as(w, e, "in ", w.language),
		as(w, e, "valid XML", func(x *XML) {
			if w.on(x.Root != "", " with the root ") {
				w.quoted(&x.Root)
			}
		}),
		as(w, e, "valid YAML", func(x *YAML) { w.keys(&x.Keys) }),
		as(w, e, "valid CSV", w.csv):
	case (w.reads || isJSON) && choose(w, &format.Type, option[string]{"object", "a JSON object"}, option[string]{"array", "a JSON array"}, option[string]{"", "valid JSON"}):
		w.json(&format)
		if w.reads {
			*e = format
		}
	default:
		w.expected("what it is (in capitals, in Spanish, equal to, valid JSON …)")
	}
}

func (w *wording) sameCase(matters *bool) {
	if w.on(*matters, " (same case)") && w.reads {
		*matters = true
	}
}

func (w *wording) script(x *Script) {
	if w.reads {
		name, _, found := strings.Cut(w.s[w.at:], " script")
		if !found || len(name) > maxName {
			w.expected("the name of a script")
			return
		}
		*x = Script(name)
	}
	w.say(string(*x) + " script")
}

func (w *wording) language(x *Language) {
	if !w.reads {
		w.say(languageName(string(*x)))
		return
	}
	longest := ""
	for entry := range strings.SplitSeq(languageNames, ",") {
		if code, name, _ := strings.Cut(entry, " "); len(name) > len(longest) && w.next(name) {
			*x, longest = Language(code), name
		}
	}
	if longest == "" {
		w.expected("a case, a language or a script")
	}
	w.say(longest)
}

func (w *wording) keys(keys *[]string) {
	if w.on(len(*keys) == 1, " with the key ") || w.on(len(*keys) > 0, " with the keys ") {
		w.texts(keys, " and ")
	}
}

func (w *wording) json(x *JSON) {
	if w.on(x.Only && len(x.Keys) == 1, " with only the key ") || w.on(x.Only, " with only the keys ") {
		x.Only = true
		w.texts(&x.Keys, " and ")
	} else {
		w.keys(&x.Keys)
	}
	if w.on(x.Schema != "", " that fits the schema ") {
		w.pattern(&x.Schema)
	}
}

func (w *wording) csv(x *CSV) {
	with := " with "
	w.size(&with, &x.Columns, "column")
	w.size(&with, &x.Rows, "row")
	if w.on(x.Delimiter != "", " divided by ") {
		w.quoted(&x.Delimiter)
	}
	if w.on(len(x.Header) > 0, " under the header ") {
		w.texts(&x.Header, " and ")
	}
}

// size is a number of columns or rows, if there is one, behind a word that is
// another for the next.
func (w *wording) size(with *string, n *int, noun string) {
	start := w.at
	if w.reads && !w.before(*with, w.nextDigit) || !w.reads && !w.on(*n > 0, *with) {
		return
	}
	if w.integer(n); *n != 1 && !w.reads || w.next(" "+noun+"s") {
		noun += "s"
	}
	if !w.on(true, " "+noun) { // it is a number of something else
		w.at, *n = start, 0
		return
	}
	*with = " and "
}

// possession is what a text has.
func (w *wording) possession(e *Expr) {
	sequence, isSequence := (*e).(Sequence)
	switch {
	case as(w, e, "all the ", func(x *AllDifferent) {
		w.definite(&x.Of)
		w.say(" different")
		w.sameCase(&x.Case)
	}):
	case isSequence || w.nextFind():
		w.sequence(&sequence)
		if w.reads {
			*e = sequence
		}
	case w.together(e):
	default:
		as(w, e, "", w.compare)
	}
}

func (w *wording) sequence(x *Sequence) {
	for i := 0; ; i++ {
		if w.reads {
			*x = append(*x, Find{})
		}
		if i < len(*x) {
			w.find(&(*x)[i])
		}
		if !w.on(i+1 < len(*x), " before ") {
			return
		}
	}
}

// together is what several parts are to each other.
func (w *wording) together(e *Expr) bool {
	var of Parts
	set, isSet := (*e).(Set)
	switch x := (*e).(type) {
	case Same:
		of = x.Of
	case Set:
		of = x.Of
	case Ordered:
		of = x.Of
	default:
		if !w.reads {
			return false
		}
	}
	if !w.on(true, "the ") {
		return false
	}
	w.definite(&of)
	if (isSet || w.reads) && choose(w, &set.Is, option[SetRelation]{SetOnly, " all among "}, option[SetRelation]{SetAll, " including "},
		option[SetRelation]{SetJust, " just "}, option[SetRelation]{SetOrder, " just "}) {
		w.texts(&set.Texts, " and ")
		if set.Is != SetOnly && set.Is != SetAll && w.on(set.Is == SetOrder, " in this order") {
			set.Is = SetOrder
		}
		w.sameCase(&set.Case)
		if set.Of = of; w.reads {
			*e = set
		}
		return true
	}
	if as(w, e, " equal to the ", func(x *Same) {
		x.Of = of
		w.definite(&x.As)
	}) {
		return true
	}
	if !as(w, e, " in ", func(x *Ordered) {
		x.Of = of
		w.order(x)
	}) {
		w.expected("in, equal to the, all among, including or just")
	}
	return true
}

func (w *wording) order(x *Ordered) {
	if w.on(x.Strict, "strictly ") {
		x.Strict = true
	}
	if !choose(w, &x.Down, option[bool]{true, "falling "}, option[bool]{false, "rising "}) {
		w.expected("rising or falling")
	}
	if !choose(w, &x.By, option[Order]{Alphabet, "alphabetical order"}, option[Order]{Number, "numerical order"}) {
		w.say("order of ")
		w.unit((*Unit)(&x.By), false)
	}
}
