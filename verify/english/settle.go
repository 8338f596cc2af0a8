package english

import (
	"slices"

	"adhere/verify/algebra"
)

// settle says how much of a requirement a demand decides that was read from
// all its words. Some words promise more than the check can see: a table need
// not be Markdown's, a poem's title is no line of it, and a password may stand
// in quotation marks or in a sentence.
func settle(tokens []token, e algebra.Expr) (Extent, algebra.Expr, string) {
	c, compared := e.(algebra.Compare)
	switch {
	case salutation(tokens, e), permission(tokens, e), quotesAll(tokens, e), mistaken(tokens, e), identified(tokens, e):
		return None, nil, ""
	case inOrder(e) && !says(tokens, "list", "items", "bullets", "points", "lines", "line", "steps", "entries"):
		return Part, e, "whether items that stand in one line are in that order"
	case enclosed(e) && says(tokens, "dialogue", "dialogues", "conversation", "speech", "title", "slogan", "tagline", "motto"):
		return None, nil, ""
	case ofLines(e) && versed(tokens): // a title is a line too
		return None, nil, ""
	case says(tokens, "string", "password", "username", "passcode", "pin") && ofCharacters(e):
		return None, nil, ""
	case compared && says(tokens, "quiz", "test", "exam", "survey", "questionnaire") && counts(c, algebra.Question):
		return None, nil, ""
	case says(tokens, "stanza", "stanzas"):
		return stanzas(e)
	case compared && counts(c, algebra.Line) && versed(tokens):
		return Part, underTitle(c), "which lines are the poem's"
	}
	return Whole, e, ""
}

// shared reports whether a number of the whole is asked for each of several
// things: "give one sentence why for each pick".
func shared(tokens []token, e algebra.Expr) bool {
	if _, whole := e.(algebra.Compare); !whole {
		return false
	}
	at := slices.IndexFunc(tokens, func(t token) bool { return t.low == "for" })
	return at >= 0 && at+1 < len(tokens) && (tokens[at+1].low == "each" || tokens[at+1].low == "every")
}

// quotesAll reports whether each thing of a kind is to contain a text: "keep all
// the dates: "May 3 and June 4"" quotes a text that has them.
func quotesAll(tokens []token, e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	if !ok || !within(each.Of.Source, algebra.Date, algebra.NumberUnit, algebra.Link, algebra.Emoji) {
		return false
	}
	return slices.ContainsFunc(tokens, func(t token) bool { return t.kind == quoted })
}

// inOrder reports whether an order is demanded of the items of a list, or else
// of the lines.
func inOrder(e algebra.Expr) bool {
	either, ok := e.(algebra.Any)
	if !ok {
		return false
	}
	_, ok = either[0].(algebra.Ordered)
	return ok
}

// says reports whether one of the words stands among the tokens.
func says(tokens []token, words ...string) bool {
	for i := range tokens {
		for _, w := range words {
			if tokens[i].kind == word && tokens[i].low == w {
				return true
			}
		}
	}
	return false
}

// versed reports whether verse is spoken of.
func versed(tokens []token) bool {
	return says(tokens, "poem", "haiku", "limerick", "sonnet", "ballad", "song", "lyrics", "ode", "rap", "verse")
}

// ofLines reports whether a demand is about each line, or one but the last.
func ofLines(e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	return ok && each.Of.Source == algebra.Source(algebra.Line) && each.Of.Pick != algebra.Pick{From: -1, To: -1}
}

// told reports whether something is told that has tables, bullets or links,
// which may be of wood, lead and iron.
func told(tokens []token) bool {
	tale := false
	for i := range tokens {
		tale = tale || tales()[tokens[i].low] && (tokens[i].low != "room" || i+1 == len(tokens) || tokens[i+1].low != "for")
	}
	return tale && says(tokens, "table", "tables", "bullet", "bullets", "link", "links")
}

var tales = wordSet(`story scene tale novel song fable narrative painting film movie room`)

// identified reports whether a part is said to be something that is counted in it:
// "the last paragraph is a question".
func identified(tokens []token, e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	c, counted := each.Holds.(algebra.Compare)
	if !ok || !counted || boundsLength(c) || c.Is == algebra.Exactly(0) || within(each.Of.Source, algebra.Sentence, algebra.TitleLine) {
		return false
	}
	be := slices.IndexFunc(tokens, func(t token) bool { return t.lemma == "be" })
	return be > 0 && be+2 < len(tokens) && !says(tokens[be:], "in", "with", "there", "no") && says(tokens[be+1:be+3], "a", "an", "one", "single")
}

// enclosed reports whether a demand is that the text stands in quotation marks.
func enclosed(e algebra.Expr) bool {
	list, ok := e.(algebra.All)
	return ok && list[0] == algebra.Expr(algebra.Starts{With: algebra.DoubleQuote()})
}

// counts reports whether all units of a kind are counted.
func counts(c algebra.Compare, u algebra.Unit) bool {
	n, ok := c.Of.(algebra.Count)
	return ok && n.Of.Source == algebra.Source(u) && n.Of.That == nil && n.Of.Of == nil
}

// ofCharacters reports whether a demand is about each character there is.
func ofCharacters(e algebra.Expr) bool {
	if c, ok := e.(algebra.Compare); ok {
		return counts(c, algebra.Character)
	}
	_, only := e.(algebra.Only)
	return only
}

// stanzas are paragraphs, but not the only ones: there may be a title.
func stanzas(e algebra.Expr) (Extent, algebra.Expr, string) {
	c, ok := e.(algebra.Compare)
	if !ok || !counts(c, algebra.Paragraph) {
		return None, nil, ""
	}
	if c.Is, ok = floor(c.Is); !ok {
		return None, nil, ""
	}
	return Part, c, "which paragraphs are stanzas"
}

// underTitle leaves room for a title where the lines of a poem are limited.
func underTitle(c algebra.Compare) algebra.Expr {
	switch c.Is.Op {
	case algebra.OpExactly:
		c.Is = algebra.AtLeast(c.Is.N)
	case algebra.OpBetween:
		c.Is.M++
	case algebra.OpMost, algebra.OpLess:
		c.Is.N++
	default: // a least number holds with a title too
	}
	return c
}
