package judge

import (
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// A table is one in Markdown.
type table struct {
	heads []string
	rows  [][]string // below the rule
}

// tablesIn returns the tables of a reply, and the reply without their lines.
func tablesIn(reply string) (tables []table, rest string) {
	var others []string
	lines := strings.Split(reply, "\n")
	for i := 0; i < len(lines); i++ {
		if i+1 == len(lines) || !strings.Contains(lines[i+1], "|") || !ruleRE.MatchString(lines[i+1]) {
			others = append(others, lines[i])
			continue
		}
		t := table{heads: cells(lines[i])}
		for i++; i+1 < len(lines) && strings.Contains(lines[i+1], "|"); i++ {
			t.rows = append(t.rows, cells(lines[i+1]))
		}
		tables = append(tables, t)
	}
	return tables, strings.Join(others, "\n")
}

// cells returns what stands between the bars of a line.
func cells(line string) []string {
	const bar = "\x00" // one that divides nothing
	parts := strings.Split(strings.Trim(strings.ReplaceAll(strings.TrimSpace(line), `\|`, bar), "|"), "|")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(part, bar, "|")
	}
	return parts
}

// tabled reads the tables of a reply that have decisions, which must agree. The rest is
// the reply without tables.
func tabled(reply string, asked []string) (found []finding, rest string, err error) {
	tables, rest := tablesIn(reply)
	for _, t := range tables {
		got, err := t.decisions(asked)
		switch {
		case err != nil:
			return nil, rest, err
		case got != nil && found != nil && !agree(got, found):
			return nil, rest, bothDecisions
		case found == nil:
			found = got
		}
	}
	return found, rest, nil
}

// totalRE is the name of a row that sums up the others.
var totalRE = pattern(`^` + mark + `*(?:overall|total|summary|in total)(?: (?:result|score|verdict|answer|decision|assessment|met))?` + mark + `*$`)

// cutTotal takes off a last row beyond n that sums up the others, and returns its cells.
func (t *table) cutTotal(n int) (total []string) {
	last := len(t.rows) - 1
	if last < max(n, 1) || !totalRE.MatchString(firstFilled(t.rows[last])) {
		return nil
	}
	total, t.rows = t.rows[last], t.rows[:last]
	return total
}

// decisions reads a table of which one column holds a decision in each row, and no other
// column any. What stands behind the decision is its reason. Where one thing is asked,
// the rows may be about its parts.
func (t table) decisions(asked []string) ([]finding, error) {
	total := t.cutTotal(len(asked))
	at, err := t.decisionColumn(asked)
	if err != nil || at < 0 {
		return nil, err
	}
	if len(t.rows) != len(asked) && (len(asked) > 1 || !isPart(t.heads[0], asked[0])) {
		return nil, wrongCount(len(t.rows), len(asked))
	}
	var labels []string
	var found []finding
	for i, row := range t.rows {
		numbered := slices.IndexFunc(row, func(cell string) bool { return placedRE.MatchString(mask(cell)) })
		if numbered >= 0 && elsewhere(mask(row[numbered]), i+1, len(t.rows)) {
			return nil, contraryNames
		}
		f := finding{outcome: decisionsIn(row[at])[0].outcome, reason: bare(strings.Join(row[at+1:], " "))}
		if first := strings.TrimSpace(row[0]); at > 0 && first != strconv.Itoa(i+1) {
			labels = append(labels, first)
		}
		found = append(found, f)
	}
	if total != nil && at < len(total) {
		said := decisionsIn(total[at])
		switch {
		case len(said) != 1:
		case said[0].outcome != asWhole(found):
			return nil, bothDecisions
		case len(asked) == 1:
			return said, nil
		}
	}
	places, err := placesOf(labels, asked)
	return atPlaces(found, places), err
}

// asWhole returns the decision on a whole by those on its parts.
func asWhole(found []finding) adhere.Outcome {
	return adhere.OutcomeOf(!slices.ContainsFunc(found, func(f finding) bool { return f.outcome != adhere.Met }))
}

// isPart reports whether a label names a part that a question speaks of: "Line 2" of
// "Does every line rhyme?".
func isPart(label, asked string) bool {
	name, wording := stems(label, content), stems(asked, content)
	return name != nil && !slices.ContainsFunc(name, func(s string) bool { return !slices.Contains(wording, s) })
}

// firstFilled returns the first cell of a row that has something in it.
func firstFilled(row []string) string {
	return row[max(0, slices.IndexFunc(row, func(cell string) bool { return bare(cell) != "" }))]
}

// decisionsIn reads a cell that is decisions and no more.
func decisionsIn(cell string) []finding {
	return words(strings.TrimSpace(asideRE.ReplaceAllString(mask(cell), "")))
}

// decisionColumn returns the column in which each row of a table has its decision:
// -1 if there are no decisions. It may not be headed by what is not met, or by a
// question that nobody asked.
func (t table) decisionColumn(asked []string) (int, error) {
	at := -1
	for _, row := range t.rows {
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
	case at >= len(t.heads), slices.ContainsFunc(t.rows, func(row []string) bool { return at >= len(row) || len(decisionsIn(row[at])) != 1 }):
		return -1, unclearAnswer
	}
	head := t.heads[at]
	ts := terms(mask(head))
	if (faultLabel{text: strings.ToLower(head), question: true}).faulty(asked) || unasked(head, ts, asked) || has(ts, noWord, failWord, unmetWord, breakVerb, crossSign, negation) && !has(ts, yesWord, passWord) {
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
	tables, rest := tablesIn(reply)
	if len(tables) != 1 {
		return nil, reply
	}
	var keys []string
	for _, head := range tables[0].heads {
		key, known := demandColumns[strings.ToLower(bare(head))]
		if !known {
			return nil, reply
		}
		keys = append(keys, key)
	}
	list := node{array: true}
	for _, row := range tables[0].rows {
		if len(row) > len(keys) {
			return nil, reply
		}
		object := node{}
		for i, cell := range row {
			if keys[i] != "" {
				object.keys, object.values = append(object.keys, keys[i]), append(object.values, node{scalar: cell})
			}
		}
		list.values = append(list.values, object)
	}
	return []node{list}, rest
}
