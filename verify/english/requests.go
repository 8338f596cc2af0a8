package english

import (
	"slices"

	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// A request asks for a text: "write a short story about a fox", "3 captions for
// my shop". What it names is the answer, and what that is about is no part of it.
type request struct {
	verb  int    // the token of its verb, or of the word before the text that is asked for without one
	head  int    // the token of the noun that names the text; -1 if none does
	topic [2]int // the tokens that say what the text is about
	end   int    // behind its sentence

	sequel  bool // it asks for a text behind or below another
	several bool // it asks for another text beside: "a joke and a fact"
}

// requestsIn returns what the sentences of a prompt ask for, in their order.
func (d *decomposer) requestsIn(read []bool) []request {
	var out []request
	for k, s := range d.sentences {
		t := d.tokens[s[0]:s[1]]
		verb := d.commandIn(t)
		asks := verb >= 0 && (!lexicon.Shaping()[t[verb].Low] || sequel(t, verb))
		if asks || verb < 0 && (k == 0 || len(t) > 1 && t[0].Low == "i" && clause.Wants()[t[1].Low]) {
			if r, ok := d.request(s, verb, read); ok {
				out = append(out, r)
			}
		}
		for i := max(verb, 0) + 1; i < len(t); i++ {
			after := sequel(t, i)
			if t[i].Kind == lexicon.Word && lexicon.TaskVerbs()[t[i].Low] && (after || !lexicon.Shaping()[t[i].Low]) && (clause.Joins()[t[i-1].Low] || after && lexicon.Separates(&t[i-1])) {
				if r, ok := d.request(s, i, read); ok {
					out = append(out, r)
				}
			}
		}
	}
	return out
}

// request reads what a verb of a sentence asks for; the sentence names a text
// itself where it has none.
func (d *decomposer) request(s [2]int, verb int, read []bool) (request, bool) {
	t := d.tokens[s[0]:s[1]]
	r := request{verb: s[0] + verb, head: -1, end: s[1], sequel: verb >= 0 && sequel(t, verb)}
	at := verb + 1
	for verb < 0 && at < len(t)-1 && t[at].Kind == lexicon.Word && !t[at].Numeral() && (leadWords()[t[at].Low] || clause.Wants()[t[at].Low]) {
		at++
	}
	for ; at < len(t); at++ {
		low, known := t[at].Low, read[s[0]+at]
		switch {
		case t[at].Kind == lexicon.Mark && t[at].Text != "-" && !known:
		case namesText(&t[at]) && !sharing()[low] || !known && clause.Plain(&t[at]):
			r.head = s[0] + at
			continue
		case known || !lexicon.ClosedWords()[low] || lexicon.Determiners()[low] || low == "another" || low == "some" || low == "you":
			continue
		}
		break
	}
	if verb < 0 && (r.head < 0 || !namesText(&d.tokens[r.head]) || at < len(t) && lexicon.Modals()[t[at].Low]) {
		return r, false
	}
	r.topic = [2]int{s[0] + at, s[0] + at}
	if at < len(t) && t[at].Kind != lexicon.Mark {
		r.topic[1] = s[0] + d.topicEnd(t, at, read[s[0]:s[1]])
	}
	r.several = verb > 0 && clause.Joins()[t[verb-1].Low] && lexicon.Says(t[verb:min(len(t), verb+furthestNoun)], "more", "another", "others")
	for i := max(verb, 0) + 1; i+1 < len(t); i++ {
		r.several = r.several || d.behindJoint(t, i, read[s[0]:s[1]])
	}
	for i := at; i+1 < len(t); i++ { // a joke and a fact
		if low := t[i].Low; (low == "and" || low == "plus" || low == "as" && i > 0 && t[i-1].Low == "well") && !read[s[0]+i] && (t[i+1].Low == "a" || t[i+1].Low == "an" || t[i+1].Numeral()) {
			end := i + 2
			for end < min(len(t), i+2+furthestNoun) && t[end].Kind == lexicon.Word && !lexicon.ClosedWords()[t[end].Low] {
				end++
			}
			r.several = r.several || i == at || namesText(&t[end-1]) || t[end-1].Low == "list"
		}
	}
	return r, true
}

// behindJoint reports whether a text stands behind words that join it to another: "along
// with keywords", "followed by a table".
func (d *decomposer) behindJoint(t []lexicon.Token, i int, read []bool) bool {
	n := i + 1
	switch low := t[i].Low; {
	case read[i]:
		return false
	case low == "plus", low == "alongside":
	case (low == "along" || low == "together" || low == "coupled" || low == "complete") && t[n].Low == "with", low == "followed" && t[n].Low == "by":
		n++
	case low == "as" && n+1 < len(t) && t[n].Low == "well" && t[n+1].Low == "as":
		n += 2
	default:
		return false
	}
	for last := min(len(t), n+furthestNoun); n < last && t[n].Low != "," && t[n].Low != "and"; n++ {
		if namesText(&t[n]) || besideTexts()[t[n].Low] {
			return true
		}
	}
	return false
}

// besideTexts are what texts come with.
var besideTexts = lexicon.WordSet(`list table keywords tags hashtags examples questions glossary timeline answers explanation sources references links bullets code notes`)

// sequel reports whether a verb asks for a text that stands behind or below
// another: "then list …", "below the table, write …".
func sequel(t []lexicon.Token, verb int) bool {
	if clause.Predicates()[t[verb].Low] {
		return false // then end with …
	}
	if verb+1 < len(t) && next()[t[verb+1].Low] {
		return true // in other languages it stands behind the verb
	}
	for i := verb - 1; i >= 0; i-- {
		switch {
		case next()[t[i].Low]:
			return true
		case t[i].Text == ",":
			first := i
			for first > 0 && !lexicon.Separates(&t[first-1]) {
				first--
			}
			return placing()[t[first].Low] && !t[first+1].Numeral() || t[first].Low == "after" && i == first+2
		case !leadWords()[t[i].Low]:
			return false
		}
	}
	return false
}

// placing leads to the text that another stands at.
var placing = lexicon.WordSet(`below beneath underneath under`)

// next begins what comes behind a text.
var next = lexicon.WordSet(`then also additionally finally lastly afterwards afterward next danach anschließend dann luego después ensuite puis depois então`)

// namesText reports whether a noun names a text or a part of one.
func namesText(t *lexicon.Token) bool {
	one := lexicon.SingularOf(t.Low)
	return t.Kind == lexicon.Word && (lexicon.WholeNouns()[one] || lexicon.PromptNouns()[one] || clause.EntryNouns()[one] || lexicon.PartWords()[t.Low])
}

// topicEnd returns where what a text is about ends: at a clause that demands
// something, or that commands.
func (d *decomposer) topicEnd(t []lexicon.Token, from int, read []bool) int {
	for i := from; i+1 < len(t); i++ {
		if read[i] && (i == 0 || !read[i-1]) && i > from {
			return i
		}
		if !lexicon.Separates(&t[i]) && t[i].Low != "and" && t[i].Low != "but" && t[i].Low != "then" {
			continue
		}
		n := i + 1
		for n < len(t)-1 && clause.Fillers()[t[n].Low] {
			n++
		}
		if low := t[n].Low; read[n] || sharing()[low] || t[n].Kind == lexicon.Word && lexicon.TaskVerbs()[low] || low == "no" || low == "in" || t[i].Low == "then" {
			return i
		}
	}
	return len(t)
}

// inTopic reports whether a token says what a text is about.
func (p *discourse) inTopic(i int) bool {
	return slices.ContainsFunc(p.requests, func(r request) bool { return r.topic[0] <= i && i < r.topic[1] })
}

// isHead reports whether a token names the one text that is asked for.
func (p *discourse) isHead(i int) bool {
	return slices.ContainsFunc(p.requests, func(r request) bool { return r.head == i })
}
