package english

import (
	"slices"

	"adhere/verify/algebra"
)

// joined makes one demand of several under a label.
func joined(label string) func(*capture) any {
	return func(c *capture) any {
		exprs := all[algebra.Expr](c, label)
		if len(exprs) == 0 {
			return nil
		}
		return conjunction(exprs)
	}
}

// list returns the captured finds.
func list(c *capture) finds {
	f, _ := c.get("finds").(finds)
	return f
}

// listed joins quantities. "At least one number and one letter" leaves open
// whether the second is a least number too, and so is not read; nor are
// "headings and subheadings", which no unit tells apart.
func listed(c *capture) any {
	quantities := all[quantity](c, "quantity")
	exprs := make([]algebra.Expr, len(quantities))
	seen := map[algebra.Source]bool{}
	for i, q := range quantities {
		if i > 0 && q.is.Op == algebra.OpExactly && q.is.N > 0 && quantities[i-1].is.Op != algebra.OpExactly {
			return nil
		}
		if q.of.That == nil && q.of.Of == nil {
			if seen[q.of.Source] {
				return nil
			}
			seen[q.of.Source] = true
		}
		exprs[i] = q.expr()
	}
	return conjunction(exprs)
}

// added is what is to be added to an answer, which is no length: "add 50
// words" says how many more there are to be.
func added(c *capture) any {
	for _, q := range all[quantity](c, "quantity") {
		if isSize(q.of.Source) || within(q.of.Source, algebra.Word, algebra.Character) {
			return nil
		}
	}
	return listed(c)
}

// whole is the demand that a text is the quantity.
func whole(v any) any {
	q, ok := v.(quantity)
	if !ok || q.bare || q.indefinite && within(q.of.Source, algebra.Link, algebra.Email, algebra.Hashtag, algebra.Emoji) {
		return nil
	}
	if q.indefinite && q.of == algebra.Every(algebra.Question) {
		return question()
	}
	if q.of.Source == algebra.Source(algebra.Table) {
		return q.expr() // "create a table" allows two
	}
	return q.asWhole().expr()
}

// within reports whether a source is one of the units.
func within(s algebra.Source, units ...algebra.Unit) bool {
	u, ok := s.(algebra.Unit)
	return ok && slices.Contains(units, u)
}

// question is a text that is a question and nothing else.
func question() algebra.Expr {
	return algebra.All{algebra.Has(algebra.Question, algebra.Exactly(1)), algebra.Has(algebra.Sentence, algebra.Exactly(1))}
}

func isQuestion(e algebra.Expr) bool {
	list, ok := e.(algebra.All)
	return ok && len(list) == 2 && list[0] == algebra.Has(algebra.Question, algebra.Exactly(1)) && list[1] == algebra.Has(algebra.Sentence, algebra.Exactly(1))
}

// onlyQuantity is "contains only two sentences": just so many.
func onlyQuantity(c *capture) any {
	q, ok := c.get("quantity").(quantity)
	if !ok || q.is.Op != algebra.OpExactly && !q.indefinite {
		return nil
	}
	return q.asWhole().expr()
}

// none is the demand that there is none of the things. What every text has is
// not forbidden: "do not add words" says something else.
func none(things any) any {
	p, ok := things.(algebra.Parts)
	if !ok || p.That == nil && p.Of == nil && (isSize(p.Source) || p.Source == algebra.Source(algebra.Word) || p.Source == algebra.Source(algebra.Character)) {
		return nil
	}
	return algebra.HasParts(p, algebra.Exactly(0))
}

// count compares the number of the captured size with the captured k.
func count(c *capture, relation func(float64) algebra.Relation) any {
	return sized(c, relation(c.float("k")))
}

// sized compares the number of the captured size.
func sized(c *capture, relation any) any {
	is, ok := relation.(algebra.Relation)
	if !ok || c.parts("size").Source == nil || persons(c.parts("size"), is) {
		return nil
	}
	return algebra.HasParts(c.parts("size"), is)
}

// ceiling is a limit: a bare number is the most that is allowed.
func ceiling(c *capture) any {
	is := c.relation("bound")
	if is.Op == algebra.OpExactly {
		is = algebra.AtMost(is.N)
	}
	return sized(c, is)
}

// limit is a length or limit that a quantity names.
func limit(c *capture) any {
	q, ok := c.get("quantity").(quantity)
	if !ok || q.indefinite {
		return nil
	}
	return q.expr()
}

// negation turns a demand round, with the opposite relation where there is
// one.
func negation(v any) any {
	e, ok := v.(algebra.Expr)
	if !ok {
		return nil
	}
	switch e := e.(type) {
	case algebra.Compare:
		return negated(e)
	case algebra.Starts:
		return algebra.Not{Of: algebra.Starts{With: asWord(e.With)}}
	case algebra.Ends:
		return algebra.Not{Of: algebra.Ends{With: asWord(e.With)}}
	case algebra.Case, algebra.Language, algebra.Equals, algebra.Script:
		return algebra.Not{Of: e}
	default:
		return nil
	}
}

func negated(e algebra.Compare) any {
	n := e.Is.N
	switch e.Is.Op {
	case algebra.OpMore:
		e.Is = algebra.AtMost(n)
	case algebra.OpLess:
		e.Is = algebra.AtLeast(n)
	default:
		return nil
	}
	return e
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
	if g, ok := plainOf(f.Value).(algebra.Find); ok && f.Kind == algebra.FindText {
		return g
	}
	return f
}

// fewCharacters is the number below which characters may be persons.
const fewCharacters = 15

// persons reports whether so few characters may be those of a story.
func persons(p algebra.Parts, is algebra.Relation) bool {
	return p.Source == algebra.Source(algebra.Character) && is.N < fewCharacters
}
