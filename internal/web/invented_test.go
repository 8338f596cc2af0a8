package web

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/browse"
	"adhere/metric"
	"adhere/report"
)

// What follows are the invented runs of the storybook: two models that answer
// the same instructions, some of which are hard to show.

const (
	inventedRule  = "rule/strict@1"
	inventedPanel = "judge/panel@1+openai/gpt-4o"
)

type (
	inventedRuns    struct{}
	inventedRecords struct{}
	inventedJudging struct{}
)

func inventedRun(id, model string) *adhere.Run {
	n := len(inventedItems())
	return &adhere.Run{
		ID: id, State: adhere.Finished, Items: n, Done: n, Failed: 1, Started: noon().Add(-time.Hour), Finished: noon(),
		Plan:  adhere.Plan{Bench: "garden@1", Dataset: "garden@1 sha256:00", Model: model, Judges: []string{inventedRule, inventedPanel}},
		Usage: map[string]adhere.Usage{"subject": {Calls: n, In: 12_345, Out: 6_789, Money: adhere.USD / 4}},
	}
}

func (inventedRuns) all() []*adhere.Run {
	stopped := inventedRun("stopped", "ollama/small")
	stopped.State, stopped.Done, stopped.Finished = adhere.Stopped, 3, time.Time{}
	going := inventedRun("going", "openai/gpt-4o")
	going.State, going.Done, going.Finished = adhere.Started, 4, time.Time{}
	long := inventedRun("long-"+strings.ToLower(longWord)+"-3f2a9c41", "openai-api/somewhere/"+longWord+":7b-instruct-q4_K_M")
	long.Plan.Bench = "نباتات@1"
	return []*adhere.Run{inventedRun("garden", "openai/gpt-4o"), inventedRun("orchard", "ollama/small"), stopped, going, long}
}

// SearchRuns finds by text and state only.
func (r inventedRuns) SearchRuns(_ context.Context, q browse.Query) ([]*adhere.Run, int, error) {
	found := slices.DeleteFunc(r.all(), func(x *adhere.Run) bool {
		return !strings.Contains(x.ID, q.Text) || q.State != "" && x.State != q.State || q.Bench != "" && x.Plan.Bench != q.Bench
	})
	return found, len(found), nil
}

func (r inventedRuns) Run(_ context.Context, id string) (*adhere.Run, error) {
	for _, x := range r.all() {
		if x.ID == id {
			return x, nil
		}
	}
	return nil, &adhere.Error{Code: adhere.NotFound, Message: "there is no such run"}
}

func (inventedRuns) RunNotes(_ context.Context, ids ...string) (map[string]browse.Note, error) {
	notes := map[string]browse.Note{}
	for i, id := range ids {
		switch i % 3 {
		case 0:
			notes[id] = browse.Note{Tags: []string{"paper", "final"}, Text: "The run of Table 2.", Stamp: stampOf(inventedRun(id, "")), Scores: []browse.Score{{Name: "constraint_acc", Value: "71.2 %", Interval: "[68.0, 74.3]"}}}
		case 1:
			notes[id] = browse.Note{Text: longWord}
		}
	}
	return notes, nil
}

func (inventedRuns) SaveRunNote(context.Context, string, func(*browse.Note) error) error { return nil }

func (inventedRuns) SaveRunScores(context.Context, string, string, []browse.Score) error { return nil }

func (inventedRuns) RunTags(context.Context) ([]string, error) {
	return []string{"final", "paper"}, nil
}

func (inventedRuns) RunNames(context.Context) (benches, models, judges []string, err error) {
	return []string{"garden@1", "orchard@2"}, []string{"ollama/small", "openai/gpt-4o"}, []string{inventedPanel, inventedRule}, nil
}

// inventedItems names the items, in order.
func inventedItems() []string {
	return []string{"plain", "no-response", "twenty", "long", "right-to-left", "hostile", "turns", "herbs", "roots"}
}

