package english

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// doubt says why a demand may not bind the answer as it was read: the sentence
// demands nothing, speaks of a part or of several things, sets a condition, or
// attaches the words to something else. It is empty if nothing of that holds.
func (d *decomposer) doubt(f *Found) string {
	v := view{d: d, f: f, s: d.tokens[f.in[0]:f.in[1]], from: f.from - f.in[0], to: f.to - f.in[0]}
	for _, ask := range []func() string{v.spoken, v.worked, v.rivalled, v.distributed, v.mood, v.attached, v.conditions, v.named, v.parted, v.among, v.above, v.elsewhere, v.weak} {
		if why := ask(); why != "" {
			return why
		}
	}
	return ""
}

// checking are pairs of words that are said where rules are what a text is
// held against, or where they are only reported.
var checking = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, group := range []string{
		"check if whether that", "follow the these all those my our", "follows the these all those my our", "meet the these all those my our",
		"meets the these all those my our", "break the these all those my our", "breaks the these all those my our", "violate the these all those my our",
		"violates the these all those my our", "fit the these all those my our", "fits the these all those my our", "which rule requirement constraint of",
		"complies with", "comply with", "compliant with", "does this my it mean", "is this that it", "wrong with",
	} {
		words := strings.Fields(group)
		for _, second := range words[1:] {
			m[words[0]+" "+second] = true
		}
	}
	return m
})

var (
	// reported announces rules that hold of something else.
	reported = regexp.MustCompile(`(?i)\bhere (?:are|is) (?:the|my|our|their|his|her)\b[^.:\n]{0,40}\b(?:rules|guidelines|requirements|policy|brief|feedback|instructions|conditions|terms)`)
	// drafting is said where demands on somebody else, or on a program, are what is to be written.
	drafting = regexp.MustCompile(`(?i)\b(?:write|draft|create|make|give|need|improve|design|build|implement|generate|code|prepare|develop|refactor|schreib|escribe|écris|escreva)\b[^.!?\n]{0,60}\b(?:prompt|instructions?|guidelines?|style guide|house rules|rules|assignment|job (?:ad|posting)|policy|regex|regexp|validator|functions?|script|program|quer(?:y|ies)|class|schema|unit tests?|tests?|component|endpoint|api|app|website|webpage|macro|formula|makefile|dockerfile|workflow|query)\b`)
	// coding asks for a program in Chinese.
	coding = regexp.MustCompile(`写一个(?:函数|程序|脚本)`)
)

var (
	// drafted are nouns of what drafting writes.
	drafted = wordSet(`prompt instruction instructions guideline guidelines guide rules assignment ad posting policy regex regexp validator function functions script program query queries class schema
test tests component endpoint api app website webpage macro formula makefile dockerfile workflow`)
	// programming is spoken of in prompts that want code, where words and lines
	// are the code's.
	programming = wordSet(`python javascript typescript java rust golang sql html css bash powershell regex schema function script code compiler excel vba latex react django yaml dockerfile git
commit variable class`)
	// shown point to a text that is there.
	shown = wordSet(`this these following below attached above`)
)

// clues tells what a message is about by its words, before anything is
// looked for that takes longer.
func (d *decomposer) clues(text string) (checks, drafts, code, shows, here bool) {
	for i := range d.tokens {
		t := &d.tokens[i]
		if t.start >= len(text) {
			break
		}
		if t.kind != word {
			continue
		}
		drafts = drafts || drafted()[t.low]
		code = code || programming()[t.low]
		shows = shows || shown()[t.low]
		if t.joined() {
			code = code || coding.MatchString(t.text)
		}
		if i+1 < len(d.tokens) {
			next := &d.tokens[i+1]
			checks = checks || checking()[t.low+" "+next.low] && (t.low != "is" || i+2 < len(d.tokens) && judging()[d.tokens[i+2].low])
			code = code || t.low == "c" && next.glued && (next.low == "++" || next.low == "#") || t.low == "stack" && next.low == "trace"
			here = here || t.low == "here" && (next.low == "are" || next.low == "is")
		}
	}
	return checks, drafts, code, shows, here
}

