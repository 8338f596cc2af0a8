package sample

import (
	"math/rand/v2"
	"slices"
	"strings"

	"adhere/internal/lists"
	"adhere/verify/algebra"
)

// containing demands each of the words as official evaluators look for them.
func containing(list []string) algebra.Expr {
	return algebra.All(lists.Map(list, func(w string) algebra.Expr { return algebra.Contains{What: algebra.Text(w)} })).Single()
}

func lacking(list []string) algebra.Expr {
	return algebra.All(lists.Map(list, func(w string) algebra.Expr { return algebra.No(algebra.WordText(w)) })).Single()
}

func times(w string, n int) []string { return slices.Repeat([]string{w}, max(n, 0)) }

// frequency is a kind that asks for a number of one word. A bound from above on
// a word or letter that hardly any text has would be trivial, so there is none.
func frequency(name string, low, high int) Kind {
	return Kind{
		Name: name, Label: "keywords", Family: "frequency",
		draw: func(r *rand.Rand) values { return values{word: some(r, nouns(), 1)[0], n: from(r, low, high)} },
		args: func(v values) map[string]any {
			return map[string]any{"keyword": v.word, "frequency": v.n, "relation": v.relation()}
		},
		says:  func(v values) algebra.Expr { return algebra.Has(algebra.Text(v.word), v.bound()) },
		words: with(wordAndNumber, "Use the word %q at least %d times.", "The word %q must appear at least %d times."),
		meet:  func(d *draft, v values) { d.put = append(d.put, times(v.word, v.n)...) },
		spoil: func(d *draft, v values) { d.put = append(d.put, times(v.word, v.n-1)...) },
	}
}

// letters is a kind that asks for a number of one letter.
func letters(name string, low, high int, list ...string) Kind {
	return Kind{
		Name: name, Label: "keywords", Family: "letter",
		draw: func(r *rand.Rand) values { return values{word: string("qzjxkv"[r.IntN(6)]), n: from(r, low, high)} },
		args: func(v values) map[string]any {
			return map[string]any{"letter": v.word, "let_frequency": v.n, "let_relation": v.relation()}
		},
		says:  func(v values) algebra.Expr { return algebra.Has(algebra.Text(v.word), v.bound()) },
		words: with(wordAndNumber, list...),
		meet: func(d *draft, v values) {
			d.avoid, d.put = append(d.avoid, v.word), append(d.put, times("o"+v.word+"o", v.n)...)
		},
		spoil: func(d *draft, v values) { d.avoid = append(d.avoid, v.word) },
	}
}

