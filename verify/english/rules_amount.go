package english

import (
	"math"

	"adhere/verify/algebra"
)

// tolerance is how far "about n" may be off: a fifth, and at least one.
func tolerance(n float64) float64 { return max(1, math.Round(n/5)) }

// A quantity is a number of parts that is wanted.
type quantity struct {
	of         algebra.Parts
	is         algebra.Relation
	indefinite bool // "a table": at least one, or just one after "is"
	bare       bool // "emojis": at least one, but not what a text consists of
	different  bool // equal ones count once
}

func (q quantity) expr() algebra.Expr {
	if q.different {
		return algebra.Compare{Of: algebra.Different{Of: q.of}, Is: q.is}
	}
	return algebra.HasParts(q.of, q.is)
}

// asWhole is what a text must have that is the quantity and nothing else: a
// text that is "a paragraph" has exactly one.
func (q quantity) asWhole() quantity {
	if q.indefinite {
		q.is = algebra.Exactly(1)
	}
	return q
}

// to makes the action of a relation to one number.
func to(relation func(float64) algebra.Relation) func(*capture) any {
	return func(c *capture) any { return relation(c.float("k")) }
}

// span is the action of a range from a to b, both included.
func span(c *capture) any {
	a, b := c.num("a"), c.num("b")
	if a >= b {
		return nil
	}
	return algebra.Between(float64(a), float64(b))
}

// insideSpan is the action of a range whose ends do not count.
func insideSpan(c *capture) any {
	a, b := c.num("a")+1, c.num("b")-1
	if a >= b {
		return nil
	}
	return algebra.Between(float64(a), float64(b))
}

// spreadBy is the action of "100 ± 10", in percent of the number if below 0.
func spreadBy(c *capture) any {
	n := c.float("k")
	by, _ := c.get("spread").(float64)
	if by < 0 {
		by = math.Round(-by * n / 100)
	}
	if by < 1 || by >= n {
		return nil
	}
	return algebra.About(n, by)
}

// either is the action of "five or six".
func either(c *capture) any {
	if c.num("a")+1 != c.num("b") {
		return nil
	}
	return span(c)
}

func fixed(v any) func(*capture) any { return func(*capture) any { return v } }

// pass hands the value under a label on.
func pass(label string) func(*capture) any {
	return func(c *capture) any { return c.get(label) }
}

