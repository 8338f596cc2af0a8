package judge

import (
	"math"
	"regexp"
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

// claimIn reads one statement as a decision.
func claimIn(statement string) (claim, bool) {
	p := compiled()
	for _, re := range []*regexp.Regexp{p.leading, p.closing, p.therefore, p.answerIs, p.saying} {
		m := re.FindStringSubmatchIndex(statement)
		if m == nil {
			continue
		}
		if i := 2 * re.SubexpIndex("before"); i > 0 && hedged(statement[m[i]:m[i+1]]) {
			continue
		}
		if c, ok := claimOf(re, statement, m); ok {
			return c, true
		}
	}
	return claim{}, false
}

func claimOf(re *regexp.Regexp, statement string, m []int) (c claim, ok bool) {
	var group string
	for _, name := range []string{"unsure", "no", "yes", "shortno", "shortyes"} {
		if i := 2 * re.SubexpIndex(name); m[i] >= 0 {
			group, c.start, c.end = name, m[0], m[i+1]
			c.finding = outcomeIn(name, statement[m[i]:m[i+1]])
		}
	}
	c.tail = statement[m[2*re.SubexpIndex("tail")]:]
	c.formal = compiled().formal.MatchString(statement[c.start:c.end])
	return c, stands(group, strings.ToLower(statement[:c.end]), c.tail)
}

func outcomeIn(group, word string) finding {
	switch group {
	case "yes", "shortyes":
		return finding{outcome: adhere.Met}
	case "no", "shortno":
		return finding{outcome: adhere.NotMet}
	}
	return finding{outcome: adhere.Unsure, evidence: strings.ToUpper(tidy(word))}
}

// stands reports whether a decision's word ends there, and what follows is
// nothing, or an explanation: "No" decides, "No paragraph" does not.
func stands(group, upTo, tail string) bool {
	if bare(tail) == "" {
		return true
	}
	rest := strings.TrimLeft(tail, " \"'")
	first, _ := utf8.DecodeRuneInString(rest)
	spaced := len(rest) < len(tail) || !unicode.IsLetter(first) && !unicode.IsDigit(first)
	next := strings.TrimLeft(rest, ": ")
	switch {
	case compiled().opposed.MatchString(tail):
		return false // "Ja und nein"
	case strings.HasPrefix(group, "short") && first == ':' && next != "" && unicode.IsDigit(firstRune(next)):
		return false // "Met: 3 of 5" counts, and decides nothing
	case strings.ContainsRune(".,;:!)]}|(—–\n。、=>✅❌✓✗", first):
		return true
	case first == '-':
		return spaced && strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "->")
	case !spaced || group != "no" && group != "yes":
		return false
	case slices.ContainsFunc(noWords, func(no string) bool { return strings.HasSuffix(upTo, no) }):
		return compiled().pronoun.MatchString(tail)
	default:
		return first < unicode.MaxASCII
	}
}

// noWords open a decision, or a sentence about something else: "No problem",
// "Não consigo avaliar".
var noWords = []string{"no", " not", "não", "nao", "non", "nein", "nee", "nej", "nei", "nie", "nem", "tidak", "không"}

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
		if !ok || len(said) > 0 && c.outcome == adhere.Met && compiled().butLater.MatchString(c.tail) {
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
	for _, m := range compiled().letter.FindAllStringSubmatchIndex(text, -1) {
		at := max(m[2], m[4])
		said = append(said, claim{finding: finding{outcome: adhere.OutcomeOf(strings.EqualFold(text[at:at+1], "y"))}, start: m[0], end: at + 1})
	}
	return said
}

