package judge

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere"
)

// statements cuts a mask into its sentences and lines, in bytes. Questions are
// left out: they claim nothing.
func statements(text string) [][2]int {
	var out [][2]int
	start := 0
	cut := func(end, next int, question bool) {
		if !question && strings.TrimSpace(text[start:end]) != "" {
			out = append(out, [2]int{start, end})
		}
		start = next
	}
	for i, r := range text {
		size := utf8.RuneLen(r)
		next := i + size
		switch r {
		case '\n', '。':
			cut(i, next, false)
		case '.', '!', '?', ';':
			after, _ := utf8.DecodeRuneInString(text[next:])
			if next >= len(text) || !unicode.IsLetter(after) && !unicode.IsDigit(after) || after > unicode.MaxLatin1 {
				cut(i, next, r == '?')
			}
		}
	}
	cut(len(text), len(text), false)
	return out
}

// claims returns the statements of a reply that decide. A later "Yes" that a
// "but" takes back concedes a point, and decides nothing.
func claims(text string) []claim {
	var said []claim
	for _, s := range statements(text) {
		c, ok := claimIn(text[s[0]:s[1]])
		if !ok || len(said) > 0 && c.outcome == adhere.Met && butLaterRE.MatchString(c.tail) {
			continue
		}
		c.start, c.end = s[0]+c.start, s[0]+c.end
		c.aside = isAside(text, s[0])
		said = append(said, c)
	}
	said = verdictsOf(text, said)
	for _, find := range []func(string) []claim{capitals, demands, ticks, retort} {
		if len(said) == 0 {
			said = find(text)
		}
	}
	if abbreviated := letters(text); len(abbreviated) > 0 {
		said = append(said, abbreviated...)
		slices.SortStableFunc(said, func(a, b claim) int { return a.start - b.start })
	}
	return said
}

// letters finds the lines that are a Y or an N, and one that opens the reply.
func letters(text string) []claim {
	var said []claim
	for _, m := range letterRE.FindAllStringSubmatchIndex(text, -1) {
		if at := m[2]; at >= 0 && !has(terms(text[at:m[3]]), judging, demandNoun, metWord) {
			continue
		}
		at := max(m[4], m[6])
		said = append(said, claim{finding: finding{outcome: adhere.OutcomeOf(strings.EqualFold(text[at:at+1], "y"))}, start: m[0], end: at + 1})
	}
	return said
}

// retort finds a decision that opens a reply without a word of its own for it:
// "It does not.", "Absolutely!".
func retort(text string) []claim {
	all := statements(text)
	if len(all) == 0 || strings.TrimSpace(text[:all[0][0]]) != "" && !strings.HasSuffix(strings.TrimSpace(text[:all[0][0]]), "?") {
		return nil
	}
	start, end := all[0][0], all[0][1]
	m := retortRE.FindStringSubmatchIndex(text[start:end])
	if m == nil || offerRE.MatchString(text[end:]) {
		return nil
	}
	return []claim{{finding: finding{outcome: adhere.OutcomeOf(m[2] < 0)}, tail: text[start+m[1] : end], start: start, end: start + m[1]}}
}

// capitals finds the words that were asked for, in capital letters within a
// sentence that leads to a verdict or sets them off: "I would answer with NO".
func capitals(text string) []claim {
	var said []claim
	for _, s := range statements(text) {
		ts := terms(text[s[0]:s[1]])
		for i, t := range ts {
			next := firstRune(strings.TrimLeft(text[s[0]+t.end:s[1]], ` "`))
			if !t.shout || t.sense != yesWord && t.sense != noWord || unicode.IsUpper(next) || unicode.IsDigit(next) || i > 0 && ts[i-1].shout {
				continue
			}
			before, after := ts[:i], ts[i+1:]
			aside := i > 0 && before[i-1].sense == pause && (len(after) == 0 || after[0].sense == pause || after[0].sense == colon) && !has(before, reportVerb)
			if has(before, condition, denial, negation, noneWord) || !aside && i > 0 && !has(before, judging, demandNoun, leadWord) && !has(before[i-1:], other, tickSign, crossSign) && before[i-1].sense != colon {
				return nil
			}
			said = append(said, claim{finding: finding{outcome: adhere.OutcomeOf(t.text == "yes")}, tail: text[s[0]+t.end : s[1]], start: s[0] + t.start, end: s[0] + t.end})
		}
	}
	return said
}

// isAside reports whether the statement that begins at a place answers a question on
// its own line, or is an item of a list.
func isAside(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return strings.HasSuffix(strings.TrimSpace(line), "?") || line == "" && sideRE.MatchString(text[at:])
}

