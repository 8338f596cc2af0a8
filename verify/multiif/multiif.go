// Package multiif holds the checkers of Multi-IF (He et al. 2024) that differ
// from IFEval's: they count by the language that an answer is in. Their
// verdicts are those of the official evaluator, except that the language is
// identified with a fixed seed, and that Thai, which the evaluator cuts with a
// dictionary, is counted as Latin script is.
package multiif

import (
	"strings"
	"unicode"

	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/parity"
)

// Suite lists the checkers.
func Suite() verify.Suite {
	return verify.Suite{Name: "multiif", Version: 1, Checkers: []verify.Checker{
		{Name: "length_constraints:number_sentences", Doc: "there are `relation` (at least, less than) `num_sentences` sentences; in Chinese and Japanese a line ends one too, in Hindi a danda does", Compile: verify.WithArgs(verify.Counting("num_sentences", "relation", "sentence", "", countSentences))},
		{Name: "length_constraints:number_words", Doc: "there are `relation` (at least, less than) `num_words` words; in Chinese and Japanese each character and each emoji is one", Compile: verify.WithArgs(verify.Counting("num_words", "relation", "word", "", countWords))},
		{Name: "startend:quotation", Doc: "the whole answer is in double quotation marks: \"…\", “…” or 「…」", Compile: algebra.CompileOf(algebra.OfArgs(quoted))},
	}}
}

// Equivalents says what each checker demands in the algebra of checks.
func Equivalents() []algebra.Equivalent {
	const byLanguage = "what is counted depends on the language that the answer is in"
	return []algebra.Equivalent{
		{Checker: "length_constraints:number_sentences", Likeness: algebra.Code, Note: byLanguage},
		{Checker: "length_constraints:number_words", Likeness: algebra.Code, Note: byLanguage},
		{Checker: "startend:quotation", Likeness: algebra.Equal, Of: algebra.OfArgs(quoted)},
	}
}

func countSentences(t *verify.Text) int {
	switch t.Language() {
	case "hi":
		return hindiSentences(t.String())
	case "zh-cn", "zh-tw", "ja":
		return hanSentences(t.String())
	}
	return len(t.Sentences())
}

func countWords(t *verify.Text) int {
	switch t.Language() {
	case "zh-cn", "zh-tw", "ja":
		return hanWords(t.String())
	}
	return t.Words()
}

// hindiSentences counts what ends with a danda, an exclamation or a question
// mark, and what is left after the last.
func hindiSentences(s string) int {
	n, left := 0, 0
	for _, r := range s {
		switch {
		case strings.ContainsRune("।!?", r):
			n, left = n+1, 0
		case !parity.IsSpace(r):
			left = 1
		}
	}
	return n + left
}

// hanSentences counts the stretches between marks that end sentences and line
// breaks, in whatever is not blank.
func hanSentences(s string) int {
	n := 0
	for _, line := range strings.FieldsFunc(s, parity.IsLineBreak) {
		n += len(strings.FieldsFunc(parity.TrimSpace(line), func(r rune) bool { return strings.ContainsRune("!?。.！？．", r) }))
	}
	return n
}

// hanWords counts each Chinese, Japanese and Korean character, each emoji, and
// words of other scripts between white space. Most marks are no words, and
// join what stands on both sides.
func hanWords(s string) int {
	s, emoji := parity.WithoutEmoji(strings.Map(func(r rune) rune {
		if strings.ContainsRune("\\.!?．/_,{}<>:;$%^&*(+\"'—！，。？、`~@#￥…（）：；《》“”)[]»〔〕-「」", r) {
			return -1
		}
		return r
	}, s))
	han := 0
	rest := strings.Map(func(r rune) rune {
		if unicode.Is(characters, r) {
			han++
			return ' '
		}
		return r
	}, s)
	return emoji + han + len(parity.Fields(rest))
}

// characters are those of Chinese, Japanese and Korean.
var characters = &unicode.RangeTable{R16: []unicode.Range16{
	{0x3040, 0x30ff, 1}, {0x3400, 0x4dbf, 1}, {0x4e00, 0x9fff, 1}, {0xac00, 0xd7af, 1},
}}

// quoted demands a pair of marks around the whole answer.
func quoted(*verify.Args) algebra.Expr {
	around := func(opening, closing string) algebra.Expr {
		return algebra.All{algebra.Starts{With: algebra.Text(opening)}, algebra.Ends{With: algebra.Text(closing)}}
	}
	return algebra.Any{
		algebra.All{around(`"`, `"`), algebra.Has(algebra.Text(`"`), algebra.AtLeast(2))},
		around("“", "”"), around("「", "」"),
	}
}
