package ifbench

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"adhere/internal/lists"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/parity"
)

const (
	caseNote     = "letters beyond ASCII with several lowercase forms (ſ, ς) count as one for the expression"
	tokenNote    = "words are NLTK's tokens, in which cannot is two and every punctuation mark is one; the algebra has no such unit"
	neighborNote = "each word is compared with the one before it; the algebra compares parts with a number or a text, not with their neighbours"
	tableNote    = "CSV is read as Python reads it, stray quotation marks and blank rows included, and the quotation marks themselves are checked"
	taskNote     = "a fixed composite task of the benchmark"
)

// Equivalents says what each checker demands in the algebra of checks, and
// where the two part.
func Equivalents() []algebra.Equivalent {
	return slices.Concat(equalCounts(), equalRatios(), equalWords(), equalFormats(), equalTasks())
}

func equalCounts() []algebra.Equivalent {
	const equal, nearly, part, code = algebra.Equal, algebra.Nearly, algebra.Part, algebra.Code
	return []algebra.Equivalent{
		{Checker: "count:word_count_range", Likeness: equal, Of: algebra.OfArgs(func(a *verify.Args) algebra.Expr {
			low, high := a.Count("min_words"), a.Count("max_words")
			return algebra.Has(algebra.Word, algebra.Between(float64(low), float64(high)))
		})},
		{Checker: "count:unique_word_count", Likeness: part, Note: "punctuation is taken off the ends of words before they are compared; the expression asks for as many words", Of: algebra.OfArgs(least(algebra.Chunk, "N"))},
		{Checker: "count:conjunctions", Likeness: part, Note: "and, And and \"and,\" count as three different ones; the expression asks for as many words", Of: algebra.OfArgs(least(algebra.Chunk, "small_n"))},
		{Checker: "count:person_names", Likeness: equal, Of: algebra.OfArgs(hasNames)},
		{Checker: "count:numbers", Likeness: equal, Of: algebra.OfArgs(func(a *verify.Args) algebra.Expr {
			return algebra.Has(algebra.Pattern("\\p{Nd}([!-/:-@[-`{-~]*\\p{Nd})*"), algebra.Exactly(float64(a.Count("N"))))
		})},
		{Checker: "count:pronouns", Likeness: code, Note: tokenNote},
		{Checker: "count:punctuation", Likeness: equal, Of: fixed(everyMark())},
		{Checker: "count:keywords_multiple", Likeness: nearly, Note: caseNote, Of: algebra.OfArgs(hasKeywords)},
		{Checker: "count:words_japanese", Likeness: code, Note: "it looks at every n-th word; the algebra selects one position or a range"},
	}
}

func equalRatios() []algebra.Equivalent {
	return []algebra.Equivalent{
		{Checker: "ratio:stop_words", Likeness: algebra.Nearly, Note: caseNote, Of: algebra.OfArgs(func(a *verify.Args) algebra.Expr {
			stop := algebra.Every(algebra.Word).With(algebra.OneOf{Texts: strings.Fields(stopWordList)})
			return algebra.Compare{Of: algebra.Share{Of: stop, Among: algebra.Every(algebra.Word)}, Is: algebra.AtMost(float64(a.Count("percentage")))}
		})},
		{Checker: "ratio:sentence_type", Likeness: algebra.Equal, Of: fixed(algebra.Any{
			algebra.All{no(ending(".")), no(ending("?"))}, share(ending("."), ending("?"), 200),
		})},
		{Checker: "ratio:sentence_balance", Likeness: algebra.Equal, Of: fixed(algebra.Any{
			algebra.All{no(ending(".")), no(ending("?")), no(ending("!"))},
			algebra.All{share(ending("."), ending("?"), 100), share(ending("!"), ending("?"), 100)},
		})},
		{Checker: "ratio:sentence_words", Likeness: algebra.Equal, Of: fixed(algebra.All{
			algebra.Has(algebra.Sentence, algebra.Exactly(3)),
			algebra.Compare{Of: algebra.Stat{Kind: algebra.Spread, Of: algebra.Every(algebra.Sentence), In: algebra.Character}, Is: algebra.Exactly(0)},
		})},
		{Checker: "ratio:overlap", Likeness: algebra.Code, Note: "sequences of three characters are compared with those of another text"},
		{Checker: "sentence:alliteration_increment", Likeness: algebra.Code, Note: neighborNote},
		{Checker: "sentence:keyword", Likeness: algebra.Nearly, Note: "a word that begins or ends with punctuation is found by a pattern whose \\b matches ASCII only", Of: algebra.OfArgs(func(a *verify.Args) algebra.Expr {
			nth := algebra.Every(algebra.Sentence).Nth(a.Count("N"))
			return algebra.Each{Of: nth, Holds: algebra.Contains{What: algebra.WholeWord(a.Text("word"))}}
		})},
		{Checker: "sentence:increment", Likeness: algebra.Code, Note: "the algebra can say that sentences grow, not by how many words"},
	}
}