// verdictsOf leaves out what is decided on the way to a decision: answers to
// questions of the judge's own and items of a list, where neither is last, a
// "Yes, but" that leads to a no, and a "No, so the requirement is met" to a yes.
func verdictsOf(text string, said []claim) []claim {
	switch {
	case len(said) == 1 && said[0].aside && strings.HasSuffix(strings.TrimSpace(text), "?"):
		return nil // another question follows
	case len(said) < 2 || said[len(said)-1].aside:
		return said
	}
	last := said[len(said)-1]
	return slices.DeleteFunc(said, func(c claim) bool {
		met, not := demanded(c.tail)
		led := c.outcome == adhere.Met && not || c.outcome == adhere.NotMet && met
		return c.aside || c.outcome == adhere.Met && last.outcome == adhere.NotMet && butLaterRE.MatchString(c.tail) || led && last.outcome == opposite(c.outcome)
	})
}

// ticks finds the lines that a tick or a cross decides, for replies without
// a decision in words.
func ticks(text string) []claim {
	var said []claim
	for _, m := range tickRE.FindAllStringSubmatchIndex(text, -1) {
		said = append(said, claim{finding: finding{outcome: adhere.OutcomeOf(m[2] >= 0)}, start: m[0], end: m[1]})
	}
	return said
}

// demands finds the sentences that say of the demand itself whether it is met,
// for replies without a formal decision. One that denies it counts before one
// that affirms it.
func demands(text string) []claim {
	var said []claim
	for _, s := range statements(text) {
		ts := terms(text[s[0]:s[1]])
		var found *claim
		for v := range ts {
			if o, ok := ofDemand(ts, v); ok && (found == nil || o == adhere.NotMet && found.outcome == adhere.Met) {
				found = &claim{finding: finding{outcome: o}, start: s[0], end: s[0], tail: text[s[0]+ts[v].end : s[1]]}
			}
		}
		if found != nil {
			said = append(said, *found)
		}
	}
	return said
}

// demanded reports whether a text says that the demand is met, and that it is not.
func demanded(text string) (met, not bool) {
	for _, c := range demands(text) {
		met, not = met || c.outcome == adhere.Met, not || c.outcome == adhere.NotMet
	}
	return met, not
}

// breached reports whether a text holds words for not being met.
func breached(text string) bool {
	negated := false
	for _, t := range terms(text) {
		switch t.sense {
		case unmetWord:
			return true
		case negation:
			negated = true
		case metWord:
			if negated {
				return true
			}
		case filler, verb, assertion:
		default:
			negated = false
		}
	}
	return false
}

// decide reads the one decision of a reply, or says why there is none: the
// first clear one counts unless a later one, or its explanation, contradicts
// it.
func decide(reply string) (finding, error) {
	text := mask(reply)
	said, from := recanted(text, formal(reply, text, claims(text)))
	if len(said) == 0 {
		return finding{}, noDecision
	}
	first, last := said[0], said[len(said)-1]
	before := slices.DeleteFunc(capitals(text[from:max(from, first.start)]), func(c claim) bool { // "It seems to be YES, but"
		return c.outcome == adhere.Met && butLaterRE.MatchString(c.tail)
	})
	if slices.ContainsFunc(append(before, said...), func(c claim) bool { return c.outcome != first.outcome }) {
		return finding{}, bothDecisions
	}
	if last.outcome == adhere.Met && (onlySoRE.MatchString(text) || limited(text[last.end:])) {
		return finding{}, unreadable("it limits its decision")
	}
	if err := last.doubted(text[last.end:]); err != nil {
		return finding{}, err
	}
	f := first.finding
	f.reason = besides(reply, text, said)
	return f, nil
}

// limited reports whether what follows a yes holds a clause that is nothing but a
// limit: "for the most part", "9 of 10".
func limited(rest string) bool {
	return curbedRE.MatchString(rest) || slices.ContainsFunc(shareRE.FindAllStringSubmatch(rest, -1), func(m []string) bool {
		of := terms(m[1] + " " + m[2])
		return len(of) == 2 && of[0].text != of[1].text && !slices.ContainsFunc(of, func(t term) bool { return t.sense != number && t.sense != countWord && t.text != "one" })
	})
}

