package english

import "adhere/verify/algebra"

// choices are demands that leave a choice, set a condition or an order: one of
// some answers, several of some words, one thing before another.
func choices() []production {
	return []production{
		{"said", "(answer|respond|reply|output|return)? (with)? (only|just|exactly) (with)? (either)? <options>", oneOf},
		{"said", "(answer|respond|reply|output|return)? (with)? (either)? <options> only", oneOf},
		{"said", "(answer|respond|reply|output|return)? (with)? (only|just|exactly)? <oneof> <options>", oneOf},
		{"said", "(<whole> <modal>? be|be <whole>|must be|should be) (exactly|just|simply)? (either|<oneof>)? <options>", oneOf},
		{"oneof", "one of (:|the|these|follow|possible)* (option|options|word|answer|label|phrase|choices|values)? (:|,)?", fixed(true)},
		{"options", "<quote> (<joint> <quote>)*", func(c *capture) any {
			if joinedByAnd(c) {
				return nil
			}
			return all[string](c, "quote")
		}},
		{"options", "yes or no", fixed([]string{"yes", "no"})},

		{"said", "(<whole> <modal>? be exactly|(reply|respond|answer|output|return|print|say|write) (with)? (only|just|exactly)) <quote>", justThat},
		{"said", "(reply|respond|answer|output|return|print|say) (with)? <quote> (and nothing else|only)", justThat},

		{"positive", "<have> <rel> of (the|these|those|follow)* <wordnoun> :? <quote> (<joint> <quote>)*", func(c *capture) any { return someOf(c, all[string](c, "quote")) }},
		{"positive", "<have> <rel> of (the|these|those|follow)* <wordnoun> : <plainword> (<joint> <plainword>)*", func(c *capture) any {
			return someOf(c, all[string](c, "plainword"))
		}},

		{"said", "if (<whole>|you) <have> <find:first> ,? (then|also)* (<whole:again>|it|you)? <modal>? (also)? <vps>", func(c *capture) any {
			e := c.expr("vps")
			if e == nil {
				return nil
			}
			return algebra.Any{algebra.No(c.find("first")), e}
		}},

		{"said", "(<have>)? <find:first> (<modal>? (come|appear|occur|be mention|be use|comes))? before <find:second>", func(c *capture) any {
			return algebra.Sequence{c.find("first"), c.find("second")}
		}},

		{"said", "no word (<modal>|may)? (be)? (use|repeat|appear|occur) more than <often>", seldom},
		{"said", "repeat no word more than <often>", seldom},
		{"said", "do? <never> (use|repeat) (any|any one|a|the same) word more than <often>", seldom},
	}
}

// oneOf is a choice of whole answers, with or without a full stop.
func oneOf(c *capture) any {
	options, _ := c.get("options").([]string)
	if len(options) < 2 {
		return nil
	}
	var texts []string
	for _, s := range options {
		texts = append(texts, s)
		if s != "" && s[len(s)-1] != '.' {
			texts = append(texts, s+".")
		}
	}
	return algebra.OneOf{Texts: texts}
}

func joinedByAnd(c *capture) bool {
	for _, j := range all[string](c, "joint") {
		if j == "and" {
			return true
		}
	}
	return false
}

// justThat is an answer that is one text, with or without a full stop.
func justThat(c *capture) any {
	s := c.text("quote")
	if s == "" {
		return nil
	}
	if s[len(s)-1] == '.' {
		return algebra.Equals{To: algebra.Text(s)}
	}
	return algebra.OneOf{Texts: []string{s, s + "."}}
}

// someOf is so many of some words.
func someOf(c *capture, words []string) any {
	is := c.relation("rel")
	if is.Op != algebra.OpLeast || int(is.N) >= len(words) {
		return nil
	}
	out := algebra.KOf{K: int(is.N)}
	for _, w := range words {
		f, ok := wordOf(w).(algebra.Find)
		if !ok {
			return nil
		}
		out.Of = append(out.Of, algebra.Contains{What: f})
	}
	return out
}

func seldom(c *capture) any {
	return algebra.Compare{Of: algebra.Repeats{Of: algebra.Every(algebra.Word)}, Is: algebra.AtMost(c.float("often"))}
}
