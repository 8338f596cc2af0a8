package english

import (
	"strconv"
	"strings"

	"adhere/verify/algebra"
)

// rows are demands on each part of a kind: what it begins with, how much of it
// there is, where it stands.
func rows() []production {
	return []production{
		{"said", "(do)? <whole> (avoid|not <have>|contain no) (the use of)? more than <k> consecutive <runof> (or (more than)? <k> consecutive <runof>)* <mark>*", noRuns},
		{"said", "(use)? (no more than|at most|not more than) <k> consecutive <runof> <mark>*", noRuns},
		{"runof", "letter", fixed(`\p{L}`)},
		{"runof", "(number|digit|numeral)", fixed(`\p{Nd}`)},
		{"said", "(use|write|give|include)? (exactly)? <k> (<block:unit>|<size:unit>) ,? (each|with each|and each|each of they) <modal>? (be|<have>|of|with|contain)? <eachsize> (long)? <mark>*", eachBounded},
		{"said", "(use|write|give|include)? (exactly)? <k> (<block:unit>|<size:unit>) (with|of) <eachsize> each <mark>*", eachBounded},
		{"eachsize", "(<rel>|<k>) <size>", func(c *capture) any {
			q := quantity{of: c.parts("size"), is: c.relation("rel")}
			if !c.has("rel") {
				q.is = algebra.Exactly(c.float("k"))
			}
			return q
		}},
		{"eachsize", "no (long|longer) than <k> <size>", func(c *capture) any {
			return quantity{of: c.parts("size"), is: algebra.AtMost(c.float("k"))}
		}},
		{"said", "(each|every) <unit> <modal>? (start|begin) with (the letter|a|an)? <initial> <mark>*", initialOf},
		{"said", "(start|begin) (each|every) <unit> with (the letter|a|an)? <initial> <mark>*", initialOf},
		{"said", "(<whole> <modal>? be|be <whole>)? a? (valid)? json array (with|of|that contain|contain) <bound> (object|objects|item|element|entries|entry) <mark>*", arrayOf},
		{"said", "(<whole> <modal>? be|be <whole>)? (a|in)? (valid)? csv (file|format)? with (exactly)? <k> column <mark>*", func(c *capture) any {
			if c.num("k") < 1 {
				return nil
			}
			return algebra.Expr(algebra.CSV{Columns: c.num("k")})
		}},
		{"said", "do each line <inwhole>? (<make>|<have>) <bound> (keyboard)? character <mark>*", func(c *capture) any {
			return algebra.Expr(algebra.Each{Of: algebra.Every(algebra.Line), Holds: algebra.Has(algebra.Character, c.relation("bound"))})
		}},
		{"said", "(be|put|write|place|start)? (each|every) sentence (be)? (present|write|place|put|start)? on (a|its) (separate|new|own)* line <mark>*", func(*capture) any {
			return algebra.Expr(algebra.Each{Of: algebra.Every(algebra.Line), Holds: algebra.Has(algebra.Sentence, algebra.AtMost(1))})
		}},
		{"said", "(write|put)? one sentence per line <mark>*", func(*capture) any {
			return algebra.Expr(algebra.Each{Of: algebra.Every(algebra.Line), Holds: algebra.Has(algebra.Sentence, algebra.AtMost(1))})
		}},
		{"said", "be the <any> <inwhole>? alphanumeric <mark>*", func(*capture) any {
			return algebra.Expr(algebra.Only{Units: []algebra.Unit{algebra.Letter, algebra.Digit}})
		}},
	}
}

// eachBounded is so many parts, each of a bounded size.
func eachBounded(c *capture) any {
	of := c.parts("unit")
	each, ok := c.get("eachsize").(quantity)
	if !ok || of.Source == nil || each.of.Source == nil || of.Source == each.of.Source {
		return nil
	}
	return conjunction([]algebra.Expr{
		algebra.HasParts(of, algebra.Exactly(c.float("k"))),
		algebra.Each{Of: of, Holds: each.expr()},
	})
}

// arrayOf is a JSON array of so many elements.
func arrayOf(c *capture) any {
	is := c.relation("bound")
	var size []string
	if least, ok := floor(is); ok {
		size = append(size, `"minItems":`+strconv.Itoa(int(least.N)))
	}
	if most, ok := ceilingOf(is); ok && most >= 0 {
		size = append(size, `"maxItems":`+strconv.Itoa(most))
	}
	if size == nil || is.Op == algebra.OpMore {
		return nil
	}
	return algebra.Expr(algebra.JSON{Type: "array", Schema: "{" + strings.Join(size, ",") + "}"})
}

// initialOf is a letter with which each of the parts begins.
func initialOf(c *capture) any {
	return algebra.Expr(algebra.Each{Of: c.parts("unit"), Holds: algebra.Starts{With: algebra.Text(c.text("initial"))}})
}

// noRuns forbids longer runs.
func noRuns(c *capture) any {
	kinds, numbers := all[string](c, "runof"), all[int](c, "k")
	var must []algebra.Expr
	for i, kind := range kinds {
		if numbers[i] < 1 || numbers[i] > 30 {
			return nil
		}
		must = append(must, algebra.No(algebra.Pattern(kind+"{"+strconv.Itoa(numbers[i]+1)+"}")))
	}
	return conjunction(must)
}

// ceilingOf is the greatest number that a relation allows.
func ceilingOf(is algebra.Relation) (int, bool) {
	switch is.Op {
	case algebra.OpExactly, algebra.OpMost:
		return int(is.N), true
	case algebra.OpLess:
		return int(is.N) - 1, true
	case algebra.OpBetween:
		return int(is.M), true
	default:
		return 0, false
	}
}