// judging follow "is this" where a text is judged.
var judging = wordSet(`ok okay fine right normal allowed too`)

// A prospect is what a whole message says about its demands, worked out once.
type prospect struct {
	spoken  string // why all of them are in doubt; empty if they are not
	program bool   // code is asked for
	several []int  // tokens that name parts or several texts
	read    []bool // tokens that were read as part of a demand
	worked  int    // the token from which on a text may be worked on
	asked   int    // the token up to which something may be asked about
}

// looked bounds how much of a message is looked at for what it is about.
const looked = 8 << 10

func (d *decomposer) prospect() *prospect {
	if d.about != nil {
		return d.about
	}
	text := d.prompt[:min(len(d.prompt), looked)]
	checks, drafts, code, shows, here := d.clues(text)
	p := &prospect{program: d.coded || code, read: make([]bool, len(d.tokens))}
	p.worked, p.asked = d.workedFrom(shows), d.askedTo()
	switch {
	case checks, here && reported.MatchString(text):
		p.spoken = "a text may be checked against it"
	case drafts && drafting.MatchString(text):
		p.spoken = "it may be said of what is to be written for somebody else, or of a program"
	}
	for i := range d.found {
		for j := d.found[i].from; j < d.found[i].to; j++ {
			p.read[j] = true
		}
	}
	for i := range d.tokens {
		if t := &d.tokens[i]; t.kind == word && severalWords()[t.low] && !p.read[i] {
			p.several = append(p.several, i)
		}
	}
	d.about = p
	return p
}

// rivalled doubts a length beside another of the same kind: they are of two
// texts, or of two parts.
func (v *view) rivalled() string {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	if !ok || !boundsLength(c) || c.Is.Op == algebra.OpLeast || c.Is.Op == algebra.OpMore || v.addressed() {
		return ""
	}
	for i := range v.d.found {
		other, ok := v.d.found[i].Reading.Check.Expr.(algebra.Compare)
		if ok && boundsLength(other) && other.Is != c.Is && other.Of == c.Of && other.Is.Op != algebra.OpLeast && other.Is.Op != algebra.OpMore {
			return "another length stands beside it"
		}
	}
	return ""
}

// distributed doubts a bare number behind a bound: "at least one capital, one
// digit".
func (v *view) distributed() string {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	if !ok || c.Is.Op != algebra.OpExactly || c.Is.N == 0 || v.from == 0 || exactly.MatchString(v.f.Text) || v.s[v.from-1].text != "," && v.s[v.from-1].low != "and" {
		return ""
	}
	for i := range v.d.found {
		other, ok := v.d.found[i].Reading.Check.Expr.(algebra.Compare)
		if f := &v.d.found[i]; ok && f.in == v.f.in && f.to <= v.f.from && f.to >= v.f.from-2 && other.Is.Op != algebra.OpExactly {
			return "the bound before it may hold of it too"
		}
	}
	return ""
}

// spoken doubts a demand in a message where demands are the subject.
func (v *view) spoken() string { return v.d.prospect().spoken }

// named doubts what stands behind the name of a part in the same sentence,
// "SMS: max 140 characters", or in brackets behind a word.
func (v *view) named() string {
	for i := v.from - 1; i > 0; i-- {
		before := &v.s[i-1]
		switch v.s[i].text {
		case ";", ".", ")":
			return ""
		case "(":
			if !wholeNouns()[before.low] && (before.kind == word || before.kind == quoted) || slices.ContainsFunc(v.s, func(t token) bool { return wholeNouns()[t.low] && t.low != before.low }) {
				return "it may speak of “" + before.text + "”"
			}
			return ""
		case ":":
			return v.labelled(i)
		}
	}
	return ""
}

func (v *view) labelled(colon int) string {
	first := colon
	for first > 0 && !separates(&v.s[first-1]) {
		first--
	}
	if colon-first > 4 {
		return ""
	}
	for i := first; i < colon; i++ {
		if rulesLabel()[v.s[i].low] || taskVerbs()[v.s[i].low] {
			return ""
		}
	}
	return "it stands under “" + v.s[first].text + "”"
}

