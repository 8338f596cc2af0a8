package english

import (
	"cmp"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
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
		if each, ok := e.(algebra.Each); ok && goesOn && covers(each.Of) {
			return "it may be said of what is asked for first alone" // six sentences of …; then add a key
		}
		return v.rivalled()
	}
	if own := v.s[v.from:v.to]; says(own, "comma", "commas") && !absolute(e) && !says(own, "list") && !v.addressed() &&
		(v.s[0].low == "at" && says(v.s[:v.from], "end") || len(v.d.discourse().requests) != 1 || v.d.discourse().requests[0].end != v.f.in[1]) {
		return "it may be of one of several texts"
	}
	if why := v.under(); why != "" {
		return why
	}
	if part := v.partElsewhere(); strings.HasPrefix(part, "第") && !absolute(e) { // the first answer
		return "“" + part + "” may be what it speaks of"
	}
	shares := slices.ContainsFunc(v.s[v.to:], func(t token) bool { return sharing()[t.low] })
	if v.addressed() && (!goesOn && !shares || !v.counts()) { // but "answer in two sentences, then give …"
		return v.said(v.fronted())
	}
	if v.ofOneOfMany() {
		return "it may be of each of several"
	}
	if v.goesOnBeside() {
		return "what stands beside it may have another length"
	}
	if noun := v.anotherText(); noun != "" {
		return "it may be said of “" + noun + "” alone"
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
	if part := v.partElsewhere(); part != "" {
		return "“" + part + "” may be what it speaks of"
	}
	p, at := v.d.discourse(), v.f.in[0]
	for i := range v.s {
		t := &v.s[i]
		if v.inside(i) || p.read[at+i] || t.kind != word || !partWords()[t.low] && (!severalWords()[t.low] || !v.counts()) || p.ignored(v.d, at+i) {
			continue
		}
		if sharing()[t.low] && (absolute(v.f.Reading.Check.Expr) || i > v.to && v.f.asked == listing || v.sharesAnew(i)) {
			continue // what is nowhere is in none of them
		}
		if i >= v.to && !contrasting()[t.low] && v.begins(v.to, i) || i < v.from && v.f.clean && !sharing()[t.low] && v.begins(i, v.from) {
			continue
		}
		return "“" + t.text + "” may be what it speaks of"
	}
	return ""
}

// contrasting words set the answer, or a part of it, against another.
var contrasting = wordSet(`others rest remainder`)

// sharesAnew reports whether a clause of its own says behind the demand what each
// of other things is to have: ", each …", ", one line each".
func (v *view) sharesAnew(i int) bool {
	if i <= v.to || i >= len(v.s) || !sharing()[v.s[i].low] {
		return false
	}
	return joint(&v.s[i-1]) || joint(&v.s[max(amountBefore(v.s, i), 1)-1])
}

// begins reports whether a clause with a verb of its own begins between two
// places, the second of which it reaches.
func (v *view) begins(from, to int) bool {
	for first := to; first >= from; first-- {
		if first > 0 && !joint(&v.s[first-1]) {
			continue
		}
		end := first
		for end < len(v.s) && !separates(&v.s[end]) {
			end++
		}
		low := v.s[first].low
		if taskVerbs()[low] || low == "no" || to >= v.to && slices.ContainsFunc(v.s[first:end], func(t token) bool { return modals()[t.low] }) {
			return true
		}
	}
	return false
}

// joint reports whether a token stands between clauses.
func joint(t *token) bool { return separates(t) || t.low == "and" || t.low == "but" }

// ignored reports whether the name of a part at a token is none: it says what
// the text is about, names the text, or commands.
func (p *discourse) ignored(d *decomposer, i int) bool {
	t := &d.tokens[i]
	switch {
	case p.isHead(i), p.remarks[i] && !contrasting()[t.low], general(d.tokens, i):
		return true
	case p.inTopic(i):
		return !sharing()[t.low]
	case i > 0 && (d.tokens[i-1].low == "no" || t.low == "both" && classAt(d.tokens[i-1:]) == 'i'), i+1 < len(d.tokens) && (d.tokens[i+1].low == "person" || d.tokens[i+1].low == "name"):
		return true
	case i > 0 && (t.low == "one" || t.low == "ones"): // unless it stands for a noun
		low := d.tokens[i-1].low
		return !determiners()[low] && !sharing()[low] && !partWords()[low]
	case i > 0 && measured(t) && (d.tokens[i-1].numeral() || d.tokens[i-1].low == "a" || d.tokens[i-1].low == "an"):
		return true // an amount
	}
	begins := i == 0 || separates(&d.tokens[i-1]) || fillers()[d.tokens[i-1].low]
	return begins && taskVerbs()[t.low]
}

