package clause

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
	"adhere/verify/english/internal/lexicon"
)

// A ban forbids one thing or several: "no emojis, hashtags or links". It ends where
// something is wanted or allowed; what stands there is a clause of its own.

// contrasted reports whether what is wanted or allowed stands behind what is forbidden:
// "no bullet points, use a table", "no emojis, but hashtags are fine", "not a list, a
// table".
func contrasted(k []Chunk) bool {
	forbids, verb, joint := false, false, ""
	for _, c := range k {
		switch {
		case c.Class == 'x':
			forbids, verb, joint = true, c.Low != "not", ""
		case c.Class == '&' && forbids:
			joint = c.Low
		case joint == "":
			verb = verb || c.Class == 'i' || c.Class == 'd'
		case joint == "but", c.Class == 'z', (c.Class == 'i' || c.Class == 'd') && !strings.HasSuffix(c.Low, "ing"), joint == "," && !verb:
			return true
		}
	}
	return false
}

// WantedBehind reports whether something is wanted or allowed behind a ban, also in words
// that make no chunks: "no table, give me bullets",
// "do not write "I", write "we"", "no emojis, hashtags please".
func WantedBehind(t []lexicon.Token) bool {
	ban, joint, first := "", "", false
	for i := range t {
		low := t[i].Low
		switch {
		case t[i].Kind == lexicon.Quoted:
			first = false
		case Banning()[low]:
			ban, joint = low, ""
		case ban == "":
		case low == "or" || low == "nor":
			joint = "" // one list
		case low == "," || low == "and" || low == "but":
			joint, first = low, true
			continue
		case joint != "" && first && (lexicon.TaskVerbs()[low] && low == t[i].Lemma && i+1 < len(t) || low == "i" || ban == "without" && allowing()[low] || ban == "no" && (low == "a" || low == "an" || low == "some")):
			return true
		case joint != "" && !first && i == len(t)-1 && allowing()[low]:
			return true
		}
		first = first && Fillers()[low]
	}
	return false
}

// bansEvery reports whether a ban is on something in every part, which some may have:
// "don't start every sentence with I".
func bansEvery(t []lexicon.Token) bool {
	banned := false
	if slices.ContainsFunc(t, func(t lexicon.Token) bool { return t.Numeral() }) {
		return false // at most so many in each
	}
	for i := range t {
		banned = banned || t[i].Kind == lexicon.Word && Banning()[t[i].Low]
		if banned && t[i].Kind == lexicon.Word && (t[i].Low == "every" || t[i].Low == "each") && !General(t, i) {
			return true
		}
	}
	return false
}

// bannedApart reads a ban on several things as one on each: "do not use markdown, emojis
// or numbered lists".
func bannedApart(t []lexicon.Token) algebra.Expr {
	things := 0
	for things < len(t) && bans()[t[things].Low] {
		things++
	}
	lead := t[:things:things]
	if !slices.ContainsFunc(lead, func(t lexicon.Token) bool { return Banning()[t.Low] }) {
		return nil
	}
	var named [][]lexicon.Token
	from, joined := things, false
	for i := things; i <= len(t); i++ {
		if i < len(t) && t[i].Text != "," && !lexicon.Says(t[i:i+1], "or", "nor", "and") {
			continue
		}
		if i > from {
			named = append(named, t[from:i])
		}
		joined = joined || i < len(t) && t[i].Text != ","
		from = i + 1
	}
	if len(named) < 2 || !joined {
		return nil
	}
	var all algebra.All
	for _, thing := range named {
		if len(thing) > longestThing {
			return nil
		}
		e := Classes(append(lead, thing...))
		if _, not := e.(algebra.Not); e == nil || !not && !Forbids(e) {
			return nil
		}
		all = append(all, e)
	}
	return all
}

// longestThing is how many words name a thing in a list of those that are banned; more
// may say where it is.
const longestThing = 3

var (
	// bans are the words before what is banned.
	bans = lexicon.WordSet(`please do not don't dont never no avoid avoiding without use using include including contain containing add have write any`)
	// Banning words begin bans.
	Banning = lexicon.WordSet(`no not never avoid avoiding without don't dont exclude excluding omit skip refrain`)
	// allowing words say, last in a clause or behind a ban's joint, that something is
	// wanted or allowed.
	allowing = lexicon.WordSet(`ok okay please pls fine allowed welcome instead sure with including containing featuring`)
)
