package english

import (
	"adhere/verify/algebra"
)

// Demands that set one part of an answer against another: more of the one than
// of the other, nothing but in a place, all alike.

// readShorter is "the second paragraph is shorter than the first" and "the
// second line has fewer words than the first".
func readShorter(k []chunk) algebra.Expr {
	a, b, o := pick(k, "s", 0), pick(k, "s", 1), pick(k, "o", 0)
	if b.class == 0 {
		b.of, b.value = a.of.Nth(int(o.is.N)), "place"
	}
	if a.value != "place" || b.value != "place" || a.of == b.of || a.of.Source != b.of.Source {
		return nil
	}
	in, op := pick(k, "u", 0), pick(k, "r", 0).is.Op
	if c := pick(k, "C", 0); c.class != 0 {
		op = algebra.Op(c.value)
	}
	if in.class == 0 {
		in.of = algebra.Every(algebra.Word)
	}
	if op != algebra.OpLess && op != algebra.OpMore {
		return nil
	}
	return algebra.All{
		algebra.HasParts(in.of.Within(a.of), algebra.AtLeast(1)),
		algebra.Compare{Of: algebra.Share{Of: in.of.Within(a.of), Among: in.of.Within(b.of)}, Is: algebra.Relation{Op: op, N: 100}},
	}
}

// onlyIn demands that things stand nowhere but in some parts.
func onlyIn(of, in algebra.Parts) algebra.Expr {
	return algebra.Any{
		algebra.HasParts(of, algebra.Exactly(0)),
		algebra.Compare{Of: algebra.Share{Of: of.Within(in), Among: of}, Is: algebra.Exactly(100)},
	}
}

// readExceptTexts is "no digits except in the year 2027".
func readExceptTexts(k []chunk) algebra.Expr {
	f, ok := pick(k, "t", 0).one()
	u := pick(k, "u", 0)
	if !ok || isLength(u.of.Source) {
		return nil
	}
	return onlyIn(u.of, algebra.Every(f))
}

// readOnlyIn is "hashtags only in the last line", `"refund" in the second
// paragraph and nowhere else`.
func readOnlyIn(k []chunk) algebra.Expr {
	s, c := pick(k, "s", 0), pick(k, "tu", 0)
	if pick(k, "y", 0).low == "alone" {
		return readIs(without(k, "id")) // it stands alone on the last line
	}
	of := c.of
	if f, ok := c.one(); ok {
		of = algebra.Every(f)
	} else if c.class == 't' || isLength(of.Source) || s.of.Source == of.Source {
		return nil
	}
	only := onlyIn(of, s.of)
	if (c.class == 't' && included(k) || pick(k, "V", 0).class != 0) && pick(k, "y", 0).value != "may" {
		return algebra.All{algebra.HasParts(of.Within(s.of), algebra.AtLeast(1)), only}
	}
	return only
}
