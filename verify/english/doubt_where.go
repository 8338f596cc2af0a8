package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// complete doubts a demand in whose clause words are left over that may say
// where it holds.
func (v *view) complete() string {
	if why := v.attached(); why != "" {
		return why
	}
	for i := range v.s {
		if t := &v.s[i]; t.Joined() && !v.f.clean && (i == v.from-1 && !v.asksLast() || i == v.to) {
			return "the words around it were not read"
		}
	}
	first, left := &v.s[v.from], v.from-2
	if first.Low == "and" && v.from+1 < v.to {
		first, left = &v.s[v.from+1], v.from-1
	}
	_, letters := v.f.Reading.Check.Expr.(algebra.Case)
	if left >= 0 && (v.s[left+1].Low == "and" && !v.known(left) && !clause.JoinsClauses(&v.s[left]) && !clause.OfLength(v.f.Reading.Check.Expr) && !lexicon.TaskVerbs()[first.Lemma] && (letters && first.Low == "in" || (!lexicon.ClosedWords()[first.Low] || lexicon.PartWords()[first.Low]) && !leadWords()[first.Low]) && !lexicon.Hedges()[first.Low]) {
		return saidOf + v.s[left].Text + "” too"
	}
	if left >= 0 && v.s[left+1].Low == "and" && ongoing()[first.Low] && ongoing()[v.s[left].Low] && !v.known(left) {
		return saidOf + v.s[left].Text + "” too" // by beginning and ending with "*"
	}
	if t := first; clause.Scoped(v.f.Reading.Check.Expr) && t.Kind == lexicon.Word && !sharing()[t.Low] && !leadingTo()[t.Low] && !lexicon.TaskVerbs()[t.Low] && t.Low != "no" && bare(v.s[v.from:v.to]) {
		return "it may be said of the answer, not of “" + t.Text + "”"
	}
	return v.modifies()
}

// bare reports whether a number stands behind a noun and a comma, with no verb.
func bare(t []lexicon.Token) bool {
	at := slices.IndexFunc(t, func(t lexicon.Token) bool { return t.Text == "," })
	return at > 0 && at+1 < len(t) && t[at+1].Numeral()
}

