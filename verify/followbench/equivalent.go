package followbench

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/parity"
)

// Equivalents says what each checker demands in the algebra of checks, and
// where the two part.
func Equivalents() []algebra.Equivalent {
	const (
		equal, nearly = algebra.Equal, algebra.Nearly
		edges         = "white space around the answer counts for the checker"
		marks         = "a word that begins or ends with punctuation, or stands beside letters beyond ASCII, is found by a pattern whose \\b and \\w match ASCII only"
		prose         = "sentences end at white space after a full stop or question mark, unless it seems to end an abbreviation; the algebra has the sentences of Punkt and of Unicode"
	)
	return []algebra.Equivalent{
		{Checker: "equals", Likeness: nearly, Note: edges, Of: of(isText)},
		{Checker: "lines_of", Likeness: nearly, Note: "white space around lines, and blank lines, count for the checker", Of: of(hasLinesOf)},
		{Checker: "one_of", Likeness: nearly, Note: edges, Of: of(isOneOf)},
		{Checker: "template", Likeness: nearly, Note: edges, Of: of(hasForm)},
		{Checker: "last_match", Likeness: equal, Of: of(hasLast)},
		{Checker: "begins_with", Likeness: nearly, Note: edges, Of: of(func(a *arguments) (algebra.Expr, error) {
			text, err := needWords("text", a.Text)
			return algebra.Starts{With: algebra.Text(parity.TrimSpace(text)).SameCase()}, err
		})},
		{Checker: "ends_with", Likeness: nearly, Note: edges, Of: of(func(a *arguments) (algebra.Expr, error) {
			text, err := needWords("text", a.Text)
			return algebra.Ends{With: algebra.Text(parity.TrimSpace(text)).SameCase()}, err
		})},
		{Checker: "contains_text", Likeness: equal, Of: of(hasText)},
		{Checker: "lacks_text", Likeness: nearly, Note: "with any_case, letters beyond ASCII with several lowercase forms count as one for the expression", Of: of(hasNoText)},
		{Checker: "contains_word", Likeness: nearly, Note: marks, Of: of(hasTheWord)},
		{Checker: "lacks_word", Likeness: nearly, Note: marks, Of: of(hasNotTheWord)},
		{Checker: "words_by_sentence", Likeness: nearly, Note: marks, Of: of(func(a *arguments) (algebra.Expr, error) { return inSentences(a, a.Words, sameWord) })},
		{Checker: "texts_by_sentence", Likeness: equal, Of: of(func(a *arguments) (algebra.Expr, error) { return inSentences(a, a.Texts, sameText) })},
		{Checker: "present_continuous", Likeness: nearly, Note: marks, Of: of(hasTense(`\b(am|is|are)\s+\w+ing\b`))},
		{Checker: "present_perfect", Likeness: nearly, Note: marks, Of: of(hasTense(`\b(has|have)\s+\w`))},
		{Checker: "lower_case", Likeness: equal, Of: of(func(*arguments) (algebra.Expr, error) { return algebra.Lower, nil })},
		{Checker: "no_numerals", Likeness: equal, Of: of(func(*arguments) (algebra.Expr, error) {
			return algebra.No(algebra.Pattern(`[\p{N}` + numerals + `]`).SameCase()), nil
		})},
		{Checker: "punctuation", Likeness: equal, Of: of(hasPunctuation)},
		{Checker: "length", Likeness: equal, Of: of(isLong)},
		{Checker: "sentences", Likeness: equal, Of: of(hasSentences)},
		{Checker: "sentence_lengths", Likeness: equal, Of: of(hasLengths)},
		{Checker: "paragraphs", Likeness: equal, Of: of(func(a *arguments) (algebra.Expr, error) { return dividers(a, "\n\n") })},
		{Checker: "paragraph_sentences", Likeness: nearly, Note: "white space around a paragraph, and a blank paragraph at either end, count for the checker", Of: of(hasShortParagraphs)},
		{Checker: "numbered_paragraphs", Likeness: equal, Of: of(hasNumberedParagraphs)},
		{Checker: "bold_numbers", Likeness: equal, Of: of(func(a *arguments) (algebra.Expr, error) {
			is, err := relation(a, 0)
			return algebra.Has(algebra.Pattern(`\*\*\p{Nd}.+?:`).SameCase(), is), err
		})},
		{Checker: "point_sentences", Likeness: algebra.Code, Note: prose},
		{Checker: "prose_lengths", Likeness: algebra.Code, Note: prose},
		{Checker: "no_word_ending", Likeness: equal, Of: of(func(a *arguments) (algebra.Expr, error) {
			suffix, err := needWords("suffix", a.Suffix)
			ending := algebra.Ends{With: algebra.Text(suffix).SameCase()}
			return algebra.HasParts(algebra.Every(algebra.Chunk).With(ending), algebra.Exactly(0)), err
		})},
	}
}

