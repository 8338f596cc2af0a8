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
	f, ok := pick(k, "t", 0).one()
	m := pick(k, "m#", 0)
	if !ok || m.class == '#' && !pick(k, "t", 0).bare {
		return nil
	}
	if granted(k, m.is) {
		return nil
	}
	if pick(k, "x", 0).class != 0 {
		if m, ok = flipped([]chunk{{}, m}); !ok {
			return nil
		}
	}
	return algebra.Has(f, m.is)
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
