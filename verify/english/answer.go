package english

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// ofAnswer doubts that the answer, or the part of it that a demand names, is
// what it speaks of. It is where the demand says so, where it stands under no
// other label, where one text is asked for, and where nothing beside it is a
// part of that text.
func (v *view) ofAnswer() string {
	e := v.f.Reading.Check.Expr
	if why := v.oneOfSeveral(); why != "" {
		return why
	}
	if why := cmp.Or(v.ofTask(), v.ofThing()); why != "" {
		return why
	}
	goesOn := slices.ContainsFunc(v.d.discourse().requests, func(r request) bool { return r.sequel && r.verb >= v.f.to })
	if v.ofPart() && v.f.asked == noRole {
		if each, ok := e.(algebra.Each); ok && goesOn && clause.Covers(each.Of) {
			return "it may be said of what is asked for first alone" // six sentences of …; then add a key
		}
		if v.notAllOf(e) {
			return "not all of these may be meant"
		}
		return v.rivalled()
	}
	if own := v.s[v.from:v.to]; lexicon.Says(own, "comma", "commas") && !absolute(e) && !lexicon.Says(own, "list") && !v.addressed() &&
		(v.s[0].Low == "at" && lexicon.Says(v.s[:v.from], "end") || len(v.d.discourse().requests) != 1 || v.d.discourse().requests[0].end != v.f.in[1]) {
		return "it may be of one of several texts"
	}
	if why := v.under(); why != "" {
		return why
	}
	if why := v.fragment(); why != "" {
		return why
	}
	if part := v.partElsewhere(); strings.HasPrefix(part, "第") && !absolute(e) { // the first answer
		return "“" + part + "” may be what it speaks of"
	}
	shares := slices.ContainsFunc(v.s[v.to:], func(t lexicon.Token) bool { return sharing()[t.Low] })
	if v.addressed() && (!goesOn && !shares || !v.counts()) { // but "answer in two sentences, then give …"
		return v.said(v.fronted())
	}
	if v.ofOneOfMany() {
		return "it may be of each of several"
	}
	if v.goesOnBeside() {
		return besideLength
	}
	if noun := v.anotherText(); noun != "" {
		return saidOf + noun + "” alone"
	}
	if why := v.otherTexts(); why != "" {
		return why
	}
	if why := v.bearer(); why != "" {
		return why
	}
	return v.theme()
}

// ofPart reports whether the demand's words name the parts that it holds of.
func (v *view) ofPart() bool {
	return scopeIn(v.f.Reading.Check.Expr, strings.ToLower(v.f.Text)).Reach != adhere.WholeAnswer
}

// theme doubts a demand beside which its sentence names a part of the answer
// outside of what the answer is about.
func (v *view) theme() string {
	if v.from > 0 && v.s[v.from-1].Kind == lexicon.Mark && v.saysHow(v.s[:v.from-1]) {
		return ""
	}
	if part := v.partElsewhere(); part != "" {
		return "“" + part + "” may be what it speaks of"
	}
	p, at := v.d.discourse(), v.f.in[0]
	for i := range v.s {
		t := &v.s[i]
		if v.inside(i) || p.read[at+i] || t.Kind != lexicon.Word || !lexicon.PartWords()[t.Low] && (!severalWords()[t.Low] || !v.counts()) || p.ignored(v.d, at+i) {
			continue
		}
		if sharing()[t.Low] && (absolute(v.f.Reading.Check.Expr) || i > v.to && v.f.asked == listing || v.sharesAnew(i)) {
			continue // what is nowhere is in none of them
		}
		if i >= v.to && !contrasting()[t.Low] && v.begins(v.to, i) || i < v.from && v.f.clean && !sharing()[t.Low] && v.begins(i, v.from) {
			continue
		}
		return "“" + t.Text + "” may be what it speaks of"
	}
	return ""
}

// contrasting words set the answer, or a part of it, against another.
var contrasting = lexicon.WordSet(`others rest remainder`)

