package english

import "adhere/verify/algebra"

// clauses are what demands look like inside a longer sentence, and
// imperatives.
func clauses() []production {
	return []production{
		{"clause", "<lead>* <statement>", pass("statement")},
		{"clause", "(with|use|have|in|of|as) <quantities>", pass("quantities")},
		{"clause", "(that|which|and|but|and that|that be|to|also|it|,)* <modal>? <vps>", pass("vps")},
		{"clause", "(that|and|but|also|then|,)* <note>", pass("note")},
		{"clause", "<note>", pass("note")},
		{"note", "<lead>* <first>* <repeatit> <verbatim>*", pass("repeatit")},
		{"first", "(first|let 's|let is|you need to|in this task|before you (answer|respond with any word|answer it|answer the follow request|give the <any>)|before say anything or give <whole>|for the follow request|just|,|please|need to)", fixed(true)},
		{"repeatit", "repeat (the|exact|entire|exactly|,|full)* (request|prompt|sentence|question|text)", fixed(repetition{})},
		{"repeatit", "repeat (the|exact|entire|exactly|,|all|full)* (request|prompt|sentence|question|text) (itself|above)", fixed(repetition{})},
		{"repeatit", "repeat (the|exact|entire|exactly|,)* (request|prompt|sentence|question|text) below", fixed(repetition{below: true})},
		{"verbatim", "(first|word (for|by) word|without (any)? change (of word)?|exactly as it be|,|at the very begin of <whole>)", fixed(true)},
		{"clause", "<lead>* <labelnote>", pass("labelnote")},
		{"clause", "<lead>* <subject>? <modal>? (<have>|be|in|write|give|provide|put <whole> in|into|with|there be|break <whole> (down)? (in|into|to)|rewrite it|that you have|make sure you have|should be|be in)* <divisions>", func(c *capture) any { return c.get("divisions") }},
		{"clause", "<lead>* <subject>? <modal>? (<have>|be|in|write|give|provide|to|rewrite it to|there be|there should be|a story of)* <divided>", pass("divided")},
		{"clause", "<lead>* <subject>? <modal>? (<have>|be|in|write|give|provide|with)* <labelled>", pass("labelled")},

		{"imperative", "(write|respond|reply|answer|give <whole>|write <whole>|respond to I|make <whole>|keep <whole>|make <whole> be|answer the question) <comps>", pass("comps")},
		{"imperative", "(write|respond|reply|answer|give <whole>|write <whole>) (in|with|use) <quantities>", pass("quantities")},
		{"imperative", "(write|give|provide|generate|produce|create|list|name|show|provide I with) (I)? <quantity>", func(c *capture) any { return whole(c.get("quantity")) }},
		{"imperative", "(expand|rewrite|organize|structure|divide|break|split|write|put) <whole> (in|into|to|as) <quantity>", func(c *capture) any { return whole(c.get("quantity")) }},
		{"imperative", "limit the number of <things> to <bound>", func(c *capture) any {
			p, ok := c.get("things").(algebra.Parts)
			if !ok {
				return nil
			}
			is := c.relation("bound")
			if is.Op == algebra.OpExactly {
				is = algebra.AtMost(is.N)
			}
			return algebra.HasParts(p, is)
		}},
		{"imperative", "(write|create|compose|give I|generate|draft|provide)? a? (<modifier> ,?)* <k> <tail>? <size> (<modifier> ,?)* <genre>", adjectival},
		{"imperative", "limit <whole> to <limited>", pass("limited")},
		{"imperative", "(keep|hold) <whole> <bounded>", pass("bounded")},
		{"imperative", "(keep|hold|make) <whole> <vps>", pass("vps")},
		{"imperative", "(end|finish|conclude|close) <whole>? (with|by) <endphrase> <nothingafter>?", ending},
		{"imperative", "the very? (end|last sentence) of <whole> should (be|read|read exactly like) :? <endphrase> <nothingafter>?", ending},
		{"imperative", "<subject> <modal>? end with <endphrase> <nothingafter>?", ending},
		{"imperative", "(start|begin) <subject> (with|by) <find>", func(c *capture) any {
			s, _ := c.get("subject").(subject)
			return s.hold(startingWith(c.find("find")))
		}},
		{"endphrase", "(this|the)? (exact|exactly)? (phrase|question|sentence|text|statement)? (of|:|,)? <find>", pass("find")},
		{"endphrase", "(this|the) exact (phrase|question|sentence|text|statement) :? <line>", func(c *capture) any { return textOf(c.text("line")) }},
		{"nothingafter", "(,|.)? (and)? (with)? no other word (should follow|after) <any>*", fixed(true)},
		{"imperative", "(wrap|put|enclose|place|surround) <wrappable> (in|with|by|inside|within) (double)? (quote mark|quote)", fixed(wrapped())},
		{"imperative", "(put|place) (double)? (quote mark|quote) around <wrappable>", fixed(wrapped())},
		{"imperative", "(double)? (quote mark|quote) should be (put|place) around <wrappable>", fixed(wrapped())},
		{"wrappable", "(<det>? <wadj>* <core>|<det> <wadj>* <modifier>* <genre>|it|all of it|everything)", func(c *capture) any {
			if spoken(c.text("genre")) {
				return nil
			}
			return true
		}},
		{"imperative", "(wrap|put|format|give|provide|return|output|write) <whole> (in|into|as) (valid)? json (format|object|block)?", fixed(algebra.JSON{})},
		{"imperative", "(output|return|give|produce|print|respond with|reply with|answer with) (only|just)? (valid)? json (only)?", fixed(algebra.JSON{})},
		{"imperative", "(valid)? json only (, no <any>* <any>)?", fixed(algebra.JSON{})},
		{"imperative", "(wrap|put|enclose|place|return|give|format) <whole> (in|inside|within|as) a (single)? code block", fixed(algebra.Only{Units: []algebra.Unit{algebra.CodeBlock}})},
		{"imperative", "(ask|pose) <quantity>", func(c *capture) any {
			q, ok := c.get("quantity").(quantity)
			if !ok || q.of.Source != algebra.Source(algebra.Question) {
				return nil
			}
			return q.expr()
		}},
		{"imperative", "limit <things> to <bound>", func(c *capture) any {
			p, ok := c.get("things").(algebra.Parts)
			is := c.relation("bound")
			if !ok || is.Op != algebra.OpExactly {
				return nil
			}
			return algebra.HasParts(p, algebra.AtMost(is.N))
		}},
		{"imperative", "use json (format)?", fixed(algebra.JSON{})},
		{"imperative", "capitalize (every|all|each) (of)? (your|the)? letter <inwhole>?", fixed(algebra.Upper)},
	}
}

func ending(c *capture) any {
	f := c.find("endphrase")
	if f.Value == "" {
		return nil
	}
	return endingWith(f)
}

// A repetition is the wish that the answer begins with the request itself:
// what stands before this sentence, or below it.
type repetition struct{ below bool }

// adjectival is a size before a noun: "a 300+ word essay", "a five-line
// poem". A bare number of words is not read: nobody counts them that closely.
func adjectival(c *capture) any {
	switch {
	case c.has("tail"):
		return sized(c, tailed(c))
	case c.parts("size").Source == algebra.Source(algebra.Word):
		return nil
	default:
		return count(c, algebra.Exactly)
	}
}