// amounts are numbers and what they are compared by.
//
//	k     a whole number
//	rel   a relation that stands before what is counted
//	tail  what may follow a number and makes a relation of it
//	bound a relation with nothing counted, "at least 5", "5 or more"
func amounts() []production {
	about := func(n float64) algebra.Relation { return algebra.About(n, tolerance(n)) }
	return []production{
		{"k", "<n>", pass("n")},
		{"k", "a dozen", fixed(12)},
		{"k", "<n> dozen", func(c *capture) any { return 12 * c.num("n") }},
		{"k", "half a dozen", fixed(6)},
		{"k", "a hundred", fixed(100)},
		{"k", "a thousand", fixed(1000)},
		{"k", "a single", fixed(1)},
		{"k", "<n> '(' <n:m> ')'", func(c *capture) any {
			if c.num("n") != c.num("m") {
				return nil
			}
			return c.num("n")
		}},

		{"rel", "(at least|never fewer than|never less than|'>' =|≥|no fewer than|no less than|not fewer than|not less than|(a|the)? minimum of?) (a total of)? <k>", to(algebra.AtLeast)},
		{"rel", "(more than|'>'|over|above|exceeding|greater than|upwards of|in excess of) (a total of)? <k>", to(algebra.MoreThan)},
		{"rel", "(at most|never more than|'<' =|≤|no more than|not more than|not over|up to|no greater than|a? maximum of?|no over) (a total of)? <k>", to(algebra.AtMost)},
		{"rel", "(fewer than|less than|fewer then|less then|'<'|under|below) (a total of)? <k>", to(algebra.LessThan)},
		{"rel", "(exactly|precisely|just|only|exact) <k>", to(algebra.Exactly)},
		{"rel", "(a total of) <k>", to(algebra.Exactly)},
		{"rel", "(about|around|approximately|roughly|circa|~|approximately around|approx .) <k>", to(about)},
		{"rel", "<k> <spread>", spreadBy},
		{"quantity", "<k> <things> '('? <spread> ')'?", func(c *capture) any { return quantityOf(c, spreadBy(c)) }},
		{"spread", "(±|+ / -|plus or minus|give or take) <k>", func(c *capture) any { return c.float("k") }},
		{"spread", "(±|+ / -|plus or minus|give or take) <k> (%|percent)", func(c *capture) any { return -c.float("k") }},
		{"rel", "(between|anywhere between) <k:a> (and|to|-) <k:b>", span},
		{"rel", "from? <k:a> (to|-) <k:b>", span},
		{"rel", "<k:a> or <k:b>", either},
		{"rel", "at least <k:a> (and|but|,)* (at most|no more than|up to|not more than) <k:b>", span},
		{"rel", "a? minimum of? <k:a> and a? maximum of? <k:b>", span},
		{"rel", "(more than|over) <k:a> (and|but|,)* (less than|fewer than|under) <k:b>", insideSpan},

		{"tail", "(or|and) (more|above|over|greater)", fixed(algebra.OpLeast)},
		{"tail", "+", fixed(algebra.OpLeast)},
		{"tail", "(at least|minimum|or longer)", fixed(algebra.OpLeast)},
		{"tail", "or (less|fewer|below|under|shorter)", fixed(algebra.OpMost)},
		{"tail", "(at most|maximum|max|at maximum|tops)", fixed(algebra.OpMost)},

		{"bound", "<rel>", pass("rel")},
		{"bound", "<k>", to(algebra.Exactly)},
		{"bound", "<k> <tail>", tailed},
		{"bound", "in the range (of|between) <k:a> (to|-|and) <k:b>", span},

		{"quantity", "<rel> <things>", func(c *capture) any { return quantityOf(c, c.relation("rel")) }},
		{"quantity", "<k> <things>", func(c *capture) any { return quantityOf(c, algebra.Exactly(c.float("k"))) }},
		{"quantity", "(<k> <tail> <things>|<k> <things> <tail>)", func(c *capture) any {
			return quantityOf(c, tailed(c))
		}},
		{"quantity", "<k:a> (to|-) <k:b> <things> (max|maximum|at most|tops)", func(c *capture) any { return quantityOf(c, span(c)) }},
		{"quantity", "<k> <things> (or so|give or take)", func(c *capture) any { return quantityOf(c, about(c.float("k"))) }},
		{"quantity", "<k> <things> only", func(c *capture) any { return quantityOf(c, algebra.Exactly(c.float("k"))) }},
		{"quantity", "(one or more|some|any number of) <things>", func(c *capture) any {
			return quantityOf(c, algebra.AtLeast(1))
		}},
		{"quantity", "multiple <things>", func(c *capture) any { return quantityOf(c, algebra.AtLeast(2)) }},
		{"quantity", "a <things>", func(c *capture) any {
			q, ok := quantityOf(c, algebra.AtLeast(1)).(quantity)
			q.indefinite = ok
			if !ok {
				return nil
			}
			return q
		}},
		{"quantity", "(<block:things>|<sign:things>)", func(c *capture) any {
			q, ok := quantityOf(c, algebra.AtLeast(1)).(quantity)
			if !ok {
				return nil
			}
			q.bare = true
			return q
		}},
		{"quantity", "(no|zero|not a single|not one|not even one|not a) (single)? <things>", func(c *capture) any { return quantityOf(c, algebra.Exactly(0)) }},
	}
}

func tailed(c *capture) any {
	if c.get("tail") == algebra.OpLeast {
		return algebra.AtLeast(c.float("k"))
	}
	return algebra.AtMost(c.float("k"))
}

// quantityOf joins things with a relation.
func quantityOf(c *capture, relation any) any {
	is, ok := relation.(algebra.Relation)
	if !ok {
		return nil
	}
	switch things := c.get("things").(type) {
	case algebra.Parts:
		if persons(things, is) || is == algebra.Exactly(0) && none(things) == nil {
			return nil
		}
		return quantity{of: things, is: is}
	case differentParts:
		return quantity{of: algebra.Parts(things), is: is, different: true}
	default:
		return nil
	}
}

// differentParts are parts of which equal ones count once.
type differentParts algebra.Parts
