package english

import (
	"slices"
	"strings"
	"sync"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
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
		if sharing()[t[i].Low] && !clause.General(t, i) {
			at := i
			if i > 0 && !lexicon.Separates(&t[i-1]) {
				at = amountBefore(t, i)
			}
			if rest := t[i+1:]; at < 2 || at < i && (goesOnWith(rest) || len(rest) > 1 && clause.JoinsClauses(&rest[0]) && articles()[rest[1].Low]) {
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
		if t[verb].Low == "translate" && at > verb+1 && !lexicon.Says(t[verb+1:verb+2], "a", "an", "some") && (at > verb+2 || d.handed || d.foreign || t[verb+1].Low == "in" || at+1 < len(t) && t[at+1].Text == ":") { // which may be to come
			if l := d.translation(t, verb, at); l != "" {
				d.settleAsked(s[0]+at-1, s[0]+at+1, l, manner)
			}
		}
		if !t[at].Numeral() && t[at].Class&lexicon.Hint == 0 {
			continue
		}
		from, to := amountAt(t, at)
		if at+1 < len(t) && (superlatives()[t[at+1].Low] || to == 0 && at > 0 && t[at-1].Low == "the" && strings.HasSuffix(t[at+1].Low, "est")) && !d.technical() {
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
func (d *decomposer) translation(t []lexicon.Token, verb, at int) algebra.Language {
	l, rest := lexicon.Languages()[t[at].Low], t[at+1:]
	switch {
	case l == "" || !lexicon.Says(t[at-1:at], "into", "to", "in") || lexicon.Says(d.tokens, "pinyin", "romanized", "romanised", "romaji", "letters", "alphabet", "pronounce", "plural", "leave"):
		return ""
	case lexicon.Says(t[verb+1:at], "everything", "every", "them", "just", "only", "part", "chorus", "title", "last", "first", "strings", "headers"):
		return "" // a part, or what is to come
	case len(rest) == 0, clause.Politeness()[rest[0].Low], lexicon.Says(rest[:1], "while", "whilst", "keeping", "using", "without"):
	case !clause.JoinsClauses(&rest[0]) || len(rest) > 1 && lexicon.Languages()[rest[1].Low] != "":
		return ""
	}
	return l
}

// superlatives stand between a number and what is best or first of its kind.
var superlatives = lexicon.WordSet(`most best main top key worst`)

// amountBefore returns where the amount begins that "each" stands behind: "5 words
// each"; 0 if there is none.
func amountBefore(t []lexicon.Token, each int) int {
	if each > 0 && t[each].Low == "per" && t[each-1].Low == "one" {
		return each - 1 // one per line
	}
	for i := each - 1; i > 0 && i > each-longestRelation; i-- {
		if t[i].Numeral() {
			if from, to := amountAt(t, i); to == each {
				return from
			}
		}
	}
	return 0
}

// sharing words say that an amount may be of each of several things.
var sharing = lexicon.WordSet(`each every per both respectively apiece either`)

// eachAsked reads what is demanded of each of the things that are listed: "each
// idea at most 15 words", "no step over 20 words". An answer shows whether they
// have it where it shows what they are.
func (d *decomposer) eachAsked(s [2]int) {
	t := d.tokens[s[0]:s[1]]
	first := slices.IndexFunc(t, func(t lexicon.Token) bool {
		return t.Low == "each" || t.Low == "every" || t.Low == "no" || t.Low == "none"
	})
	if first > 0 && (first+1 == len(t) || lexicon.Separates(&t[first+1])) {
		if from := amountBefore(t, first); from > 1 && d.lists() && !slices.ContainsFunc(t[:from], func(t lexicon.Token) bool { return lexicon.IsMeasure(&t) }) {
			said := append([]lexicon.Token{t[first], entryToken()}, t[from:first]...)
			if e := clause.Classes(said); e != nil && ofEntries(e) {
				d.settleAsked(s[0]+from, s[0]+first+1, e, object)
			}
		}
		return
	}
	if first < 0 || first+2 >= len(t) || first > 0 && !lexicon.Separates(&t[first-1]) && !clause.Fillers()[t[first-1].Low] && !leadWords()[t[first-1].Low] {
		return
	}
	at := first + 1
	if noun := lexicon.SingularOf(t[at].Low); d.things[noun] || clause.EntryNouns()[noun] {
		at++
	} else if !d.lists() || t[first].Low == "no" || t[first].Low == "none" && at < len(t) && t[at].Low == "of" {
		return
	}
	cuts := clause.CutsOf(t)
	for i := len(cuts) - 1; i > 0 && cuts[i] > at; i-- {
		end := len(clause.Trimmed(t[:cuts[i]]))
		said := append([]lexicon.Token{t[first], entryToken()}, t[at:max(at, end)]...)
		if t[first].Low == "none" {
			said[0] = lexicon.Tokenize("no")[0]
		}
		if e := clause.Classes(said); e != nil && ofEntries(e) {
			d.settleAsked(s[0]+first, s[0]+end, e, object)
			return
		}
	}
}

// entryToken is the word for what an answer lists.
var entryToken = sync.OnceValue(func() lexicon.Token { return lexicon.Tokenize("entry")[0] })

// ofEntries reports whether a demand is of what an answer lists.
func ofEntries(e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	return ok && each.Of.Source == algebra.Source(algebra.Entry)
}

// commandIn returns the place of the verb that asks for a text, -1 if there is
// none: behind words that lead up to it, or behind another command.
func (d *decomposer) commandIn(t []lexicon.Token) int {
	if len(t) > 2 && t[0].Low == "what" && t[1].Low == "are" && slices.ContainsFunc(t[2:min(len(t), 2+furthestNoun)], func(t lexicon.Token) bool { return t.Numeral() }) {
		return 1 // "what are three ways to …" asks for a list
	}
	leading, commanded := true, false
	for i := range t {
		low := t[i].Low
		numbering := t[i].Kind == lexicon.Number && i+1 < len(t) && (t[i+1].Low == "." || t[i+1].Low == ")")
		if leading && lexicon.Says(t[i:i+1], "come", "think") {
			if i+2 < len(t) && t[i+1].Low == "of" && t[i+2].Numeral() {
				return i + 1
			}
			if low == "come" && i+2 < len(t) && t[i+1].Low == "up" && t[i+2].Low == "with" {
				return i + 2
			}
		}
		if t[i].Kind == lexicon.Word && lexicon.TaskVerbs()[low] && !supporting()[low] {
			before, second := lexicon.Token{}, lexicon.Token{}
			if i > 0 {
				before = t[i-1]
			}
			if i > 1 {
				second = t[i-2]
			}
			switch {
			case i == 0, leading && !lexicon.Determiners()[before.Low] && !before.Numeral() && before.Low != "to" && before.Low != "i" && before.Low != "not" && !ofSpeaker(t, i),
				before.Low == "to" && (second.Low == "you" || second.Low == "is" || second.Low == "try"),
				commanded && (before.Low == "and" || before.Low == "then"):
				return i
			}
		}
		commanded = commanded || leading && lexicon.TaskVerbs()[low] && (i == 0 || !lexicon.Determiners()[t[i-1].Low])
		amount := t[i].Numeral() || lexicon.IsMeasure(&t[i]) || limiting()[low]
		leading = leading && (numbering || amount || leadWords()[low] || leadWords()[t[i].Lemma] || d.verbLast() && t[i].Joined())
	}
	return -1
}

// supporting verbs command, but ask for no text themselves.
var supporting = lexicon.WordSet(`help act pretend want do contain have come`)

// verbLast reports whether commands of the prompt's language end with their
// verb.
func (d *decomposer) verbLast() bool { return d.script == "ja" || d.script == "ko" }

// limiting words stand in amounts that a command begins with.
var limiting = lexicon.WordSet(`at most least than no more less fewer max maximum under exactly about around`)

// amountAt returns the tokens of the amount that begins at a number, or around
// it: "no more than 50", "two to three".
func amountAt(t []lexicon.Token, at int) (from, to int) {
	const parts = "r#k-+%yuv*|"
	from = at
	for i := max(0, at-longestRelation); i < at; i++ {
		if c, n := clause.ChunkAt(t, i, nil); (c.Class == 'r' || c.Class == 'k') && i+n == at {
			from = i
			break
		}
	}
	number := false
	for to = from; to < len(t); {
		c, n := clause.ChunkAt(t, to, nil)
		number = number || c.Class == '#'
		joint := c.Class == '&' && c.Low == "and" && to+1 < len(t) && t[to+1].Numeral()
		if strings.IndexByte(parts, c.Class) < 0 && !joint && (!number || !clause.Sized()[t[to].Low]) {
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
func (d *decomposer) amount(t []lexicon.Token, verb, from, to int) (algebra.Expr, int, role) {
	if from <= verb {
		return d.ahead(t, verb, from, to)
	}
	first := verb + 1
	for i := first; i < from-1; i++ {
		if t[i].Low == "list" && t[i+1].Low == "of" {
			first = i + 2 // of a list of things
		}
	}
	direct := plainBetween(t, first, from)
	named := namedAfter(t, to)
	e := length(t[from:to], t[verb:min(len(t), to+furthestNoun)])
	if e == nil {
		return d.listing(t, verb, from, to, direct)
	}
	switch before := t[from-1].Low; {
	case t[from-1].Numeral():
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
func (d *decomposer) ahead(t []lexicon.Token, verb, from, to int) (algebra.Expr, int, role) {
	how := from > 0 && slices.Contains([]string{"in", "within", "using", "with"}, t[from-1].Low) || d.script != ""
	if !how || !telling()[t[verb].Low] {
		return nil, to, noRole
	}
	for i := range t[:verb] {
		if (i < from-1 || i >= to) && t[i].Kind == lexicon.Word && !leadWords()[t[i].Low] && (!d.verbLast() || !t[i].Joined()) {
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
func length(t, around []lexicon.Token) algebra.Expr {
	if len(t) < 2 {
		return nil
	}
	c, ok := clause.Cascade(t).(algebra.Compare)
	if !ok || !clause.BoundsLength(c) || clause.Persons(c.Of.(algebra.Count).Of, c.Is) {
		return nil
	}
	switch e, rest, ok := clause.Settle(around, c); {
	case ok && rest == "":
		return e
	case ok && clause.Counts(c, algebra.Line):
		return algebra.Any{c, algebra.HasParts(algebra.Every(algebra.Paragraph).With(c), algebra.AtLeast(1))} // beside which other lines may stand
	}
	return nil
}

// plainBetween reports whether nothing but adjectives, pronouns and articles
// stands between two places.
func plainBetween(t []lexicon.Token, from, to int) bool {
	for i := from; i < to; i++ {
		switch low := t[i].Low; {
		case low == "me" || low == "us" || low == "a" || low == "an" || low == "the" || low == "your" || low == "," || low == "and":
		case t[i].Kind != lexicon.Word || lexicon.ClosedWords()[low] || !clause.Plain(&t[i]) && !describing()[low]:
			return false
		}
	}
	return true
}

// describing are adjectives of texts that mean something else elsewhere.
var describing = lexicon.WordSet(`single full short long new brief final complete top`)

// namedAfter reports whether a text is named behind an amount: "500 word blog
// post".
func namedAfter(t []lexicon.Token, at int) bool {
	for i := at; i < min(len(t), at+furthestNoun); i++ {
		low := t[i].Low
		switch {
		case t[i].Kind != lexicon.Word || lexicon.ClosedWords()[low]:
			return false
		case lexicon.WholeNouns()[low] || lexicon.PromptNouns()[low]:
			return i+1 == len(t) || lexicon.ClosedWords()[t[i+1].Low] || lexicon.SingularOf(t[i+1].Low) == t[i+1].Low // "product descriptions" are several
		case !clause.Plain(&t[i]):
			return false
		}
		if one := i == at && at > 2 && (i+1 == len(t) || t[i+1].Kind == lexicon.Mark || lexicon.ClosedWords()[t[i+1].Low]); one && lexicon.Says(t[at-3:at-1], "a", "an") {
			return true // a 50 word whatever
		}
	}
	return false
}

// ofObject reports whether an amount is of the text right before it, which the
// command asks for: "write an article of about 500 words".
func ofObject(t []lexicon.Token, verb, at int) bool {
	i := at - 1
	for i > verb && (t[i].Low == "a" || t[i].Low == "an" || t[i].Low == "(" || t[i].Low == "," || t[i].Low == "long" || t[i].Low == "length") {
		i--
	}
	if i > verb && (t[i].Low == "of" || t[i].Low == "with" || t[i].Low == "in" || t[i].Low == "using") {
		i--
	}
	return i > verb && i < at-1 && (lexicon.WholeNouns()[t[i].Low] || lexicon.PromptNouns()[t[i].Low]) && plainBetween(t, verb+1, i)
}

// lettersAt returns the letter case that tokens begin with, "in all lowercase", and how
// many they are.
func lettersAt(t []lexicon.Token) (algebra.Expr, int) {
	l := lexicon.LongestLexeme(t)
	if l.Class != 'c' || t[0].Low != "in" {
		return nil, 0
	}
	letters, ok := clause.Cascade(t[:l.Words]).(algebra.Case)
	if !ok {
		return nil, 0
	}
	return letters, int(l.Words)
}

// bounded reports whether a length is said to be a limit, which few things that a text
// is about have.
func bounded(e algebra.Expr) bool {
	c, ok := e.(algebra.Compare)
	return ok && c.Is.Op != algebra.OpExactly && c.Is.Op != algebra.OpAbout
}

// behindTopic reports whether an amount ends a clause in which a command asks for one
// text and says what it is about: "write a description of a mug under 300 characters".
func behindTopic(t []lexicon.Token, verb, from, to int) bool {
	text := func(i int) bool {
		return i < from && (lexicon.WholeNouns()[t[i].Low] || lexicon.PromptNouns()[t[i].Low])
	}
	first := verb + 1
	for first < from && !text(first) {
		first++
	}
	head := first
	for text(head + 1) {
		head++ // a product description
	}
	if head >= from || to < len(t) && !lexicon.Separates(&t[to]) && !clause.Politeness()[t[to].Low] || !plainBetween(t, verb+1, first) || head+1 < from && !lexicon.Says(t[head+1:head+2], "for", "about", "of", "on", "to") {
		return false
	}
	return !slices.ContainsFunc(t[head+1:from], func(t lexicon.Token) bool {
		return lexicon.Separates(&t) || namesText(&t) || lexicon.IsMeasure(&t) || t.Numeral() || questionWords()[t.Low] || strings.HasSuffix(t.Low, "ing") || lexicon.Says([]lexicon.Token{t}, "and", "or", "that", "whose", "if", "with", "then", "not")
	})
}

// mannered reports whether an amount says how the command is to be done: no
// clause begins between them, but for one that says what is to be told.
func (d *decomposer) mannered(t []lexicon.Token, verb, from, to int) bool {
	if !telling()[t[verb].Low] {
		return false
	}
	ends := to == len(t) || lexicon.Separates(&t[to])
	if !ends && t[to].Kind == lexicon.Word && !going()[t[to].Low] && !d.foreign {
		return false
	}
	for i := verb + 1; i < from; i++ {
		low := t[i].Low
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
	telling = lexicon.Set("telling")
	// going words go on with the task behind an amount.
	going = lexicon.WordSet(`about on for to why how what whether the a an my your this of by using so that which explaining describing based as from and please without with then`)
)

// settleAsked adds what was read of a command, in the place of what was read
// of fewer of its words, or says of what was read of them what it is.
func (d *decomposer) settleAsked(from, to int, e algebra.Expr, r role) {
	for i := range d.found {
		f := &d.found[i]
		switch {
		case f.from >= to || from >= f.to || f.in != d.now:
			continue
		case clause.Same(f.Reading.Check.Expr, d.reader.check(e).Expr):
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
