package english

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
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
func (f *Found) onlyCode() bool { return clause.Same(f.Reading.Check.Expr, clause.FormatOf("code")) }

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
	d := &decomposer{reader: r, prompt: prompt, tokens: lexicon.Tokenize(prompt)}
	d.several = sync.OnceValue(d.someCounted)
	return d
}

func (d *decomposer) read() []Found {
	d.sentences = d.segments()
	for _, s := range d.sentences {
		if slices.ContainsFunc(d.tokens[s[0]:s[1]], func(t lexicon.Token) bool { return t.Kind == lexicon.Word }) {
			d.worded++
		}
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
		if i >= mostDemands {
			f.Doubt, f.open = "more is demanded before it than is looked at", whether
			continue
		}
		f.Doubt, f.open = d.doubt(f)
	}
	return d.found
}

type decomposer struct {
	reader Reader
	prompt string
	tokens []lexicon.Token
	found  []Found
	now    [2]int // the sentence that is read
	about  *discourse

	sentences [][2]int
	worded    int                     // how many of them are more than the number of an item
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
	gap := d.prompt[t.End:max(t.End, next.Start)]
	if strings.Contains(gap, "\n") {
		return t.Text != ":" || strings.Count(gap, "\n") > 1 || next.Kind == lexicon.Number
	}
	end := t.Kind == lexicon.Mark && strings.IndexByte(".?!;", t.Text[0]) >= 0 && (i == 0 || d.tokens[i-1].Low != "vs")
	if t.Kind == lexicon.Quoted && t.Text != d.prompt[t.Start:t.End] && (next.Low == "your" || unicode.IsUpper(rune(next.Text[0])) && (lexicon.TaskVerbs()[next.Low] || next.Low == "no")) { // … with "Anything else?" Never …
		end = strings.IndexByte(".?!", t.Text[len(t.Text)-1]) >= 0
	}
	return end && next.Start > t.End
}

