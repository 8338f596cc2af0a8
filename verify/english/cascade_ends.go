package english

import (
	"strings"

	"adhere/verify/algebra"
)

// only returns the only text of a clause that also says where it stands.
func bounding(k []chunk, i int) (algebra.Find, bool) {
	t := pick(k, "t", i)
	if where := pick(k, "be", 0).low; t.or || strings.HasPrefix(where, "at the ") && !strings.Contains(where, "very") {
		return algebra.Find{}, false
	}
	return t.one()
}

func readStarts(k []chunk) algebra.Expr {
	if t := pick(k, "t", 0); t.or && len(t.texts) > 1 {
		any := algebra.Any{}
		for _, f := range t.texts {
			any = append(any, startingWith(f))
		}
		return any
	}
	f, ok := bounding(k, 0)
	if !ok {
		return nil
	}
	return startingWith(f)
}

func readEnds(k []chunk) algebra.Expr {
	f, ok := bounding(k, 0)
	if !ok {
		return nil
	}
	return endingWith(f)
}

// readLastLine is "end with "Bye" on its own line".
func readLastLine(k []chunk) algebra.Expr {
	f, ok := bounding(k, 0)
	if !ok {
		return nil
	}
	return each(algebra.Every(algebra.Line).Nth(-1), algebra.Equals{To: asText(f)})
}

func readBothEnds(k []chunk) algebra.Expr {
	f, ok := bounding(k, 0)
	g, also := bounding(k, 1)
	if k[1].class == '&' {
		g, also = f, ok // begin and end with the same
	}
	if !ok || !also {
		return nil
	}
	return algebra.All{startingWith(f), endingWith(g)}
}

func readNotStarts(k []chunk) algebra.Expr {
	return noneOf(pick(k, "t", 0), func(f algebra.Find) algebra.Expr { return algebra.Starts{With: asWord(f)} })
}

func readNotEnds(k []chunk) algebra.Expr {
	return noneOf(pick(k, "t", 0), func(f algebra.Find) algebra.Expr { return algebra.Ends{With: asWord(f)} })
}

// noneOf denies what would hold of each text.
func noneOf(t chunk, e func(algebra.Find) algebra.Expr) algebra.Expr {
	var all []algebra.Expr
	for _, f := range t.texts {
		all = append(all, algebra.Not{Of: e(f)})
	}
	if len(all) == 0 {
		return nil
	}
	return conjunction(all)
}

func readPartsStart(k []chunk) algebra.Expr {
	f, ok := bounding(k, 0)
	if !ok {
		return nil
	}
	return pick(k, "s", 0).hold(startingWith(f))
}

func readPartsEnd(k []chunk) algebra.Expr {
	f, ok := bounding(k, 0)
	if !ok {
		return nil
	}
	return pick(k, "s", 0).hold(endingWith(f))
}

func readNoneStart(k []chunk) algebra.Expr {
	return noneWith(k, func(f algebra.Find) algebra.Expr { return algebra.Starts{With: asWord(f)} })
}

func readNoneEnd(k []chunk) algebra.Expr {
	return noneWith(k, func(f algebra.Find) algebra.Expr { return algebra.Ends{With: asWord(f)} })
}

func noneWith(k []chunk, e func(algebra.Find) algebra.Expr) algebra.Expr {
	u := pick(k, "us", 0)
	var all []algebra.Expr
	for _, f := range pick(k, "t", 0).texts {
		if x := noneThat(u.of, e(f)); x != nil {
			all = append(all, x)
		}
	}
	if len(all) == 0 || len(all) != len(pick(k, "t", 0).texts) {
		return nil
	}
	return conjunction(all)
}

// readsAs is what a text that is bounded by such a thing begins or ends with.
func boundOf(c chunk, start bool) algebra.Expr {
	if c.class == 'u' && c.value != "one" && c.of.Source == algebra.Source(algebra.Question) {
		return nil // the question, not a question
	}
	at := -1
	if start {
		at = 1
	}
	if f, ok := c.of.Source.(algebra.Find); ok && (c.class == 'u' || c.is == algebra.Exactly(1)) {
		if f.Kind == algebra.FindPattern && start || f.Value == `\n[ \t]*\n` {
			return nil
		}
		if start {
			return algebra.Starts{With: f}
		}
		return algebra.Ends{With: f}
	}
	switch u, _ := c.of.Source.(algebra.Unit); {
	case u == algebra.Question && c.class == 'u' && start:
		return algebra.Each{Of: algebra.Every(algebra.Sentence).Nth(at), Holds: algebra.Has(algebra.Question, algebra.Exactly(1))}
	case u == algebra.Question && c.class == 'u':
		return algebra.Ends{With: algebra.Text("?")}
	case u == algebra.Capital && c.class == 'u' && start:
		return algebra.Capitalised
	case u == algebra.Emoji && c.class == 'u', u == algebra.Emoji && c.is == algebra.Exactly(1):
		return algebra.Each{Of: algebra.Every(algebra.Character).Nth(at), Holds: algebra.Has(algebra.Emoji, algebra.AtLeast(1))}
	}
	return nil
}

func readStartsWith(k []chunk) algebra.Expr { return boundOf(pick(k, "uq", 0), true) }
func readEndsWith(k []chunk) algebra.Expr {
	q := pick(k, "uq", 0)
	e := boundOf(q, false)
	if e == nil || q.class == 'u' {
		return e
	}
	return algebra.All{q.demand(), e}
}

func readNotStartsWith(k []chunk) algebra.Expr { return denied(boundOf(pick(k, "uq", 0), true)) }
func readNotEndsWith(k []chunk) algebra.Expr   { return denied(boundOf(pick(k, "uq", 0), false)) }

func denied(e algebra.Expr) algebra.Expr {
	if e == nil {
		return nil
	}
	return algebra.Not{Of: e}
}

func readPartsStartWith(k []chunk) algebra.Expr {
	return pick(k, "su", 0).hold(boundOf(bounded(k), true))
}

func readPartsEndWith(k []chunk) algebra.Expr {
	return pick(k, "su", 0).hold(boundOf(bounded(k), false))
}

// readNoneEndWith is "no bullet ends with a full stop".
func readNoneEndWith(k []chunk) algebra.Expr {
	return noneThat(pick(k, "us", 0).of, boundOf(bounded(k), false))
}

// bounded is what the parts of a clause begin or end with: the last unit.
func bounded(k []chunk) chunk {
	for i := len(k) - 1; i >= 0; i-- {
		if k[i].class == 'u' || k[i].class == 'q' {
			return k[i]
		}
	}
	return chunk{}
}
