package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
)

// A doubt is a reason not to hold answers to what was read.
type doubt struct {
	ask      func(*view) string // says what is in doubt; empty if nothing is
	of       question
	commands bool // asked of an amount of a command: "write 50 words about …"
	others   bool // asked of all other demands
}

// A question is what a doubt leaves open of a demand: the rest of it stands.
type question uint8

const (
	nothing question = iota
	whether          // it is demanded at all
	where            // of what part of the answer
	what             // what the words mean, or under which condition
)

// doubts are all that there are, in the order in which they are looked for: who
// doubts whether something is demanded need not ask where. A new one is a line
// here.
func doubts() []doubt {
	return []doubt{
		{(*view).spoken, whether, true, true},
		{(*view).worked, whether, true, true},
		{(*view).recalled, whether, true, true},
		{(*view).debated, whether, true, true},
		{(*view).following, whether, false, true},
		{(*view).others, whether, false, true},
		{(*view).mood, whether, false, true},
		{(*view).programmed, whether, false, true},
		{(*view).above, whether, true, true},
		{(*view).rivalled, where, true, true},
		{(*view).distributed, what, false, true},
		{(*view).attached, where, false, true},
		{(*view).modifies, where, false, true},
		{(*view).sequel, where, true, true},
		{(*view).beside, where, true, false},
		{(*view).named, where, false, true},
		{(*view).parted, where, false, true},
		{(*view).among, where, false, true},
		{(*view).elsewhere, where, false, true},
		{(*view).oneOfSeveral, where, false, true},
		{(*view).conditions, what, true, true},
		{(*view).weak, what, false, true},
	}
}

// doubt says why a demand may not bind the answer as it was read, and what that
// leaves open; it is empty if none of the doubts holds.
func (d *decomposer) doubt(f *Found) (string, question) {
	v := view{d: d, f: f, s: d.tokens[f.in[0]:f.in[1]], from: f.from - f.in[0], to: f.to - f.in[0]}
	for _, one := range doubts() {
		if command := f.asked != noRole; command && !one.commands || !command && !one.others {
			continue
		}
		if why := one.ask(&v); why != "" {
			return why, one.of
		}
	}
	return "", nothing
}

// beside doubts the amount of a command where parts are named that it may be
// of: an amount of the one text that is asked for is none of theirs.
func (v *view) beside() string {
	if v.task() {
		return "it stands in a list of tasks"
	}
	if v.f.asked == object {
		return ""
	}
	if part := v.partElsewhere(); part != "" {
		return "“" + part + "” may be what it speaks of"
	}
	for i := range v.s {
		t := &v.s[i]
		switch {
		case v.inside(i) || t.kind != word || general(v.s, i) || v.f.asked == listing && sharing()[t.low] && i > v.to || !partWords()[t.low] && !severalWords()[t.low]:
		case t.low == "idea" || t.low == "point" && i < v.from:
		default:
			return "“" + t.text + "” may be what it speaks of"
		}
	}
	return v.among()
}

// sequel doubts what is demanded of one of two texts that are asked for one
// after the other: "summarise it in one sentence and list its topics", "then add
// a line in French".
func (v *view) sequel() string {
	if v.f.asked == noRole && scoped(v.f.Reading.Check.Expr) || v.addressed() {
		return ""
	}
	t := v.d.tokens
	if v.f.in[0] > 0 && sequels(t, v.f.in[0], v.f.from) {
		return "it may be of what is asked for here alone"
	}
	if c, ok := v.f.Reading.Check.Expr.(algebra.Compare); v.f.asked == noRole && (!ok || !boundsLength(c)) {
		return ""
	}
	for i := v.f.to + 1; i < len(t); i++ {
		joined := i < v.f.in[1] && v.f.asked != noRole && slices.Contains([]string{"and", ",", "und", "y", "et", "e"}, t[i-1].low)
		if joined && another(&t[i]) || sequels(t, i, i+furthestVerb) {
			return "more is asked for behind it"
		}
	}
	return ""
}

// another reports whether a verb asks for a text.
func another(t *token) bool {
	return t.kind == word && (listed()[t.low] || telling()[t.low] || t.low == "add" || t.low == "append") && t.low != "with" && t.low != "state" && t.low != "show"
}

// sequels reports whether tokens go on to another text: "then list …", "after
// that, add …".
func sequels(t []token, from, most int) bool {
	if !next()[t[from].low] && !placing()[t[from].low] && (t[from].low != "after" || from+1 >= len(t) || t[from+1].low != "that" && t[from+1].low != "this" && t[from+1].low != "it") {
		return false
	}
	if placing()[t[from].low] { // below the table, write …
		for end := from; from < min(len(t)-1, end+furthestVerb) && t[from].text != ","; {
			from++
		}
		most = from + furthestVerb
	}
	for i := from + 1; i < min(len(t), most); i++ {
		if another(&t[i]) {
			return true
		}
		if t[i].kind == word && !leadWords()[t[i].low] {
			return false
		}
	}
	return false
}

