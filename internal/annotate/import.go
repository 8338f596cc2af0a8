package annotate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/tabular"
)

const mostSeconds = 1e8 // of work on a unit

// ReadLabels reads labels made elsewhere: lines of verdicts and direct scores,
// a table with the same names in its first line, or tasks and records in the
// shapes of other tools that Write knows. The error's code is Invalid and names the line or row.
func ReadLabels(name string, r io.Reader) ([]Label, error) {
	in := bufio.NewReader(r)
	start, _ := in.Peek(4)
	if err := tabular.Workbook(name, start...); err != nil {
		return nil, err
	}
	const mark = "\ufeff"
	if start, _ := in.Peek(len(mark)); string(start) == mark {
		_, _ = in.Discard(len(mark)) // they are there
	}
	start, _ = in.Peek(1 << 10)
	first := bytes.TrimSpace(start)
	if len(first) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: name + ": the file is empty", Hint: "expected a line for each label, in the format of verdicts.jsonl or labels.csv"}
	}
	switch first[0] {
	case '{':
		return readLabelLines(name, in)
	case '[':
		return readLabelLists(name, in)
	}
	return readLabelTable(name, in)
}

func badLine(name, of string, n int, err error) error {
	return &adhere.Error{
		Code: adhere.Invalid, Message: fmt.Sprintf("%s %s %d", name, of, n), Err: err,
		Hint: "instruction, requirement, judge (person/NAME) and outcome are needed, model and attempt where there are several answers",
	}
}

func readLabelLines(name string, r io.Reader) ([]Label, error) {
	var all []Label
	for line, err := range jsonl.Lines(r) {
		var found []Label
		if err == nil {
			found, err = readLabelLine(line.Text)
		}
		if err != nil {
			return nil, badLine(name, "line", line.Number, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

// readLabelLine reads a verdict, or a record with many.
func readLabelLine(line []byte) ([]Label, error) {
	var l struct {
		Label
		Instruction textOrNumber    `json:"instruction"`
		Requirement textOrNumber    `json:"requirement"`
		Attempt     json.Number     `json:"attempt"`
		Score       json.Number     `json:"score"`
		Responses   json.RawMessage `json:"responses"`
	}
	if err := json.Unmarshal(line, &l); err != nil {
		return nil, err
	}
	l.Label.Instruction, l.Label.Requirement = string(l.Instruction), string(l.Requirement)
	if l.Responses != nil {
		return readHubRecord(line)
	}
	var err error
	if l.Label.Attempt, err = wholeNumber("attempt", l.Attempt.String()); err != nil {
		return nil, err
	}
	if l.Label.Score, err = wholeNumber("score", l.Score.String()); err != nil {
		return nil, err
	}
	if err := l.check(); err != nil {
		return nil, err
	}
	return []Label{l.Label}, nil
}

// A textOrNumber is a text, or a number, which pandas makes of texts such as "1",
// with ".0" where the column has gaps.
type textOrNumber string

func (n *textOrNumber) UnmarshalJSON(raw []byte) error {
	if raw[0] == '-' || '0' <= raw[0] && raw[0] <= '9' {
		*n = textOrNumber(strings.TrimSuffix(string(raw), ".0"))
		return nil
	}
	return json.Unmarshal(raw, (*string)(n))
}

func readLabelTable(name string, r io.Reader) ([]Label, error) {
	table, err := tabular.New(r, name)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: name + " row 1", Err: err}
	}
	at := map[string]int{}
	for i, column := range table.Head {
		at[column] = i
	}
	needs := []string{"instruction", "judge", "requirement", "outcome"}
	if _, scores := at["score"]; scores {
		needs = needs[:2] // rows are checked one by one
	}
	for _, needed := range needs {
		if _, ok := at[needed]; !ok {
			return nil, badLine(name, "row", 1, errors.New("there is no column "+needed))
		}
	}
	var all []Label
	for {
		row, err := table.Next()
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s row %d", name, table.Row), Err: err}
		case row == nil:
			continue
		}
		l, err := labelOfRow(func(column string) string {
			if i, ok := at[column]; ok {
				return unguarded(row[i])
			}
			return ""
		})
		if err == nil {
			err = l.check()
		}
		if err != nil {
			return nil, badLine(name, "row", table.Row, err)
		}
		all = append(all, *l)
	}
}

// labelOfRow reads a row of a table, whose cells get returns by column.
func labelOfRow(get func(column string) string) (*Label, error) {
	l := &Label{VerdictLine: adhere.VerdictLine{Instruction: get("instruction"), Model: get("model"), Verdict: adhere.Verdict{
		Requirement: get("requirement"), Judge: get("judge"), Outcome: adhere.Outcome(get("outcome")), Reason: get("reason"),
	}}}
	l.Run, l.Slot, l.Order = get("run"), get("slot"), parseOrder(get("order"))
	for column, to := range map[string]*int{"attempt": &l.Attempt, "score": &l.Score} {
		var err error
		if *to, err = wholeNumber(column, get(column)); err != nil {
			return nil, err
		}
	}
	for column, to := range map[string]*time.Time{"begun": &l.Begun, "finished": &l.Finished} {
		if text := get(column); text != "" {
			var err error
			if *to, err = time.Parse(time.RFC3339Nano, text); err != nil {
				return nil, fmt.Errorf("%s %q is no time such as 2026-03-01T12:00:00Z", column, text)
			}
		}
	}
	if text := get("seconds"); text != "" {
		var err error
		if l.Seconds, err = strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64); err != nil { // spreadsheets write 1,5 in many countries
			return nil, fmt.Errorf("seconds %q is no number", text)
		}
	}
	return l, nil
}

// wholeNumber reads a whole number, which is 0 where nothing is said. Pandas writes
// 1.0 where a column has gaps.
func wholeNumber(column, text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(strings.TrimSuffix(text, ".0"))
	if err != nil {
		return 0, fmt.Errorf("%s %q is no whole number", column, text)
	}
	return n, nil
}

func (l *Label) check() error {
	person, ok := strings.CutPrefix(l.Judge, "person/")
	switch {
	case !ok || person == "" || len(person) > 100:
		return fmt.Errorf("judge: expected person/NAME, got %q", l.Judge)
	case l.Seconds < 0 || l.Seconds > mostSeconds || math.IsNaN(l.Seconds):
		return fmt.Errorf("seconds: expected 0 to %.0f, got %v", float64(mostSeconds), l.Seconds)
	case l.Score != 0 && (l.Score < 1 || l.Score > 5 || l.Outcome != ""):
		return fmt.Errorf("score: expected 1 to 5 and no outcome beside it, got %d", l.Score)
	case l.Instruction == "" || l.Requirement == "" && l.Score == 0:
		return errors.New("instruction and requirement are needed")
	case l.Score == 0 && !l.Outcome.Valid():
		return fmt.Errorf("outcome: expected met, not_met or unsure, got %q", l.Outcome)
	}
	l.Person = person
	return nil
}
