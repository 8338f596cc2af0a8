package ifeval

import (
	"fmt"
	"regexp"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/parity"
)

// Equivalents says what each checker demands in the algebra of checks, and
// where the two part.
func Equivalents() []algebra.Equivalent {
	const (
		equal, nearly = algebra.Equal, algebra.Nearly
		patterns      = "in regular expressions, \\s, \\d and \\b match ASCII only"
		cases         = "letters beyond ASCII with several lowercase forms (ſ, ς) count as one"
	)
	return []algebra.Equivalent{
		{Checker: "change_case:capital_word_frequency", Likeness: algebra.Part, Note: "its words are the tokens of NLTK, in which U.S. is one and cannot is two; the expression asks for as many capital letters", Of: algebra.OfArgs(capitalLetters)},
		{Checker: "change_case:english_capital", Likeness: equal, Of: algebra.OfArgs(inEnglish(algebra.Upper))},
		{Checker: "change_case:english_lowercase", Likeness: equal, Of: algebra.OfArgs(inEnglish(algebra.Lower))},
		{Checker: "combination:repeat_prompt", Likeness: nearly, Note: cases, Of: algebra.OfArgs(startsWithPrompt)},
		{Checker: "combination:two_responses", Likeness: equal, Of: algebra.OfArgs(twoDifferent)},
		{Checker: "detectable_content:number_placeholders", Likeness: equal, Of: algebra.OfArgs(atLeast(algebra.Placeholder, "num_placeholders"))},
		{Checker: "detectable_content:postscript", Likeness: nearly, Note: patterns + "; " + cases, Of: algebra.OfArgs(hasPostscript)},
		{Checker: "detectable_format:constrained_response", Likeness: equal, Of: algebra.OfArgs(hasOption)},
		{Checker: "detectable_format:json_format", Likeness: nearly, Note: "Python's parser also accepts NaN and Infinity, and rejects control characters and numbers of more than 4,300 digits; several code fences are removed differently", Of: algebra.OfArgs(isJSON)},
		{Checker: "detectable_format:multiple_sections", Likeness: nearly, Note: patterns, Of: algebra.OfArgs(hasSections)},
		{Checker: "detectable_format:number_bullet_lists", Likeness: nearly, Note: "the checker also counts lines in code blocks and horizontal rules, and joins a line that is a single * with the next", Of: algebra.OfArgs(hasBullets)},
		{Checker: "detectable_format:number_highlighted_sections", Likeness: equal, Of: algebra.OfArgs(atLeast(algebra.Highlight, "num_highlights"))},
		{Checker: "detectable_format:title", Likeness: nearly, Note: "the checker takes all from a line's first << to its last >>, unless it is only angle brackets", Of: algebra.OfArgs(hasTitle)},
		{Checker: "keywords:existence", Likeness: nearly, Note: patterns, Of: algebra.OfArgs(hasKeywords)},
		{Checker: "keywords:forbidden_words", Likeness: nearly, Note: patterns, Of: algebra.OfArgs(lacksWords)},
		{Checker: "keywords:frequency", Likeness: nearly, Note: patterns + "; empty matches do not count", Of: algebra.OfArgs(hasKeyword)},
		{Checker: "keywords:letter_frequency", Likeness: nearly, Note: cases, Of: algebra.OfArgs(hasLetter)},
		{Checker: "language:response_language", Likeness: equal, Of: algebra.OfArgs(inLanguage)},
		{Checker: "length_constraints:nth_paragraph_first_word", Likeness: nearly, Note: "for the checker three or more line breaks contain an empty paragraph, which takes a position but is not counted; " + cases, Of: algebra.OfArgs(opensWith)},
		{Checker: "length_constraints:number_paragraphs", Likeness: equal, Of: algebra.OfArgs(hasParagraphs)},
		{Checker: "length_constraints:number_sentences", Likeness: equal, Of: algebra.OfArgs(bounded(algebra.Sentence, "num_sentences", "relation"))},
		{Checker: "length_constraints:number_words", Likeness: equal, Of: algebra.OfArgs(bounded(algebra.Word, "num_words", "relation"))},
		{Checker: "punctuation:no_comma", Likeness: equal, Of: algebra.OfArgs(func(*verify.Args) algebra.Expr { return algebra.No(algebra.Text(",")) })},
		{Checker: "startend:end_checker", Likeness: nearly, Note: "the checker first removes all quotation marks at both ends of the answer; " + cases, Of: algebra.OfArgs(endsWithPhrase)},
		{Checker: "startend:quotation", Likeness: equal, Of: algebra.OfArgs(inQuotes)},
	}
}

func bounded(u algebra.Unit, threshold, name string) func(*verify.Args) algebra.Expr {
	return func(a *verify.Args) algebra.Expr { return algebra.Has(u, algebra.ReadRelation(a, threshold, name)) }
}

func atLeast(u algebra.Unit, threshold string) func(*verify.Args) algebra.Expr {
	return func(a *verify.Args) algebra.Expr { return algebra.Has(u, algebra.AtLeast(float64(a.Count(threshold)))) }
}

// capitalLetters is what words in capitals cannot do without. Fewer words
// than a number demand nothing.
func capitalLetters(a *verify.Args) algebra.Expr {
	is := algebra.ReadRelation(a, "capital_frequency", "capital_relation")
	if is.Op == algebra.OpLess {
		is = algebra.AtLeast(0)
	}
	return algebra.Has(algebra.Capital, is)
}

