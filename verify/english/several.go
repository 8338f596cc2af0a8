package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// Doubts where a prompt asks for several texts: a demand may be of one of them.

// tasks are items of a list in a prompt.
var tasks = lazyregexp.New(`(?m)^[ \t]*(?:\d{1,2}[.),]|[-*•])[ \t]+`)

// oneOfSeveral doubts what its own words say of one text of several: "in the
// limerick" beside a haiku, "the answer" of a quiz.
func (v *view) oneOfSeveral() string {
	p := v.d.discourse()
	if clause.Scoped(v.f.Reading.Check.Expr) {
		if at := slices.IndexFunc(v.s[v.from:v.to], func(t lexicon.Token) bool { return sharing()[t.Low] }); at >= 0 && clause.General(v.s, v.from+at) {
			return "it may be said of every answer"
		}
		each, _ := v.f.Reading.Check.Expr.(algebra.Each)
		if _, named := each.Of.Source.(algebra.Named); named && len(p.requests) == 1 && v.inside(p.requests[0].head-v.f.in[0]) {
			return "it may be all that is asked for" // write an introduction to bees in 100 words
		}
		return ""
	}
	if at := slices.IndexFunc(v.s[v.from:v.to], func(t lexicon.Token) bool { return t.Low == "each" || t.Low == "every" }); at >= 0 && clause.General(v.s, v.from+at) && v.d.exchanges() {
		return "it may be said of the answers in a text"
	}
	if v.repeated() {
		return "it may be of each of several"
	}
	several := slices.ContainsFunc(p.requests, func(r request) bool { return r.several })
	for i := v.from; i < v.to; i++ {
		t := &v.s[i]
		asked := (t.Low == "answer" || t.Low == "answers") && (i == 0 || v.s[i-1].Low != "your") && lexicon.Says(v.d.tokens, "faq", "faqs", "quiz", "trivia", "riddle", "riddles", "flashcard", "flashcards")
		beside := !v.ofText(v.f.in[0]+i) || v.isName(t.Low)
		if asked || (several || beside || v.d.things[t.Low]) && t.Kind == lexicon.Word && lexicon.WholeNouns()[t.Low] && !clause.CoreNouns()[t.Low] {
			return "“" + t.Text + "” may be one of several texts"
		}
	}
	return ""
}

// repeated reports whether the sentence of a length has one text put in several ways: "rewrite
// it five times, under 20 words".
func (v *view) repeated() bool {
	if !v.counts() || !clause.OfLength(v.f.Reading.Check.Expr) || lexicon.Says(v.s[v.to:], "total", "all", "altogether", "overall") || lexicon.Says(v.s[v.from:v.to], "total", "all") {
		return false
	}
	verb := slices.IndexFunc(v.s, func(t lexicon.Token) bool { return rewording()[t.Low] })
	for i := verb + 1; verb >= 0 && i+1 < len(v.s); i++ {
		if v.s[i].Numeral() && lexicon.Says(v.s[i+1:min(len(v.s), i+3)], "times", "ways") {
			return true
		}
	}
	return false
}

// rewording verbs put a text in other words.
var rewording = lexicon.WordSet(`rewrite rephrase paraphrase reword restate say write express phrase translate summarize summarise`)

// exchanges reports whether the answers that a message speaks of may be those in a
// text: "write a quiz. Every answer has at most ten words". A system message, or a
// user who says that it holds from now on, speaks of the model's.
func (d *decomposer) exchanges() bool {
	return !d.standing && !onwards.MatchString(d.prompt) || lexicon.Says(d.tokens, "faq", "faqs", "quiz", "quizzes", "trivia", "flashcards", "interview", "interviews", "dialogue", "dialogues", "dialog")
}

// onwards says that something holds of a conversation.
var onwards = lazyregexp.New(`(?i)\b(?:from (?:now|here) on|going forward|in (?:this|our) (?:chat|conversation)|ab jetzt|a partir de (?:ahora|agora)|désormais)\b|从现在|今后|接下来|これから|今後`)

// changed is, of several answers, one that is to be changed.
var changed = lazyregexp.New(`(?i)(?:\b(?:first|second|third|fourth|[1-9](?:st|nd|rd|th|[ªº]))\s+(?:option|opci[oó]n|version|versi[oó]n|variant)\b|\boption [1-9]\b)[^.\n]*:`)

