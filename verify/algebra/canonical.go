package algebra

import "cmp"

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
	within(&visitor{canonical: true}, exprKinds, &e)
	switch list := e.(type) {
	case All:
		return flat(list)
	case Any:
		return flat(list)
	case Not:
		if not, ok := list.Of.(Not); ok {
			return not.Of
		}
	}
	return e
}

// flat joins the elements that are lists of the same kind.
func flat[L interface {
	~[]Expr
	Expr
}](list L) Expr {
	var out L
	for _, e := range list {
		if in, ok := e.(L); ok {
			out = append(out, in...)
		} else {
			out = append(out, e)
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}
