package annotate

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
)

// mostLine bounds a line of a file, in bytes.
const mostLine = 1 << 20

// ReadLabels reads labels made elsewhere: verdict lines, a table with the same
// names in its first line, or tasks and records in the shapes of other tools
// that Write knows. The error's code is Invalid and names the line.
func ReadLabels(name string, r io.Reader) ([]Label, error) {
	in := bufio.NewReader(r)
	first, err := in.Peek(1)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: name + ": the file is empty", Hint: "a line for each label, as verdicts.jsonl or labels.csv have it"}
	}
	switch first[0] {
	case '{':
		return readLabelLines(name, in)
	case '[':
		return readStudio(name, in)
	}
	return readLabelTable(name, in)
}

func badLine(name string, line int, format string, args ...any) error {
	return &adhere.Error{
		Code: adhere.Invalid, Message: fmt.Sprintf("%s line %d: ", name, line) + fmt.Sprintf(format, args...),
		Hint: "instruction, requirement, judge (person/NAME) and outcome are needed, model and attempt where there are several answers",
	}
}

func readLabelLines(name string, r io.Reader) ([]Label, error) {
	var all []Label
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		found, err := readLabelLine([]byte(text))
		if err != nil {
			return nil, badLine(name, n, "%v", err)
		}
		all = append(all, found...)
	}
	if err := lines.Err(); err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: name + " cannot be read", Err: err}
	}
	return all, nil
}

// readLabelLine reads a verdict, or a record with many.
func readLabelLine(line []byte) ([]Label, error) {
	var l struct {
		Label
		Responses json.RawMessage `json:"responses"`
	}
	if err := json.Unmarshal(line, &l); err != nil {
		return nil, err
	}
	if l.Responses != nil {
		return readHubRecord(line)
	}
	if err := l.check(); err != nil {
		return nil, err
	}
	return []Label{l.Label}, nil
}

func readLabelTable(name string, r io.Reader) ([]Label, error) {
	table := csv.NewReader(r)
	table.ReuseRecord = true
	head, err := table.Read()
	if err != nil {
		return nil, badLine(name, 1, "%v", err)
	}
	at := map[string]int{}
	for i, column := range head {
		at[strings.TrimPrefix(strings.TrimSpace(column), "\ufeff")] = i
	}
	for _, needed := range []string{"instruction", "requirement", "judge", "outcome"} {
		if _, ok := at[needed]; !ok {
			return nil, badLine(name, 1, "there is no column %s", needed)
		}
	}
	var all []Label
	for {
		row, err := table.Read()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: name, Err: err, Hint: "a table with commas, its texts in double quotes"}
		}
		line, _ := table.FieldPos(0)
		get := func(column string) string {
			if i, ok := at[column]; ok {
				return unguarded(strings.Clone(row[i]))
			}
			return ""
		}
		l := Label{
			Instruction: get("instruction"), Model: get("model"), Requirement: get("requirement"), Judge: get("judge"),
			Outcome: adhere.Outcome(get("outcome")), Reason: get("reason"),
		}
		if text := get("attempt"); text != "" {
			if l.Attempt, err = strconv.Atoi(text); err != nil {
				return nil, badLine(name, line, "attempt %q is no number", text)
			}
		}
		if err := l.check(); err != nil {
			return nil, badLine(name, line, "%v", err)
		}
		all = append(all, l)
	}
}

func (l *Label) check() error {
	person, ok := strings.CutPrefix(l.Judge, "person/")
	switch {
	case !ok || person == "" || len(person) > 100:
		return fmt.Errorf("judge: expected person/NAME, got %q", l.Judge)
	case l.Instruction == "" || l.Requirement == "":
		return errors.New("instruction and requirement are needed")
	case !l.Outcome.Valid():
		return fmt.Errorf("outcome: expected met, not_met or unsure, got %q", l.Outcome)
	}
	l.Person = person
	return nil
}

// Imports turns labels made elsewhere into events, a task for each person and
// unit that they are about. Labels on things that the campaign does not have
// are counted as strays. The error's code is Invalid where the protocol does
// not ask about requirements, and Conflict where a person has labelled a unit
// of theirs already.
func (r *Results) Imports(labels []Label, now time.Time) (events []Event, strays int, err error) {
	if r.Protocol.Asks != AskRequirements && r.Protocol.Asks != AskFixed {
		return nil, 0, &adhere.Error{Code: adhere.Invalid, Message: "labels cannot be imported under the protocol " + r.Protocol.Name, Hint: "it asks for something else than yes or no"}
	}
	type key struct {
		unit   int
		person string
	}
	fields := map[key]map[string]string{}
	var order []key
	for i := range labels {
		l := &labels[i]
		unit, name := r.find(l)
		if unit == nil {
			strays++
			continue
		}
		k := key{unit.Number, l.Person}
		if fields[k] == nil {
			fields[k] = map[string]string{FieldOrder: OrderText(identity(len(unit.Answers)))}
			order = append(order, k)
		}
		if _, twice := fields[k][name]; twice {
			return nil, 0, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("two labels of %s on %s of %s", l.Judge, l.Requirement, l.Instruction)}
		}
		fields[k][name] = string(l.Outcome)
		if l.Reason != "" {
			fields[k][name+".why"] = l.Reason
		}
	}
	for _, k := range order {
		if slices.ContainsFunc(r.Tasks, func(t *Task) bool { return t.Unit == k.unit && t.Person == k.person }) {
			return nil, 0, &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("%s has labels on unit %d already", k.person, k.unit), Hint: "give the people in the file other names"}
		}
		u := &r.Units[k.unit-1]
		answers := maps.Clone(fields[k])
		delete(answers, FieldOrder)
		if err := NewForm(r.Protocol, u, identity(len(u.Answers))).check(answers); err != nil {
			return nil, 0, fmt.Errorf("%s on %s: %w", k.person, u.Instruction.ID, err)
		}
		events = append(events, Event{
			Campaign: r.Campaign.ID, Unit: k.unit, Person: k.person, Kind: Import, Fields: fields[k], Version: 1, Client: "import", At: now,
		})
	}
	return events, strays, nil
}

// find returns the unit of work that a label is about, and its field there.
func (r *Results) find(l *Label) (*Unit, string) {
	for i := range r.Units {
		u := &r.Units[i]
		if u.Kind != Work || u.Instruction.ID != l.Instruction {
			continue
		}
		form := NewForm(r.Protocol, u, identity(len(u.Answers)))
		for _, g := range form.Groups {
			if g.Answer >= 0 {
				a := &u.Answers[g.Answer]
				only := len(u.Answers) == 1 && l.Model == ""
				if !only && (a.Model != l.Model || a.Attempt != l.Attempt) {
					continue
				}
			}
			for _, q := range g.Fields {
				if q.Question.ID == l.Requirement {
					return u, q.Name
				}
			}
		}
	}
	return nil, ""
}

func identity(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}
