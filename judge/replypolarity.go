package judge

import "slices"

// unclearAnswer is why a yes or no cannot be read under a label or question of
// which it cannot be told whether it asks for what is met.
const unclearAnswer unreadable = "it cannot be told what its yes or no answers"

// polarity says what a yes to a label or question means: 1 that the demand is met,
// -1 that it is not, 0 that it cannot be told: "Contains a spelling error" may be
// what is demanded. A longer sentence is no label, but a reason.
func polarity(label []term) int {
	fault, negated, met, open, words := false, false, false, false, 0
	for _, t := range label {
		switch t.sense { //nolint:exhaustive // no other word has a polarity
		case faultWord, unmetWord, breakVerb, failWord:
			fault = true
		case negation, noWord, noneWord:
			negated = !negated
		case metWord, meetVerb, passWord, yesWord:
			met = true
		case content:
			open = open || !slices.Contains([]string{"any", "anything", "found", "exist", "detected", "noted", "something"}, t.text)
		}
		if t.sense <= failWord {
			words++
		}
	}
	switch asks := has(label[max(0, len(label)-1):], stop); {
	case words > 6 && !asks, fault && negated && !met, !fault && (!negated || open && !met):
		return 1
	case open, fault == met:
		return 0
	}
	return -1
}

// labelOf returns the line, or sentence, that some terms end with.
func labelOf(ts []term) []term {
	for i := len(ts) - 2; i >= 0; i-- {
		if ts[i].sense == stop {
			return ts[i+1:]
		}
	}
	return ts
}

// turn takes a decision for what it is as the answer to a label or question.
func (c *claim) turn(label []term) {
	switch polarity(label) {
	case -1:
		c.outcome = opposite(c.outcome)
	case 0:
		c.unclear = true
	}
}

// turned returns what decisions mean as answers to whether something is not met.
func turned(found []finding) []finding {
	for i := range found {
		found[i].outcome = opposite(found[i].outcome)
	}
	return found
}
