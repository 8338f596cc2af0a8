package english

import "adhere/verify/algebra"

// demands are whole requirements.
//
//	demand  with its final mark, and nothing else
func demands() []production {
	return []production{
		{"demand", "<lead>* <statement> <mark>*", pass("statement")},
		{"lead", "(please|kindly|also|finally|additionally|and|but|note that|,)", fixed(true)},
		{"lead", "<inwhole> ,?", fixed(true)},
		{"lead", "<sure>", fixed(true)},
		{"lead", "(i would like|i want|i need) (for)?", fixed(true)},
		{"lead", "do not forget to", fixed(true)},
		{"sure", "(make sure|ensure|be sure|make certain|see to it) (that|to)?", fixed(true)},
		{"mark", "(.|?|!|;|:|,? please)", fixed(true)},

		{"statement", "<said> <inwhole>? <inwhole:again>?", pass("said")},
		{"said", "(do|have|will|can|should|must) <subject> <vps>", hold("vps")},
		{"said", "(be|should|must) <subject> (be)? <comps>", hold("comps")},
		{"said", "<subject> <modal>? <vps>", hold("vps")},
		{"said", "<subject> , <modal>? <vps>", func(*capture) any { return nil }},
		{"said", "<subject> <modal>? be <bare>", func(c *capture) any {
			s, _ := c.get("subject").(subject)
			return s.equal(asText(c.find("bare")))
		}},
		{"said", "there <modal>? be <quantities>", pass("quantities")},
		{"said", "be there <quantities>", pass("quantities")},
		{"said", "there <modal>? not be (any)? <things>", func(c *capture) any { return none(c.get("things")) }},
		{"said", "(the)? <size> limit (be|:|of|=) <k> <size:unit>?", func(c *capture) any { return count(c, algebra.AtMost) }},
		{"said", "<vps>", pass("vps")},
		{"said", "<subject>? may not <positive>", func(c *capture) any {
			e, ok := negation(c.get("positive")).(algebra.Compare)
			s, _ := c.get("subject").(subject)
			if !ok { // "may not be in English" may well be
				return nil
			}
			return s.hold(e)
		}},
		{"said", "have <subject> <quantities>", hold("quantities")},
		{"said", "do <finds> <seen> <freq>", func(c *capture) any { return times(list(c), c.relation("freq")) }},
		{"said", "be <nouned> (use|mention|include|contain) <freq>", func(c *capture) any { return algebra.Has(c.find("nouned"), c.relation("freq")) }},
		{"said", "be <nouned> (use|mention|include|contain)", func(c *capture) any { return algebra.Contains{What: c.find("nouned")} }},
		{"said", "be <subject> <bare>", func(c *capture) any {
			s, _ := c.get("subject").(subject)
			if s.parts == nil { // whether it is right may be asked
				return nil
			}
			return s.equal(asText(c.find("bare")))
		}},
		{"said", "do <finds> <seen>", func(c *capture) any { return list(c).contains() }},
		{"said", "neither <bare> (nor <bare>)* (<modal>|may)? (<seen>)?", func(c *capture) any {
			return finds{of: all[algebra.Find](c, "bare")}.absent()
		}},
		{"said", "no (mention|use|occurrence|instance) of (any of)? <finds>", func(c *capture) any { return list(c).absent() }},
		{"said", "(do? <never> (answer|respond|reply|write)) in <language>", func(c *capture) any { return negation(c.get("language")) }},
		{"said", "<said:stated> (,|and|;)* no (other|cap|uppercase|lowercase|small)* (letter|language) (be)? (allow|permit)", pass("stated")},
		{"said", "<modal> <vps>", pass("vps")},
		{"said", "<comps>", pass("comps")},
		{"said", "<imperative>", pass("imperative")},
		{"said", "<measured>", pass("measured")},
		{"said", "<passive>", pass("passive")},

		{"said", "(do|have)? <table> <modal>? (<have>|<make>) <bound> <cells> (each)?", func(c *capture) any {
			return algebra.Each{Of: algebra.Every(algebra.Table), Holds: algebra.HasParts(c.parts("cells"), c.relation("bound"))}
		}},
		{"said", "(do|be)? (each|every) <unit> (be)? longer than the (previous|preceding) (one|sentence|line|paragraph|word)", func(c *capture) any {
			p := c.parts("unit")
			by := algebra.Order(algebra.Word)
			if p.Source == algebra.Source(algebra.Word) {
				by = algebra.Order(algebra.Character)
			}
			return algebra.Ordered{Of: p, By: by, Strict: true}
		}},
	}
}