// keywordKinds are about words and letters that stand in an answer, or do not.
func keywordKinds() []Kind {
	return []Kind{
		{
			Name: "ifeval/keywords:existence", Label: "keywords", Family: "with words",
			draw:  func(r *rand.Rand) values { return values{words: some(r, nouns(), from(r, 1, 4))} },
			args:  func(v values) map[string]any { return map[string]any{"keywords": v.words} },
			says:  func(v values) algebra.Expr { return containing(v.words) },
			words: with(wordList, "Include the keywords %s.", "Your answer must contain %s.", "Make sure to include %s."),
			meet:  func(d *draft, v values) { d.put = append(d.put, v.words...) },
			spoil: func(d *draft, v values) { d.put = append(d.put, v.words[1:]...) },
		},
		{
			Name: "ifeval/keywords:forbidden_words", Label: "keywords", Family: "without words",
			draw: func(r *rand.Rand) values {
				return values{words: some(r, strings.Fields("people town water wind river small before time good thing always never work many day"), from(r, 1, 4))}
			},
			args: func(v values) map[string]any { return map[string]any{"forbidden_words": v.words} },
			says: func(v values) algebra.Expr { return lacking(v.words) },
			words: func(v values) []string {
				if len(v.words) == 1 {
					return each([]string{"Do not use the word %s.", "Avoid the word %s."}, quoted(v.words))
				}
				return each([]string{"Do not use the words %s.", "Avoid the words %s."}, quoted(v.words))
			},
			meet:  func(d *draft, v values) { d.avoid = append(d.avoid, v.words...) },
			spoil: func(d *draft, v values) { d.put = append(d.put, v.words[0]) },
		},
		frequency("ifeval/keywords:frequency", 2, 6),
		letters("ifeval/keywords:letter_frequency", 2, 8, "The letter %q must appear at least %d times.", "Use the letter %q at least %d times."),
		{
			Name: "ifbench/count:keywords_multiple", Label: "keywords", Family: "frequency",
			draw: func(r *rand.Rand) values { return values{words: some(r, nouns(), 5)} },
			args: func(v values) map[string]any {
				return map[string]any{"keyword1": v.words[0], "keyword2": v.words[1], "keyword3": v.words[2], "keyword4": v.words[3], "keyword5": v.words[4]}
			},
			says: func(v values) algebra.Expr {
				var all algebra.All
				for i, n := range []float64{1, 2, 3, 5, 7} {
					all = append(all, algebra.Has(algebra.Text(v.words[i]), algebra.Exactly(n)))
				}
				return all
			},
			words: with(allWords, "Use %q once, %q twice, %q 3 times, %q 5 times and %q 7 times.", "Use %q exactly once, %q exactly twice, %q exactly 3 times, %q exactly 5 times and %q exactly 7 times."),
			meet: func(d *draft, v values) {
				for i, n := range []int{1, 2, 3, 5, 7} {
					d.put = append(d.put, times(v.words[i], n)...)
				}
			},
			spoil: func(d *draft, v values) {
				for i, n := range []int{1, 2, 3, 5, 6} {
					d.put = append(d.put, times(v.words[i], n)...)
				}
			},
		},
		{
			Name: "ifbench/sentence:keyword", Label: "keywords", Family: "place",
			draw: func(r *rand.Rand) values { return values{word: some(r, nouns(), 1)[0], n: from(r, 2, 6)} },
			args: func(v values) map[string]any { return map[string]any{"word": v.word, "N": v.n} },
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: algebra.Every(algebra.Sentence).Nth(v.n), Holds: algebra.Contains{What: algebra.WordText(v.word)}}
			},
			words: func(v values) []string {
				return each([]string{"Include the word %q in the %s sentence.", "Use the word %q in the %s sentence."}, v.word, strings.Fields(algebra.OrdinalWords)[v.n-1])
			},
			meet: func(d *draft, v values) {
				d.sentences = d.sentences.both(span{lo: v.n})
				d.at = map[int]string{v.n: v.word}
			},
			spoil: func(d *draft, v values) {
				d.sentences = d.sentences.both(span{lo: v.n})
				d.at = map[int]string{1: v.word}
			},
		},
		{
			Name: "ifrlvr/keywords:word_once", Label: "keywords", Family: "frequency",
			draw:  oneOf(nouns()),
			args:  func(v values) map[string]any { return map[string]any{"keyword": v.word} },
			says:  func(v values) algebra.Expr { return algebra.Has(algebra.Text(v.word), algebra.Exactly(1)) },
			words: with(theWord, "Use the word %q exactly once.", "The word %q must appear exactly once."),
			meet:  func(d *draft, v values) { d.put = append(d.put, v.word) },
			spoil: func(d *draft, v values) { d.put = append(d.put, v.word, v.word) },
		},
		frequency("ifrlvr/keywords:word_count_different_numbers", 2, 9),
		{
			Name: "ifrlvr/count:count_increment_word", Label: "keywords", Family: "frequency",
			draw: func(r *rand.Rand) values { return values{words: some(r, nouns(), 2)} },
			args: func(v values) map[string]any {
				return map[string]any{"keyword1": v.words[0], "keyword2": v.words[1]}
			},
			says: func(v values) algebra.Expr {
				return algebra.All{algebra.Has(algebra.Text(v.words[0]), algebra.Exactly(1)), algebra.Has(algebra.Text(v.words[1]), algebra.Exactly(2))}
			},
			words: with(allWords, "Use %q exactly once and %q exactly twice.", "Use %q once and %q twice."),
			meet:  func(d *draft, v values) { d.put = append(d.put, v.words[0], v.words[1], v.words[1]) },
			spoil: func(d *draft, v values) { d.put = append(d.put, v.words[0], v.words[1]) },
		},
		letters("ifrlvr/letters:letter_counting2", 2, 9, "Use the letter %q at least %d times."),
	}
}
