// Package ifeval holds the 25 checkers of IFEval (Zhou et al., 2023) in the
// parity reading: their verdicts are those of the official evaluator.
//
// They differ from it only where it leaves a verdict to chance. A missing
// argument, for which it draws one at random, is an error here; and the
// language is identified with a fixed seed.
package ifeval

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"adhere/verify"
)

// Suite returns the checkers.
func Suite() verify.Suite {
	return verify.Suite{Name: "ifeval", Version: 1, Checkers: []verify.Checker{
		{Name: "change_case:capital_word_frequency", Doc: "words in capitals; capital_frequency, capital_relation", Compile: capitalWords},
		{Name: "change_case:english_capital", Doc: "English in capitals only", Compile: without(englishCapital)},
		{Name: "change_case:english_lowercase", Doc: "English in lower case only", Compile: without(englishLower)},
		{Name: "combination:repeat_prompt", Doc: "begins with the request itself; prompt_to_repeat", Compile: repeatPrompt},
		{Name: "combination:two_responses", Doc: "two different answers with ****** between them", Compile: without(twoResponses)},
		{Name: "detectable_content:number_placeholders", Doc: "at least num_placeholders like [this]", Compile: placeholders},
		{Name: "detectable_content:postscript", Doc: "a postscript that begins with postscript_marker", Compile: postscript},
		{Name: "detectable_format:constrained_response", Doc: "one of three fixed sentences", Compile: without(constrained)},
		{Name: "detectable_format:json_format", Doc: "JSON and nothing else, but for a code fence", Compile: without(jsonFormat)},
		{Name: "detectable_format:multiple_sections", Doc: "at least num_sections, each begun by section_spliter and a number", Compile: sections},
		{Name: "detectable_format:number_bullet_lists", Doc: "exactly num_bullets bullet points", Compile: bullets},
		{Name: "detectable_format:number_highlighted_sections", Doc: "at least num_highlights passages *like this*", Compile: highlights},
		{Name: "detectable_format:title", Doc: "a title <<like this>>", Compile: without(title)},
		{Name: "keywords:existence", Doc: "each of keywords, which are regular expressions, in any case", Compile: existence},
		{Name: "keywords:forbidden_words", Doc: "none of forbidden_words, which are regular expressions, as a word", Compile: forbidden},
		{Name: "keywords:frequency", Doc: "how often keyword occurs; frequency, relation", Compile: frequency},
		{Name: "keywords:letter_frequency", Doc: "how often letter occurs; let_frequency, let_relation", Compile: letterFrequency},
		{Name: "language:response_language", Doc: "written in language, an ISO 639-1 code", Compile: responseLanguage},
		{Name: "length_constraints:nth_paragraph_first_word", Doc: "num_paragraphs with an empty line between, the nth_paragraph beginning with first_word", Compile: firstWord},
		{Name: "length_constraints:number_paragraphs", Doc: "num_paragraphs with *** between them", Compile: paragraphs},
		{Name: "length_constraints:number_sentences", Doc: "num_sentences, relation", Compile: sentences},
		{Name: "length_constraints:number_words", Doc: "num_words, relation", Compile: words},
		{Name: "punctuation:no_comma", Doc: "no comma", Compile: without(noComma)},
		{Name: "startend:end_checker", Doc: "ends with end_phrase, in any case", Compile: endPhrase},
		{Name: "startend:quotation", Doc: "the whole in double quotation marks", Compile: without(quotation)},
	}}
}

// without compiles a check that has no arguments.
func without(check verify.Check) func(json.RawMessage) (verify.Check, error) {
	return func(raw json.RawMessage) (verify.Check, error) {
		return check, verify.ReadArgs(raw).Err()
	}
}

// A bound is a threshold and the side of it that is wanted.
type bound struct {
	n     int
	below bool
}

// readBound reads a threshold and its relation, "less than" or "at least".
func readBound(a *verify.Args, threshold, relation string) bound {
	return bound{a.Count(threshold), a.OneOf(relation, "at least", "less than") == "less than"}
}

func (b bound) met(n int) bool { return n < b.n == b.below }

func (b bound) String() string {
	if b.below {
		return "fewer than " + strconv.Itoa(b.n)
	}
	return "at least " + strconv.Itoa(b.n)
}

// finding holds a count of things against the bound. What follows their noun
// is given apart.
func (b bound) finding(n int, noun, rest string) verify.Finding {
	return verify.Finding{Met: b.met(n), Measured: count(n, noun) + rest, Wanted: b.String()}
}

// count renders "1 word" and "2 words".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// list renders up to five quoted texts and says how many more there are.
func list(texts []string) string {
	const limit = 5
	shown := make([]string, 0, limit)
	for _, t := range texts[:min(len(texts), limit)] {
		shown = append(shown, quote(t))
	}
	joined := strings.Join(shown, ", ")
	if more := len(texts) - limit; more > 0 {
		joined += fmt.Sprintf(" and %d more", more)
	}
	return joined
}

// quote renders a text that may be long.
func quote(s string) string {
	const limit = 60
	for i := range s {
		if i >= limit {
			return strconv.Quote(s[:i] + "…")
		}
	}
	return strconv.Quote(s)
}
