// Package algebra is a small language of checks. A Check says what must hold
// of a text, in units (word, sentence, list item …), selections of them,
// numbers measured on them and predicates of them. It has one JSON form and
// one printed English form, and reads back from both to the same check.
//
// # Grammar
//
// Each line gives the Go value, its JSON form and its English.
//
//	Check     Check{Reading, Expr}       {"reading":"plain","check":E}          the answer has at most 50 words
//	                                     {"reading":"parity","check":E}         in the parity reading, the answer has at most 50 words
//
//	E         All{E, E …}                {"all":[E, E …]}                       the answer contains "a" and the answer contains "b"
//	          Any{E, E …}                {"any":[E, E …]}                       the answer contains "a" or the answer contains "b"
//	          Not{E}                     {"not":E}                              the answer does not contain "a"
//	          KOf{k, []E}                {"some":k,"of":[E …]}                  at least k of these hold: (E), (E)
//	          Each{P, E}                 {"each":P,"holds":E}                   each paragraph starts with "a"
//	          Compare{M, R}              {M…,"is":R}                            the answer has R words
//	          Starts{F}                  {"starts":F}                           … starts with F
//	          Ends{F}                    {"ends":F}                             … ends with F
//	          Contains{F}                {"contains":F}                         … contains F
//	          Equals{F}                  {"equals":F}                           … is equal to F
//	          Case("upper")              {"case":"upper"}                       … is in capitals
//	          Language("es")             {"language":"es"}                      … is in Spanish
//	          Script("Latin")            {"script":"Latin"}                     … is in the Latin script
//	          Only{units, chars}         {"only":["letter"],"chars":"-_"}       … consists only of letters and "-_"
//	          AllDifferent{P}            {"all_different":P}                    … has all the words different
//	          Ordered{P, by, …}          {"ordered":P,"by":"alphabet"}          … has the lines in rising alphabetical order
//	          Same{P, P}                 {"same":P,"as":P}                      … has the first word equal to the last word
//	          OneOf{texts, case}         {"one_of":["a","b"]}                   … is one of "a" or "b"
//	          Palindrome{}               {"palindrome":true}                    … is a palindrome
//	          Set{P, "only", texts, …}   {"set":P,"is":"only","texts":["a"]}    … has the list items all among "a" and "b"
//	          (also all, just, order)                                           (including …; just …; just … in this order)
//	          Sequence{F, F …}           {"sequence":[F, F …]}                  … has "a" before "b"
//	          JSON{…}                    {"json":{"type","keys","only","schema"}}  … is valid JSON with the keys "a" and "b"
//	          XML{root}                  {"xml":{"root"}}                       … is valid XML
//	          YAML{keys}                 {"yaml":{"keys"}}                      … is valid YAML
//	          CSV{…}                     {"csv":{"delimiter","columns","rows","header"}} … is valid CSV with 3 columns
//
//	M         Count{P}                   {"count":P}                            R words
//	          Different{P}               {"different":P}                        R different words
//	          Repeats{P}                 {"repeats":P}                          R uses of any one of the words
//	          Share{P, P}                {"share":P,"among":P}                  R percent as many questions as sentences
//	          Stat{"longest", P, unit}   {"longest":P,"in":unit}                R words in the longest of the sentences
//	          (also shortest, mean, spread)
//	          Value{P}                   {"value":P}                            its first number worth R
//	          Depth("list")              {"depth":"list"}                       R levels of nested lists
//	          (also brackets)
//
//	R         Exactly(n)  NotExactly(n)  {"exactly":n}  {"not":n}
//	          LessThan(n) AtMost(n)      {"less":n}     {"most":n}
//	          MoreThan(n) AtLeast(n)     {"more":n}     {"least":n}
//	          Between(n, m)              {"between":[n, m]}                     both ends included
//	          About(n, t)                {"about":n,"within":t}                 about n (give or take t)
//
//	P         Parts{Source, Pick, That, Of}
//	  source  Word …                     {"unit":"word"}                        each word
//	          Find                       {"find":F}                             each occurrence of F
//	          Split("***")               {"split":"***"}                        each part divided by "***"
//	          Under("Facts")             {"under":"Facts"}                      each text under the heading "Facts"
//	          Named("SMS")               {"named":"SMS"}                        each part named "SMS"
//	          Enclosed{"<a>", "</a>"}    {"between":["<a>","</a>"]}             each passage between "<a>" and "</a>"
//	          Beside{"before", &P}       {"before":P}                           each text before the only heading
//	          (also after)
//	  that    E                          "that":E                               each sentence that contains "a"
//	  pick    First(k), Last(k), Nth(i)… "from":i,"to":j                        the first 2 words
//	  of      *Parts                     "of":P                                 the first word of each paragraph
//
//	F         Text("a")                  {"text":"a"}                           "a", anywhere, in any case
//	          WordText("a")              {"word":"a"}                           the word "a", in any case
//	          Pattern("a+")              {"pattern":"a+"}                       a match of "a+" (RE2), in any case
//	          .SameCase()                {…,"case":true}                        … (same case)
//
// # Meaning
//
// An expression applies to a text: the whole answer, or within Each and That
// the part in question, which is read as a text of its own. Parts takes what
// Source finds in each text that Of selects (without Of, in the whole text),
// keeps the parts for which That holds, and picks among those by position.
// Each is met if there is at least one part and the expression holds for every
// one; it is not met if a part that it picks does not exist.
//
// A number that does not exist (the share of none, the longest of none) meets
// no relation, so its comparison is not met. Not inverts every verdict.
//
// units.go says beside the name of each unit how it is found, in both
// readings. Invalid UTF-8 is read as U+FFFD, one for each byte.
package algebra

