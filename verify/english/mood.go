package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// leadWords may stand before a verb that demands.
var leadWords = lexicon.Set("leadWords")

// mood doubts a sentence that states, asks or reports.
func (v *view) mood() string {
	if verb, _ := v.lead(); verb < v.from && lexicon.TaskVerbs()[v.s[verb].Low] && ofSpeaker(v.s, verb) && !slices.ContainsFunc(v.s[verb:v.from], func(t lexicon.Token) bool { return lexicon.Separates(&t) }) {
		return statesOrAsks
	}
	if v.f.clean {
		if t := &v.s[v.from]; v.from > 0 && (!v.oneThing() || !lexicon.Separates(&v.s[v.from-1])) && v.told() && (!lexicon.Separates(&v.s[v.from-1]) || !lexicon.TaskVerbs()[t.Low] || clause.Predicates()[t.Low]) {
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
	case lexicon.TaskVerbs()[t.Low] && t.Kind == lexicon.Word:
		return ""
	case v.ownClause(), v.asksLast():
		return v.indicative()
	}
	return demandsNothing
}

// asksLast reports whether the demand bounds the length of the one text that is asked
// for, in Japanese, where all that is said of it stands before it and the verb ends the
// sentence.
func (v *view) asksLast() bool {
	if v.d.script != "ja" || !v.limitsLength() || v.addressed() || lexicon.Says(v.s[:v.from], "if") || strings.ContainsAny(v.d.prompt[v.s[0].Start:v.f.Start], "各毎章節部") {
		return false
	}
	verbs := 0
	for i := range v.d.tokens {
		if t := &v.d.tokens[i]; asking()[t.Low] {
			verbs++
		} else if i >= v.f.to && i < v.f.in[1] && t.Text != "." && !clause.Politeness()[t.Low] && !lexicon.WholeNouns()[t.Low] {
			return false
		}
	}
	return verbs == 1
}

// asking verbs are those with which a text is asked for.
var asking = lexicon.WordSet(`write list continue describe explain summarize rewrite translate`)

// ofSpeaker reports whether a verb says what the writer of the message does: "I
// always write the tags …"; but not "can I have …".
func ofSpeaker(t []lexicon.Token, verb int) bool {
	at := verb - 1
	for at > 0 && (lexicon.Says(t[at:at+1], "always", "also", "never", "just", "then") || strings.HasSuffix(t[at].Low, "ly")) {
		at--
	}
	return at >= 0 && (t[at].Low == "i" || t[at].Low == "we") && (at == 0 || !lexicon.Modals()[t[at-1].Low] && t[at-1].Low != "could")
}

// told reports whether the first clause of the sentence tells or asks
// something: it has a finite verb and does not command.
func (v *view) told() bool {
	first, commanded := v.lead()
	noun := first > 0 && lexicon.Determiners()[v.s[first-1].Low] // the mail was short
	if commanded || first >= v.from || v.s[first].Kind == lexicon.Word && lexicon.TaskVerbs()[v.s[first].Low] && !noun || v.known(0) {
		return false
	}
	if lexicon.Says(v.s[first:min(v.from, first+furthestNoun)], "was", "were") {
		return true
	}
	for i := 0; i < v.from; i++ {
		switch low := v.s[i].Low; {
		case lexicon.Separates(&v.s[i]) && i > first, i < first+clause.FurthestVerb && namesText(&v.s[i]) && !sharing()[low] && !lexicon.Determiners()[v.s[first].Low]:
			return false // "a short story for my class, three paragraphs"
		case lexicon.Says(v.s[i:i+1], "is", "are", "has", "he", "she", "they", "my") && v.reasoned(): // my nan reads it, three sentences at most
		case low == "is", low == "are", low == "had", low == "does", low == "did", low == "says", low == "said", low == "puts", low == "wrote", low == "told", low == "asked",
			low == "he", low == "she", low == "they", low == "who", low == "my", low == "has", low == "that", low == "how", low == "what", low == "why", lexicon.Modals()[low]:
			return i >= first || low != "need" && low != "have"
		}
	}
	return false
}

// reasoned reports whether what stands before a limit may be the reason for it: a text is
// asked for elsewhere.
func (v *view) reasoned() bool {
	if !clause.Forbids(v.f.Reading.Check.Expr) || !lexicon.Separates(&v.s[v.from-1]) && v.s[v.from-1].Low != "so" {
		return false
	}
	return slices.ContainsFunc(v.d.discourse().requests, func(r request) bool {
		return r.verb >= 0 && r.head >= 0 && (r.end <= v.f.in[0] || r.verb >= v.f.in[1]) && (lexicon.WholeNouns()[v.d.tokens[r.head].Low] || lexicon.PromptNouns()[v.d.tokens[r.head].Low])
	})
}

// lead returns the place of the first word that is no lead, and whether a verb
// that commands stands before it.
func (v *view) lead() (first int, commanded bool) {
	for i := range v.s {
		t := &v.s[i]
		if t.Kind == lexicon.Number && i+1 < len(v.s) && (v.s[i+1].Low == "." || v.s[i+1].Low == ")") {
			continue
		}
		task, lead := lexicon.TaskVerbs()[t.Low], leadWords()[t.Low] || leadWords()[t.Lemma]
		if !lead {
			return i, commanded
		}
		if task && t.Low != "do" && (i == 0 || !lexicon.Determiners()[v.s[i-1].Low]) {
			commanded = true
		}
	}
	return len(v.s), commanded
}

// ownClause reports whether the demand is a clause of its own that begins
// behind a mark and speaks of the answer or commands.
func (v *view) ownClause() bool {
	before := &v.s[v.from-1]
	if before.Kind != lexicon.Mark && before.Low != "but" && before.Low != "and" || before.Text == "-" {
		return false
	}
	t := &v.s[v.from]
	if t.Low == "i" && v.from+1 < v.to && clause.Wants()[v.s[v.from+1].Low] {
		return true
	}
	return t.Low == t.Lemma && (lexicon.TaskVerbs()[t.Low] || t.Low == "no") || v.to == len(v.s) && v.addressed()
}

// addressed reports whether the demand names the answer as its subject.
func (v *view) addressed() bool {
	return lexicon.Says(v.s[v.from:v.to], "answer", "response", "reply", "output", "everything", "whole", "entire", "total", "overall", "altogether")
}

// answers reports whether a demand says how the question behind it is answered:
// "reply in capitals: who won?".
func (v *view) answers() bool {
	return v.to < len(v.s) && v.s[v.to].Text == ":" && (v.oneThing() || lexicon.Says(v.s[v.from:v.from+1], "answer", "reply", "respond"))
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
	if t.Kind == lexicon.Word && t.Low != t.Lemma && strings.HasSuffix(t.Low, "ing") && !ongoing()[t.Low] {
		return true
	}
	if v.d.foreign && v.to-v.from > 2 && v.s[v.to-2].Low == "to" && lexicon.TaskVerbs()[v.s[v.to-1].Low] && !lexicon.Says(v.s[:v.from+1], "make", "please", "your", "without") {
		return true // German, of somebody's plans: "I decided, no commas to use"
	}
	if t.Low == "there" && v.from+1 < v.to && (v.s[v.from+1].Low == "is" || v.s[v.from+1].Low == "are") {
		return true
	}
	for i := v.from; i+1 < v.to; i++ {
		low, next := v.s[i].Low, &v.s[i+1]
		switch {
		case low == "be" && lexicon.Says(v.s[v.from:i], "you") && next.Low != next.Lemma && !ongoing()[next.Low], // "you will be given two sentences"
			(low == "here" || low == "there" && i > v.from && v.s[i-1].Text == ",") && next.Lemma == "be",
			low == "let" && next.Low != "the" && next.Low != "it",
			t.Low == "in" && (next.Low == "is" || next.Low == "are") && !slices.ContainsFunc(v.s[v.from:i], func(t lexicon.Token) bool { return t.Text == "," || lexicon.TaskVerbs()[t.Low] }), // "in Ukrainian is a …"
			low == "you" && next.Low == "did", // "you did not use a table"
			low == "make" && (next.Low == "me" || next.Low == "us") && i > 0 && v.s[i-1].Low == "not": // "do not make me use one"
			return true
		}
	}
	if v.to < len(v.s) && v.s[v.to].Low == "but" {
		behind := v.s[v.to:min(len(v.s), v.to+1+furthestNoun)]
		if lexicon.Says(behind, "has", "is", "mine") && slices.ContainsFunc(behind, func(t lexicon.Token) bool { return t.Numeral() }) {
			return true // my text must have 500 words but has 700
		}
	}
	if i := v.speaker(); i >= 0 && v.s[i+1].Kind == lexicon.Word && !wishing()[v.s[i+1].Low] && !clause.Wants()[v.s[i+1].Low] {
		return true // "in my mails I use no commas"
	}
	switch t.Low {
	case "is", "are", "does", "has", "was", "were", "did", "am", "will", "may", "might":
		return true
	}
	return false
}

// asksBack reports whether the demand asks what the writer may do, or for a yes:
// "must I …", "it must have three lines, right?".
func (v *view) asksBack() bool {
	if v.from+1 < v.to && lexicon.Says(v.s[v.from:v.from+1], "should", "must", "shall") && lexicon.Says(v.s[v.from+1:v.from+2], "i", "we", "you") {
		return true
	}
	asked := v.s[len(v.s)-1].Low == "?"
	if asked && v.from+1 < v.to && lexicon.Says(v.s[:v.from+1], "can", "could", "may", "does") && lexicon.Says(v.s[v.from:v.from+2], "a", "an") {
		return true // "can an answer have …?"
	}
	return asked && lexicon.Says(v.s[max(0, len(v.s)-2):], "right", "correct", "true", "no", "yes")
}

// requires reports whether the demand says of a subject what it must be.
func (v *view) requires() bool {
	first := v.s[v.from].Low
	if !subjects()[first] {
		return false
	}
	for i := v.from; i < v.to; i++ {
		owned := (v.s[i].Low == "has" || v.s[i].Low == "have") && lexicon.Determiners()[first] && (i+1 == len(v.s) || v.s[i+1].Low != "to")
		if lexicon.Modals()[v.s[i].Low] && !owned {
			return true
		}
	}
	return false
}

// describes reports whether the demand says of a subject what it is or has, which is no
// fact if it limits the answer.
func (v *view) describes() bool {
	first := v.s[v.from].Low
	finite := func(t lexicon.Token) bool { return finiteVerbs()[t.Low] }
	if !subjects()[first] || !slices.ContainsFunc(v.s[v.from:v.to], finite) || v.d.standing && (clause.General(v.s, v.from) || first == "all" && v.to-v.from > 1 && clause.CoreNouns()[lexicon.SingularOf(v.s[v.from+1].Low)]) {
		return false
	}
	return !v.limits() || first == "my" || first == "our" || first == "that" || first == "those"
}

var (
	// subjects begin a clause that says something of them.
	subjects = lexicon.WordSet(`my our the this that it its these those there a an all each every`)
	// finiteVerbs say what something is or has.
	finiteVerbs = lexicon.WordSet(`is are was were had has contains contained consists consisted includes included begins starts ends began started ended uses used`)
)

// asks reports whether the demand stands in a question that is no request and does not
// say first how long its answer is: "in one sentence, what is a quark?".
func (v *view) asks() bool {
	first := v.from == 0 && strings.Count(v.d.prompt, "?") == 1 && v.to+1 < len(v.s) && lexicon.Says(v.s[:1], "in") && v.limitsLength() &&
		v.s[v.to].Text == "," && questionWords()[v.s[v.to+1].Low] && !lexicon.Says(v.s[v.to:], "many") && !slices.ContainsFunc(v.s[v.to:], func(t lexicon.Token) bool { return lexicon.IsMeasure(&t) })
	return v.s[len(v.s)-1].Low == "?" && v.to < len(v.s)-1 && !first && !v.polite() && !v.answers()
}

// questionWords begin questions.
var questionWords = lexicon.WordSet(`who what why how when where which`)

// limitsLength reports whether the demand says how long the answer is.
func (v *view) limitsLength() bool {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	return ok && clause.BoundsLength(c)
}

// speaker returns where the demand names who wrote it, before another word of it,
// as the subject of its first clause; -1 if it does not.
func (v *view) speaker() int {
	for i := v.from; i+1 < v.to && !lexicon.Separates(&v.s[i]); i++ {
		if v.s[i].Low == "i" || v.s[i].Low == "we" {
			return i
		}
		if lexicon.TaskVerbs()[v.s[i].Low] {
			break // "write as I do"
		}
	}
	return -1
}

// wishing words stand between who wrote it and what they demand.
var wishing = lexicon.WordSet(`would only 'd`)

// continues reports whether the demand is said of the subject of the demand
// before it, which is the answer: "every reply begins with X, has …, and ends …".
func (v *view) continues() bool {
	for i := range v.d.found {
		g := &v.d.found[i]
		if g.in != v.f.in || g.to >= v.f.from || g.Doubt != "" || !clause.Predicates()[v.s[v.from].Low] {
			continue
		}
		before := view{d: v.d, f: g, s: v.s, from: g.from - g.in[0], to: g.to - g.in[0]}
		between := v.s[before.to:v.from]
		if !slices.ContainsFunc(between, func(t lexicon.Token) bool { return t.Text != "," && t.Low != "and" }) && (before.addressed() || before.continues()) {
			return true
		}
	}
	return false
}

// limits reports whether the demand sets a limit, which a fact seldom has: "the
// title has at most six words".
func (v *view) limits() bool {
	c, ok := clause.OfEach(v.f.Reading.Check.Expr).(algebra.Compare)
	return ok && (c.Is.Op != algebra.OpExactly || exactly.MatchString(v.f.Text))
}

// ongoing verbs go on with a command: "using only three words".
var ongoing = lexicon.WordSet(`using making ensuring keeping avoiding containing including having featuring starting beginning ending finishing mentioning excluding omitting limiting staying writing answering`)

// polite reports whether a question is a request.
func (v *view) polite() bool {
	return lexicon.Says(v.s[:v.from], "can", "could", "would", "will", "please")
}
