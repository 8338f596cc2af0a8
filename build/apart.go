package build

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"adhere"
	"adhere/judge"
	"adhere/verify"
	"adhere/verify/algebra"
)

// Apart says how a criterion tells answers apart.
type Apart struct {
	Instruction string  `json:"instruction"`
	Criterion   string  `json:"criterion"`
	Text        string  `json:"text"`
	Points      float64 `json:"points"`
	Met         int     `json:"met"`
	NotMet      int     `json:"not_met"`
	Undecided   int     `json:"undecided"`
	Pairs       int     `json:"pairs"`      // of answers that are both decided
	ToldApart   int     `json:"told_apart"` // of these pairs: one answer meets it and the other does not
}

// Answered is the answers to each instruction, by its ID, that a rubric's
// criteria are tried on.
type Answered map[string][]*adhere.Response

// tellApart has each criterion decided for each answer, and those that tell no
// answers apart put right. It drops nothing: that all answers do as they should
// is no fault of a criterion.
func (d *Decomposing) tellApart(ctx context.Context, lines []*Decomposed) ([]string, error) {
	j, err := criteriaJudge(d.Options)
	if err != nil {
		return nil, err
	}
	return make([]string, len(lines)), judge.Each(ctx, len(lines), func(ctx context.Context, i int) (err error) {
		line := lines[i]
		if len(d.Answers[line.Instruction.ID]) < 2 {
			return nil
		}
		if line.Told, err = d.decided(ctx, j, line.Instruction); err != nil {
			return err
		}
		for try := 1; try < d.tries() && err == nil; try++ {
			err = d.sharpen(ctx, j, line)
		}
		return err
	})
}

// requestsToDecide renders the call for each answer.
func (d *Decomposing) requestsToDecide(lines []*Decomposed) ([]*adhere.Request, error) {
	j, err := criteriaJudge(d.Options)
	if err != nil {
		return nil, err
	}
	var out []*adhere.Request
	for _, line := range lines {
		in := *line.Instruction
		in.Requirements = judge.Requirements(line.texts())
		answers := d.Answers[in.ID]
		for i := 0; len(answers) > 1 && i < len(answers); i++ {
			calls, err := j.(judge.Planner).Requests(&in, answers[i])
			if err != nil {
				return nil, err
			}
			for _, call := range calls {
				out = append(out, call.Request)
			}
		}
	}
	return out, nil
}

// mostToTell counts a call for each answer and each try, and for each sharpening
// a proposal and an examination.
func (d *Decomposing) mostToTell(lines []*Decomposed) int {
	calls := 0
	for _, line := range lines {
		if n := len(d.Answers[line.Instruction.ID]); n > 1 {
			calls += n*d.tries() + 2*(d.tries()-1)
		}
	}
	return calls
}

// decided says how the criteria of an instruction tell its answers apart.
func (d *Decomposing) decided(ctx context.Context, j adhere.Judge, in *adhere.Instruction) ([]Apart, error) {
	rows := make([]Apart, len(in.Requirements))
	for k := range rows {
		r := &in.Requirements[k]
		rows[k] = Apart{Instruction: in.ID, Criterion: r.ID, Text: r.Text, Points: r.Weight}
	}
	for attempt, answer := range d.Answers[in.ID] {
		verdicts, err := j.Judge(ctx, &adhere.Task{Instruction: in, Attempt: attempt}, answer)
		if err != nil {
			return nil, err
		}
		for k, v := range verdicts {
			switch v.Outcome {
			case adhere.Met:
				rows[k].Met++
			case adhere.NotMet:
				rows[k].NotMet++
			default:
				rows[k].Undecided++
			}
		}
	}
	for k := range rows {
		n := rows[k].Met + rows[k].NotMet
		rows[k].Pairs, rows[k].ToldApart = n*(n-1)/2, rows[k].Met*rows[k].NotMet
	}
	return rows, nil
}