func equalWords() []algebra.Equivalent {
	const equal, nearly, code = algebra.Equal, algebra.Nearly, algebra.Code
	const atKeyword = tokenNote + "; the expression asks for the keyword anywhere"
	return []algebra.Equivalent{
		{Checker: "words:alphabet", Likeness: code, Note: neighborNote},
		{Checker: "words:vowel", Likeness: nearly, Note: "the checker finds an i in İ", Of: fixed(algebra.All{
			algebra.Has(algebra.Line, algebra.AtMost(1)),
			algebra.Compare{Of: algebra.Different{Of: algebra.Every(algebra.Vowel)}, Is: algebra.AtMost(3)},
		})},
		{Checker: "words:consonants", Likeness: nearly, Note: caseNote, Of: fixed(no(algebra.Every(algebra.Chunk).With(
			algebra.Not{Of: algebra.Contains{What: algebra.Pattern("[b-df-hj-np-tv-z]{2}")}})))},
		{Checker: "words:palindrome", Likeness: nearly, Note: "for the expression, characters beyond ASCII other than letters and numbers do not count", Of: fixed(algebra.HasParts(
			algebra.Every(algebra.Chunk).With(algebra.All{algebra.Palindrome{}, algebra.Has(bareCharacter(), algebra.AtLeast(5))}), algebra.AtLeast(10)))},
		{Checker: "words:prime_lengths", Likeness: equal, Of: fixed(no(algebra.Every(algebra.Chunk).With(algebra.Not{Of: primeOrNone()})))},
		{Checker: "words:repeats", Likeness: code, Note: "punctuation is removed from words before they are compared"},
		{Checker: "words:no_consecutive", Likeness: code, Note: neighborNote},
		{Checker: "words:odd_even_syllables", Likeness: code, Note: "it counts syllables as the library syllapy does, from a list and by rules of thumb"},
		{Checker: "words:last_first", Likeness: code, Note: "punctuation at a sentence's ends does not count, but that at the end of its first word does"},
		{Checker: "words:paragraph_last_first", Likeness: code, Note: "words are compared without the punctuation at the ends of their line but with that inside it"},
		{Checker: "words:keywords_specific_position", Likeness: algebra.Part, Note: atKeyword, Of: algebra.OfArgs(hasKeyword)},
		{Checker: "words:words_position", Likeness: algebra.Part, Note: atKeyword, Of: algebra.OfArgs(hasKeyword)},
		{Checker: "words:start_verb", Likeness: code, Note: "verbs are recognised by weights, as in NLTK's tagger; its weights (6 MB) are not part of this program, and ours agree with it in 99 of 100 cases"},
	}
}

