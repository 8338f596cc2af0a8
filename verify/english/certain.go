package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// doubt says why a demand may not bind the answer as it was read: the sentence
// demands nothing, speaks of a part or of several things, sets a condition, or
// attaches the words to something else. It is empty if nothing of that holds.
func (d *decomposer) doubt(f *Found) string {
	v := view{d: d, f: f, s: d.tokens[f.in[0]:f.in[1]], from: f.from - f.in[0], to: f.to - f.in[0]}
	for _, ask := range []func() string{v.spoken, v.worked, v.recalled, v.debated, v.rivalled, v.distributed, v.mood, v.attached, v.conditions, v.named, v.parted, v.among, v.above, v.elsewhere, v.weak} {
		if why := ask(); why != "" {
			return why
		}
	}
	return ""
}

// sentenceAt returns the tokens of the sentence that a token stands in.
func (d *decomposer) sentenceAt(at int) [2]int {
	if d.now[0] <= at && at < d.now[1] {
		return d.now
	}
	for _, s := range d.sentences {
		if s[0] <= at && at < s[1] {
			return s
		}
	}
	return [2]int{at, len(d.tokens)}
}

// sentence returns the words of the sentence that a demand stands in.
func (d *decomposer) sentence(f *Found) string {
	return d.prompt[d.tokens[f.in[0]].start:d.tokens[f.in[1]-1].end]
}

// A view is a demand in its sentence.
type view struct {
	d        *decomposer
	f        *Found
	s        []token // the sentence
	from, to int     // the demand's tokens in it
}

// leadWords may stand before a verb that demands.
var leadWords = wordSet(`
from on onwards chat here please also and but then now finally lastly additionally moreover furthermore next so just kindly always again ok okay hi hello hey thanks thank
importantly remember ensure sure make be to that it is important note p.s. ps you your should must need have will shall i want would like can could task goal
job don't do not forget first second third help me for this when answering responding replying in answer response reply first . , : - ; ! ) ( * # well great
the response text may the a following only use using if possible want like sure that's tell simply merely carefully
`)

// taskVerbs ask for an answer, or for something in it.
var taskVerbs = wordSet(`
write answer respond reply explain describe summarize summarise list give provide create generate compose draft make tell produce output return use
include add avoid keep limit start begin end finish conclude do never put wrap format highlight separate ensure mention ask propose suggest translate rewrite
rephrase paraphrase convert compare discuss outline define design develop state name show present organize structure divide refrain exclude omit stick adhere
stay say express compile prepare recommend introduce mark label capitalize repeat contain have send brainstorm elaborate expand come act pretend help
construct invent craft plan analyze analyse identify argue advise sing recite imagine review correct edit fix proofread improve shorten simplify
critique comment estimate calculate compute find build formulate narrate report retell set place insert work follow limit restrict cap print script
`)

// mood doubts a sentence that states, asks or reports.
func (v *view) mood() string {
	const states = "it stands in a sentence that demands nothing"
	if v.f.clean {
		if v.from > 0 && v.told() {
			return states
		}
		return v.indicative()
	}
	first, commanded := v.lead()
	if first >= v.from {
		return v.indicative()
	}
	t := &v.s[first]
	switch {
	case commanded, v.known(0), v.known(first), v.bound(first):
		return v.indicative()
	case t.low == "without" || t.low == "in" || t.low == "with" || t.low == "using" || t.low == "within":
		return ""
	case taskVerbs()[t.low] && t.kind == word:
		return ""
	case v.ownClause():
		return v.indicative()
	}
	return states
}

// told reports whether the first clause of the sentence tells or asks
// something: it has a finite verb and does not command.
func (v *view) told() bool {
	first, commanded := v.lead()
	if commanded || first >= v.from || v.s[first].kind == word && taskVerbs()[v.s[first].low] || v.known(0) || v.bound(first) {
		return false
	}
	for i := 0; i < v.from; i++ {
		switch low := v.s[i].low; {
		case separates(&v.s[i]) && i > first:
			return false
		case low == "is", low == "are", low == "was", low == "were", low == "had", low == "does", low == "did", low == "says", low == "said", low == "puts", low == "wrote", low == "told", low == "asked",
			low == "he", low == "she", low == "they", low == "who", low == "my", low == "has", low == "that", low == "how", low == "what", low == "why", modals()[low]:
			return i >= first || low != "need" && low != "have"
		}
	}
	return false
}

// bound reports whether the sentence says before the demand what the answer
// should be: "the poem should rhyme and …".
func (v *view) bound(first int) bool {
	subject := false
	for i := 0; i < v.from; i++ {
		switch low := v.s[i].low; {
		case i < first+6 && (wholeNouns()[low] || promptNouns()[low] || low == "it" && i <= first):
			subject = true
		case subject && (low == "should" || low == "must" || low == "shall" || low == "needs"):
			return true
		}
	}
	return false
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
	if before.kind != mark || before.text == "-" {
		return false
	}
	t := &v.s[v.from]
	return t.low == t.lemma && (taskVerbs()[t.low] || t.low == "no") || v.to == len(v.s) && v.addressed()
}