func inEnglish(c algebra.Case) func(*verify.Args) algebra.Expr {
	return func(*verify.Args) algebra.Expr { return algebra.All{c, algebra.Language("en")} }
}

func startsWithPrompt(a *verify.Args) algebra.Expr {
	return algebra.Starts{With: algebra.Text(parity.TrimSpace(a.Text("prompt_to_repeat")))}
}

// notBlank is what a part between dividers must be.
func notBlank() algebra.Expr { return algebra.Has(algebra.Chunk, algebra.AtLeast(1)) }

func twoDifferent(*verify.Args) algebra.Expr {
	answers := algebra.Every(algebra.Split("******"))
	return algebra.All{
		algebra.HasParts(answers, algebra.Exactly(2)),
		algebra.Each{Of: answers, Holds: notBlank()},
		algebra.AllDifferent{Of: answers, Case: true},
	}
}

func hasPostscript(a *verify.Args) algebra.Expr {
	switch marker := parity.TrimSpace(a.Text("postscript_marker")); marker {
	case "P.P.S":
		return algebra.Contains{What: algebra.Pattern(`p\.\s?p\.\s?s`)}
	case "P.S.":
		return algebra.Contains{What: algebra.Pattern(`p\.\s?s\.`)}
	default:
		return algebra.Contains{What: keyword(marker)}
	}
}

// keyword is a text of the data, which is taken for a regular expression.
func keyword(text string) algebra.Find {
	if isPlain(text) {
		return algebra.Text(text)
	}
	return algebra.Pattern(text)
}

func hasOption(*verify.Args) algebra.Expr {
	return algebra.Any(lists.Map([]string{"yes", "no", "maybe"}, func(o string) algebra.Expr {
		return algebra.Contains{What: algebra.Text("My answer is " + o + ".").SameCase()}
	}))
}

func isJSON(*verify.Args) algebra.Expr { return algebra.JSON{} }

func hasSections(a *verify.Args) algebra.Expr {
	mark := algebra.Pattern(parity.TrimSpace(a.Text("section_spliter")) + `\s?\d+`).SameCase()
	return algebra.Has(mark, algebra.AtLeast(float64(a.Count("num_sections"))))
}

func hasBullets(a *verify.Args) algebra.Expr {
	return algebra.Has(algebra.Bullet, algebra.Exactly(float64(a.Count("num_bullets"))))
}

func hasTitle(*verify.Args) algebra.Expr { return algebra.Has(algebra.TitleMark, algebra.AtLeast(1)) }

func hasKeywords(a *verify.Args) algebra.Expr {
	return algebra.All(lists.Map(a.Texts("keywords"), func(k string) algebra.Expr { return algebra.Contains{What: keyword(k)} })).Single()
}

func lacksWords(a *verify.Args) algebra.Expr {
	return algebra.All(lists.Map(a.Texts("forbidden_words"), func(w string) algebra.Expr { return algebra.No(wholeWord(w)) })).Single()
}

// wholeWord is a text with word boundaries: a word only if there are
// letters at its ends.
func wholeWord(text string) algebra.Find {
	if isPlain(text) && parity.WordBoundary(text, 0) && parity.WordBoundary(text, len(text)) {
		return algebra.WordText(text)
	}
	return algebra.Pattern(`\b` + text + `\b`)
}

func hasKeyword(a *verify.Args) algebra.Expr {
	k := keyword(parity.TrimSpace(a.Text("keyword")))
	return algebra.Has(k, algebra.ReadRelation(a, "frequency", "relation"))
}

func hasLetter(a *verify.Args) algebra.Expr {
	letter := algebra.Text(a.Text("letter"))
	return algebra.Has(letter, algebra.ReadRelation(a, "let_frequency", "let_relation"))
}

func inLanguage(a *verify.Args) algebra.Expr { return algebra.Language(a.Text("language")) }

// opensWith takes the first word as the checker does: quotation marks may
// stand before it, and a stop, comma or quotation mark ends it.
func opensWith(a *verify.Args) algebra.Expr {
	total, nth := a.Count("num_paragraphs"), a.Count("nth_paragraph")
	word := fmt.Sprintf(`'*"*%s([.,?!'"\s]|$)`, regexp.QuoteMeta(a.Text("first_word")))
	return algebra.All{
		algebra.Has(algebra.Paragraph, algebra.Exactly(float64(total))),
		algebra.Each{Of: algebra.Every(algebra.Paragraph).Nth(nth), Holds: algebra.Starts{With: algebra.Pattern(word)}},
	}
}

func hasParagraphs(a *verify.Args) algebra.Expr {
	parts, n := algebra.Every(algebra.Split("***")), float64(a.Count("num_paragraphs"))
	return algebra.All{
		algebra.HasParts(parts, algebra.Exactly(n)),
		algebra.HasParts(parts.With(algebra.Not{Of: notBlank()}), algebra.Exactly(0)),
	}
}

func endsWithPhrase(a *verify.Args) algebra.Expr {
	phrase := parity.TrimSpace(a.Text("end_phrase"))
	return algebra.Any{algebra.Ends{With: algebra.Text(phrase)}, algebra.Ends{With: algebra.Text(phrase + `"`)}}
}

func inQuotes(*verify.Args) algebra.Expr {
	mark := algebra.Text(`"`)
	return algebra.All{algebra.Starts{With: mark}, algebra.Ends{With: mark}, algebra.Has(mark, algebra.AtLeast(2))}
}
