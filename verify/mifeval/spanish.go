package mifeval

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/ifeval"
	"adhere/verify/parity"
)

func spanish() []kind {
	const own = "it is about letters and words of Spanish"
	letters := func(letter string) func(*verify.Text) int {
		return countWords(func(w string) bool { return strings.Contains(parity.Lower(w), letter) })
	}
	return append(shared(
		"keywords:existence", "keywords:frequency", "keywords:forbidden_words", "keywords:letter_frequency",
		"language:response_language", "length_constraints:number_paragraphs",
		"detectable_content:number_placeholders", "detectable_format:number_highlighted_sections",
		"detectable_format:multiple_sections", "detectable_format:json_format", "detectable_format:title",
		"combination:two_responses", "combination:repeat_prompt", "punctuation:no_comma", "startend:quotation",
	),
		kind{name: "length_constraints:number_sentences", prepare: withoutMarkers, note: "numbers and markers of list items are removed first"},
		kind{name: "length_constraints:number_words", prepare: withoutMarkers, note: "numbers and markers of list items are removed first"},
		kind{name: "length_constraints:nth_paragraph_first_word", doc: "there are `num_paragraphs` paragraphs with an empty line between them, and number `nth_paragraph` begins with the words `first_word`, punctuation aside", check: openingWords, note: "punctuation inside words does not count"},
		kind{name: "detectable_content:postscript", doc: "a line has a postscript that begins with `postscript_marker`, P.D. or Nota", check: postscript, note: own},
		kind{name: "detectable_format:number_bullet_lists", doc: "exactly `num_bullets` lines are bullet points, with *", check: verify.CountingExactly("num_bullets", "bullet point", "", func(t *verify.Text) int {
			return ifeval.CountLines(t.String(), ifeval.Bullet("*"))
		}), note: "the algebra's bullet points also begin with a hyphen"},
		kind{name: "detectable_format:constrained_response", doc: "one of the sentences Sí., No. and Quizás. occurs", check: always(ifeval.Option("Sí.", "No.", "Quizás.")), note: own},
		kind{name: "startend:end_checker", doc: "the answer ends with `end_phrase`, regardless of case; a full stop may follow", check: ending(func(s string) string {
			return strings.TrimSuffix(parity.Lower(strings.Trim(s, `"`)), ".")
		}, parity.Lower), note: "a full stop may follow"},
		kind{name: "change_case:capital_word_frequency", doc: "`capital_relation` (at least, less than) `capital_frequency` words are in capitals", check: verify.Counting("capital_frequency", "capital_relation", "word", " in capitals", countWords(parity.IsUpper)), note: own},
		kind{name: "change_case:spanish_capital", doc: "the answer is Spanish, all in capitals, accents aside", check: inCase("es", "in capitals", allCapitals), note: "the language is detected in the lowercased answer"},
		kind{name: "change_case:spanish_lowercase", doc: "the answer is Spanish, all in lower case", check: inCase("es", "in lower case", parity.IsLower), note: "the language is detected in the lowercased answer"},
		kind{name: "punctuation:question_marks", doc: "there is a question ¿like this?", check: between("question", "¿", "?"), note: own},
		kind{name: "punctuation:exclamation_marks", doc: "there is an exclamation ¡like this!", check: between("exclamation", "¡", "!"), note: own},
		kind{name: "special_character:enie", doc: "exactly `let_frequency` words have an ñ", check: verify.CountingExactly("let_frequency", "word", " with ñ", letters("ñ")), note: own},
		kind{name: "special_character:dieresis", doc: "exactly `let_frequency` words have a ü", check: verify.CountingExactly("let_frequency", "word", " with ü", letters("ü")), note: own},
		kind{name: "special_character:tildes", doc: "`relation` (at least, less than) `num_words` words have a letter with an acute accent", check: verify.Counting("num_words", "relation", "word", " with an accent", countWords(func(w string) bool {
			return strings.ContainsAny(w, "áéíóúÁÉÍÓÚ")
		})), note: own},
	)
}

var markers = lazyregexp.New(`(?m)^[\s\p{Z}]*\p{Nd}+\.[\s\p{Z}]*|^[\s\p{Z}]*[-*][\s\p{Z}]*`)

// withoutMarkers takes the numbers and marks of list items away.
func withoutMarkers(s string) string { return markers.ReplaceAllString(s, "") }

func openingWords(a *verify.Args) (verify.Check, error) {
	return ifeval.Opening(a, func(paragraph, first string) (string, bool) {
		wanted := parity.Fields(first)
		found := parity.Fields(paragraph)
		found = found[:min(len(found), len(wanted))]
		for i, w := range found {
			found[i] = parity.Lower(strings.Map(func(r rune) rune {
				if r < unicode.MaxASCII && (unicode.IsPunct(r) || unicode.IsSymbol(r)) {
					return -1
				}
				return r
			}, w))
		}
		opening := strings.Join(found, " ")
		return opening, opening == strings.Join(wanted, " ")
	})
}

// spaced is a marker as it may also be written.
var spaced = lazyregexp.New(`p\.[\s\p{Z}]?d\.`)

func postscript(a *verify.Args) (verify.Check, error) {
	marker := parity.TrimSpace(a.Text("postscript_marker"))
	return func(t *verify.Text) verify.Finding {
		s, wanted := t.Lower(), parity.Lower(marker)
		met := strings.Contains(s, wanted) || marker == "P.D." && spaced.MatchString(s)
		f := verify.Finding{Met: met, Measured: "no " + verify.Quote(marker), Wanted: "a postscript that begins with " + verify.Quote(marker)}
		if met {
			f.Measured = verify.Quote(marker) + " is there"
		}
		return f
	}, nil
}

// allCapitals reports that no letter is small, once accents are taken off.
func allCapitals(s string) bool {
	return strings.IndexFunc(norm.NFKD.String(s), func(r rune) bool {
		return unicode.IsLetter(r) && !parity.Upper(r) && norm.NFKD.PropertiesString(string(r)).CCC() == 0
	}) < 0
}

// between wants something between an opening mark and the next closing one.
func between(name, opening, closing string) func(*verify.Args) (verify.Check, error) {
	return always(func(t *verify.Text) verify.Finding {
		f := verify.Finding{Measured: "no " + name, Wanted: "one " + opening + "like this" + closing}
		rest := t.String()
		for {
			_, after, ok := strings.Cut(rest, opening)
			inside, next, closed := strings.Cut(after, closing)
			if !ok || !closed {
				return f
			}
			if said := strings.TrimLeft(inside, opening); !parity.Blank(said) {
				f.Met, f.Measured = true, verify.Quote(opening+said+closing)
				return f
			}
			rest = next
		}
	})
}