// sharpen has the criteria of a line put right that tell no answers apart. What
// comes takes their place if nothing is found against it and it tells more pairs
// of answers apart, so that leaving criteria out gains nothing.
func (d *Decomposing) sharpen(ctx context.Context, j adhere.Judge, line *Decomposed) error {
	dull := notDiscriminating(line)
	if len(dull) == 0 {
		return nil
	}
	better, against, err := d.mending(dull).put(ctx, line)
	if err != nil || len(against) > 0 || len(d.examine(line, &better)) > 0 {
		return err
	}
	next := &Decomposed{Instruction: line.Instruction, parts: better}
	found, against, err := d.examining().put(ctx, next)
	if err != nil || len(found)+len(against) > 0 {
		return err
	}
	next.enter(&better)
	attach(next)
	told, err := d.decided(ctx, j, next.Instruction)
	if err == nil && toldApart(told) > toldApart(line.Told) {
		if line.ToldFirst == nil {
			line.ToldFirst = line.Told
		}
		line.Instruction, line.parts, line.Told = next.Instruction, better, told
	}
	return err
}

// notDiscriminating are the criteria that tell no pair of answers apart, but for
// those that code decides: the instruction demands these as they are.
func notDiscriminating(line *Decomposed) []Objection {
	var out []Objection
	for i := range line.parts.Requirements {
		rows := toldOf(line, i)
		if len(rows) == 0 || rows[0].Pairs == 0 || toldApart(rows) > 0 {
			continue
		}
		first := &rows[0]
		who, answers := "none", first.Met+first.NotMet
		if first.Met > 0 {
			who = "all"
		}
		why := fmt.Sprintf("is met by %s of %d answers: where the instruction allows it, say what only better answers do; where it must be so, leave it", who, answers)
		switch {
		case first.Points < 0:
			why = fmt.Sprintf("takes points of %s of %d answers: name an error that only worse answers make, or leave it", who, answers)
		case len(rows) > 1:
			why = fmt.Sprintf("has the same degree in all of %d answers: choose degrees between which answers differ, or leave it", answers)
		}
		out = append(out, Objection{"not discriminating", fmt.Sprintf("number %d %s", i+1, why)})
	}
	return out
}

// toldOf are the rows of a criterion: one, or one for each of its degrees, and
// none where code decides.
func toldOf(line *Decomposed, i int) (rows []Apart) {
	id := requirementID(i)
	for k, row := range line.Told {
		if (row.Criterion == id || strings.HasPrefix(row.Criterion, id+".")) && line.Instruction.Requirements[k].Rule == nil {
			rows = append(rows, row)
		}
	}
	return rows
}

func toldApart(rows []Apart) (pairs int) {
	for _, r := range rows {
		pairs += r.ToldApart
	}
	return pairs
}

// criteriaJudge decides by the rules of criteria, and asks the model for all
// others of an answer at once.
func criteriaJudge(o judge.Options) (adhere.Judge, error) {
	s, err := judge.Find("batch")
	if err != nil {
		return nil, err
	}
	asked, err := s.New(o)
	if err != nil {
		return nil, err
	}
	rules := verify.NewJudge("rule/strict", 1, verify.NewCatalog(algebra.Suite()), verify.Strict)
	return judge.NewHybrid(judge.Hybrid{Rules: rules, Model: asked, Pack: o.Pack})
}

// Told lists how the criteria of lines tell answers apart.
func Told(lines []*Decomposed) []Apart {
	var out []Apart
	for _, line := range lines {
		out = append(out, line.Told...)
	}
	return out
}

// toldTable sums up what criteria tell apart, before and after some were put
// right for telling nothing apart.
func toldTable(lines []*Decomposed) Table {
	t := Table{Title: "Pairs of answers told apart", Heads: []string{"criteria of", "criteria", "with pairs", "pairs", "told apart", "criteria that tell none apart"}}
	var first, last []Apart
	better := 0
	for _, line := range lines {
		last = append(last, line.Told...)
		if line.ToldFirst == nil {
			first = append(first, line.Told...)
			continue
		}
		better++
		first = append(first, line.ToldFirst...)
	}
	t.row("first", first)
	if better > 0 {
		t.row(fmt.Sprintf("last; %d of %d rubrics tell more apart", better, len(lines)), last)
	}
	return t
}

func (t *Table) row(name string, rows []Apart) {
	tried, idle, pairs := 0, 0, 0
	for _, r := range rows {
		if r.Pairs == 0 {
			continue
		}
		tried, pairs = tried+1, pairs+r.Pairs
		if r.ToldApart == 0 {
			idle++
		}
	}
	if tried > 0 {
		t.Rows = append(t.Rows, []string{name, strconv.Itoa(len(rows)), strconv.Itoa(tried), strconv.Itoa(pairs), percent(toldApart(rows), pairs), percent(idle, tried)})
	}
}
