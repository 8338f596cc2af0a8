package judge

import (
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// A plainToken is a word of a text that does nothing but say which of n things
// are decided how.
type plainToken struct {
	sense
	place int // of an ordinal and a count, from 1
}

// plainSense is what a word of the lexicon means in such a text; any other word
// has no place in it.
var plainSense = map[sense]sense{
	filler: filler, judging: filler, subject: filler, demandNoun: filler, leadWord: filler, other: filler, colon: filler,
	verb: verb, yesWord: metWord, metWord: metWord, meetVerb: metWord, passWord: metWord, tickSign: metWord,
	noWord: unmetWord, unmetWord: unmetWord, breakVerb: unmetWord, failWord: unmetWord, crossSign: unmetWord,
	unsureWord: unsureWord, negation: negation, placeWord: placeWord, everyWord: everyWord, noneWord: noneWord,
	othersWord: othersWord, countWord: countWord, pause: pause, stop: stop, contrast: stop,
}

// plainTokens reads a text word by word; false where a word has no place in it.
func plainTokens(text string) ([]plainToken, bool) {
	var tokens []plainToken
	ts := terms(text)
	for i, t := range ts {
		last, before := filler, ""
		if len(tokens) > 0 {
			last = tokens[len(tokens)-1].sense
		}
		if i > 0 {
			before = ts[i-1].text
		}
		s, known := plainSense[t.sense]
		value, _ := strconv.Atoi(t.text)
		switch {
		case t.text == "to": // "yes to both"
		case t.text == "but" && last == everyWord:
			return nil, false // "all but two"
		case t.sense == number && i+1 < len(ts) && ts[i+1].text == "of":
			return nil, false // "2 of the 3" says how many, not which
		case t.sense == number && (last == everyWord || before == "of"):
			tokens = append(tokens, plainToken{countWord, value})
		case t.sense == number:
			tokens = append(tokens, plainToken{placeWord, value})
		case t.text == "ones": // "the other ones"
		case t.text == "." && last == placeWord:
			// the full stop of "1."
		case s == placeWord:
			tokens = append(tokens, plainToken{placeWord, ordinalOf(t.text)})
		case s == countWord && last == placeWord && before == "first": // "the first two"
			for place := 2; place <= numeralOf(t.text); place++ {
				tokens = append(tokens, plainToken{placeWord, place})
			}
		case s == countWord:
			tokens = append(tokens, plainToken{countWord, numeralOf(t.text)})
		case s == unmetWord && negates(ts, i):
			tokens = append(tokens, plainToken{sense: negation})
		case known:
			tokens = append(tokens, plainToken{sense: s})
		default:
			return nil, false
		}
	}
	return tokens, true
}

var ordinals = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

func ordinalOf(word string) int {
	if i := slices.Index(ordinals, word); i > 0 {
		return i
	}
	return strings.Index("一二三四五六", strings.TrimPrefix(word, "第"))/len("一") + 1
}

var numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// numeralOf returns the number that a word stands for, or -1.
func numeralOf(word string) int { return slices.Index(numerals, word) }

// plain reads n decisions from a text of nothing but decisions and what they are
// about: "1-YES 2-NO", "Yes/Yes/No", "Followed: 1, 2. Not followed: 3",
// "Constraints 1 and 2 are met, but constraint 3 is not". A text with any other
// word in it, or that leaves one of the n open, is none of its concern.
func plain(text string, n int) ([]finding, error) {
	tokens, ok := plainTokens(asideRE.ReplaceAllStringFunc(text, func(aside string) string {
		if ts := terms(aside); !has(ts, content) || has(ts, yesWord, noWord, unsureWord, metWord, unmetWord, passWord, failWord, tickSign, crossSign, negation, contrast, condition) {
			return aside
		}
		return ""
	}))
	if !ok {
		return nil, nil
	}
	r := plainReader{n: n, said: make([]finding, n)}
	places := false
	for _, t := range tokens {
		switch t.sense {
		case placeWord, everyWord, noneWord, othersWord:
			places = true
		case metWord, unmetWord, unsureWord:
			r.after = r.after || !places
		case countWord:
			if t.place != n {
				return nil, nil
			}
		default:
		}
	}
	if !places {
		return inSequence(tokens, n), nil
	}
	for _, t := range tokens {
		if !r.take(t) {
			return nil, r.err
		}
	}
	if !r.close() || r.heading || r.after && (r.idle || r.negated) {
		return nil, r.err
	}
	for _, f := range r.said {
		if f.outcome == "" {
			return nil, nil
		}
	}
	return r.said, nil
}

// A plainReader puts decisions to their places.
type plainReader struct {
	n     int
	after bool // the decision stands before its places: "Met: 1, 2"
	said  []finding
	err   error
	last  adhere.Outcome // of the last word of decision, as it would be without a "not"

	// Of the clause that is being read.
	places         []int
	heading, whole bool // nothing but places; all of them
	verb, negated  bool
	turned         bool // the decision is one with a "not"
	decided        adhere.Outcome
	idle           bool // the decision has no place yet
}

// take reads a word; false ends the reading.
func (r *plainReader) take(t plainToken) bool {
	switch t.sense {
	case metWord, unmetWord, unsureWord:
		return r.decide(map[sense]adhere.Outcome{metWord: adhere.Met, unmetWord: adhere.NotMet, unsureWord: adhere.Unsure}[t.sense])
	case placeWord:
		return r.at(t.place)
	case everyWord, noneWord:
		return r.everywhere(t.sense == noneWord)
	case othersWord:
		if r.decided != "" && !r.after && !r.close() {
			return false
		}
		var open []int
		for i, f := range r.said {
			if f.outcome == "" {
				open = append(open, i+1)
			}
		}
		return r.at(open...)
	case negation:
		if r.negated || r.whole || !r.after && r.decided != "" {
			return false
		}
		r.negated = true
	case verb:
		r.verb = true
	case stop:
		return r.close()
	default:
	}
	return true
}

// everywhere takes "all" and "none". "Not all", "does not follow both" and "no,
// none" can be meant either way.
func (r *plainReader) everywhere(isNone bool) bool {
	if r.negated || r.turned || isNone && r.after && r.decided != adhere.Met {
		return false
	}
	var places []int
	for i := range r.n {
		places = append(places, i+1)
	}
	if isNone && r.after {
		r.decided = adhere.NotMet
	}
	ok := r.at(places...)
	r.whole, r.negated = !isNone, isNone && !r.after
	return ok
}

// decide takes a word of decision.
func (r *plainReader) decide(o adhere.Outcome) bool {
	r.last = o
	if r.negated {
		if o = opposite(o); o == adhere.Unsure {
			return false
		}
	}
	r.turned = r.after && r.negated
	part := r.decided == adhere.Unsure && o == adhere.Met // "partially met"
	if r.after {
		if r.idle && r.decided != o && !part {
			return false
		}
		r.negated, r.idle = false, true
	} else if r.places == nil || r.decided != "" && r.decided != o && !part {
		return false
	}
	if !part {
		r.decided = o
	}
	return true
}

// at takes what a decision is about.
func (r *plainReader) at(places ...int) bool {
	if len(places) == 0 || slices.Min(places) < 1 || slices.Max(places) > r.n {
		return false
	}
	switch {
	case r.after && r.negated: // "the first but not the second"
		r.decided, r.negated = opposite(r.last), false
		fallthrough
	case r.after:
		r.idle = false
		return r.decided != "" && r.assign(r.decided, places...)
	case r.heading:
		return false // nothing was said of the places before
	case r.decided != "" || r.places != nil && (r.verb || r.negated):
		if !r.close() {
			return false
		}
	}
	r.places = append(r.places, places...)
	return true
}

// close ends a clause. One that says "is" or "is not" and no more repeats the
// decision before it.
func (r *plainReader) close() bool {
	switch {
	case r.after:
		return true
	case r.places == nil:
		return r.decided == "" && !r.negated
	case r.decided == "" && !r.verb && !r.negated:
		r.heading = true // the decision is below
		return true
	case r.decided == "" && r.last == "":
		return false
	case r.decided == "":
		if r.decided = r.last; r.negated {
			r.decided = opposite(r.last)
		}
	}
	if !r.assign(r.decided, r.places...) {
		return false
	}
	*r = plainReader{n: r.n, said: r.said, last: r.last}
	return true
}

// assign puts a decision to places; false where one is decided otherwise.
func (r *plainReader) assign(o adhere.Outcome, places ...int) bool {
	for _, p := range places {
		if before := r.said[p-1].outcome; before != "" && before != o {
			r.err = bothDecisions
			return false
		}
		r.said[p-1].outcome = o
	}
	return true
}

func opposite(o adhere.Outcome) adhere.Outcome {
	if !o.Decided() {
		return o
	}
	return adhere.OutcomeOf(o == adhere.NotMet)
}

// namesSeveral reports whether a text of nothing but decisions is about several
// things by their numbers.
func namesSeveral(text string) bool {
	tokens, ok := plainTokens(text)
	places := map[int]bool{}
	for _, t := range tokens {
		if t.sense == placeWord {
			places[t.place] = true
		}
	}
	return ok && len(places) > 1
}

// inSequence reads decisions that name no places: n words, or n clauses of one
// decision each, said once or more.
func inSequence(tokens []plainToken, n int) []finding {
	var words, clauses []finding
	var fresh, negated, partly bool
	for _, t := range tokens {
		var o adhere.Outcome
		switch t.sense {
		case metWord:
			o = adhere.OutcomeOf(!negated)
		case unmetWord:
			o = adhere.OutcomeOf(negated)
		case unsureWord:
			o = adhere.Unsure
		case negation:
			negated = true
			continue
		case stop:
			if negated {
				return nil
			}
			fresh, partly = true, false
			continue
		case filler, pause:
			continue
		default:
			return nil
		}
		if partly && o == adhere.Met {
			continue // "partially met"
		}
		negated, partly = false, o == adhere.Unsure
		words = append(words, finding{outcome: o})
		if clauses == nil || fresh {
			clauses = append(clauses, finding{outcome: o})
		} else if clauses[len(clauses)-1].outcome != o {
			clauses = append(clauses, finding{}, finding{}) // two in one clause
		}
		fresh = false
	}
	switch {
	case negated:
		return nil
	case len(words) == n && (len(clauses) == 1 || len(clauses) == n || slices.Contains(clauses, finding{})):
		return words // not "Yes, it is met. No.", which may be two as well
	case len(clauses) == n && !slices.Contains(clauses, finding{}):
		return clauses
	}
	return nil
}
