// Package followbench is the suite of checkers for the constraints of
// FollowBench that are decided by rule (Jiang et al. 2024, section 3.4), in
// the reading of the benchmark's own scripts: what they count as a sentence,
// a word and a paragraph is said at each checker.
//
// Which source and level has which rule is known to package dataset; here
// are only small checkers with named arguments.
package followbench

import "adhere/verify"

// Suite lists the checkers.
func Suite() verify.Suite {
	return verify.Suite{Name: "followbench", Version: 1, Checkers: []verify.Checker{
		checker("equals", "the answer is exactly `text`", equals),
		checker("lines_of", "each line of the answer is one of the lines of `text`", linesOf),
		checker("one_of", "the answer is exactly one of `texts`", oneOf),
		checker("template", "the answer is `template`, where {answer} stands for any text within a line", template),
		checker("last_match", "the last text of a `shape` (choice, date, dollars or yuan) in the answer is `text`", lastMatch),
		checker("begins_with", "the answer begins with `text`", beginsWith),
		checker("ends_with", "the answer ends with `text`", endsWith),
		checker("contains_text", "`text` occurs in the answer, or in sentence number `sentence`", containsText),
		checker("lacks_text", "`text` does not occur in the answer, or in sentence number `sentence`; regardless of case with `any_case`", lacksText),
		checker("contains_word", "`word` occurs as a whole word, in the same case", word(true)),
		checker("lacks_word", "`word` does not occur as a whole word in the answer, or in sentence number `sentence`", word(false)),
		checker("words_by_sentence", "the first of `words` occurs in the first sentence as a whole word, the second in the second, and so on", wordsBySentence),
		checker("texts_by_sentence", "the first of `texts` occurs in the first sentence, the second in the second, and so on", textsBySentence),
		checker("present_continuous", "am, is or are stands before a word in -ing", tense("am, is or are before a word in -ing", continuous, "am", "is", "are")),
		checker("present_perfect", "has or have stands before a word in sentence number `sentence`", tense("has or have before a word", func(next string) bool { return next != "" }, "has", "have")),
		checker("lower_case", "there are letters, and all are lower case", lowerCase),
		checker("no_numerals", "no character is a numeral, in digits or in words of one Chinese character", noNumerals),
		checker("punctuation", "the number of ASCII punctuation characters, and of those in `also`", punctuation),
		checker("length", "the number of pieces between single spaces, or of characters if `unit` says so", length),
		checker("sentences", "the number of sentences: the non-empty pieces between the marks `ends`, by default . ! ?", sentences),
		checker("sentence_lengths", "the number of words in each sentence, or of characters if `unit` says so", sentenceLengths),
		checker("paragraphs", "the number of paragraphs, which blank lines separate", paragraphs),
		checker("paragraph_sentences", "the number of sentences in each of the `first` paragraphs", paragraphSentences),
		checker("numbered_paragraphs", "each paragraph begins with digits and a full stop", numberedParagraphs),
		checker("bold_numbers", "the number of places where ** and a digit are followed by a colon on the same line", boldNumbers),
		checker("point_sentences", "the number of pieces between full stops in each sentence that holds 1. to 5.", pointSentences),
		checker("prose_lengths", "the number of words in each sentence, where abbreviations end no sentence", proseLengths),
		checker("no_word_ending", "no word ends with `suffix`", noWordEnding),
	}}
}
