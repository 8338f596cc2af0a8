package annotate

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/lists"
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
		{"verdicts.jsonl", "one verdict per line, for adhere agree, judge-eval and --labels", func(w io.Writer, r *Results) error { return jsonl.Write(w, r.Labels()) }},
		{"labels.csv", "the same as a table", writeCSV},
		{"gold.jsonl", "the gold standard: adjudicated answers, otherwise the majority", writeGold},
		{"judges.jsonl", "verdicts of the runs' judges on the same answers", func(w io.Writer, r *Results) error { return jsonl.Write(w, verdictLines(r.JudgesVerdicts())) }},
		{"scores.jsonl", "direct scores, one line per person and answer", func(w io.Writer, r *Results) error { return jsonl.Write(w, r.scores()) }},
		{"gold-scores.jsonl", "direct scores: adjudicated, otherwise the median", func(w io.Writer, r *Results) error { return jsonl.Write(w, r.goldScores()) }},
		{"edits.jsonl", "corrected decompositions as instructions, one per person", func(w io.Writer, r *Results) error { return jsonl.Write(w, r.edits()) }},
		{"gold-edits.jsonl", "the same, one per instruction: adjudicated, or the same from everybody", func(w io.Writer, r *Results) error { return jsonl.Write(w, r.goldEdits()) }},
		{"guidelines.jsonl", "every version of the guidelines", writeGuidelines},
		{"log.jsonl", "what was done to the campaign as a whole, and who completed it", func(w io.Writer, r *Results) error { return jsonl.Write(w, r.Campaign.Log) }},
		{"practice.jsonl", "practice and attention checks in all versions, as --practice reads them", writePractice},
		{"label-studio.json", "tasks with annotations, for Label Studio", writeLabelStudio},
		{"records.jsonl", "records with responses, for Argilla and data set hubs", writeHub},
	}
}

// Write writes the export of that name. The error's code is NotFound where
// there is none.
func (r *Results) Write(w io.Writer, name string) error {
	var names []string
	for _, e := range Exports() {
		if e.Name == name {
			return e.write(w, r)
		}
		names = append(names, e.Name)
	}
	return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no export %q", name), Hint: "there are " + strings.Join(names, ", ")}
}

func writeGuidelines(w io.Writer, r *Results) error {
	all, err := r.Campaign.Guidelines()
	if err != nil {
		return err
	}
	return jsonl.Write(w, all)
}

func columns() []string {
	return []string{
		"instruction", "attempt", "model", "requirement", "judge", "outcome", "reason", "campaign", "protocol", "unit", "person",
		"begun", "finished", "seconds", "run", "slot", "order", "version", "imported", "names_maker", "guidelines", "practice",
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
			strconv.Itoa(l.Unit), l.Person, stamp(l.Begun), stamp(l.Finished), strconv.FormatFloat(l.Seconds, 'f', 3, 64), l.Run, l.Slot,
			OrderText(l.Order), strconv.Itoa(l.Version), strconv.FormatBool(l.Imported), l.Maker, strconv.Itoa(l.Guidelines), strconv.Itoa(l.Practice),
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

// formula reports whether a text is one to a spreadsheet, or has been kept from that.
func formula(s string) bool {
	s = strings.TrimLeft(s, "'")
	return s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0]))
}

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

func verdictLines(all []metric.Judged) []adhere.VerdictLine {
	return lists.Map(all, func(j metric.Judged) adhere.VerdictLine {
		return adhere.NewVerdictLine(j.Instruction, j.Attempt, j.Model, j.Verdict)
	})
}

func writeGold(w io.Writer, r *Results) error {
	gold, _ := r.Gold()
	return jsonl.Write(w, verdictLines(gold))
}

// A scoreLine is one person's direct score of one answer.
type scoreLine struct {
	Instruction string `json:"instruction"`
	Attempt     int    `json:"attempt"`
	Model       string `json:"model,omitempty"`
	Judge       string `json:"judge"`
	Score       int    `json:"score"`
	Subject
	Origin
}

func (r *Results) scores() []scoreLine {
	var out []scoreLine
	for _, t := range r.Counted() {
		u := r.Unit(t)
		for i, score := range r.Form(t).Scores(t) {
			if a := &u.Answers[i]; score > 0 && r.wants(a) {
				out = append(out, scoreLine{u.Instruction.ID, a.Attempt, a.system(), Judge(t.Person), score, u.subject(i, slot(slices.Index(t.Order, i))), r.origin(t)})
			}
		}
	}
	return out
}

// An editLine is an instruction with the requirements that a person made of
// those proposed.
type editLine struct {
	adhere.Instruction
	Changed bool   `json:"changed"`
	Note    string `json:"note,omitempty"`
	Origin
}

func (r *Results) edits() []editLine {
	var out []editLine
	if r.Protocol.Asks != AskEdit {
		return nil
	}
	for _, t := range r.Counted() {
		in, changed := r.Form(t).edited(t)
		out = append(out, editLine{in, changed, t.Fields[FieldNote], r.origin(t)})
	}
	return out
}
