package sample

import (
	"math/rand/v2"

	"adhere/verify/algebra"
)

// ownKinds are checks of the algebra that no suite has a checker for.
func ownKinds() []Kind {
	sentences, paragraphs := algebra.Every(algebra.Sentence), algebra.Every(algebra.Paragraph)
	return []Kind{
		{
			Name: "algebra/sentence-most-words", Label: "parts", Family: "sentence length", draw: number(8, 22),
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: sentences, Holds: algebra.Has(algebra.Word, algebra.AtMost(float64(v.n)))}
			},
			words: with(theNumber, "Each sentence must have at most %d words.", "Every sentence should have at most %d words."),
			meet:  func(d *draft, v values) { d.inSentence = d.inSentence.both(span{hi: max(v.n-2, 3)}) },
			spoil: func(d *draft, v values) { d.inSentence = span{lo: v.n + 2} },
		},
		{
			Name: "algebra/sentence-least-words", Label: "parts", Family: "sentence length", draw: number(4, 10),
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: sentences, Holds: algebra.Has(algebra.Word, algebra.AtLeast(float64(v.n)))}
			},
			words: with(theNumber, "Every sentence must have at least %d words.", "Each sentence should have at least %d words."),
			meet:  func(d *draft, v values) { d.inSentence = d.inSentence.both(span{lo: v.n + 1}) },
			spoil: func(d *draft, v values) { d.inSentence = span{hi: max(v.n-1, 2)} },
		},
		{
			Name: "algebra/paragraph-sentences", Label: "parts", Family: "paragraph length", draw: number(2, 4),
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: paragraphs, Holds: algebra.Has(algebra.Sentence, algebra.Exactly(float64(v.n)))}
			},
			words: with(theNumber, "Each paragraph must have exactly %d sentences.", "Every paragraph must have exactly %d sentences."),
			meet:  func(d *draft, v values) { d.inParagraph = span{v.n, v.n} },
			spoil: func(d *draft, v values) { d.inParagraph = span{v.n + 1, v.n + 1} },
		},
		{
			Name: "algebra/paragraph-start", Label: "parts", Family: "paragraph start",
			draw: oneOf(firstWords()),
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: paragraphs, Holds: algebra.Starts{With: algebra.WordText(v.word)}}
			},
			words: with(theWord, "Every paragraph must start with the word %q.", "Start each paragraph with the word %q."),
			meet:  func(d *draft, v values) { d.paragraph[0] = upperFirst(v.word) },
			spoil: func(d *draft, v values) { d.paragraph[0] = "Then " + v.word },
		},
		{
			Name: "algebra/paragraph-word", Label: "parts", Family: "paragraph word", draw: oneOf(nouns()),
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: paragraphs, Holds: algebra.Contains{What: algebra.WordText(v.word)}}
			},
			words: with(theWord, "Include the word %q in every paragraph.", "Use the word %q in each paragraph."),
			meet:  func(d *draft, v values) { d.paragraph[1] = v.word },
		},
		{
			Name: "algebra/last-sentence-word", Label: "keywords", Family: "last sentence", draw: oneOf(nouns()),
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: sentences.Nth(-1), Holds: algebra.Contains{What: algebra.WordText(v.word)}}
			},
			words: with(theWord, "The last sentence must contain the word %q.", "Use the word %q in the last sentence."),
			meet:  func(d *draft, v values) { d.at = map[int]string{-1: v.word} },
			spoil: func(d *draft, v values) { d.at = map[int]string{1: v.word} },
		},
		{
			Name: "algebra/word-before-word", Label: "keywords", Family: "order",
			draw: func(r *rand.Rand) values { return values{words: some(r, nouns(), 2)} },
			says: func(v values) algebra.Expr {
				return algebra.Sequence{algebra.WordText(v.words[0]), algebra.WordText(v.words[1])}
			},
			words: with(allWords, "Use the word %q before the word %q.", "Mention %q before %q."),
			meet:  func(d *draft, v values) { d.at = map[int]string{1: v.words[0], -1: v.words[1]} },
			spoil: func(d *draft, v values) { d.at = map[int]string{1: v.words[1], -1: v.words[0]} },
		},
		{
			Name: "algebra/numbered-items", Label: "format", Family: "list", draw: number(3, 9),
			says:  count(algebra.NumberedItem, algebra.Exactly),
			words: with(theNumber, "Use exactly %d numbered items.", "Write a numbered list of exactly %d items."),
			meet:  func(d *draft, v values) { d.items(v.n, "1.") },
			spoil: func(d *draft, v values) { d.items(v.n+1, "1.") },
		},
		{
			Name: "algebra/questions", Label: "content", Family: "questions", draw: number(1, 3),
			says:  count(algebra.Question, algebra.AtLeast),
			words: oneOrMore([]string{"Ask at least 1 question.", "Include at least one question."}, "Include at least %d questions.", "Ask at least %d questions."),
			meet: func(d *draft, v values) {
				d.mark, d.sentences = map[int]string{1: "?", 2: "?", 3: "?"}, d.sentences.both(span{lo: v.n})
			},
		},
		{
			Name: "algebra/first-sentence-question", Label: "content", Family: "questions", draw: nothing,
			says: func(values) algebra.Expr {
				return algebra.Each{Of: sentences.Nth(1), Holds: algebra.Has(algebra.Question, algebra.Exactly(1))}
			},
			words: fixed("The first sentence must be a question."),
			meet:  func(d *draft, _ values) { d.mark = map[int]string{1: "?"} },
			spoil: func(d *draft, _ values) { d.mark = map[int]string{2: "?"} },
		},
		{
			Name: "algebra/hashtags", Label: "content", Family: "hashtags", draw: number(1, 5),
			says:  count(algebra.Hashtag, algebra.AtLeast),
			words: oneOrMore([]string{"Include at least one hashtag."}, "Include at least %d hashtags.", "Use at least %d hashtags."),
			meet:  func(d *draft, v values) { d.put = append(d.put, times("#away", v.n)...) },
			spoil: func(d *draft, v values) { d.put = append(d.put, times("#away", v.n-1)...) },
		},
		{
			Name: "algebra/emoji", Label: "content", Family: "emoji", draw: number(1, 4),
			says:  count(algebra.Emoji, algebra.Exactly),
			words: oneOrMore([]string{"Use exactly one emoji."}, "Use exactly %d emojis.", "Include exactly %d emojis."),
			meet:  func(d *draft, v values) { d.put = append(d.put, times("⛵", v.n)...) },
			spoil: func(d *draft, v values) { d.put = append(d.put, times("⛵", v.n+1)...) },
		},
		{
			Name: "algebra/no-digits", Label: "content", Family: "digits", draw: nothing,
			says:  func(values) algebra.Expr { return algebra.Has(algebra.Digit, algebra.Exactly(0)) },
			words: fixed("Do not use any digits.", "Do not use digits."),
			spoil: func(d *draft, _ values) { d.put = append(d.put, "12") },
		},
		{
			Name: "algebra/headings", Label: "format", Family: "headings", draw: number(2, 5),
			says:  count(algebra.Heading, algebra.Exactly),
			words: with(theNumber, "Use exactly %d Markdown headings.", "Include exactly %d headings."),
			meet:  func(d *draft, v values) { d.headings = v.n },
			spoil: func(d *draft, v values) { d.headings = v.n + 1 },
		},
		{
			Name: "algebra/characters", Label: "length", Family: "words", draw: func(r *rand.Rand) values { return values{n: from(r, 5, 40) * 20} },
			says:  count(algebra.Character, algebra.AtMost),
			words: with(theNumber, "Write no more than %d characters.", "Your answer must have at most %d characters.", "Use at most %d characters."),
			meet:  func(d *draft, v values) { d.characters = span{hi: v.n - 2} },
			spoil: func(d *draft, v values) { d.characters = span{lo: v.n + 2} },
		},
		mark("semicolons", "semicolons", ";", "Use exactly %d semicolons.", "Include exactly %d semicolons."),
		mark("colons", "colons", ":", "Use exactly %d colons.", "Include exactly %d colons."),
	}
}