// of makes an expression of arguments; those that are wrong have none.
func of(expr func(*arguments) (algebra.Expr, error)) func(json.RawMessage) (algebra.Expr, error) {
	return func(raw json.RawMessage) (algebra.Expr, error) {
		a, err := readArguments(raw)
		if err != nil {
			return nil, err
		}
		e, err := expr(a)
		if err != nil {
			return nil, err
		}
		return e, algebra.InParity(e).Validate()
	}
}

// relation returns the bounds on a number, less what is taken off it.
func relation(a *arguments, less int) (algebra.Relation, error) {
	b, err := a.bound()
	low := float64(max(b.low-less, 0))
	switch {
	case err != nil:
		return algebra.Relation{}, err
	case b.high < less:
		return algebra.Relation{}, errors.New("the bounds leave no number")
	case b.high == unbounded:
		return algebra.AtLeast(low), nil
	case b.high-less == int(low):
		return algebra.Exactly(low), nil
	case low == 0:
		return algebra.AtMost(float64(b.high - less)), nil
	}
	return algebra.Between(low, float64(b.high-less)), nil
}

// dividers bounds the pieces between dividers, of which there is one more.
func dividers(a *arguments, divider string) (algebra.Expr, error) {
	is, err := relation(a, 1)
	return algebra.Has(algebra.Text(divider), is), err
}

func sameText(s string) algebra.Find { return algebra.Text(s).SameCase() }
func sameWord(s string) algebra.Find { return algebra.WholeWord(s).SameCase() }

