package english

import (
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// A subject is what a demand speaks of: the whole answer if parts is nil.
type subject struct{ parts *algebra.Parts }

// hold makes the demand that e holds of the subject.
func (s subject) hold(e algebra.Expr) any {
	if e == nil {
		return nil
	}
	if s.parts == nil {
		return e
	}
	if _, is := e.(algebra.Language); is && s.parts.Source != algebra.Source(algebra.Paragraph) || s.parts.Source == algebra.Source(algebra.CodeBlock) {
		return nil // too short to tell; and a code block has lines that are no code
	}
	if s.parts.Source == algebra.Source(algebra.Sentence) && isQuestion(e) {
		e = algebra.Has(algebra.Question, algebra.Exactly(1)) // a sentence is one anyway
	}
	return algebra.Each{Of: *s.parts, Holds: e}
}

// equal makes the demand that the subject is a text. Several words are more
// than one of the first or last word, as which people call them.
func (s subject) equal(to algebra.Find) any {
	if s.parts == nil || s.parts.Source != algebra.Source(algebra.Word) || !strings.ContainsAny(to.Value, " \t\n") {
		return s.hold(algebra.Equals{To: to})
	}
	switch {
	case s.parts.Of != nil || s.parts.That != nil:
		return nil
	case *s.parts == algebra.Every(algebra.Word).Nth(1):
		return algebra.Starts{With: to}
	case *s.parts == algebra.Every(algebra.Word).Nth(-1):
		return algebra.Ends{With: to}
	default:
		return nil
	}
}

// genres are nouns for a whole answer. Nouns for what is usually a part of an
// answer (a riddle, a table, a conclusion) are not among them.
const genres = `
text answer response output reply content document
letter email e-mail mail essay article post blog story tale summary speech report review memo memorandum message
statement biography bio obituary eulogy proposal advertisement ad tweet caption description poem song script toast
abstract note announcement profile tutorial design agreement contract letter analysis argument manifesto prologue
epilogue diary vows lyrics critique rant itinerary resume cv pitch template haiku limerick sonnet rap lullaby monologue
guide newsletter invitation press release brief dialogue conversation fable narrative commentary column testimonial
instructions recommendation syllabus policy complaint apology greeting bulletin play scene ode ballad tale joke slogan
tagline motto quiz blogpost plan
`

var wholeNouns = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(genres) {
		m[w] = true
	}
	return m
})

// moreGenres are nouns that stand for the answer where the whole prompt is
// known to ask for it.
const moreGenres = `
riddle page file rubric schema sentence thread rewrite elaboration list tweet product pitch song puzzle conversation
outline snippet comparison translation flyer email resume ticket caption haiku names advice works
`

var promptNouns = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(moreGenres) {
		m[w] = true
	}
	return m
})

// closed reports whether a word may not stand as a mere modifier before a
// noun, because it could change what is counted or spoken of.
func closed(t *token) bool {
	if _, isNumber := numberWords()[t.low]; isNumber || ordinal(t.low) > 0 {
		return true
	}
	_, known := lemmas()[t.low]
	return known || closedWords()[t.low]
}

const closedList = `
the this that these those my your its our their his her each every any all both either neither some no none not
and or but nor if when where while unless except only also than then of in on at to for from by with without within
under over above below between among about around after before during through into onto as like such per via
i you he she it we they who which what whose how why there here
last next final previous other another same given input original main sub partial half remaining rest
at most least more less fewer many much few several exactly approximately roughly
can could should would must shall will may might
very too so just even still already not never always
one's longest shortest introduction conclusion opening closing
`

var closedWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(closedList) {
		m[w] = true
	}
	return m
})

// subjects are what demands speak of.
//
//	whole    the answer
//	inwhole  "in the answer"
//	subject  the whole, or parts of it
func subjects() []production {
	nth := func(c *capture) any {
		p := c.parts("unit")
		return subjectOf(p.Nth(c.num("place")))
	}
	return []production{
		{"whole", "<det>? <wadj>* <core>", fixed(subject{})},
		{"whole", "<det> <wadj>* (<modifier>|step by step)* <genre> <sourced>?", fixed(subject{})},
		{"whole", "<det> <wadj>* <modifier>* <genre> of <modifier>", fixed(subject{})},
		{"whole", "(it|all of it|everything|(the)? (whole|entire) thing|the whole)", fixed(subject{})},
		{"det", "(the|this|that|your|my|its|our|all)", fixed(true)},
		{"wadj", "(entire|whole|full|complete|final|generate|produce|resulting|overall|model 's|own|actual)", fixed(true)},
		{"core", "(text|answer|response|output|reply)", fixed(true)},
		{"sourced", "(in|of) the generate (text|response|output)", fixed(true)},
		{"inwhole", "(in|within|throughout|across|of|inside|from) <whole>", fixed(true)},
		{"inwhole", "(anywhere|somewhere|throughout) (in <whole>)?", fixed(true)},
		{"inwhole", "overall", fixed(true)},

		{"place", "<nth>", pass("nth")},
		{"place", "(last|final|very last|closing)", fixed(-1)},
		{"place", "(very first|opening)", fixed(1)},

		{"subject", "<whole>", pass("whole")},
		{"subject", "(each|every|each and every) (single)? (of the)? <unit> <inwhole>?", func(c *capture) any { return subjectOf(c.parts("unit")) }},
		{"subject", "all (of)? (the)? <unit> <inwhole>?", func(c *capture) any { return subjectOf(c.parts("unit")) }},
		{"subject", "each of the <unit> <inwhole>?", func(c *capture) any { return subjectOf(c.parts("unit")) }},
		{"subject", "the <place> <unit> <inwhole>?", nth},
		{"subject", "<unit> (number|#)? <n:place> <inwhole>?", nth},
		{"subject", "the <place> <unit> (of|in) (each|every) <unit:outer> <inwhole>?", func(c *capture) any {
			return subjectOf(c.parts("unit").Nth(c.num("place")).Within(c.parts("outer")))
		}},
		{"subject", "the <place> <unit> (of|in) the <place:which> <unit:outer> <inwhole>?", func(c *capture) any {
			return subjectOf(c.parts("unit").Nth(c.num("place")).Within(c.parts("outer").Nth(c.num("which"))))
		}},
		{"subject", "the first <k> <unit> <inwhole>?", func(c *capture) any { return subjectOf(c.parts("unit").First(c.num("k"))) }},
		{"subject", "the last <k> <unit> <inwhole>?", func(c *capture) any { return subjectOf(c.parts("unit").Last(c.num("k"))) }},
		{"table", "the (generate)? table <inwhole>?", fixed(true)},
		{"table", "(both|all) (the)? table <inwhole>?", fixed(true)},
		{"subject", "the (generate)? table <inwhole>?", func(c *capture) any { return subjectOf(algebra.Every(algebra.Table)) }},
	}
}

// subjectOf makes a subject of parts of the whole.
func subjectOf(p algebra.Parts) any {
	return subject{&p}
}
