package english

import (
	"strconv"
	"strings"

	"adhere/verify/algebra"
)

// A tallied is a number of things that no unit counts, "10 hotel reviews". An
// answer can lay them out in many ways, so that how many there are is for a
// judge. But where the answer numbers them, the numbering can prove that there
// are too few or too many.
type tallied struct {
	noun noun
	is   algebra.Relation
}

// tallies are demands for a number of things.
//
//	tally    the number and the things
//	implied  the whole requirement
func tallies() []production {
	return []production{
		{"tally", "<rel> <sort>* <thing>", func(c *capture) any { return tallyOf(c, c.relation("rel")) }},
		{"tally", "<k> <tail> <sort>* <thing>", func(c *capture) any { return tallyOf(c, tailed(c)) }},
		{"tally", "<k> <sort>* <thing>", func(c *capture) any { return tallyOf(c, algebra.AtLeast(c.float("k"))) }},
		{"sort", "(<modifier>|,|different|separate|distinct|unique|main|short|brief|simple|word|table|multiple choice|original)", fixed(true)},
		{"thing", "(piece|pieces|type|types|kind|kinds) of <modifier>* <tallynoun>", pass("tallynoun")},
		{"thing", "<tallynoun>", pass("tallynoun")},
		{"thing", "question and (answer|response) pair", fixed(noun{"pair", false})},

		{"holder", "(<whole>|<det> <wadj>* <sort>* <any> <inwhole>?)", fixed(true)},
		{"bears", "(<have>|<make>|present|provide|give|offer|outline|detail|list|describe|explain|cover|showcase|show|comprise|constitute|introduce|elaborate on|demonstrate|depict|specify|consist precisely of)", fixed(true)},

		{"implied", "(do|have|be)? <holder> <modal>? <clearly>? <bears> <clearly>? <tally> <onward>?", talliedIn},
		{"implied", "be <holder> (<laidout>|in|<modifier> (into|in)) <tally> <onward>?", talliedIn},
		{"implied", "(be|do)? there <modal>? be? <tally> <onward>?", talliedIn},
		{"implied", "be <tally> (include|present|give|provide|list|show|feature|mention) <onward>?", talliedIn},
		{"implied", "(write|give|provide|generate|produce|create|list|name|show|suggest|share|offer|include|use|add|have|ask|come up with) (me|us)? <tally> <onward>?", talliedIn},
		{"implied", "(write|create|compose|generate|produce|draft|give me|make) a <modifier>* <any> (with|in|contain|consist of|include) <tally> <onward>?", talliedIn},
		{"implied", "a <modifier>* <genre> (with|in|contain|consist of|include) <tally> <onward>?", talliedIn},
		{"implied", "(split|divide|break|organize|structure|arrange) <whole> (in|into) <tally> <onward>?", talliedIn},
		{"implied", "(answer|respond|reply|write|write <whole>) in <tally> <mark>*", talliedIn},
		{"implied", "(write|give|provide|generate|list|name|suggest|share)? (me|us)? <tally> ,? (one per line|one on each line|each on (its|their|a) (own|separate|new) line) <mark>*", onLines},
		{"implied", "<tally> <onward>?", talliedIn},
		{"implied", "from these <any> , do <holder> <bears> <tally> <onward>?", talliedIn},
		{"implied", "do <holder> show that the <modifier> (<have>|<make>) (of)? <tally> <onward>?", talliedIn},
		{"implied", "do <holder> <have> a (sequence|series|set|collection) of <tally> <onward>?", talliedIn},
		{"implied", "do <holder> <have> <modifier>* (response|reply|answer) from <tally> <onward>?", talliedIn},
		{"implied", "do <holder> span <tally> <onward>?", talliedIn},
		{"implied", "(write|give|create|provide|make|outline|draft)? (me|us)? a (<modifier> ,?)* <k> <structural> <modifier>* <any> <onward>?", stepsOf},
		{"implied", "(do|have)? <holder> <modal>? (follow|<bears>|be) a (<modifier> ,?)* <k> <structural> <modifier>* <any> <mark>*", stepsOf},
		{"structural", "step", fixed(noun{"step", false})},
		{"structural", "act", fixed(noun{"act", false})},
		{"structural", "chapter", fixed(noun{"chapter", false})},
		{"structural", "part", fixed(noun{"part", false})},
		{"structural", "verse", fixed(noun{"verse", false})},
		{"clearly", "(clearly|explicitly|specifically|also)", fixed(true)},

		{"implied", "(do|have|be|will)? <holder> <modal>? (be <modifier>)? <lasting> (exactly|precisely)? <k> <calendar> <onward>?", spanning},
		{"implied", "(do|have|be)? <holder> <modal>? (<clearly>|show that)* it? (be|<bears>)? a <k> <calendar> <sort>* <span> <onward>?", spanning},
		{"implied", "(write|give|provide|generate|create|plan|make|design|suggest)? (me|us)? a <k> <calendar> <sort>* <span> <onward>?", spanning},
		{"span", "(plan|itinerary|trip|schedule|challenge|program|programme|diary|menu|calendar|forecast|journey|tour|guide)", fixed(true)},
		{"implied", "(do)? <holder> (<clearly>|show that)* the <modifier> be <k> <calendar> long <mark>*", spanning},
		{"implied", "be <holder> (a)? <k> <calendar> long <mark>*", spanning},
		{"lasting", "(to)? (span|cover|last|run|extend) (over|across|for|out over)? ((a|the) (period|duration|time frame|timeframe) of)?", fixed(true)},
		{"lasting", "(over|across)", fixed(true)},
		{"calendar", "(day|days)", fixed(noun{"day", false})},
		{"calendar", "(week|weeks)", fixed(noun{"week", false})},
	}
}