// inventedRecord makes an item of a run.
func inventedRecord(run string, position int) *adhere.Record {
	name := inventedItems()[position]
	in := &adhere.Instruction{
		ID: "garden/" + name, Dataset: "garden@1", Group: "garden/" + name, Level: 1 + position%5,
		Messages: []adhere.Message{{Role: adhere.User, Text: "Plan a bed of herbs. Use at most 50 words and name three plants."}},
		Tags:     map[string]string{"category": []string{"herbs", "roots", "fruit"}[position%3], "language": "en"},
	}
	answer := "Plant thyme, sage and mint. Water them in the evening."
	demands := 3
	switch name {
	case "roots":
		in.Doubtful = []adhere.Demand{{Requirement: adhere.Requirement{ID: "d1", Text: "Rhyme.", Scope: adhere.Scope{Reach: adhere.NamedPart, Of: "title"}}, Doubt: "the model is not sure of it"}}
	case "twenty":
		demands = 20
	case "long":
		in.Messages[0].Text = strings.Repeat("Describe every plant of the garden in detail. ", 60)
		in.Input = strings.Repeat("thyme ", 400)
		in.Reference = "A known answer."
		answer = strings.Repeat(longWord, 40) + "\n\n" + strings.Repeat("A long line about thyme. ", 1200)
	case "right-to-left":
		in.Messages[0].Text = "اكتب خطة لحديقة أعشاب من ثلاث نباتات، بما لا يزيد على خمسين كلمة."
		answer = "ازرع الزعتر والمريمية والنعناع. اسقها مساءً 3 مرات."
	case "hostile":
		in.ID = "garden/<script>alert(1)</script>"
		answer = "<script>alert('x')</script> <img src=x onerror=alert(1)> [link](javascript:alert(1)) https://evil.example\n" +
			"bell \a, escape \x1b[31mred\x1b[0m, override \u202egnirts\u202c, isolate \u2067x\u2069, broken \xff, nul \x00, </pre></main>"
	case "herbs": // the other invented item of a level has no earlier versions
		in.Path = []string{"Plan a bed.", "Plan a bed of herbs.", "Plan a bed of herbs. Use at most 50 words.", in.Messages[0].Text}
	case "turns":
		in.Messages = []adhere.Message{{Role: adhere.System, Text: "You are a gardener."}, {Role: adhere.User, Text: "Hello"}, {Role: adhere.Assistant, Text: "Hello."}, in.Messages[0]}
	}
	for i := range demands {
		in.Requirements = append(in.Requirements, inventedDemand(i))
	}
	rec := &adhere.Record{Instruction: in}
	if name == "no-response" && run == "garden" {
		rec.Err = "the provider failed: <b>500</b>"
		return rec
	}
	rec.Response = &adhere.Response{Model: run, Text: answer, Finish: adhere.FinishStop, Reasoning: "Three plants are wanted."}
	if name == "long" {
		rec.Response.Finish = adhere.FinishLength
	}
	inventVerdicts(rec, position+len(run))
	return rec
}

func inventedDemand(i int) adhere.Requirement {
	r := adhere.Requirement{
		ID: strconv.Itoa(i + 1), Labels: []string{[]string{"Number", "Content", "Format"}[i%3]},
		Text: []string{"Are at most 50 words used?", "Are exactly three plants named?", "Is the answer free of headings?"}[i%3],
	}
	if i%3 == 0 {
		r.Rule = &adhere.Rule{Name: "suite/length:words", Args: []byte(`{"most":50}`)}
	}
	return r
}

