package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// listing reads how many things are to be listed. An answer that is one list
// shows whether they are.
func (d *decomposer) listing(t []token, verb, from, to int, direct bool) (algebra.Expr, int, role) {
	k := joined(chunks(t[from:to]))
	texts := slices.ContainsFunc(t[verb+1:from], func(t token) bool { return wholeNouns()[t.low] && t.low != "list" && !briefNouns()[t.low] })
	if len(k) != 1 || k[0].class != '#' || !direct || texts || !listed()[t[verb].low] || to >= len(t) || d.prompt[t[to].start-1] == '-' {
		return nil, to, noRole
	}
	is := k[0].is
	if slices.ContainsFunc(t[verb+1:from], func(t token) bool { return t.low == "a" || t.low == "an" }) && t[from-1].low != "of" {
		return nil, to, noRole // a portrait of a family combining two people, a 20 page guide for kids
	}
	if t[verb].low == "show" && t[verb+1].low != "me" && t[verb+1].low != "us" {
		return nil, to, noRole // four cycles of a wave
	}
	if is.N < 2 || is.N > 50 || is.Op == algebra.OpAbout {
		return nil, to, noRole
	}
	for i := to; i < min(len(t), to+furthestNoun); i++ {
		low := t[i].low
		switch {
		case superlatives()[low], t[i].text == "-" && t[i].glued:
		case low == "questions" && i > to && !says(t[i+1:], "then") && !goesOnWith(t[i+1:]) && !listsMore(t[i+1:]):
			return algebra.Any{algebra.Has(algebra.Question, is), algebra.HasParts(algebra.Every(algebra.Entry), is)}, i + 1, listing
		case t[i].kind != word || closedWords()[low] || measured(&t[i]) && low != "items" || t[i].numeral():
			return nil, to, noRole
		case len(low) > 2 && strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && !strings.HasSuffix(low, "us"):
			if d.things == nil {
				d.things = map[string]bool{}
			}
			d.things[singularOf(low)] = true
			if wholeNouns()[singularOf(low)] && !briefNouns()[singularOf(low)] || inner()[low] || goesOnWith(t[i+1:]) || listsMore(t[i+1:]) {
				return nil, to, noRole
			}
			if briefNouns()[singularOf(low)] {
				return algebra.HasParts(algebra.Every(algebra.Entry), is), i + 1, listing
			}
			if i+1 < len(t) && t[i+1].kind == word && !closedWords()[t[i+1].low] && !plain(&t[i+1]) {
				return nil, to, noRole
			}
			return algebra.HasParts(algebra.Every(algebra.Entry), is), i + 1, listing
		}
	}
	return nil, to, noRole
}

// briefNouns are texts of which several make one list.
var briefNouns = wordSet(`tweet caption slogan tagline headline title joke pun riddle subject`)

// wanted reads how many things somebody says to want, without a command: "need
// 3 tweets about …", "10 baby names starting with L".
func (d *decomposer) wanted(s [2]int, t []token) {
	from := 0
	for from < len(t) && !t[from].numeral() && t[from].kind == word && (leadWords()[t[from].low] || wants()[t[from].low]) {
		from++
	}
	ofList := from > 0 && from+3 < len(t) && articles()[t[from].low] && t[from+1].low == "list" && t[from+2].low == "of"
	if ofList {
		from += 3
	}
	if from == len(t) || !t[from].numeral() || from > 0 && !ofList && !wants()[t[from-1].low] && !sized()[t[from-1].low] {
		return
	}
	if first, to := amountAt(t, from); from > 0 && (to == len(t) || separates(&t[to]) || says(t[to:to+1], "on", "about") && !slices.ContainsFunc(t[to:], func(t token) bool { return t.numeral() || t.low == "plus" })) {
		if e := length(t[first:to], t); e != nil { // I only need two sentences
			d.settleAsked(s[0]+first, s[0]+to, e, object)
			return
		}
	}
	_, size := numberAt(t[from:])
	if noun, n := d.counted(s[0] + from); n > 0 && !inner()[noun+"s"] && (!wholeNouns()[noun] || briefNouns()[noun]) && !general(t, from) {
		end := from + size
		for end < len(t) && singularOf(t[end].low) != noun {
			end++
		}
		if end < len(t) && !goesOnWith(t[end+1:]) {
			d.settleAsked(s[0]+from, s[0]+end+1, algebra.HasParts(algebra.Every(algebra.Entry), algebra.Exactly(float64(n))), listing)
		}
	}
}

// goesOnWith reports whether other things are named behind those that are to be
// listed: "two strengths, two weaknesses", "5 fears, hopes and aims".
func goesOnWith(t []token) bool {
	if len(t) < 2 || t[0].low != "," && t[0].low != "and" && t[0].low != "&" {
		return false
	}
	return t[1].numeral() || t[1].kind == word && !closedWords()[t[1].low] && t[1].class&known == 0
}

// listsMore reports whether the sentence asks for another number of things, or asks
// something else, behind those that are to be listed: "… and the 5 best in Milan".
func listsMore(t []token) bool {
	for i := 1; i < len(t); i++ {
		at, and := i, t[i-1].low == "and"
		if t[i].low == "the" && i+1 < len(t) {
			at++
		}
		another := t[at].numeral() && at+1 < len(t) && t[at+1].kind == word
		if and && questionWords()[t[i].low] || (and || t[i-1].low == ",") && another {
			return true
		}
	}
	return false
}

// singularOf is the singular of a regular noun.
func singularOf(low string) string {
	if stem, ok := strings.CutSuffix(low, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(low, "s")
}

var (
	// listed verbs ask for things one by one.
	listed = wordSet(`with of are give list suggest name provide write generate create recommend share propose brainstorm tell find state offer identify make show compile draft`)
	// inner nouns are of things that have lists of their own, or none.
	inner = lexiconSet("inner")
)
