package english

import "adhere/verify/algebra"

// predicates are what is said of a subject.
//
//	vp     with a verb: "contains at least 5 words"
//	comp   after "is": "in Spanish", "between 100 and 150 words long"
//	vps    several of them, joined
func predicates() []production {
	return []production{
		{"vps", "<vp> (<andthen> <modal>? <finite> <vp>|, <modal> <vp>)*", joined("vp")},
		{"comps", "<comp> ((<andthen>|,) (<modal>? be)? <comp>)*", joined("comp")},
		{"andthen", "(, and|and|, but|but|and also)", fixed(true)},
		{"modal", "(should|must|shall|will|can|(need|have|be|be require|ought)? to) (also)?", fixed(true)},
		{"duty", "(should|must|shall|will|(need|have|be|be require|ought)? to) (also)?", fixed(true)},
		{"never", "(not|never|not ever)", fixed(true)},

		{"vp", "<positive>", pass("positive")},
		{"vp", "do? <never> <firm> <positive>", func(c *capture) any { return negation(c.get("positive")) }},
		{"vp", "do? <never> <have> (any|a|the|a single|even a)? <finds> (anywhere)?", func(c *capture) any { return list(c).absent() }},
		{"vp", "do? <never> (<own>|add) (any|a single|even a|the use of)? <things>", func(c *capture) any { return none(c.get("things")) }},
		{"vp", "<shun> (<have>|the use of|the)? (any|all|a|of)* <finds>", func(c *capture) any { return list(c).absent() }},
		{"vp", "<shun> (<have>|the use of)? (any|all|of|the)* <things>", func(c *capture) any { return none(c.get("things")) }},
		{"shun", "(avoid|exclude|omit|refrain from|leave out|be free of|be free from|be without|steer clear of|stay away from)", fixed(true)},

		{"have", "(contain|include|have|use|mention|feature|incorporate|make use of|add|say)", fixed(true)},
		{"make", "(consist of|comprise|be comprise of|be compose of|be make up of|be (organize|structure|divide|split|break down|break|arrange|format|write) (into|in|as)|span|total|be limit to exactly|be confine to)", fixed(true)},

		{"own", "(contain|include|have|use|feature|incorporate|make use of)", fixed(true)}, // not to mention
		{"positive", "add <quantity> (<listand> <quantity>)*", added},
		{"positive", "<own> <quantities> <inform>?", pass("quantities")},
		{"positive", "(only|exclusively) <own> <quantity>", onlyQuantity},
		{"positive", "(exactly|precisely) <have> <k> <size>", func(c *capture) any { return count(c, algebra.Exactly) }},
		{"positive", "(constitute|form) <quantity>", func(c *capture) any { return whole(c.get("quantity")) }},
		{"positive", "(adhere to|follow|have) a <k> line (format|structure)", func(c *capture) any {
			return algebra.Has(algebra.Line, algebra.Exactly(c.float("k")))
		}},
		{"positive", "(free|devoid) (of|from) <have>? (any|all)* <finds>", func(c *capture) any { return list(c).absent() }},
		{"positive", "<own> only <quantity>", onlyQuantity},
		{"positive", "<have> (both|each|each of|both of) <finds>", func(c *capture) any {
			if f := list(c); !f.or {
				return f.contains()
			}
			return nil
		}},
		{"positive", "(start|begin|open) and (end|finish|close) with <find>", func(c *capture) any {
			f := c.find("find")
			return algebra.All{startingWith(f), endingWith(f)}
		}},
		{"positive", "<have> (all)? (of)? <finds>", func(c *capture) any { return list(c).contains() }},
		{"positive", "<make> (only|just)? <quantity> <inform>?", func(c *capture) any { return whole(c.get("quantity")) }},
		{"positive", "(exceed|surpass|go over|go above|go beyond|run over) <k> <size>", func(c *capture) any { return count(c, algebra.MoreThan) }},
		{"positive", "<bounded>", pass("bounded")},
		{"positive", "<have> a (word|sentence|line|paragraph|character)? (limit|length|count) of <quantity>", limit},
		{"positive", "(start|begin|open|commence) (off)? (with|by)? <find>", func(c *capture) any { return startingWith(c.find("find")) }},
		{"positive", "(end|finish|conclude|close) (off)? (with|in|by|on) <find>", func(c *capture) any { return endingWith(c.find("find")) }},
		{"positive", "(start|begin|open) with a <stop>", func(c *capture) any { return algebra.Starts{With: algebra.Text(c.text("stop"))} }},
		{"positive", "(end|finish|conclude|close) (with|in) a <stop>", func(c *capture) any { return algebra.Ends{With: algebra.Text(c.text("stop"))} }},
		{"stop", "question mark", fixed("?")},
		{"stop", "exclamation (mark|point)", fixed("!")},
		{"stop", "(full stop|period)", fixed(".")},
		{"stop", "colon", fixed(":")},
		{"positive", "be <comps>", pass("comps")},
	}
}

