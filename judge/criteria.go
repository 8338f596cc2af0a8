package judge

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adhere"
)

type criterionPatterns struct{ mark, square, spoken, marked, round, only, rule, heading, taking, aside, textHead, pointsHead *regexp.Regexp }

var criterionCompiled = sync.OnceValue(func() criterionPatterns {
	re := func(s string) *regexp.Regexp {
		return regexp.MustCompile(`(?i)` + strings.NewReplacer(
			"NAME", `(?:weight|points?|score|worth|value)\s*[:=]?\s*`,
			"SIGNED", `([+\-−–]\s*\d{1,4}(?:\.\d+)?)`,
			"AMOUNT", `([+\-−–]?\s*\d{1,4}(?:\.\d+)?)`,
			"UNIT", `(?:points?|pts?\.?|/\s*10)`,
			"EM", "[*_`]*",
		).Replace(s))
	}
	return criterionPatterns{
		mark:       re(`^([\s>]*)(?:(?:#+\s*)?[*_]*(?:(?:c|#)?(\d{1,3})\s*(?:[.:)]EM|EM[.:)])|\((\d{1,3})\)|criterion\s*#?(\d{1,3})EM\s*[.:)]?EM)\s*|([-*•+])\s+(?:\[[ x]?\]\s+)?|#+\s*)?`),
		square:     re(`^EM\[\s*AMOUNT\s*\]EM`),
		spoken:     re(`^EM(?:NAMEAMOUNT|AMOUNT\s*UNIT|SIGNED)EM\s*[:—–-]EM\s`),
		marked:     re(`EM[\[(]EM\s*(?:NAMEAMOUNT|AMOUNT\s*UNIT|SIGNED)\s*UNIT?\s*EM[\])]EM`),
		round:      re(`^EM\(\s*AMOUNT\s*\)EM`),
		only:       re(`^\s*EM(?:(?:NAME)?EM\s*AMOUNT\s*UNIT?)[\s*_.]*$`),
		rule:       re(`^[\s|:-]*-[\s|:-]*$`),
		heading:    re(`^\s*(?:#+\s+.*|(?:\d{1,3}[.)]\s*)?(\*\*|__)[^*_]*(?:\*\*|__)\s*:?\s*|[^.!?]*:\s*)$`),
		taking:     re(`\b(?:negative|penalt(?:y|ies)|deductions?|minus|demerits?)\b`),
		aside:      re(`^[*_\s]*(?:why|rationale|reason(?:ing)?|note|explanation|total|source)\b`),
		textHead:   re(`^\W*(?:criteri(?:on|a)|requirements?|descriptions?|texts?|statements?|demands?)\W*$`),
		pointsHead: re(`^\W*(?:points?|weights?|scores?|pts?)\W*$`),
	}
})

// ReadCriteria reads the criteria of a rubric, each with its points: numbered
// or behind bullets, the points in brackets before or after the text or its
// title; a table with a column of points; or JSON. Those that give points come
// first. A line of the list without points is an error, and so is a list
// without any.
func ReadCriteria(reply string) (Decomposition, error) {
	out := Decomposition{Raw: reply}
	text, err := thought(reply)
	if err != nil {
		return out, err
	}
	list, err := criteriaInJSON(text)
	if list == nil && err == nil {
		if list, err = criteriaInTable(text); list == nil && err == nil {
			list, err = criteriaInLines(text)
		}
	}
	if err != nil {
		return out, err
	}
	if len(list) == 0 {
		return out, unreadable("no criterion with points in brackets is there")
	}
	for i := range list {
		if list[i].Text = bareCriterion(list[i].Text); bare(list[i].Text) == "" {
			return out, unreadable("criterion " + strconv.Itoa(i+1) + " has no text")
		}
	}
	slices.SortStableFunc(list, func(a, b adhere.Requirement) int { return cmp.Compare(sign(b.Weight), sign(a.Weight)) })
	out.Requirements = list
	return out, nil
}

func sign(points float64) int { return cmp.Compare(points, 0) }

