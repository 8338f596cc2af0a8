package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
)

// The patterns of criteria and their points.
var (
	criterionMarkRE       = criterionPattern(`^([\s>]*)(?:(?:#+\s*)?[*_]*(?:(?:c|#)?([\d０-９]{1,3})\s*(?:[.:)、．：]EM|EM[.:)、．：])|[(（]([\d０-９]{1,3})[)）]|criterion\s*#?([\d０-９]{1,3})EM\s*[.:)]?EM)\s*|([-*•+])\s+(?:\[[ x]?\]\s+)?|#+\s*)?`)
	criterionSquareRE     = criterionPattern(`^EM[\[［【]\s*AMOUNT\s*[\]］】]EM`)
	criterionSpokenRE     = criterionPattern(`^EM(?:NAMEAMOUNT|AMOUNT\s*UNIT|SIGNED)EM\s*[:—–-]EM\s`)
	criterionMarkedRE     = criterionPattern(`EMOPENEM\s*(?:NAMEAMOUNT|AMOUNT\s*UNIT|SIGNED)\s*UNIT?\s*EMCLOSEEM`)
	criterionRoundRE      = criterionPattern(`^EM[(（]\s*AMOUNT\s*[)）]EM`)
	criterionOnlyRE       = criterionPattern(`^\s*EM(?:(?:NAME)?EM\s*AMOUNT\s*UNIT?)[\s*_.]*$`)
	criterionRuleRE       = criterionPattern(`^[\s|:-]*-[\s|:-]*$`)
	criterionHeadingRE    = criterionPattern(`^\s*(?:#+\s+.*|(?:\d{1,3}[.)]\s*)?(\*\*|__)[^*_]*(?:\*\*|__)\s*:?\s*|[^.!?]*:\s*)$`)
	criterionTakingRE     = criterionPattern(`\b(?:negative|penalt(?:y|ies)|deductions?|minus|demerits?)\b`)
	criterionAsideRE      = criterionPattern(`^[*_\s]*(?:why|rationale|reason(?:ing)?|note|explanation|total|source|(?:what|which) (?:i|was|were)|(?:summary of |list of )?(?:the )?changes?)\b`)
	criterionTotalRE      = criterionPattern(`^\W*(?:(?:grand|maximum) )?(?:total|sum|maximum)(?: points?| score)?\W*$`)
	criterionChangedRE    = criterionPattern(`\s*\((?:improved|revised|new|changed|modified|updated|unchanged|corrected|rewritten|added|merged|split)\b[^()]*\)$`)
	criterionTextHeadRE   = criterionPattern(`^\W*(?:criteri(?:on|a)|requirements?|descriptions?|texts?|statements?|demands?)\W*$`)
	criterionPointsHeadRE = criterionPattern(`^\W*(?:points?|weights?|scores?|pts?)\W*$`)
)

// criterionPattern returns an expression in which case does not matter and words in
// capitals stand for parts that several have.
func criterionPattern(expression string) *lazyregexp.Regexp {
	return lazyregexp.New(`(?i)` + criterionParts.Replace(expression))
}

var criterionParts = strings.NewReplacer(
	"NAME", `(?:weight|points?|score|worth|value)\s*[:=]?\s*`,
	"SIGNED", `([+\-−–＋－]\s*[\d０-９]{1,4}(?:\.\d+)?)`,
	"AMOUNT", `([+\-−–＋－]?\s*[\d０-９]{1,4}(?:\.\d+)?)`,
	"UNIT", `(?:points?|pts?\.?|/\s*10|分)`,
	"EM", "[*_`]*",
	"OPEN", `[\[(［（【]`,
	"CLOSE", `[\])］）】]`,
)

// A rated is a criterion as it was read, with its degrees if it has any.
type rated struct {
	adhere.Requirement
	degrees []adhere.Degree
}

