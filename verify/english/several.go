package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
)

// Doubts where a prompt asks for several texts: a demand may be of one of them.

// tasks are items of a list in a prompt.
var tasks = lazyregexp.New(`(?m)^[ \t]*(?:\d{1,2}[.),]|[-*•])[ \t]+`)

// oneOfSeveral doubts what its own words say of one text of several: "in the
// limerick" beside a haiku, "the answer" of a quiz.
func (v *view) oneOfSeveral() string {
	p := v.d.prospect()
	if scoped(v.f.Reading.Check.Expr) {
		if at := slices.IndexFunc(v.s[v.from:v.to], func(t token) bool { return sharing()[t.low] }); at >= 0 && general(v.s, v.from+at) || says(v.s[v.from:v.to], "your") && says(v.s[v.from:v.to], "messages") {
			return "it may be said of every answer"
		}
		return ""
	}
	several := slices.ContainsFunc(p.requests, func(r request) bool { return r.several })
	for i := v.from; i < v.to; i++ {
		t := &v.s[i]
		asked := (t.low == "answer" || t.low == "answers") && (i == 0 || v.s[i-1].low != "your") && says(v.d.tokens, "faq", "faqs", "quiz", "trivia", "riddle", "riddles", "flashcard", "flashcards")
		beside := !v.ofText(v.f.in[0]+i) || v.isName(t.low)
		if asked || (several || beside || v.d.things[t.low]) && t.kind == word && wholeNouns()[t.low] && !coreNouns()[t.low] {
			return "“" + t.text + "” may be one of several texts"
		}
	}
	return ""
}

// versions are several of one text, in Chinese, and changes to one of several
// answers.
var (
	versions = lazyregexp.New(`(?:[2-9]|[两二三四五]) ?(?:个)?(?:版(?:[,，。.]|本)|版$)`)
	changed  = lazyregexp.New(`(?i)(?:\b(?:first|second|third|fourth|[1-9](?:st|nd|rd|th|[ªº]))\s+(?:option|opci[oó]n|version|versi[oó]n|variant)\b|\boption [1-9]\b)[^.\n]*:`)
	// askingElsewhere are, in Chinese, verbs that ask for a text.
	askingElsewhere = lazyregexp.New(`推荐|起一|取一|列出|找出|设计|分析|比较`)
	// addedElsewhere asks in Chinese for a text behind another.
	addedElsewhere = lazyregexp.New(`(?:后面|之后|末尾|最后).{0,6}(?:添加|加上|附上)`)
)

// ofTask doubts a length behind what one of several tasks asks for, behind a text
// that is added to another, and of one version of several.
func (v *view) ofTask() string {
	e := ofEach(v.f.Reading.Check.Expr)
	c, ok := e.(algebra.Compare)
	if ok && counts(c, algebra.Bullet) && c.Is.Op == algebra.OpExactly && asksText(v.s[v.from]) && slices.ContainsFunc(v.d.found, func(g Found) bool {
		other, _ := g.Reading.Check.Expr.(algebra.Compare)
		return g.in != v.f.in && counts(other, algebra.Entry)
	}) {
		return "several texts are asked for" // 8 titles, and 8 bullet points
	}
	if !ok || !boundsLength(c) {
		return ""
	}
	own := v.s[v.from:v.to]
	if name := slices.IndexFunc(own, namesOneText); name >= 0 {
		for i := 1; i < v.f.in[0] && v.addressed(); i++ {
			if before := &v.d.tokens[i-1]; (before.low == "each" || before.low == "every") && v.d.tokens[i].low == "of" {
				return "“" + own[name].text + "” may be one of several texts"
			}
		}
		if says(own, "description", "caption", "excerpt") && !scoped(v.f.Reading.Check.Expr) && !taskVerbs()[own[0].low] && !slices.ContainsFunc(own, func(t token) bool { return modals()[t.low] }) &&
			slices.ContainsFunc(v.d.found, func(g Found) bool { return g.in != v.f.in && ofNamed(g.Reading.Check.Expr) }) {
			return "“" + own[name].text + "” may be one of several texts" // title 8 words, meta description 18 words
		}
	}
	start := v.d.tokens[v.f.in[0]].start
	line := v.d.prompt[strings.LastIndexByte(v.d.prompt[:v.f.Start], '\n')+1 : v.f.Start]
	if changed.MatchString(line) {
		return "it may be of one of several answers"
	}
	if v.d.foreign && versions.MatchString(v.d.prompt[:min(len(v.d.prompt), looked)]) {
		return "several texts are asked for"
	}
	if at := v.f.in[0]; v.d.foreign && v.from == 0 && at > 0 {
		before := v.d.sentenceAt(at - 1)
		if addedElsewhere.MatchString(v.d.prompt[v.d.tokens[before[0]].start:start]) {
			return "it may be of what is asked for here alone"
		}
	}
	if v.explains() {
		return "it may be of the explanation alone"
	}
	if v.addressed() || !v.item() {
		return ""
	}
	before := v.f.in[0]
	if v.d.foreign {
		before = v.f.from
	}
	if from, _ := v.d.between(v.f.Start-len(line), v.f.Start); from < before && slices.ContainsFunc(v.d.tokens[from:before], asksText) && v.otherTask() {
		return "it stands in a list of tasks"
	}
	return ""
}