// A Reading says how units are counted.
type Reading string

// The readings: what a person counts, by Unicode's rules; and what the
// official evaluators count.
const (
	Plain  Reading = "plain"
	Parity Reading = "parity"
)

// A Check is an expression and the reading in which it is asked.
type Check struct {
	Reading Reading
	Expr    Expr
}

// An Expr is a demand that holds of a text or does not.
type Expr interface{ node(m *maker) node }

// Combinations of expressions.
type (
	// All holds if each of its two or more expressions does.
	All []Expr
	// Any holds if at least one of its two or more expressions does.
	Any []Expr
	// Not holds if its expression does not.
	Not struct{ Of Expr }
	// KOf holds if at least K of the expressions do; 1 ≤ K ≤ len(Of).
	KOf struct {
		K  int
		Of []Expr
	}
	// Each holds if the selection is not empty and Holds holds of each
	// part, which is then the text that it is asked of.
	Each struct {
		Of    Parts
		Holds Expr
	}
	// Compare holds if the measure exists and meets the relation.
	Compare struct {
		Of Measure
		Is Relation
	}
)

// Single returns the expression of a list of one, and a longer list as it is.
func (a All) Single() Expr {
	if len(a) == 1 {
		return a[0]
	}
	return a
}

// Predicates of the text.
type (
	// Starts holds if the text, without white space before it, begins so.
	Starts struct{ With Find }
	// Ends holds if the text, without white space after it, ends so.
	Ends struct{ With Find }
	// Contains holds if there is at least one occurrence.
	Contains struct{ What Find }
	// Equals holds if the text without white space around it is just what
	// is named.
	Equals struct{ To Find }
	// Case holds if the text's letters are in the named case; see the
	// constants. A text without letters that have case is in none.
	Case string
	// Language holds if the text is in the language: an ISO 639-1 code
	// that package langid knows, or "zh" for Chinese in either script.
	Language string
	// Script holds if the text has letters and all of them are of the
	// Unicode script, "Latin", "Cyrillic", "Han" …
	Script string
	// Only holds if the text is not blank and all of it, but for white
	// space, lies in one of the units or is one of the characters.
	Only struct {
		Units []Unit
		Chars string
	}
	// AllDifferent holds if no two of the parts are equal, regardless of
	// case unless Case is set.
	AllDifferent struct {
		Of   Parts
		Case bool
	}
	// Ordered holds if there is at least one part and the parts are in
	// rising order (falling with Down), with no two equal if Strict.
	Ordered struct {
		Of     Parts
		By     Order
		Down   bool
		Strict bool
	}
	// Same holds if both selections are not empty and give equal texts,
	// one by one, in any case and without white space around each.
	Same struct{ Of, As Parts }
	// OneOf holds if the text without white space around it is one of the
	// Texts, regardless of case unless Case is set.
	OneOf struct {
		Texts []string
		Case  bool
	}
	// Palindrome holds if the text has letters or numbers and they read
	// the same backwards, regardless of case and without regard to all
	// other characters.
	Palindrome struct{}
	// Set holds if there is at least one part and what Is says holds of
	// the parts and the Texts, which are compared as OneOf does.
	Set struct {
		Of    Parts
		Is    SetRelation
		Texts []string
		Case  bool
	}
	// Sequence holds if each of the two or more is found, and each one's
	// first occurrence begins after that of the one before it has ended; of
	// one that was looked for before, the first occurrence behind that end.
	Sequence []Find
	// JSON holds if the text, without a code fence around it, is one
	// JSON value of the Type ("object", "array", or any if empty), has the
	// Keys at the top, no others if Only, and satisfies the Schema (as JSON
	// text; none if empty).
	JSON struct {
		Type   string
		Keys   []string
		Only   bool
		Schema string
	}
	// XML holds if the text, without a code fence around it, is one
	// well-formed XML element, named Root unless that is empty.
	XML struct{ Root string }
	// YAML holds if the text, without a code fence around it, is one YAML
	// document that is a mapping or a sequence; a mapping with the Keys if
	// there are any.
	YAML struct{ Keys []string }
	// CSV holds if the text, without a code fence around it, is CSV in
	// which all rows have equally many fields: Columns of them and Rows rows
	// with the header, where these are not 0. The Delimiter is a comma if it
	// is empty. The first row is the Header, in just this case, unless that
	// is empty.
	CSV struct {
		Delimiter     string
		Columns, Rows int
		Header        []string
	}
)

