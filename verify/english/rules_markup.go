package english

import (
	"regexp"
	"strings"

	"adhere/verify/algebra"
)

// A divider is how parts of an answer are kept apart, said without how many
// there are.
type divider struct{ by string }

// A division is a number of parts whose divider or marker is said elsewhere.
type division struct {
	is   algebra.Relation
	noun string
}

// A marker is a label that each part begins with, followed by its number.
type marker struct{ label string }

const blankLine = "\n\n"

// markup is what people demand of the marks in an answer.
func markup() []production {
	return []production{
		{"eg", "(,|'(')? (such as|like|ie|eg|for example|example|for instance|like this|use|for example use|as) (,|:|of)? <sample> ((,|and|, and) <sample>)* etc? ')'? <mark>?", fixed(true)},
		{"sample", "(<box>|<star>|<angle>|<quote>)", fixed(true)},

		{"things", "placeholder (that be|which should be)? ,? (represent|wrap|enclose|mark)? (by|in|with)? (square)? bracket? <eg>?", every(algebra.Placeholder)},
		{"things", "placeholder <eg>", every(algebra.Placeholder)},
		{"things", "<emphasised> <inmarkdown>? <eg>?", every(algebra.Highlight)},
		{"emphasised", "(highlight|italicize|italic) (text)? (section|part|phrase|passage|text)", fixed(true)},
		{"inmarkdown", "(in|with|use) (the)? markdown (format|syntax)?", fixed(true)},

		{"vp", "<wrapin>? (highlight|italicize) <count> (text|different)? (section|part|phrase|passage|keyword|word) <highlit>*", func(c *capture) any {
			return algebra.Has(algebra.Highlight, c.relation("count"))
		}},
		{"vp", "<count> (text)? (section|part|phrase) <modal>? be (highlight|italicize) <highlit>*", func(c *capture) any {
			return algebra.Has(algebra.Highlight, c.relation("count"))
		}},
		{"highlit", "((in|of|from) <whole>|<inmarkdown>|by italicize (they|them)|(with|use) (<quote>|asterisk)|by (start|wrap) (and end|each of them)? with <any>? (<quote>|asterisk)|<eg>)", fixed(true)},
		{"wrapin", "use (markdown|<asterisks>) to", fixed(true)},
		{"count", "<rel>", pass("rel")},
		{"count", "<k> <tail>", tailed},
		{"count", "<k>", to(algebra.AtLeast)},

		{"vp", "<have> (a|the) title <angledtail>", titled},
		{"vp", "(put|wrap|place) the (title|name) <angledtail>", titled},
		{"vp", "the title (of <whole>)? should be <angledtail>", titled},
		{"angledtail", ",? (that be|which be)? (wrap|contain|enclose|put|place)? in double angular bracket <eg>?", fixed(true)},

		{"vp", "(add|include|have|write|attach|append|end (<whole>|it)? with|finish <whole> with) a? (postscript|post script|note) <psstart>? <ps> <atend>?", postscript},
		{"vp", "<atend> ,? (please|explicitly)* (add|include|write) a (postscript|post script|note) <psstart> <ps>", postscript},
		{"vp", "(explicitly)? (add|include) a (postscript|post script) (to <whole>)? <atend>? <psstart> <ps> <atend>?", postscript},
		{"psstart", "((that)? start with|indicate by|(that)? begin with)", fixed(true)},
		{"atend", "(at|to) the end (of <whole>)?", fixed(true)},
		{"ps", "<psmark> (.)?", pass("psmark")},
		{"psmark", "p.s.", fixed(`p\.\s?s\.`)},
		{"psmark", "p.p.s", fixed(`p\.\s?p\.\s?s`)},
		{"psmark", "<quote>", func(c *capture) any {
			switch strings.ToLower(strings.TrimRight(c.text("quote"), ".")) {
			case "p.s":
				return `p\.\s?s\.`
			case "p.p.s":
				return `p\.\s?p\.\s?s`
			}
			return nil
		}},

		{"sep", "<asterisks>", func(c *capture) any { return stars(len(c.text("asterisks"))) }},
		{"sep", "<quote>", func(c *capture) any {
			if s := c.text("quote"); s == strings.Repeat("*", len(s)) {
				return stars(len(s))
			} else if s == `\n\n` {
				return blankLine
			}
			return nil
		}},
		{"sep", "(exactly)? <k> asterisk (symbol|mark|marker)* (:|'(')? <sep:inner>? ')'?", func(c *capture) any { return stars(c.num("k")) }},
		{"sep", "<k> aterisk symbol <asterisks>", func(c *capture) any { return stars(c.num("k")) }},
		{"sep", "the markdown divider :? <asterisks>", func(c *capture) any { return stars(len(c.text("asterisks"))) }},
		{"sep", "(two new line|two newline|double line break|2 new line|a blank line|an empty line) ('(' <quote> ')'|'(' like <quote> ')'|, as if they be <quote> in python)?", fixed(blankLine)},

		{"divnoun", "(paragraph|section|part|stanza|version|response|scene|poem|answer|joke|critique|limerick|one|they|them|movie|sentence|summary)", fixed(true)},
		{"note", "(please)? (separate|separated) (the|your|each|nearby|those|they)* (<k>)? (different)? <divnoun> (by|with|use|with a line with just) <sep>", dividerOf},
		{"note", "(each|the|your|and|only|two|<divnoun>)* <divnoun> <modal>? be separate (by|with|use) <sep>", dividerOf},
		{"note", "(separate|use) <sep> (to separate|as the) (the|section|paragraph|separator)*", dividerOf},
		{"note", "separate (by|with|use|they with|they by) <sep>", dividerOf},
		{"note", "use <sep> to separate (the)? <divnoun>", dividerOf},
		{"note", "paragraph and only paragraph (should)? (be)? separate (by|with) <sep>", dividerOf},
		{"note", "with the only paragraph separation be <sep>", dividerOf},

		{"divided", "<divisions> ,? (where|and)? (each|nearby)? (paragraph|part)? (that be|be|should be)? '('? separate (each other|nearby paragraph)? (by|with|use) <sep> ')'?", func(c *capture) any {
			d, _ := c.get("divisions").(division)
			by, _ := c.get("sep").(string)
			return divide(d, by)
		}},
		{"divisions", "<rel> (different)? <divname>", func(c *capture) any { return division{c.relation("rel"), c.text("divname")} }},
		{"divisions", "<k> (different)? <divname>", func(c *capture) any {
			return division{algebra.Exactly(c.float("k")), c.text("divname")}
		}},
		{"divname", "(paragraph|stanza)", fixed("paragraph")},
		{"divname", "(section|part|version|response|scene|poem|joke|critique|limerick|answer)", fixed("part")},

		{"labelnote", "(mark|label) (the beginning of)? each (paragraph|section|part) (with|as|by) <label>", markerOf},
		{"labelnote", "each (paragraph|section|part) (should|must)? (start|be mark|begin|be label|be explicitly note) (with|as) <label>", markerOf},
		{"labelnote", "(mark|label) the beginning of each section with <label>", markerOf},
		{"label", "<any:l> x", labelOf},
		{"label", "<quote>", labelOf},
		{"labelled", "<divisions> ,? (mark|label|and mark|with each section (start|mark)|mark the beginning of each section|and each section should start|, and each section should start) (with|as)? <label> <labeltail>?", func(c *capture) any {
			d, _ := c.get("divisions").(division)
			m, _ := c.get("label").(string)
			return number1(d, m)
		}},
		{"labeltail", "'(' where x be <n> (, <n>)* ')'", fixed(true)},
	}
}