// otherTask reports whether another item of a list than the demand's own asks for a
// text.
func (v *view) otherTask() bool {
	text := v.d.prompt[:min(len(v.d.prompt), looked)]
	for _, m := range tasks.FindAllStringIndex(text, mostDemands) {
		end := m[1] + strings.IndexByte(text[m[1]:]+"\n", '\n')
		if m[0] <= v.f.Start && v.f.Start <= end {
			continue
		}
		if from, to := v.d.between(m[1], end); from < to && slices.ContainsFunc(v.d.tokens[from:to], asksText) {
			return true
		}
	}
	return false
}

// asksText reports whether a word is a verb that asks for a text.
func asksText(t token) bool {
	return t.kind == word && (taskVerbs()[t.low] && !shaping()[t.low] && !coreNouns()[t.low] || t.joined() && askingElsewhere.MatchString(t.text))
}

// explains reports whether an explanation beside what else the sentence asks for
// stands before the demand: "choose one and give an explanation, using 50 words".
func (v *view) explains() bool {
	for i := v.from - 1; i > 2; i-- {
		if low := v.s[i].low; low != "explanation" && low != "justification" {
			continue
		}
		for verb := i - 1; verb > 1; verb-- {
			if joint(&v.s[verb-1]) && taskVerbs()[v.s[verb].low] {
				return slices.ContainsFunc(v.s[:verb-1], func(t token) bool { return taskVerbs()[t.low] && !shaping()[t.low] })
			}
		}
	}
	return false
}

// namesOneText reports whether a noun names a text that may stand beside others.
func namesOneText(t token) bool { return t.kind == word && wholeNouns()[t.low] && !coreNouns()[t.low] }

// isName reports whether another demand names a part so: a key, a column, a
// heading.
func (v *view) isName(low string) bool {
	for i, said := range v.d.prospect().quoting {
		if said != "" && v.d.found[i].from != v.f.from && strings.Contains(said, `"`+low+`"`) {
			return true
		}
	}
	return false
}

// otherTexts doubts a number of which several texts may have one, and what is
// demanded of a text that stands behind or below another.
func (v *view) otherTexts() string {
	p, first := v.d.prospect(), true
	for i := range p.requests {
		r := &p.requests[i]
		inside := r.end == v.f.in[1]
		own := inside && (first && v.f.asked == manner || r.verb < v.f.to)
		first = first && !inside
		switch text := "“" + v.d.tokens[max(r.verb, 0)].text + "” asks for another text"; {
		case own && r.verb >= v.f.in[0] && sequel(v.s, r.verb-v.f.in[0]):
			return "it may be of what is asked for here alone"
		case r.head >= 0 && v.d.tokens[r.head].low == "translation":
		case !own && (v.f.asked != noRole && inside || v.f.asked == manner && r.verb > v.f.from ||
			v.f.asked == listing && r.verb >= 0 && !p.read[r.verb] || r.verb > v.f.from && r.sequel && v.counts()):
			return text
		case r.several && v.counts():
			return "several texts are asked for"
		}
	}
	if !ofLength(v.f.Reading.Check.Expr) || !v.counts() {
		return ""
	}
	if why := v.rivalled(); why != "" || v.f.asked == manner {
		return why
	}
	for _, i := range p.several {
		if v.sharesAnew(i - v.f.in[0]) {
			continue
		}
		return "“" + v.d.tokens[i].text + "” may be what it speaks of"
	}
	return ""
}