// addressed reports whether the demand names the answer as its subject.
func (v *view) addressed() bool {
	for i := v.from; i < v.to; i++ {
		switch v.s[i].low {
		case "answer", "response", "reply", "output", "everything", "whole", "entire", "total", "overall", "altogether":
			return true
		}
	}
	return false
}

// modals make a demand of a statement.
var modals = wordSet(`should must shall will need needs has have ought to may can cannot`)

// indicative doubts a demand whose own words state or ask something.
func (v *view) indicative() string {
	const states = "it states or asks something"
	t := &v.s[v.from]
	last := &v.s[len(v.s)-1]
	switch t.low {
	case "is", "are", "does", "has", "was", "were", "did", "am":
		return states
	case "the", "this", "that", "it", "its", "these", "those", "there", "a", "an", "all", "each", "every":
		finite := false
		for i := v.from; i < v.to; i++ {
			if modals()[v.s[i].low] {
				return ""
			}
			switch v.s[i].low {
			case "is", "are", "was", "were", "had", "has", "contains", "contained", "consists", "consisted", "includes", "included", "begins", "starts", "ends", "began", "started", "ended", "uses", "used":
				finite = true
			}
		}
		if finite {
			return states
		}
	}
	if last.low == "?" && v.to < len(v.s)-1 && !v.polite() {
		return states
	}
	return ""
}

// polite reports whether a question is a request.
func (v *view) polite() bool {
	for i := 0; i < min(len(v.s), v.from); i++ {
		switch v.s[i].low {
		case "can", "could", "would", "will", "please":
			return true
		}
	}
	return false
}

// attached doubts words that may belong to what stands before them rather
// than to the answer.
func (v *view) attached() string {
	const elsewhere = "it may be said of something else than the answer"
	if v.f.clean {
		return ""
	}
	first, _ := v.lead()
	if first >= v.from {
		return v.trailing()
	}
	before := &v.s[v.from-1]
	e := v.f.Reading.Check.Expr
	if before.kind == mark || before.low == "and" || before.low == "but" || before.low == "then" || before.low == "also" {
		t := &v.s[v.from]
		switch t.low {
		case "using", "making", "ensuring", "keeping", "avoiding", "containing":
		default:
			if t.kind == word && t.low != t.lemma && strings.HasSuffix(t.low, "ing") {
				return elsewhere
			}
		}
		return v.trailing()
	}
	noun := wholeNouns()[before.low] || promptNouns()[before.low] || before.low == "it"
	switch e.(type) {
	case algebra.Language, algebra.JSON, algebra.CSV, algebra.XML, algebra.Case:
		if !noun && !v.answering(first) && !v.closing(first) {
			return elsewhere
		}
	default:
		if before.lemma == "be" || before.lemma == "have" && before.low != "have" {
			return elsewhere
		}
		if !noun && !v.answering(first) && v.to != len(v.s) && v.s[v.to].kind != mark {
			return elsewhere
		}
	}
	return v.trailing()
}

// closing reports whether the demand ends a command to write a text, with
// nothing before it that it could belong to.
func (v *view) closing(first int) bool {
	if v.to < len(v.s) && v.s[v.to].kind != mark && v.s[v.to].low != "and" || !taskVerbs()[v.s[first].low] {
		return false
	}
	genre := false
	for i := first; i < v.from; i++ {
		low := v.s[i].low
		genre = genre || wholeNouns()[low] || promptNouns()[low]
		switch low {
		case "who", "that", "which", "how", "speaks", "speaking", "speak", "spoke", "said", "say", "saying", "says", "learn", "learning", "communicate", "class", "talk", "talking", "called", "labeled", "translated", "translate", "written":
			return false
		}
	}
	return genre
}

// answering reports whether a verb of answering stands right before the
// demand.
func (v *view) answering(first int) bool {
	if first != v.from-1 && v.from > 0 {
		switch v.s[v.from-1].low {
		case "answer", "respond", "reply", "write", "written", "only", "back", "entirely", "all":
			return true
		}
		return false
	}
	return true
}

// trailing doubts a demand that goes on in words that were not read.
func (v *view) trailing() string {
	if v.to >= len(v.s) {
		return ""
	}
	t := &v.s[v.to]
	if t.kind == mark {
		return ""
	}
	switch t.low {
	case "what", "how", "why", "the", "a", "an", "who", "when", "where", "whether", "my", "your", "this":
		if v.s[v.from].low == "in" && v.counts() {
			return ""
		}
	case "in", "within", "at", "on", "for", "of":
		if !v.counts() && !v.answerBehind() {
			return "the words after it may say where it holds"
		}
	case "and", "but", "then", "please", "about", "to", "so", "because", "while", "explaining", "describing", "using", "with", "without":
		return ""
	}
	if t.joined() {
		return ""
	}
	return "the words after it may change what it says"
}

