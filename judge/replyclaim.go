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
	formal     bool   // says of the constraint that it is met or not
}

// claimIn reads one statement as a decision: the first word of the lexicon that
// decides and of which the words before it say that it is the judge's own. One that
// only says that it is open gives way to a later one: "Partially, so NO".
func claimIn(statement string) (found claim, ok bool) {
	ts := terms(statement)
	for v := range ts {
		if c, said := claimAt(statement, ts, v); said && (!ok || c.outcome.Decided()) {
			found, ok = c, true
		}
		if found.outcome.Decided() {
			break
		}
	}
	return found, ok
}

// claimAt reads the term at a place as a decision. Before it stand only words
// that lead to one, from the start of the statement, or from a colon, a dash or
// a "so" on.
func claimAt(statement string, ts []term, v int) (c claim, ok bool) {
	if !ts[v].decides() || ts[v].sense >= metWord && isLabel(ts, v) {
		return c, false
	}
	from, way := leadIn(ts, v)
	if way == nowhere || ts[v].sense != unsureWord && withheld(ts[:from]) {
		return c, false
	}
	negated := false
	for _, t := range ts[from:v] {
		negated = negated != (t.sense == negation || t.sense == noWord)
	}
	end := v + 1
	switch s := ts[v].sense; s {
	case yesWord, noWord:
		if negated || isCopula(ts, v) {
			return c, false
		}
		c.outcome = adhere.OutcomeOf(s == yesWord)
	case unsureWord:
		if end < len(ts) && ts[end].sense == metWord {
			end++
		}
		c.finding = finding{outcome: adhere.Unsure, evidence: strings.ToUpper(tidy(statement[ts[v].start:ts[end-1].end]))}
	case metWord, passWord, unmetWord, failWord:
		if v > 0 && ts[v-1].text == "be" {
			return c, false // "must be met"
		}
		c.outcome = adhere.OutcomeOf((s == metWord || s == passWord) != negated)
	case meetVerb, breakVerb:
		plain := !strings.HasSuffix(strings.Fields(ts[v].text)[0], "s") && !has(ts[from:v], verb, negation) // "follow"
		if plain && s == meetVerb || v > 0 && ts[v-1].text == "to" || !takesDemand(ts[end:]) {
			return c, false
		}
		c.outcome = adhere.OutcomeOf((s == meetVerb) != negated)
		if rest := skip(ts[end:], filler); way == derived && has(rest[:min(1, len(rest))], demandNoun) {
			end = len(ts) - len(rest) + 1
		}
	default:
		return c, false
	}
	if way == derived { // what stands before is its reason
		c.start = ts[from].start
	}
	c.end = ts[end-1].end
	c.tail = statement[c.end:]
	if rest := skip(ts[end:], filler); has(rest[:min(1, len(rest))], condition) && slices.ContainsFunc(ts[from:v], func(t term) bool { return strings.HasSuffix(t.text, "would") || strings.HasSuffix(t.text, "would be") }) {
		return c, false // "It would be a yes if"
	}
	c.formal = ts[v].sense >= metWord && ts[v].sense < passWord
	return c, follows(ts, v, end, way, c.tail)
}

// withheld reports whether what stands before a statement in its sentence makes
// it a condition, or, in the same clause, turns it round.
func withheld(before []term) bool {
	clause := true
	for i, t := range slices.Backward(before) {
		if t.text == "had" && (i == 0 || before[i-1].sense == pause) {
			return true // "Had it rhymed, "
		}
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
			if from > 2 && ts[from-2].sense == leadWord && ts[from-3].sense == pause {
				continue // "so: NO"
			}
			way = setOff
		default:
			way = nowhere
		}
		break
	}
	if leadsOnly(ts[:from]) {
		way = opening
	}
	if way != nowhere {
		return from, way
	}
	if from > 1 && ts[from-1].sense == contrast && ts[from-2].sense == pause {
		return from, derived
	}
	for i := from; i < v; i++ {
		if ts[i-1].sense == pause && (ts[i].sense == leadWord || ts[i].text == "and") || ts[i].sense == judging && ts[i+1].fills() {
			return i, derived
		}
	}
	if ts[from].sense == pause && from < 5 { // "Sorry, no."
		return from, derived
	}
	return from, nowhere
}

// leadTo returns where the words begin that lead to a term, which say nothing by
// themselves, set it off or have one of these senses, and the sense before them.
func leadTo(ts []term, v int, senses ...sense) (from int, before sense) {
	setOff := false
	for from = v; from > 0; from-- {
		t := ts[from-1]
		setOff = setOff || t.sense == colon
		if !t.fills() && t.sense != colon && (t.sense != judging || setOff) && !slices.Contains(senses, t.sense) {
			return from, t.sense
		}
	}
	return 0, stop
}

// clauseOf returns the last clause of some terms.
func clauseOf(ts []term) []term {
	for i, t := range slices.Backward(ts) {
		if t.sense == pause || t.sense == colon || t.sense == leadWord {
			return ts[i+1:]
		}
	}
	return ts
}

// leadsOnly reports whether terms are only those that lead to a decision.
func leadsOnly(ts []term) bool {
	for i, t := range ts {
		switch t.sense {
		case filler, verb, assertion, judging, subject, demandNoun, leadWord, number, other, tickSign, crossSign, pause, colon, placeWord:
		case metWord, passWord, meetVerb:
			if after := behindLabel(ts, i); !has(after[:min(1, len(after))], colon) {
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

// behindLabel returns what stands behind a word for being met and its demand.
func behindLabel(ts []term, at int) []term { return skip(ts[at+1:], filler, verb, demandNoun) }

// isLabel reports whether a word for being met only says what the decision
// behind it is about: "Met: NO".
func isLabel(ts []term, at int) bool {
	after := behindLabel(ts, at)
	rest := skip(after, colon, other, tickSign, crossSign)
	return has(after[:min(1, len(after))], colon) && has(rest[:min(1, len(rest))], yesWord, noWord, passWord, failWord) && (len(rest) == 1 || rest[1].sense >= colon)
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
	case opposedRE.MatchString(tail), (ts[v].sense == metWord || ts[v].sense == unmetWord) && revokedRE.MatchString(tail):
		return false // "Ja und nein", "followed by nobody"
	case way == setOff:
		return has(ts[v:v+1], yesWord, noWord, metWord, unmetWord) && (strings.ContainsRune("(–—", first) || tail[0] == ',')
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
	case s == noWord, s == yesWord:
		return pronounRE.MatchString(tail)
	case next.sense == content && !pronounRE.MatchString(tail):
		return false // "followed nowhere"
	}
	return true
}

// has reports whether one of some terms has one of these senses.
func has(ts []term, senses ...sense) bool {
	return slices.ContainsFunc(ts, func(t term) bool { return slices.Contains(senses, t.sense) })
}
