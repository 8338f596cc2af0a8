package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
)

// directed doubts that the sentence demands something of the answer.
func (v *view) directed() string {
	for _, ask := range []func() string{v.fact, v.following, v.reported, v.others, v.allowed, v.governed, v.naming, v.mood, v.programmed} {
		if why := ask(); why != "" {
			return why
		}
	}
	return ""
}

const (
	statesOrAsks   = "it states or asks something"
	demandsNothing = "it stands in a sentence that demands nothing"
)

// fact doubts what only says what a place of the text has room for or can show, where no
// text is asked for that goes there: "the form only takes 500 characters. Why?".
func (v *view) fact() string {
	if !strings.ContainsAny(classesOf(chunks(v.s[v.from:v.to])), "hj") && (!says(v.s[v.from:v.from+1], "the") || !says(v.s[v.from:v.to], "limit")) {
		return ""
	}
	for _, r := range v.d.discourse().requests {
		if r.head >= 0 && r.verb >= 0 && r.verb < len(v.d.tokens) && taskVerbs()[v.d.tokens[r.verb].low] && namesText(&v.d.tokens[r.head]) {
			return ""
		}
	}
	if slices.ContainsFunc(v.d.tokens, func(t token) bool { return t.text == "?" }) || says(v.s[v.to:], "explain") {
		return demandsNothing
	}
	return ""
}

// naming doubts a heading, and words without a verb that name what stands behind a
// colon: "Table No: 12", "Two questions: …".
func (v *view) naming() string {
	first := &v.s[v.from]
	if taskVerbs()[first.low] || first.low == "do" || v.oneThing() {
		return ""
	}
	amount := v.from // what is behind the number, or the range, that it begins with
	for amount < v.to && (v.s[amount].numeral() || v.s[amount].kind == mark || v.s[amount].low == "to") {
		amount++
	}
	line := v.d.prompt[strings.LastIndexByte(v.d.prompt[:v.f.Start], '\n')+1 : v.f.Start]
	named := v.to < len(v.s) && v.s[v.to].text == ":" && !ofLength(v.f.Reading.Check.Expr) && !leadingTo()[first.low] && (v.from == 0 || first.low != "as")
	if strings.HasPrefix(line, "#") || named && !slices.ContainsFunc(v.s[v.from:v.to], func(t token) bool {
		return modals()[t.low] || t.kind == quoted || t.numeral() && t.start >= v.s[min(amount, len(v.s)-1)].start
	}) {
		return "it names what follows"
	}
	return ""
}

// others doubts what may be demanded of somebody in the text, or said of them,
// and what is asked about: "Which letter begins with …?"
func (v *view) others() string {
	if t := &v.s[v.from]; v.from > 0 && v.ownClause() && (taskVerbs()[t.low] || t.low == "no") {
		return "" // it commands
	}
	_, language := v.f.Reading.Check.Expr.(algebra.Language)
	switch first := v.s[0].low; {
	case slices.Contains([]string{"which", "who", "whose", "whom", "where", "when"}, first), language && (first == "how" || first == "in" && v.from == 0): // how do you say “boat” in French?
		if v.s[len(v.s)-1].low == "?" && !slices.ContainsFunc(v.s[:v.from], func(t token) bool { return separates(&t) }) {
			return statesOrAsks
		}
	}
	for i := 0; i < v.from; i++ {
		switch v.s[i].low {
		case "he", "she", "they", "him", "her", "them", "who", "whose", "whom", "telling", "speaks":
			if !v.known(i) && (!v.f.clean || !separates(&v.s[v.from-1]) || !v.d.discourse().inTopic(v.f.in[0]+i)) {
				return "it may be said of “" + v.s[i].text + "”"
			}
		case "which", "where":
			if i > 0 && (v.s[i-1].low == "in" || v.s[i].low == "where") {
				return "it may be said of something in the text"
			}
		}
	}
	return ""
}

