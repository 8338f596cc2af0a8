package english

import (
	"strconv"
	"strings"

	"adhere/verify/algebra"
)

// sizes are lengths of what is not the whole answer, or not all of it, as far
// as they bound the whole.
func sizes() []production {
	return []production{
		{"implied", "do the generate (sentence|paragraph|title|riddle|string) <have> <rel> <size> <mark>*", leastOfAll},
		{"implied", "do the generate (string|password|username) (exactly|precisely)? <have> (exactly|precisely)? <bound:rel> character <mark>*", func(c *capture) any {
			is, ok := floor(c.relation("rel"))
			if !ok || is.N < 2 {
				return nil
			}
			return implies(algebra.Has(algebra.Character, is), "where it begins and ends")
		}},
		{"implied", "be the riddle <inwhole>? <bound> line long <mark>*", func(c *capture) any {
			is, ok := floor(c.relation("bound"))
			if !ok || is.N < 2 {
				return nil
			}
			return implies(algebra.Has(algebra.Line, is), "where the riddle ends")
		}},
		{"implied", "do the (generate)? list contain <listcount> word <mark>*", func(c *capture) any {
			is, ok := floor(c.relation("listcount"))
			if !ok || is.N < 2 {
				return nil
			}
			return implies(algebra.Has(algebra.Word, is), "which words are listed")
		}},
		{"implied", "be there <listcount> (unique|different|distinct) <modifier>* word include <rest>?", func(c *capture) any {
			is, ok := floor(c.relation("listcount"))
			if !ok || is.N < 2 {
				return nil
			}
			return implies(algebra.Compare{Of: algebra.Different{Of: algebra.Every(algebra.Word)}, Is: is}, "which words are meant")
		}},

		{"implied", "do <holder> <atmost> <k> word ,? (exclude|not include|not count|without) (the word count of)? (the)? <backmatter> <mark>*", upTo},
		{"implied", "do <holder> (adhere|stick|conform|keep) to the <k> word limit ,? (exclude|not include|not count) (the word count of)? (the)? <backmatter> <mark>*", upTo},
		{"implied", "<atmost> <k> word ,? (exclude|not include|not count|without) (the)? <backmatter> <mark>*", upTo},
		{"implied", "exclude the table from the word count , be <whole> (<atmost> <k> word|no more than <k> word) (in length|long)? <mark>*", outsideTables},
		{"atmost", "(not exceed|at most|no more than|not more than|up to|under|within)", fixed(true)},
		{"backmatter", "(bibliography|references|reference list|works cited|conclusion|appendix|sources|footnotes)", fixed(true)},

		{"implied", "<inwhole>? ,? do each sentence (be)? exactly <k> word longer than the (previous|preceding) (one|sentence) <mark>*", func(*capture) any {
			return implies(algebra.Ordered{Of: algebra.Every(algebra.Sentence), By: algebra.Order(algebra.Word), Strict: true}, "by how many words")
		}},
		{"implied", "(do|have)? <whole> <modal>? <have> at least <k> <ofkind> (<listand> <k> <ofkind>)* <mark>*", eachOfKinds},
		{"ofkind", "(uppercase|upper case|cap) letter", fixed(algebra.Every(algebra.Capital))},
		{"ofkind", "(lowercase|lower case|small) letter", fixed(algebra.Every(algebra.Small))},
		{"ofkind", "(number|digit|numeral)", fixed(algebra.Every(algebra.Digit))},
		{"ofkind", "(special character|symbol|special symbol)", fixed(algebra.Every(algebra.SignOf(algebra.SignSymbol)))},
		{"ofkind", "(letter)", fixed(algebra.Every(algebra.Letter))},

		{"implied", "(do)? <whole> (avoid|not <have>|contain no) (the use of)? more than <k> consecutive <runof> (or (more than)? <k> consecutive <runof>)* <mark>*", noRuns},
		{"implied", "(use)? (no more than|at most|not more than) <k> consecutive <runof> <mark>*", noRuns},
		{"runof", "letter", fixed(`\p{L}`)},
		{"runof", "(number|digit|numeral)", fixed(`\p{Nd}`)},

		{"implied", "(use|write|give|include)? (exactly)? <k> (<block:unit>|<size:unit>) ,? (each|with each|and each|each of they) <modal>? (be|<have>|of|with|contain)? <eachsize> (long)? <mark>*", eachBounded},
		{"implied", "(use|write|give|include)? (exactly)? <k> (<block:unit>|<size:unit>) (with|of) <eachsize> each <mark>*", eachBounded},
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
	}
}