// segment reads the demands of a sentence: clauses that are demands as they
// stand, and between them, from left to right, the longest first, what looks
// like one.
func (d *decomposer) segment(s [2]int) {
	tokens := d.tokens[s[0]:s[1]]
	if !hinted(tokens) {
		return
	}
	cuts := clause.CutsOf(tokens)
	last := 0
	for i := 0; i < len(cuts)-1 && len(cuts) <= clause.MostCuts; i++ {
		for j := min(len(cuts)-1, i+longestClause); j > i; j-- {
			from, to := clause.Pared(tokens, cuts[i], cuts[j])
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
const longestClause = clause.MostCuts

// hinted reports whether a clause has a word that some demand has: a number,
// a quotation, a denial, a form.
func hinted(tokens []lexicon.Token) bool {
	return slices.ContainsFunc(tokens, func(t lexicon.Token) bool { return t.Class&lexicon.Hint != 0 })
}

// stands reports whether a clause that reads as a demand is not a part of
// something longer: it ends at a mark, at "and" or "but", or with the sentence.
func (d *decomposer) stands(tokens []lexicon.Token, from, to int) bool {
	for i := to; i < len(tokens) && tokens[to-1].Kind == lexicon.Quoted && i <= to+2; i++ {
		if tokens[i].Kind == lexicon.Quoted {
			return false // in the middle of a list
		}
	}
	for to < len(tokens) && clause.Politeness()[tokens[to].Low] {
		to++
	}
	if to < len(tokens) && !lexicon.Separates(&tokens[to]) {
		switch tokens[to].Low {
		case "and", "but", "because", "since", "so", "please", "then":
		default:
			return false
		}
	}
	if to+2 < len(tokens) && tokens[to].Text == "," && slices.ContainsFunc(tokens[from:to], func(t lexicon.Token) bool { return lexicon.NamedNouns()[t.Low] }) && closes(tokens, to+2) && !clause.JoinsClauses(&tokens[to+2]) && clause.Plain(&tokens[to+1]) && !lexicon.TaskVerbs()[tokens[to+1].Low] {
		return false // with columns name, age, city for …
	}
	if from > 1 && tokens[from].Kind == lexicon.Quoted && tokens[from-2].Kind == lexicon.Quoted {
		return false
	}
	if from == 0 || lexicon.Separates(&tokens[from-1]) {
		return true
	}
	return clause.Fillers()[tokens[from-1].Low] || from == 1
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
func opens(tokens []lexicon.Token, at int) bool {
	if at == 0 {
		return true
	}
	before, t := &tokens[at-1], &tokens[at]
	switch {
	case clause.Arrow(tokens, at), t.Kind == lexicon.Quoted && at > 1 && clause.JoinsClauses(before) && tokens[at-2].Kind == lexicon.Quoted, clause.JoinsClauses(t) && before.Kind == lexicon.Quoted && at+1 < len(tokens) && tokens[at+1].Kind == lexicon.Quoted,
		t.Low == "and" && before.Numeral():
		return false // in the middle of a list, a range or an arrow
	}
	if before.Kind == lexicon.Mark && before.Text != "-" || before.Low == "p.s." || before.Low == "p.p.s" || before.Joined() {
		return true
	}
	switch before.Lemma {
	case "and", "but", "that", "which", "then", "also", "please", "just":
		return true
	}
	switch t.Lemma {
	case "no":
		return before.Kind == lexicon.Word && !lexicon.ClosedWords()[before.Low] && before.Lemma != "have" && before.Lemma != "be" // no emojis no hashtags
	case "make", "ensure", "wrap", "do", "and", "but", "highlight", "separate", "avoid", "refrain", "without":
		return true
	case "with", "use", "in", "into", "that", "which", "contain", "of", "have":
		return attaches(tokens, at)
	case "as":
		return at+1 < len(tokens) && lexicon.ClassAt(tokens[at+1:]) == 'f' && attaches(tokens, at)
	}
	return false
}

// attaches reports whether what a preposition or relative begins speaks of
// the answer: the sentence asks for one, and no part of it stands right
// before.
func attaches(tokens []lexicon.Token, at int) bool {
	before, first := &tokens[at-1], 0
	switch before.Lemma {
	case "be", "should", "must", "not", "never", "avoid", "from", "without", "to":
		return false
	}
	for first < at && (tokens[first].Lemma == "please" || tokens[first].Kind == lexicon.Mark) {
		first++
	}
	if before.Kind != lexicon.Word || lexicon.LongestLexeme(tokens[at-1:]).Class == 'u' {
		return false
	}
	switch tokens[first].Lemma {
	case "separate", "mark", "label", "highlight", "italicize", "start", "begin", "end", "finish", "use", "put", "wrap", "divide", "break", "include", "add", "if", "when", "each", "every":
		return false
	}
	switch before.Low {
	case "word", "words", "phrases", "letter", "letters", "section", "sections", "name", "title", "one", "response":
		return false
	}
	return tokens[at].Lemma != "of" || lexicon.WholeNouns()[before.Low]
}

// longest returns the demand that begins at a place and reaches farthest, to
// where a clause can end; 0 if there is none.
func (d *decomposer) longest(s [2]int, at int) (end int, e algebra.Expr) {
	tokens := d.tokens[s[0]:s[1]]
	for end := len(tokens); end > at+1; end-- {
		if !closes(tokens, end) || !hinted(tokens[at:end]) || lexicon.Separates(&tokens[end-1]) {
			continue
		}
		if e := d.loosely(s[0]+at, s[0]+end); e != nil {
			switch e.(type) {
			case clause.Note, clause.Restated:
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
	if e := clause.CascadeWide(tokens); e != nil && !clause.Tale(tokens) && !clause.Permission(tokens, e) {
		if e, rest, ok := clause.Settle(tokens, e); ok && rest == "" {
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
func closes(tokens []lexicon.Token, end int) bool {
	n := len(tokens)
	if end == n {
		return true
	}
	t, last := &tokens[end], &tokens[end-1]
	if end+1 < n && last.Kind == lexicon.Quoted && tokens[end+1].Kind == lexicon.Quoted {
		return false // in the middle of a list
	}
	if t.Kind == lexicon.Mark && t.Text != "-" && t.Text != "+" && t.Text != "'" || last.Low == "p.s." || last.Low == "p.p.s" || t.Joined() {
		return true
	}
	switch t.Lemma {
	case "no", "and", "but", "about", "for", "on", "that", "which", "to", "while", "so", "when", "because", "as", "with", "where", "with an", "without", "by", "then", "in", "ask":
		return true
	}
	return false
}

func (d *decomposer) add(from, to int, e algebra.Expr) {
	if _, ok := e.(clause.Restated); ok || d.tokens[from].Kind == lexicon.Number && from+1 < to && (d.tokens[from+1].Text == ")" || d.tokens[from+1].Text == ".") {
		return // it was read before, or is the number of an item
	}
	if d.goesOn(from) {
		e = clause.CarriedOver(d.tokens, from, to, e)
	}
	if n, ok := e.(clause.OnOther); ok {
		if e = n.On(d.sentenceSoFar()); e == nil {
			return
		}
	}
	parts := flatten(e)
	for i, part := range parts {
		from, to := from, to
		if c, ok := part.(algebra.Compare); ok && c.Is.N < 2 {
			if _, cut := clause.CountedIn(c).Source.(algebra.Split); cut {
				continue // "of one word, separated by commas" is said of several
			}
		}
		if at := d.eachAt(from, to); len(parts) == 2 && at > from { // "3 lines, each of …" are two demands
			end := at
			for clause.JoinsClauses(&d.tokens[end-1]) || leadingTo()[d.tokens[end-1].Low] || d.tokens[end-1].Low == "with" {
				end--
			}
			from, to = [2]int{from, at}[i], [2]int{end, to}[i]
		}
		start, end := d.tokens[from].Start, d.tokens[to-1].End
		if reading, ok := d.reader.reading(Whole, part, ""); ok {
			d.found = append(d.found, Found{Start: start, End: end, Text: d.prompt[start:end], Reading: reading, from: from, to: to, in: d.sentenceAt(from), clean: d.clean})
		}
	}
}

// goesOn reports whether nothing but what joins clauses stands between a token
// and a demand before it in its sentence.
func (d *decomposer) goesOn(from int) bool {
	last := len(d.found) - 1
	return last >= 0 && d.found[last].in == d.sentenceAt(from) && d.found[last].to <= from && !slices.ContainsFunc(d.tokens[d.found[last].to:from], func(t lexicon.Token) bool { return !clause.JoinsClauses(&t) && !clause.Fillers()[t.Low] })
}

// eachAt returns where a clause goes on with what each part is to have, "…, each
// of 5 words" or "… of 5 words each"; -1 if it does not.
func (d *decomposer) eachAt(from, to int) int {
	amount := -1
	for i := from + 2; i < to; i++ {
		switch t := &d.tokens[i]; {
		case sharing()[t.Low] && lexicon.Separates(&d.tokens[i-1]):
			return i
		case sharing()[t.Low] && i+1 == to:
			return amount
		case t.Numeral():
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