func titled(*capture) any {
	return algebra.Contains{What: algebra.Pattern(`<<[^\n]+>>`)}
}

func postscript(c *capture) any {
	p, _ := c.get("ps").(string)
	if p == "" {
		return nil
	}
	return algebra.Contains{What: algebra.Pattern(p)}
}

func stars(n int) any {
	if n < 3 || n > 20 {
		return nil
	}
	return strings.Repeat("*", n)
}

func dividerOf(c *capture) any {
	by, _ := c.get("sep").(string)
	if by == "" {
		return nil
	}
	return divider{by}
}

func labelOf(c *capture) any {
	l := c.text("l")
	if l == "" {
		l, _ = strings.CutSuffix(c.text("quote"), " X")
		if l == c.text("quote") {
			return nil
		}
	}
	return l
}

func markerOf(c *capture) any {
	l, _ := c.get("label").(string)
	return marker{l}
}

// divide counts the parts between dividers.
func divide(d division, by string) any {
	if by == blankLine {
		return algebra.Has(algebra.Paragraph, d.is)
	}
	e := algebra.Has(algebra.Split(by), d.is)
	if len(by) == len("******") && d.is == algebra.Exactly(2) {
		return algebra.All{e, algebra.AllDifferent{Of: algebra.Every(algebra.Split(by))}}
	}
	return e
}

// number1 counts labels with a number behind.
func number1(d division, label string) any {
	if label == "" {
		return nil
	}
	return algebra.Has(algebra.Pattern(regexp.QuoteMeta(label)+`\s?\d+`).SameCase(), d.is)
}