func equalFormats() []algebra.Equivalent {
	const equal, code = algebra.Equal, algebra.Code
	return []algebra.Equivalent{
		{Checker: "format:parentheses", Likeness: code, Note: "a bracket that closes out of order resets the count, and one closed bracket is enough; the algebra counts levels that are closed"},
		{Checker: "format:quotes", Likeness: code, Note: "apostrophes count as quotation marks"},
		{Checker: "format:options", Likeness: algebra.Nearly, Note: "line breaks and tabs around the answer, and where the options are letters blanks too, count for the checker; " + caseNote, Of: algebra.OfArgs(isAnOption)},
		{Checker: "format:newline", Likeness: code, Note: "words and lines are counted after punctuation is removed"},
		{Checker: "format:emoji", Likeness: code, Note: "the last two code points of a sentence and the first of the next are compared"},
		{Checker: "format:line_indent", Likeness: code, Note: neighborNote},
		{Checker: "format:quote_unquote", Likeness: code, Note: "white space is removed before quotation marks are compared"},
		{Checker: "format:list", Likeness: equal, Of: algebra.OfArgs(func(a *verify.Args) algebra.Expr {
			return algebra.Has(algebra.Text(a.Text("sep")).SameCase(), algebra.AtLeast(2))
		})},
		{Checker: "format:thesis", Likeness: code, Note: "tags are cut at the length of the shorter one"},
		{Checker: "format:sub-bullets", Likeness: code, Note: "asterisks and hyphens count anywhere"},
		{Checker: "format:no_bullets_bullets", Likeness: code, Note: "it goes line by line, and prose ends at a blank line"},
		{Checker: "format:title_case", Likeness: code, Note: tokenNote},
		{Checker: "format:output_template", Likeness: equal, Of: fixed(containsAll("My Answer:", "My Conclusion:", "Future Outlook:"))},
		{Checker: "format:no_whitespace", Likeness: equal, Of: fixed(algebra.No(algebra.Space))},
	}
}

func equalTasks() []algebra.Equivalent {
	const nearly, code = algebra.Nearly, algebra.Code
	return []algebra.Equivalent{
		{Checker: "repeat:repeat_change", Likeness: code, Note: "the request is compared word by word, without regard to white space"},
		{Checker: "repeat:repeat_simple", Likeness: nearly, Note: caseNote, Of: fixed(algebra.Equals{To: algebra.Text(onlyThis)})},
		{Checker: "repeat:repeat_span", Likeness: nearly, Note: caseNote, Of: algebra.OfArgs(isSpan)},
		{Checker: "custom:multiples", Likeness: algebra.Equal, Of: fixed(algebra.Set{
			Of: algebra.Every(algebra.Pattern(`\p{Nd}+`)), Is: algebra.SetOrder, Texts: []string{"14", "21", "28", "35", "42", "49"},
		})},
		{Checker: "custom:mcq_count_length", Likeness: code, Note: taskNote},
		{Checker: "custom:reverse_newline", Likeness: code, Note: taskNote},
		{Checker: "custom:word_reverse", Likeness: code, Note: taskNote},
		{Checker: "custom:character_reverse", Likeness: algebra.Equal, Of: fixed(algebra.Contains{What: algebra.Text("elgae dlab")})},
		{Checker: "custom:sentence_alphabet", Likeness: nearly, Note: caseNote, Of: fixed(alphabetically())},
		{Checker: "custom:european_capitals_sort", Likeness: code, Note: taskNote},
		{Checker: "custom:csv_city", Likeness: code, Note: tableNote},
		{Checker: "custom:csv_special_character", Likeness: code, Note: tableNote},
		{Checker: "custom:csv_quotes", Likeness: code, Note: tableNote},
		{Checker: "custom:date_format_list", Likeness: code, Note: "dates must lie in a range; the algebra finds dates but does not compare them"},
	}
}

// fixed is the expression of a checker without arguments.
func fixed(e algebra.Expr) func(json.RawMessage) (algebra.Expr, error) {
	return algebra.OfArgs(func(*verify.Args) algebra.Expr { return e })
}

func least(u algebra.Unit, name string) func(*verify.Args) algebra.Expr {
	return func(a *verify.Args) algebra.Expr { return algebra.Has(u, algebra.AtLeast(float64(a.Count(name)))) }
}