// bareCriterion takes a bold title and marks of emphasis off a text.
func bareCriterion(text string) string {
	text = strings.Trim(tidy(text), " :—–-|")
	if plain := text[len(partCompiled().title.FindString(text)):]; bare(plain) != "" {
		text = plain
	}
	for _, mark := range []string{"**", "__"} {
		if strings.Count(text, mark)%2 == 1 || strings.HasPrefix(text, mark) && strings.HasSuffix(text, mark) {
			text = strings.ReplaceAll(text, mark, "")
		}
	}
	return strings.TrimSpace(text)
}

// criteriaInJSON reads the first list of objects that have points.
func criteriaInJSON(reply string) ([]adhere.Requirement, error) {
	values, _ := jsonIn(reply)
	for i := range values {
		if list, err := values[i].criteria(); list != nil || err != nil {
			return list, err
		}
	}
	if lines := eachObject(values); lines != nil {
		return lines.criteria()
	}
	return nil, nil
}

// eachObject is a list of objects that stand one after the other.
func eachObject(values []node) *node {
	n := &node{array: true}
	for i := range values {
		if !values[i].array {
			n.values = append(n.values, values[i])
		}
	}
	if len(n.values) == 0 {
		return nil
	}
	return n
}

// criteria reads a list of objects, or the first such list in an object.
func (n *node) criteria() ([]adhere.Requirement, error) {
	if !n.array {
		for i := range n.values {
			if list, err := n.values[i].criteria(); list != nil || err != nil {
				return list, err
			}
		}
		return nil, nil
	}
	var out []adhere.Requirement
	for i := range n.values {
		v := &n.values[i]
		if v.keys == nil {
			return nil, nil
		}
		text := v.text([]string{"criterion", "criteria", "requirement", "text", "description", "statement"})
		points, ok := v.points()
		switch {
		case text == "" && !ok:
			return nil, nil
		case text == "" || !ok:
			return nil, unreadable("object " + strconv.Itoa(i+1) + ": a text and its points are expected")
		}
		out = append(out, adhere.Requirement{Text: text, Weight: points})
	}
	return out, nil
}

func (n *node) points() (float64, bool) {
	for i, key := range n.keys {
		if !slices.Contains([]string{"points", "point", "weight", "score", "value"}, key) {
			continue
		}
		switch v := n.values[i].scalar.(type) {
		case float64:
			return v, true
		case string:
			return pointsOf(strings.TrimSpace(v))
		}
	}
	return 0, false
}

// pointsOf reads a number with its sign, and a unit behind it or none.
func pointsOf(text string) (float64, bool) {
	m := criterionCompiled().only.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.NewReplacer("−", "-", "–", "-", " ", "", "+", "").Replace(m[1]), 64)
	return n, err == nil
}

// criteriaInTable reads the rows of tables whose heads name a column of points
// and one of criteria.
func criteriaInTable(text string) ([]adhere.Requirement, error) {
	p := criterionCompiled()
	var out []adhere.Requirement
	var before []string
	points, criterion := -1, -1
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.Contains(line, "|") {
			points, criterion = -1, -1
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		switch {
		case p.rule.MatchString(line):
			points, criterion = slices.IndexFunc(before, p.pointsHead.MatchString), slices.IndexFunc(before, p.textHead.MatchString)
		case points >= 0 && criterion >= 0:
			if max(points, criterion) >= len(cells) {
				return nil, unreadable(strconv.Quote(line) + ": a cell is missing")
			}
			n, ok := pointsOf(cells[points])
			if !ok && bare(cells[points]) == "" {
				continue // a row that is a heading
			}
			if !ok {
				return nil, unreadable(strconv.Quote(line) + ": points are expected in column " + strconv.Itoa(points+1))
			}
			out = append(out, adhere.Requirement{Text: cells[criterion], Weight: n})
		}
		before = cells
	}
	return out, nil
}

// A criteriaReader reads a list line by line.
type criteriaReader struct {
	list    []adhere.Requirement
	last    int    // the number of the last line that had one
	taking  bool   // below a heading that says that points are taken
	open    bool   // a line may go on with the last criterion
	waiting string // a criterion whose points are expected on the next line
}

