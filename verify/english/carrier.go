package english

import "slices"

// A requirement speaks of the answer in words that no lexicon has: "the pupil's hint",
// "our gateway", "of the leaflet". Where such words stand as its subject, or in a
// phrase of place, the answer is what they can mean.

// carried leaves out what carries the answer: phrases such as "in the leaflet", and a
// subject such as "Brenna" or "the hint" before a verb of duty.
func carried(tokens []token) []token {
	out := slices.Clone(tokens)
	for i := len(out) - 2; i >= 0; i-- {
		if n := placeAt(out, i); n > 0 {
			out = slices.Delete(out, i, i+n)
		}
	}
	if n := subjectOf(out); n > 0 {
		out = out[n:]
	}
	for at := 1; at < min(len(out)-1, 3) && summing()[out[0].low]; at++ {
		if out[at].low == "in" && out[at+1].numeral() {
			return out[at+1:]
		}
	}
	return out
}

// placeAt returns of how many tokens a phrase is that says where: a preposition, a
// determiner and up to three words that say nothing else.
func placeAt(tokens []token, at int) int {
	if !placesIn()[tokens[at].low] || !mayDemand(tokens[:at]) {
		return 0 // everything in the contract
	}
	i, definite := at+1, false
	if determiners()[tokens[i].low] && tokens[i].low != "no" && tokens[i].low != "in" {
		i, definite = i+1, true
	}
	if !definite && tokens[at].low != "in" || tokens[at].low == "on" && !slices.ContainsFunc(tokens[i:min(len(tokens), i+longestCarrier)], func(t token) bool { return fields()[t.low] }) {
		return 0
	}
	n := strange(tokens[i:])
	if n == 0 && definite && spatial()[tokens[at].low] && i < len(tokens) && wholeNouns()[tokens[i].low] {
		n = 1 // hashtags under the post
	}
	if n == 0 || n > longestCarrier || !definite && (n > 1 || !severalOf(tokens[i].low)) {
		return 0
	}
	if i+n < len(tokens) && tokens[i+n].kind == word && (tokens[i+n].low == "of" || tokens[i+n].low == "that" || tokens[i+n].low == "about") {
		return 0
	}
	return i + n - at
}

// subjectOf returns how many tokens a clause begins with that name what it speaks of,
// before a verb that says what that has to be.
func subjectOf(tokens []token) int {
	i := 0
	if i < len(tokens) && determiners()[tokens[i].low] && tokens[i].low != "no" && tokens[i].low != "in" && tokens[i].low != "a" && tokens[i].low != "an" {
		i++
	}
	if i == 0 && len(tokens) > 1 && thirdPersons()[tokens[i].low] {
		return i + 1
	}
	n := strange(tokens[i:])
	if n == 0 || n > longestCarrier || severalOf(tokens[i+n-1].low) || i+n+1 >= len(tokens) || !dutiful()[tokens[i+n].low] {
		return 0
	}
	for at := i + n; at+1 < min(len(tokens), i+n+longestCarrier); at++ {
		if tokens[at].lemma == "be" && tokens[at+1].low == "to" {
			return 0 // the advice is to avoid commas
		}
	}
	return i + n
}

// strange returns how many words tokens begin with that the lexicon does not know
// and that name no part, no manner and no condition.
func strange(tokens []token) int {
	n := 0
	for n < len(tokens) {
		t := &tokens[n]
		one := singularOf(t.low)
		if t.kind != word || !plain(t) || measured(t) || partWords()[t.low] || entryNouns()[one] || turning()[t.low] || manners()[t.low] || aspects()[t.low] || stylistic()[t.low] || wishes()[t.low] || dutiful()[t.low] || taskVerbs()[t.low] && n == 0 {
			break
		}
		n++
	}
	return n
}

func severalOf(low string) bool { return singularOf(low) != low }

// longestCarrier is how many words name what carries an answer at most.
const longestCarrier = 3

var (
	placesIn = wordSet(`in of on within throughout inside across into from under below beneath underneath above`)
	// summing verbs may say of an answer what length it has: "summarise in one sentence".
	summing      = wordSet(`summarise summarize explain describe sum answer reply respond put say`)
	thirdPersons = wordSet(`she he they`)
	// dutiful verbs say what something has to be or to have.
	dutiful = wordSet(`must should shall may can cannot has have is are needs need wants want ought contains contain includes include starts begins ends consists will would does do requires`)
	// stylistic words say how something is written.
	stylistic = wordSet(`passive active past present future imperative tense person singular plural style way manner spirit mood context sense middle background margin margins metaphor metaphors rhyme verse prose slang dialect accent theme topic subject example particular general detail details full short brief quotes dialogue speech narrator hero villain character row column order sequence`)
)
