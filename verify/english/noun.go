package english

import (
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// A noun names things that answers are made of and that are often numbered:
// "Day 1", "Review 2". Bulky ones take a sentence or more each, so that no two
// share an entry of a list.
type noun struct {
	name  string
	bulky bool
}

// numberable are nouns whose things an answer may number.
const numberable = `
act scene chapter verse stanza section part phase stage step level round module lesson unit session slide
example exercise activity concept outfit category challenge milestone
translation course tip point reason benefit event task test game move dish recipe meal
clue movie book song item option zone bond clock participant
group team topic factor feature skill goal objective rule law theme trend element issue problem solution case page
formation generation meeting student area list pattern statement perspective experiment pair entry pro con
`

// weighty are nouns of which each takes a sentence or more.
const weighty = `
review story speech tweet flashcard study claim proposition idea strategy advice fact routine joke riddle
recommendation suggestion technique method innovation argument principle definition question haiku poem limerick
email opinion headline interpretation summary critique testimonial
`

var nouns = sync.OnceValue(func() map[string]noun {
	m := map[string]noun{}
	for _, w := range strings.Fields(numberable) {
		m[w], m[plural(w)] = noun{w, false}, noun{w, false}
	}
	for _, w := range strings.Fields(weighty) {
		m[w], m[plural(w)] = noun{w, true}, noun{w, true}
	}
	return m
})

// plural returns the form for several.
func plural(w string) string {
	last := len(w) - 1
	switch {
	case w == "advice":
		return w
	case strings.HasSuffix(w, "y") && !strings.ContainsRune("aeiou", rune(w[last-1])):
		return w[:last] + "ies"
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return w + "es"
	default:
		return w + "s"
	}
}

// label finds a line that begins with the noun and a number: "**Day 1:**",
// "2. Review #2".
func (n noun) label(number string) algebra.Find {
	return algebra.Pattern(`(?m)^[\s*#>_|("•–-]{0,6}(?:\d{1,2}[.): *-]{1,4})?` + n.name + `[ #:.*_(-]{0,3}(?:` + number + `)\b`)
}

// numberedTo demands that an answer that has the first of the things numbered
// also has the last one, or as many numbered lines.
func (n noun) numberedTo(last int) algebra.Expr {
	any := `(?:` + n.name + `|` + plural(n.name) + `)`
	number := `(?:` + inFigures(last) + `)`
	return algebra.Any{
		algebra.No(n.label(n.one())),
		algebra.Contains{What: algebra.Pattern(`\b` + any + `\b.{0,20}\b` + number + `\b`)},
		algebra.Has(n.label(`\d{1,3}|[ivx]{1,5}|[efnost][a-z]{2,4}`), algebra.AtLeast(float64(last))),
	}
}

// one is how the first of the things is numbered.
func (n noun) one() string {
	switch n.name {
	case "act", "scene", "chapter", "part", "phase", "stage", "section", "level":
		return "1|one|i"
	}
	return "1|one"
}
