package clause

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// Tolerance is how far "about n" may be off: a fifth, and at least one.
func Tolerance(n float64) float64 { return max(1, math.Round(n/5)) }

// A finds is a list of things to look for: each, or one of them.
type finds struct {
	of []algebra.Find
	or bool
}

// contains demands each of them, or any if they are joined by "or".
func (f finds) contains() algebra.Expr {
	all := make([]algebra.Expr, len(f.of))
	for i, x := range f.of {
		all[i] = algebra.Contains{What: x}
	}
	if f.or && len(all) > 1 {
		return algebra.Any(all)
	}
	return Conjunction(all)
}

// absent forbids each of them.
func (f finds) absent() algebra.Expr {
	all := make([]algebra.Expr, len(f.of))
	for i, x := range f.of {
		all[i] = algebra.No(x)
	}
	return Conjunction(all)
}

// Conjunction is All of several, or the only one.
func Conjunction(all []algebra.Expr) algebra.Expr {
	if len(all) == 1 {
		return all[0]
	}
	return algebra.All(all)
}

// textOf finds a quoted text. A full stop that only ends the sentence around
// it belongs to the quotation as much as the writer put it there.
func textOf(s string) (algebra.Find, bool) {
	return algebra.Text(s), strings.TrimSpace(s) != "" && !standsFor(s)
}

// plainOf finds a quoted text: as a word if it is one, whose sentence may end
// inside the quotation marks.
func plainOf(s string) (algebra.Find, bool) {
	for _, r := range strings.TrimRight(s, ".,") {
		if !unicode.IsLetter(r) {
			return textOf(s)
		}
	}
	return wordOf(s)
}

// wordOf finds a quoted word; what is no word is found as text.
func wordOf(s string) (algebra.Find, bool) {
	s = strings.TrimRight(strings.TrimSpace(s), ".,")
	return algebra.WordText(s), s != ""
}

// Within reports whether a source is one of the units.
func Within(s algebra.Source, units ...algebra.Unit) bool {
	u, ok := s.(algebra.Unit)
	return ok && slices.Contains(units, u)
}

// none is the demand that there is none of the things. What every text has is
// not forbidden: "do not add words" says something else.
func none(p algebra.Parts) algebra.Expr {
	if p.That == nil && p.Of == nil && (isSize(p.Source) || p.Source == algebra.Source(algebra.Word) || p.Source == algebra.Source(algebra.Character)) {
		return nil
	}
	return algebra.HasParts(p, algebra.Exactly(0))
}

// asText takes a word for the text that it is, where its place says enough.
func asText(f algebra.Find) algebra.Find {
	if f.Kind == algebra.FindWord {
		f.Kind = algebra.FindText
	}
	return f
}

// asWord takes a text for a word if it is one: what must not begin with "I"
// may begin with "It".
func asWord(f algebra.Find) algebra.Find {
	if g, ok := plainOf(f.Value); ok && f.Kind == algebra.FindText {
		return g
	}
	return f
}

// fewCharacters is the number below which characters may be persons.
const fewCharacters = 15

// Persons reports whether so few characters may be those of a story.
func Persons(p algebra.Parts, is algebra.Relation) bool {
	return p.Source == algebra.Source(algebra.Character) && is.N < fewCharacters
}

func noneThat(of algebra.Parts, e algebra.Expr) algebra.Expr {
	if of.Source == nil || of.That != nil || of.Source == algebra.Source(algebra.CodeBlock) || e == nil {
		return nil
	}
	if of.Pick != (algebra.Pick{}) {
		return Each(of, algebra.Not{Of: e})
	}
	return algebra.HasParts(of.With(e), algebra.Exactly(0))
}

func isSize(s algebra.Source) bool {
	return s == algebra.Source(algebra.Sentence) || s == algebra.Source(algebra.Line) || s == algebra.Source(algebra.Paragraph)
}