// ofOneOfMany reports whether a length may be of each of several things that are
// asked for: "write 15 parables in 50 words", "5 names. It should have 2 words".
func (v *view) ofOneOfMany() bool {
	c, _ := v.f.Reading.Check.Expr.(algebra.Compare)
	marks := (counts(c, algebra.Hashtag) || counts(c, algebra.Emoji)) && v.counts() && c.Is.Op != algebra.OpLeast
	if !boundsLength(c) && !marks || counts(c, algebra.Line) || says(v.s[v.from:v.to], "total", "altogether", "overall") {
		return false
	}
	if v.d.things != nil && (v.s[v.from].low == "it" || v.s[v.from].low == "they") {
		return true
	}
	if at := slices.IndexFunc(v.s, func(t token) bool { return t.low == "times" }); at > 0 && !v.inside(at) && v.s[at-1].numeral() {
		return true // rewrite it 5 times
	}
	for _, r := range v.d.prospect().requests {
		for at := max(r.verb, 0) + 1; at < r.head && (r.end <= v.f.in[0] || r.verb >= v.f.in[1] && (marks || counts(c, algebra.Character))); at++ {
			if n, size := numberAt(v.d.tokens[at:]); size > 0 && n > 1 && at+size <= r.head && (inPlural(v.d.tokens[r.head].low) || inPlural(v.d.tokens[min(r.head+1, len(v.d.tokens)-1)].low)) {
				return true // 10 subject lines for our sale
			}
		}
	}
	for i := range v.d.found {
		g := &v.d.found[i]
		n, _ := g.Reading.Check.Expr.(algebra.Compare)
		if g.asked == listing && g.in != v.f.in && (marks || c.Is.Op != algebra.OpLeast && c.Is.Op != algebra.OpMore &&
			(counts(c, algebra.Word) && max(c.Is.N, c.Is.M) < fewestListed*n.Is.N || counts(c, algebra.Character) && max(c.Is.N, c.Is.M) < lettersListed*fewestListed*n.Is.N)) {
			return true // 5 icebreakers. Write 30 words
		}
	}
	for i := 1; i+1 < v.from; i++ {
		if v.s[i].low == "and" && boundsLength(c) && v.d.prospect().isHead(v.f.in[0]+i-1) && (namesText(&v.s[i+1]) || namesText(&v.s[i+2])) {
			return true // a meta description and meta title, under 250 characters
		}
	}
	verb := v.d.commandIn(v.s)
	for at := verb + 1; verb >= 0 && at < min(v.from, verb+3) && at+1 < v.from; at++ {
		if n, size := numberAt(v.s[at:]); at+size < len(v.s) && size > 0 && n > 1 && v.s[at+size].kind == word && !measured(&v.s[at+size]) && (at == verb+1 || !determiners()[v.s[at-1].low]) {
			return true
		}
	}
	return false
}

// A list has at least so many words an entry, and so many letters a word.
const (
	fewestListed  = 10
	lettersListed = 6
)

// inPlural reports whether a noun is a regular plural.
func inPlural(low string) bool { return singularOf(low) != low && !strings.HasSuffix(low, "ss") }

// rivalled doubts a length beside another of the same kind: they are of two
// texts, or of two parts.
func (v *view) rivalled() string {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	if !ok || !boundsLength(c) || c.Is.Op == algebra.OpLeast || c.Is.Op == algebra.OpMore {
		return ""
	}
	for i := v.to; i+1 < len(v.s); i++ {
		if v.s[i].low == "in" && v.s[i+1].numeral() && (i+2 == len(v.s) || separates(&v.s[i+2])) {
			return "another length stands beside it" // and coffee in two
		}
	}
	if counts(c, algebra.Character) {
		if countShown.MatchString(v.d.prompt[:min(len(v.d.prompt), looked)]) {
			return "the answer is to say the number too"
		}
		for _, m := range otherSize.FindAllStringSubmatchIndex(v.d.prompt[:min(len(v.d.prompt), looked)], -1) {
			if from, _ := v.d.between(m[2], m[3]); from < len(v.d.tokens) && !v.d.prospect().read[from] {
				return "another length stands beside it"
			}
		}
	}
	for i := 1; i < len(v.d.tokens); i++ {
		t, before := &v.d.tokens[i], &v.d.tokens[i-1]
		if countedIn(c).Source == algebra.Source(algebra.Unit(t.lemma)) && (before.low == "another" || ordinal(before.low) > int(c.Is.N)) {
			return "another length stands beside it" // in a second paragraph
		}
	}
	for i := range v.d.found {
		g := &v.d.found[i]
		if g.in == v.f.in && ofNamed(g.Reading.Check.Expr) {
			return "it may be of what is beside “" + g.Text + "”"
		}
		other, ok := g.Reading.Check.Expr.(algebra.Compare)
		if ok && boundsLength(other) && other.Is != c.Is && other.Of == c.Of && other.Is.Op != algebra.OpLeast && other.Is.Op != algebra.OpMore {
			return "another length stands beside it"
		}
	}
	return ""
}

// countShown asks that the number of characters stands beside the text.
var countShown = lazyregexp.New(`(?i)\b(?:mention|include|show|add)\s+(?:the\s+)?characters?\s+count`)

// otherSize is a number of characters that is no bare "two characters", however it is written.
var otherSize = lazyregexp.New(`(?i)\b(\d{2,})[ -]?(?:max )?char`)

// ofNamed reports whether a demand is of the title or another part of a name.
func ofNamed(e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	_, named := each.Of.Source.(algebra.Named)
	return ok && (named || each.Of.Source == algebra.Source(algebra.TitleLine))
}
