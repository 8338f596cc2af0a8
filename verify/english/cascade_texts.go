package english

import (
	"adhere/verify/algebra"
)

func readTexts(k []chunk) algebra.Expr {
	t := pick(k, "t", 0)
	if !included(k) || pick(k, "y", 0).class != 0 || t.bare && pick(k, "id", 0).low == "with" {
		return nil
	}
	if t.bare && pick(k, "id", 0).low == "put" {
		return nil
	}
	return t.found().contains()
}

func readTimes(k []chunk) algebra.Expr {
	t, m := pick(k, "t", 0), pick(k, "m#", 0)
	if len(t.texts) > 1 && !t.or && (t.value == "each" || pick(k, "g", 0).class != 0) {
		var all algebra.All
		for _, f := range t.texts {
			if all = append(all, readTimes([]chunk{{class: 't', texts: []algebra.Find{f}}, m})); all[0] == nil {
				return nil
			}
		}
		return all
	}
	f, ok := t.one()
	if !ok || m.class == '#' && !pick(k, "t", 0).bare {
		return nil
	}
	if granted(k, m.is) {
		return nil
	}
	if pick(k, "x", 0).class != 0 {
		opposite, ok := flipped([]chunk{{}, m})
		if !ok {
			return nil
		}
		m.is.Op = opposite.is.Op
	}
	e := algebra.Has(f, m.is)
	if s := pick(k, "s", 0); s.class != 0 {
		return s.hold(e)
	}
	return e
}

func readAbsent(k []chunk) algebra.Expr {
	var all []algebra.Expr
	if u := pick(k, "u", 0); u.class != 0 && u.of != algebra.Every(algebra.Word) {
		return nil
	}
	for _, c := range k {
		if c.class == 't' {
			all = append(all, c.found().absent())
		}
	}
	return conjunction(once(all))
}

// readIsNot is "the word "however" must not be the first word of a sentence".
func readIsNot(k []chunk) algebra.Expr {
	s := pick(k, "s", 0)
	f, ok := pick(k, "t", 0).one()
	if !ok || s.value != "place" {
		return nil
	}
	return s.hold(algebra.Not{Of: algebra.Equals{To: f}})
}
