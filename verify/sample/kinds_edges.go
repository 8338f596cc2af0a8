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
	return []Kind{
		{
			Name: "ifeval/startend:end_checker", Label: "start and end", Family: "end",
			draw:  func(r *rand.Rand) values { return values{word: some(r, closings(), 1)[0]} },
			args:  func(v values) map[string]any { return map[string]any{"end_phrase": v.word} },
			says:  func(v values) algebra.Expr { return algebra.Ends{With: algebra.Text(v.word)} },
			words: with(theWord, "End with %q", "Finish with the exact phrase %q and nothing after it.", "Finish your answer with %q"),
			meet:  func(d *draft, v values) { d.last = v.word },
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
		},
		edgeWord("first", "answer", func(d *draft, v values) { d.first = upperFirst(v.word) }, nil),
		edgeWord("first", "sent", func(d *draft, v values) { d.sentence[0] = v.word }, func(d *draft, v values) { d.first = "Then " + v.word }),
		edgeWord("last", "answer", func(d *draft, v values) { d.last = "They went " + v.word + "." }, nil),
		edgeWord("last", "sent", func(d *draft, v values) { d.sentence[1] = v.word }, nil),
	}
}

// edgeWord is a kind that asks for the "first" or the "last" word of the "answer",
// or of each "sent", by the names of the checkers.
func edgeWord(edge, of string, meet, spoil func(*draft, values)) Kind {
	k := Kind{
		Name: "ifrlvr/" + edge + "_word:" + edge + "_word_" + of, Label: "start and end", Family: "start",
		draw: oneOf(firstWords()), meet: meet, spoil: spoil,
		args:  func(v values) map[string]any { return map[string]any{edge + "_word": v.word} },
		words: with(theWord, "The "+edge+" word of your answer must be %q.", "The "+edge+" word must be %q."),
	}
	at := algebra.Every(algebra.Word).Nth(1)
	if edge == "last" {
		k.Family, k.draw, at = "end", oneOf(lastWords()), algebra.Every(algebra.Word).Nth(-1)
	}
	if of == "sent" {
		at = at.Within(algebra.Every(algebra.Sentence))
		k.words = with(theWord, "The "+edge+" word of each sentence must be %q.", "The "+edge+" word of every sentence must be %q.")
	}
	k.says = func(v values) algebra.Expr {
		return algebra.Each{Of: at, Holds: algebra.Equals{To: algebra.Text(v.word)}}
	}
	return k
}