// sharesAnew reports whether a clause of its own says behind the demand what each
// of other things is to have: ", each …", ", one line each".
func (v *view) sharesAnew(i int) bool {
	if i <= v.to || i >= len(v.s) || !sharing()[v.s[i].Low] {
		return false
	}
	return clause.JoinsClauses(&v.s[i-1]) || clause.JoinsClauses(&v.s[max(amountBefore(v.s, i), 1)-1])
}

// begins reports whether a clause with a verb of its own begins between two
// places, the second of which it reaches.
func (v *view) begins(from, to int) bool {
	for first := to; first >= from; first-- {
		if first > 0 && !clause.JoinsClauses(&v.s[first-1]) {
			continue
		}
		end := first
		for end < len(v.s) && !lexicon.Separates(&v.s[end]) {
			end++
		}
		low := v.s[first].Low
		if lexicon.TaskVerbs()[low] || low == "no" || to >= v.to && slices.ContainsFunc(v.s[first:end], func(t lexicon.Token) bool { return lexicon.Modals()[t.Low] }) {
			return true
		}
	}
	return false
}

// ignored reports whether the name of a part at a token is none: it says what
// the text is about, names the text, or commands.
func (p *discourse) ignored(d *decomposer, i int) bool {
	t := &d.tokens[i]
	switch {
	case p.isHead(i), p.remarks[i] && !contrasting()[t.Low], clause.General(d.tokens, i):
		return true
	case p.inTopic(i):
		return !sharing()[t.Low]
	case i > 0 && (d.tokens[i-1].Low == "no" || t.Low == "both" && lexicon.ClassAt(d.tokens[i-1:]) == 'i'), i+1 < len(d.tokens) && (d.tokens[i+1].Low == "person" || d.tokens[i+1].Low == "name"):
		return true
	case i > 0 && (t.Low == "one" || t.Low == "ones"): // unless it stands for a noun
		low := d.tokens[i-1].Low
		return !lexicon.Determiners()[low] && !sharing()[low] && !lexicon.PartWords()[low]
	case i > 0 && lexicon.IsMeasure(t) && (d.tokens[i-1].Numeral() || d.tokens[i-1].Low == "a" || d.tokens[i-1].Low == "an"):
		return true // an amount
	}
	begins := i == 0 || lexicon.Separates(&d.tokens[i-1]) || clause.Fillers()[d.tokens[i-1].Low]
	return begins && lexicon.TaskVerbs()[t.Low]
}

// saysHow reports whether a system message says before a bracket or a comma only how its
// answers are: "your responses should be short", "keep answers brief and to the point".
func (v *view) saysHow(t []lexicon.Token) bool {
	noun := slices.IndexFunc(t, func(t lexicon.Token) bool { return replies()[t.Low] })
	if noun < 0 || v.d.exchanges() || !lexicon.Says(t[:noun], "keep", "make") && (noun+1 == len(t) || !lexicon.Modals()[t[noun+1].Low]) {
		return false
	}
	return !slices.ContainsFunc(slices.Concat(t[:noun], t[noun+1:]), func(t lexicon.Token) bool {
		return t.Kind != lexicon.Word || t.Low != "point" && lexicon.PartWords()[t.Low] || t.Low != "brief" && lexicon.WholeNouns()[t.Low] || lexicon.IsMeasure(&t) || narrowing()[t.Low]
	})
}

// replies are the model's answers, as a system message speaks of them.
var replies = lexicon.WordSet(`answers responses replies messages`)

// narrowing words say of which answers something is said.
var narrowing = lexicon.WordSet(`of for in with without on about at if when unless that which from like as seem seems`)

