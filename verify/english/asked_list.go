package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/clause"
	"adhere/verify/english/internal/lexicon"
)

// listing reads how many things are to be listed. An answer that is one list
// shows whether they are.
func (d *decomposer) listing(t []lexicon.Token, verb, from, to int, direct bool) (algebra.Expr, int, role) {
	k := clause.Joined(clause.Chunks(t[from:to]))
	texts := slices.ContainsFunc(t[verb+1:from], func(t lexicon.Token) bool {
		return lexicon.WholeNouns()[t.Low] && !briefNouns()[t.Low]
	})
	if len(k) != 1 || k[0].Class != '#' || !direct || texts || !listed()[t[verb].Low] || to >= len(t) || d.prompt[t[to].Start-1] == '-' {
		return nil, to, noRole
	}
	is := k[0].Is
	if slices.ContainsFunc(t[verb+1:from], func(t lexicon.Token) bool { return t.Low == "a" || t.Low == "an" }) && t[from-1].Low != "of" {
		return nil, to, noRole // a portrait of a family combining two people, a 20 page guide for kids
	}
	if t[verb].Low == "show" && t[verb+1].Low != "me" && t[verb+1].Low != "us" {
		return nil, to, noRole // four cycles of a wave
	}
	if is.N < 2 || is.N > 50 || is.Op == algebra.OpAbout {
		return nil, to, noRole
	}
	for i := to; i < min(len(t), to+furthestNoun); i++ {
		low := t[i].Low
		switch {
		case superlatives()[low], t[i].Text == "-" && t[i].Glued:
		case low == "questions" && i > to && !lexicon.Says(t[i+1:], "then") && !goesOnWith(t[i+1:]) && !listsMore(t[i+1:]):
			return algebra.Any{algebra.Has(algebra.Question, is), algebra.HasParts(algebra.Every(algebra.Entry), is)}, i + 1, listing
		case t[i].Kind != lexicon.Word || lexicon.ClosedWords()[low] || lexicon.IsMeasure(&t[i]) && low != "items" || t[i].Numeral():
			return nil, to, noRole
		case len(low) > 2 && strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && !strings.HasSuffix(low, "us"):
			if d.things == nil {
				d.things = map[string]bool{}
			}
			d.things[lexicon.SingularOf(low)] = true
			if lexicon.WholeNouns()[lexicon.SingularOf(low)] && !briefNouns()[lexicon.SingularOf(low)] || inner()[low] || goesOnWith(t[i+1:]) || listsMore(t[i+1:]) {
				return nil, to, noRole
			}
			if briefNouns()[lexicon.SingularOf(low)] {
				return algebra.HasParts(algebra.Every(algebra.Entry), is), i + 1, listing
			}
			if i+1 < len(t) && t[i+1].Kind == lexicon.Word && !lexicon.ClosedWords()[t[i+1].Low] && !clause.Plain(&t[i+1]) {
				return nil, to, noRole
			}
			return algebra.HasParts(algebra.Every(algebra.Entry), is), i + 1, listing
		}
	}
	return nil, to, noRole
}

// briefNouns are texts of which several make one list.
var briefNouns = lexicon.WordSet(`tweet caption slogan tagline headline title joke pun riddle subject`)

// wanted reads how many things somebody says to want, without a command: "need
// 3 tweets about …", "10 baby names starting with L".
func (d *decomposer) wanted(s [2]int, t []lexicon.Token) {
	from := 0
	for from < len(t) && !t[from].Numeral() && t[from].Kind == lexicon.Word && (leadWords()[t[from].Low] || clause.Wants()[t[from].Low]) {
		from++
	}
	if from == len(t) || !t[from].Numeral() || from > 0 && !clause.Wants()[t[from-1].Low] && !clause.Sized()[t[from-1].Low] {
		return
	}
	if first, to := amountAt(t, from); from > 0 && (to == len(t) || lexicon.Separates(&t[to]) || lexicon.Says(t[to:to+1], "on", "about") && !slices.ContainsFunc(t[to:], func(t lexicon.Token) bool { return t.Numeral() || t.Low == "plus" })) {
		if e := length(t[first:to], t); e != nil { // I only need two sentences
			d.settleAsked(s[0]+first, s[0]+to, e, object)
			return
		}
	}
	_, size := clause.NumberAt(t[from:])
	if noun, n := d.counted(s[0] + from); n > 0 && !inner()[noun+"s"] && (!lexicon.WholeNouns()[noun] || briefNouns()[noun]) && !clause.General(t, from) {
		end := from + size
		for end < len(t) && lexicon.SingularOf(t[end].Low) != noun {
			end++
		}
		if end < len(t) && !goesOnWith(t[end+1:]) {
			d.settleAsked(s[0]+from, s[0]+end+1, algebra.HasParts(algebra.Every(algebra.Entry), algebra.Exactly(float64(n))), listing)
		}
	}
}

// goesOnWith reports whether other things are named behind those that are to be
// listed: "two strengths, two weaknesses", "5 fears, hopes and aims".
func goesOnWith(t []lexicon.Token) bool {
	if len(t) < 2 || t[0].Low != "," && t[0].Low != "and" && t[0].Low != "&" {
		return false
	}
	return t[1].Numeral() || t[1].Kind == lexicon.Word && !lexicon.ClosedWords()[t[1].Low] && t[1].Class&lexicon.Known == 0
}

// listsMore reports whether the sentence asks for another number of things, or asks
// something else, behind those that are to be listed: "… and the 5 best in Milan".
func listsMore(t []lexicon.Token) bool {
	for i := 1; i < len(t); i++ {
		at, and := i, t[i-1].Low == "and"
		if t[i].Low == "the" && i+1 < len(t) {
			at++
		}
		another := t[at].Numeral() && at+1 < len(t) && t[at+1].Kind == lexicon.Word
		if and && questionWords()[t[i].Low] || (and || t[i-1].Low == ",") && another {
			return true
		}
	}
	return false
}

var (
	// listed verbs ask for things one by one.
	listed = lexicon.WordSet(`with of are give list suggest name provide write generate create recommend share propose brainstorm tell find state offer identify make show compile draft`)
	// inner nouns are of things that have lists of their own, or none.
	inner = lexicon.Set("inner")
)
