package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// leadWords may stand before a verb that demands.
var leadWords = lexiconSet("leadWords")

// taskVerbs ask for an answer, or for something in it.
var taskVerbs = lexiconSet("taskVerbs")

// mood doubts a sentence that states, asks or reports.
func (v *view) mood() string {
	if verb, _ := v.lead(); verb < v.from && taskVerbs()[v.s[verb].low] && ofSpeaker(v.s, verb) && !slices.ContainsFunc(v.s[verb:v.from], func(t token) bool { return separates(&t) }) {
		return statesOrAsks
	}
	if v.f.clean {
		if t := &v.s[v.from]; v.from > 0 && (!v.oneThing() || !separates(&v.s[v.from-1])) && v.told() && (!separates(&v.s[v.from-1]) || !taskVerbs()[t.low] || predicates()[t.low]) {
			return demandsNothing
		}
		return v.indicative()
	}
	first, commanded := v.lead()
	if first >= v.from {
		return v.indicative()
	}
	t := &v.s[first]
	switch {
	case commanded, v.known(0), v.known(first):
		return v.indicative()
	case t.low == "without" || t.low == "in" || t.low == "with" || t.low == "using" || t.low == "within":
		return ""
	case taskVerbs()[t.low] && t.kind == word:
		return ""
	case v.ownClause():
		return v.indicative()
	}
	return demandsNothing
}

// ofSpeaker reports whether a verb says what the writer of the message does: "I
// always write the tags …"; but not "can I have …".
func ofSpeaker(t []token, verb int) bool {
	at := verb - 1
	for at > 0 && (says(t[at:at+1], "always", "also", "never", "just", "then") || strings.HasSuffix(t[at].low, "ly")) {
		at--
	}
	return at >= 0 && (t[at].low == "i" || t[at].low == "we") && (at == 0 || !modals()[t[at-1].low] && t[at-1].low != "could")
}

// told reports whether the first clause of the sentence tells or asks
// something: it has a finite verb and does not command.
func (v *view) told() bool {
	first, commanded := v.lead()
	noun := first > 0 && determiners()[v.s[first-1].low] // the mail was short
	if commanded || first >= v.from || v.s[first].kind == word && taskVerbs()[v.s[first].low] && !noun || v.known(0) {
		return false
	}
	if says(v.s[first:min(v.from, first+furthestNoun)], "was", "were") {
		return true
	}
	for i := 0; i < v.from; i++ {
		switch low := v.s[i].low; {
		case separates(&v.s[i]) && i > first, i < first+furthestVerb && namesText(&v.s[i]) && !sharing()[low] && !determiners()[v.s[first].low]:
			return false // "a short story for my class, three paragraphs"
		case says(v.s[i:i+1], "is", "are", "has", "he", "she", "they", "my") && v.reasoned(): // my nan reads it, three sentences at most
		case low == "is", low == "are", low == "had", low == "does", low == "did", low == "says", low == "said", low == "puts", low == "wrote", low == "told", low == "asked",
			low == "he", low == "she", low == "they", low == "who", low == "my", low == "has", low == "that", low == "how", low == "what", low == "why", modals()[low]:
			return i >= first || low != "need" && low != "have"
		}
	}
	return false
}

// reasoned reports whether what stands before a limit may be the reason for it: a text is
// asked for elsewhere.
func (v *view) reasoned() bool {
	if !forbids(v.f.Reading.Check.Expr) || !separates(&v.s[v.from-1]) && v.s[v.from-1].low != "so" {
		return false
	}
	return slices.ContainsFunc(v.d.discourse().requests, func(r request) bool {
		return r.verb >= 0 && r.head >= 0 && (r.end <= v.f.in[0] || r.verb >= v.f.in[1]) && (wholeNouns()[v.d.tokens[r.head].low] || promptNouns()[v.d.tokens[r.head].low])
	})
}

// lead returns the place of the first word that is no lead, and whether a verb
// that commands stands before it.
func (v *view) lead() (first int, commanded bool) {
	for i := range v.s {
		t := &v.s[i]
		if t.kind == number && i+1 < len(v.s) && (v.s[i+1].low == "." || v.s[i+1].low == ")") {
			continue
		}
		task, lead := taskVerbs()[t.low], leadWords()[t.low] || leadWords()[t.lemma]
		if !lead {
			return i, commanded
		}
		if task && t.low != "do" && (i == 0 || !determiners()[v.s[i-1].low]) {
			commanded = true
		}
	}
	return len(v.s), commanded
}

