package judge

import (
	"slices"
	"strconv"
	"strings"
)

// cells returns what stands between the bars of a line.
func cells(line string) []string {
	return strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
}

// tabled reads a table of n rows below its rule, of which one column holds a
// decision in each row, and no other column any. What stands behind the decision is
// its reason. Prose is the reply without the table.
func tabled(reply, text string, asked []string) (found []finding, prose string, err error) {
	rule := ruleRE.FindStringIndex(text)
	if rule == nil || !strings.Contains(text[rule[0]:rule[1]], "|") {
		return nil, reply, nil
	}
	prose = strings.Join(slices.DeleteFunc(strings.Split(reply, "\n"), func(line string) bool { return strings.Contains(line, "|") }), "\n")
	head := strings.TrimSuffix(original(reply, text, 0, rule[0]), "\n")
	var rows [][]string
	for line := range strings.SplitSeq(strings.TrimPrefix(original(reply, text, rule[1], len(text)), "\n"), "\n") {
		if !strings.Contains(line, "|") {
			break
		}
		rows = append(rows, cells(line))
	}
	at, err := decisionColumn(cells(head[strings.LastIndexByte(head, '\n')+1:]), rows, asked)
	if err != nil || at < 0 {
		return nil, prose, err
	}
	if len(rows) != len(asked) {
		return nil, "", wrongCount(len(rows), len(asked))
	}
	var labels []string
	for i, row := range rows {
		numbered := slices.IndexFunc(row, func(cell string) bool { return placedRE.MatchString(mask(cell)) })
		if numbered >= 0 && elsewhere(mask(row[numbered]), i+1, len(rows)) {
			return nil, "", contraryNames
		}
		f := finding{outcome: decisionsIn(row[at])[0].outcome, reason: bare(strings.Join(row[at+1:], " "))}
		if first := strings.TrimSpace(row[0]); at > 0 && first != strconv.Itoa(i+1) {
			labels = append(labels, first)
		}
		found = append(found, f)
	}
	places, err := placesOf(labels, asked)
	return atPlaces(found, places), prose, err
}

// decisionsIn reads a cell that is decisions and no more.
func decisionsIn(cell string) []finding {
	return words(strings.TrimSpace(asideRE.ReplaceAllString(mask(cell), "")))
}

// decisionColumn returns the column in which each row of a table has its decision:
// -1 if there are no decisions. It may not be headed by what is not met, or by a
// question that nobody asked.
func decisionColumn(heads []string, rows [][]string, asked []string) (int, error) {
	at := -1
	for _, row := range rows {
		for i, cell := range row {
			if len(decisionsIn(cell)) != 1 {
				continue
			}
			if at >= 0 && at != i {
				return -1, unclearAnswer
			}
			at = i
		}
	}
	switch {
	case at < 0:
		return at, nil
	case at >= len(heads), slices.ContainsFunc(rows, func(row []string) bool { return at >= len(row) || len(decisionsIn(row[at])) != 1 }):
		return -1, unclearAnswer
	}
	ts := terms(mask(heads[at]))
	if (faultLabel{text: strings.ToLower(heads[at]), question: true}).faulty(asked) || unasked(heads[at], ts, asked) || has(ts, noWord, failWord, unmetWord, breakVerb, crossSign, negation) && !has(ts, yesWord, passWord) {
		return -1, unclearAnswer
	}
	return at, nil
}

// unasked reports whether the head of a column asks for something that nothing
// asked has a word of.
func unasked(head string, ts []term, asked []string) bool {
	return strings.HasSuffix(strings.TrimSpace(head), "?") && has(ts, content) &&
		!slices.ContainsFunc(stems(head, content), func(s string) bool {
			return slices.Contains(stems(strings.Join(asked, " "), content), s)
		})
}

// demandColumns are the fields that columns of a table hold, by the words at their
// head; "" is a number.
var demandColumns = map[string]string{
	"": "", "no": "", "nr": "", "number": "", "id": "",
	"message": "message", "msg": "message", "turn": "message", "message number": "message", "message no": "message",
	"binds": "binds", "what it binds": "binds", "scope": "binds", "applies to": "binds",
	"demand": "demand", "demands": "demand", "requirement": "demand", "constraint": "demand",
	"sure": "sure", "certain": "certain", "unsure": "unsure",
}

// demandTable reads a table whose columns are all known, and which has a cell for
// each in every row, as a list of objects. The rest is the reply without it.
func demandTable(reply string) ([]node, string) {
	rule := ruleRE.FindStringIndex(reply)
	if rule == nil || !strings.Contains(reply[rule[0]:rule[1]], "|") {
		return nil, reply
	}
	above := strings.TrimSuffix(reply[:rule[0]], "\n")
	start := strings.LastIndexByte(above, '\n') + 1
	var keys []string
	for _, head := range cells(above[start:]) {
		key, known := demandColumns[strings.ToLower(bare(head))]
		if !known {
			return nil, reply
		}
		keys = append(keys, key)
	}
	var rest strings.Builder
	rest.WriteString(reply[:start])
	list := node{array: true}
	for line := range strings.Lines(strings.TrimPrefix(reply[rule[1]:], "\n")) {
		if !strings.Contains(line, "|") {
			rest.WriteString(line)
			continue
		}
		row := node{}
		for i, cell := range cells(strings.ReplaceAll(line, `\|`, "\x00")) {
			if i == len(keys) {
				return nil, reply
			}
			if keys[i] != "" {
				row.keys, row.values = append(row.keys, keys[i]), append(row.values, node{scalar: strings.ReplaceAll(cell, "\x00", "|")})
			}
		}
		list.values = append(list.values, row)
	}
	return []node{list}, rest.String()
}
