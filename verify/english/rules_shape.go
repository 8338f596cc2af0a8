package english

import (
	"strings"

	"adhere/verify/algebra"
)

// shapes are forms that a whole text or a part of it can have: letter case,
// language, quotation marks, data formats.
func shapes() []production {
	upper, lower := fixed(algebra.Upper), fixed(algebra.Lower)
	return []production{
		{"shape", "<written>? (entirely|completely|fully|only|exclusively)? <case>", pass("case")},
		{"case", "(in|with|using)? (all|entirely|only)? (the)? (uppercase|upper case) (letter|character|text)?", upper},
		{"case", "(in|with|use)? (all|only) (cap|cap letter|cap character)", upper},
		{"case", "(in|with|use) (caps|capitals|cap letter)", upper},
		{"case", "(all|fully|entirely) (capitalize|uppercase)", upper},
		{"case", "(in|with|use)? (all|entirely|only)? (lowercase|lower case) (letter|character|text)?", lower},
		{"case", "(in|with|use)? (all|only) (small) letter", lower},
		{"case", "(in|use) lowercase letter only", lower},
		{"case", "(in|use) (uppercase|cap) letter only", upper},
		{"case", "with all letter lowercase", lower},
		{"shape", "in lowercase <language>", func(c *capture) any {
			l, _ := c.get("language").(algebra.Language)
			return algebra.All{algebra.Lower, l}
		}},
		{"case", "(in|with|use) small letter", lower},
		{"case", "all (cap|uppercase) only", upper},
		{"case", "(lowercase|lower case) (letter)? only", lower},
		{"case", "(uppercase|upper case) (letter)? only", upper},
		{"shape", "<language> only", pass("language")},
		{"case", "(in)? title case", fixed(algebra.Title)},
		{"written", "(write|present|format|print|give|type|compose|state|express)", fixed(true)},

		{"shape", "<written>? (entirely|completely|fully|only|exclusively)? in (only|entirely)? (the)? <language> (language)? (only)?", pass("language")},
		{"shape", "(entirely|completely|fully|only|exclusively)? (use|write)? (only)? (the)? <language> (language) (only)?", pass("language")},

		{"shape", "<written>? (entirely|only)? (in|use|with) (the)? <script> (script|alphabet|letter|character)", pass("script")},
		{"script", "cyrillic", fixed(algebra.Script("Cyrillic"))},
		{"script", "latin", fixed(algebra.Script("Latin"))},
		{"script", "greek", fixed(algebra.Script("Greek"))},
		{"script", "arabic", fixed(algebra.Script("Arabic"))},
		{"script", "hebrew", fixed(algebra.Script("Hebrew"))},
		{"script", "devanagari", fixed(algebra.Script("Devanagari"))},

		{"shape", "(wrap|enclose|put|place|surround) (in|with|by|inside|within) (double)? (quote mark|quote)", fixed(wrapped())},

		{"shape", "(a|a single)? (valid|well form|parseable|parsable|correct|proper)? json (object|document|block|text|string)?", jsonOf("object?")},
		{"shape", "(in|format in|format as|present in|present as|write in|wrap in|give in|return as|output as) (a)? (valid)? json (format)?", jsonOf("")},
		{"shape", "(in)? (a)? (valid)? json format", jsonOf("")},
		{"shape", "(a)? (valid)? json (object)? (with|that have|contain|have) (the|exactly the)? key <keylist>", jsonKeys},
		{"keylist", "<keyname> (<joint> <keyname>)*", func(c *capture) any { return all[string](c, "keyname") }},
		{"keyname", "<quote>", pass("quote")},
		{"keyname", "<keyword>", pass("keyword")},

		{"shape", "(a|in|in the form of a|in the format of a|in the form of|format as a)? (valid|well form)? xml (file|document|format)?", fixed(algebra.XML{})},
		{"shape", "(a|in|in the form of a|in the format of a|in the form of|format as a)? valid yaml (file|document|format)?", fixed(algebra.YAML{})},
		{"shape", "(a|in|in the form of a|in the format of a|in the form of|format as a)? (valid)? csv (file|document|format)?", fixed(algebra.CSV{})},
		{"shape", "(a|in a|in the form of a|format as a|structure as a|present as a|present in a|in) table (form|format)?", func(*capture) any {
			return algebra.Has(algebra.Table, algebra.AtLeast(1))
		}},
	}
}

// spoken reports whether a genre is of what people say, each part of which
// may stand in quotation marks of its own.
func spoken(genre string) bool {
	switch strings.ToLower(genre) {
	case "dialogue", "conversation", "speech", "statement", "testimonial", "slogan", "tagline", "motto", "toast":
		return true
	}
	return false
}

// wrapped is a text in double quotation marks of either shape.
func wrapped() algebra.Expr {
	return algebra.All{
		algebra.Starts{With: algebra.SignOf(algebra.SignDoubleQuote)},
		algebra.Ends{With: algebra.SignOf(algebra.SignDoubleQuote)},
		algebra.Has(algebra.Character, algebra.MoreThan(1)),
	}
}

func jsonOf(string) func(*capture) any { return fixed(algebra.JSON{}) }

func jsonKeys(c *capture) any {
	keys, _ := c.get("keylist").([]string)
	return algebra.JSON{Type: "object", Keys: keys}
}
