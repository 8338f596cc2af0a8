package judge

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// tabled reads a table of n rows below its rule, each with one cell that is a
// decision and no more, or with a mark in one of two columns of which one stands
// for not being met. What stands behind the decision is its reason.
func tabled(reply, text string, asked []string) ([]finding, error) {
	rule := ruleRE.FindStringIndex(text)
	if rule == nil || !strings.Contains(text[rule[0]:rule[1]], "|") {
		return nil, nil
	}
	above := strings.Split(strings.TrimSuffix(original(reply, text, 0, rule[0]), "\n"), "\n")
	columns := heads(above[len(above)-1])
	var found []finding
	var labels []string
	var why error
	for line := range strings.SplitSeq(strings.TrimPrefix(original(reply, text, rule[1], len(text)), "\n"), "\n") {
		if !strings.Contains(line, "|") {
			break
		}
		f, label, err := row(cells(line), columns)
		labels = append(labels, label)
		if found = append(found, f); err != nil && why == nil {
			why = err
		}
	}
	switch {
	case len(found) != len(asked), errors.Is(why, noDecision):
		return nil, nil
	case why != nil:
		return nil, why
	}
	places, err := placesOf(labels, asked)
	return atPlaces(found, places), err
}

func cells(line string) []string {
	return strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
}

// A head is what the head of a column says of a yes or a mark below it.
type head struct {
	polarity int
	verdict  bool // it is nothing but a word for being met or not
}

func heads(line string) []head {
	var all []head
	for _, cell := range cells(line) {
		label := terms(mask(cell))
		h := head{polarity: polarity(label), verdict: has(label, yesWord, noWord, metWord, unmetWord, meetVerb, breakVerb, passWord, failWord, faultWord, tickSign, crossSign)}
		switch {
		case len(label) == 1 && has(label, noWord, crossSign):
			h.polarity = -1
		case has(label, content) && strings.HasSuffix(strings.TrimSpace(cell), "?") && !h.verdict:
			h.polarity = 0
		}
		all = append(all, h)
	}
	return all
}

// row reads one row of a table, and what stands before its decision.
func row(cells []string, columns []head) (f finding, label string, err error) {
	var got []finding
	var marked, empty []int
	at := 0
	for i, cell := range cells {
		text := strings.TrimSpace(asideRE.ReplaceAllString(mask(cell), ""))
		h := head{polarity: 1}
		if i < len(columns) {
			h = columns[i]
		}
		if h.verdict && strings.Trim(text, "-–— ") == "" {
			empty = append(empty, i)
			continue
		}
		said := words(text)
		if h.verdict && (len(said) == 1 && said[0].outcome == adhere.Met || strings.EqualFold(text, "x") || text == "•" || text == "●") {
			marked = append(marked, i)
		}
		if len(said) == 1 && answered(text) && h.polarity != 1 {
			if said = turned(said); h.polarity == 0 {
				return f, "", unclearAnswer
			}
		}
		if len(said) > 0 {
			at = i + 1
		}
		got = append(got, said...)
	}
	opposed := func(i, j int) bool { return columns[i].polarity != columns[j].polarity }
	switch {
	case slices.ContainsFunc(columns, func(h head) bool { return h.verdict && h.polarity == 1 }) && slices.ContainsFunc(columns, func(h head) bool { return h.verdict && h.polarity == -1 }):
		if len(marked) == 1 && len(empty) == 1 && opposed(marked[0], empty[0]) {
			return finding{outcome: adhere.OutcomeOf(columns[marked[0]].polarity == 1)}, strings.Join(cells[:min(marked[0], empty[0])], " "), nil
		}
		if len(empty) > 0 || len(got) != 2 || got[0].outcome != got[1].outcome {
			return f, "", bothDecisions
		}
	case len(got) != 1:
		return f, "", noDecision
	}
	got[0].reason = bare(strings.Join(cells[at:], " "))
	return got[0], strings.Join(cells[:at-1], " "), nil
}

// answered reports whether a cell answers the head of its column, and does not say
// itself what is met.
func answered(cell string) bool {
	return !slices.ContainsFunc(terms(cell), func(t term) bool { return t.decides() && !t.answers() })
}

// boxed reads n boxes or ticks and crosses, a line each, ticked where the answer
// is yes. Boxes that stand before a yes and a no are another thing, and so is a
// form of which none is ticked.
func boxed(reply string, asked []string) ([]finding, error) {
	n := len(asked)
	var found []finding
	var labels []string
	ticked, decides, boxes := 0, false, false
	for i, m := range boxRE.FindAllStringSubmatch(reply, -1) {
		if m[4] != "" && m[4] != strconv.Itoa(i+1) {
			return nil, nil // in another order
		}
		met := strings.TrimSpace(m[1]) != "" || m[2] != ""
		if met {
			ticked++
		}
		if _, ok := claimIn(mask(m[5])); ok {
			decides = true
		}
		boxes = boxes || m[2] == "" && m[3] == "" || strings.ContainsAny(m[2]+m[3], "☑☐☒")
		found = append(found, finding{outcome: adhere.OutcomeOf(met), reason: tidy(m[5])})
		label := labelRE.FindStringSubmatch(m[5])
		labels = append(labels, strings.Join(label[min(len(label), 4):min(len(label), 6)], ""))
	}
	switch {
	case len(found) != n, decides && (ticked == n || !boxes):
		return nil, nil
	case decides, ticked == 0:
		return nil, unreadable("its boxes do not say which is met")
	}
	places, err := placesOf(labels, asked)
	return atPlaces(found, places), err
}