// under doubts what stands behind the name of a part and a colon, in brackets
// behind a word, or in a list under a line that names a part.
func (v *view) under() string {
	before := v.d.prompt[strings.LastIndexByte(v.d.prompt[:v.f.Start], '\n')+1 : v.f.Start]
	if l := v.refusal(); l != "" {
		return "it stands under “" + l + "”"
	}
	if m := leadIn.FindStringSubmatch(before); m != nil {
		t := lexicon.Tokenize(m[1])
		if m[2] != "" || len(t) <= longestPartName && namesPart(t) {
			return "it stands behind “" + m[1] + "”"
		}
	}
	for i := v.from - 1; i >= 0 && v.s[i].Low != ")"; i-- {
		if v.s[i].Low == "(" && v.unread(i+1, v.from) {
			return "it may speak of “" + v.s[i+1].Text + "”"
		}
	}
	for i := min(v.to, v.from+longestPartName) - 1; i > 0; i-- { // "tagline: one sentence" has its own
		before := &v.s[i-1]
		switch v.s[i].Text {
		case "(":
			another := func(r request) bool { return v.f.in[0] <= r.head && r.head < v.f.in[0]+i-1 } // "a title, a description (at most …"
			if !v.saysHow(v.s[:i]) && !v.closes(i) && (!lexicon.WholeNouns()[before.Low] || v.item() || slices.ContainsFunc(v.d.discourse().requests, another)) && !v.ofPart() && (before.Kind == lexicon.Word || before.Kind == lexicon.Quoted) {
				return "it may speak of “" + before.Text + "”"
			}
		case ":":
			return labelled(v.s[:i])
		case ";", ".", ")":
		default:
			continue
		}
		break
	}
	if v.f.in[0] == 0 {
		return ""
	}
	line := v.d.prompt[:v.d.tokens[v.f.in[0]].Start]
	at := strings.LastIndexByte(line, '\n') + 1
	if name, _, ok := strings.Cut(line[at:], ":"); ok {
		if why := labelled(lexicon.Tokenize(name)); why != "" {
			return why
		}
	}
	if (v.f.asked != noRole || v.counts() && !v.addressed() && v.unread(0, v.from)) && v.item() && (!v.d.standing || !lexicon.Says(v.s[:v.to], "respond", "reply", "answer")) {
		return "it stands in a list of tasks"
	}
	marked := strings.TrimSpace(line[at:])
	if first := &v.s[0]; marked == "" && first.Kind == lexicon.Mark {
		marked = first.Text
	}
	return v.headed(at, marked != "" && strings.Trim(marked, "-*•0123456789.) ") == "")
}

// closes reports whether the demand stands in brackets at the end of a sentence that has
// one thing told and names no text or part: "explain why cats purr (max 50 words)". A
// bare number may be said of that thing.
func (v *view) closes(bracket int) bool {
	verb := v.d.commandIn(v.s[:bracket])
	if verb < 0 || !telling()[v.s[verb].Low] || v.item() || len(v.d.discourse().requests) > 1 {
		return false
	}
	if c, ok := v.f.Reading.Check.Expr.(algebra.Compare); ok && c.Is.Op == algebra.OpExactly && c.Is.N > 0 && v.s[bracket+1].Low != "in" {
		return false
	}
	other := func(t lexicon.Token) bool {
		one := lexicon.SingularOf(t.Low)
		return t.Kind != lexicon.Word || t.Numeral() || clause.JoinsClauses(&t) || clause.EntryNouns()[one] || lexicon.PartWords()[t.Low] || namesText(&t) || severalWords()[t.Low] || lexicon.TaskVerbs()[t.Low] || holders()[one] || lexicon.Says([]lexicon.Token{t}, "with", "including", "plus", "by", "or")
	}
	behind := func(t lexicon.Token) bool { return t.Kind != lexicon.Mark && !clause.Politeness()[t.Low] }
	return !slices.ContainsFunc(v.s[verb+1:bracket], other) && !slices.ContainsFunc(v.s[v.to:], behind)
}

// holders are what texts are put into.
var holders = lexicon.Set("fields")

// item reports whether the demand stands in an item of a list.
func (v *view) item() bool {
	at := strings.LastIndexByte(v.d.prompt[:v.f.Start], '\n') + 1
	return tasks.MatchString(v.d.prompt[at:v.f.End]) && len(tasks.FindAllStringIndex(v.d.prompt, 2)) > 1
}

