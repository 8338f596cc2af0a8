package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// complete doubts a demand in whose clause words are left over that may say
// where it holds.
func (v *view) complete() string {
	if why := v.attached(); why != "" {
		return why
	}
	for i := range v.s {
		if t := &v.s[i]; t.joined() && !v.f.clean && (i == v.from-1 || i == v.to) {
			return "the words around it were not read"
		}
	}
	first, left := &v.s[v.from], v.from-2
	if first.low == "and" && v.from+1 < v.to {
		first, left = &v.s[v.from+1], v.from-1
	}
	_, letters := v.f.Reading.Check.Expr.(algebra.Case)
	if left >= 0 && (v.s[left+1].low == "and" && !v.known(left) && !joint(&v.s[left]) && !ofLength(v.f.Reading.Check.Expr) && !taskVerbs()[first.lemma] && (letters && first.low == "in" || (!closedWords()[first.low] || partWords()[first.low]) && !leadWords()[first.low]) && !hedges()[first.low]) {
		return "it may be said of “" + v.s[left].text + "” too"
	}
	if left >= 0 && v.s[left+1].low == "and" && ongoing()[first.low] && ongoing()[v.s[left].low] && !v.known(left) {
		return "it may be said of “" + v.s[left].text + "” too" // by beginning and ending with "*"
	}
	if t := first; scoped(v.f.Reading.Check.Expr) && t.kind == word && !sharing()[t.low] && !leadingTo()[t.low] && !taskVerbs()[t.low] && t.low != "no" && bare(v.s[v.from:v.to]) {
		return "it may be said of the answer, not of “" + t.text + "”"
	}
	return v.modifies()
}

// bare reports whether a number stands behind a noun and a comma, with no verb.
func bare(t []token) bool {
	at := slices.IndexFunc(t, func(t token) bool { return t.text == "," })
	return at > 0 && at+1 < len(t) && t[at+1].numeral()
}

// attached doubts words that may belong to what stands before them rather
// than to the answer.
func (v *view) attached() string {
	const elsewhere = "it may be said of something else than the answer"
	if at := v.f.in[0]; v.from == 0 && at > 0 {
		before := &v.d.tokens[at-1]
		if before.kind == word && (closedWords()[before.low] || leadingTo()[v.s[0].low] && v.s[0].text == v.s[0].low) && strings.Count(v.d.prompt[before.end:v.s[0].start], "\n") == 1 {
			return elsewhere // the line before it goes on here
		}
	}
	if v.f.clean {
		return ""
	}
	first, _ := v.lead()
	if first >= v.from {
		return v.trailing()
	}
	before := &v.s[v.from-1]
	e := v.f.Reading.Check.Expr
	if before.kind == mark || politeness()[v.s[v.from].low] || before.low == "and" || before.low == "but" || before.low == "then" || before.low == "also" {
		return v.trailing()
	}
	if ofLength(e) && v.s[v.from].low == "of" {
		return elsewhere // the command that it belongs to was not found
	}
	noun := wholeNouns()[before.low] || promptNouns()[before.low] || before.low == "it"
	switch e.(type) {
	case algebra.Language, algebra.JSON, algebra.CSV, algebra.XML, algebra.Case, algebra.All, algebra.Not:
		if !noun && !v.answering(first) {
			return elsewhere
		}
	default:
		if !noun && !v.answering(first) && !v.closed() {
			return elsewhere
		}
	}
	return v.trailing()
}

// modifies doubts what narrows the noun before it rather than the answer: "a
// verdict of one sentence that starts with …", "as bullets without full stops".
func (v *view) modifies() string {
	if scoped(v.f.Reading.Check.Expr) && slices.ContainsFunc(v.s[v.from:v.to], func(t token) bool { return sharing()[t.low] }) {
		return "" // at most 12 words per tip
	}
	noun, relative := v.from-1, false
	for noun > 0 && (v.s[noun].low == "that" || v.s[noun].low == "which") {
		noun, relative = noun-1, true
	}
	first := v.s[v.from].low
	if v.d.foreign && v.d.script == "" && first == "the" && noun > 0 && v.s[noun].text == "," && atEnds(v.f.Reading.Check.Expr) && !wholeNouns()[v.s[v.from+1].low] {
		noun, relative = noun-1, true // German has a comma and an article: "hashtags, the with "#" begin"
	}
	switch {
	case noun < 0:
		return ""
	case enclosing()[first]:
		return "it may be said of “" + v.s[noun].text + "” alone"
	case v.s[noun].kind != word:
		return ""
	case first == "that" || first == "which":
		relative = true
	case !relative && first != "with" && first != "without" && first != "starting" && first != "beginning" && first != "ending" && first != "containing":
		return ""
	}
	if measured(&v.s[noun]) && noun > 0 && v.s[noun-1].numeral() {
		for noun > 0 && (measured(&v.s[noun]) || v.s[noun].numeral() || limiting()[v.s[noun].low] || v.s[noun].low == "of") {
			noun-- // a story of 100 words that …
		}
		if taskVerbs()[v.s[noun].low] {
			return ""
		}
	}
	n := &v.s[noun]
	if ofNamed(v.f.Reading.Check.Expr) && first == "with" && !wholeNouns()[n.low] && !promptNouns()[n.low] {
		return "it may be said of “" + n.text + "” alone" // a review of a book with the title …
	}
	several := strings.HasSuffix(n.low, "s") && (entryNouns()[singularOf(n.low)] || scoped(v.f.Reading.Check.Expr) && slices.ContainsFunc(v.s[max(0, noun-2):noun], func(t token) bool { return t.numeral() }))
	if measured(n) || partWords()[n.low] || several || relative && !wholeNouns()[n.low] && !promptNouns()[n.low] {
		return "it may be said of “" + n.text + "” alone"
	}
	return ""
}

