package judge

import (
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// cells returns what stands between the bars of a line.
func cells(line string) []string {
	return strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
}

// A column is what the head of a column says of a yes or a mark below it.
type column int

const (
	anyColumn    column = iota
	metColumn           // for being met, and nothing else
	faultColumn         // for not being met
	reasonColumn        // for remarks
)

func columns(head string, asked []string) []column {
	var all []column
	for _, cell := range cells(head) {
		ts := terms(mask(cell))
		c := anyColumn
		switch label := strings.ToLower(cell); {
		case slices.Contains(reasonKeys, bare(label)):
			c = reasonColumn
		case (faultLabel{text: label, question: true}).faulty(asked), unasked(cell, ts, asked), len(ts) == 1 && has(ts, noWord, failWord, unmetWord, crossSign):
			c = faultColumn
		case has(ts, metWord, yesWord, passWord, tickSign) && !has(ts, content, negation, noWord, failWord, unmetWord):
			c = metColumn
		}
		all = append(all, c)
	}
	return all
}

// unasked reports whether the head of a column asks for something that nothing
// asked has a word of.
func unasked(cell string, ts []term, asked []string) bool {
	return strings.HasSuffix(strings.TrimSpace(cell), "?") && has(ts, content) && !has(ts, metWord, meetVerb, passWord, yesWord) &&
		!slices.ContainsFunc(stems(cell, content), func(s string) bool {
			return slices.Contains(stems(strings.Join(asked, " "), content), s)
		})
}

// tabled reads a table of n rows below its rule, each with one cell that is a
// decision and no more, or with a mark in one of two opposed columns. What stands
// behind the decision is its reason.
func tabled(reply, text string, asked []string) ([]finding, error) {
	rule := ruleRE.FindStringIndex(text)
	if rule == nil || !strings.Contains(text[rule[0]:rule[1]], "|") {
		return nil, nil
	}
	head := strings.TrimSuffix(original(reply, text, 0, rule[0]), "\n")
	heads := columns(head[strings.LastIndexByte(head, '\n')+1:], asked)
	var found []finding
	var labels []string
	under := -1 // the column of the decisions
	for line := range strings.SplitSeq(strings.TrimPrefix(original(reply, text, rule[1], len(text)), "\n"), "\n") {
		if !strings.Contains(line, "|") {
			break
		}
		row := cells(line)
		f, at, err := decideRow(row, heads)
		switch {
		case err != nil || at < 0:
			return nil, err
		case under >= 0 && under != at && under < len(row) && strings.TrimSpace(row[under]) == "":
			return nil, unclearAnswer // marks in columns of which one may stand for not being met
		}
		under = at
		if first := strings.TrimSpace(row[0]); first != "" && at > 0 && first != strconv.Itoa(len(found)+1) && heads[0] != reasonColumn {
			labels = append(labels, first)
		}
		f.reason = bare(strings.Join(row[min(at+1, len(row)):], " "))
		found = append(found, f)
	}
	if len(found) != len(asked) {
		return nil, nil
	}
	places, err := placesOf(labels, asked)
	return atPlaces(found, places), err
}

// decideRow reads one row, and where its decision stands: -1 if it has none, or two.
func decideRow(row []string, heads []column) (f finding, at int, err error) {
	opposed := [2]int{slices.Index(heads, metColumn), slices.Index(heads, faultColumn)}
	if opposed[0] >= 0 && opposed[1] >= 0 && max(opposed[0], opposed[1]) < len(row) {
		return decideOpposed(row, opposed)
	}
	at = -1
	for i, cell := range row {
		said := words(strings.TrimSpace(asideRE.ReplaceAllString(mask(cell), "")))
		switch {
		case len(said) == 0, i < len(heads) && heads[i] == faultColumn && at >= 0:
		case len(said) > 1, at >= 0 && said[0].outcome != f.outcome && err == nil:
			return f, -1, nil
		case i < len(heads) && heads[i] == faultColumn && !has(terms(mask(cell)), metWord, unmetWord):
			f, at, err = said[0], i, unclearAnswer
		default:
			f, at, err = said[0], i, nil
		}
	}
	return f, at, err
}

// decideOpposed reads a row with a column for being met and one for not: a mark
// in one of them, or a yes in one and a no in the other.
func decideOpposed(row []string, columns [2]int) (f finding, at int, err error) {
	var marked, empty, denied [2]bool // of the one for being met, and the other
	for k, i := range columns {
		cell := strings.TrimSpace(row[i])
		said := words(mask(cell))
		empty[k] = strings.Trim(cell, "-–— ") == ""
		marked[k] = len(said) == 1 && said[0].outcome == adhere.Met || slices.Contains([]string{"x", "X", "•", "●"}, cell)
		denied[k] = len(said) == 1 && said[0].outcome == adhere.NotMet
	}
	crossed := empty[0] && denied[1] && len(ticks(row[columns[1]])) == 1 // "❌" for what is violated
	at = max(columns[0], columns[1])
	switch {
	case marked[0] && !marked[1]:
		return finding{outcome: adhere.Met}, at, nil
	case marked[1] && (empty[0] || denied[0]), crossed, denied[0] && !empty[1] && !denied[1] && !marked[1]:
		return finding{outcome: adhere.NotMet}, at, nil
	}
	return f, -1, bothDecisions
}