// labelled doubts what stands behind a label that names no rules.
func labelled(t []lexicon.Token) string {
	t = clause.Trimmed(t)
	if _, letters := clause.Cascade(t).(algebra.Case); letters {
		return "" // all caps please: …
	}
	first := len(t)
	for first > 0 && !lexicon.Separates(&t[first-1]) {
		first--
	}
	if first == len(t) || len(t)-first > longestPartName || t[first].Low == "for" || t[first].Low == "as" || strings.HasPrefix(t[first].Low, "here") || clause.Tellers()[t[first].Low] && !lexicon.Determiners()[t[first].Low] {
		return ""
	}
	for i := first; i < len(t) && !owners()[t[first].Low] && t[first].Low != "say" && t[first].Low != "repeat"; i++ {
		if t[i].Low == "let" || clause.Politeness()[t[i].Low] || i == first && clause.Fillers()[t[i].Low] || rulesLabel()[t[i].Low] || lexicon.TaskVerbs()[t[i].Low] || t[i].Low == "be" {
			return ""
		}
	}
	return "it stands under “" + t[first].Text + "”"
}

// leadIn is what an item of a list begins with before its demand: the name of
// a part and a full stop, or what leads to it by an arrow.
var leadIn = lazyregexp.New(`^\s*[-*•\d][-*•\d.)\s]*([^.:(→>]*[^.:(→>\s=-])\s*(?:([→>]|[-=]>)|\([^()]*\)\.|\.)\s`)

// namesPart reports whether words are the name of one part, which may have a number:
// "Opening paragraph", but not "Answer in one paragraph".
func namesPart(t []lexicon.Token) bool {
	last := len(t) - 1
	if last > 0 && t[last].Kind == lexicon.Number {
		last--
	}
	end := &t[last]
	return lexicon.PartWords()[end.Low] && !strings.HasSuffix(end.Low, "s") && t[0].Low != "no" && !t[0].Numeral() && !lexicon.TaskVerbs()[t[0].Low] && !slices.ContainsFunc(t, func(t lexicon.Token) bool { return t.Low == "in" || t.Low == "to" })
}

// owners begin labels of what others demand: "their style guide:".
var owners = lexicon.WordSet(`their his her`)

// headed doubts what stands under a heading, or an item of a list under a line,
// that names a part.
func (v *view) headed(at int, item bool) string {
	l := v.leader(at, item)
	t := lexicon.Tokenize(strings.Trim(l, "#*: "))
	part := slices.ContainsFunc(t, func(t lexicon.Token) bool { return lexicon.PartWords()[t.Low] })
	// A heading "Title" is over one, though the label "title:" may be over anything.
	if l != "" && (part || len(t) <= longestPartName) && !slices.ContainsFunc(t, func(t lexicon.Token) bool {
		return rulesLabel()[t.Low] && t.Low != "title" || !part && (namesText(&t) || lexicon.TaskVerbs()[t.Low] || generic()[t.Low] || clause.Aspects()[t.Low])
	}) {
		return "it stands under “" + l + "”"
	}
	return ""
}

// leader returns the heading above a place, or the line that leads to the list
// whose item stands there.
func (v *view) leader(at int, item bool) string {
	lines := strings.Split(strings.TrimRight(v.d.prompt[:at], "\n"), "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		l := strings.TrimSpace(lines[i])
		heading := strings.HasPrefix(l, "#") || strings.HasPrefix(l, "**") && strings.HasSuffix(strings.TrimRight(l, ":"), "**")
		if l != "" && (heading || item && !strings.ContainsAny(l[:1], "-*•0123456789")) {
			return l
		}
	}
	return ""
}

// marksAlone is a pattern of marks of any script.
var marksAlone = lazyregexp.New(`^\[[,，、。．]+\]$`)

// absolute reports whether a sign or a form is to occur nowhere. A word may be
// kept out of a part.
func absolute(e algebra.Expr) bool {
	c, _ := e.(algebra.Compare)
	n, ok := c.Of.(algebra.Count)
	if !ok || c.Is != algebra.Exactly(0) {
		return false
	}
	f, find := n.Of.Source.(algebra.Find)
	return !find || f.Kind != algebra.FindWord && utf8.RuneCountInString(f.Value) == 1 || f.Kind == algebra.FindPattern && marksAlone.MatchString(f.Value)
}
