package english

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"adhere/verify/algebra"
)

// A Found is a demand in a prompt.
type Found struct {
	Start, End int    // bytes of the prompt from which it was read
	Text       string // the prompt between them
	Reading    Reading
	Doubt      string // why it may not bind the answer as it was read; empty if that is certain

	from, to int    // tokens
	in       [2]int // the tokens of its sentence
	clean    bool   // a clause of its own
	asked    role   // what it is to the command that it stands in
	open     question
}

// onlyCode reports whether nothing but code is demanded.
func (f *Found) onlyCode() bool { return same(f.Reading.Check.Expr, formatOf("code")) }

// Decompose finds the demands of a prompt that can be decided by code, in the
// order of the prompt.
func (r Reader) Decompose(prompt string) []Found {
	d := newDecomposer(r, prompt)
	found := d.read()
	if slices.ContainsFunc(found, func(f Found) bool { return hasTexts(f.Reading.Check.Expr) }) {
		for i := range found {
			if v := d.view(&found[i]); found[i].Doubt == "" && v.ofValue() {
				found[i].Doubt, found[i].open = InTexts, what
			}
		}
	}
	return found
}

// Decompose is Reader.Decompose in the plain reading.
func Decompose(prompt string) []Found { return Reader{}.Decompose(prompt) }

func newDecomposer(r Reader, prompt string) *decomposer {
	d := &decomposer{reader: r, prompt: prompt, tokens: tokenize(prompt)}
	d.several = sync.OnceValue(d.someCounted)
	return d
}

func (d *decomposer) read() []Found {
	d.sentences = d.segments()
	for _, s := range d.sentences {
		d.now = s
		d.segment(s)
	}
	d.clean = true
	d.divided()
	for i := range d.found {
		f := &d.found[i]
		f.Reading.Check.Expr = d.numbered(f)
	}
	for i := range d.found {
		f := &d.found[i]
		f.Doubt, f.open = d.doubt(f)
	}
	return d.found
}

type decomposer struct {
	reader Reader
	prompt string
	tokens []token
	found  []Found
	now    [2]int // the sentence that is read
	about  *discourse

	sentences [][2]int
	loose     map[[2]int]algebra.Expr // what clauses were read as
	clean     bool                    // the demand that is added is a clause of its own
	coded     bool                    // the prompt comes with code
	foreign   bool                    // it was put into English, as far as its words are known
	script    string                  // the language of a prompt that is written without spaces
	things    map[string]bool         // what is to be listed, in the singular
	several   func() bool             // someCounted, worked out once
	standing  bool                    // it is a system message, which speaks of every answer
	tagged    bool                    // matter of it stands in tags
	handed    bool                    // it comes with matter that was found and left out
	questions int                     // question marks in the whole message
}

// longestSegment bounds a sentence, in tokens; what is longer is no demand.
const longestSegment = 120

// segments cuts the tokens into sentences and lines.
func (d *decomposer) segments() [][2]int {
	var out [][2]int
	from := 0
	for i := range d.tokens {
		if i+1 == len(d.tokens) || d.breaks(i) {
			if i+1-from <= longestSegment {
				out = append(out, [2]int{from, i + 1})
			}
			from = i + 1
		}
	}
	return out
}

// breaks reports whether a sentence or line ends after a token. A line that
// ends with a colon goes on.
func (d *decomposer) breaks(i int) bool {
	t, next := &d.tokens[i], &d.tokens[i+1]
	gap := d.prompt[t.end:max(t.end, next.start)]
	if strings.Contains(gap, "\n") {
		return t.text != ":" || strings.Count(gap, "\n") > 1 || next.kind == number
	}
	end := t.kind == mark && strings.IndexByte(".?!;", t.text[0]) >= 0 && (i == 0 || d.tokens[i-1].low != "vs")
	if t.kind == quoted && t.text != d.prompt[t.start:t.end] && (next.low == "your" || unicode.IsUpper(rune(next.text[0])) && (taskVerbs()[next.low] || next.low == "no")) { // … with "Anything else?" Never …
		end = strings.IndexByte(".?!", t.text[len(t.text)-1]) >= 0
	}
	return end && next.start > t.end
}