var determiners = wordSet(`the your a an my this that its our in no his her their`)

// ownClause reports whether the demand is a clause of its own that begins
// behind a mark and speaks of the answer or commands.
func (v *view) ownClause() bool {
	if v.from == 0 {
		return true
	}
	before := &v.s[v.from-1]
	if before.kind != mark && before.low != "but" && before.low != "and" || before.text == "-" {
		return false
	}
	t := &v.s[v.from]
	if t.low == "i" && v.from+1 < v.to && wants()[v.s[v.from+1].low] {
		return true
	}
	return t.low == t.lemma && (taskVerbs()[t.low] || t.low == "no") || v.to == len(v.s) && v.addressed()
}

// addressed reports whether the demand names the answer as its subject.
func (v *view) addressed() bool {
	return says(v.s[v.from:v.to], "answer", "response", "reply", "output", "everything", "whole", "entire", "total", "overall", "altogether")
}

// modals make a demand of a statement.
var modals = wordSet(`should must shall will need needs has have ought to may can cannot`)

// answers reports whether a demand says how the question behind it is answered:
// "reply in capitals: who won?".
func (v *view) answers() bool {
	return v.to < len(v.s) && v.s[v.to].text == ":" && (v.oneThing() || says(v.s[v.from:v.from+1], "answer", "reply", "respond"))
}

// indicative doubts a demand whose own words state or ask something.
func (v *view) indicative() string {
	switch {
	case v.continues():
		return ""
	case v.states(), v.asksBack():
		return statesOrAsks
	case v.requires():
		return ""
	case v.describes(), v.asks():
		return statesOrAsks
	}
	return ""
}

// states reports whether the demand's own words say what somebody does or is given.
func (v *view) states() bool {
	t := &v.s[v.from]
	if t.kind == word && t.low != t.lemma && strings.HasSuffix(t.low, "ing") && !ongoing()[t.low] {
		return true
	}
	if t.low == "there" && v.from+1 < v.to && (v.s[v.from+1].low == "is" || v.s[v.from+1].low == "are") {
		return true
	}
	for i := v.from; i+1 < v.to; i++ {
		low, next := v.s[i].low, &v.s[i+1]
		switch {
		case low == "be" && says(v.s[v.from:i], "you") && next.low != next.lemma && !ongoing()[next.low], // "you will be given two sentences"
			(low == "here" || low == "there" && i > v.from && v.s[i-1].text == ",") && next.lemma == "be",
			low == "let" && next.low != "the" && next.low != "it",
			t.low == "in" && (next.low == "is" || next.low == "are") && !slices.ContainsFunc(v.s[v.from:i], func(t token) bool { return t.text == "," || taskVerbs()[t.low] }), // "in Ukrainian is a …"
			low == "you" && next.low == "did", // "you did not use a table"
			low == "make" && (next.low == "me" || next.low == "us") && i > 0 && v.s[i-1].low == "not": // "do not make me use one"
			return true
		}
	}
	if v.to < len(v.s) && v.s[v.to].low == "but" {
		behind := v.s[v.to:min(len(v.s), v.to+1+furthestNoun)]
		if says(behind, "has", "is", "mine") && slices.ContainsFunc(behind, func(t token) bool { return t.numeral() }) {
			return true // my text must have 500 words but has 700
		}
	}
	if i := v.speaker(); i >= 0 && v.s[i+1].kind == word && !wishing()[v.s[i+1].low] && !wants()[v.s[i+1].low] {
		return true // "in my mails I use no commas"
	}
	switch t.low {
	case "is", "are", "does", "has", "was", "were", "did", "am", "will", "may", "might":
		return true
	}
	return false
}

// asksBack reports whether the demand asks what the writer may do, or for a yes:
// "must I …", "it must have three lines, right?".
func (v *view) asksBack() bool {
	if v.from+1 < v.to && says(v.s[v.from:v.from+1], "should", "must", "shall") && says(v.s[v.from+1:v.from+2], "i", "we", "you") {
		return true
	}
	return v.s[len(v.s)-1].low == "?" && says(v.s[max(0, len(v.s)-2):], "right", "correct", "true", "no", "yes")
}