// measures are demands on a length or a number that they name.
//
//	measured  the demand
//	numbered  what is said of the number
func measures() []production {
	return []production{
		{"measured", "(be)? the (total|overall)? (length|size) (of <whole>)? <modal>? (be|fall)? <comps>", pass("comps")},
		{"measured", "(length|size) (:|=)? <quantity>", limit},
		{"measured", "(do)? the length (of <whole>)? <modal>? <vps>", pass("vps")},
		{"measured", "(do|be)? the? (total|overall)? (<size> count|number of <things>) (of|in|for)? <whole>? <modal>? :? <numbered>", func(c *capture) any {
			p, ok := c.get("things").(algebra.Parts)
			if !ok {
				p = c.parts("size")
			}
			is := c.relation("numbered")
			if p.Source == nil || is.Op == "" || persons(p, is) {
				return nil
			}
			return algebra.HasParts(p, is)
		}},
		{"numbered", "(be)? <bound> (size)?", pass("bound")},
		{"numbered", "(be|fall)? within (the)? (range (of)?)? <k:a> (-|to|and) <k:b> <size:unit>?", span},
		{"numbered", "(be)? <bound> <size:unit>", pass("bound")},
		{"numbered", "(be)? within (a)? <k> <size:unit>", to(algebra.AtMost)},
		{"numbered", "not exceed <k> <size:unit>?", to(algebra.AtMost)},
		{"numbered", "exceed <k> <size:unit>?", to(algebra.MoreThan)},
	}
}

// passives are demands that begin with what is to occur, and how often.
//
//	passive  the demand
//	seen     that it occurs
//	freq     how often
func passives() []production {
	return []production{
		{"passive", "<finds> <duty>? <seen> <freq>", func(c *capture) any { return times(list(c), c.relation("freq")) }},
		{"passive", "<finds> <duty>? <seen>", func(c *capture) any { return list(c).contains() }},
		{"passive", "<finds> <modal>? (do)? not <seen> (at all)?", func(c *capture) any { return list(c).absent() }},
		{"passive", "<things> <modal>? (do)? not (be)? <seen>", func(c *capture) any { return none(c.get("things")) }},
		{"passive", "(the)? (use of)? <things> (<modal>? be|be) (not (allow|permit)|forbid|prohibit|banned|avoid)", func(c *capture) any { return none(c.get("things")) }},
		{"passive", "no <things> (be)? (allow|permit)", func(c *capture) any { return none(c.get("things")) }},
		{"passive", "<things> <modal>? <seen> <freq>", func(c *capture) any {
			p, ok := c.get("things").(algebra.Parts)
			if !ok {
				return nil
			}
			return algebra.HasParts(p, c.relation("freq"))
		}},
		{"seen", "(appear|occur|show up|be (use|mention|include|present|contain|say|see|write|in <whole>))", fixed(true)},
		{"freq", "(for)? (a total of)? <bound> time", pass("bound")},
		{"freq", "<k:a> (to|-|or) <k:b> time", span},
		{"freq", "(exactly|only|just)? <often>", often(algebra.Exactly)},
		{"freq", "(at least|no fewer than|no less than) <often>", often(algebra.AtLeast)},
		{"freq", "(at most|no more than|not more than|up to) <often>", often(algebra.AtMost)},
		{"freq", "more than <often>", often(algebra.MoreThan)},
		{"freq", "(less|fewer) than <often>", often(algebra.LessThan)},
		{"freq", "<often> or (less|fewer)", often(algebra.AtMost)},
		{"freq", "<often> or more", often(algebra.AtLeast)},
		{"often", "once", fixed(1)},
		{"often", "twice", fixed(2)},
		{"often", "(thrice|three time)", fixed(3)},
		{"positive", "<have> <often1> (<joint> <often1>)*", joined("often1")},
		{"often1", "<finds> <freq>", func(c *capture) any { return times(list(c), c.relation("freq")) }},
		{"often1", "<things> <freq>", func(c *capture) any {
			p, ok := c.get("things").(algebra.Parts)
			if !ok {
				return nil
			}
			return algebra.HasParts(p, c.relation("freq"))
		}},
		{"passive", "<bound> word <inwhole>? <modal>? be (in)? <allcaps>", func(c *capture) any { return algebra.Has(algebra.CapsWord, c.relation("bound")) }},
		{"passive", "<quantity> be (allow|permit)", func(c *capture) any {
			q, ok := c.get("quantity").(quantity)
			if !ok || !forbids(q.expr()) {
				return nil
			}
			return q.expr()
		}},
		{"passive", "no <things> be (use|allow|include)", func(c *capture) any { return none(c.get("things")) }},
		{"passive", "all (of)? (the)? letter <inwhole>? <modal>? be (in)? (lowercase|lower case|small) (letter)?", fixed(algebra.Lower)},
		{"passive", "all (of)? (the)? letter <inwhole>? <modal>? be (in)? (capitalize|uppercase|upper case|cap) (letter)?", fixed(algebra.Upper)},
	}
}

// hold makes the action of a demand on the captured subject.
func hold(label string) func(*capture) any {
	return func(c *capture) any {
		s, ok := c.get("subject").(subject)
		if !ok {
			return nil
		}
		return s.hold(c.expr(label))
	}
}

func often(relation func(float64) algebra.Relation) func(*capture) any {
	return func(c *capture) any { return relation(c.float("often")) }
}

// times demands how often the one find occurs; for several it is not clear
// whether each or all together are meant.
func times(f finds, is algebra.Relation) any {
	if len(f.of) != 1 || is.Op == "" {
		return nil
	}
	return algebra.Has(f.of[0], is)
}
