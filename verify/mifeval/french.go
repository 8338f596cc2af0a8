package mifeval

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"adhere/verify"
	"adhere/verify/ifeval"
	"adhere/verify/langid"
	"adhere/verify/parity"
)

func french() []kind {
	const own = "it is about letters and words of French"
	return append(shared(
		"keywords:existence", "keywords:frequency", "keywords:forbidden_words", "keywords:letter_frequency",
		"length_constraints:number_sentences", "length_constraints:number_paragraphs",
		"length_constraints:number_words", "length_constraints:nth_paragraph_first_word",
		"detectable_content:number_placeholders", "detectable_content:postscript",
		"detectable_format:number_bullet_lists", "detectable_format:number_highlighted_sections",
		"detectable_format:multiple_sections", "detectable_format:json_format",
		"combination:two_responses", "combination:repeat_prompt", "startend:end_checker",
		"change_case:capital_word_frequency", "punctuation:no_comma",
	),
		kind{name: "language:response_language", doc: "the answer is in `language`, an ISO 639-1 code such as de; zh, which the data has, is the code of no answer: Chinese is zh-cn or zh-tw", check: inLanguage, note: "unknown language codes are accepted too"},
		kind{name: "detectable_format:constrained_response", doc: "one of the sentences Oui., Non. and Peut-être. occurs", check: always(ifeval.Option("Oui.", "Non.", "Peut-être.")), note: own},
		kind{name: "detectable_format:title", doc: "there is a title ##like this##", check: always(ifeval.Title("##", "##")), note: "the algebra's titles stand between angle brackets"},
		kind{name: "startend:quotation", doc: "the whole answer stands in quotation marks: \"…\", '…' or «…»", check: inMarks(`""`, `''`, `«»`), note: "one pair of three"},
		kind{name: "change_case:french_capital", doc: "the answer is French, all in capitals", check: inCase("fr", "in capitals", parity.IsUpper), note: "the language is detected in the lowercased answer"},
		kind{name: "change_case:french_lowercase", doc: "the answer is French, all in lower case", check: inCase("fr", "in lower case", parity.IsLower), note: "the language is detected in the lowercased answer"},
		kind{name: "special_character:ethel_or_cedilla", doc: "`forbidden_char` does not occur, in either case", check: forbiddenLetter, note: own},
		kind{name: "special_character:no_accents", doc: "no letter has an accent or a cedilla", check: without("letter with an accent", isAccented), note: own},
		kind{name: "special_character:accents", doc: "words of `word_to_accentuate`, an object from words without accents to words with them, are written with them", check: accented, note: own},
		kind{name: "detectable_content:informal_address", doc: "one of the words tu, te, t', toi, ton, ta and tes occurs", check: informal, note: own},
		kind{name: "detectable_content:no_digits", doc: "the answer has no digit", check: without("digit", unicode.IsDigit), note: "the algebra counts ASCII digits"},
	)
}

func inLanguage(a *verify.Args) (verify.Check, error) {
	code := a.Text("language")
	if a.Err() == nil && code != "zh" && !langid.Known(code) {
		return nil, fmt.Errorf("language: expected the code of a known language, such as fr, de or zh-cn, got %q", code)
	}
	return func(t *verify.Text) verify.Finding {
		found := t.Language()
		return verify.Finding{Met: found == code || found == "", Measured: "language " + cmp.Or(found, "not to be told"), Wanted: code}
	}, nil
}

func isAccented(r rune) bool {
	return strings.ContainsRune("àáâãäåçèéêëìíîïñòóôõöùúûüýÿÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ", r)
}

func forbiddenLetter(a *verify.Args) (verify.Check, error) {
	letter := a.Text("forbidden_char")
	folded := parity.Fold(letter)
	return func(t *verify.Text) verify.Finding {
		n := strings.Count(t.Folded(), folded)
		return verify.Finding{Met: n == 0, Measured: verify.Amount(n, "time") + " " + verify.Quote(letter), Wanted: "none"}
	}, nil
}

// informal wants what IFEval's checker of forbidden words would find.
func informal(*verify.Args) (verify.Check, error) {
	said, err := forbiddenWords([]string{"tu", "te", "t'", "toi", "ton", "ta", "tes"})
	if err != nil {
		return nil, err
	}
	return func(t *verify.Text) verify.Finding {
		f := said(t)
		return verify.Finding{Met: !f.Met, Measured: f.Measured, Wanted: "one of tu, te, t', toi, ton, ta, tes"}
	}, nil
}

func forbiddenWords(list []string) (verify.Check, error) {
	args, err := json.Marshal(map[string][]string{"forbidden_words": list})
	if err != nil {
		return nil, err
	}
	checkers := ifeval.Suite().Checkers
	i := slices.IndexFunc(checkers, func(c verify.Checker) bool { return c.Name == "keywords:forbidden_words" })
	return checkers[i].Compile(args)
}

// accented holds each word that, without accents, is one of the list to its
// spelling there.
func accented(a *verify.Args) (verify.Check, error) {
	spelled := a.Pairs("word_to_accentuate")
	return func(t *verify.Text) verify.Finding {
		for _, w := range parity.Words(t.Lower()) {
			if want, listed := spelled[plainLetters(w)]; listed && w != want {
				return verify.Finding{Measured: verify.Quote(w), Wanted: verify.Quote(want)}
			}
		}
		return verify.Finding{Met: true, Measured: "no word lacks its accents", Wanted: "accents on the words of the list"}
	}, nil
}

// plainLetters takes accents off letters.
func plainLetters(s string) string {
	return strings.Map(func(r rune) rune {
		if norm.NFKD.PropertiesString(string(r)).CCC() != 0 {
			return -1
		}
		return r
	}, norm.NFKD.String(s))
}