// requires reports whether the demand says of a subject what it must be.
func (v *view) requires() bool {
	first := v.s[v.from].low
	if !subjects()[first] {
		return false
	}
	for i := v.from; i < v.to; i++ {
		owned := (v.s[i].low == "has" || v.s[i].low == "have") && determiners()[first] && (i+1 == len(v.s) || v.s[i+1].low != "to")
		if modals()[v.s[i].low] && !owned {
			return true
		}
	}
	return false
}

// describes reports whether the demand says of a subject what it is or has, which is no
// fact if it limits the answer.
func (v *view) describes() bool {
	first := v.s[v.from].low
	finite := func(t token) bool { return finiteVerbs()[t.low] }
	if !subjects()[first] || !slices.ContainsFunc(v.s[v.from:v.to], finite) || v.d.standing && general(v.s, v.from) {
		return false
	}
	return !v.limits() || first == "my" || first == "our" || first == "that" || first == "those"
}

var (
	// subjects begin a clause that says something of them.
	subjects = wordSet(`my our the this that it its these those there a an all each every`)
	// finiteVerbs say what something is or has.
	finiteVerbs = wordSet(`is are was were had has contains contained consists consisted includes included begins starts ends began started ended uses used`)
)

// asks reports whether the demand stands in a question that is no request and does not
// say first how long its answer is: "in one sentence, what is a quark?".
func (v *view) asks() bool {
	first := v.from == 0 && strings.Count(v.d.prompt, "?") == 1 && v.to+1 < len(v.s) && says(v.s[:1], "in") && v.limitsLength() &&
		v.s[v.to].text == "," && questionWords()[v.s[v.to+1].low] && !says(v.s[v.to:], "many") && !slices.ContainsFunc(v.s[v.to:], func(t token) bool { return measured(&t) })
	return v.s[len(v.s)-1].low == "?" && v.to < len(v.s)-1 && !first && !v.polite() && !v.answers()
}

// questionWords begin questions.
var questionWords = wordSet(`who what why how when where which`)

// limitsLength reports whether the demand says how long the answer is.
func (v *view) limitsLength() bool {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	return ok && boundsLength(c)
}

// speaker returns where the demand names who wrote it, before another word of it,
// as the subject of its first clause; -1 if it does not.
func (v *view) speaker() int {
	for i := v.from; i+1 < v.to && !separates(&v.s[i]); i++ {
		if v.s[i].low == "i" || v.s[i].low == "we" {
			return i
		}
		if taskVerbs()[v.s[i].low] {
			break // "write as I do"
		}
	}
	return -1
}

// wishing words stand between who wrote it and what they demand.
var wishing = wordSet(`would only 'd`)

// continues reports whether the demand is said of the subject of the demand
// before it, which is the answer: "every reply begins with X, has …, and ends …".
func (v *view) continues() bool {
	for i := range v.d.found {
		g := &v.d.found[i]
		if g.in != v.f.in || g.to >= v.f.from || g.Doubt != "" || !predicates()[v.s[v.from].low] {
			continue
		}
		before := view{d: v.d, f: g, s: v.s, from: g.from - g.in[0], to: g.to - g.in[0]}
		between := v.s[before.to:v.from]
		if !slices.ContainsFunc(between, func(t token) bool { return t.text != "," && t.low != "and" }) && (before.addressed() || before.continues()) {
			return true
		}
	}
	return false
}

// limits reports whether the demand sets a limit, which a fact seldom has: "the
// title has at most six words".
func (v *view) limits() bool {
	c, ok := ofEach(v.f.Reading.Check.Expr).(algebra.Compare)
	return ok && (c.Is.Op != algebra.OpExactly || exactly.MatchString(v.f.Text))
}

// ongoing verbs go on with a command: "using only three words".
var ongoing = wordSet(`using making ensuring keeping avoiding containing including having featuring starting beginning ending finishing mentioning excluding omitting limiting staying writing answering`)

// polite reports whether a question is a request.
func (v *view) polite() bool {
	return says(v.s[:v.from], "can", "could", "would", "will", "please")
}