// among doubts a length in a message that names parts or several texts, unless
// it says that all of the answer is meant.
func (v *view) among() string {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	if !ok || c.Is == algebra.Exactly(0) || !boundsLength(c) || v.addressed() {
		return ""
	}
	for _, i := range v.d.prospect().several {
		return "“" + v.d.tokens[i].text + "” may be what it speaks of"
	}
	return ""
}

// severalWords tell that an answer has parts which can have lengths of their
// own.
var severalWords = wordSet(`
each every both respectively apiece headline headlines subtitle teaser bio sms blurb blurbs caption captions slide slides stanza stanzas
definition definitions intro introduction conclusion section sections chapter chapters column columns
body tweets emails letters posts poems stories versions variants options alternatives messages haikus limericks jokes slogans taglines
names subject then afterwards followed
`)

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

// worked doubts what may stand in a text that is worked on.
func (v *view) worked() string {
	if v.handed() {
		return "it may be part of the text that is worked on"
	}
	return ""
}

// workingOn asks for work on a text that is there.
var workingOn = regexp.MustCompile(`(?i)\b(?:summari[sz]e|translate|proofread|fix|correct|edit|rewrite|rephrase|reword|paraphrase|polish|shorten|improve|reply|respond|answer|review|check|explain|extract|classify|analy[sz]e|grade|continue|complete|turn|convert|simplify|react|comment)\b[^.!?\n]{0,40}\b(?:this|these|following|below|attached|above)\b`)

// handed reports whether the message asks before the demand for work on a text
// of which nothing else was found, so that the demand may be part of it.
func (v *view) handed() bool {
	p := v.d.prospect()
	return v.f.in[0] >= p.worked || v.f.in[1] <= p.asked
}

// workedFrom returns the token from which on sentences may be of a text that
// is worked on.
func (d *decomposer) workedFrom(shows bool) int {
	for _, s := range d.sentences {
		t := d.tokens[s[0]:s[1]]
		if shows && !d.handed && slices.ContainsFunc(t, func(t token) bool { return shown()[t.low] }) && workingOn.MatchString(d.prompt[t[0].start:t[len(t)-1].end]) {
			return s[1]
		}
	}
	if len(d.sentences) == 0 {
		return len(d.tokens)
	}
	first := d.sentences[0]
	if !changing.MatchString(d.prompt[d.tokens[first[0]].start:d.tokens[first[1]-1].end]) {
		return len(d.tokens)
	}
	for _, s := range d.sentences[1:] {
		if t := d.tokens[s[0]:s[1]]; len(t) > furthestVerb && determiners()[t[0].low] && verbal(t) {
			return s[1]
		}
	}
	return len(d.tokens)
}

// inquiry is a paragraph that asks something about the text before it.
var inquiry = regexp.MustCompile(`(?i)^\W*(?:what|how|why|which|who|when|where|can i|may i|could i|should i|do i|am i|is|are|does|did|was|has)\b[^\n]*\?\W*$`)