// ofTask doubts a length that stands in a line on one of several answers: "in the
// 2nd option: …".
func (v *view) ofTask() string {
	line := v.d.prompt[strings.LastIndexByte(v.d.prompt[:v.f.Start], '\n')+1 : v.f.Start]
	if clause.OfLength(clause.OfEach(v.f.Reading.Check.Expr)) && changed.MatchString(line) {
		return "it may be of one of several answers"
	}
	return ""
}

// isName reports whether another demand names a part so: a key, a column, a
// heading.
func (v *view) isName(low string) bool {
	for i, said := range v.d.discourse().quoting {
		if said != "" && v.d.found[i].from != v.f.from && strings.Contains(said, `"`+low+`"`) {
			return true
		}
	}
	return false
}

// otherTexts doubts a number of which several texts may have one, and what is
// demanded of a text that stands behind or below another.
func (v *view) otherTexts() string {
	p, first := v.d.discourse(), true
	for i := range p.requests {
		r := &p.requests[i]
		inside := r.end == v.f.in[1]
		own := inside && (first && v.f.asked == manner || r.verb < v.f.to)
		first = first && !inside
		switch text := "“" + v.d.tokens[max(r.verb, 0)].Text + "” asks for another text"; {
		case own && r.verb >= v.f.in[0] && sequel(v.s, r.verb-v.f.in[0]):
			return "it may be of what is asked for here alone"
		case r.head >= 0 && v.d.tokens[r.head].Low == "translation":
		case !own && (v.f.asked != noRole && inside || v.f.asked == manner && r.verb > v.f.from ||
			v.counts() && inside && r.verb >= v.f.to && r.head >= 0 && namesText(&v.d.tokens[r.head]) ||
			v.f.asked == listing && r.verb >= 0 && !p.read[r.verb] || r.verb > v.f.from && r.sequel && v.counts()):
			return text
		case r.several && v.counts():
			return "several texts are asked for"
		}
	}
	if !clause.OfLength(v.f.Reading.Check.Expr) || !v.counts() {
		return ""
	}
	if why := v.rivalled(); why != "" || v.f.asked == manner {
		return why
	}
	for _, i := range p.several {
		if v.sharesAnew(i - v.f.in[0]) {
			continue
		}
		return "“" + v.d.tokens[i].Text + "” may be what it speaks of"
	}
	return ""
}

// ofOneOfMany reports whether a length may be of each of several things that are
// asked for: "write 15 parables in 50 words", "5 names. It should have 2 words".
func (v *view) ofOneOfMany() bool {
	c, _ := v.f.Reading.Check.Expr.(algebra.Compare)
	if v.ofEachAsked(c) {
		return true
	}
	marks := (clause.Counts(c, algebra.Hashtag) || clause.Counts(c, algebra.Emoji)) && v.counts() && c.Is.Op != algebra.OpLeast
	if !clause.BoundsLength(c) && !marks || clause.Counts(c, algebra.Line) || lexicon.Says(v.s[v.from:v.to], "total", "altogether", "overall") {
		return false
	}
	for _, r := range v.d.discourse().requests {
		for at := max(r.verb, 0) + 1; at < r.head && (r.end <= v.f.in[0] || r.verb >= v.f.in[1] && (marks || clause.Counts(c, algebra.Character))); at++ {
			if n, size := clause.NumberAt(v.d.tokens[at:]); size > 0 && n > 1 && at+size <= r.head && (inPlural(v.d.tokens[r.head].Low) || inPlural(v.d.tokens[min(r.head+1, len(v.d.tokens)-1)].Low)) {
				return true // 10 subject lines for our sale
			}
		}
	}
	for i := range v.d.found {
		g := &v.d.found[i]
		n, _ := g.Reading.Check.Expr.(algebra.Compare)
		if g.asked == listing && g.in != v.f.in && (marks || c.Is.Op != algebra.OpLeast && c.Is.Op != algebra.OpMore &&
			(clause.Counts(c, algebra.Word) && max(c.Is.N, c.Is.M) < fewestListed*n.Is.N || clause.Counts(c, algebra.Character) && max(c.Is.N, c.Is.M) < lettersListed*fewestListed*n.Is.N)) {
			return true // 5 icebreakers. Write 30 words
		}
	}
	verb := v.d.commandIn(v.s)
	for at := verb + 1; verb >= 0 && at < min(v.from, verb+3) && at+1 < v.from; at++ {
		if n, size := clause.NumberAt(v.s[at:]); at+size < len(v.s) && size > 0 && n > 1 && v.s[at+size].Kind == lexicon.Word && !lexicon.IsMeasure(&v.s[at+size]) && (at == verb+1 || !lexicon.Determiners()[v.s[at-1].Low]) {
			return true
		}
	}
	return false
}