// inClass writes characters as they stand in a class of a pattern.
var inClass = strings.NewReplacer(`\`, `\\`, `]`, `\]`, `[`, `\[`, `^`, `\^`, `-`, `\-`)

// piece is a sentence of the benchmark: what stands between the marks.
func piece(a *arguments) algebra.Find {
	return algebra.Pattern("[^" + inClass.Replace(a.Ends) + "]+").SameCase()
}

// inScope demands that the answer, or a sentence of it, contains something.
func inScope(a *arguments, what algebra.Find) algebra.Expr {
	if a.Sentence == 0 {
		return algebra.Contains{What: what}
	}
	return algebra.Each{Of: algebra.Every(piece(a)).Nth(a.Sentence), Holds: algebra.Contains{What: what}}
}

func isText(a *arguments) (algebra.Expr, error) {
	text, err := need("text", a.Text)
	return algebra.Equals{To: sameText(parity.TrimSpace(text))}, err
}

func isOneOf(a *arguments) (algebra.Expr, error) {
	if len(a.Texts) == 0 {
		return nil, errors.New("texts: missing, expected at least one string")
	}
	return algebra.OneOf{Texts: a.Texts, Case: true}, nil
}

func hasLinesOf(a *arguments) (algebra.Expr, error) {
	text, err := need("text", a.Text)
	var known []string
	for line := range strings.SplitSeq(text, "\n") {
		if !parity.Blank(line) {
			known = append(known, parity.TrimSpace(line))
		}
	}
	return algebra.Set{Of: algebra.Every(algebra.Line), Is: algebra.SetOnly, Texts: known, Case: true}, err
}

func hasForm(a *arguments) (algebra.Expr, error) {
	text, err := need("template", a.Template)
	text = strings.ReplaceAll(text, "{instruction}\n", "")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "{{", "{"), "}}", "}")
	parts := strings.Split(strings.ReplaceAll(parity.TrimSpace(text), "{answer}", ".*"), ".*")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return algebra.Equals{To: algebra.Pattern(strings.Join(parts, ".*")).SameCase()}, err
}

func hasLast(a *arguments) (algebra.Expr, error) {
	pattern, known := map[string]string{
		"choice": `\([A-Z]\)`, "date": `\p{Nd}{2}/\p{Nd}{2}/\p{Nd}{4}`, "dollars": `\$\p{Nd}+`, "yuan": `\p{Nd}+美元`,
	}[a.Shape]
	if !known {
		return nil, fmt.Errorf("shape: %q is not known", a.Shape)
	}
	text, err := need("text", a.Text)
	return algebra.Each{Of: algebra.Every(algebra.Pattern(pattern).SameCase()).Nth(-1), Holds: algebra.Equals{To: sameText(text)}}, err
}

func hasText(a *arguments) (algebra.Expr, error) {
	text, err := needWords("text", a.Text)
	return inScope(a, sameText(text)), err
}

func hasNoText(a *arguments) (algebra.Expr, error) {
	text, err := needWords("text", a.Text)
	find := algebra.Text(text)
	find.Case = !a.AnyCase
	return algebra.Not{Of: inScope(a, find)}, err
}

func hasTheWord(a *arguments) (algebra.Expr, error) {
	word, err := needWords("word", a.Word)
	return inScope(a, sameWord(word)), err
}

func hasNotTheWord(a *arguments) (algebra.Expr, error) {
	e, err := hasTheWord(a)
	return algebra.Not{Of: e}, err
}

func inSentences(a *arguments, list []string, find func(string) algebra.Find) (algebra.Expr, error) {
	var all algebra.All
	for i, text := range list {
		in := *a
		in.Sentence = i + 1
		all = append(all, inScope(&in, find(text)))
	}
	return all.Single(), nil
}

func hasTense(pattern string) func(*arguments) (algebra.Expr, error) {
	return func(a *arguments) (algebra.Expr, error) { return inScope(a, algebra.Pattern(pattern).SameCase()), nil }
}

func hasPunctuation(a *arguments) (algebra.Expr, error) {
	is, err := relation(a, 0)
	return algebra.Has(algebra.Pattern("[!-/:-@[-`{-~"+inClass.Replace(a.Also)+"]").SameCase(), is), err
}

func isLong(a *arguments) (algebra.Expr, error) {
	if a.Unit != "characters" {
		return dividers(a, " ")
	}
	is, err := relation(a, 0)
	return algebra.Has(algebra.Character, is), err
}

func hasSentences(a *arguments) (algebra.Expr, error) {
	is, err := relation(a, 0)
	return algebra.Has(piece(a), is), err
}

// none demands that no part breaks a demand; there may be no part at all.
func none(parts algebra.Parts, breaks algebra.Expr) algebra.Expr {
	return algebra.HasParts(parts.With(breaks), algebra.Exactly(0))
}

func hasLengths(a *arguments) (algebra.Expr, error) {
	is, err := relation(a, 0)
	unit := algebra.Chunk
	if a.Unit == "characters" {
		unit = algebra.Character
	}
	return none(algebra.Every(piece(a)), algebra.Not{Of: algebra.Has(unit, is)}), err
}

// hasShortParagraphs looks at the first paragraphs, however few there are.
func hasShortParagraphs(a *arguments) (algebra.Expr, error) {
	is, err := relation(a, 0)
	if a.First == 0 {
		return nil, errors.New("first: missing, expected a number from 1")
	}
	all := algebra.Every(algebra.Pattern(`(?s).+`)).Within(algebra.Every(algebra.Split("\n\n")).First(a.First))
	return none(all, algebra.Not{Of: algebra.Has(piece(a), is)}), err
}

func hasNumberedParagraphs(*arguments) (algebra.Expr, error) {
	number := algebra.Starts{With: algebra.Pattern(`\p{Nd}+\.`)}
	some := algebra.Has(algebra.Chunk, algebra.AtLeast(1))
	return none(algebra.Every(algebra.Split("\n\n")), algebra.All{some, algebra.Not{Of: number}}), nil
}
