// Package ifrlvr is the suite of checkers for the 29 constraints on which
// IF-RLVR trains beside those of IFEval (Pyatkin et al. 2025, "Generalizing
// Verifiable Instruction Following", appendix), under their own names and
// arguments.
//
// Most are expressions of the algebra in the parity reading. What is an
// expression only but for a quirk says so at its equivalent; what holds words
// against each other by NLTK's tokens is code. Sentences are Punkt's
// throughout: the evaluator splits them by patterns of its own, which know
// fewer abbreviations and take the brace behind ." for a sentence.
package ifrlvr

import (
	"encoding/json"

	"adhere/verify"
	"adhere/verify/algebra"
)

// A constraint is a checker by its expression or by code.
type constraint struct {
	name, doc string
	expr      func(*verify.Args) algebra.Expr
	code      func(*verify.Args) (verify.Check, error)
	note      string // where it differs from an expression, or why it is code
}

// Suite lists the checkers.
func Suite() verify.Suite {
	s := verify.Suite{Name: "ifrlvr", Version: 1}
	for _, c := range constraints() {
		s.Checkers = append(s.Checkers, verify.Checker{Name: c.name, Doc: c.doc, Compile: c.compile()})
	}
	return s
}

func (c constraint) compile() func(json.RawMessage) (verify.Check, error) {
	if c.expr != nil {
		return algebra.CompileOf(algebra.OfArgs(c.expr))
	}
	return verify.WithArgs(c.code)
}

// Equivalents says what each checker demands in the algebra of checks: just
// what it does, where it is made of an expression.
func Equivalents() []algebra.Equivalent {
	var out []algebra.Equivalent
	for _, c := range constraints() {
		q := algebra.Equivalent{Checker: c.name, Likeness: algebra.Equal, Of: algebra.OfArgs(c.expr)}
		if c.expr == nil {
			q = algebra.Equivalent{Checker: c.name, Likeness: algebra.Code, Note: c.note}
		}
		out = append(out, q)
	}
	return out
}

