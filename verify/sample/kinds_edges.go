package sample

import (
	"math/rand/v2"

	"adhere/verify/algebra"
)

func closings() []string {
	return []string{"That is all for now.", "I hope this is of use.", "Now it is your turn.", "And so it goes on.", "Let me know how it went."}
}

func firstWords() []string {
	return []string{"today", "perhaps", "imagine", "listen", "nobody", "welcome", "sometimes", "indeed"}
}

func lastWords() []string {
	return []string{"home", "again", "together", "tomorrow", "indeed", "forever", "outside"}
}

// edgeKinds are about how an answer, and each of its sentences, begins and
// ends.
func edgeKinds() []Kind {
	first := func(r *rand.Rand) values { return values{word: some(r, firstWords(), 1)[0]} }
	last := func(r *rand.Rand) values { return values{word: some(r, lastWords(), 1)[0]} }
	sentences := algebra.Every(algebra.Sentence)
	return []Kind{
		{
			Name: "ifeval/startend:end_checker", Label: "start and end", Family: "end",
			draw: func(r *rand.Rand) values { return values{word: some(r, closings(), 1)[0]} },
			args: func(v values) map[string]any { return map[string]any{"end_phrase": v.word} },
			says: func(v values) algebra.Expr { return algebra.Ends{With: algebra.Text(v.word)} },
			words: func(v values) []string {
				return each([]string{"End with %q", "Finish with the exact phrase %q and nothing after it.", "Finish your answer with %q"}, v.word)
			},
			meet:  func(d *draft, v values) { d.last = v.word },
			spoil: func(*draft, values) {},
		},
		{
			Name: "ifeval/startend:quotation", Label: "start and end", Family: "whole",
			draw: nothing, args: noArgs,
			says: func(values) algebra.Expr {
				mark := algebra.DoubleQuote()
				return algebra.All{algebra.Starts{With: mark}, algebra.Ends{With: mark}, algebra.Has(algebra.Character, algebra.MoreThan(1))}
			},
			words: fixed("Put your entire answer in double quotation marks.", "Wrap your whole answer in double quotes.", "Wrap the answer in double quotation marks."),
			meet:  func(d *draft, _ values) { d.quoted = true },
			spoil: func(*draft, values) {},
		},
		{
			Name: "ifrlvr/first_word:first_word_answer", Label: "start and end", Family: "start",
			draw: first,
			args: func(v values) map[string]any { return map[string]any{"first_word": v.word} },
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: algebra.Every(algebra.Word).Nth(1), Holds: algebra.Equals{To: algebra.Text(v.word)}}
			},
			words: func(v values) []string {
				return each([]string{"The first word of your answer must be %q.", "The first word must be %q."}, v.word)
			},
			meet:  func(d *draft, v values) { d.first = upperFirst(v.word) },
			spoil: func(*draft, values) {},
		},
		{
			Name: "ifrlvr/first_word:first_word_sent", Label: "start and end", Family: "start",
			draw: first,
			args: func(v values) map[string]any { return map[string]any{"first_word": v.word} },
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: algebra.Every(algebra.Word).Nth(1).Within(sentences), Holds: algebra.Equals{To: algebra.Text(v.word)}}
			},
			words: func(v values) []string {
				return each([]string{"The first word of each sentence must be %q.", "The first word of every sentence must be %q."}, v.word)
			},
			meet:  func(d *draft, v values) { d.sentence[0] = v.word },
			spoil: func(d *draft, v values) { d.first = "Then " + v.word },
		},
		{
			Name: "ifrlvr/last_word:last_word_answer", Label: "start and end", Family: "end",
			draw: last,
			args: func(v values) map[string]any { return map[string]any{"last_word": v.word} },
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: algebra.Every(algebra.Word).Nth(-1), Holds: algebra.Equals{To: algebra.Text(v.word)}}
			},
			words: func(v values) []string {
				return each([]string{"The last word of your answer must be %q.", "The last word must be %q."}, v.word)
			},
			meet:  func(d *draft, v values) { d.last = "They went " + v.word + "." },
			spoil: func(*draft, values) {},
		},
		{
			Name: "ifrlvr/last_word:last_word_sent", Label: "start and end", Family: "end",
			draw: last,
			args: func(v values) map[string]any { return map[string]any{"last_word": v.word} },
			says: func(v values) algebra.Expr {
				return algebra.Each{Of: algebra.Every(algebra.Word).Nth(-1).Within(sentences), Holds: algebra.Equals{To: algebra.Text(v.word)}}
			},
			words: func(v values) []string {
				return each([]string{"The last word of each sentence must be %q.", "The last word of every sentence must be %q."}, v.word)
			},
			meet:  func(d *draft, v values) { d.sentence[1] = v.word },
			spoil: func(*draft, values) {},
		},
	}
}
