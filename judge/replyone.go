package judge

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adhere"
)

// A claim is a statement of a decision in a reply.
type claim struct {
	finding
	tail       string // what follows in the same statement: an explanation
	start, end int    // in the mask, in bytes: from the statement's start to the decision's end
	aside      bool   // answers a question that the judge asked itself, or stands in a list
	formal     bool   // says of the constraint that it is met or not
}

// claimIn reads one statement as a decision: the first word of the lexicon that
// decides and of which the words before it say that it is the judge's own.
func claimIn(statement string) (claim, bool) {
	ts := terms(statement)
	for v := range ts {
		if c, ok := claimAt(statement, ts, v); ok {
			return c, true
		}
	}
	return claim{}, false
}

// claimAt reads the term at a place as a decision. Before it stand only words
// that lead to one, from the start of the statement, or from a colon, a dash or
// a "so" on.
func claimAt(statement string, ts []term, v int) (c claim, ok bool) {
	if !ts[v].decides() && ts[v].sense != negation {
		return c, false
	}
	from, way := leadIn(ts, v)
	if way == nowhere {
		return c, false
	}
	if way != opening && withheld(ts[:from]) {
		return c, false
	}
	negated := false
	for _, t := range ts[from:v] {
		negated = negated != (t.sense == negation || t.sense == noWord)
	}
	end := v + 1
	switch s := ts[v].sense; s {
	case yesWord, noWord:
		if negated || s == noWord && negates(ts, v) || isCopula(ts, v) {
			return c, false
		}
		c.outcome = adhere.OutcomeOf(s == yesWord)
	case unsureWord:
		if end < len(ts) && (ts[end].sense == metWord || ts[end].sense == meetVerb) {
			end++
		}
		c.finding = finding{outcome: adhere.Unsure, evidence: strings.ToUpper(tidy(statement[ts[v].start:ts[end-1].end]))}
	case metWord, passWord, unmetWord, failWord:
		if isLabel(ts, v) {
			return c, false
		}
		c.outcome = adhere.OutcomeOf((s == metWord || s == passWord) != negated)
	case negation: // "Unfortunately not."
		if way != opening || v == 0 || bare(statement[ts[v].end:]) != "" || !has(ts[:v], leadWord) {
			return c, false
		}
		c.outcome = adhere.NotMet
	case meetVerb, breakVerb:
		bare := !strings.HasSuffix(strings.Fields(ts[v].text)[0], "s") && !has(ts[from:v], verb, negation) // "follow"
		if bare && s == meetVerb || v > 0 && ts[v-1].text == "to" || !takesDemand(ts[end:]) {
			return c, false
		}
		c.outcome = adhere.OutcomeOf((s == meetVerb) != negated)
	default:
		return c, false
	}
	c.start, c.end = 0, ts[end-1].end
	c.tail = statement[c.end:]
	if end < len(ts) && ts[end].sense == condition && slices.ContainsFunc(ts[from:v], func(t term) bool { return strings.HasSuffix(t.text, "would") || strings.HasSuffix(t.text, "would be") }) {
		return c, false // "It would be a yes if"
	}
	c.formal = ts[v].sense == metWord || ts[v].sense == unmetWord
	return c, follows(ts, v, end, way, c.tail)
}

// withheld reports whether what stands before a statement in its sentence makes
// it a condition, or, in the same clause, turns it round.
func withheld(before []term) bool {
	clause := true
	for _, t := range slices.Backward(before) {
		switch t.sense {
		case condition:
			return true
		case denial, negation, noWord, noneWord, unsureWord:
			if clause {
				return true
			}
		case pause, colon, leadWord:
			clause = false
		default:
		}
	}
	return false
}

// The ways in which a decision is led to.
const (
	nowhere = iota
	opening // the statement opens with it
	setOff  // behind a colon or a dash
	derived // behind "so" or "the answer is"
)

// leadIn returns where the words begin that lead to a term, and in which way
// they do.
func leadIn(ts []term, v int) (from, way int) {
	way = opening
	for from = v; from > 0; from-- {
		switch t := ts[from-1]; t.sense {
		case filler, verb, assertion, judging, subject, demandNoun, leadWord, negation, number, other, tickSign, crossSign, pause, placeWord:
			continue
		case noWord, yesWord:
			if negates(ts, from-1) || isCopula(ts, from-1) {
				continue
			}
			way = nowhere
		case colon:
			way = setOff
		default:
			way = nowhere
		}
		break
	}
	if way == setOff && function(ts[:from]) {
		way = opening
	}
	if way != nowhere {
		return from, way
	}
	if from > 1 && ts[from-1].sense == contrast && ts[from-2].sense == pause {
		return from, derived
	}
	if from > 0 && from < v && ts[from].sense == pause && from < 5 { // "Sorry, no."
		return from, derived
	}
	for i := from; i < v; i++ {
		if i > 0 && ts[i-1].sense == pause && (ts[i].sense == leadWord || ts[i].text == "and") || ts[i].sense == judging && i+1 < len(ts) && ts[i+1].fills() {
			return i, derived
		}
	}
	return from, nowhere
}

