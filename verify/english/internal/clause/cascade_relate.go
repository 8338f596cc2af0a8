package clause

import (
	"adhere/verify/algebra"
)

// Demands that set one part of an answer against another: more of the one than
// of the other, nothing but in a place, all alike.

// readShorter is "the second paragraph is shorter than the first" and "the
// second line has fewer words than the first".
func readShorter(k []Chunk) algebra.Expr {
	a, b, o := pick(k, "s", 0), pick(k, "s", 1), pick(k, "o", 0)
	if b.Class == 0 {
		b.Of, b.value = a.Of.Nth(int(o.Is.N)), "place"
	}
	if a.value != "place" || b.value != "place" || a.Of == b.Of || a.Of.Source != b.Of.Source {
		return nil
	}
	in, op := pick(k, "u", 0), pick(k, "r", 0).Is.Op
	if c := pick(k, "C", 0); c.Class != 0 {
		op = algebra.Op(c.value)
	}
	if in.Class == 0 {
		in.Of = algebra.Every(algebra.Word)
	}
	if op != algebra.OpLess && op != algebra.OpMore {
		return nil
	}
	return algebra.All{
		algebra.HasParts(in.Of.Within(a.Of), algebra.AtLeast(1)),
		algebra.Compare{Of: algebra.Share{Of: in.Of.Within(a.Of), Among: in.Of.Within(b.Of)}, Is: algebra.Relation{Op: op, N: 100}},
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
func readExceptTexts(k []Chunk) algebra.Expr {
	f, ok := pick(k, "t", 0).one()
	u := pick(k, "u", 0)
	if !ok || IsLength(u.Of.Source) {
		return nil
	}
	return onlyIn(u.Of, algebra.Every(f))
}

// readOnlyIn is "hashtags only in the last line", `"refund" in the second
// paragraph and nowhere else`.
func readOnlyIn(k []Chunk) algebra.Expr {
	s, c := pick(k, "s", 0), pick(k, "tu", 0)
	if pick(k, "y", 0).Low == "alone" {
		return readIs(Without(k, "id")) // it stands alone on the last line
	}
	of := c.Of
	if f, ok := c.one(); ok {
		of = algebra.Every(f)
	} else if c.Class == 't' || IsLength(of.Source) || s.Of.Source == of.Source {
		return nil
	}
	only := onlyIn(of, s.Of)
	if (c.Class == 't' && included(k) || pick(k, "V", 0).Class != 0) && pick(k, "y", 0).value != "may" {
		return algebra.All{algebra.HasParts(of.Within(s.Of), algebra.AtLeast(1)), only}
	}
	return only
}