// The cases. Title means that each word that is not small (an article, a
// conjunction, a preposition of up to four letters) begins with a capital;
// Capitalised that the first letter is a capital.
const (
	Upper       Case = "upper"
	Lower       Case = "lower"
	Title       Case = "title"
	Capitalised Case = "capitalised"
)

// A SetRelation is how parts and texts go together.
type SetRelation string

// The relations of sets. The first three look at neither order nor repeats.
const (
	SetOnly  SetRelation = "only"  // each part is one of the texts
	SetAll   SetRelation = "all"   // each text is one of the parts
	SetJust  SetRelation = "just"  // both
	SetOrder SetRelation = "order" // the parts are the texts, one by one
)

// An Order says what parts are compared by: Alphabet (in any case; by code point
// in the parity reading, by letters and digits in the plain one, where accents,
// spaces, articles, numbers and Chinese characters leave it undecided if they
// decide it), Number (the number that the part holds; a part without one is out
// of order), or the name of a Unit: how many of it the part has.
type Order string

// The orders beside those by a unit's count.
const (
	Alphabet Order = "alphabet"
	Number   Order = "value"
)

// A Measure is a number of a text; it may not exist.
type Measure interface{ gauge(m *maker) gauge }

// The measures.
type (
	// Count is the number of parts.
	Count struct{ Of Parts }
	// Different is the number of parts that are not equal to an earlier one
	// in any case.
	Different struct{ Of Parts }
	// Repeats is how often the most frequent part occurs, in any case.
	Repeats struct{ Of Parts }
	// Share is the number of the first parts in percent of the second.
	Share struct{ Of, Among Parts }
	// Value is the number that the first part holds.
	Value struct{ Of Parts }
	// Stat joins the numbers of units that the parts have.
	Stat struct {
		Kind StatKind
		Of   Parts
		In   Unit
	}
	// Depth is how deeply things of a kind lie in each other; 0 where there
	// is none. A list item lies in the one before it that is indented less.
	Depth Nesting
)

