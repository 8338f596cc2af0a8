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

// claims returns the statements of a reply that decide.
func claims(text string) []claim {
	var said []claim
	for _, s := range statements(text) {
		c, ok := claimIn(text[s[0]:s[1]])
		if c.start, c.end = s[0]+c.start, s[0]+c.end; ok {
			said = append(said, c)
		}
	}
	said = verdictsOf(text, said)
	if len(said) == 0 {
		said = ticks(text)
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

// verdictsOf leaves out what only concedes a point beside a no, as "Yes, but" and "Yes,
// mostly" do, and what is open before a decision that concludes. A reply that ends with a
// question decides nothing.
func verdictsOf(text string, said []claim) []claim {
	if len(said) == 0 || strings.HasSuffix(strings.TrimSpace(text), "?") {
		return nil
	}
	last := said[len(said)-1]
	concludes := last.outcome.Decided() && has(terms(text[last.start:last.end]), judging, leadWord, demandNoun)
	denies := slices.ContainsFunc(said, func(c claim) bool { return c.outcome == adhere.NotMet })
	return slices.DeleteFunc(said, func(c claim) bool {
		return c.outcome == adhere.Unsure && concludes ||
			c.outcome == adhere.Met && denies && (butLaterRE.MatchString(c.tail) || butNowRE.MatchString(c.tail) || partlyRE.MatchString(c.tail) || limited(c.tail))
	})
}

// ticks finds the lines that a tick or a cross decides, for replies without
// a decision in words, or else the only one, at the end.
func ticks(text string) []claim {
	var said []claim
	all := tickRE.FindAllStringSubmatchIndex(text, -1)
	if all == nil {
		all = lastTickRE.FindAllStringSubmatchIndex(text, 1)
	}
	for _, m := range all {
		said = append(said, claim{finding: finding{outcome: adhere.OutcomeOf(m[2] >= 0)}, start: m[0], end: m[1]})
	}
	return said
}

// demanded reports whether terms call something met, and not met.
func demanded(ts []term) (met, not bool) {
	negated := false
	for i, t := range ts {
		switch t.sense {
		case metWord, unmetWord, meetVerb, breakVerb:
			if t.sense == metWord || t.sense == unmetWord || has(ts[i+1:min(i+4, len(ts))], demandNoun) {
				said := (t.sense == metWord || t.sense == meetVerb) != negated
				met, not = met || said, not || !said
			}
			negated = false
		case content:
			if strings.HasPrefix(t.text, "violation") || strings.HasPrefix(t.text, "breach") {
				met, not = met || negated, not || !negated
			}
			negated = false
		case negation, noWord:
			negated = true
		case filler, verb, assertion:
		default:
			negated = false
		}
	}
	return met, not
}

// decide reads the one decision of a reply, or says why there is none: the
// first clear one counts unless a later one, or its explanation, contradicts
// it.
func decide(reply string) (finding, error) { return decideIn(reply, mask(reply)) }

func decideIn(reply, text string) (finding, error) {
	said := claims(text)
	if formalEndRE.MatchString(text) { // as the prompt asks for it: other words before it are matter
		said = slices.DeleteFunc(said, func(c claim) bool { return !c.formal })
	}
	if len(said) == 0 {
		return finding{}, noDecision
	}
	first, last := said[0], said[len(said)-1]
	if slices.ContainsFunc(said, func(c claim) bool { return c.outcome != first.outcome }) {
		at := 0 // behind the last words that take back what is before: "NO. Wait, it is there. So YES."
		for _, m := range recantsRE.FindAllStringIndex(text[:last.end], -1) {
			if m[1] <= last.start || m[1] < last.end && !has(terms(text[m[1]:last.end]), content) {
				at = m[1]
			}
		}
		if at > 0 && bare(last.tail) == "" && !othersRE.MatchString(text[max(at, last.start):]) {
			return decide(original(reply, text, at, len(text)))
		}
		return finding{}, bothDecisions
	}
	after := text[last.end:]
	rest := blank(harmlessRE, after, " ")
	if last.outcome == adhere.Met && (onlySoRE.MatchString(text) || limited(rest)) {
		return finding{}, unreadable("it limits its decision")
	}
	if err := last.doubted(after, rest); err != nil {
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
		return len(of) == 2 && amountOf(of[0].text) != amountOf(of[1].text) && !slices.ContainsFunc(of, func(t term) bool { return t.sense != number && t.sense != countWord && t.text != "one" })
	})
}

// unsettled reports whether what follows a decision takes it back, or says that its
// judge is not certain.
func unsettled(after string) bool { return recantsRE.MatchString(after) || doubtsRE.MatchString(after) }

// doubted says what after a decision takes it back, or in the rest of that without
// what is harmless.
func (c *claim) doubted(after, rest string) error {
	ts := terms(rest)
	if c.outcome.Decided() && opposed(rest, ts, map[adhere.Outcome]sense{adhere.Met: noWord, adhere.NotMet: yesWord}[c.outcome]) {
		return bothDecisions
	}
	switch {
	case recantsRE.MatchString(rest):
		return unreadable("what follows its decision changes it")
	case askingRE.MatchString(rest):
		return unreadable("it asks for something and decides nothing")
	}
	met, not := demanded(ts)
	doubts := map[adhere.Outcome]bool{
		adhere.Met:    butLaterRE.MatchString(rest) || butNowRE.MatchString(c.tail) || partlyRE.MatchString(c.tail) || deniedRE.MatchString(rest) || not && !met,
		adhere.NotMet: butNowRE.MatchString(c.tail) || met && !not && !butLaterRE.MatchString(rest),
	}
	if c.outcome.Decided() && (doubts[c.outcome] || hedgeRE.MatchString(rest)) {
		return unreadable("its explanation casts doubt on its decision")
	}
	return nil
}

// opposed reports whether a text ends with a word of this sense, has one in capitals
// that is no part of a name (NO ENTRY, NO2), or one as a clause of its own: "I would say
// no", "The answer is then NON, I think", "Yes for the title, no for the rest".
func opposed(text string, ts []term, opposite sense) bool {
	sentence := 0
	for i, t := range ts {
		if t.sense == stop {
			sentence = i + 1
		}
		if t.sense != opposite || has(ts[sentence:i], condition) || has(ts[max(0, i-1):i], negation) || opposite == yesWord && butLaterRE.MatchString(text[t.end:]) {
			continue
		}
		word, rest := text[t.start:t.end], strings.TrimLeft(text[t.end:], " ")
		shouted := len(word) > 1 && word == strings.ToUpper(word) && word != t.text && !unicode.IsUpper(firstRune(rest)) && !unicode.IsDigit(firstRune(text[t.end:]))
		if shouted || bare(rest) == "" {
			return true
		}
		if i == 0 || has(ts[i-1:i], pause, colon, stop, contrast, leadWord) {
			if next := ts[i+1]; has([]term{next}, pause, stop, colon) || slices.Contains([]string{"for", "in", "on", "to", "as"}, next.text) {
				return true
			}
		}
	}
	return false
}

// besides returns what a reply says besides its decisions.
func besides(reply, text string, said []claim) string {
	var b strings.Builder
	cut := cutter{reply: reply, text: text}
	for _, c := range said {
		b.WriteString(cut.to(c.start) + " ")
		cut.to(c.end)
	}
	b.WriteString(cut.reply)
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
