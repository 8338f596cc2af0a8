package clause

import (
	"adhere/verify/algebra"
)

func readTexts(k []Chunk) algebra.Expr {
	t := pick(k, "t", 0)
	if !included(k) || pick(k, "y", 0).Class != 0 || t.bare && pick(k, "id", 0).Low == "with" {
		return nil
	}
	if t.bare && pick(k, "id", 0).Low == "put" {
		return nil
	}
	return t.found().contains()
}

func readTimes(k []Chunk) algebra.Expr {
	f, ok := pick(k, "t", 0).one()
	m := pick(k, "m#", 0)
	if !ok || m.Class == '#' && !pick(k, "t", 0).bare {
		return nil
	}
	if granted(k, m.Is) {
		return nil
	}
	if pick(k, "x", 0).Class != 0 {
		if m, ok = flipped([]Chunk{{}, m}); !ok {
			return nil
		}
	}
	return algebra.Has(f, m.Is)
}

func readAbsent(k []Chunk) algebra.Expr {
	var all []algebra.Expr
	if u := pick(k, "u", 0); u.Class != 0 && u.Of != algebra.Every(algebra.Word) {
		return nil
	}
	for _, c := range k {
		if c.Class == 't' {
			all = append(all, c.found().absent())
		}
	}
	return Conjunction(Once(all))
}
