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

// numberedTo demands that an answer that has the first of the things numbered
// also has the last one, or as many numbered lines.
func (n noun) numberedTo(last int) algebra.Expr {
	return algebra.Any{
		algebra.No(algebra.LabelNumber(n.name, 1)),
		algebra.Contains{What: algebra.NumberedWord(n.name, last)},
		algebra.Has(algebra.Label(n.name), algebra.AtLeast(float64(last))),
	}
}
