package english

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere/verify/algebra"
)

// A finds is a list of things to look for: each, or one of them.
type finds struct {
	of  []algebra.Find
	or  bool
	all bool // said to be all of some: not to have all of them allows one
}

// findsOf joins a list, as the captured joints say. It is nil where they are
// of two kinds.
func findsOf(c *capture, of []algebra.Find) any {
	f := finds{of: of}
	joints := map[string]bool{}
	for _, j := range all[string](c, "joint") {
		joints[j] = true
	}
	if joints["or"] && joints["and"] {
		return nil
	}
	f.or, f.all = joints["or"], c.has("allof")
	return f
}

// contains demands each of them, or any if they are joined by "or".
func (f finds) contains() algebra.Expr {
	all := make([]algebra.Expr, len(f.of))
	for i, x := range f.of {
		all[i] = algebra.Contains{What: x}
	}
	if f.or && len(all) > 1 {
		return algebra.Any(all)
	}
	return conjunction(all)
}

// absent forbids each of them.
func (f finds) absent() algebra.Expr {
	if f.all {
		return nil
	}
	all := make([]algebra.Expr, len(f.of))
	for i, x := range f.of {
		all[i] = algebra.No(x)
	}
	return conjunction(all)
}

// conjunction is All of several, or the only one.
func conjunction(all []algebra.Expr) algebra.Expr {
	if len(all) == 1 {
		return all[0]
	}
	return algebra.All(all)
}

// textOf finds a quoted text. A full stop that only ends the sentence around
// it belongs to the quotation as much as the writer put it there.
func textOf(s string) any {
	if strings.TrimSpace(s) == "" || standsFor(s) {
		return nil
	}
	return algebra.Text(s)
}

// plainOf finds a quoted text: as a word if it is one.
func plainOf(s string) any {
	for _, r := range s {
		if !unicode.IsLetter(r) {
			return textOf(s)
		}
	}
	return wordOf(s)
}

// wordOf finds a quoted word; what is no word is found as text.
func wordOf(s string) any {
	s = strings.TrimRight(strings.TrimSpace(s), ".,")
	if s == "" {
		return nil
	}
	return algebra.WordText(s)
}

// findings are strings that a text can be asked for.
//
//	find   one of them
//	finds  a list, joined by "and" or "or"
func findings() []production {
	return []production{
		{"find", "<nouned>", pass("nouned")},
		{"find", "<bare>", pass("bare")},
		{"bare", "<quote>", func(c *capture) any { return plainOf(c.text("quote")) }},
		{"nouned", "<the>? <exactly>? <wordnoun> <quote>", func(c *capture) any { return wordOf(c.text("quote")) }},
		{"nouned", "the <wordnoun> <plainword>", func(c *capture) any { return wordOf(c.text("plainword")) }},
		{"nouned", "<the>? <exactly>? <textnoun> (of|:)? <quote>", func(c *capture) any { return textOf(c.text("quote")) }},
		{"nouned", "the name <name>", func(c *capture) any { return plainOf(c.text("name")) }},
		{"nouned", "<the>? <exactly>? name (of|:)? <quote>", func(c *capture) any { return plainOf(c.text("quote")) }},
		{"nouned", "<the>? (letter|character|symbol) (<quote>|<any:quote>)", func(c *capture) any {
			if utf8.RuneCountInString(c.text("quote")) != 1 {
				return nil
			}
			return textOf(c.text("quote"))
		}},

		{"the", "(the|a|this|that)", fixed(true)},
		{"exactly", "(exact|specific|following|literal)", fixed(true)},
		{"wordnoun", "(word|term|keyword|key word)", fixed(true)},
		{"finds", "(the|these|those|<allof>)? (exact|follow|specific)? (words|keywords|terms) :? <plainword> (<joint> <plainword>)*", func(c *capture) any {
			return wordsOf(c, all[string](c, "plainword"))
		}},
		{"textnoun", "(phrase|expression|text|string|prefix|suffix|symbol|sign|statement|line|sentence|question|word and)", fixed(true)},

		{"finds", "<nouned> (<joint> <nouned>)*", func(c *capture) any { return findsOf(c, all[algebra.Find](c, "nouned")) }},
		{"finds", "<bare> (<joint> <bare>)*", func(c *capture) any { return findsOf(c, all[algebra.Find](c, "bare")) }},
		{"finds", "(the|these|those|<allof>)? (exact|follow|specific)? <wordnoun> :? <quote> (<joint> <quote>)*", func(c *capture) any {
			return wordsOf(c, all[string](c, "quote"))
		}},
		{"finds", "(the|these|those)? (exact|follow|specific)? (phrase|text|string) :? <quote> (<joint> <quote>)*", func(c *capture) any {
			var out []algebra.Find
			for _, s := range all[string](c, "quote") {
				f, ok := textOf(s).(algebra.Find)
				if !ok {
					return nil
				}
				out = append(out, f)
			}
			return findsOf(c, out)
		}},
		{"finds", "(the|these|those)? (exact|follow|specific)? name :? <quote> (<joint> <quote>)*", func(c *capture) any {
			var out []algebra.Find
			for _, s := range all[string](c, "quote") {
				f, ok := plainOf(s).(algebra.Find)
				if !ok {
					return nil
				}
				out = append(out, f)
			}
			return findsOf(c, out)
		}},
		{"finds", "(the|these|those)? (exact|follow)? <wordnoun> :? <box>", func(c *capture) any {
			return wordsOf(c, strings.Split(c.text("box"), ","))
		}},
		{"allof", "all (of)? (the|these|those)", fixed(true)},
		{"joint", "(, and|and|&|,? and the (word|keyword))", fixed("and")},
		{"joint", "(, or|or|nor|, nor)", fixed("or")},
		{"joint", "(,|;)", fixed("")},
	}
}

// wordsOf finds each of the words.
func wordsOf(c *capture, words []string) any {
	var out []algebra.Find
	for _, w := range words {
		f, ok := wordOf(strings.Trim(strings.TrimSpace(w), `'"“”‘’`)).(algebra.Find)
		if !ok {
			return nil
		}
		out = append(out, f)
	}
	return findsOf(c, out)
}