// placing leads to the text that another stands at.
var placing = wordSet(`below beneath underneath under`)

// next begins what comes behind a text.
var next = wordSet(`then also additionally finally lastly afterwards afterward next danach anschließend dann luego después ensuite puis depois então`)

// task reports whether a command is one of several in a list.
func (v *view) task() bool {
	at := v.d.tokens[v.f.in[0]].start
	line := strings.TrimSpace(v.d.prompt[strings.LastIndexByte(v.d.prompt[:at], '\n')+1:])
	return v.f.asked != noRole && scopeOf(v.f.Reading.Check.Expr).Reach == "answer" && tasks.MatchString(line) && len(tasks.FindAllStringIndex(v.d.prompt, 2)) > 1
}

// tasks are items of a list in a prompt.
var tasks = lazyregexp.New(`(?m)^[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+\S`)

// following doubts what goes on where a sentence states or asks something.
func (v *view) following() string {
	for i := range v.d.found {
		if g := &v.d.found[i]; g.in == v.f.in && g.to <= v.f.from && (g.Doubt == statesOrAsks || g.Doubt == demandsNothing) {
			return g.Doubt
		}
	}
	return ""
}

const (
	statesOrAsks   = "it states or asks something"
	demandsNothing = "it stands in a sentence that demands nothing"
)