// attached doubts words that may belong to what stands before them rather
// than to the answer.
func (v *view) attached() string {
	const elsewhere = "it may be said of something else than the answer"
	if at := v.f.in[0]; v.from == 0 && at > 0 {
		before := &v.d.tokens[at-1]
		if before.Kind == lexicon.Word && (lexicon.ClosedWords()[before.Low] || leadingTo()[v.s[0].Low] && v.s[0].Text == v.s[0].Low) && strings.Count(v.d.prompt[before.End:v.s[0].Start], "\n") == 1 {
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
	if before.Kind == lexicon.Mark || clause.Politeness()[v.s[v.from].Low] || before.Low == "and" || before.Low == "but" || before.Low == "then" || before.Low == "also" {
		return v.trailing()
	}
	if clause.OfLength(e) && v.s[v.from].Low == "of" {
		return elsewhere // the command that it belongs to was not found
	}
	noun := lexicon.WholeNouns()[before.Low] || lexicon.PromptNouns()[before.Low] || before.Low == "it"
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
	if clause.Scoped(v.f.Reading.Check.Expr) && slices.ContainsFunc(v.s[v.from:v.to], func(t lexicon.Token) bool { return sharing()[t.Low] }) {
		return "" // at most 12 words per tip
	}
	noun, relative := v.from-1, false
	if noun > 1 && v.s[noun].Low == "and" && lexicon.Says(v.s[noun-1:noun], "start", "starts", "begin", "begins") {
		noun -= 2 // sections that start and end with an asterisk
	}
	for noun > 0 && (v.s[noun].Low == "that" || v.s[noun].Low == "which") {
		noun, relative = noun-1, true
	}
	first := v.s[v.from].Low
	if v.d.foreign && v.d.script == "" && first == "the" && noun > 0 && v.s[noun].Text == "," && atEnds(v.f.Reading.Check.Expr) && !lexicon.WholeNouns()[v.s[v.from+1].Low] {
		noun, relative = noun-1, true // German has a comma and an article: "hashtags, the with "#" begin"
	}
	switch {
	case noun < 0:
		return ""
	case enclosing()[first]:
		return saidOf + v.s[noun].Text + "” alone"
	case v.s[noun].Kind != lexicon.Word:
		return ""
	case first == "that" || first == "which":
		relative = true
	case !relative && first != "with" && first != "without" && first != "starting" && first != "beginning" && first != "ending" && first != "containing":
		return ""
	}
	if lexicon.IsMeasure(&v.s[noun]) && noun > 0 && v.s[noun-1].Numeral() {
		counted := noun
		for noun > 0 && (lexicon.IsMeasure(&v.s[noun]) || v.s[noun].Numeral() || limiting()[v.s[noun].Low] || v.s[noun].Low == "of") {
			noun-- // a story of 100 words that …
		}
		switch {
		case relative && v.s[noun+1].Low != "of" && (first == "end" || noun > 0 && lexicon.Determiners()[v.s[noun-1].Low]):
			noun = counted // in your answer at least 5 sections that …
		case lexicon.TaskVerbs()[v.s[noun].Low]:
			return ""
		}
	}
	n := &v.s[noun]
	if ofNamed(v.f.Reading.Check.Expr) && first == "with" && !lexicon.WholeNouns()[n.Low] && !lexicon.PromptNouns()[n.Low] {
		return saidOf + n.Text + "” alone" // a review of a book with the title …
	}
	several := strings.HasSuffix(n.Low, "s") && (clause.EntryNouns()[lexicon.SingularOf(n.Low)] || clause.Scoped(v.f.Reading.Check.Expr) && slices.ContainsFunc(v.s[max(0, noun-2):noun], func(t lexicon.Token) bool { return t.Numeral() }))
	if lexicon.IsMeasure(n) || lexicon.PartWords()[n.Low] || several || relative && !lexicon.WholeNouns()[n.Low] && !lexicon.PromptNouns()[n.Low] {
		return saidOf + n.Text + "” alone"
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
var enclosing = lexicon.WordSet(`delimited enclosed surrounded bracketed`)

// answering reports whether a verb of answering stands right before the
// demand.
func (v *view) answering(first int) bool {
	return first == v.from-1 || v.from == 0 || lexicon.Says(v.s[v.from-1:v.from], "answer", "respond", "reply", "write", "written", "only", "back", "entirely", "all")
}

// closed reports whether a demand ends its clause, or another goes on from it:
// "3 bullets of 10 words each".
func (v *view) closed() bool {
	return v.to == len(v.s) || v.s[v.to].Kind == lexicon.Mark || v.s[v.to].Low == "of" && v.to+1 < len(v.s) && v.known(v.to+1)
}

// trailing doubts a demand that goes on in words that were not read.
func (v *view) trailing() string {
	if v.closed() || v.s[v.to].Joined() {
		return ""
	}
	switch v.s[v.to].Low {
	case "on", "for":
		if clause.OfLength(v.f.Reading.Check.Expr) || v.oneThing() || v.ofFields() && !slices.ContainsFunc(v.s[v.to:], func(t lexicon.Token) bool { return sharing()[t.Low] }) {
			return ""
		}
	case "and", "but", "then", "no", "please", "about", "to", "so", "because", "while", "explaining", "describing", "using":
		return ""
	case "with", "without":
		if _, language := v.f.Reading.Check.Expr.(algebra.Language); v.counts() || language && v.known(v.to) {
			return ""
		}
	case "in":
		if rest := v.s[v.to+1:]; len(rest) > 1 && lexicon.Says(rest[:1], "the", "your", "any", "all") && lexicon.Says(rest[1:2], "answer", "answers", "response", "responses", "reply", "replies", "output", "outputs", "markdown", "communication", "communications") && (len(rest) == 2 || rest[2].Kind == lexicon.Mark) {
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
		return lexicon.Says(own, "only", "just")
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
	if v.d.worded < manySentences || v.addressed() || v.f.onlyCode() || ofWhole(v.f.Reading.Check.Expr) || v.ruled() {
		return ""
	}
	return "in a long message it may be said of a part of the answer"
}

// ruled reports whether an item of a system message forbids something, or limits all
// bullets, under a heading of rules: "# Output instructions … Keep each bullet to 12 words
// or less."
func (v *view) ruled() bool {
	above := v.above()
	each, parts := v.f.Reading.Check.Expr.(algebra.Each)
	c, _ := v.f.Reading.Check.Expr.(algebra.Compare)
	_, not := v.f.Reading.Check.Expr.(algebra.Not)
	return v.d.standing && (not || c.Is == algebra.Exactly(0) || parts && clause.Within(each.Of.Source, algebra.Bullet) && clause.Forbids(each)) &&
		strings.TrimSpace(items.ReplaceAllString(above[len(above)-1], "")) == "" && ofRules.MatchString(v.heading())
}

// ofWhole reports whether a demand is of a kind that is nearly always said of the
// whole answer: its language and format, how many words or characters it has,
// what it has none of.
func ofWhole(e algebra.Expr) bool {
	switch e := e.(type) {
	case algebra.Language, algebra.JSON, algebra.CSV, algebra.XML, algebra.YAML, algebra.OneOf:
		return true
	case algebra.Compare:
		of := clause.CountedIn(e).Source
		_, find := of.(algebra.Find)
		return e.Is == algebra.Exactly(0) && !find || clause.Within(of, algebra.Word, algebra.Character, algebra.Table, algebra.Emoji, algebra.Hashtag, algebra.Question)
	}
	return false
}

// ofThing doubts what may be said of a thing that is looked for: "name a country without
// the letter a", "recommend a book written in French".
func (v *view) ofThing() string {
	verb := v.d.commandIn(v.s)
	if verb < 0 || verb+1 >= v.from || v.s[v.from-1].Kind != lexicon.Word || !lexicon.Says(v.s[verb:verb+1], "name", "find", "recommend", "think", "of", "tell") || v.s[verb].Low == "tell" && v.s[v.from].Low == "in" {
		return ""
	}
	before := &v.s[v.from-1]
	if lexicon.WholeNouns()[before.Low] && !lexicon.Says(v.s[verb+1:v.from], "a", "an") || !lexicon.Says(v.s[v.from:v.from+1], "without", "written", "in", "that", "with") {
		return ""
	}
	return saidOf + before.Text + "”"
}
