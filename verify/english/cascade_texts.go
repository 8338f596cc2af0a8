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

func readTextsIn(k []chunk) algebra.Expr {
	s := pick(k, "s", 0)
	if pick(k, "y", 0).class != 0 || !included(k) || s.value == "each" && s.of.Source == algebra.Source(algebra.Word) {
		return nil
	}
	return s.hold(pick(k, "t", 0).found().contains())
}

func readTimes(k []chunk) algebra.Expr {
	f, ok := pick(k, "t", 0).one()
	m := pick(k, "m", 0)
	if !ok {
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

// readNoneTimes is `no sentence has more than one "and"`.
func readNoneTimes(k []chunk) algebra.Expr {
	if f, ok := pick(k, "t", 0).one(); ok && countable(pick(k, "u", 0).of) {
		return noneThat(pick(k, "u", 0).of, algebra.Has(f, pick(k, "#", 0).is))
	}
	return nil
}

// readPartsTimes is `each sentence has at most one "and"`.
func readPartsTimes(k []chunk) algebra.Expr {
	if f, ok := pick(k, "t", 0).one(); ok {
		return pick(k, "s", 0).hold(algebra.Has(f, pick(k, "#", 0).is))
	}
	return nil
}

func readAbsent(k []chunk) algebra.Expr {
	var all []algebra.Expr
	for _, c := range k {
		if c.class == 't' {
			all = append(all, c.found().absent())
		}
	}
	return conjunction(once(all))
}

func readAbsentIn(k []chunk) algebra.Expr {
	return pick(k, "s", 0).hold(pick(k, "t", 0).found().absent())
}