// segment reads the demands of a sentence: clauses that are demands as they
// stand, and between them, from left to right, the longest first, what looks
// like one.
func (d *decomposer) segment(s [2]int) {
	tokens := d.tokens[s[0]:s[1]]
	if !hinted(tokens) {
		return
	}
	cuts := cutsOf(tokens)
	last := 0
	for i := 0; i < len(cuts)-1 && len(cuts) <= mostCuts; i++ {
		for j := min(len(cuts)-1, i+longestClause); j > i; j-- {
			from, to := pared(tokens, cuts[i], cuts[j])
			if from == to || !hinted(tokens[from:to]) {
				continue
			}
			if e := d.loosely(s[0]+from, s[0]+to); e != nil && d.stands(tokens, from, to) {
				d.scan([2]int{s[0] + last, s[0] + from})
				d.clean = true
				d.add(s[0]+from, s[0]+to, e)
				d.clean = false
				last, i = to, j-1
				break
			}
		}
	}
	d.scan([2]int{s[0] + last, s[1]})
	d.asked(s)
}

// longestClause is how many cuts a demand may reach over, as lists do.
const longestClause = mostCuts

// pared leaves out the marks and joining words around a clause.
func pared(tokens []token, from, to int) (first, end int) {
	piece := trimmed(tokens[from:to])
	if len(piece) == 0 {
		return from, from
	}
	for first = from; tokens[first].start != piece[0].start; first++ {
	}
	end = first + len(piece)
	if arrow(tokens, first) && len(piece) > 1 {
		first++
	}
	return first, end
}

// arrow reports whether a token is the head of an arrow, "->" or "=>".
func arrow(tokens []token, at int) bool {
	return at > 0 && tokens[at].text == ">" && tokens[at].glued && (tokens[at-1].text == "-" || tokens[at-1].text == "=")
}

// hinted reports whether a clause has a word that some demand has: a number,
// a quotation, a denial, a form.
func hinted(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.class&hint != 0 })
}

// stands reports whether a clause that reads as a demand is not a part of
// something longer: it ends at a mark, at "and" or "but", or with the sentence.
func (d *decomposer) stands(tokens []token, from, to int) bool {
	for i := to; i < len(tokens) && tokens[to-1].kind == quoted && i <= to+2; i++ {
		if tokens[i].kind == quoted {
			return false // in the middle of a list
		}
	}
	for to < len(tokens) && politeness()[tokens[to].low] {
		to++
	}
	if to < len(tokens) && !separates(&tokens[to]) {
		switch tokens[to].low {
		case "and", "but", "because", "since", "so", "please", "then":
		default:
			return false
		}
	}
	if to+2 < len(tokens) && tokens[to].text == "," && slices.ContainsFunc(tokens[from:to], func(t token) bool { return namedNouns()[t.low] }) && closes(tokens, to+2) && !joint(&tokens[to+2]) && plain(&tokens[to+1]) && !taskVerbs()[tokens[to+1].low] {
		return false // with columns name, age, city for …
	}
	if from > 1 && tokens[from].kind == quoted && tokens[from-2].kind == quoted {
		return false
	}
	if from == 0 || separates(&tokens[from-1]) {
		return true
	}
	return fillers()[tokens[from-1].low] || from == 1
}

// scan reads what looks like a demand in a stretch of a sentence.
func (d *decomposer) scan(s [2]int) {
	tokens := d.tokens[s[0]:s[1]]
	for at := 0; at < len(tokens); {
		end, e := 0, algebra.Expr(nil)
		if opens(tokens, at) {
			end, e = d.longest(s, at)
		}
		if e == nil {
			at++
			continue
		}
		d.add(s[0]+at, s[0]+end, e)
		at = end
	}
}