// programmed doubts what a prompt about code says of what is not the answer.
func (v *view) programmed() string {
	c, _ := v.f.Reading.Check.Expr.(algebra.Compare)
	if p := v.d.discourse(); p.program && !v.addressed() && !v.f.onlyCode() && (v.f.in[0] < p.until || !within(countedIn(c).Source, algebra.Word, algebra.Sentence)) && !within(countedIn(c).Source, algebra.Bullet, algebra.NumberedItem, algebra.Heading) {
		return "the prompt is about code"
	}
	return ""
}

// following doubts what goes on where a sentence states or asks something.
func (v *view) following() string {
	for i := range v.d.found {
		g := &v.d.found[i]
		if g.in == v.f.in && g.to <= v.f.from && (g.Doubt == statesOrAsks || g.Doubt == demandsNothing) {
			return g.Doubt
		}
	}
	return ""
}

// attributed doubts what its sentence ends by saying who said: "…, she wrote",
// "…, says the editor".
func (v *view) attributed() string {
	n := len(v.s)
	for n > v.to && (v.s[n-1].kind == mark || v.s[n-1].low == "it" || v.s[n-1].low == "me" || v.s[n-1].low == "us") {
		n--
	}
	for i := max(v.to, n-longestPartName); i < n; i++ {
		who := "“" + v.s[n-1].text + "”" // says the editor
		switch {
		case i < n-1:
		case i > v.to && v.s[n-2].kind == word:
			who = "“" + v.s[n-2].text + "”" // the editor says
		default:
			who = "somebody" // … says
		}
		if reporting()[v.s[i].low] && (i == n-1 && i > v.to || separates(&v.s[i-1])) && !strings.EqualFold(who, "“i”") && !strings.EqualFold(who, "“we”") {
			return "it may be what " + who + " demands"
		}
	}
	return ""
}

// reported doubts words without a verb behind somebody who demands them: "she
// asked for full sentences, no tables".
func (v *view) reported() string {
	first := v.s[v.from].low
	if taskVerbs()[first] || first == "never" || slices.ContainsFunc(v.s[v.from:v.to], func(t token) bool { return modals()[t.low] }) {
		return ""
	}
	for i := 1; i < v.from; i++ {
		if before := v.s[i-1].low; reporting()[v.s[i].low] && v.s[i-1].kind == word && before != "i" && before != "to" && before != "you" && before != "please" && before != "and" {
			return "it may be what “" + before + "” demands"
		}
	}
	return ""
}

// reporting verbs say that somebody else demands or says something.
var reporting = wordSet(`put puts asked asks said says told tells wants wanted wrote writes requires required demands demanded insists insisted requested requests prefers expects`)

// takenBack doubts what the words behind it, or the next sentence, may take back
// or narrow: "no wait", "that only goes for …".
func (v *view) takenBack() string {
	next := v.d.sentenceAt(v.f.in[1])
	for i := v.f.to; i < min(next[1], len(v.d.tokens)); i++ {
		if i > v.f.to && i != next[0] && !separates(&v.d.tokens[i-1]) {
			continue
		}
		if t := v.d.tokens[i:next[1]]; len(t) > 1 && revising.MatchString(v.d.prompt[t[0].start:]) || i == next[0] && (alternative()[t[0].low] && v.replaced(next) || t[0].low == "then" && len(t) > 1 && (t[1].text == "," || t[1].joined() || taskVerbs()[t[1].low])) {
			return "“" + t[0].text + "” may take it back"
		}
	}
	return ""
}

// alternative words begin a sentence that says what else holds under a condition.
var alternative = wordSet(`if otherwise when unless for`)

// replaced reports whether a sentence demands something else in the place of a
// demand: another length, another language.
func (v *view) replaced(s [2]int) bool {
	e := v.f.Reading.Check.Expr
	return ofLength(e) && slices.ContainsFunc(v.d.tokens[s[0]:s[1]], func(t token) bool { return measured(&t) }) ||
		slices.ContainsFunc(v.d.found, func(f Found) bool { return f.in == s && sameMeasure(e, f.Reading.Check.Expr) })
}

