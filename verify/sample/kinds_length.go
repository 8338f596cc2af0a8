package sample

import (
	"math/rand/v2"

	"adhere/verify/algebra"
)

// lengthKinds are about how long an answer is, and of how many parts.
func lengthKinds() []Kind {
	return []Kind{
		{
			Name: "ifeval/length_constraints:number_words", Label: "length", Family: "words",
			draw: func(r *rand.Rand) values { return values{n: from(r, 5, 30) * 10, less: r.IntN(2) == 0} },
			args: func(v values) map[string]any { return map[string]any{"relation": v.relation(), "num_words": v.n} },
			says: func(v values) algebra.Expr { return algebra.Has(algebra.Word, v.bound()) },
			words: either(
				[]string{"Answer with at least %d words.", "Write at least %d words.", "Your answer must have at least %d words."},
				[]string{"Answer with fewer than %d words.", "Write less than %d words.", "Your answer must have fewer than %d words."}),
			meet:  func(d *draft, v values) { d.words = d.words.both(v.span()) },
			spoil: func(d *draft, v values) { d.words = v.outside() },
		},
		{
			Name: "ifbench/count:word_count_range", Label: "length", Family: "words",
			draw: func(r *rand.Rand) values { n := from(r, 4, 25) * 10; return values{n: n, m: n + from(r, 2, 8)*10} },
			args: func(v values) map[string]any { return map[string]any{"min_words": v.n, "max_words": v.m} },
			says: func(v values) algebra.Expr {
				return algebra.Has(algebra.Word, algebra.Between(float64(v.n), float64(v.m)))
			},
			words: with(bothNumbers, "Use between %d and %d words.", "Your answer must have between %d and %d words.", "Write %d to %d words."),
			meet:  func(d *draft, v values) { d.words = d.words.both(span{v.n, v.m}) },
			spoil: func(d *draft, v values) { d.words = span{lo: v.m + 1} },
		},
		{
			Name: "ifeval/length_constraints:number_sentences", Label: "length", Family: "sentences",
			draw: func(r *rand.Rand) values { return values{n: from(r, 4, 18), less: r.IntN(2) == 0} },
			args: func(v values) map[string]any {
				return map[string]any{"relation": v.relation(), "num_sentences": v.n}
			},
			says: func(v values) algebra.Expr { return algebra.Has(algebra.Sentence, v.bound()) },
			words: either(
				[]string{"Use at least %d sentences.", "Write at least %d sentences.", "Your answer must have at least %d sentences."},
				[]string{"Use fewer than %d sentences.", "Write less than %d sentences.", "Your answer must have fewer than %d sentences."}),
			meet:  func(d *draft, v values) { d.sentences = d.sentences.both(v.span()) },
			spoil: func(d *draft, v values) { d.sentences = v.outside() },
		},
		{
			Name: "ifeval/length_constraints:number_paragraphs", Label: "length", Family: "paragraphs",
			draw:  number(2, 7),
			args:  func(v values) map[string]any { return map[string]any{"num_paragraphs": v.n} },
			says:  count(algebra.Split("***"), algebra.Exactly),
			words: with(theNumber, "Write exactly %d paragraphs, separated by ***.", "Your answer must have exactly %d paragraphs, separated by ***."),
			meet:  func(d *draft, v values) { d.paragraphs, d.divider = d.paragraphs.both(span{v.n, v.n}), "***" },
			spoil: func(d *draft, v values) { d.paragraphs, d.divider = span{v.n + 1, v.n + 1}, "***" },
		},
		{
			Name: "ifeval/length_constraints:nth_paragraph_first_word", Label: "length", Family: "paragraphs",
			draw: func(r *rand.Rand) values {
				n := from(r, 2, 6)
				return values{n: n, m: from(r, 1, n), word: some(r, nouns(), 1)[0]}
			},
			args: func(v values) map[string]any {
				return map[string]any{"num_paragraphs": v.n, "nth_paragraph": v.m, "first_word": v.word}
			},
			says: func(v values) algebra.Expr {
				return algebra.All{
					algebra.Has(algebra.Paragraph, algebra.Exactly(float64(v.n))),
					algebra.Each{Of: algebra.Every(algebra.Paragraph).Nth(v.m), Holds: algebra.Starts{With: algebra.Text(v.word)}},
				}
			},
			words: func(v values) []string {
				return each([]string{"There should be %d paragraphs, and paragraph %d must start with the word %q.", "Write %d paragraphs, and paragraph %d must start with the word %q."}, v.n, v.m, v.word)
			},
			meet: func(d *draft, v values) {
				d.paragraphs, d.opens = d.paragraphs.both(span{v.n, v.n}), map[int]string{v.m: upperFirst(v.word)}
			},
			spoil: func(d *draft, v values) { d.paragraphs, d.opens = span{v.n, v.n}, map[int]string{v.m: "Later"} },
		},
		{
			Name: "ifrlvr/letters:letter_counting", Label: "length", Family: "words",
			draw:  func(r *rand.Rand) values { return values{n: from(r, 10, 60) * 10, less: r.IntN(2) == 0} },
			args:  func(v values) map[string]any { return map[string]any{"N": v.n, "relation": v.relation()} },
			says:  func(v values) algebra.Expr { return algebra.Has(algebra.Letter, v.bound()) },
			words: fixed(), // the algebra's own English is read, no other
			meet: func(d *draft, v values) {
				if v.less {
					d.words = d.words.both(span{hi: max(v.n/7, 4)})
				} else {
					d.words = d.words.both(span{lo: v.n / 3})
				}
			},
			spoil: func(d *draft, v values) {
				d.words = span{hi: max(v.n/9, 3)}
				if v.less {
					d.words = span{lo: v.n / 3}
				}
			},
		},
	}
}
