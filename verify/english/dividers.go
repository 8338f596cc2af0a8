package english

import (
	"regexp"
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// Some demands are said in two places: how many parts there are, and what
// divides or marks them.

const blankLine = "\n\n"

var (
	// dividing says what stands between parts: a run of asterisks, so many of
	// them, or a blank line.
	dividing = lazyregexp.New(`(?i)\b(?:separat\w+|divid\w+)\b[^.\n]{0,90}?(?:(\*{3,})|\b(\w+)\s+asterisks?\b(?:\s+(?:symbols?|marks?|markers?))?(?:\s*[:(]?\s*\*{3,}\)?)?|(two new ?lines|double line breaks?|(?:a blank|an empty) line|\\n\\n))`)
	// parting says how many parts there are.
	parting = lazyregexp.New(`(?i)\b(?:(at least|at most)\s+)?(\d+|two|three|four|five|six|seven|eight|nine|ten)\s+(?:\pL+\s+)?(?:sections?|parts?|versions?|responses?|scenes?|poems?|jokes?|critiques?|limericks?|answers?|summaries|stanzas?|paragraphs?)\b`)
	// marking says how each part begins: with a label and its number.
	marking = lazyregexp.New(`(?i)\b(?:mark\w*|label\w*|start\w*|begin\w*)\b[^.\n]{0,60}?\b(?:with|as|by)\s+["“'‘]?(\pL+)\s+X\b`)
	// repeating asks that the answer begins with the request itself.
	repeating = lazyregexp.New(`(?i)\brepeat\s+(?:(?:the|this|exact|exactly|entire|full|all|,)\s+)*(?:request|prompt|sentence|question|text)\b( below)?`)
	// refusing stands before what is not to be done.
	refusing = lazyregexp.New(`(?i)(?:\b(?:not|never|avoid|without|cannot|than|instead of)|n['’]t|dont)\b[^.!?\n]*$`)
)

// divided reads such demands, where their words stand in the prompt.
func (d *decomposer) divided() {
	var divides, marks, repeats bool
	for i := range d.tokens {
		t := &d.tokens[i]
		divides = divides || strings.HasPrefix(t.Low, "separat") || strings.HasPrefix(t.Low, "divid")
		marks = marks || t.Text == "X" || t.Kind == lexicon.Quoted && strings.HasSuffix(t.Text, " X")
		repeats = repeats || t.Lemma == "repeat"
	}
	if !divides && !marks && !repeats {
		return
	}
	if m := repeating.FindStringSubmatchIndex(d.prompt); repeats && m != nil && !refusing.MatchString(d.prompt[max(0, m[0]-60):m[0]]) {
		d.repeat(m[0], m[1], m[2] >= 0)
	}
	if m := marking.FindStringSubmatch(d.prompt); marks && m != nil {
		d.labelled(m[1])
	}
	if m := dividing.FindStringSubmatchIndex(d.prompt); divides && m != nil {
		d.parted(m)
	}
}

// dividing reads a requirement that only says how many parts there are and
// what divides them.
func (r Reader) dividing(text string) (algebra.Expr, bool) {
	m, n := dividing.FindStringIndex(text), parting.FindStringIndex(text)
	if m == nil || n == nil || n[1] > m[0] {
		return nil, false
	}
	for _, c := range clause.Chunks(lexicon.Tokenize(text[:n[0]] + " " + text[n[1]:m[0]] + " " + text[m[1]:])) {
		if c.Token.Kind != lexicon.Mark && strings.IndexByte("aip&1gyr", c.Class) < 0 || c.Class == 'r' && c.Is.Op != algebra.OpExactly {
			return nil, false
		}
	}
	found := r.Decompose(text)
	if len(found) != 1 {
		return nil, false
	}
	return found[0].Reading.Check.Expr, true
}

// parted counts the parts between dividers.
func (d *decomposer) parted(m []int) {
	by := blankLine
	switch {
	case m[2] >= 0:
		by = d.prompt[m[2]:m[3]]
	case m[4] >= 0:
		n, _ := lexicon.Cardinal(d.prompt[m[4]:m[5]])
		by = strings.Repeat("*", min(n, 20))
	}
	if len(by) < 2 || by[0] == '*' && len(by) < 3 {
		return
	}
	paragraphs := slices.IndexFunc(d.found, func(f Found) bool {
		c, ok := f.Reading.Check.Expr.(algebra.Compare)
		return ok && clause.Counts(c, algebra.Paragraph)
	})
	if paragraphs >= 0 {
		f := &d.found[paragraphs]
		f.clean = true
		if by != blankLine {
			f.Reading.Check.Expr = algebra.Has(algebra.Split(by), f.Reading.Check.Expr.(algebra.Compare).Is)
		}
		return
	}
	from, to, is := d.parts()
	switch e := algebra.Has(algebra.Split(by), is); {
	case to == 0:
	case by == blankLine:
		d.add(from, to, algebra.Has(algebra.Paragraph, is))
	case len(by) == len("******") && is == algebra.Exactly(2):
		d.add(from, to, algebra.All{e, algebra.AllDifferent{Of: algebra.Every(algebra.Split(by))}})
	default:
		d.add(from, to, e)
	}
}

// labelled counts labels with a number behind.
func (d *decomposer) labelled(label string) {
	if from, to, is := d.parts(); to > 0 {
		d.add(from, to, algebra.Has(algebra.Pattern(regexp.QuoteMeta(label)+`\s?\d+`).SameCase(), is))
	}
}

// parts returns the tokens that say how many parts there are, none if nothing
// does, and the number.
func (d *decomposer) parts() (from, to int, is algebra.Relation) {
	m := parting.FindStringSubmatchIndex(d.prompt)
	if m == nil {
		return 0, 0, is
	}
	from, to = d.between(m[0], m[1])
	n, _ := lexicon.Cardinal(d.prompt[m[4]:m[5]])
	is = algebra.Exactly(float64(n))
	if m[2] >= 0 {
		is.Op = algebra.OpLeast
		if strings.HasSuffix(strings.ToLower(d.prompt[m[2]:m[3]]), "most") {
			is.Op = algebra.OpMost
		}
	}
	return from, to, is
}

// between returns the tokens between two bytes.
func (d *decomposer) between(start, end int) (from, to int) {
	for from < len(d.tokens) && d.tokens[from].End <= start {
		from++
	}
	for to = from; to < len(d.tokens) && d.tokens[to].Start < end; to++ {
	}
	return from, to
}

// repeat demands that the answer begins with the request itself: what stands
// before this sentence, or below it.
func (d *decomposer) repeat(start, end int, below bool) {
	request := d.prompt[:strings.LastIndexByte(d.prompt[:start], '\n')+1]
	if below {
		line, after, _ := strings.Cut(d.prompt[end:], "\n")
		if request = after; !strings.HasPrefix(after, "\n") {
			_, request, _ = strings.Cut(line+"\n"+after, "\n\n")
		}
	}
	if request = strings.TrimSpace(request); request != "" && len(request) <= longestRequest {
		from, to := d.between(start, end)
		d.add(from, to, algebra.Starts{With: algebra.Text(request)})
	}
}

// longestRequest bounds a request that is to be repeated, in bytes.
const longestRequest = 4000