// ReadCriteria reads the criteria of a rubric, each with its points: numbered
// or behind bullets, the points in brackets before or after the text or its
// title; a table with a column of points; or JSON. Degrees stand below their
// criterion, indented or behind bullets, or in its list of options. Those that
// give points come first. A line of the list without points is an error, and so
// is a list without any.
func ReadCriteria(reply string) (Decomposition, error) {
	out := Decomposition{Raw: reply}
	text, err := afterReasoning(reply)
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
	slices.SortStableFunc(list, func(a, b rated) int { return cmp.Compare(sign(b.Weight), sign(a.Weight)) })
	for _, one := range list {
		slices.SortStableFunc(one.degrees, func(a, b adhere.Degree) int { return cmp.Compare(a.Points, b.Points) })
		out.Requirements, out.Degrees = append(out.Requirements, one.Requirement), append(out.Degrees, one.degrees)
	}
	return out, nil
}

func sign(points float64) int { return cmp.Compare(points, 0) }

// bareCriterion takes a bold title and marks of emphasis off a text.
func bareCriterion(text string) string {
	text = strings.Trim(criterionChangedRE.ReplaceAllString(tidy(text), ""), " :：—–-|")
	if plain := text[len(partTitleRE.FindString(text)):]; bare(plain) != "" {
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
func criteriaInJSON(reply string) ([]rated, error) {
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
func (n *node) criteria() ([]rated, error) {
	if !n.array {
		for i := range n.values {
			if list, err := n.values[i].criteria(); list != nil || err != nil {
				return list, err
			}
		}
		return nil, nil
	}
	var out []rated
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
		degrees, err := v.degrees(points)
		if err != nil {
			return nil, fmt.Errorf("object %d: %w", i+1, err)
		}
		out = append(out, rated{adhere.Requirement{Text: text, Weight: points}, degrees})
	}
	return out, nil
}

// degrees reads the list of an object that says how far a criterion worth so many
// points can be met. Where the most is 1, they are shares of the points.
func (n *node) degrees(most float64) ([]adhere.Degree, error) {
	at := slices.IndexFunc(n.keys, func(key string) bool { return slices.Contains([]string{"options", "degrees", "levels", "scale"}, key) })
	if at < 0 || len(n.values[at].values) == 0 {
		return nil, nil
	}
	var out []adhere.Degree
	highest := 0.0
	list := &n.values[at]
	for i := range list.values {
		v := &list.values[i]
		text := v.text([]string{"label", "text", "description", "degree", "criterion"})
		points, ok := v.points()
		if s, plain := v.scalar.(string); plain && !list.array { // {"0": "none", "3": "all"}
			text = tidy(s)
			points, ok = pointsOf(list.keys[i])
		}
		if text == "" || !ok {
			return nil, unreadable("degree " + strconv.Itoa(i+1) + ": a text and its points are expected")
		}
		out, highest = append(out, adhere.Degree{Text: text, Points: points}), max(highest, points)
	}
	for i := range out {
		if highest == 1 {
			out[i].Points *= most
		}
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
	m := criterionOnlyRE.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.NewReplacer("−", "-", "–", "-", " ", "", "+", "").Replace(strings.Map(fold, m[1])), 64)
	return n, err == nil
}

// criteriaInTable reads the rows of tables whose heads name a column of points
// and one of criteria.
func criteriaInTable(text string) ([]rated, error) {
	var out []rated
	var before []string
	points, criterion := -1, -1
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.Contains(line, "|") {
			points, criterion = -1, -1
			continue
		}
		cells := cells(line)
		switch {
		case criterionRuleRE.MatchString(line):
			points, criterion = slices.IndexFunc(before, criterionPointsHeadRE.MatchString), slices.IndexFunc(before, criterionTextHeadRE.MatchString)
		case points >= 0 && criterion >= 0:
			if max(points, criterion) >= len(cells) {
				return nil, unreadable(strconv.Quote(line) + ": a cell is missing")
			}
			n, ok := pointsOf(cells[points])
			if !ok && bare(cells[points]) == "" || criterionTotalRE.MatchString(cells[criterion]) {
				continue // a row that is a heading or a sum
			}
			if !ok {
				return nil, unreadable(strconv.Quote(line) + ": points are expected in column " + strconv.Itoa(points+1))
			}
			out = append(out, rated{Requirement: adhere.Requirement{Text: cells[criterion], Weight: n}})
		}
		before = cells
	}
	return out, nil
}

// A criteriaReader reads a list line by line.
type criteriaReader struct {
	list    []rated
	last    int    // the number of the last line that had one
	indent  int    // of the last criterion
	taking  bool   // below a heading that says that points are taken
	told    bool   // below a heading behind the list: why, or what was changed
	open    bool   // a line may go on with the last criterion
	waiting string // a criterion whose points are expected on the next line
}

func criteriaInLines(text string) ([]rated, error) {
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
	m := criterionMarkRE.FindStringSubmatch(line)
	body, number := line[len(m[0]):], m[2]+m[3]+m[4]
	listed := number+m[5] != ""
	indented := len(m[1]) > 1
	if n, ok := pointsOf(body); ok && r.waiting != "" {
		return r.add(r.waiting, pointsMark{value: n, plus: strings.Contains(body, "+")})
	}
	points, text, ok := splitPoints(body, listed)
	below := len(m[1]) > r.indent || r.last > 0 && m[5] != ""
	switch {
	case body == "":
		r.open = false
	case ok && r.open && below && points.leads && r.degree(text, points.value):
	case ok && (listed || points.leads):
		if err := cmp.Or(r.owed(), r.counted(number, line)); err != nil {
			return err
		}
		r.indent = len(m[1])
		return r.add(text, points)
	case criterionHeadingRE.MatchString(line):
		r.open, r.taking, r.told = false, criterionTakingRE.MatchString(line), len(r.list) > 0 && criterionAsideRE.MatchString(body)
		return r.owed()
	case r.told, criterionAsideRE.MatchString(body):
	case r.open && (indented || !listed && !ended(*r.end(), body)):
		*r.end() += " " + body
	case number != "" || m[5] != "" && len(r.list) > 0 && !indented:
		if err := cmp.Or(r.owed(), r.counted(number, line)); err != nil {
			return err
		}
		r.waiting = body
	}
	return nil
}

// degree takes a line for a degree of the last criterion, if its points are.
func (r *criteriaReader) degree(text string, points float64) bool {
	last := &r.list[len(r.list)-1]
	if points < 0 || points > last.Weight {
		return false
	}
	last.degrees = append(last.degrees, adhere.Degree{Text: bareCriterion(text), Points: points})
	return true
}

// end is the text that a line may go on with.
func (r *criteriaReader) end() *string {
	last := &r.list[len(r.list)-1]
	if n := len(last.degrees); n > 0 {
		return &last.degrees[n-1].Text
	}
	return &last.Text
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
	n, err := strconv.Atoi(strings.Map(fold, number))
	if err != nil || n != r.last+1 && n != 1 && (n != 0 || len(r.list) > 0) {
		return unreadable(strconv.Quote(line) + ": criterion " + strconv.Itoa(r.last+1) + " is expected")
	}
	r.last = n
	return nil
}

func (r *criteriaReader) add(text string, p pointsMark) error {
	if r.taking && !p.plus {
		p.value = -math.Abs(p.value)
	}
	r.list, r.open, r.waiting = append(r.list, rated{Requirement: adhere.Requirement{Text: text, Weight: p.value}}), true, ""
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
	ways := []*lazyregexp.Regexp{criterionSquareRE, criterionSpokenRE, criterionMarkedRE}
	if listed {
		ways = append(ways, criterionRoundRE)
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
		before, after := strings.TrimSpace(body[:m[0]]), strings.TrimLeft(body[m[1]:], " :：—–-")
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