// opens reports whether a clause may begin at a token.
func opens(tokens []token, at int) bool {
	if at == 0 {
		return true
	}
	before, t := &tokens[at-1], &tokens[at]
	switch {
	case arrow(tokens, at), t.kind == quoted && at > 1 && joint(before) && tokens[at-2].kind == quoted, joint(t) && before.kind == quoted && at+1 < len(tokens) && tokens[at+1].kind == quoted,
		t.low == "and" && before.numeral():
		return false // in the middle of a list, a range or an arrow
	}
	if before.kind == mark && before.text != "-" || before.low == "p.s." || before.low == "p.p.s" || before.joined() {
		return true
	}
	switch before.lemma {
	case "and", "but", "that", "which", "then", "also", "please", "just":
		return true
	}
	switch t.lemma {
	case "no":
		return before.kind == word && !closedWords()[before.low] && before.lemma != "have" && before.lemma != "be" // no emojis no hashtags
	case "make", "ensure", "wrap", "do", "and", "but", "highlight", "separate", "avoid", "refrain", "without":
		return true
	case "with", "use", "in", "into", "that", "which", "contain", "of", "have":
		return attaches(tokens, at)
	case "as":
		return at+1 < len(tokens) && classAt(tokens[at+1:]) == 'f' && attaches(tokens, at)
	}
	return false
}

// attaches reports whether what a preposition or relative begins speaks of
// the answer: the sentence asks for one, and no part of it stands right
// before.
func attaches(tokens []token, at int) bool {
	before, first := &tokens[at-1], 0
	switch before.lemma {
	case "be", "should", "must", "not", "never", "avoid", "from", "without", "to":
		return false
	}
	for first < at && (tokens[first].lemma == "please" || tokens[first].kind == mark) {
		first++
	}
	if before.kind != word || longestLexeme(tokens[at-1:]).class == 'u' {
		return false
	}
	switch tokens[first].lemma {
	case "separate", "mark", "label", "highlight", "italicize", "start", "begin", "end", "finish", "use", "put", "wrap", "divide", "break", "include", "add", "if", "when", "each", "every":
		return false
	}
	switch before.low {
	case "word", "words", "phrases", "letter", "letters", "section", "sections", "name", "title", "one", "response":
		return false
	}
	return tokens[at].lemma != "of" || wholeNouns()[before.low]
}

// longest returns the demand that begins at a place and reaches farthest, to
// where a clause can end; 0 if there is none.
func (d *decomposer) longest(s [2]int, at int) (end int, e algebra.Expr) {
	tokens := d.tokens[s[0]:s[1]]
	for end := len(tokens); end > at+1; end-- {
		if !closes(tokens, end) || !hinted(tokens[at:end]) || separates(&tokens[end-1]) {
			continue
		}
		if e := d.loosely(s[0]+at, s[0]+end); e != nil {
			switch e.(type) {
			case note, restated:
			default:
				return end, e
			}
		}
	}
	return 0, nil
}

// loosely reads tokens as a demand that may say of which kind the answer is; nil
// if they are none. It reads no clause twice.
func (d *decomposer) loosely(from, to int) algebra.Expr {
	at := [2]int{from, to}
	if e, done := d.loose[at]; done {
		return e
	}
	tokens := d.tokens[from:to]
	var read algebra.Expr
	if e := wide(tokens); e != nil && !told(tokens) && !permission(tokens, e) {
		if decides, e, _ := settle(tokens, e); decides == Whole {
			read = e
		}
	}
	if d.loose == nil {
		d.loose = map[[2]int]algebra.Expr{}
	}
	d.loose[at] = read
	return read
}

