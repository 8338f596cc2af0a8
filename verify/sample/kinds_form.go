package sample

import (
	"math/rand/v2"

	"adhere/verify/algebra"
)

// formKinds are about the form of an answer: lists, marks, case, language.
func formKinds() []Kind {
	return []Kind{
		{
			Name: "ifeval/detectable_format:number_bullet_lists", Label: "format", Family: "list",
			draw:  number(2, 9),
			args:  func(v values) map[string]any { return map[string]any{"num_bullets": v.n} },
			says:  count(algebra.Bullet, algebra.Exactly),
			words: with(theNumber, "Use exactly %d bullet points.", "Your answer must contain exactly %d bullet points.", "Include exactly %d bullet points."),
			meet:  func(d *draft, v values) { d.items(v.n, "*") },
			spoil: func(d *draft, v values) { d.items(v.n-1, "*") },
		},
		{
			Name: "ifeval/detectable_format:number_highlighted_sections", Label: "format", Family: "highlights",
			draw:  number(1, 6),
			args:  func(v values) map[string]any { return map[string]any{"num_highlights": v.n} },
			says:  count(algebra.Highlight, algebra.AtLeast),
			words: with(theNumber, "Highlight at least %d parts of your answer with Markdown, like *this*.", "Highlight at least %d sections of your answer with Markdown, like *this*."),
			meet:  func(d *draft, v values) { d.put = append(d.put, times("*far away*", v.n)...) },
			spoil: func(d *draft, v values) { d.put = append(d.put, times("*far away*", v.n-1)...) },
		},
		{
			Name: "ifeval/detectable_format:title", Label: "format", Family: "title",
			draw: nothing, args: noArgs,
			says:  func(values) algebra.Expr { return algebra.Contains{What: algebra.Pattern(`<<[^\n]+>>`)} },
			words: fixed("Add a title, wrapped in double angular brackets, such as <<title>>.", "Your answer must contain a title, wrapped in double angular brackets, such as <<title>>."),
			meet:  func(d *draft, _ values) { d.title = "<<Away from home>>" },
			spoil: func(d *draft, _ values) { d.title = "Away from home" },
		},
		{
			Name: "ifeval/detectable_content:number_placeholders", Label: "content", Family: "placeholders",
			draw:  number(1, 8),
			args:  func(v values) map[string]any { return map[string]any{"num_placeholders": v.n} },
			says:  count(algebra.Placeholder, algebra.AtLeast),
			words: with(theNumber, "Include at least %d placeholders in square brackets, such as [name].", "Your answer must contain at least %d placeholders in square brackets, such as [address]."),
			meet:  func(d *draft, v values) { d.put = append(d.put, times("[place]", v.n)...) },
			spoil: func(d *draft, v values) { d.put = append(d.put, times("[place]", v.n-1)...) },
		},
		{
			Name: "ifeval/detectable_content:postscript", Label: "content", Family: "postscript",
			draw: func(r *rand.Rand) values { return values{word: []string{"P.S.", "P.P.S"}[r.IntN(2)]} },
			args: func(v values) map[string]any { return map[string]any{"postscript_marker": v.word} },
			says: func(v values) algebra.Expr {
				if v.word == "P.S." {
					return algebra.Contains{What: algebra.Pattern(`p\.\s?s\.`)}
				}
				return algebra.Contains{What: algebra.Pattern(`p\.\s?p\.\s?s`)}
			},
			words: with(theWord, "At the end, add a postscript starting with %s", "At the end of your answer, add a postscript that starts with %s"),
			meet:  func(d *draft, v values) { d.postscript = v.word },
			spoil: func(d *draft, _ values) { d.postscript = "Later:" },
		},
		{
			Name: "ifeval/detectable_format:json_format", Label: "format", Family: "whole",
			draw: nothing, args: noArgs,
			says:  func(values) algebra.Expr { return algebra.JSON{} },
			words: fixed("Give the whole answer as JSON.", "Wrap the entire output in JSON format.", "Return the answer as JSON."),
			meet:  func(d *draft, _ values) { d.json = true },
		},
		{
			Name: "ifeval/combination:two_responses", Label: "format", Family: "whole",
			draw: nothing, args: noArgs,
			says: func(values) algebra.Expr {
				six := algebra.Every(algebra.Split("******"))
				return algebra.All{algebra.HasParts(six, algebra.Exactly(2)), algebra.AllDifferent{Of: six}}
			},
			words: fixed("Give two different answers, separated by six asterisks: ******.", "Give two different responses, separated by 6 asterisk symbols: ******."),
			meet:  func(d *draft, _ values) { d.twice = true },
		},
		cased("capital", "upper", algebra.Upper, "Write everything in English and in capital letters only.", "Your entire answer must be in English, in all capital letters."),
		cased("lowercase", "lower", algebra.Lower, "Your entire answer must be in English, in all lowercase letters.", "Write everything in English and in lowercase letters only."),
		{
			Name: "ifeval/change_case:capital_word_frequency", Label: "case", Family: "case",
			draw: number(2, 9),
			args: func(v values) map[string]any {
				return map[string]any{"capital_frequency": v.n, "capital_relation": v.relation()}
			},
			says:  func(v values) algebra.Expr { return algebra.Has(algebra.CapsWord, v.bound()) },
			words: with(theNumber, "Use at least %d words in all capital letters.", "Words in all capital letters must appear at least %d times."),
			meet:  func(d *draft, v values) { d.put = append(d.put, times("AWAY", v.n)...) },
			spoil: func(d *draft, v values) { d.put = append(d.put, times("AWAY", v.n-1)...) },
		},
		{
			Name: "ifeval/language:response_language", Label: "language", Family: "case",
			draw: func(r *rand.Rand) values {
				l := languages()[r.IntN(len(languages()))]
				return values{word: l[0], words: []string{l[1]}}
			},
			args:  func(v values) map[string]any { return map[string]any{"language": v.word} },
			says:  func(v values) algebra.Expr { return algebra.Language(v.word) },
			words: with(allWords, "Answer entirely in %s.", "Write in %s only.", "The whole answer must be in %s."),
			meet:  func(d *draft, v values) { d.language = v.word },
		},
	}
}

// cased is a kind that asks for English in letters of one case.
func cased(name, casing string, is algebra.Expr, list ...string) Kind {
	return Kind{
		Name: "ifeval/change_case:english_" + name, Label: "case", Family: "case",
		draw: nothing, args: noArgs,
		says:  func(values) algebra.Expr { return algebra.All{algebra.Language("en"), is} },
		words: fixed(list...),
		meet:  func(d *draft, _ values) { d.casing = casing },
	}
}
