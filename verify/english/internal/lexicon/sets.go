package lexicon

import (
	"sync"

	"adhere/verify/algebra"
)

// WholeNouns are nouns for a whole answer. Nouns for what is usually a part of an
// answer (a riddle, a table, a conclusion) are not among them.
var WholeNouns = Set("wholeNouns")

// PromptNouns are nouns that stand for the answer where the whole prompt is
// known to ask for it.
var PromptNouns = Set("promptNouns")

// ClosedWords may not stand as mere modifiers before a noun: they could change what
// is counted or spoken of.
var ClosedWords = Set("closedWords")

// Reserved are words that can take back or narrow what was said before
// them, so that it no longer follows.
var Reserved = Set("reserved")

// Hedges are words that make a demand optional.
var Hedges = WordSet(`maybe perhaps ideally ideal optional optionally preferably possibly try`)

// ConditionWords make a demand depend on something, or take part of it back.
var ConditionWords = Set("conditionWords")

// TaskVerbs ask for an answer, or for something in it.
var TaskVerbs = Set("taskVerbs")

// Determiners begin a noun phrase.
var Determiners = WordSet(`the your a an my this that its our in no his her their`)

// Modals make a demand of a statement.
var Modals = WordSet(`should must shall will need needs has have ought to may can cannot`)

// Manners are said of an answer as a whole.
var Manners = WordSet(`concise short brief succinct clear engaging coherent formal informal polite simple funny friendly professional warm cheerful tone style`)

// PartWords name parts and several things: what is said beside them may be
// said of them.
var PartWords = Set("partWords")

// IsMeasure reports whether a word is a unit in which answers are measured.
func IsMeasure(t *Token) bool { return measures()[t.Lemma] }

var measures = WordSet(`word sentence paragraph line character letter bullet point item section emoji question hashtag heading`)

// Languages are those that can be told by code, by their English names.
var Languages = sync.OnceValue(func() map[string]algebra.Language {
	m := map[string]algebra.Language{}
	for _, l := range wordLines("languages") {
		m[l[0]] = algebra.Language(l[1])
	}
	return m
})