// revising begins a clause that takes something back or narrows it.
var revising = lazyregexp.New(`(?i)^(?:no ?,|(?:no (?:wait|make|sorry)|on second|i mean(?:t)?|make that|never mind|(?:this|that|these|those|it)(?:\W+[\w’']+){0,2}?\W+(?:apply|applies|go|goes|hold|holds|only)|` +
	`actually|scratch|forget|ignore|nevermind|disregard|sorry|wait|hmm|(?:just )?(?:kidding|joking)|oops|exceptions?|unless|except|correction|strike)\b)`)

// allowed doubts what one may do: "you can use …".
func (v *view) allowed() string {
	for i := 1; i < v.to && i <= v.from+1; i++ {
		low, direct := v.s[i].low, i >= v.from-1 || i == v.from-2 && taskVerbs()[v.s[i+1].low]
		if v.s[i-1].low == "you" && (low == "may" || low == "could" || low == "might" || low == "can" && direct) && (i+1 == len(v.s) || !bounding()[v.s[i+1].low]) {
			return "“" + v.s[i].text + "” only allows it"
		}
	}
	return ""
}

var bounding = wordSet(`only not never no at`)

// governed doubts what depends on another verb than one that commands: "explain
// how to write in French", "have the keeper answer in French".
func (v *view) governed() string {
	at := v.from
	for at > 1 && (v.s[at-1].low == "not" || v.s[at-1].low == "always" || v.s[at-1].low == "only" || v.s[at-1].kind == word && taskVerbs()[v.s[at-1].low] && !v.known(at-1)) {
		at--
	}
	if at < 2 || at == v.from && !taskVerbs()[v.s[at].low] {
		return ""
	}
	before, second := v.s[at-1].low, v.s[at-2].low
	if at < v.from && modals()[before] && says(v.s[:at-1], "why", "how", "whether") {
		return "it may be what “" + second + "” speaks of" // "why writers should use no commas"
	}
	if before == "to" && second != "you" && !obliging()[second] || before == "to" && second == "have" && at > 3 && v.s[at-3].low != "you" {
		return "it may be what “" + second + "” speaks of"
	}
	return ""
}

// obliging words stand before "to" and a verb that is demanded.
var obliging = wordSet(`is be need needs have has sure want ought required remember careful and or supposed asked please`)

// ofWriter doubts what the writer says of a task of their own, behind which they ask
// for something else, and of answers that are there: "I need to write 1000 words on
// bees. Can you give me an outline?", "you keep using emojis".
func (v *view) ofWriter() string {
	if len(v.s) < 3 {
		return ""
	}
	const earlier = "it may be said of an earlier answer"
	first, second, behind := v.s[0].low, &v.s[1], v.d.tokens[v.f.in[1]:]
	switch complains := says(v.s, "why", "stop", "i", "me") || says(behind[:min(len(behind), 1)], "why", "stop"); {
	case v.d.standing:
	case first == "you" && (past()[second.low] || second.low != second.lemma && strings.HasSuffix(second.low, "ed")),
		first == "you" && complains && says(v.s[1:2], "always", "never", "only", "still"),
		first == "you" && (second.low == "should" || second.low == "must") && v.s[2].low == "have",
		(first == "i" || first == "we") && says(v.s[1:2], "asked", "told", "wanted", "said"):
		return earlier
	case (first == "i" || first == "we" || first == "need") && says(v.s[:2], "need", "have", "must", "got") && !says(v.s[:min(len(v.s), 5)], "you") &&
		v.asksForHelp():
		return "what is asked for may be help with it"
	}
	return ""
}

// asksForHelp reports whether a later clause asks for help with a text.
func (v *view) asksForHelp() bool {
	behind := v.d.tokens[v.f.in[0]+v.to:]
	at := slices.IndexFunc(behind, func(t token) bool { return separates(&t) })
	return at >= 0 && (slices.ContainsFunc(behind[at:], func(t token) bool { return helping()[t.low] }) || says(behind[at:], "i") && behind[len(behind)-1].low == "?")
}

// helping words are of help with a text that somebody else writes.
var helping = wordSet(`outline thesis tips advice help proofread continue finish suggest sources pages first called stuck`)

// past are verbs, behind "you", that tell what an answer did.
var past = wordSet(`keep kept gave wrote put made did forgot used were`)