func no(parts algebra.Parts) algebra.Expr { return algebra.HasParts(parts, algebra.Exactly(0)) }

func ending(mark string) algebra.Parts {
	return algebra.Every(algebra.Sentence).With(algebra.Ends{With: algebra.Text(mark)})
}

func share(of, among algebra.Parts, percent float64) algebra.Expr {
	return algebra.Compare{Of: algebra.Share{Of: of, Among: among}, Is: algebra.Exactly(percent)}
}

func hasNames(a *verify.Args) algebra.Expr {
	n := a.Count("N")
	if n == 0 {
		return algebra.Has(algebra.Character, algebra.AtLeast(0))
	}
	any := algebra.KOf{K: n}
	for name := range strings.FieldsSeq(names) {
		any.Of = append(any.Of, algebra.Contains{What: algebra.WordText(name).SameCase()})
	}
	return any
}

func containsAll(texts ...string) algebra.All {
	return lists.Map(texts, func(s string) algebra.Expr { return algebra.Contains{What: algebra.Text(s).SameCase()} })
}

// everyMark leaves the marks of an interrobang of two characters out, where
// there is one.
func everyMark() algebra.Expr {
	two := algebra.Any{containsAll("?!")[0], containsAll("!?")[0]}
	twice := algebra.All{two, algebra.Has(algebra.Text("?"), algebra.AtLeast(2)), algebra.Has(algebra.Text("!"), algebra.AtLeast(2))}
	single := append(containsAll("‽", "?", "!"), algebra.Not{Of: two})
	return append(algebra.All{algebra.Any{twice, single}}, containsAll(".", ",", ";", ":")...)
}

func hasKeywords(a *verify.Args) algebra.Expr {
	var all algebra.All
	for i, n := range []float64{1, 2, 3, 5, 7} {
		k := parity.TrimSpace(a.Text(fmt.Sprintf("keyword%d", i+1)))
		all = append(all, algebra.Has(algebra.Text(k), algebra.Exactly(n)))
	}
	return all
}

// hasKeyword reads the places too, so that none counts as unknown.
func hasKeyword(a *verify.Args) algebra.Expr {
	k := algebra.Text(parity.TrimSpace(a.Text("keyword")))
	if a.Has("n") {
		a.Count("n")
		a.Count("m")
	}
	return algebra.Contains{What: k}
}

// bareCharacter is one that is neither white space nor ASCII punctuation.
func bareCharacter() algebra.Find { return algebra.Pattern("[^\\s!-/:-@[-`{-~]") }

// primeOrNone bounds the characters of a word without its punctuation: a
// prime number below 100, or none, for which there is no word.
func primeOrNone() algebra.Any {
	any := algebra.Any{algebra.Has(bareCharacter(), algebra.Exactly(0))}
	for n := range 100 {
		if isSmallPrime(n) {
			any = append(any, algebra.Has(bareCharacter(), algebra.Exactly(float64(n))))
		}
	}
	return any
}

// isAnOption allows marks around the options as the checker does.
func isAnOption(a *verify.Args) algebra.Expr {
	text := a.Text("options")
	if optionLetters.MatchString(text) {
		return algebra.OneOf{Texts: optionsOf(text), Case: true}
	}
	known := lists.Map(optionsOf(text), regexp.QuoteMeta)
	const around = "[ !-/:-@[-`{-~]*"
	return algebra.Equals{To: algebra.Pattern(around + "(" + strings.Join(known, "|") + ")" + around)}
}

func isSpan(a *verify.Args) algebra.Expr {
	return algebra.Equals{To: algebra.Text(spanOf(a))}
}

func alphabetically() algebra.All {
	all := algebra.All{algebra.Has(algebra.Sentence, algebra.Exactly(26))}
	for i := range 26 {
		first := algebra.Starts{With: algebra.Text(string(rune('a' + i)))}
		all = append(all, algebra.Each{Of: algebra.Every(algebra.Sentence).Nth(i + 1), Holds: first})
	}
	return all
}
