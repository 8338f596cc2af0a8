package judge

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adhere"
)

// A sense is what a word means in a text that does nothing but say which of n
// things are decided how.
type sense int

const (
	filler sense = iota
	verb         // "is", "does": with no decision behind it, it repeats the last one
	met
	notMet
	unsure
	negation
	place   // a number, an ordinal, a letter of a list
	all     // "all", "both"
	none    // "none", "neither"
	others  // "the rest"
	howMany // "three", behind "all" or "of"
	pause   // a comma or the like
	stop    // the end of a clause
)

// vocabulary is every word that such a text may hold. One more, and it is not
// such a text.
var vocabulary = sync.OnceValue(func() map[string]sense {
	words := map[string]sense{}
	add := func(s sense, list string) {
		for word := range strings.FieldsSeq(list) {
			words[word] = s
		}
	}
	add(met, `yes true met followed satisfied fulfilled respected passed correct follow follows meet meets satisfy satisfies fulfill fulfills fulfil fulfils pass passes
		compliant complied holds hold adhered ✅ ✔ ☑ ✓ 是 对 是的 满足 符合 遵循 遵守 已满足 已遵循 満たす 👍 ○ 〇 oui sí sì ja да sim はい`)
	add(notMet, `no false violated unmet unsatisfied broken fail fails failed failing incorrect violates breaks ❌ ✗ ✘ ✖ 否 不 不是 不对 不满足 不符合 未满足 未遵循 未遵守 不遵循 违反 満たさない 👎 × non nein нет não いいえ`)
	add(unsure, `partial partially partly unknown unclear unsure maybe n/a 部分 不确定`)
	add(negation, `not isn't aren't wasn't weren't doesn't don't didn't hasn't haven't`)
	add(verb, `is are was were does do did has have`)
	add(place, `first second third fourth fifth sixth seventh eighth ninth tenth 第一 第二 第三 第四 第五 第六`)
	add(all, `all both each every 都 均 全部 所有`)
	add(none, `none neither`)
	add(others, `rest other others remaining`)
	add(howMany, `two three four five six seven eight nine ten`)
	add(stop, `but while whereas however although though yet . ; 。`)
	add(pause, `, / | 、`)
	add(filler, `the a an of to for in on as and be been being it this that these those them my our here so thus therefore hence overall final finally fully entirely completely also
		constraint constraints question questions requirement requirements criterion criteria condition conditions item items demand demands answer answers verdict verdicts result results decision decisions
		judgement judgements judgment judgments evaluation response responses text generated given assistant's assistant model order list python output number q c r sure end with by can be answered
		条 题 项 个 问题 约束 要求 答案 结论 回答 该 最终 了 的 两 三`)
	return words
})

// plainWords cuts a text into words, numbers and signs. Chinese is cut into the
// words of the vocabulary, longest first.
var plainWords = sync.OnceValue(func() *regexp.Regexp {
	var han []string
	for word := range vocabulary() {
		if word[0] >= 0xe3 && word[0] <= 0xe9 && len(word) >= 3 {
			han = append(han, regexp.QuoteMeta(word))
		}
	}
	// The longest of several alternatives counts.
	re := regexp.MustCompile(`n/a\b|(?:` + strings.Join(han, "|") + `)|[\p{Latin}\p{Cyrillic}]+(?:'[\p{Latin}]+)?|\d+|\n|[^\s]`)
	re.Longest()
	return re
})

// A plainToken is a word of a plain text.
type plainToken struct {
	sense sense
	place int // of a place and a howMany, from 1
}

