package annotate

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/metric"
)

// An Export is a file that results can be written to.
type Export struct {
	Name  string // of the file
	About string
	write func(io.Writer, *Results) error
}

// Exports lists the files.
func Exports() []Export {
	return []Export{
		{"verdicts.jsonl", "a verdict a line, for adhere agree, judge-eval and --labels", func(w io.Writer, r *Results) error { return lines(w, r.Labels()) }},
		{"labels.csv", "the same as a table", writeCSV},
		{"gold.jsonl", "what is held for right: settled, else the majority", writeGold},
		{"judges.jsonl", "what the judges of the runs said of the same answers", writeJudges},
		{"scores.jsonl", "direct scores, a line for each person and answer", writeScores},
		{"edits.jsonl", "corrected decompositions as instructions, one for each person", writeEdits},
		{"label-studio.json", "tasks with annotations, for Label Studio", writeLabelStudio},
		{"records.jsonl", "records with responses, for Argilla and data set hubs", writeHub},
	}
}

// Write writes the export of that name. The error's code is NotFound where
// there is none.
func (r *Results) Write(w io.Writer, name string) error {
	for _, e := range Exports() {
		if e.Name == name {
			return e.write(w, r)
		}
	}
	return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no export %q", name), Hint: "verdicts.jsonl is one"}
}

func lines[T any](w io.Writer, all []T) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range all {
		if err := enc.Encode(&all[i]); err != nil {
			return err
		}
	}
	return nil
}

func columns() []string {
	return []string{
		"instruction", "attempt", "model", "requirement", "judge", "outcome", "reason", "campaign", "protocol", "unit", "person",
		"begun", "finished", "seconds", "slot", "order", "version", "imported", "names_maker",
	}
}

func writeCSV(w io.Writer, r *Results) error {
	c := csv.NewWriter(w)
	if err := c.Write(columns()); err != nil {
		return err
	}
	for _, l := range r.Labels() {
		row := []string{
			l.Instruction, strconv.Itoa(l.Attempt), l.Model, l.Requirement, l.Judge, string(l.Outcome), l.Reason, l.Campaign, l.Protocol,
			strconv.Itoa(l.Unit), l.Person, stamp(l.Begun), stamp(l.Finished), strconv.FormatFloat(l.Seconds, 'f', 3, 64), l.Slot,
			OrderText(l.Order), strconv.Itoa(l.Version), strconv.FormatBool(l.Imported), l.Maker,
		}
		for i := range row {
			row[i] = guarded(row[i])
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// guarded keeps a spreadsheet from taking a text for a formula.
func guarded(s string) string {
	if formula(s) {
		return "'" + s
	}
	return s
}

func formula(s string) bool { return s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) }

// unguarded takes back what guarded did.
func unguarded(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && formula(rest) {
		return rest
	}
	return s
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// A verdictLine is a line of a verdict file.
type verdictLine struct {
	Instruction string         `json:"instruction"`
	Attempt     int            `json:"attempt"`
	Model       string         `json:"model,omitempty"`
	Requirement string         `json:"requirement"`
	Judge       string         `json:"judge"`
	Outcome     adhere.Outcome `json:"outcome"`
	Reason      string         `json:"reason,omitempty"`
	Evidence    string         `json:"evidence,omitempty"`
}

func verdictLines(all []metric.Judged) []verdictLine {
	out := make([]verdictLine, len(all))
	for i, j := range all {
		v := &j.Verdict
		out[i] = verdictLine{j.Instruction, j.Attempt, j.Model, v.Requirement, v.Judge, v.Outcome, v.Reason, v.Evidence}
	}
	return out
}

func writeGold(w io.Writer, r *Results) error {
	gold, _ := r.Gold()
	return lines(w, verdictLines(gold))
}

func writeJudges(w io.Writer, r *Results) error { return lines(w, verdictLines(r.JudgesVerdicts())) }

// A scoreLine is one person's direct score of one answer.
type scoreLine struct {
	Instruction string    `json:"instruction"`
	Attempt     int       `json:"attempt"`
	Model       string    `json:"model,omitempty"`
	Judge       string    `json:"judge"`
	Score       int       `json:"score"`
	Campaign    string    `json:"campaign"`
	Unit        int       `json:"unit"`
	Slot        string    `json:"slot"`
	Order       []int     `json:"order"`
	Finished    time.Time `json:"finished"`
	Version     int       `json:"version"`
}

func writeScores(w io.Writer, r *Results) error {
	var out []scoreLine
	for _, t := range r.Counted() {
		u := r.Unit(t)
		for i, score := range r.Form(t).Scores(t) {
			if score > 0 {
				a := &u.Answers[i]
				out = append(out, scoreLine{
					u.Instruction.ID, a.Attempt, a.Model, Judge(t.Person), score, r.Campaign.ID, t.Unit,
					slot(slices.Index(t.Order, i)), t.Order, t.Finished, t.Version,
				})
			}
		}
	}
	return lines(w, out)
}

// An editLine is an instruction with the requirements that a person made of
// those proposed.
type editLine struct {
	adhere.Instruction
	Person   string    `json:"person"`
	Campaign string    `json:"campaign"`
	Unit     int       `json:"unit"`
	Changed  bool      `json:"changed"`
	Note     string    `json:"note,omitempty"`
	Finished time.Time `json:"finished"`
	Version  int       `json:"version"`
}

func writeEdits(w io.Writer, r *Results) error {
	var out []editLine
	if r.Protocol.Asks != AskEdit {
		return nil
	}
	for _, t := range r.Counted() {
		out = append(out, r.edit(t))
	}
	return lines(w, out)
}

// edit makes an instruction of what a person wrote. A requirement that stayed
// keeps its ID, labels and rule; others are numbered on.
func (r *Results) edit(t *Task) editLine {
	u, form := r.Unit(t), r.Form(t)
	e := editLine{Instruction: u.Instruction, Person: t.Person, Campaign: r.Campaign.ID, Unit: t.Unit, Note: t.Fields[FieldNote], Finished: t.Finished, Version: t.Version}
	fields := form.Groups[0].Fields
	task, list := t.has(fieldTask, fields[0].Initial), t.has(fieldConstraints, fields[1].Initial)
	e.Changed = task != strings.TrimSpace(fields[0].Initial) || list != strings.TrimSpace(fields[1].Initial)
	if task != "" {
		e.Tags = map[string]string{fieldTask: task}
		for k, v := range u.Instruction.Tags {
			if k != fieldTask {
				e.Tags[k] = v
			}
		}
	}
	e.Requirements = requirementsOf(list, u.Instruction.Requirements)
	return e
}

func requirementsOf(list string, old []adhere.Requirement) []adhere.Requirement {
	taken := map[string]bool{}
	for _, o := range old {
		taken[o.ID] = true
	}
	var out []adhere.Requirement
	next := 1
	for line := range strings.Lines(list) {
		text := oneLine(line)
		if text == "" {
			continue
		}
		at := slices.IndexFunc(old, func(o adhere.Requirement) bool { return oneLine(o.Text) == text })
		if at >= 0 {
			out = append(out, old[at])
			continue
		}
		for taken[strconv.Itoa(next)] {
			next++
		}
		id := strconv.Itoa(next)
		taken[id] = true
		out = append(out, adhere.Requirement{ID: id, Text: text, Weight: 1})
	}
	return out
}