// under doubts what stands behind the name of a part and a colon, in brackets
// behind a word, or in a list under a line that names a part.
func (v *view) under() string {
	before := v.d.prompt[strings.LastIndexByte(v.d.prompt[:v.f.Start], '\n')+1 : v.f.Start]
	if l := v.refusal(); l != "" {
		return "it stands under “" + l + "”"
	}
	if m := leadIn.FindStringSubmatch(before); m != nil {
		t := tokenize(m[1])
		if m[2] != "" || len(t) <= longestPartName && namesPart(t) {
			return "it stands behind “" + m[1] + "”"
		}
	}
	for i := v.from - 1; i >= 0 && v.s[i].low != ")"; i-- {
		if v.s[i].low == "(" && v.unread(i+1, v.from) {
			return "it may speak of “" + v.s[i+1].text + "”"
		}
	}
	for i := min(v.to, v.from+longestPartName) - 1; i > 0; i-- { // "tagline: one sentence" has its own
		before := &v.s[i-1]
		switch v.s[i].text {
		case "(":
			another := func(r request) bool { return v.f.in[0] <= r.head && r.head < v.f.in[0]+i-1 } // "a title, a description (at most …"
			if (!wholeNouns()[before.low] || v.item() || slices.ContainsFunc(v.d.discourse().requests, another)) && !v.ofPart() && (before.kind == word || before.kind == quoted) {
				return "it may speak of “" + before.text + "”"
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
	line := v.d.prompt[:v.d.tokens[v.f.in[0]].start]
	at := strings.LastIndexByte(line, '\n') + 1
	if name, _, ok := strings.Cut(line[at:], ":"); ok {
		if why := labelled(tokenize(name)); why != "" {
			return why
		}
	}
	if (v.f.asked != noRole || v.counts() && !v.addressed() && v.unread(0, v.from)) && v.item() {
		return "it stands in a list of tasks"
	}
	marked := strings.TrimSpace(line[at:])
	if first := &v.s[0]; marked == "" && first.kind == mark {
		marked = first.text
	}
	return v.headed(at, marked != "" && strings.Trim(marked, "-*•0123456789.) ") == "")
}

// item reports whether the demand stands in an item of a list.
func (v *view) item() bool {
	at := strings.LastIndexByte(v.d.prompt[:v.f.Start], '\n') + 1
	return tasks.MatchString(v.d.prompt[at:v.f.End]) && len(tasks.FindAllStringIndex(v.d.prompt, 2)) > 1
}

// labelled doubts what stands behind a label that names no rules.
func labelled(t []token) string {
	t = trimmed(t)
	if _, letters := cascade(t).(algebra.Case); letters {
		return "" // all caps please: …
	}
	first := len(t)
	for first > 0 && !separates(&t[first-1]) {
		first--
	}
	if first == len(t) || len(t)-first > longestPartName || t[first].low == "for" || strings.HasPrefix(t[first].low, "here") || tellers()[t[first].low] && !determiners()[t[first].low] {
		return ""
	}
	for i := first; i < len(t) && !owners()[t[first].low] && t[first].low != "say" && t[first].low != "repeat"; i++ {
		if t[i].low == "let" || politeness()[t[i].low] || i == first && fillers()[t[i].low] || rulesLabel()[t[i].low] || taskVerbs()[t[i].low] || t[i].low == "be" {
			return ""
		}
	}
	return "it stands under “" + t[first].text + "”"
}

// leadIn is what an item of a list begins with before its demand: the name of
// a part and a full stop, or what leads to it by an arrow.
var leadIn = lazyregexp.New(`^\s*[-*•\d][-*•\d.)\s]*([^.:(→>]*[^.:(→>\s=-])\s*(?:([→>]|[-=]>)|\([^()]*\)\.|\.)\s`)

// namesPart reports whether words are the name of one part, which may have a number:
// "Opening paragraph", but not "Answer in one paragraph".
func namesPart(t []token) bool {
	last := len(t) - 1
	if last > 0 && t[last].kind == number {
		last--
	}
	end := &t[last]
	return partWords()[end.low] && !strings.HasSuffix(end.low, "s") && t[0].low != "no" && !t[0].numeral() && !taskVerbs()[t[0].low] && !slices.ContainsFunc(t, func(t token) bool { return t.low == "in" || t.low == "to" })
}

// owners begin labels of what others demand: "their style guide:".
var owners = wordSet(`their his her`)

// headed doubts what stands under a heading, or an item of a list under a line,
// that names a part.
func (v *view) headed(at int, item bool) string {
	l := v.leader(at, item)
	t := tokenize(strings.Trim(l, "#*: "))
	part := slices.ContainsFunc(t, func(t token) bool { return partWords()[t.low] })
	// A heading "Title" is over one, though the label "title:" may be over anything.
	if l != "" && (part || len(t) <= longestPartName) && !slices.ContainsFunc(t, func(t token) bool {
		return rulesLabel()[t.low] && t.low != "title" || !part && (namesText(&t) || taskVerbs()[t.low] || generic()[t.low] || aspects()[t.low])
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

// absolute reports whether a sign or a form is to occur nowhere. A word may be
// kept out of a part.
func absolute(e algebra.Expr) bool {
	c, _ := e.(algebra.Compare)
	n, ok := c.Of.(algebra.Count)
	if !ok || c.Is != algebra.Exactly(0) {
		return false
	}
	f, find := n.Of.Source.(algebra.Find)
	return !find || f.Kind != algebra.FindWord && len(f.Value) == 1
}
