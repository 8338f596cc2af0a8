package dataset

import (
	"cmp"
	"io"
	"iter"

	"adhere"
	"adhere/internal/plainjson"
)

// A Row is one verdict, or one direct score, with everything that belongs to
// it, so that whoever analyses a run needs no second file. An item that nobody
// judged has one row without a judge.
type Row struct {
	Run       string `json:"run" parquet:"run,dict"`
	Bench     string `json:"bench" parquet:"bench,dict"`
	Dataset   string `json:"dataset" parquet:"dataset,dict"`
	Undecided string `json:"undecided_policy" parquet:"undecided_policy,dict"`

	Instruction string            `json:"instruction" parquet:"instruction,dict"`
	Group       string            `json:"group,omitempty" parquet:"group,dict"`
	Level       int               `json:"level,omitempty" parquet:"level"`
	Tags        map[string]string `json:"tags,omitempty" parquet:"-"`
	TagsJSON    string            `json:"-" parquet:"tags,dict"` // the same for Parquet, as a JSON object
	Messages    string            `json:"messages" parquet:"messages,dict"`
	Reference   string            `json:"reference,omitempty" parquet:"reference,dict"`

	Model       string   `json:"model" parquet:"model,dict"`
	Attempt     int      `json:"attempt" parquet:"attempt"`
	Temperature *float64 `json:"temperature,omitempty" parquet:"temperature,optional"`
	TopP        *float64 `json:"top_p,omitempty" parquet:"top_p,optional"`
	MaxTokens   *int     `json:"max_tokens,omitempty" parquet:"max_tokens,optional"`
	Seed        *int64   `json:"seed,omitempty" parquet:"seed,optional"`
	Answer      *string  `json:"answer" parquet:"answer,dict,optional"` // none where the call failed; then Err says why
	Reasoning   string   `json:"reasoning,omitempty" parquet:"reasoning,dict"`
	Finish      string   `json:"finish,omitempty" parquet:"finish,dict"`
	Err         string   `json:"err,omitempty" parquet:"err,dict"`
	AnswerUsage RowUsage `json:"answer_usage" parquet:"answer_usage"`

	Requirement string   `json:"requirement" parquet:"requirement,dict"` // empty for a direct score
	Text        string   `json:"requirement_text,omitempty" parquet:"requirement_text,dict"`
	Labels      []string `json:"labels,omitempty" parquet:"labels,list"`
	Rule        string   `json:"rule,omitempty" parquet:"rule,dict"`
	Weight      float64  `json:"weight" parquet:"weight"`

	Judge      string   `json:"judge" parquet:"judge,dict"`
	Outcome    string   `json:"outcome" parquet:"outcome,dict"`
	Score      *int     `json:"score,omitempty" parquet:"score,optional"` // a direct score of the whole answer, 1 to 5
	Reason     string   `json:"reason,omitempty" parquet:"reason"`
	Evidence   string   `json:"evidence,omitempty" parquet:"evidence"`
	Reply      string   `json:"reply,omitempty" parquet:"reply,dict"` // what the judge said, unparsed
	JudgeUsage RowUsage `json:"judge_usage" parquet:"judge_usage"`
}

// A RowUsage is what the calls behind an answer or a verdict used. Several
// verdicts of one call share it on the first of them.
type RowUsage struct {
	Calls   int     `json:"calls" parquet:"calls"`
	In      int     `json:"in" parquet:"in"`
	Cached  int     `json:"cached" parquet:"cached"`
	Out     int     `json:"out" parquet:"out"`
	USD     float64 `json:"usd" parquet:"usd"`
	Seconds float64 `json:"seconds" parquet:"seconds"`
}

func rowUsage(u adhere.Usage) RowUsage {
	return RowUsage{u.Calls, u.In, u.Cached, u.Out, float64(u.Money) / float64(adhere.USD), u.Time.Seconds()}
}

// Rows yields every verdict of a run with all that belongs to it. A row is
// valid until the next.
func Rows(r *adhere.Run, records iter.Seq2[*adhere.Record, error]) iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		for rec, err := range records {
			if err != nil {
				yield(nil, err)
				return
			}
			for row := range rowsOf(r, rec) {
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

// WriteRows writes rows as lines of JSON. Package adhere/dataset/parquet
// writes them as a Parquet file.
func WriteRows(w io.Writer, rows iter.Seq2[*Row, error]) error {
	return writeLines(w, rows, func(row *Row, line func(any) error) error { return line(row) })
}

// rowsOf yields the rows of a record: its verdicts, then its scores. The row
// is valid until the next.
func rowsOf(r *adhere.Run, rec *adhere.Record) iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		item := itemRow(r, rec)
		n := len(rec.Instruction.Requirements)
		for i := range rec.Verdicts {
			row, v := item, &rec.Verdicts[i]
			if n > 0 {
				row.about(&rec.Instruction.Requirements[i%n])
			}
			row.Requirement, row.Judge, row.Outcome = v.Requirement, v.Judge, string(v.Outcome)
			row.Reason, row.Evidence, row.Reply, row.JudgeUsage = v.Reason, v.Evidence, v.Raw, rowUsage(v.Usage)
			if !yield(&row) {
				return
			}
		}
		for i := range rec.Grades {
			row, g := item, &rec.Grades[i]
			row.Judge, row.Outcome, row.Reason, row.Reply, row.JudgeUsage = g.Judge, string(g.Outcome), g.Reason, g.Raw, rowUsage(g.Usage)
			if g.Score != 0 {
				row.Score = &g.Score
			}
			if !yield(&row) {
				return
			}
		}
		if len(rec.Verdicts)+len(rec.Grades) == 0 {
			yield(&item)
		}
	}
}

// about says which requirement a row is about.
func (row *Row) about(r *adhere.Requirement) {
	row.Text, row.Labels, row.Weight = r.Text, r.Labels, r.Weight
	row.Weight = cmp.Or(row.Weight, 1)
	if r.Rule != nil {
		row.Rule = r.Rule.Name
	}
}

// itemRow is what all rows of a record share.
func itemRow(r *adhere.Run, rec *adhere.Record) Row {
	in, p := rec.Instruction, &r.Plan.Params
	row := Row{
		Run: r.ID, Bench: r.Plan.Bench, Dataset: r.Plan.Dataset, Undecided: r.Plan.Counted,
		Instruction: in.ID, Group: in.Group, Level: in.Level, Tags: in.Tags, TagsJSON: asJSON(in.Tags), Messages: asJSON(rec.Asked()), Reference: in.Reference,
		Model: r.Plan.Model, Attempt: rec.Attempt, Temperature: p.Temperature, TopP: p.TopP, MaxTokens: p.MaxTokens, Seed: p.Seed, Err: rec.Err,
	}
	row.Undecided = cmp.Or(row.Undecided, "drop")
	if a := rec.Response; a != nil {
		row.Answer, row.Reasoning, row.Finish, row.AnswerUsage = &a.Text, a.Reasoning, string(a.Finish), rowUsage(a.Usage)
	}
	return row
}

func asJSON(v any) string {
	b, _ := plainjson.Marshal(v) // tags and messages are JSON
	return string(b)
}