// retort finds a decision that opens a reply without a word of its own for it:
// "It does not.", "Absolutely!".
func retort(text string) []claim {
	p := compiled()
	all := statements(text)
	if len(all) == 0 || strings.TrimSpace(text[:all[0][0]]) != "" && !strings.HasSuffix(strings.TrimSpace(text[:all[0][0]]), "?") {
		return nil
	}
	start, end := all[0][0], all[0][1]
	m := p.retort.FindStringSubmatchIndex(text[start:end])
	if m == nil || p.offer.MatchString(text[end:]) {
		return nil
	}
	return []claim{{finding: finding{outcome: adhere.OutcomeOf(m[2] < 0 && m[4] < 0)}, tail: text[start+m[1] : end], start: start, end: start + m[1]}}
}

// capitals finds the words that were asked for, in capital letters within a
// sentence, wherever it has them: "I would answer with NO".
func capitals(text string) []claim {
	p := compiled()
	var said []claim
	for _, s := range statements(text) {
		for at := s[0]; at < s[1]; {
			m := p.capital.FindStringSubmatchIndex(text[at:s[1]])
			if m == nil {
				break
			}
			word := text[at+m[2] : at+m[3]]
			before := p.formula.ReplaceAllString(text[s[0]:at+m[2]], "")
			after := strings.TrimLeft(text[at+m[3]:s[1]], ` "`)
			aside := strings.HasSuffix(strings.TrimRight(before, ` "`), ",") && (after == "" || strings.ContainsAny(after[:1], ",:-")) && !p.reported.MatchString(before)
			if p.condition.MatchString(before) || !aside && !p.verdictTo.MatchString(before) {
				return nil
			}
			said = append(said, claim{finding: finding{outcome: adhere.OutcomeOf(word == "YES")}, tail: text[at+m[3] : s[1]], start: at + m[2], end: at + m[3]})
			at += m[3]
		}
	}
	return said
}

// isAside reports whether the statement that begins at a place answers a question on
// its own line, or is an item of a list.
func isAside(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return strings.HasSuffix(strings.TrimSpace(line), "?") || line == "" && compiled().side.MatchString(text[at:])
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
		p := compiled()
		led := c.outcome == adhere.Met && p.demandNot.MatchString(c.tail) || c.outcome == adhere.NotMet && p.demandMet.MatchString(c.tail)
		return c.aside || c.outcome == adhere.Met && last.outcome == adhere.NotMet && p.butLater.MatchString(c.tail) || led && last.outcome == opposite(c.outcome)
	})
}

// ticks finds the lines that a tick or a cross decides, for replies without
// a decision in words.
func ticks(text string) []claim {
	var said []claim
	for _, m := range compiled().tick.FindAllStringSubmatchIndex(text, -1) {
		said = append(said, claim{finding: finding{outcome: adhere.OutcomeOf(m[2] >= 0)}, start: m[0], end: m[1]})
	}
	return said
}

// demands finds the sentences that say of the constraint itself whether it is
// met, for replies without a formal decision.
func demands(text string) []claim {
	p := compiled()
	var said []claim
	for _, s := range statements(text) {
		sentence := text[s[0]:s[1]]
		denied, affirmed := p.demandNot.FindStringIndex(sentence), p.demandMet.FindStringIndex(sentence)
		if at := min(placeOf(denied), placeOf(affirmed)); at < len(sentence) && p.reported.MatchString(sentence[:at]) {
			continue // what is judged says so
		}
		c := claim{start: s[0], end: s[0]}
		switch {
		case denied != nil && !hedged(sentence[:denied[0]]):
			c.outcome, c.tail = adhere.NotMet, sentence[denied[1]:]
		case denied == nil && affirmed != nil && !hedged(sentence[:affirmed[0]]):
			c.outcome, c.tail = adhere.Met, sentence[affirmed[1]:]
		default:
			continue
		}
		said = append(said, c)
	}
	return said
}

// hedged reports whether what stands before a statement in its sentence makes it
// a condition, or, in the same clause, turns it round.
func hedged(before string) bool {
	p := compiled()
	return p.withheld.MatchString(before) || p.condition.MatchString(p.clause.ReplaceAllString(before, ""))
}