// atEnds reports whether a demand is of what a text begins or ends with.
func atEnds(e algebra.Expr) bool {
	_, starts := e.(algebra.Starts)
	_, ends := e.(algebra.Ends)
	return starts || ends
}

// enclosing participles say of what stands before them how it is marked.
var enclosing = wordSet(`delimited enclosed surrounded bracketed`)

// answering reports whether a verb of answering stands right before the
// demand.
func (v *view) answering(first int) bool {
	return first == v.from-1 || v.from == 0 || says(v.s[v.from-1:v.from], "answer", "respond", "reply", "write", "written", "only", "back", "entirely", "all")
}

// closed reports whether a demand ends its clause, or another goes on from it:
// "3 bullets of 10 words each".
func (v *view) closed() bool {
	return v.to == len(v.s) || v.s[v.to].kind == mark || v.s[v.to].low == "of" && v.to+1 < len(v.s) && v.known(v.to+1)
}

// trailing doubts a demand that goes on in words that were not read.
func (v *view) trailing() string {
	if v.closed() || v.s[v.to].joined() {
		return ""
	}
	switch v.s[v.to].low {
	case "on", "for":
		if ofLength(v.f.Reading.Check.Expr) || v.oneThing() || v.ofFields() && !slices.ContainsFunc(v.s[v.to:], func(t token) bool { return sharing()[t.low] }) {
			return ""
		}
	case "and", "but", "then", "no", "please", "about", "to", "so", "because", "while", "explaining", "describing", "using":
		return ""
	case "with", "without":
		if v.counts() {
			return ""
		}
	}
	return "the words after it may say where it holds, or change what it says"
}

// oneThing reports whether the answer is to be one thing alone: "just the number".
func (v *view) oneThing() bool {
	own := v.s[v.from:v.to]
	switch v.f.Reading.Check.Expr.(type) {
	case algebra.Equals, algebra.OneOf:
		return says(own, "only", "just")
	}
	return v.f.onlyCode()
}

// ofFields reports whether the answer is to be data with fields that are named.
func (v *view) ofFields() bool {
	switch e := v.f.Reading.Check.Expr.(type) {
	case algebra.JSON:
		return len(e.Keys) > 0
	case algebra.CSV:
		return len(e.Header) > 0
	}
	return false
}

// manySentences is how many sentences and lines a long message has.
const manySentences = 8

// amongMany doubts what a long message demands without naming the answer: it
// speaks of several texts and parts, and only of some kinds of demand is it known
// that they are nearly always said of the whole.
func (v *view) amongMany() string {
	if len(v.d.sentences) < manySentences || v.addressed() || v.f.onlyCode() || ofWhole(v.f.Reading.Check.Expr) {
		return ""
	}
	return "in a long message it may be said of a part of the answer"
}

// ofWhole reports whether a demand is of a kind that is nearly always said of the
// whole answer: its language and format, how many words or characters it has,
// what it has none of.
func ofWhole(e algebra.Expr) bool {
	switch e := e.(type) {
	case algebra.Language, algebra.JSON, algebra.CSV, algebra.XML, algebra.YAML, algebra.OneOf:
		return true
	case algebra.Compare:
		of := countedIn(e).Source
		_, find := of.(algebra.Find)
		return e.Is == algebra.Exactly(0) && !find || within(of, algebra.Word, algebra.Character, algebra.Table, algebra.Emoji, algebra.Hashtag, algebra.Question)
	}
	return false
}

// ofThing doubts what may be said of a thing that is looked for: "name a country without
// the letter a", "recommend a book written in French".
func (v *view) ofThing() string {
	verb := v.d.commandIn(v.s)
	if verb < 0 || verb+1 >= v.from || v.s[v.from-1].kind != word || !says(v.s[verb:verb+1], "name", "find", "recommend", "think", "of", "tell") || v.s[verb].low == "tell" && v.s[v.from].low == "in" {
		return ""
	}
	before := &v.s[v.from-1]
	if wholeNouns()[before.low] && !says(v.s[verb+1:v.from], "a", "an") || !says(v.s[v.from:v.from+1], "without", "written", "in", "that", "with") {
		return ""
	}
	return "it may be said of “" + before.text + "”"
}