func criteriaInLines(text string) ([]adhere.Requirement, error) {
	var r criteriaReader
	for line := range strings.SplitSeq(unfence(text), "\n") {
		if err := r.line(strings.TrimRight(line, " \t\r")); err != nil {
			return nil, err
		}
	}
	return r.list, r.owed()
}

// owed is the error of a criterion whose points did not come.
func (r *criteriaReader) owed() error {
	if r.waiting == "" {
		return nil
	}
	return unreadable(strconv.Quote(r.waiting) + ": points in brackets are expected")
}

func (r *criteriaReader) line(line string) error {
	p := criterionCompiled()
	m := p.mark.FindStringSubmatch(line)
	body, number := line[len(m[0]):], m[2]+m[3]+m[4]
	listed := number+m[5] != ""
	indented := len(m[1]) > 1
	if n, ok := pointsOf(body); ok && r.waiting != "" {
		return r.add(r.waiting, pointsMark{value: n, plus: strings.Contains(body, "+")})
	}
	points, text, ok := splitPoints(body, listed)
	switch {
	case body == "":
		r.open = false
	case ok && (listed || points.leads):
		if err := cmp.Or(r.owed(), r.counted(number, line)); err != nil {
			return err
		}
		return r.add(text, points)
	case p.heading.MatchString(line):
		r.open, r.taking = false, p.taking.MatchString(line)
		return r.owed()
	case p.aside.MatchString(body):
	case r.open && (indented || !listed && !ended(r.list[len(r.list)-1].Text, body)):
		r.list[len(r.list)-1].Text += " " + body
	case number != "" || m[5] != "" && len(r.list) > 0 && !indented:
		if err := cmp.Or(r.owed(), r.counted(number, line)); err != nil {
			return err
		}
		r.waiting = body
	}
	return nil
}

// ended reports whether a text is at its end, and the next line no part of it.
func ended(text, next string) bool {
	return strings.ContainsAny(text[len(text)-1:], `.!?)*"`) && (next[0] < 'a' || next[0] > 'z')
}

// counted holds that numbers go on by one or start anew. A line without one
// is not held to anything.
func (r *criteriaReader) counted(number, line string) error {
	if number == "" {
		return nil
	}
	n, err := strconv.Atoi(number)
	if err != nil || n != r.last+1 && n != 1 {
		return unreadable(strconv.Quote(line) + ": criterion " + strconv.Itoa(r.last+1) + " is expected")
	}
	r.last = n
	return nil
}

func (r *criteriaReader) add(text string, p pointsMark) error {
	if r.taking && !p.plus {
		p.value = -math.Abs(p.value)
	}
	r.list, r.open, r.waiting = append(r.list, adhere.Requirement{Text: text, Weight: p.value}), true, ""
	return nil
}

// A pointsMark is what a line says about points.
type pointsMark struct {
	value float64
	plus  bool // it is written with a plus sign
	leads bool // it stands before any text
}

// splitPoints finds the points of a criterion: before its text, else in
// brackets that say that they are points, or have a sign.
func splitPoints(body string, listed bool) (mark pointsMark, text string, ok bool) {
	p := criterionCompiled()
	ways := []*regexp.Regexp{p.square, p.spoken, p.marked}
	if listed {
		ways = append(ways, p.round)
	}
	for _, re := range ways {
		m := re.FindStringSubmatchIndex(body)
		if m == nil {
			continue
		}
		said := ""
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				said = body[m[i]:m[i+1]]
			}
		}
		before, after := strings.TrimSpace(body[:m[0]]), strings.TrimLeft(body[m[1]:], " :—–-")
		if mark.value, ok = pointsOf(said); ok && bare(before+after) != "" {
			mark.plus, mark.leads = strings.Contains(said, "+"), before == ""
			return mark, joined(before, after), true
		}
	}
	return mark, "", false
}

// joined puts a text together again out of which points were taken: a bold
// title is dropped, as is what is only a mark.
func joined(before, after string) string {
	switch {
	case bare(after) == "":
		return before
	case bare(before) == "", strings.HasPrefix(before, "**"):
		return after
	}
	return strings.TrimRight(before, " :—–-") + ": " + after
}
