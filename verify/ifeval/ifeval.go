// Package ifeval holds the 25 checkers of IFEval (Zhou et al., 2023) in the
// parity reading: their verdicts are those of the official evaluator.
//
// They differ from it only where it leaves a verdict to chance. A missing
// argument, for which it draws one at random, is an error here; and the
// language is identified with a fixed seed.
package ifeval

import (
	"fmt"
	"strings"

	"adhere/verify"
	"adhere/verify/parity"
)

// Suite returns the checkers.
func Suite() verify.Suite {
	return verify.Suite{Name: "ifeval", Version: 1, Checkers: []verify.Checker{
		{Name: "change_case:capital_word_frequency", Doc: "`capital_relation` (at least, less than) `capital_frequency` words are in capitals; words are tokens", Compile: verify.WithArgs(verify.Counting("capital_frequency", "capital_relation", "word", " in capitals", countCapitals))},
		{Name: "change_case:english_capital", Doc: "the answer is English, all in capitals", Compile: verify.WithoutArgs(englishIn("in capitals", parity.IsUpper, parity.LowerCase))},
		{Name: "change_case:english_lowercase", Doc: "the answer is English, all in lower case", Compile: verify.WithoutArgs(englishIn("in lower case", parity.IsLower, parity.Upper))},
		{Name: "combination:repeat_prompt", Doc: "the answer begins with `prompt_to_repeat`, regardless of case", Compile: verify.WithArgs(repeatPrompt)},
		{Name: "combination:two_responses", Doc: "there are two different answers with ****** between them", Compile: verify.WithoutArgs(twoResponses)},
		{Name: "detectable_content:number_placeholders", Doc: "at least `num_placeholders` placeholders are in square brackets, like [this]", Compile: verify.WithArgs(verify.Counting("num_placeholders", "", "placeholder", " in square brackets", countPlaceholders))},
		{Name: "detectable_content:postscript", Doc: "a line has a postscript that begins with `postscript_marker`", Compile: verify.WithArgs(postscript)},
		{Name: "detectable_format:constrained_response", Doc: "one of the sentences My answer is yes., My answer is no. and My answer is maybe. occurs", Compile: verify.WithoutArgs(Option("My answer is yes.", "My answer is no.", "My answer is maybe."))},
		{Name: "detectable_format:json_format", Doc: "the answer is JSON and nothing else, but for a code fence", Compile: verify.WithoutArgs(jsonFormat)},
		{Name: "detectable_format:multiple_sections", Doc: "at least `num_sections` sections begin with `section_spliter` and a number", Compile: verify.WithArgs(sections)},
		{Name: "detectable_format:number_bullet_lists", Doc: "exactly `num_bullets` lines are bullet points, with * or -", Compile: verify.WithArgs(verify.CountingExactly("num_bullets", "bullet point", "", countBullets))},
		{Name: "detectable_format:number_highlighted_sections", Doc: "at least `num_highlights` passages are highlighted *like this* or **like this**", Compile: verify.WithArgs(verify.Counting("num_highlights", "", "passage", " highlighted with asterisks", countAllHighlights))},
		{Name: "detectable_format:title", Doc: "there is a title <<like this>>", Compile: verify.WithoutArgs(Title("<<", ">>"))},
		{Name: "keywords:existence", Doc: "each of the regular expressions `keywords` matches, regardless of case", Compile: verify.WithArgs(existence)},
		{Name: "keywords:forbidden_words", Doc: "none of the regular expressions `forbidden_words` matches as a word, regardless of case", Compile: verify.WithArgs(forbidden)},
		{Name: "keywords:frequency", Doc: "`keyword`, a regular expression, occurs `relation` (at least, less than) `frequency` times, regardless of case", Compile: verify.WithArgs(frequency)},
		{Name: "keywords:letter_frequency", Doc: "`letter` occurs `let_relation` (at least, less than) `let_frequency` times, in any case", Compile: verify.WithArgs(letterFrequency)},
		{Name: "language:response_language", Doc: "the answer is in `language`, an ISO 639-1 code such as de", Compile: verify.WithArgs(responseLanguage)},
		{Name: "length_constraints:nth_paragraph_first_word", Doc: "there are `num_paragraphs` paragraphs with an empty line between them, and number `nth_paragraph` begins with the word `first_word`", Compile: verify.WithArgs(firstWord)},
		{Name: "length_constraints:number_paragraphs", Doc: "there are `num_paragraphs` paragraphs with *** between them", Compile: verify.WithArgs(paragraphs)},
		{Name: "length_constraints:number_sentences", Doc: "there are `relation` (at least, less than) `num_sentences` sentences", Compile: verify.WithArgs(verify.Counting("num_sentences", "relation", "sentence", "", func(t *verify.Text) int { return len(t.Sentences()) }))},
		{Name: "length_constraints:number_words", Doc: "there are `relation` (at least, less than) `num_words` words (runs of letters, numbers and underscores)", Compile: verify.WithArgs(verify.Counting("num_words", "relation", "word", "", (*verify.Text).Words))},
		{Name: "punctuation:no_comma", Doc: "the answer has no comma", Compile: verify.WithoutArgs(noComma)},
		{Name: "startend:end_checker", Doc: "the answer ends with `end_phrase`, regardless of case", Compile: verify.WithArgs(endPhrase)},
		{Name: "startend:quotation", Doc: "the whole answer is in double quotation marks", Compile: verify.WithoutArgs(quotation)},
	}}
}

// list renders up to five quoted texts and says how many more there are.
func list(texts []string) string {
	const limit = 5
	shown := make([]string, 0, limit)
	for _, t := range texts[:min(len(texts), limit)] {
		shown = append(shown, verify.Quote(t))
	}
	joined := strings.Join(shown, ", ")
	if more := len(texts) - limit; more > 0 {
		joined += fmt.Sprintf(" and %d more", more)
	}
	return joined
}
