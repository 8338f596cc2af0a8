package english

import (
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// A partly is a demand that follows from a requirement without being all of
// it. What is left is for a judge.
type partly struct {
	must algebra.Expr
	rest string
}

// reservations are words that can take back or narrow what was said before
// them, so that it no longer follows.
const reservations = `
not no if unless when whenever except excluding exclude without neither nor other otherwise instead only
given input original alternatively either per respectively average combined
`

var reserved = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(reservations) {
		m[w] = true
	}
	return m
})

// parts are requirements of which code decides a part: what must hold
// whatever the rest of the words mean.
//
//	partial  the whole requirement
func parts() []production {
	return []production{
		// A number of parts of a certain kind: there are at least so many.
		{"partial", "(do|have)? <subjective> <modal>? <own> <quantity> <narrowing> <rest>", atLeastSoMany},
		{"partial", "(do|have)? <subjective> <modal>? <own> <counted> <modifier> <modifier>* (<block>|<sign>) <mark>*", atLeastSuch},
		{"partial", "(be|do)? there <counted> <modifier>* (<block>|<sign>) <narrowing> <rest>", atLeastSuch},
		{"subjective", "(<whole>|each <modifier>|each of the <modifier>)", fixed(true)},
		{"counted", "(<rel>|<k>|a|some|the|the follow)", func(c *capture) any {
			switch {
			case c.has("rel"):
				return c.relation("rel")
			case c.has("k"):
				return algebra.Exactly(c.float("k"))
			}
			return algebra.AtLeast(1)
		}},
		{"narrowing", "(that|which|where|in which|compare|describe|show|list|summarize|contain|about|for|of|on|with|to|from|represent|explain|outline|detail|display)", fixed(true)},

		// Just so many, with more said of each.
		{"partial", "(do|be|have)? <whole> <modal>? (<make>|<laidout>) (only|just)? <quantity> , (each|one for|with|where|which) <rest>", func(c *capture) any {
			e, ok := whole(c.get("quantity")).(algebra.Expr)
			if n, is := e.(algebra.Compare); !ok || is && counts(n, algebra.Question) {
				return nil // what asks need not end with a question mark
			}
			return partly{e, c.text("rest")}
		}},

		{"laidout", "(organize|structure|divide|split|arrange) (into|in|as)", fixed(true)},

		// A demand and another that only a judge can decide.
		{"partial", "(do|have) <whole> <vps> (and|, and|while) (be|do|it|maintain|have|contain|include|convey|use) <rest>", andRest("vps")},
		{"partial", "be <whole> <comps> (and|, and|while) (be|do|it|maintain|have|contain|include|convey|use|write) <rest>", andRest("comps")},
		{"partial", "<whole> <modal> <vps> (and|, and|while) (be|do|it|maintain|have|contain|include|convey|use) <rest>", andRest("vps")},
		{"partial", "be <whole> <manner> (and|,)? (do it|be it|it)? <vps> <mark>*", mannerAnd("vps")},
		{"partial", "be <whole> <manner> (and|,)? <comps> <mark>*", mannerAnd("comps")},
		{"manner", "(concise|short|brief|succinct|clear|engaging|coherent|formal|informal|polite|simple)", fixed(true)},

		// A list of so many things: so many list items.
		{"partial", "(do|have)? the <modifier>? (generate)? table (<have>|<make>) <bound> <cells> (:|,|<narrowing>) <rest>", func(c *capture) any {
			is, ok := floor(c.relation("bound"))
			if !ok || says(tokenize(c.text("rest")), "header", "headers", "heading") {
				return nil
			}
			return partly{tableWith(c.parts("cells"), is), c.text("rest")}
		}},
		{"partial", "be <whole> a <k> <size> <genre> <mark>*", func(c *capture) any {
			if c.parts("size").Source == algebra.Source(algebra.Word) {
				return nil
			}
			return partly{algebra.HasParts(c.parts("size"), algebra.AtLeast(c.float("k"))), c.text("genre")}
		}},
		{"partial", "<measured> , <rest>", func(c *capture) any {
			if c.expr("measured") == nil {
				return nil
			}
			return partly{c.expr("measured"), c.text("rest")}
		}},
		{"listcount", "(<rel>|<k>)", func(c *capture) any {
			if c.has("rel") {
				return c.relation("rel")
			}
			return algebra.Exactly(c.float("k"))
		}},
	}
}

// mannerAnd is a demand beside one of manner.
func mannerAnd(label string) func(*capture) any {
	return func(c *capture) any {
		e := c.expr(label)
		if e == nil {
			return nil
		}
		return partly{e, "the manner"}
	}
}

// andRest is a demand to which the words after "and" add another.
func andRest(label string) func(*capture) any {
	return func(c *capture) any {
		e := c.expr(label)
		if e == nil {
			return nil
		}
		return partly{e, c.text("rest")}
	}
}

// atLeastSoMany is what follows from so many of a certain kind.
func atLeastSoMany(c *capture) any {
	q, ok := c.get("quantity").(quantity)
	if !ok || q.different || q.of.Source == algebra.Source(algebra.Word) || q.of.Source == algebra.Source(algebra.Character) {
		return nil
	}
	is, ok := floor(q.is)
	if !ok || is.N < 2 && isSize(q.of.Source) || q.of.Source == algebra.Source(algebra.Link) && !online(c.text("rest")) {
		return nil
	}
	return partly{algebra.HasParts(q.of, is), c.text("rest")}
}

// online reports whether links are said to lead to something that has an
// address: "to the source", but not "between poverty and crime".
func online(rest string) bool {
	return says(tokenize(rest), "source", "sources", "website", "websites", "site", "sites", "page", "pages", "webpage", "webpages", "article", "articles", "wikipedia",
		"video", "videos", "documentation", "docs", "paper", "papers", "study", "studies", "profile", "store", "shop", "form", "online", "web", "resource", "resources",
		"reference", "references", "homepage", "product", "products", "blog", "youtube", "github", "linkedin", "google", "maps", "claim", "claims")
}

// atLeastSuch is atLeastSoMany with the kind said by an adjective.
func atLeastSuch(c *capture) any {
	p := c.parts("block")
	if p.Source == nil {
		p = c.parts("sign")
	}
	is, ok := floor(c.relation("counted"))
	if !ok || p.Source == nil {
		return nil
	}
	rest := c.text("rest")
	if rest == "" {
		rest = c.text("modifier")
	}
	return partly{algebra.HasParts(p, is), rest}
}

func isSize(s algebra.Source) bool {
	return s == algebra.Source(algebra.Sentence) || s == algebra.Source(algebra.Line) || s == algebra.Source(algebra.Paragraph)
}

// floor is the least number that a relation allows, where there is one above
// none.
func floor(is algebra.Relation) (algebra.Relation, bool) {
	switch is.Op {
	case algebra.OpExactly, algebra.OpLeast, algebra.OpBetween:
		return algebra.AtLeast(is.N), is.N > 0
	case algebra.OpMore:
		return is, true
	default:
		return is, false
	}
}

// tableWith demands a table with so many columns or rows.
func tableWith(cells algebra.Parts, is algebra.Relation) algebra.Expr {
	return algebra.HasParts(algebra.Every(algebra.Table).With(algebra.HasParts(cells, is)), algebra.AtLeast(1))
}