// tallyOf joins things with a relation. A bare number is the least: who asks
// for three examples seldom minds a fourth.
func tallyOf(c *capture, relation any) any {
	n, ok := c.get("thing").(noun)
	is, known := relation.(algebra.Relation)
	if !ok || !known {
		return nil
	}
	return tallied{n, is}
}

// talliedIn is what the number of things implies.
func talliedIn(c *capture) any {
	t, ok := c.get("tally").(tallied)
	if !ok {
		return nil
	}
	return t.implied(!shared(c.text("onward")), "what each "+t.noun.name+" is")
}

// onLines is a number of things that stand in lines of their own.
func onLines(c *capture) any {
	t, ok := c.get("tally").(tallied)
	least, above := floor(t.is)
	if !ok || !above || least.N < fewestTallied {
		return nil
	}
	return partly{algebra.Has(algebra.Line, least), "what each " + t.noun.name + " is"}
}

// stepsOf is a number of parts before a noun, "a three-act play".
func stepsOf(c *capture) any {
	n, _ := c.get("structural").(noun)
	t := tallied{n, algebra.AtLeast(c.float("k"))}
	return t.implied(false, "what each "+n.name+" is")
}

// spanning is a number of days or weeks that the answer covers.
func spanning(c *capture) any {
	n, _ := c.get("calendar").(noun)
	t := tallied{n, algebra.Exactly(c.float("k"))}
	return t.implied(true, "what each "+n.name+" holds")
}

func (t tallied) implied(strict bool, rest string) any {
	e := t.implies(strict)
	if e == nil {
		return nil
	}
	return partly{e, rest}
}

// shared reports whether what follows spreads the things over several places,
// so that there may be more in all.
func shared(rest string) bool {
	for _, w := range strings.Fields(strings.ToLower(rest)) {
		switch strings.Trim(w, ".,?!") {
		case "each", "every", "both", "all", "any":
			return true
		}
	}
	return false
}

// The numbers of things that are read: one needs no numbering, and more than
// so many are not written out one by one.
const (
	fewestTallied = 2
	mostTallied   = 60
)

// implies returns what must hold of an answer with so many things: if it
// numbers them, the numbers reach far enough; strictly, they do not go beyond.
func (t tallied) implies(strict bool) algebra.Expr {
	var must []algebra.Expr
	if least, ok := floor(t.is); ok {
		n := int(least.N)
		if least.Op == algebra.OpMore {
			n++
		}
		if n < fewestTallied || n > mostTallied {
			return nil
		}
		must = append(must, t.noun.numberedTo(n))
		if t.noun.bulky {
			must = append(must, listedTo(n))
		}
	}
	if most, ok := ceilingOf(t.is); ok && strict && most >= fewestTallied && most <= mostTallied {
		must = append(must, algebra.No(algebra.LabelNumber(t.noun.name, most+1)))
	}
	if len(must) == 0 {
		return nil
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

// listedTo demands that an answer with a numbered list has n things of some
// kind that can hold one entry each, or is numbered up to n within lines.
func listedTo(n int) algebra.Expr {
	least := algebra.AtLeast(float64(n))
	marked := func(behind string) algebra.Expr {
		return algebra.Contains{What: algebra.Text(strconv.Itoa(n) + behind)}
	}
	return algebra.Any{
		algebra.Has(algebra.NumberedItem, algebra.Exactly(0)),
		algebra.Has(algebra.ListItem, least),
		algebra.Has(algebra.Heading, least),
		algebra.HasParts(algebra.Every(algebra.Line).Within(algebra.Every(algebra.Paragraph)), least),
		algebra.Has(algebra.TableRow, least),
		marked("."), marked(")"), marked(":"),
	}
}