func inventVerdicts(rec *adhere.Record, seed int) {
	for i, req := range rec.Instruction.Requirements {
		v := adhere.Verdict{Requirement: req.ID, Judge: inventedRule, Outcome: adhere.Skipped, Reason: "no rule decides this requirement"}
		if req.Rule != nil {
			v.Outcome, v.Reason, v.Evidence = adhere.OutcomeOf((seed+i)%4 > 0), "9 words, \"water\" among them, at most 50 wanted", "9 words"
		}
		rec.Verdicts = append(rec.Verdicts, v)
	}
	for i, req := range rec.Instruction.Requirements {
		v := adhere.Verdict{Requirement: req.ID, Judge: inventedPanel, Raw: "Yes: thyme, sage and mint.\nYES"}
		v.Outcome = []adhere.Outcome{adhere.Met, adhere.Met, adhere.Met, adhere.NotMet, adhere.Met, adhere.Unsure, adhere.Met, adhere.Broken}[(seed+i)%8]
		v.Reason, v.Evidence = "Three plants are named.", "thyme, sage and mint"
		rec.Verdicts = append(rec.Verdicts, v)
	}
	rec.Grades = []adhere.Grade{{Judge: inventedPanel, Score: 1 + seed%5, Outcome: adhere.Met, Reason: "short and to the point"}}
}

func inventedPlaced(run string, position int) browse.Placed {
	p := browse.Placed{Position: position, Words: -1, Record: inventedRecord(run, position)}
	if p.Record.Response != nil {
		p.Words = len(strings.Fields(p.Record.Response.Text))
	}
	return p
}

func (inventedRecords) SlimPlaced(_ context.Context, run string) iter.Seq2[browse.Placed, error] {
	return func(yield func(browse.Placed, error) bool) {
		for i := range inventedItems() {
			if !yield(inventedPlaced(run, i), nil) {
				return
			}
		}
	}
}

func (inventedRecords) RecordsAt(_ context.Context, run string, positions ...int) ([]browse.Placed, error) {
	var all []browse.Placed
	for _, p := range positions {
		all = append(all, inventedPlaced(run, p))
	}
	return all, nil
}

func inventedMetrics() []adhere.Metric {
	by := []metric.Grouping{metric.ByLabel(), metric.ByTag("category"), metric.ByLevel()}
	return []adhere.Metric{
		metric.ConstraintAccuracy("constraint_acc", metric.Options{By: by}),
		metric.InstructionAccuracy("instruction_acc", metric.Options{By: by[2:]}),
		metric.DirectScore(metric.Options{}),
	}
}

func (inventedJudging) Tags(*adhere.Run) []string { return []string{"category"} }

func (inventedJudging) Result(r *adhere.Run, records []adhere.Record) (*report.Result, error) {
	res := &report.Result{
		Run: r.ID, Bench: r.Plan.Bench, Dataset: report.Dataset{Name: "garden", Version: "1"}, Model: r.Plan.Model, Judges: r.Plan.Judges,
		Items: r.Items, Failed: r.Failed, Plan: r.Plan.Hash(), Definitions: report.Define(inventedMetrics()), Usage: r.Usage,
		Started: r.Started, Finished: r.Finished, Warnings: []string{fmt.Sprintf("%d answers were cut off", 1)},
	}
	for _, m := range inventedMetrics() {
		res.Metrics = append(res.Metrics, m.Of(records)...)
	}
	return res, nil
}

func (j inventedJudging) Compare(a, b *adhere.Run, recordsA, recordsB []adhere.Record) (*report.Versus, error) {
	comparisons, err := metric.Compare(recordsA, recordsB, inventedMetrics(), metric.CompareOptions{NoFlips: true})
	if err != nil {
		return nil, err
	}
	resultA, _ := j.Result(a, recordsA) // it never fails
	resultB, _ := j.Result(b, recordsB)
	return &report.Versus{A: resultA, B: resultB, Comparisons: comparisons}, nil
}

func (inventedJudging) Spans(*adhere.Requirement, string) [][2]int { return nil }

func (inventedJudging) Prompts(context.Context) func(string, *adhere.Record) []adhere.Message {
	return func(judge string, r *adhere.Record) []adhere.Message {
		if judge != inventedPanel {
			return nil
		}
		return []adhere.Message{{Role: adhere.User, Text: "Does this answer meet the demand?\n\n" + r.Response.Text}}
	}
}
