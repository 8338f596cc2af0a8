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
	commands bool               // asked of an amount of a command: "write 50 words about …"
	others   bool               // asked of all other demands
}

// doubts are all that there are, in the order in which they are looked for. A new
// one is a line here.
func doubts() []doubt {
	return []doubt{
		{(*view).spoken, true, true},
		{(*view).worked, true, true},
		{(*view).recalled, true, true},
		{(*view).debated, true, true},
		{(*view).rivalled, true, true},
		{(*view).distributed, false, true},
		{(*view).following, false, true},
		{(*view).others, false, true},
		{(*view).mood, false, true},
		{(*view).attached, false, true},
		{(*view).conditions, true, true},
		{(*view).beside, true, false},
		{(*view).named, false, true},
		{(*view).parted, false, true},
		{(*view).among, false, true},
		{(*view).above, true, true},
		{(*view).elsewhere, false, true},
		{(*view).oneOfSeveral, false, true},
		{(*view).weak, false, true},
	}
}

// doubt says why a demand may not bind the answer as it was read; it is empty if
// none of the doubts holds.
func (d *decomposer) doubt(f *Found) string {
	v := view{d: d, f: f, s: d.tokens[f.in[0]:f.in[1]], from: f.from - f.in[0], to: f.to - f.in[0]}
	for _, one := range doubts() {
		if command := f.asked != noRole; command && !one.commands || !command && !one.others {
			continue
		}
		if why := one.ask(&v); why != "" {
			return why
		}
	}
	return ""
}

// beside doubts the amount of a command where parts are named that it may be
// of: an amount of the one text that is asked for is none of theirs.
func (v *view) beside() string {
	if v.goesOn() {
		return "more is asked for behind it"
	}
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

// goesOn reports whether the prompt asks for another text behind a demand:
// "summarise it in one sentence and list its topics".
func (v *view) goesOn() bool {
	t := v.d.tokens
	for i := v.f.to + 1; i < len(t); i++ {
		if t[i].kind != word || !listed()[t[i].low] && !telling()[t[i].low] || t[i].low == "with" || t[i].low == "state" || t[i].low == "show" {
			continue
		}
		switch before := t[i-1].low; {
		case before == "then" || before == "also" || before == "additionally" || before == "finally" || before == "afterwards" || before == "next":
			return true
		case i < v.f.in[1] && (before == "and" || before == "," || before == "und" || before == "y" || before == "et" || before == "e"):
			return true
		}
	}
	return false
}

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
