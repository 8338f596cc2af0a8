package algebra

import (
	"cmp"
	"slices"
)

// Canonical returns the form in which checks that say the same in other
// brackets are one: the reading is named; All in All and Any in Any are one
// list, and such a list of one is its element; a double Not is none; a JSON
// schema has no white space; lists that are empty are nil. Check.String
// prints it, and Parse and Decode return it.
func (c Check) Canonical() Check {
	c.Reading = cmp.Or(c.Reading, Plain)
	c.Expr = canonical(c.Expr)
	return c
}

func canonical(e Expr) Expr {
	switch e := e.(type) {
	case All:
		return unwrap(e, func(in Expr) ([]Expr, bool) { list, ok := in.(All); return list, ok }, func(list []Expr) Expr { return All(list) })
	case Any:
		return unwrap(e, func(in Expr) ([]Expr, bool) { list, ok := in.(Any); return list, ok }, func(list []Expr) Expr { return Any(list) })
	case Not:
		in := canonical(e.Of)
		if not, ok := in.(Not); ok {
			return not.Of
		}
		return Not{in}
	case KOf:
		return KOf{e.K, canonicalList(e.Of)}
	case Each:
		return Each{canonicalParts(e.Of), canonical(e.Holds)}
	case Compare:
		return Compare{canonicalMeasure(e.Of), e.Is}
	case AllDifferent:
		return AllDifferent{canonicalParts(e.Of), e.Case}
	case Ordered:
		e.Of = canonicalParts(e.Of)
		return e
	case Same:
		return Same{canonicalParts(e.Of), canonicalParts(e.As)}
	case Only:
		return Only{orNil(e.Units), e.Chars}
	case OneOf:
		return OneOf{orNil(e.Texts), e.Case}
	case Set:
		return Set{canonicalParts(e.Of), e.Is, orNil(e.Texts), e.Case}
	case CSV:
		e.Header = orNil(e.Header)
		return e
	case JSON:
		e.Keys, e.Schema = orNil(e.Keys), compact(e.Schema)
		return e
	case YAML:
		return YAML{orNil(e.Keys)}
	}
	return e
}

func canonicalList(list []Expr) []Expr {
	out := make([]Expr, len(list))
	for i, e := range list {
		out[i] = canonical(e)
	}
	return out
}

// unwrap joins the elements that are lists of the same kind.
func unwrap(list []Expr, inner func(Expr) ([]Expr, bool), wrap func([]Expr) Expr) Expr {
	var out []Expr
	for _, e := range canonicalList(list) {
		if in, ok := inner(e); ok {
			out = append(out, in...)
		} else {
			out = append(out, e)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return wrap(out)
}

func canonicalMeasure(m Measure) Measure {
	switch m := m.(type) {
	case Count:
		return Count{canonicalParts(m.Of)}
	case Different:
		return Different{canonicalParts(m.Of)}
	case Repeats:
		return Repeats{canonicalParts(m.Of)}
	case Share:
		return Share{canonicalParts(m.Of), canonicalParts(m.Among)}
	case Value:
		return Value{canonicalParts(m.Of)}
	case Stat:
		return Stat{m.Kind, canonicalParts(m.Of), m.In}
	}
	return m
}

func canonicalParts(p Parts) Parts {
	if p.That != nil {
		p.That = canonical(p.That)
	}
	if p.Of != nil {
		of := canonicalParts(*p.Of)
		p.Of = &of
	}
	return p
}

func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}