// A Nesting is a kind of things that lie in each other.
type Nesting string

// The kinds: items of lists, and round, square and curly brackets, of which
// those that are closed in order count.
const (
	NestedLists    Nesting = "list"
	NestedBrackets Nesting = "brackets"
)

// A StatKind is how Stat joins numbers.
type StatKind string

// The kinds: the greatest, the least, the arithmetic mean, and the greatest
// less the least.
const (
	Longest  StatKind = "longest"
	Shortest StatKind = "shortest"
	Mean     StatKind = "mean"
	Spread   StatKind = "spread"
)

var statKinds = []StatKind{Longest, Shortest, Mean, Spread}

// An Op is the kind of a Relation.
type Op string

// The relations.
const (
	OpExactly Op = "exactly" // = N
	OpNot     Op = "not"     // ≠ N
	OpLess    Op = "less"    // < N
	OpMost    Op = "most"    // ≤ N
	OpMore    Op = "more"    // > N
	OpLeast   Op = "least"   // ≥ N
	OpBetween Op = "between" // N ≤ x ≤ M
	OpAbout   Op = "about"   // N-M ≤ x ≤ N+M
)

var ops = []Op{OpExactly, OpNot, OpLess, OpMost, OpMore, OpLeast, OpBetween, OpAbout}

// A Relation is what a number must meet. N and M are 0 to 1e9; M is 0
// unless Op is OpBetween or OpAbout.
type Relation struct {
	Op   Op
	N, M float64
}

// Parts is a selection of parts of the text.
type Parts struct {
	Source Source
	Pick   Pick   // every one if zero
	That   Expr   // nil: no condition
	Of     *Parts // nil: of the whole text
}

// A Source finds parts in a text, in order.
type Source interface {
	cuts(c *scope, of *selection) []cut
}

// The sources besides Unit and Find, which are its occurrences.
type (
	// Split is the text divided by a string: n dividers give n+1 parts, of
	// which those that are blank at the text's start and end do not count.
	Split string
	// Under is what follows a heading of that name, in any case and without
	// a colon, up to the next heading of the same or a higher level.
	Under string
	// Named is what stands under the only heading of a name, or behind the only
	// label ("SMS: …"); the "subject" is called so in any language; the "body" is also what stands between the greeting of
	// a letter and its closing. Of a text that has not just one it is undecided.
	Named string
	// Enclosed is what stands between the first string and the next second.
	Enclosed struct{ Open, Close string }
	// Beside is all that stands before or after one part, without the marks
	// around it. Where that part is not there, where there are several and none
	// is picked, and where a colon or another mark is perhaps not the one that
	// is meant, as in 10:30, it is undecided.
	Beside struct {
		Side Side
		Part *Parts // picks one, or every one if there is one only
	}
)

// A Side is on which side of a part a text stands.
type Side string

// The sides.
const (
	Before Side = "before"
	After  Side = "after"
)

// A Pick selects by place. From and To count from 1 at the start, from -1 at
// the end; both ends are included. Zero, zero is every one. Except takes all
// but those.
type Pick struct {
	From, To int
	Except   bool
}

// A FindKind is what is looked for.
type FindKind string

// The kinds of Find.
const (
	FindText    FindKind = "text"    // a string
	FindWord    FindKind = "word"    // a string with no word character (letter, digit, underscore) beside it; in the plain reading neither end lies inside a word, but "cat's" has "cat" and "l'eau" has "eau"
	FindPattern FindKind = "pattern" // a regular expression of RE2
)

// A Find is something to look for. Occurrences do not overlap; empty matches
// of a pattern do not count.
type Find struct {
	Kind  FindKind
	Value string
	Case  bool // case matters
}
