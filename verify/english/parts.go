package english

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
)

// rivalled doubts a length beside another of the same kind: they are of two
// texts, or of two parts.
func (v *view) rivalled() string {
	c, ok := v.f.Reading.Check.Expr.(algebra.Compare)
	if !ok || !boundsLength(c) || c.Is.Op == algebra.OpLeast || c.Is.Op == algebra.OpMore || v.addressed() {
		return ""
	}
	for i := range v.d.found {
		if g := &v.d.found[i]; g.in == v.f.in && ofNamed(g.Reading.Check.Expr) {
			return "it may be of what is beside “" + g.Text + "”"
		}
		other, ok := v.d.found[i].Reading.Check.Expr.(algebra.Compare)
		if ok && boundsLength(other) && other.Is != c.Is && other.Of == c.Of && other.Is.Op != algebra.OpLeast && other.Is.Op != algebra.OpMore {
			return "another length stands beside it"
		}
	}
	return ""
}

// inherit takes a demand that "and" joins to one on each of some parts, with no
// subject of its own, for one on these parts: "each tweet has at most 20 words
// and ends with …".
func (d *decomposer) inherit(f *Found) {
	joint := f.from - 1
	if joint < 0 || !slices.Contains([]string{"and", "or", "but", "nor"}, d.tokens[joint].low) || scoped(f.Reading.Check.Expr) {
		return
	}
	for i := range d.found {
		g := &d.found[i]
		each, ok := g.Reading.Check.Expr.(algebra.Each)
		if !ok || g.in != f.in || g.to > joint || slices.ContainsFunc(d.tokens[g.to:joint], func(t token) bool { return t.kind == word }) {
			continue
		}
		if c, ok := f.Reading.Check.Expr.(algebra.Compare); ok && !contains(each.Of, countedIn(c)) {
			return // it has a subject: "and at most 5 tips"
		}
		if held := (chunk{class: 's', of: each.Of}).hold(f.Reading.Check.Expr); held != nil {
			f.Reading.Check.Expr = held
		}
		return
	}
}

// countedIn are the parts that a comparison counts.
func countedIn(c algebra.Compare) algebra.Parts {
	n, _ := c.Of.(algebra.Count)
	return n.Of
}

// ofNamed reports whether a demand is of the title or another part of a name.
func ofNamed(e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	_, named := each.Of.Source.(algebra.Named)
	return ok && (named || each.Of.Source == algebra.Source(algebra.TitleLine))
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
names subject then afterwards followed rest remainder
`)

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
	}
	if part := v.partElsewhere(); part != "" {
		return "“" + part + "” may be what it speaks of"
	}
	return ""
}

// partElsewhere returns the name of a part, or of several things, in a
// sentence that is written without spaces.
func (v *view) partElsewhere() string {
	for i := range v.s {
		if t := &v.s[i]; t.joined() && !v.inside(i) {
			if part := partsElsewhere.FindString(t.text); part != "" {
				return part
			}
		}
	}
	return ""
}

// partsElsewhere name parts and several things in languages without spaces.
var partsElsewhere = lazyregexp.New(`先|再|然后|然後|接着|之后|另外|并附|附上|まず|次に|その後|それから|먼저|다음|그다음|每|各|分别|标题|題目|题目|正文|摘要|开头|结尾|第[一二三四五六七八九十\d]|首段|末段|最后|副标题|口号|名字|其中|两者|タイトル|見出し|件名|本文|それぞれ|ずつ|目の|最初|最後|冒頭|末尾|要約|リード|キャッチ|제목|본문|각각|각 |마다|첫|마지막|요약|소제목`)

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
		if absolute(v.f.Reading.Check.Expr) && sharing()[t.low] || general(v.s, i) {
			continue // what is nowhere is in none of them
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

// absolute reports whether a sign or a form is to occur nowhere. A word may be
// kept out of a part.
func absolute(e algebra.Expr) bool {
	c, ok := e.(algebra.Compare)
	if !ok || c.Is != algebra.Exactly(0) {
		return false
	}
	n, ok := c.Of.(algebra.Count)
	if !ok {
		return false
	}
	f, find := n.Of.Source.(algebra.Find)
	return !find || f.Kind != algebra.FindWord && len(f.Value) == 1
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
	marked := strings.TrimSpace(line[at:])
	if first := &v.s[0]; marked == "" && first.kind == mark {
		marked = first.text
	}
	if marked != "" && strings.Trim(marked, "-*•0123456789.) ") == "" {
		return v.listed(at) // an item of a list
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