// answerBehind reports whether the answer is named right behind a demand: "in
// your reply".
func (v *view) answerBehind() bool {
	for i := v.to + 1; i < min(len(v.s), v.to+4); i++ {
		if !determiners()[v.s[i].low] {
			return wholeNouns()[v.s[i].low] || v.s[i].low == "it"
		}
	}
	return false
}

// conditionWords make a demand depend on something, or take part of it back.
var conditionWords = wordSet(`
if unless except when whenever until otherwise depending either ideally preferably maybe perhaps optionally optional prefer preferred
instead excluding besides apart but-not wherever where whichever
wenn falls außer sofern cuando salvo excepto sauf quando exceto se si
`)

// conditions doubts a demand that a condition, an exception or a wish stands
// beside.
func (v *view) conditions() string {
	for i := range v.s {
		t := &v.s[i]
		if v.inside(i) || t.kind != word {
			continue
		}
		if conditionWords()[t.low] && !v.harmlessIf(i) {
			return "“" + t.text + "” may set a condition or an exception"
		}
		if wishes()[t.low] {
			return "“" + t.text + "” makes it a wish"
		}
		if t.low == "or" && i >= v.to && i < v.to+2 && i+1 < len(v.s) && v.s[i+1].low != "else" {
			return "“or” leaves a choice"
		}
	}
	return ""
}

// harmlessIf reports whether a condition is none: "when you answer".
func (v *view) harmlessIf(i int) bool {
	if i > 0 && v.s[i-1].low == "even" || i+1 < len(v.s) && v.s[i].low == "if" && v.s[i+1].low == "even" {
		return true
	}
	if i+2 < len(v.s) && v.s[i+1].low == "you" && (v.s[i+2].lemma == "answer" || v.s[i+2].lemma == "respond" || v.s[i+2].lemma == "reply" || v.s[i+2].lemma == "write") {
		return true
	}
	return i+1 < len(v.s) && v.s[i].low == "when" && (v.s[i+1].low == "answering" || v.s[i+1].low == "responding")
}

func (v *view) inside(i int) bool { return v.from <= i && i < v.to }

// known reports whether a token of the sentence was read as part of any
// demand.
func (v *view) known(i int) bool {
	return v.d.prospect().read[v.f.in[0]+i]
}

// counts reports whether the demand bounds a number, which several things
// could each have.
func (v *view) counts() bool {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	return ok && c.Is != algebra.Exactly(0)
}

// weak doubts readings that rest on little: a bare name of a format, a noun
// that need not mean what the algebra counts, a quotation that is not said to
// be words of the answer.
func (v *view) weak() string {
	const little = "the words may mean something else"
	first, _ := v.lead()
	alone := v.from <= first && v.to == len(v.s) || v.f.clean
	switch e := v.f.Reading.Check.Expr.(type) {
	case algebra.JSON, algebra.CSV, algebra.XML, algebra.YAML:
		if v.to-v.from < 2 || v.d.coded {
			return little
		}
	case algebra.Contains:
		if !v.says() || v.chosen() {
			return little
		}
	case algebra.Compare:
		n, ok := e.Of.(algebra.Count)
		if _, find := n.Of.Source.(algebra.Find); ok && find && e.Is != algebra.Exactly(0) && !v.says() {
			return little
		}
		if ok && !isLength(n.Of.Source) && e.Is == algebra.AtLeast(1) && !alone {
			return little
		}
	}
	if v.d.prospect().program && !v.addressed() {
		return "the prompt is about code"
	}
	return ""
}

// chosen reports whether a word is only to stand in the place of another:
// "say guest, not customer".
func (v *view) chosen() bool {
	for i := v.to; i < len(v.s); i++ {
		switch v.s[i].low {
		case "not", "never", "instead", "rather", "no":
			return i < v.to+3 || slices.ContainsFunc(v.s[i:], func(t token) bool { return t.kind == quoted })
		}
	}
	return false
}

// says reports whether the demand's words say that the quotation is one of
// words, or is to be included or mentioned.
func (v *view) says() bool {
	for i := v.from; i < v.to; i++ {
		if v.s[i].kind == quoted && strings.HasPrefix(v.d.prompt[v.s[i].start:], "`") {
			return false
		}
		switch v.s[i].lemma {
		case "word", "phrase", "keyword", "term", "sentence", "name", "title", "include", "mention", "contain", "say", "letter", "hashtag", "line", "postscript", "p.s.", "p.p.s", "text", "question", "placeholder":
			return true
		}
	}
	return v.f.Reading.Check.Reading == algebra.Parity
}
