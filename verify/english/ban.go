package english

import (
	"slices"
	"strings"

	"adhere/verify/algebra"
)

// A ban forbids one thing or several: "no emojis, hashtags or links". It ends where
// something is wanted or allowed; what stands there is a clause of its own.

// contrasted reports whether what is wanted or allowed stands behind what is forbidden:
// "no bullet points, use a table", "no emojis, but hashtags are fine", "not a list, a
// table".
func contrasted(k []chunk) bool {
	forbids, verb, joint := false, false, ""
	for _, c := range k {
		switch {
		case c.class == 'x':
			forbids, verb, joint = true, c.low != "not", ""
		case c.class == '&' && forbids:
			joint = c.low
		case joint == "":
			verb = verb || c.class == 'i' || c.class == 'd'
		case joint == "but", c.class == 'z', (c.class == 'i' || c.class == 'd') && !strings.HasSuffix(c.low, "ing"), joint == "," && !verb:
			return true
		}
	}
	return false
}

// wantedBehind is contrasted for words that make no chunks: "no table, give me bullets",
// "do not write "I", write "we"", "no emojis, hashtags please".
func wantedBehind(t []token) bool {
	ban, joint, first := "", "", false
	for i := range t {
		low := t[i].low
		switch {
		case t[i].kind == quoted:
			first = false
		case banning()[low]:
			ban, joint = low, ""
		case ban == "":
		case low == "or" || low == "nor":
			joint = "" // one list
		case low == "," || low == "and" || low == "but":
			joint, first = low, true
			continue
		case joint != "" && first && (taskVerbs()[low] && low == t[i].lemma && i+1 < len(t) || low == "i" || ban == "without" && allowing()[low] || ban == "no" && (low == "a" || low == "an" || low == "some")):
			return true
		case joint != "" && !first && i == len(t)-1 && allowing()[low]:
			return true
		}
		first = first && fillers()[low]
	}
	return false
}

// bansEvery reports whether a ban is on something in every part, which some may have:
// "don't start every sentence with I".
func bansEvery(t []token) bool {
	banned := false
	if slices.ContainsFunc(t, func(t token) bool { return t.numeral() }) {
		return false // at most so many in each
	}
	for i := range t {
		banned = banned || t[i].kind == word && banning()[t[i].low]
		if banned && t[i].kind == word && (t[i].low == "every" || t[i].low == "each") && !general(t, i) {
			return true
		}
	}
	return false
}

// bannedToo doubts a ban behind which something of it is allowed, "no emojis, hashtags
// ok", and what stands alone in a list behind a ban on something else: "avoid
// emojis, all caps, and slang".
func (v *view) bannedToo() string {
	end := v.to
	for end < len(v.s) && !separates(&v.s[end]) {
		end++
	}
	if several := slices.ContainsFunc(v.s[v.from:v.to], func(t token) bool { return joint(&t) }); several && end <= v.to+furthestNoun && wantedBehind(v.s[v.from:end]) {
		return "a part of it may be allowed"
	}
	if v.from == 0 || taskVerbs()[v.s[v.from].low] || absolute(v.f.Reading.Check.Expr) {
		return ""
	}
	behind := v.to+1 < len(v.s) && (v.s[v.to].text == "," || v.s[v.to].low == "and") && v.s[v.to+1].kind == word && !v.known(v.to+1) && !taskVerbs()[v.s[v.to+1].low]
	_, letters := v.f.Reading.Check.Expr.(algebra.Case)
	for i := v.from - 1; i >= 0; i-- {
		switch t := &v.s[i]; {
		case banning()[t.low] || t.low == "dislike" || t.low == "hate" || t.low == "away":
			if t.low != "no" && letters || behind || says(v.s[v.from:v.to], "answers") {
				return "it may be banned like what stands before it"
			}
			return ""
		case t.kind == mark && t.text != ",", t.low == "but", taskVerbs()[t.low] && i > 0 && v.s[i-1].text == ",":
			return ""
		}
	}
	return ""
}

var (
	// banning words begin bans.
	banning = wordSet(`no not never avoid avoiding without don't dont exclude excluding omit skip refrain`)
	// allowing words say, last in a clause or behind a ban's joint, that something is
	// wanted or allowed.
	allowing = wordSet(`ok okay please pls fine allowed welcome instead sure with including containing featuring`)
)
