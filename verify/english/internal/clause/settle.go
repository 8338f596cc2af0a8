package clause

import (
	"slices"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// Settle returns what code decides of a demand that was read from all words of a
// requirement, and in words what it leaves to a judge; false if it decides nothing.
// Some words promise more than the check can see: a table need not be Markdown's,
// a poem's title is no line of it, and a password may stand in quotation marks or in a
// sentence.
func Settle(tokens []lexicon.Token, e algebra.Expr) (decided algebra.Expr, rest string, ok bool) {
	c, compared := e.(algebra.Compare)
	switch {
	case salutation(tokens, e), Permission(tokens, e), quotesAll(tokens, e), Mistaken(tokens, e), identified(tokens, e):
		return nil, "", false
	case inOrder(e) && !lexicon.Says(tokens, "list", "items", "bullets", "points", "lines", "line", "steps", "entries"):
		return e, "whether items that stand in one line are in that order", true
	case enclosed(e) && lexicon.Says(tokens, "dialogue", "dialogues", "conversation", "speech", "title", "slogan", "tagline", "motto"):
		return nil, "", false
	case ofLines(e) && versed(tokens): // a title is a line too
		return nil, "", false
	case lexicon.Says(tokens, "string", "password", "username", "passcode", "pin") && ofCharacters(e):
		return nil, "", false
	case compared && lexicon.Says(tokens, "quiz", "test", "exam", "survey", "questionnaire") && Counts(c, algebra.Question):
		return nil, "", false
	case lexicon.Says(tokens, "stanza", "stanzas"):
		return stanzas(e)
	case compared && Counts(c, algebra.Line) && versed(tokens):
		return underTitle(c), "which lines are the poem's", true
	}
	return e, "", true
}

// Shared reports whether a number of the whole is asked for each of several
// things: "give one sentence why for each pick".
func Shared(tokens []lexicon.Token, e algebra.Expr) bool {
	if _, whole := e.(algebra.Compare); !whole {
		return false
	}
	at := slices.IndexFunc(tokens, func(t lexicon.Token) bool { return t.Low == "for" })
	return at >= 0 && at+1 < len(tokens) && (tokens[at+1].Low == "each" || tokens[at+1].Low == "every")
}

// quotesAll reports whether each thing of a kind is to contain a text: "keep all
// the dates: "May 3 and June 4"" quotes a text that has them.
func quotesAll(tokens []lexicon.Token, e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	if !ok || !Within(each.Of.Source, algebra.Date, algebra.NumberUnit, algebra.Link, algebra.Emoji) {
		return false
	}
	return slices.ContainsFunc(tokens, func(t lexicon.Token) bool { return t.Kind == lexicon.Quoted })
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

// versed reports whether verse is spoken of.
func versed(tokens []lexicon.Token) bool {
	return lexicon.Says(tokens, "poem", "haiku", "limerick", "sonnet", "ballad", "song", "lyrics", "ode", "rap", "verse")
}

// ofLines reports whether a demand is about each line, or one but the last.
func ofLines(e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	return ok && each.Of.Source == algebra.Source(algebra.Line) && each.Of.Pick != algebra.Pick{From: -1, To: -1}
}

// Tale reports whether something is told that has tables, bullets or links,
// which may be of wood, lead and iron.
func Tale(tokens []lexicon.Token) bool {
	tale := false
	for i := range tokens {
		tale = tale || tales()[tokens[i].Low] && (tokens[i].Low != "room" || i+1 == len(tokens) || tokens[i+1].Low != "for")
	}
	return tale && lexicon.Says(tokens, "table", "tables", "bullet", "bullets", "link", "links")
}

var tales = lexicon.WordSet(`story scene tale novel song fable narrative painting film movie room`)

// identified reports whether a part is said to be something that is counted in it:
// "the last paragraph is a question".
func identified(tokens []lexicon.Token, e algebra.Expr) bool {
	each, ok := e.(algebra.Each)
	c, counted := each.Holds.(algebra.Compare)
	if !ok || !counted || BoundsLength(c) || c.Is == algebra.Exactly(0) || Within(each.Of.Source, algebra.Sentence, algebra.TitleLine) {
		return false
	}
	be := slices.IndexFunc(tokens, func(t lexicon.Token) bool { return t.Lemma == "be" })
	return be > 0 && be+2 < len(tokens) && !lexicon.Says(tokens[be:], "in", "with", "there", "no") && lexicon.Says(tokens[be+1:be+3], "a", "an", "one", "single")
}

// enclosed reports whether a demand is that the text stands in quotation marks.
func enclosed(e algebra.Expr) bool {
	list, ok := e.(algebra.All)
	return ok && list[0] == algebra.Expr(algebra.Starts{With: algebra.DoubleQuote()})
}

// Counts reports whether all units of a kind are counted.
func Counts(c algebra.Compare, u algebra.Unit) bool {
	n, ok := c.Of.(algebra.Count)
	return ok && n.Of.Source == algebra.Source(u) && n.Of.That == nil && n.Of.Of == nil
}

// ofCharacters reports whether a demand is about each character there is.
func ofCharacters(e algebra.Expr) bool {
	if c, ok := e.(algebra.Compare); ok {
		return Counts(c, algebra.Character)
	}
	_, only := e.(algebra.Only)
	return only
}

// stanzas are paragraphs, but not the only ones: there may be a title.
func stanzas(e algebra.Expr) (decided algebra.Expr, rest string, ok bool) {
	c, ok := e.(algebra.Compare)
	if !ok || !Counts(c, algebra.Paragraph) {
		return nil, "", false
	}
	if c.Is, ok = floor(c.Is); !ok {
		return nil, "", false
	}
	return c, "which paragraphs are stanzas", true
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