// complements are what is said after "is", and limits.
//
//	quantities  one or several
//	limited     a limit
func complements() []production {
	return []production{
		{"quantities", "<quantity> (<listand> <quantity>)*", listed},
		{"listand", "(, and|and|,)", fixed(true)},
		{"inform", "(long|in total|in length|overall|altogether)", fixed(true)},
		{"inform", ",? (spaces include|include spaces|include space)", fixed(true)},

		{"comp", "<quantity> <inform>?", func(c *capture) any { return whole(c.get("quantity")) }},
		{"comp", "(in|on) (just|only|exactly)? <k> (<size>|<size> only)", func(c *capture) any {
			if !isSize(c.parts("size").Source) && c.num("k") > 1 {
				return nil
			}
			return count(c, algebra.Exactly)
		}},
		{"comp", "<sign:things> free", func(c *capture) any { return none(c.get("things")) }},
		{"comp", "(no|not) (long|longer|more|large|larger) than <k> <size>", func(c *capture) any { return count(c, algebra.AtMost) }},
		{"comp", "(no|not) (short|shorter|less) than <k> <size>", func(c *capture) any { return count(c, algebra.AtLeast) }},
		{"comp", "<bound> character (long|in length)", func(c *capture) any { return algebra.Has(algebra.Character, c.relation("bound")) }},
		{"comp", "(longer) than <k> <size>", func(c *capture) any { return count(c, algebra.MoreThan) }},
		{"comp", "(shorter) than <k> <size>", func(c *capture) any { return count(c, algebra.LessThan) }},
		{"comp", "<bounded>", pass("bounded")},
		{"comp", "(free|devoid) (of|from) (<have>)? (any|all|the)* (<things>|<finds>)", func(c *capture) any {
			if c.has("finds") {
				return list(c).absent()
			}
			return none(c.get("things"))
		}},
		{"comp", "without (<have>|the use of)? (any|a single)? (<things>|<finds>)", func(c *capture) any {
			if c.has("finds") {
				return list(c).absent()
			}
			return none(c.get("things"))
		}},
		{"comp", "(organize|structure|divide|split|break|compose|comprise|make up|arrange|format|present|write) (down)? (into|in|as|of|to) (the form of)? (only)? <quantity>", func(c *capture) any { return whole(c.get("quantity")) }},
		{"comp", "in the form of <quantity>", func(c *capture) any { return whole(c.get("quantity")) }},
		{"comp", "<shape>", pass("shape")},
		{"comp", "not <firm> <comp>", func(c *capture) any { return negation(c.get("comp")) }},
		{"comp", "equal to <find>", func(c *capture) any { return algebra.Equals{To: asText(c.find("find"))} }},

		{"bounded", "(limit|restrict|confine|constrain|cap|keep|hold) (to|at|within) (only)? <limited>", pass("limited")},
		{"bounded", "(limit|restrict|confine|constrain|keep|stay|remain|be) (under|below) <k> <size>", func(c *capture) any { return count(c, algebra.LessThan) }},
		{"bounded", "(adhere|stick|conform|keep) to <limited>", pass("limited")},
		{"bounded", "(fall|fit|stay|remain|be)? within <limited>", pass("limited")},
		{"bounded", "fall between <k:a> and <k:b> <size>", func(c *capture) any { return sized(c, span(c)) }},
		{"bounded", "(meet|respect|observe) <limited>", pass("limited")},

		{"limited", "(a)? <bound> <size> (or less|or fewer)?", ceiling},
		{"limited", "(a|the) (limit|maximum|total) of <k> <size>", func(c *capture) any { return count(c, algebra.AtMost) }},
		{"limited", "(a|the)? <k> <size> (limit|maximum)", func(c *capture) any { return count(c, algebra.AtMost) }},
		{"limited", "(a|the) <size> (limit|maximum) of <k> <size:unit>?", func(c *capture) any { return count(c, algebra.AtMost) }},
		{"limited", "(a|the)? <k:a> (-|to) <k:b> <size> (limit|range)?", func(c *capture) any { return sized(c, span(c)) }},
		{"limited", "(a|the) (range|limit|length|word range|word count|word limit) (of|between) <k:a> (-|to|and) <k:b> <size>", func(c *capture) any { return sized(c, span(c)) }},
	}
}