// askedTo returns the token up to which the last paragraph asks about what
// stands before it.
func (d *decomposer) askedTo() int {
	text := strings.TrimRight(d.prompt, " \t\r\n")
	at := strings.LastIndex(text, "\n\n")
	if at < 0 || !strings.HasSuffix(text, "?") || len(text)-at > looked || !inquiry.MatchString(strings.TrimSpace(text[at:])) {
		return 0
	}
	for _, s := range d.sentences {
		if d.tokens[s[0]].start >= at {
			return s[0]
		}
	}
	return 0
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

// elsewhere doubts a demand in a sentence of another language that names parts
// or several things.
func (v *view) elsewhere() string {
	if scoped(v.f.Reading.Check.Expr) {
		return ""
	}
	if c, ok := v.f.Reading.Check.Expr.(algebra.Compare); ok && boundsLength(c) && c.Is == algebra.Exactly(1) && slices.ContainsFunc(v.s, func(t token) bool { return t.joined() }) {
		return "it may say of what another length holds"
	}
	for i := range v.s {
		t := &v.s[i]
		if t.joined() && !v.f.clean && (i == v.from-1 || i == v.to) {
			return "the words around it were not read"
		}
		if t.joined() && !v.inside(i) {
			if part := partsElsewhere.FindString(t.text); part != "" {
				return "“" + part + "” may be what it speaks of"
			}
		}
	}
	return ""
}

// partsElsewhere name parts and several things in languages without spaces.
var partsElsewhere = regexp.MustCompile(`每|各|分别|标题|題目|题目|正文|摘要|开头|结尾|第[一二三四五六七八九十\d]|首段|末段|最后|副标题|口号|名字|其中|两者|タイトル|見出し|件名|本文|それぞれ|ずつ|目の|最初|最後|冒頭|末尾|要約|リード|キャッチ|제목|본문|각각|각 |마다|첫|마지막|요약|소제목`)

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

// partWords name parts and several things: what is said beside them may be
// said of them.
var partWords = wordSet(`
each every per both respectively apiece introduction intro conclusion subject subtitle body title titles heading headings headline headlines header subtitle
subject-line body section sections chapter chapters stanza stanzas verse verses chorus slide slides row rows column columns cell cells
function functions variable variables commit item items entry entries caption captions paragraphs paragraph sentence sentences
description descriptions part parts first second third fourth fifth last final opening closing one other another ones
step steps question questions option options point points tip tips idea ideas reason reasons example examples answers responses
name names abstract signature greeting footer label labels comment comments field fields
`)

// parted doubts a demand beside which a part of the answer is named, or
// several things are asked for.
func (v *view) parted() string {
	if scoped(v.f.Reading.Check.Expr) || v.addressed() {
		return ""
	}
	first, _ := v.lead()
	for i := range v.s {
		t := &v.s[i]
		if v.known(i) || i > 0 && v.s[i-1].low == "no" {
			continue
		}
		if t.kind == word && partWords()[t.low] && i >= first && v.near(i) && !v.person(i) && (!v.unscoped() || v.leads(i)) {
			return "“" + t.text + "” may be what it speaks of"
		}
		if n := v.several(i); n != "" && v.counts() {
			return "it may hold of each of “" + n + "”"
		}
	}
	return ""
}

// person reports whether a place is that of "first person".
func (v *view) person(i int) bool {
	return i+1 < len(v.s) && (v.s[i+1].low == "person" || v.s[i+1].low == "name")
}

// unscoped reports whether a demand is a clause of its own that forbids
// something or wants it to occur: what is said of parts in other clauses does
// not narrow it.
func (v *view) unscoped() bool {
	if !v.f.clean {
		return false
	}
	switch e := v.f.Reading.Check.Expr.(type) {
	case algebra.Compare:
		return e.Is == algebra.Exactly(0) || !boundsLength(e)
	case algebra.Not, algebra.Contains:
		return true
	}
	return false
}

// leads reports whether a place is in the clause right before the demand, or
// behind it, so that it may say which part is meant.
func (v *view) leads(i int) bool {
	if i >= v.to {
		return i <= v.to+3 && !separates(&v.s[v.to])
	}
	marks := 0
	for j := i; j < v.from; j++ {
		if separates(&v.s[j]) {
			marks++
		}
	}
	if marks > 1 {
		return false
	}
	for j := i; j >= 0 && !separates(&v.s[j]); j-- {
		switch v.s[j].low {
		case "in", "for", "under", "each", "every", "per", "the", "(":
			return true
		}
	}
	return false
}

// near reports whether a word stands in the clause of the demand or leads to
// it: no full clause of its own lies between.
func (v *view) near(i int) bool {
	lo, hi := min(i, v.from), max(i, v.to)
	for j := lo; j < hi; j++ {
		if v.s[j].text == ";" {
			return false
		}
	}
	return true
}

// several returns what more than one is asked for of at a place, such as
// "5 tweets".
func (v *view) several(i int) string {
	t := &v.s[i]
	n, isNumber := numberWords()[t.low]
	if t.kind == number {
		n, isNumber = 2, t.text != "1"
	}
	if !isNumber || n < 2 && t.kind != number {
		return ""
	}
	for j := i + 1; j < min(len(v.s), i+5); j++ {
		if v.s[j].kind != word || v.known(j) {
			return ""
		}
		if strings.HasSuffix(v.s[j].low, "s") && !closedWords()[v.s[j].low] && v.s[j].low != "words" {
			return v.d.prompt[t.start:v.s[j].end]
		}
	}
	return ""
}

// counts reports whether the demand bounds a number, which several things
// could each have.
func (v *view) counts() bool {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	return ok && c.Is != algebra.Exactly(0)
}

// scoped reports whether a demand names the parts that it holds of.
func scoped(e algebra.Expr) bool { return scopeOf(e).Reach != "answer" }

// above doubts a demand under a heading or behind a sentence that speaks of
// parts, unless it names the answer.
func (v *view) above() string {
	if v.f.in[0] == 0 || scoped(v.f.Reading.Check.Expr) || v.addressed() {
		return ""
	}
	start := v.d.tokens[v.f.in[0]].start
	line := v.d.prompt[:start]
	at := strings.LastIndexByte(line, '\n') + 1
	if why := v.label(line[at:]); why != "" {
		return why
	}
	marked := strings.TrimLeft(line[at:], " \t") // the list mark of this line
	if strings.Trim(marked, "-*•0123456789.) ") == "" && marked != "" {
		return v.listed(at)
	}
	return v.behind()
}

// label doubts what stands behind "Title:" or another name of a part on the
// same line.
func (v *view) label(before string) string {
	name, _, ok := strings.Cut(before, ":")
	if !ok {
		return ""
	}
	words := strings.Fields(strings.ToLower(strings.Trim(name, " \t-*•#_0123456789.)")))
	if len(words) == 0 || rulesLabel()[strings.Trim(words[len(words)-1], "*_")] || rulesLabel()[words[0]] || words[0] == "for" {
		return ""
	}
	if len(words) <= 4 {
		return "it stands under “" + strings.TrimSpace(name) + "”"
	}
	return ""
}

// listed doubts an item of a list under a line that names a part.
func (v *view) listed(at int) string {
	lines := strings.Split(strings.TrimRight(v.d.prompt[:at], "\n"), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		l := strings.TrimSpace(lines[i])
		if l == "" || strings.IndexAny(l, "-*•") == 0 && !strings.HasPrefix(l, "**") || l[0] >= '0' && l[0] <= '9' {
			continue
		}
		for _, t := range tokenize(l) {
			if rulesLabel()[t.low] {
				return ""
			}
		}
		for _, t := range tokenize(l) {
			if partWords()[t.low] {
				return "it stands under “" + l + "”"
			}
		}
		return ""
	}
	return ""
}

// behind doubts a demand of a length or form right behind a sentence about
// parts, in the same paragraph: it may go on about them.
func (v *view) behind() string {
	if !v.counts() || v.whole() {
		return ""
	}
	prev := v.d.before(v.f.in[0])
	if prev == nil {
		return ""
	}
	for i := range prev {
		switch prev[i].low {
		case "each", "every", "then", "introduction", "conclusion", "title", "headline", "both":
			return "it may go on about “" + prev[i].text + "” in the sentence before"
		}
	}
	return ""
}

// whole reports whether the demand's words name a whole text.
func (v *view) whole() bool {
	for i := v.from; i < v.to; i++ {
		if wholeNouns()[v.s[i].low] && v.s[i].kind == word {
			return true
		}
	}
	return false
}

// before returns the tokens of the sentence before, in the same paragraph.
func (d *decomposer) before(at int) []token {
	if at == 0 {
		return nil
	}
	if strings.Contains(d.prompt[d.tokens[at-1].end:d.tokens[at].start], "\n\n") {
		return nil
	}
	s := d.sentenceAt(at - 1)
	return d.tokens[s[0]:s[1]]
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