// ofEachAsked reports whether several things are asked for without their number, and
// each may have the length: "taglines for a gym, at most 5 words", "jokes in one line".
func (v *view) ofEachAsked(c algebra.Compare) bool {
	if !clause.BoundsLength(c) || c.Is.Op == algebra.OpLeast || c.Is.Op == algebra.OpMore {
		return false
	}
	most, short := max(c.Is.N, c.Is.M), !clause.Counts(c, algebra.Word) && !clause.Counts(c, algebra.Character)
	short = short || clause.Counts(c, algebra.Word) && most < 5*fewestListed || clause.Counts(c, algebra.Character) && most < 5*fewestListed*lettersListed
	return short && slices.ContainsFunc(v.d.discourse().requests, func(r request) bool {
		if r.head < 0 || lexicon.IsMeasure(&v.d.tokens[r.head]) {
			return false
		}
		low := v.d.tokens[r.head].Low
		one := lexicon.SingularOf(low)
		texts := lexicon.WholeNouns()[one] || briefNouns()[one] || lexicon.PromptNouns()[one] || lexicon.PromptNouns()[low]
		return one != low && !lexicon.WholeNouns()[low] && (texts || clause.EntryNouns()[one] && (clause.Counts(c, algebra.Word) || clause.Counts(c, algebra.Character)))
	})
}

// A list has at least so many words an entry, and so many letters a word.
const (
	fewestListed  = 10
	lettersListed = 6
)

// inPlural reports whether a noun is a regular plural.
func inPlural(low string) bool {
	return lexicon.SingularOf(low) != low && !strings.HasSuffix(low, "ss")
}

// rivalled doubts a length beside another of the same kind: they are of two
// texts, or of two parts.
func (v *view) rivalled() string {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	if !ok || !clause.BoundsLength(c) || c.Is.Op == algebra.OpLeast || c.Is.Op == algebra.OpMore {
		return ""
	}
	if clause.Counts(c, algebra.Character) {
		if countShown.MatchString(v.d.prompt[:min(len(v.d.prompt), looked)]) {
			return "the answer is to say the number too"
		}
	}
	for i := 1; i < len(v.d.tokens); i++ {
		t, before := &v.d.tokens[i], &v.d.tokens[i-1]
		if clause.CountedIn(c).Source == algebra.Source(algebra.Unit(t.Lemma)) && (before.Low == "another" || lexicon.Ordinal(before.Low) > int(c.Is.N)) {
			return "another length stands beside it" // in a second paragraph
		}
	}
	for i := range v.d.found {
		g := &v.d.found[i]
		if g.in == v.f.in && ofNamed(g.Reading.Check.Expr) {
			return "it may be of what is beside “" + g.Text + "”"
		}
		other, ok := g.Reading.Check.Expr.(algebra.Compare)
		if ok && clause.BoundsLength(other) && other.Is != c.Is && other.Of == c.Of && other.Is.Op != algebra.OpLeast && other.Is.Op != algebra.OpMore {
			return "another length stands beside it"
		}
	}
	return ""
}

// countShown asks that the number of characters stands beside the text.
var countShown = lazyregexp.New(`(?i)\b(?:mention|include|show|add)\s+(?:the\s+)?characters?\s+count`)

// ofNamed reports whether a demand is of the title or another part of a name.
func ofNamed(e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	_, named := each.Of.Source.(algebra.Named)
	return ok && (named || each.Of.Source == algebra.Source(algebra.TitleLine))
}