// recanted leaves out what a reply takes back in so many words before it decides
// anew in a statement of its own: "NO. Wait, it is there. So YES." From is where it
// has taken it back.
func recanted(text string, said []claim) (left []claim, from int) {
	if len(said) < 2 || bare(said[len(said)-1].tail) != "" {
		return said, 0
	}
	all := recantsRE.FindAllStringIndex(text[:said[len(said)-1].start], -1)
	if all == nil {
		return said, 0
	}
	from = all[len(all)-1][0]
	return slices.DeleteFunc(said, func(c claim) bool { return c.end <= from }), from
}

// formal leaves out what stands in quotation marks, where the reply also has the
// words that were asked for ("Final Answer is Constraint followed") outside of
// any: a judge that quotes the answer "No" does not say no.
func formal(reply, text string, said []claim) []claim {
	if len(said) < 2 || !slices.ContainsFunc(said, func(c claim) bool { return askedRE.MatchString(text[c.start:c.end]) }) {
		return said
	}
	return slices.DeleteFunc(said, func(c claim) bool {
		before := strings.TrimRight(original(reply, text, c.start, c.end), " ")
		after := []rune(reply)[utf8.RuneCountInString(text[:c.end]):]
		return len(after) > 0 && fold(after[0]) == '"' && strings.ContainsFunc(before, func(r rune) bool { return fold(r) == '"' })
	})
}

// doubted says what in the rest of a reply takes a decision back.
func (c *claim) doubted(rest string) error {
	for _, m := range oppositeRE.FindAllStringSubmatch(rest, -1) {
		if yes := strings.EqualFold(m[1], "yes"); yes != (c.outcome == adhere.Met) && !butLaterRE.MatchString(rest) && c.outcome.Decided() {
			return bothDecisions
		}
	}
	if c.outcome == adhere.Met && c.formal && breached(c.tail) || c.outcome == adhere.NotMet && c.formal && partlyRE.MatchString(c.tail) {
		return bothDecisions
	}
	for _, m := range shoutedRE.FindAllStringSubmatch(c.tail, -1) {
		if (m[1] == "YES") != (c.outcome == adhere.Met) && c.outcome.Decided() {
			return bothDecisions
		}
	}
	switch {
	case amendedRE.MatchString(rest), recantsRE.MatchString(rest):
		return unreadable("what follows its decision changes it")
	case askingRE.MatchString(rest):
		return unreadable("it asks for something and decides nothing")
	}
	rest = harmlessRE.ReplaceAllString(rest, "")
	if m := concessionRE.FindString(rest); m != "" && !has(terms(rest[len(m):]), condition, denial, negation, noneWord) {
		rest, c.tail = rest[len(m):], "" // "Yes, although a, b": b is the reason
	}
	met, not := demanded(rest)
	doubts := map[adhere.Outcome]bool{
		adhere.Met:    butLaterRE.MatchString(rest) || butNowRE.MatchString(c.tail) || partlyRE.MatchString(c.tail) || deniedRE.MatchString(rest) || not && !met,
		adhere.NotMet: butNowRE.MatchString(c.tail) || met && !not && !butLaterRE.MatchString(rest),
	}
	if c.outcome.Decided() && (doubts[c.outcome] || hedgeRE.MatchString(rest)) {
		return unreadable("its explanation casts doubt on its decision")
	}
	return nil
}

// besides returns what a reply says besides its decisions.
func besides(reply, text string, said []claim) string {
	runes := []rune(reply)
	var b strings.Builder
	at := 0
	for _, c := range said {
		start, end := utf8.RuneCountInString(text[:c.start]), utf8.RuneCountInString(text[:c.end])
		b.WriteString(string(runes[at:max(at, start)]) + " ")
		at = max(at, end)
	}
	b.WriteString(string(runes[at:]))
	reason := tidy(strings.ReplaceAll(fenceRE.ReplaceAllString(tableRE.ReplaceAllString(b.String(), ""), ""), "<END>", ""))
	reason = strings.TrimSuffix(reason, "<") // of an end mark that the next item begins with
	reason = numberedRE.ReplaceAllString(reason, "")
	from := strings.TrimLeft(reason, " *_#.,:;!。，：；、-–—")
	if !strings.ContainsFunc(from, unicode.IsLetter) {
		return ""
	}
	if strings.Contains(strings.TrimSuffix(reason, from), "**") { // a label in bold: its other mark goes too
		from = strings.Replace(from, "**", "", 1)
	}
	reason = from
	reason = marksRE.ReplaceAllString(reason, "")
	if strings.Count(reason, `"`)%2 == 1 || strings.Count(reason, "“") > strings.Count(reason, "”") {
		reason = strings.Trim(reason, `"“`) // the decision took the other one
	}
	return reason
}
