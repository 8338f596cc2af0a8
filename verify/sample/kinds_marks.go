package sample

import (
	"adhere/verify/algebra"
)

func markKinds() []Kind {
	return []Kind{
		{
			Name: "ifeval/punctuation:no_comma", Label: "punctuation", Family: "commas",
			draw: nothing, args: noArgs,
			says:  func(values) algebra.Expr { return algebra.No(algebra.Text(",")) },
			words: fixed("Do not use any commas.", "Use no commas.", "Avoid commas."),
			spoil: func(d *draft, _ values) { d.put = append(d.put, "however,") },
		},
		{
			Name: "ifrlvr/punctuation:punctuation_exclamation", Label: "punctuation", Family: "exclamation",
			draw: nothing, args: noArgs,
			says:  func(values) algebra.Expr { return algebra.No(algebra.Text("!")) },
			words: fixed("Do not use exclamation marks.", "Use no exclamation marks.", "Avoid exclamation marks."),
			spoil: func(d *draft, _ values) { d.mark = map[int]string{1: "!"} },
		},
	}
}

// trainingKinds are further checkers that only training sets have.
func trainingKinds() []Kind {
	return []Kind{
		{
			Name: "ifrlvr/paragraphs:paragraphs", Label: "length", Family: "paragraphs",
			draw: nothing, args: noArgs,
			says:  func(values) algebra.Expr { return algebra.Has(algebra.Split("***"), algebra.Exactly(2)) },
			words: fixed("Write exactly 2 paragraphs, separated by ***.", "Your answer must have exactly 2 paragraphs, separated by ***."),
			meet:  func(d *draft, _ values) { d.paragraphs, d.divider = d.paragraphs.both(span{2, 2}), "***" },
			spoil: func(d *draft, _ values) { d.paragraphs, d.divider = span{3, 3}, "***" },
		},
		{
			Name: "ifrlvr/paragraphs:paragraphs2", Label: "length", Family: "paragraphs",
			draw: nothing, args: noArgs,
			says:  func(values) algebra.Expr { return algebra.Has(algebra.Paragraph, algebra.Exactly(2)) },
			words: fixed("Write exactly 2 paragraphs.", "Use exactly 2 paragraphs."),
			meet:  func(d *draft, _ values) { d.paragraphs = d.paragraphs.both(span{2, 2}) },
			spoil: func(d *draft, _ values) { d.paragraphs = span{3, 3} },
		},
	}
}

// mark returns a kind of the algebra that asks for a number of a mark.
func mark(name, family, character string, words ...string) Kind {
	return Kind{
		Name: "algebra/" + name, Label: "punctuation", Family: family,
		draw:  number(2, 5),
		says:  count(algebra.Text(character), algebra.Exactly),
		words: with(theNumber, words...),
		meet:  func(d *draft, v values) { d.put = append(d.put, times("away"+character, v.n)...) },
		spoil: func(d *draft, v values) { d.put = append(d.put, times("away"+character, v.n+1)...) },
	}
}
