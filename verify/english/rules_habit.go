package english

import "adhere/verify/algebra"

// habits are what users write beside a length or a form that code can hold an
// answer to: a manner, a genre, what the parts are for.
func habits() []production {
	part := func(e algebra.Expr, rest string) func(*capture) any {
		return func(*capture) any { return partly{e, rest} }
	}
	return []production{
		{"partial", "<bounding> (and|, and) (in|be|with|keep|use|written) <rest>", andRest("bounding")},
		{"partial", "<bounding> , (in|with) a <modifier> <modifier>* <mark>*", andRest("bounding")},
		{"partial", "be <modifier> (and|,|and also)* (keep <whole>)? <atmostsize> <mark>*", andRest("atmostsize")},
		{"partial", "be <modifier> (and|,|and also)* (use|write|stay within) <atmostsize> <mark>*", andRest("atmostsize")},
		{"partial", "a <modifier>* <genre> (of|with|in) <bounding> <mark>*", andRest("bounding")},
		{"partial", "a <modifier>* <genre> (that|which) <positive> <mark>*", andRest("positive")},
		{"partial", "(summarize|summarise|describe|explain|paraphrase|rewrite|answer|define|introduce) <object>* in <bounding> <mark>*", andRest("bounding")},
		{"partial", "(summarize|summarise|describe|explain|paraphrase|rewrite|answer|define|introduce) <object>* in <k> (<size>) <mark>*", func(c *capture) any {
			if !isSize(c.parts("size").Source) {
				return nil
			}
			return partly{algebra.HasParts(c.parts("size"), algebra.Exactly(c.float("k"))), "what it says"}
		}},
		{"object", "(<modifier>|the|this|your|it|of|how|why|what|to|a)", fixed(true)},
		{"bounding", "<rel> <size>", func(c *capture) any { return sized(c, c.relation("rel")) }},
		{"bounding", "<k> <tail> <size>", func(c *capture) any { return sized(c, tailed(c)) }},
		{"bounding", "<k> <size> <tail>", func(c *capture) any { return sized(c, tailed(c)) }},
		{"atmostsize", "(no more than|at most|under|below|up to|fewer than|less than)* <bounding>", pass("bounding")},

		{"partial", "(use|include|provide) <quantity> <purpose> <rest>", atLeastSoMany},
		{"purpose", "(that|which|compare|comparing|describe|describing|show|list|summarize|about|of|on|to|from|represent|explain|outline|in)", fixed(true)},
		{"partial", "(use|include|add|provide|insert) a <modifier>* <block> <mark>*", func(c *capture) any {
			return partly{algebra.HasParts(c.parts("block"), algebra.AtLeast(1)), "which it is"}
		}},
		{"partial", "<quantity> , each (about|on|describing|covering) <rest>", func(c *capture) any {
			q, ok := c.get("quantity").(quantity)
			if !ok || !isSize(q.of.Source) || goesOn(c.text("rest")) {
				return nil
			}
			return partly{q.expr(), c.text("rest")}
		}},

		{"said", "<banned> (line break|newline|new line)", func(*capture) any { return algebra.Has(algebra.Line, algebra.AtMost(1)) }},
		{"said", "<banned> (blank|empty) line", func(*capture) any { return algebra.No(algebra.SignOf(algebra.SignEmptyLine)) }},
		{"said", "<banned> <anylist> ((,|or|and|nor|, or)* <anylist>)*", func(c *capture) any {
			kinds := all[algebra.Parts](c, "anylist")
			var none []algebra.Expr
			for _, p := range kinds {
				none = append(none, algebra.HasParts(p, algebra.Exactly(0)))
			}
			return conjunction(once(none))
		}},
		{"banned", "(plain text only ,)? (no|without|avoid|do not use|do not include|never use|omit|refrain from use) (any|all|a|the use of)*", fixed(true)},
		{"anylist", "bullet list", fixed(algebra.Every(algebra.Bullet))},
		{"anylist", "bullet (point)?", fixed(algebra.Every(algebra.Bullet))},
		{"anylist", "number list", fixed(algebra.Every(algebra.NumberedItem))},
		{"anylist", "(header|headers)", fixed(algebra.Every(algebra.Heading))},

		{"said", "<have> a date in the format yyyy mm dd", func(*capture) any {
			return algebra.Contains{What: algebra.SignOf(algebra.SignISODate)}
		}},
		{"partial", "<lead>* <note> <mark>*", func(c *capture) any {
			d, ok := c.get("note").(divider)
			if !ok || d.by == "" || d.by == blankLine {
				return nil
			}
			return partly{algebra.Has(algebra.Split(d.by), algebra.AtLeast(2)), "what is divided"}
		}},
		{"said", "(write|give|provide|there <modal>? be|<whole> <modal>? have)? <divided>", pass("divided")},
		{"said", "(each|every) word <inwhole>? <modal>? be capitalize", fixed(algebra.Each{Of: algebra.Every(algebra.Word), Holds: algebra.Capitalised})},
		{"partial", "capitalize (each|every) word <mark>*", part(algebra.Each{Of: algebra.Every(algebra.Word), Holds: algebra.Capitalised}, "whether all letters are meant")},
		{"partial", "(write|answer|respond|reply)? in (simplified|traditional) chinese <mark>*", part(algebra.Contains{What: algebra.SignOf(algebra.SignChinese)}, "in which characters")},
	}
}

// goesOn reports whether more follows than what was counted: "each on one of
// them, then one on both".
func goesOn(rest string) bool {
	return says(tokenize(rest), "then", "plus", "followed", "another", "finally")
}