// plainTokens reads a text word by word; false where a word is not in the
// vocabulary.
func plainTokens(text string) ([]plainToken, bool) {
	var tokens []plainToken
	var letters, articles bool // a Y or an N; another letter as a word
	capitals := text
	text = strings.ToLower(text)
	found := plainWords().FindAllStringIndex(text, -1)
	for i, m := range found {
		word, after := text[m[0]:m[1]], ""
		if i+1 < len(found) && found[i+1][0] == m[1] {
			after = text[m[1]:found[i+1][1]]
		}
		last := filler
		if len(tokens) > 0 {
			last = tokens[len(tokens)-1].sense
		}
		number, err := strconv.Atoi(word)
		if err == nil && len(after) == 1 && after[0] >= 'a' && after[0] <= 'z' {
			return nil, false // "2a" is no number
		}
		switch s, known := vocabulary()[word]; {
		case word == "but" && last == all:
			return nil, false // "all but two"
		case err == nil && (last == all || last == none || strings.HasSuffix(strings.TrimRight(text[:m[0]], " "), " of")):
			tokens = append(tokens, plainToken{howMany, number})
		case err == nil:
			if after == "." && i+2 < len(found) && found[i+2][0] == found[i+1][1] && isDigit(text[found[i+2][0]]) {
				return nil, false // 4.5 is no place
			}
			tokens = append(tokens, plainToken{place, number})
		case len(word) == 1 && word[0] >= 'a' && word[0] <= 'h' && (after == ")" || after == ":" || after == "." && i > 0 && text[found[i-1][0]] == '\n'):
			tokens = append(tokens, plainToken{place, int(word[0]-'a') + 1})
		case strings.TrimSuffix(word, "s") == "one" && (last == place || last == others):
			// "the first one"
		case (word == "y" || word == "n") && (last == place || len(capitals) == len(text) && capitals[m[0]:m[1]] != word) && bare(after) == "":
			letters = true
			tokens = append(tokens, plainToken{sense: map[string]sense{"y": met, "n": notMet}[word]})
		case word == "." && last == place:
			// the full stop of "1."
		case s == place:
			tokens = append(tokens, plainToken{place, ordinalOf(word)})
		case s == howMany && last == place && strings.HasSuffix(strings.TrimRight(text[:m[0]], " "), "first"):
			for p := 2; p <= numeralOf(word); p++ { // "the first two"
				tokens = append(tokens, plainToken{place, p})
			}
		case s == howMany:
			tokens = append(tokens, plainToken{howMany, numeralOf(word)})
		case known:
			articles = articles || len(word) == 1 && bare(word) != ""
			tokens = append(tokens, plainToken{sense: s})
		case word == "\n":
			tokens = append(tokens, plainToken{sense: stop})
		case bare(word) != "":
			return nil, false
		}
	}
	return tokens, !letters || !articles
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

var ordinals = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}

func ordinalOf(word string) int {
	for i, name := range ordinals {
		if name == word {
			return i
		}
	}
	return strings.Index("一二三四五六", strings.TrimPrefix(word, "第"))/len("一") + 1
}

// numeralOf returns the number that a word from "zero" to "ten" stands for, or
// -1.
func numeralOf(word string) int {
	if word == "zero" {
		return 0
	}
	for i, name := range numerals {
		if i > 0 && name == word {
			return i
		}
	}
	return -1
}

// plain reads n decisions from a text of nothing but decisions and what they are
// about: "1-YES 2-NO", "Yes/Yes/No", "Followed: 1, 2. Not followed: 3",
// "Constraints 1 and 2 are met, but constraint 3 is not". A text with any other
// word in it, or that leaves one of the n open, is none of its concern.
func plain(text string, n int) ([]finding, error) {
	tokens, ok := plainTokens(text)
	if !ok {
		return nil, nil
	}
	r := plainReader{n: n, said: make([]finding, n)}
	var places, decisions bool
	for _, t := range tokens {
		switch t.sense {
		case place, all, none, others:
			places = true
		case met, notMet, unsure:
			r.after = r.after || !places
			decisions = true
		case howMany:
			if t.place != n {
				return nil, nil
			}
		case filler, verb, negation, pause, stop:
		}
	}
	switch {
	case !decisions:
		return nil, nil
	case !places:
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
	case met, notMet, unsure:
		return r.decide(map[sense]adhere.Outcome{met: adhere.Met, notMet: adhere.NotMet, unsure: adhere.Unsure}[t.sense])
	case place:
		return r.at(t.place)
	case all, none:
		return r.everywhere(t.sense == none)
	case others:
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
	case filler, howMany, pause:
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
		if t.sense == place {
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
		case met:
			o = adhere.OutcomeOf(!negated)
		case notMet:
			o = adhere.OutcomeOf(negated)
		case unsure:
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
	case len(words) == n:
		return words
	case len(clauses) == n && !slices.Contains(clauses, finding{}):
		return clauses
	}
	return nil
}