// others doubts what may be demanded of somebody in the text, or said of them,
// and what is asked about: "Which letter begins with …?"
func (v *view) others() string {
	if t := &v.s[v.from]; v.from > 0 && v.ownClause() && (taskVerbs()[t.low] || t.low == "no") {
		return "" // it commands
	}
	switch first := v.s[0].low; first {
	case "which", "who", "whose", "whom", "where", "when":
		if v.s[len(v.s)-1].low == "?" && !slices.ContainsFunc(v.s[:v.from], func(t token) bool { return separates(&t) }) {
			return statesOrAsks
		}
	}
	for i := 0; i < v.from; i++ {
		switch v.s[i].low {
		case "he", "she", "they", "him", "her", "them", "who", "whose", "whom", "telling", "speaks":
			if !v.known(i) {
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
	if c, ok := e.(algebra.Compare); ok && boundsLength(c) && v.s[v.from].low == "of" {
		return elsewhere // the command that it belongs to was not found
	}
	noun := wholeNouns()[before.low] || promptNouns()[before.low] || before.low == "it"
	switch e.(type) {
	case algebra.Language, algebra.JSON, algebra.CSV, algebra.XML, algebra.Case:
		if !noun && !v.answering(first) && !v.closing(first) {
			return elsewhere
		}
	default:
		if before.lemma == "be" || before.lemma == "have" && before.low != "have" || before.low == "by" {
			return elsewhere
		}
		if !noun && !v.answering(first) && v.to != len(v.s) && v.s[v.to].kind != mark {
			return elsewhere
		}
	}
	return v.trailing()
}

// modifies doubts what narrows the noun before it rather than the answer: "a
// verdict of one sentence that starts with …", "as bullets without full stops".
func (v *view) modifies() string {
	noun, relative := v.from-1, false
	for noun > 0 && (v.s[noun].low == "that" || v.s[noun].low == "which") {
		noun, relative = noun-1, true
	}
	switch first := v.s[v.from].low; {
	case noun < 0 || v.s[noun].kind != word:
		return ""
	case first == "that" || first == "which":
		relative = true
	case !relative && first != "with" && first != "without" && first != "starting" && first != "beginning" && first != "ending" && first != "containing":
		return ""
	}
	if measured(&v.s[noun]) {
		for noun > 0 && (measured(&v.s[noun]) || v.s[noun].numeral() || limiting()[v.s[noun].low] || v.s[noun].low == "of") {
			noun-- // a story of 100 words that …
		}
		if taskVerbs()[v.s[noun].low] {
			return ""
		}
	}
	n := &v.s[noun]
	several := strings.HasSuffix(n.low, "s") && entryNouns()[singularOf(n.low)]
	if measured(n) || partWords()[n.low] || several || relative && !wholeNouns()[n.low] && !promptNouns()[n.low] || scoped(v.f.Reading.Check.Expr) && v.several(noun-1) != "" {
		return "it may be said of “" + n.text + "” alone"
	}
	return ""
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
	const elsewhere = "the words after it may say where it holds"
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
	case "on", "for":
		if c, ok := v.f.Reading.Check.Expr.(algebra.Compare); ok && boundsLength(c) {
			return ""
		}
		if !v.counts() && !v.answerBehind() {
			return elsewhere
		}
	case "in", "within", "at", "of":
		if v.to+2 < len(v.s) && v.s[v.to+1].low == "the" && manners()[v.s[v.to+2].low] {
			return "" // in the style of
		}
		if !v.counts() && !v.answerBehind() {
			return elsewhere
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
instead excluding besides apart exception exceptions but-not wherever where whichever
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
		if i >= v.to && i+1 < len(v.s) && judging()[t.low] && (v.s[i+1].low == "too" || v.s[i+1].low == "as" || v.s[i-1].low == "also") {
			return "something else is allowed too"
		}
	}
	return ""
}

// harmlessIf reports whether a condition is none: "when you answer".
func (v *view) harmlessIf(i int) bool {
	if i > 0 && (v.s[i-1].low == "even" || v.s[i-1].low == "as") || i+1 < len(v.s) && v.s[i].low == "if" && v.s[i+1].low == "even" {
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

// oneOfSeveral doubts what holds of one text of several: "in the limerick" beside
// a haiku.
func (v *view) oneOfSeveral() string {
	for i := v.from; i < v.to; i++ {
		if t := &v.s[i]; (t.low == "answer" || t.low == "answers") && (i == 0 || v.s[i-1].low != "your") && says(v.d.tokens, "faq", "faqs", "quiz", "trivia", "riddle", "riddles", "flashcard", "flashcards") {
			return "“" + t.text + "” may be one in the text"
		}
	}
	for i := v.from; i < v.to; i++ {
		if t := &v.s[i]; t.kind == word && wholeNouns()[t.low] && !coreNouns()[t.low] && v.d.joinedWith(t.low) {
			return "“" + t.text + "” is one of several texts"
		}
	}
	return ""
}

// joinedWith reports whether the prompt asks for another text beside one of a
// kind: "a joke and a fact", "a haiku and the story behind it".
func (d *decomposer) joinedWith(kind string) bool {
	for i := 1; i+2 < len(d.tokens); i++ {
		t := d.tokens[i-1 : i+3]
		if t[1].low != "and" || d.prospect().read[i] || !determiners()[t[2].low] && !t[2].numeral() {
			continue
		}
		if t[0].low == kind || t[3].low == kind && t[0].kind == word && t[0].class&hint == 0 {
			return true
		}
	}
	return false
}

// weak doubts readings that rest on little: a bare name of a format, a noun
// that need not mean what the algebra counts, a quotation that is not said to
// be words of the answer.
func (v *view) weak() string {
	const little = "the words may mean something else"
	if v.listGoesOn() {
		return "the list goes on behind it"
	}
	first, _ := v.lead()
	alone := v.from <= first && v.to == len(v.s) || v.f.clean
	switch e := v.f.Reading.Check.Expr.(type) {
	case algebra.JSON, algebra.CSV, algebra.XML, algebra.YAML:
		if v.to-v.from < 2 {
			return little
		}
	case algebra.Contains:
		if !v.says() || v.chosen() {
			return little
		}
	case algebra.All:
		if v.from > 0 && says(v.s[max(0, v.from-2):v.from], "delimited", "surrounded", "marked") {
			return "it may be said of a text that is there"
		}
	case algebra.OneOf:
		if says(v.d.tokens[v.f.to:], "if", "otherwise", "else", "unless", "explain", "why", "reason", "reasons", "then", "because", "justify", "followed") {
			return little
		}
	case algebra.Compare:
		n, ok := e.Of.(algebra.Count)
		if ok && n.Of.Source == algebra.Source(algebra.Question) && says(v.d.tokens, "quiz", "test", "exam", "survey", "questionnaire", "interview", "trivia", "worksheet", "faq") {
			return little
		}
		last := singularOf(v.s[v.to-1].low)
		if f, find := n.Of.Source.(algebra.Find); ok && find && e.Is != algebra.Exactly(0) && !v.says() && !strings.Contains(strings.ToLower(f.Value), last) {
			return little
		}
		if ok && !isLength(n.Of.Source) && e.Is == algebra.AtLeast(1) && !alone {
			return little
		}
	}
	return ""
}

// programmed doubts what a prompt about code says of what is not the answer.
func (v *view) programmed() string {
	if v.d.prospect().program && !v.addressed() {
		return "the prompt is about code"
	}
	return ""
}

// listGoesOn reports whether more is listed behind a remark in brackets: "the
// keys "a" (text) and "b"".
func (v *view) listGoesOn() bool {
	if v.to >= len(v.s) || v.s[v.to].low != "(" || v.s[v.to-1].kind != quoted {
		return false
	}
	end := slices.IndexFunc(v.s[v.to:], func(t token) bool { return t.low == ")" })
	return end > 0 && slices.ContainsFunc(v.s[v.to+end:min(len(v.s), v.to+end+4)], func(t token) bool { return t.kind == quoted })
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
