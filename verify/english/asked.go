package english

import (
	"slices"
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// A command says of the text that it asks for how long it is to be ("write a
// 500 word essay about …", "explain tides in two sentences, using …") or how
// many things it is to list ("give me five ideas for …"). What stands around
// is the task, and need not be read.

// A role is what an amount is to the command that it stands in.
type role uint8

const (
	noRole  role = iota
	manner       // how the whole task is to be done: "in two sentences"
	object       // it is of the one text that is asked for: "a 500 word essay"
	listing      // so many things are to be listed
)

// asked reads the amounts of a command.
func (d *decomposer) asked(s [2]int) {
	t := d.tokens[s[0]:s[1]]
	verb := d.commandIn(t)
	defer d.eachAsked(s)
	for i := range t {
		if sharing()[t[i].low] && !general(t, i) {
			at := i
			if i > 0 && !separates(&t[i-1]) {
				at = amountBefore(t, i)
			}
			if rest := t[i+1:]; at < 2 || at < i && (goesOnWith(rest) || len(rest) > 1 && joint(&rest[0]) && articles()[rest[1].low]) {
				return
			}
			t = t[:at-1] // ", each under 20 words", "of 5 words each"
			break
		}
	}
	if verb < 0 || verb >= len(t) {
		d.wanted(s, t)
		return
	}
	d.formAsked(s, t, verb)
	for at := 0; at < len(t); at++ {
		if letters, n := lettersAt(t[at:]); n > 0 && behindTopic(t, verb, at, at+n) {
			d.settleAsked(s[0]+at, s[0]+at+n, letters, manner)
		}
		if t[verb].low == "translate" && at > verb+1 && !says(t[verb+1:verb+2], "a", "an", "some") && (at > verb+2 || d.handed || d.foreign || t[verb+1].low == "in" || at+1 < len(t) && t[at+1].text == ":") { // which may be to come
			if l := d.translation(t, verb, at); l != "" {
				d.settleAsked(s[0]+at-1, s[0]+at+1, l, manner)
			}
		}
		if !t[at].numeral() && t[at].class&hint == 0 {
			continue
		}
		from, to := amountAt(t, at)
		if at+1 < len(t) && (superlatives()[t[at+1].low] || to == 0 && at > 0 && t[at-1].low == "the" && strings.HasSuffix(t[at+1].low, "est")) && !d.technical() {
			from, to = at, at+1 // the 5 largest ones
		}
		if to == 0 {
			continue
		}
		e, end, r := d.amount(t, verb, from, to)
		if r != noRole {
			d.settleAsked(s[0]+from, s[0]+end, e, r)
		}
		at = max(to, end) - 1
	}
}

// translation returns the language at a place that a text is to be translated to; ""
// if there is none.
func (d *decomposer) translation(t []token, verb, at int) algebra.Language {
	l, rest := languages()[t[at].low], t[at+1:]
	switch {
	case l == "" || !says(t[at-1:at], "into", "to", "in") || says(d.tokens, "pinyin", "romanized", "romanised", "romaji", "letters", "alphabet", "pronounce", "plural", "leave"):
		return ""
	case says(t[verb+1:at], "everything", "every", "them", "just", "only", "part", "chorus", "title", "last", "first", "strings", "headers"):
		return "" // a part, or what is to come
	case len(rest) == 0, politeness()[rest[0].low], says(rest[:1], "while", "whilst", "keeping", "using", "without"):
	case !joint(&rest[0]) || len(rest) > 1 && languages()[rest[1].low] != "":
		return ""
	}
	return l
}

// superlatives stand between a number and what is best or first of its kind.
var superlatives = wordSet(`most best main top key worst`)

// amountBefore returns where the amount begins that "each" stands behind: "5 words
// each"; 0 if there is none.
func amountBefore(t []token, each int) int {
	if each > 0 && t[each].low == "per" && t[each-1].low == "one" {
		return each - 1 // one per line
	}
	for i := each - 1; i > 0 && i > each-longestRelation; i-- {
		if t[i].numeral() {
			if from, to := amountAt(t, i); to == each {
				return from
			}
		}
	}
	return 0
}

// sharing words say that an amount may be of each of several things.
var sharing = wordSet(`each every per both respectively apiece either`)

// general reports whether "each" or "every" is said of answers: "format every
// reply as …".
func general(t []token, i int) bool {
	low := t[i].low
	return (low == "each" || low == "every") && i+1 < len(t) && (coreNouns()[singularOf(t[i+1].low)] || t[i+1].low == "message" || t[i+1].low == "time")
}

// eachAsked reads what is demanded of each of the things that are listed: "each
// idea at most 15 words", "no step over 20 words". An answer shows whether they
// have it where it shows what they are.
func (d *decomposer) eachAsked(s [2]int) {
	t := d.tokens[s[0]:s[1]]
	first := slices.IndexFunc(t, func(t token) bool { return t.low == "each" || t.low == "every" || t.low == "no" || t.low == "none" })
	if first > 0 && (first+1 == len(t) || separates(&t[first+1])) {
		if from := amountBefore(t, first); from > 1 && d.lists() && !slices.ContainsFunc(t[:from], func(t token) bool { return measured(&t) }) {
			clause := append([]token{t[first], entryToken()}, t[from:first]...)
			if e := classes(clause); e != nil && ofEntries(e) {
				d.settleAsked(s[0]+from, s[0]+first+1, e, object)
			}
		}
		return
	}
	if first < 0 || first+2 >= len(t) || first > 0 && !separates(&t[first-1]) && !fillers()[t[first-1].low] && !leadWords()[t[first-1].low] {
		return
	}
	at := first + 1
	if noun := singularOf(t[at].low); d.things[noun] || entryNouns()[noun] {
		at++
	} else if !d.lists() || t[first].low == "no" || t[first].low == "none" && at < len(t) && t[at].low == "of" {
		return
	}
	cuts := cutsOf(t)
	for i := len(cuts) - 1; i > 0 && cuts[i] > at; i-- {
		end := len(trimmed(t[:cuts[i]]))
		clause := append([]token{t[first], entryToken()}, t[at:max(at, end)]...)
		if t[first].low == "none" {
			clause[0] = tokenize("no")[0]
		}
		if e := classes(clause); e != nil && ofEntries(e) {
			d.settleAsked(s[0]+first, s[0]+end, e, object)
			return
		}
	}
}

// entryToken is the word for what an answer lists.
var entryToken = sync.OnceValue(func() token { return tokenize("entry")[0] })

// ofEntries reports whether a demand is of what an answer lists.
func ofEntries(e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	return ok && each.Of.Source == algebra.Source(algebra.Entry)
}

// commandIn returns the place of the verb that asks for a text, -1 if there is
// none: behind words that lead up to it, or behind another command.
func (d *decomposer) commandIn(t []token) int {
	if len(t) > 2 && t[0].low == "what" && t[1].low == "are" && slices.ContainsFunc(t[2:min(len(t), 2+furthestNoun)], func(t token) bool { return t.numeral() }) {
		return 1 // "what are three ways to …" asks for a list
	}
	leading, commanded := true, false
	for i := range t {
		low := t[i].low
		numbering := t[i].kind == number && i+1 < len(t) && (t[i+1].low == "." || t[i+1].low == ")")
		if leading && says(t[i:i+1], "come", "think") {
			if i+2 < len(t) && t[i+1].low == "of" && t[i+2].numeral() {
				return i + 1
			}
			if low == "come" && i+2 < len(t) && t[i+1].low == "up" && t[i+2].low == "with" {
				return i + 2
			}
		}
		if t[i].kind == word && taskVerbs()[low] && !supporting()[low] {
			before, second := token{}, token{}
			if i > 0 {
				before = t[i-1]
			}
			if i > 1 {
				second = t[i-2]
			}
			switch {
			case i == 0, leading && !determiners()[before.low] && !before.numeral() && before.low != "to" && before.low != "i" && before.low != "not" && !ofSpeaker(t, i),
				before.low == "to" && (second.low == "you" || second.low == "is" || second.low == "try"),
				commanded && (before.low == "and" || before.low == "then"):
				return i
			}
		}
		commanded = commanded || leading && taskVerbs()[low] && (i == 0 || !determiners()[t[i-1].low])
		amount := t[i].numeral() || measured(&t[i]) || limiting()[low]
		leading = leading && (numbering || amount || leadWords()[low] || leadWords()[t[i].lemma] || d.verbLast() && t[i].joined())
	}
	return -1
}

// supporting verbs command, but ask for no text themselves.
var supporting = wordSet(`help act pretend want do contain have come`)

// verbLast reports whether commands of the prompt's language end with their
// verb.
func (d *decomposer) verbLast() bool { return d.script == "ja" || d.script == "ko" }

// limiting words stand in amounts that a command begins with.
var limiting = wordSet(`at most least than no more less fewer max maximum under exactly about around`)

// amountAt returns the tokens of the amount that begins at a number, or around
// it: "no more than 50", "two to three".
func amountAt(t []token, at int) (from, to int) {
	const parts = "r#k-+%yuv*|"
	from = at
	for i := max(0, at-longestRelation); i < at; i++ {
		if c, n := chunkAt(t, i, nil); (c.class == 'r' || c.class == 'k') && i+n == at {
			from = i
			break
		}
	}
	number := false
	for to = from; to < len(t); {
		c, n := chunkAt(t, to, nil)
		number = number || c.class == '#'
		joint := c.class == '&' && c.low == "and" && to+1 < len(t) && t[to+1].numeral()
		if strings.IndexByte(parts, c.class) < 0 && !joint && (!number || !sized()[t[to].low]) {
			break
		}
		to += n
	}
	if !number {
		return 0, 0
	}
	return from, to
}

// longestRelation is how many words a relation has, as in "no more than 50".
const longestRelation = 4

// amount reads an amount by what stands around it, and says where it ends.
func (d *decomposer) amount(t []token, verb, from, to int) (algebra.Expr, int, role) {
	if from <= verb {
		return d.ahead(t, verb, from, to)
	}
	first := verb + 1
	for i := first; i < from-1; i++ {
		if t[i].low == "list" && t[i+1].low == "of" {
			first = i + 2 // of a list of things
		}
	}
	direct := plainBetween(t, first, from)
	named := namedAfter(t, to)
	e := length(t[from:to], t[verb:min(len(t), to+furthestNoun)])
	if e == nil {
		return d.listing(t, verb, from, to, direct)
	}
	switch before := t[from-1].low; {
	case t[from-1].numeral():
	case named && direct && first == verb+1, !named && ofObject(t, verb, from):
		return e, to, object
	case (before == "in" || before == "within" || before == "into" || before == "using" || before == "with") && !named && d.mannered(t, verb, from, to):
		return e, to, manner
	case !named && bounded(e) && behindTopic(t, verb, from, to):
		return e, to, object
	}
	return nil, to, noRole
}

// ahead reads an amount that a command begins with: "in two sentences explain
// …".
func (d *decomposer) ahead(t []token, verb, from, to int) (algebra.Expr, int, role) {
	how := from > 0 && slices.Contains([]string{"in", "within", "using", "with"}, t[from-1].low) || d.script != ""
	if !how || !telling()[t[verb].low] {
		return nil, to, noRole
	}
	for i := range t[:verb] {
		if (i < from-1 || i >= to) && t[i].kind == word && !leadWords()[t[i].low] && (!d.verbLast() || !t[i].joined()) {
			return nil, to, noRole
		}
	}
	if e := length(t[from:to], t[:verb]); e != nil {
		return e, to, manner
	}
	return nil, to, noRole
}

// furthestNoun is how many words behind an amount the text is named.
const furthestNoun = 4

// length reads a length of the answer, in the words around it; nil if it is
// none.
func length(t, around []token) algebra.Expr {
	if len(t) < 2 {
		return nil
	}
	c, ok := cascade(t).(algebra.Compare)
	if !ok || !boundsLength(c) || persons(c.Of.(algebra.Count).Of, c.Is) {
		return nil
	}
	switch decides, e, _ := settle(around, c); {
	case decides == Whole:
		return e
	case decides == Part && counts(c, algebra.Line):
		return algebra.Any{c, algebra.HasParts(algebra.Every(algebra.Paragraph).With(c), algebra.AtLeast(1))} // beside which other lines may stand
	}
	return nil
}

// plainBetween reports whether nothing but adjectives, pronouns and articles
// stands between two places.
func plainBetween(t []token, from, to int) bool {
	for i := from; i < to; i++ {
		switch low := t[i].low; {
		case low == "me" || low == "us" || low == "a" || low == "an" || low == "the" || low == "your" || low == "," || low == "and":
		case t[i].kind != word || closedWords()[low] || !plain(&t[i]) && !describing()[low]:
			return false
		}
	}
	return true
}

// describing are adjectives of texts that mean something else elsewhere.
var describing = wordSet(`single full short long new brief final complete top`)

// namedAfter reports whether a text is named behind an amount: "500 word blog
// post".
func namedAfter(t []token, at int) bool {
	for i := at; i < min(len(t), at+furthestNoun); i++ {
		low := t[i].low
		switch {
		case t[i].kind != word || closedWords()[low]:
			return false
		case wholeNouns()[low] || promptNouns()[low]:
			return i+1 == len(t) || closedWords()[t[i+1].low] || singularOf(t[i+1].low) == t[i+1].low // "product descriptions" are several
		case !plain(&t[i]):
			return false
		}
		if one := i == at && at > 2 && (i+1 == len(t) || t[i+1].kind == mark || closedWords()[t[i+1].low]); one && says(t[at-3:at-1], "a", "an") {
			return true // a 50 word whatever
		}
	}
	return false
}

// ofObject reports whether an amount is of the text right before it, which the
// command asks for: "write an article of about 500 words".
func ofObject(t []token, verb, at int) bool {
	i := at - 1
	for i > verb && (t[i].low == "a" || t[i].low == "an" || t[i].low == "(" || t[i].low == "," || t[i].low == "long" || t[i].low == "length") {
		i--
	}
	if i > verb && (t[i].low == "of" || t[i].low == "with" || t[i].low == "in" || t[i].low == "using") {
		i--
	}
	return i > verb && i < at-1 && (wholeNouns()[t[i].low] || promptNouns()[t[i].low]) && plainBetween(t, verb+1, i)
}

// lettersAt returns the letter case that tokens begin with, "in all lowercase", and how
// many they are.
func lettersAt(t []token) (algebra.Expr, int) {
	l := longestLexeme(t)
	if l.class != 'c' || t[0].low != "in" {
		return nil, 0
	}
	letters, ok := cascade(t[:l.words]).(algebra.Case)
	if !ok {
		return nil, 0
	}
	return letters, int(l.words)
}

// bounded reports whether a length is said to be a limit, which few things that a text
// is about have.
func bounded(e algebra.Expr) bool {
	c, ok := e.(algebra.Compare)
	return ok && c.Is.Op != algebra.OpExactly && c.Is.Op != algebra.OpAbout
}

// behindTopic reports whether an amount ends a clause in which a command asks for one
// text and says what it is about: "write a description of a mug under 300 characters".
func behindTopic(t []token, verb, from, to int) bool {
	text := func(i int) bool { return i < from && (wholeNouns()[t[i].low] || promptNouns()[t[i].low]) }
	first := verb + 1
	for first < from && !text(first) {
		first++
	}
	head := first
	for text(head + 1) {
		head++ // a product description
	}
	if head >= from || to < len(t) && !separates(&t[to]) && !politeness()[t[to].low] || !plainBetween(t, verb+1, first) || head+1 < from && !says(t[head+1:head+2], "for", "about", "of", "on", "to") {
		return false
	}
	return !slices.ContainsFunc(t[head+1:from], func(t token) bool {
		return separates(&t) || namesText(&t) || measured(&t) || t.numeral() || questionWords()[t.low] || strings.HasSuffix(t.low, "ing") || says([]token{t}, "and", "or", "that", "whose", "if", "with", "then", "not")
	})
}

// mannered reports whether an amount says how the command is to be done: no
// clause begins between them, but for one that says what is to be told.
func (d *decomposer) mannered(t []token, verb, from, to int) bool {
	if !telling()[t[verb].low] {
		return false
	}
	ends := to == len(t) || separates(&t[to])
	if !ends && t[to].kind == word && !going()[t[to].low] && !d.foreign {
		return false
	}
	for i := verb + 1; i < from; i++ {
		low := t[i].low
		switch {
		case low == "who" || low == "whose" || low == "which" || low == "that" || low == "where" || low == "when" || low == "says" || low == "said" || low == "if" || low == "and" || low == "then" || low == "with" || low == "as":
			return false
		case (low == "what" || low == "how" || low == "why" || low == "to") && !ends:
			return false
		}
	}
	return true
}

var (
	// telling verbs ask for a text of its own, whatever it is about.
	telling = lexiconSet("telling")
	// going words go on with the task behind an amount.
	going = wordSet(`about on for to why how what the a an my your this of by using so that which explaining describing based as from and please without with then`)
)

// settleAsked adds what was read of a command, in the place of what was read
// of fewer of its words, or says of what was read of them what it is.
func (d *decomposer) settleAsked(from, to int, e algebra.Expr, r role) {
	for i := range d.found {
		f := &d.found[i]
		switch {
		case f.from >= to || from >= f.to || f.in != d.now:
			continue
		case same(f.Reading.Check.Expr, d.reader.check(e).Expr):
			f.asked = r
			return
		case f.from < from-1 || f.to > to:
			return
		}
		from = min(from, f.from) // of 6 lines
		d.found = slices.Delete(d.found, i, i+1)
		break
	}
	d.add(from, to, e)
	if last := len(d.found) - 1; last >= 0 && d.found[last].from == from {
		d.found[last].asked = r
	}
}