// floor is the least number that a relation allows, where there is one above
// none.
func floor(is algebra.Relation) (algebra.Relation, bool) {
	switch is.Op {
	case algebra.OpExactly, algebra.OpLeast, algebra.OpBetween:
		return algebra.AtLeast(is.N), is.N > 0
	case algebra.OpMore:
		return is, true
	default:
		return is, false
	}
}

// Each makes the demand that e holds of each of the parts.
func Each(of algebra.Parts, e algebra.Expr) algebra.Expr {
	if _, is := e.(algebra.Language); e == nil || is && of.Source != algebra.Source(algebra.Paragraph) || of.Source == algebra.Source(algebra.CodeBlock) {
		return nil // too short to tell; and a code block has lines that are no code
	}
	return algebra.Each{Of: of, Holds: e}
}

// equals makes the demand that a part is a text. Several words are more than
// one of the first or last word, as which people call them.
func equals(of algebra.Parts, to algebra.Find) algebra.Expr {
	if of.Source != algebra.Source(algebra.Word) || !strings.ContainsAny(to.Value, " \t\n") && !marked.MatchString(to.Value) {
		return Each(of, algebra.Equals{To: to})
	}
	switch of {
	case algebra.Every(algebra.Word).Nth(1):
		return algebra.Starts{With: to}
	case algebra.Every(algebra.Word).Nth(-1):
		return algebra.Ends{With: to}
	}
	return nil
}

// NumberAt reads a whole number that begins a list of tokens, in digits or
// words, and how many tokens it is of; 0 tokens if there is none.
func NumberAt(tokens []lexicon.Token) (n, size int) {
	if t := &tokens[0]; t.Kind == lexicon.Number {
		n, err := strconv.Atoi(strings.ReplaceAll(t.Text, ",", ""))
		if err != nil || n > lexicon.MaxNumber {
			return 0, 0
		}
		return n, 1
	}
	total, part := 0, 0
	for size < len(tokens) && tokens[size].Kind == lexicon.Word {
		v, ok := lexicon.NumberWords()[tokens[size].Low]
		switch {
		case !ok && tokens[size].Low == "and" && part%100 == 0 && part > 0 && size+1 < len(tokens) && small(tokens[size+1].Low):
		case !ok, v >= 100 && part == 0:
			return upTo(total+part, size)
		case v == 100:
			part *= 100
		case v == 1000:
			total, part = total+part*1000, 0
		case part%100 >= 20 && v < 10 && part%10 == 0, part%100 == 0 && (part > 0 || size == 0 || total > 0):
			part += v
		default:
			return upTo(total+part, size)
		}
		size++
	}
	return upTo(total+part, size)
}

func small(low string) bool {
	v, ok := lexicon.NumberWords()[low]
	return ok && v < 100
}

func upTo(n, size int) (int, int) {
	if n > lexicon.MaxNumber {
		return 0, 0
	}
	return n, size
}

// standsFor reports whether a quotation is a pattern with gaps, or written
// with escapes, so that it does not occur as it is.
func standsFor(s string) bool {
	s = strings.NewReplacer("[ ]", "", "[x]", "").Replace(s) // of a task list
	if strings.Contains(s, "__") || strings.Contains(s, `\n`) || strings.ContainsAny(s, "[{") && len(s) > 1 {
		return true
	}
	if dots := strings.Index(s, "..."); dots >= 0 && strings.Trim(s, ".") != "" {
		return true
	}
	words := strings.FieldsFunc(strings.ReplaceAll(s, "N. ", ""), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	return len(words) > 1 && slices.ContainsFunc(words, func(w string) bool { return w == "X" || w == "Y" || w == "N" || w == "XX" || w == "XXX" })
}

// Same reports whether expressions are equal; lists cannot be compared as they are.
func Same(a, b algebra.Expr) bool { return algebra.In(a).String() == algebra.In(b).String() }

// Once drops what is there already.
func Once(all []algebra.Expr) []algebra.Expr {
	var out []algebra.Expr
	for _, e := range all {
		if !slices.ContainsFunc(out, func(o algebra.Expr) bool { return Same(o, e) }) {
			out = append(out, e)
		}
	}
	return out
}