// placeOf returns where a match begins, or a place behind any text.
func placeOf(match []int) int {
	if match == nil {
		return math.MaxInt
	}
	return match[0]
}

// decide reads the one decision of a reply, or says why there is none: the
// first clear one counts unless a later one, or its explanation, contradicts
// it.
func decide(reply string) (finding, error) {
	text := mask(reply)
	said := formal(reply, text, claims(text))
	if len(said) == 0 {
		return finding{}, noDecision
	}
	first, last := said[0], said[len(said)-1]
	for _, c := range append(capitals(text[:first.start]), said...) {
		conceded := c.end < first.start && c.outcome == adhere.Met && compiled().butLater.MatchString(c.tail)
		if c.outcome != first.outcome && !conceded {
			return finding{}, bothDecisions
		}
	}
	if err := last.doubted(text[last.end:]); err != nil {
		return finding{}, err
	}
	f := first.finding
	f.reason = without(reply, text, said)
	return f, nil
}

// formal leaves out what stands in quotation marks, where the reply also has the
// words that were asked for ("Final Answer is Constraint followed") outside of
// any: a judge that quotes the answer "No" does not say no.
func formal(reply, text string, said []claim) []claim {
	p := compiled()
	if len(said) < 2 || !slices.ContainsFunc(said, func(c claim) bool { return p.asked.MatchString(text[c.start:c.end]) }) {
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
	p := compiled()
	for _, m := range p.opposite.FindAllStringSubmatch(rest, -1) {
		if yes := strings.EqualFold(m[1], "yes"); yes != (c.outcome == adhere.Met) && !p.butLater.MatchString(rest) && c.outcome.Decided() {
			return bothDecisions
		}
	}
	if c.outcome == adhere.Met && c.formal && p.breach.MatchString(c.tail) || c.outcome == adhere.NotMet && c.formal && p.partly.MatchString(c.tail) {
		return bothDecisions
	}
	for _, m := range p.shouted.FindAllStringSubmatch(c.tail, -1) {
		if (m[1] == "YES") != (c.outcome == adhere.Met) && c.outcome.Decided() {
			return bothDecisions
		}
	}
	if other, ok := claimIn(rest); ok && c.outcome.Decided() && other.outcome == opposite(c.outcome) {
		return bothDecisions
	}
	switch {
	case p.amended.MatchString(rest):
		return unreadable("what follows its decision changes it")
	case p.asking.MatchString(rest):
		return unreadable("it asks for something and decides nothing")
	}
	rest = p.harmless.ReplaceAllString(rest, "")
	if m := p.concession.FindString(rest); m != "" && !p.condition.MatchString(rest[len(m):]) {
		rest, c.tail = rest[len(m):], "" // "Yes, although a, b": b is the reason
	}
	met, not := p.demandMet.MatchString(rest), p.demandNot.MatchString(rest)
	doubts := map[adhere.Outcome]bool{
		adhere.Met:    p.butLater.MatchString(rest) || p.butNow.MatchString(c.tail) || p.partly.MatchString(c.tail) || p.denied.MatchString(rest) || not && !met,
		adhere.NotMet: p.butNow.MatchString(c.tail) || p.affirmed.MatchString(rest) || met && !not && !p.butLater.MatchString(rest),
	}
	if c.outcome.Decided() && (doubts[c.outcome] || p.hedge.MatchString(rest)) {
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
	reason = compiled().numbered.ReplaceAllString(reason, "")
	if reason = strings.TrimLeft(reason, " *_#.,:;!。，：；、-–—"); bare(reason) == "" {
		return ""
	}
	reason = strings.TrimRight(reason, " *_#-–—:")
	if strings.Count(reason, `"`)%2 == 1 || strings.Count(reason, "“") > strings.Count(reason, "”") {
		reason = strings.Trim(reason, `"“`) // the decision took the other one
	}
	return reason
}