// function reports whether terms are only those that lead to a decision.
func function(ts []term) bool {
	for i, t := range ts {
		switch t.sense {
		case filler, verb, assertion, judging, subject, demandNoun, leadWord, number, other, tickSign, crossSign, pause, colon, placeWord:
		case metWord, passWord:
			if i+1 >= len(ts) || ts[i+1].sense != colon {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// skip leaves out the terms of these senses that stand first.
func skip(ts []term, senses ...sense) []term {
	for len(ts) > 0 && slices.Contains(senses, ts[0].sense) {
		ts = ts[1:]
	}
	return ts
}

// negates reports whether a "no" turns the word after it round, as in "no se
// cumple".
func negates(ts []term, at int) bool {
	rest := skip(ts[at+1:], filler, verb, assertion)
	return has(rest[:min(1, len(rest))], metWord, meetVerb)
}

// isLabel reports whether a word for being met only says what the decision
// behind it is about: "Met: NO".
func isLabel(ts []term, at int) bool {
	rest := skip(ts[at+1:], colon, other, tickSign, crossSign)
	return at+1 < len(ts) && ts[at+1].sense == colon && has(rest[:min(1, len(rest))], yesWord, noWord, passWord, failWord) && (len(rest) == 1 || rest[1].sense >= colon)
}

// isCopula reports whether a 是 is the "is" before the decision.
func isCopula(ts []term, at int) bool {
	rest := skip(ts[at+1:], colon, other, tickSign, crossSign, filler, verb, assertion)
	return ts[at].text == "是" && has(rest[:min(1, len(rest))], yesWord, noWord, metWord, unmetWord, negation, passWord, failWord)
}

// takesDemand reports whether what stands behind a verb is a demand, or nothing.
func takesDemand(ts []term) bool {
	rest := skip(ts[:min(len(ts), 5)], filler, verb, assertion, negation)
	return len(ts) == 0 || has(ts[:1], pause, stop, colon) || has(rest[:min(1, len(rest))], demandNoun)
}

// follows reports whether what stands behind a decision lets it be one: nothing,
// a sign, or an explanation. "No" decides, "No paragraph" does not.
func follows(ts []term, v, end, way int, tail string) bool {
	if bare(tail) == "" {
		return true
	}
	next := ts[min(end, len(ts)-1)]
	rest := strings.TrimLeft(tail, " \"'")
	first, _ := utf8.DecodeRuneInString(rest)
	switch {
	case opposedRE.MatchString(tail):
		return false // "Ja und nein"
	case way == setOff:
		return false
	case way == derived:
		return next.sense == pause || next.sense == colon || next.sense == stop
	}
	switch s := ts[v].sense; {
	case (s == passWord || s == failWord || s == metWord || s == unmetWord) && first == ':' && unicode.IsDigit(firstRune(strings.TrimLeft(rest, ": "))):
		return false // "Met: 3 of 5" counts, and decides nothing
	case strings.ContainsRune(".,;:!)]}|(—–\n。、=>✅❌✓✗", first):
		return true
	case first == '-':
		return strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "->")
	case s == passWord, s == failWord, s == unsureWord:
		return false
	case s == noWord:
		return pronounRE.MatchString(tail)
	case s == yesWord:
		return first < unicode.MaxASCII && next.start > ts[end-1].end
	}
	return true
}

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

// has reports whether one of some terms has one of these senses.
func has(ts []term, senses ...sense) bool {
	return slices.ContainsFunc(ts, func(t term) bool { return slices.Contains(senses, t.sense) })
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

// ofDemand reads a verb or participle that says whether a demand is met, with
// the words directly before it: "does not meet the requirement".
func ofDemand(ts []term, v int) (adhere.Outcome, bool) {
	from, negated := v, false
	for ; from > 0 && (ts[from-1].fills() || ts[from-1].sense == negation); from-- {
		negated = negated != (ts[from-1].sense == negation)
	}
	s := ts[v].sense
	switch s {
	case meetVerb, breakVerb:
		passive := s == breakVerb && from < v && clauseHas(ts[:from], demandNoun) // "the constraint was broken"
		if v > 0 && ts[v-1].text == "to" || !passive && (!has(ts[v+1:min(v+4, len(ts))], demandNoun) || !takesDemand(ts[v+1:])) {
			return "", false
		}
	case metWord, unmetWord:
		if !clauseHas(ts[:from], demandNoun) || from == v {
			return "", false
		}
	default:
		return "", false
	}
	if withheld(ts[:from]) || has(ts[:from], reportVerb) {
		return "", false
	}
	return adhere.OutcomeOf((s == meetVerb || s == metWord) != negated), true
}

// clauseHas reports whether the clause that ends there holds such a word.
func clauseHas(ts []term, want sense) bool {
	for _, t := range slices.Backward(ts) {
		if t.sense == want {
			return true
		}
		if has([]term{t}, pause, colon, metWord, unmetWord, meetVerb) {
			break
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
	if err := last.doubted(text[last.end:]); err != nil {
		return finding{}, err
	}
	f := first.finding
	f.reason = without(reply, text, said)
	return f, nil
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

// without returns what a reply says besides its decisions.
func without(reply, text string, said []claim) string {
	runes := []rune(reply)
	var b strings.Builder
	at := 0
	for _, c := range said {
		start, end := utf8.RuneCountInString(text[:c.start]), utf8.RuneCountInString(text[:c.end])
		b.WriteString(string(runes[at:max(at, start)]) + " ")
		at = max(at, end)
	}
	b.WriteString(string(runes[at:]))
	reason := tidy(strings.NewReplacer("<END>", "", "```", "").Replace(b.String()))
	reason = strings.TrimSuffix(reason, "<") // of an end mark that the next item begins with
	reason = numberedRE.ReplaceAllString(reason, "")
	if reason = strings.TrimLeft(reason, " *_#.,:;!。，：；、-–—"); bare(reason) == "" {
		return ""
	}
	reason = strings.TrimRight(reason, " *_#-–—:")
	if strings.Count(reason, `"`)%2 == 1 || strings.Count(reason, "“") > strings.Count(reason, "”") {
		reason = strings.Trim(reason, `"“`) // the decision took the other one
	}
	return reason
}