func constraints() []constraint {
	const tokens = "words are NLTK's tokens, punctuation included; the algebra has no such unit"
	return []constraint{
		{name: "copy:repeat_phrase", doc: "`phrase` occurs exactly `small_n` times, each time with at most one word changed between its first and its last", code: repeatPhrase, note: "passages are compared with a phrase word by word"},
		{name: "copy:copy", doc: "the answer is `prompt_to_repeat`, regardless of case", expr: isPrompt},
		{name: "copy:copying_simple", doc: "the answer is `prompt_to_repeat`, regardless of case", expr: isPrompt},
		{name: "copy:copying_multiple", doc: "the answer is `prompt_to_repeat`, `N` times with ****** between", expr: isPromptTimes},
		{name: "new:copy_span_idx", doc: "the answer is the characters of `prompt_to_repeat` from number `n_start`, from 0, to before number `n_end`", expr: isSpan},
		{name: "detectable_format:sentence_hyphens", doc: "sentences are joined by hyphens without white space", code: hyphenJoined, note: "sentences are found with hyphens removed, and compared with the pieces between hyphens"},
		{name: "detectable_format:square_brackets", doc: "each word is in square brackets", expr: inBrackets},
		{name: "detectable_format:bigram_wrapping", doc: "each two words are in double angle brackets, <<like this>>", expr: inPairs},
		{name: "keywords:no_adjacent_consecutive", doc: "no word begins with the letter that follows, in the alphabet, on that of the word before", code: noConsecutive, note: "each word is compared with the one before it"},
		{name: "keywords:word_once", doc: "`keyword`, a regular expression, occurs exactly once, regardless of case", expr: func(a *verify.Args) algebra.Expr {
			return algebra.Has(keyword(a, "keyword"), algebra.Exactly(1))
		}},
		{name: "keywords:word_count_different_numbers", doc: "`keyword`, a regular expression, occurs `relation` (at least, less than) `frequency` times, regardless of case", expr: func(a *verify.Args) algebra.Expr {
			return algebra.Has(keyword(a, "keyword"), algebra.ReadRelation(a, "frequency", "relation"))
		}},
		{name: "keywords:exclude_word_harder", doc: "`keyword` does not occur between two spaces, in the same case", expr: func(a *verify.Args) algebra.Expr {
			return algebra.No(algebra.Text(" " + trimmed(a, "keyword") + " ").SameCase())
		}},
		{name: "keywords:palindrome", doc: "a word, as separated by white space, reads the same backwards, punctuation and case included; a single character counts", code: hasPalindrome, note: "punctuation counts; the algebra's palindromes consider letters and numbers only"},
		{name: "keywords:keyword_specific_position", doc: "token number `m` of sentence number `n` is `keyword`", code: keywordAt, note: tokens},
		{name: "keywords:start_end", doc: "the first and the last token are the same, regardless of case", code: sameEnds, note: tokens},
		{name: "paragraphs:paragraphs", doc: "there are two paragraphs with *** between them", expr: two("***")},
		{name: "paragraphs:paragraphs2", doc: "there are two paragraphs with an empty line between them", expr: two("\n\n")},
		{name: "first_word:first_word_sent", doc: "each sentence begins with the word `first_word`, regardless of case; words are separated by white space", expr: func(a *verify.Args) algebra.Expr {
			return algebra.Each{Of: algebra.Every(algebra.Chunk).Nth(1).Within(algebra.Every(algebra.Sentence)), Holds: isWord(a, "first_word")}
		}},
		{name: "first_word:first_word_answer", doc: "the answer begins with the word `first_word`, regardless of case; words are separated by white space", expr: func(a *verify.Args) algebra.Expr {
			return algebra.Each{Of: algebra.Every(algebra.Chunk).Nth(1), Holds: isWord(a, "first_word")}
		}},
		{name: "last_word:last_word_sent", doc: "each sentence ends with the word `last_word`, punctuation aside, regardless of case", expr: func(a *verify.Args) algebra.Expr {
			return algebra.Each{Of: algebra.Every(algebra.Chunk).Nth(-1).Within(algebra.Every(algebra.Sentence)), Holds: isMarkedWord(a, "last_word")}
		}},
		{name: "last_word:last_word_answer", doc: "the answer ends with the word `last_word`, punctuation aside, regardless of case", expr: func(a *verify.Args) algebra.Expr {
			return algebra.Each{Of: algebra.Every(algebra.Chunk).Nth(-1), Holds: isMarkedWord(a, "last_word")}
		}},
		{name: "punctuation:punctuation_dot", doc: "the answer has no full stop", expr: func(*verify.Args) algebra.Expr { return algebra.No(algebra.Text(".")) }},
		{name: "punctuation:punctuation_exclamation", doc: "the answer has no exclamation mark", expr: func(*verify.Args) algebra.Expr { return algebra.No(algebra.Text("!")) }},
		{name: "count:lowercase_counting", doc: "at most `N` words consist only of the letters a to z in lower case", expr: func(a *verify.Args) algebra.Expr {
			return algebra.Has(algebra.Pattern(`\b[a-z]+\b`).SameCase(), algebra.AtMost(float64(a.Count("N"))))
		}},
		{name: "count:counting_composition", doc: "there are three paragraphs with *** between them, each of `n_sent` sentences of `n_words` tokens", code: composition, note: tokens},
		{name: "count:count_unique", doc: "no token occurs twice, in the same case", code: allDifferent, note: tokens},
		{name: "count:count_increment_word", doc: "the regular expressions `keyword1` and `keyword2` match once and twice, regardless of case", expr: func(a *verify.Args) algebra.Expr {
			return algebra.All{algebra.Has(keyword(a, "keyword1"), algebra.Exactly(1)), algebra.Has(keyword(a, "keyword2"), algebra.Exactly(2))}
		}},
		{name: "letters:letter_counting", doc: "there are `relation` (at least, less than) `N` letters a to z, in any case", expr: func(a *verify.Args) algebra.Expr {
			return algebra.Has(algebra.Pattern("[A-Za-z]").SameCase(), algebra.ReadRelation(a, "N", "relation"))
		}},
		{name: "letters:letter_counting2", doc: "`letter` occurs `let_relation` (at least, less than) `let_frequency` times, in any case", expr: func(a *verify.Args) algebra.Expr {
			return algebra.Has(algebra.Text(a.Text("letter")), algebra.ReadRelation(a, "let_frequency", "let_relation"))
		}},
	}
}