// rows are demands on each part of a kind: what it begins with, how much of it
// there is, where it stands.
func rows() []production {
	return []production{
		{"implied", "(each|every) <unit> <modal>? (start|begin) with (the letter|a|an)? <initial> <mark>*", initialOf},
		{"implied", "(start|begin) (each|every) <unit> with (the letter|a|an)? <initial> <mark>*", initialOf},
		{"implied", "(<whole> <modal>? be|be <whole>)? a? (valid)? json array (with|of|that contain|contain) <bound> (object|objects|item|element|entries|entry) <mark>*", arrayOf},
		{"implied", "(<whole> <modal>? be|be <whole>)? (a|in)? (valid)? csv (file|format)? with (exactly)? <k> column <mark>*", func(c *capture) any {
			if c.num("k") < 1 {
				return nil
			}
			return algebra.Expr(algebra.CSV{Columns: c.num("k")})
		}},

		{"implied", "be all word <inplace>? arrange (accord to|in) (the)? (english)? alphabetical order <mark>*", func(*capture) any {
			return algebra.Expr(algebra.Ordered{Of: algebra.Every(algebra.Word), By: algebra.Alphabet})
		}},
		{"implied", "do each line <inwhole>? (<make>|<have>) <bound> (keyboard)? character <mark>*", func(c *capture) any {
			return algebra.Expr(algebra.Each{Of: algebra.Every(algebra.Line), Holds: algebra.Has(algebra.Character, c.relation("bound"))})
		}},
		{"implied", "(be|put|write|place|start)? (each|every) sentence (be)? (present|write|place|put|start)? on (a|its) (separate|new|own)* line <mark>*", func(*capture) any {
			return algebra.Expr(algebra.Each{Of: algebra.Every(algebra.Line), Holds: algebra.Has(algebra.Sentence, algebra.AtMost(1))})
		}},
		{"implied", "(write|put)? one sentence per line <mark>*", func(*capture) any {
			return algebra.Expr(algebra.Each{Of: algebra.Every(algebra.Line), Holds: algebra.Has(algebra.Sentence, algebra.AtMost(1))})
		}},
		{"implied", "be each (number|item|entry|word|name|step|point|<modifier>) <any>* (present|write|place|put|list) (on|in) (a|its) (separate|new|own) line <mark>*", func(*capture) any {
			return implies(algebra.Has(algebra.Line, algebra.AtLeast(2)), "what stands in each line")
		}},
		{"implied", "be the <any> <inwhole>? alphanumeric <mark>*", func(*capture) any {
			return algebra.Expr(algebra.Only{Units: []algebra.Unit{algebra.Letter, algebra.Digit}})
		}},
		{"implied", "be <whole> one or multiple sentence <mark>*", func(*capture) any {
			return algebra.Has(algebra.Sentence, algebra.AtLeast(1))
		}},
	}
}

// leastOfAll is what the least length of a part says of the whole: no less.
func leastOfAll(c *capture) any {
	is, ok := floor(c.relation("rel"))
	if !ok || is.N < 2 {
		return nil
	}
	return implies(algebra.HasParts(c.parts("size"), is), "where that part begins and ends")
}

// upTo limits the words before a part at the end, where that has a heading.
func upTo(c *capture) any {
	heading := algebra.SignOf(algebra.SignReferences)
	before := algebra.Every(algebra.Word).Within(algebra.Every(algebra.Before{What: heading}))
	return implies(algebra.HasParts(before, algebra.AtMost(c.float("k"))), "the length where no heading marks the end")
}

// outsideTables limits the words of running text, which is in no table.
func outsideTables(c *capture) any {
	running := algebra.Every(algebra.Word).Within(algebra.Every(algebra.Paragraph))
	return implies(algebra.HasParts(running, algebra.AtMost(c.float("k"))), "words in lists and headings")
}

// eachOfKinds demands one of each kind. Whether the second number is a least
// number too does not matter where it is one.
func eachOfKinds(c *capture) any {
	kinds, numbers := all[algebra.Parts](c, "ofkind"), all[int](c, "k")
	var must []algebra.Expr
	for i, p := range kinds {
		must = append(must, algebra.HasParts(p, algebra.AtLeast(float64(numbers[i]))))
	}
	return implies(conjunction(must), "that no number is exceeded where it must not be")
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
