package english

import "adhere/verify/algebra"

// places are demands on some parts of the text, said before or behind what is
// demanded of them: "in the first paragraph, …", "… per sentence".
//
//	local  which parts
func places() []production {
	return []production{
		{"local", "(in|within) the <place> <unit> <inwhole>?", func(c *capture) any {
			return subjectOf(c.parts("unit").Nth(c.num("place")))
		}},
		{"local", "(in|within) (each|every) (single)? (<block:unit>|<size:unit>) <inwhole>?", func(c *capture) any { return subjectOf(c.parts("unit")) }},

		{"said", "<local> ,? (it|you|there)? <modal>? <found>", locally},
		{"said", "<modal>? <found> (anywhere)? <local>", locally},
		{"found", "<have> <finds>", func(c *capture) any { return list(c).contains() }},
		{"found", "do? <never> <have> <finds>", func(c *capture) any { return list(c).absent() }},
		{"found", "avoid (use)? <finds>", func(c *capture) any { return list(c).absent() }},
		{"found", "no <bare>", func(c *capture) any { return algebra.No(c.find("bare")) }},
		{"found", "<finds> <duty>? <seen>", func(c *capture) any { return list(c).contains() }},
		{"found", "do <finds> <seen>", func(c *capture) any { return list(c).contains() }},
		{"found", "<finds> <modal>? (do)? not <seen>", func(c *capture) any { return list(c).absent() }},

		{"said", "(use|write|have)? <perpart> (long)?", pass("perpart")},
		{"perpart", "<rel> <size> per (<block:unit>|<size:unit>)", perPart},
		{"perpart", "<k> <tail>? <size> <tail>? per (<block:unit>|<size:unit>) <tail>?", perPart},

		{"said", "no <unit> (<modal>|may)? (be|<have>|with|of)? (long|longer|more|large|larger) than <k> <size>", noneAbove},
		{"said", "no <unit> (<modal>|may)? (exceed|go over|surpass) <k> <size>", noneAbove},
		{"said", "no word (<modal>|may)? (be)? (long|longer) than <k> letter", longWords},
		{"said", "(each|every) word <modal>? (<have>|be)? (at most|no more than) <k> letter (long)?", longWords},
		{"said", "no <unit> (<modal>|may)? <bounds>", noneSuch},
		{"bounds", "(start|begin|open) with <find>", func(c *capture) any { return algebra.Starts{With: asWord(c.find("find"))} }},
		{"bounds", "end with <find>", func(c *capture) any { return algebra.Ends{With: asWord(c.find("find"))} }},
		{"said", "do? <never> (start|begin) (any|a|a single) <unit> with <find>", func(c *capture) any {
			return noneThat(c.parts("unit"), algebra.Starts{With: asWord(c.find("find"))})
		}},
		{"said", "do? <never> end (any|a|a single) <unit> with <find>", func(c *capture) any {
			return noneThat(c.parts("unit"), algebra.Ends{With: asWord(c.find("find"))})
		}},
		{"said", "do? <never> (start|begin|open) <whole> with <find>", func(c *capture) any { return negation(algebra.Starts{With: c.find("find")}) }},
		{"said", "do? <never> (end|finish|conclude) <whole> with <find>", func(c *capture) any { return negation(algebra.Ends{With: c.find("find")}) }},

		{"said", "(keep|hold) <subject> (under|below) <k> <size>", keeping(algebra.LessThan)},
		{"said", "(keep|hold|limit) <subject> (to|at|within) (just|only)? <limited>", hold("limited")},
		{"said", "(keep|hold|limit) <subject> (to|at|within) (just|only)? <k> <size> (max|maximum|at most|tops)", keeping(algebra.AtMost)},

		{"positive", "(start|begin|open) with a (cap|uppercase|upper case) letter", fixed(algebra.Capitalised)},
	}
}

// locally makes what was found a demand on the parts that were named.
func locally(c *capture) any {
	s, ok := c.get("local").(subject)
	if !ok {
		return nil
	}
	return s.hold(c.expr("found"))
}

// keeping makes a bound on the length of each of the subject's parts.
func keeping(relation func(float64) algebra.Relation) func(*capture) any {
	return func(c *capture) any {
		s, _ := c.get("subject").(subject)
		e, ok := count(c, relation).(algebra.Expr)
		if !ok {
			return nil
		}
		return s.hold(e)
	}
}

// perPart bounds the length of each part. A bare number is no bound.
func perPart(c *capture) any {
	is := c.relation("rel")
	if c.has("tail") {
		is, _ = tailed(c).(algebra.Relation)
	}
	of, size := c.parts("unit"), c.parts("size")
	if is.Op == "" || of.Source == nil || size.Source == nil || of.Source == size.Source {
		return nil
	}
	return algebra.Each{Of: of, Holds: algebra.HasParts(size, is)}
}

// noneAbove forbids parts that are longer.
func noneAbove(c *capture) any {
	of, size := c.parts("unit"), c.parts("size")
	if size.Source == nil || of.Source == size.Source {
		return nil
	}
	return noneThat(of, algebra.HasParts(size, algebra.MoreThan(c.float("k"))))
}

func longWords(c *capture) any {
	return noneThat(algebra.Every(algebra.Word), algebra.Has(algebra.Letter, algebra.MoreThan(c.float("k"))))
}

func noneSuch(c *capture) any { return noneThat(c.parts("unit"), c.expr("bounds")) }

func noneThat(of algebra.Parts, e algebra.Expr) any {
	if of.Source == nil || of.That != nil || of.Source == algebra.Source(algebra.CodeBlock) || e == nil {
		return nil
	}
	return algebra.HasParts(of.With(e), algebra.Exactly(0))
}