// closes reports whether a clause may end before a token.
func closes(tokens []token, end int) bool {
	n := len(tokens)
	if end == n {
		return true
	}
	t, last := &tokens[end], &tokens[end-1]
	if end+1 < n && last.kind == quoted && tokens[end+1].kind == quoted {
		return false // in the middle of a list
	}
	if t.kind == mark && t.text != "-" && t.text != "+" && t.text != "'" || last.low == "p.s." || last.low == "p.p.s" || t.joined() {
		return true
	}
	switch t.lemma {
	case "no", "and", "but", "about", "for", "on", "that", "which", "to", "while", "so", "when", "because", "as", "with", "where", "with an", "without", "by", "then", "in", "ask":
		return true
	}
	return false
}

func (d *decomposer) add(from, to int, e algebra.Expr) {
	if _, ok := e.(restated); ok || d.tokens[from].kind == number && from+1 < to && (d.tokens[from+1].text == ")" || d.tokens[from+1].text == ".") {
		return // it was read before, or is the number of an item
	}
	if d.goesOn(from) {
		e = carriedOver(d.tokens, from, to, e)
	}
	if n, ok := e.(onOther); ok {
		if e = n.on(d.sentenceSoFar()); e == nil {
			return
		}
	}
	parts := flatten(e)
	for i, part := range parts {
		from, to := from, to
		if c, ok := part.(algebra.Compare); ok && c.Is.N < 2 {
			if _, cut := countedIn(c).Source.(algebra.Split); cut {
				continue // "of one word, separated by commas" is said of several
			}
		}
		if at := d.eachAt(from, to); len(parts) == 2 && at > from { // "3 lines, each of …" are two demands
			end := at
			for joint(&d.tokens[end-1]) || leadingTo()[d.tokens[end-1].low] || d.tokens[end-1].low == "with" {
				end--
			}
			from, to = [2]int{from, at}[i], [2]int{end, to}[i]
		}
		start, end := d.tokens[from].start, d.tokens[to-1].end
		if reading, ok := d.reader.reading(Whole, part, ""); ok {
			d.found = append(d.found, Found{Start: start, End: end, Text: d.prompt[start:end], Reading: reading, from: from, to: to, in: d.sentenceAt(from), clean: d.clean})
		}
	}
}

// goesOn reports whether nothing but what joins clauses stands between a token
// and a demand before it in its sentence.
func (d *decomposer) goesOn(from int) bool {
	last := len(d.found) - 1
	return last >= 0 && d.found[last].in == d.sentenceAt(from) && d.found[last].to <= from && !slices.ContainsFunc(d.tokens[d.found[last].to:from], func(t token) bool { return !joint(&t) && !fillers()[t.low] })
}

// eachAt returns where a clause goes on with what each part is to have, "…, each
// of 5 words" or "… of 5 words each"; -1 if it does not.
func (d *decomposer) eachAt(from, to int) int {
	amount := -1
	for i := from + 2; i < to; i++ {
		switch t := &d.tokens[i]; {
		case sharing()[t.low] && separates(&d.tokens[i-1]):
			return i
		case sharing()[t.low] && i+1 == to:
			return amount
		case t.numeral():
			at, _ := amountAt(d.tokens[from:to], i-from)
			amount = from + at
		}
	}
	return -1
}

// sentenceSoFar returns what was read of the sentence and the one before.
func (d *decomposer) sentenceSoFar() []algebra.Expr {
	var out []algebra.Expr
	for i := range d.found {
		if f := &d.found[i]; f.in == d.now || f.in[1] == d.now[0] {
			out = append(out, f.Reading.Check.Expr)
		}
	}
	return out
}

// flatten takes demands that only stand together apart.
func flatten(e algebra.Expr) []algebra.Expr {
	list, ok := e.(algebra.All)
	if !ok || linked(list) {
		return []algebra.Expr{e}
	}
	var out []algebra.Expr
	for _, x := range list {
		out = append(out, flatten(x)...)
	}
	return out
}

// linked reports whether a conjunction is one demand: marks at both ends, or
// parts that also differ.
func linked(list algebra.All) bool {
	for _, x := range list {
		switch x.(type) {
		case algebra.AllDifferent, algebra.Starts, algebra.Any:
			return true
		}
	}
	return false
}
