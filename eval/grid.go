package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"adhere"
	"adhere/dataset"
	"adhere/judge"
	"adhere/metric"
	"adhere/model"
)

// A Grid has judges decide on answers that are labelled: each way of asking
// with each model, as InFoBench (section 3.1) and DeCRIM (table 3) do to find
// the judge that says what people say.
type Grid struct {
	Judges  []GridJudge
	Answers []LabelledAnswer
}

// A GridJudge is one judge with its samples: the same judge, asked about
// everything anew.
type GridJudge struct {
	Model   adhere.Model
	Samples []adhere.Judge
}

// GridJudges opens each model in each strategy, once for every sample that j
// wants, at its address and temperature.
func GridJudges(strategies, models []string, j Judging, o judge.Options, open Opener) (all []GridJudge, err error) {
	if o.Params, err = j.judgeParams(); err != nil {
		return nil, err
	}
	for _, name := range strategies {
		strategy, err := judge.Find(name)
		if err != nil {
			return nil, err
		}
		if strategy.New == nil {
			return nil, invalid(fmt.Sprintf("--strategies %s gives no verdicts on requirements", name), "adhere prompts list shows the ways to ask a judge")
		}
		for _, spec := range models {
			if o.Model, err = open(spec, j.JudgeBaseURL, "judge"); err != nil {
				return nil, err
			}
			one := GridJudge{Model: o.Model}
			for o.Attempt = 0; o.Attempt < j.Samples; o.Attempt++ {
				asked, err := strategy.New(o)
				if err != nil {
					return nil, err
				}
				one.Samples = append(one.Samples, asked)
			}
			all = append(all, one)
		}
	}
	return all, nil
}

// GridAgainstGold holds what judges said against the labels, and returns both
// together. The first sample of a judge counts; its usage is that of all.
func GridAgainstGold(columns []GridColumn, labels []metric.Judged, gold string, o metric.JudgeOptions) (*metric.GoldReport, []metric.Judged, error) {
	all := labels
	for i := range columns {
		all = slices.Concat(all, columns[i].Samples[0])
	}
	o.Judges = nil
	r, err := AgainstGold(all, gold, o)
	if err != nil {
		return nil, nil, err
	}
	for i := range r.Judges {
		at := slices.IndexFunc(columns, func(c GridColumn) bool { return c.Judge == r.Judges[i].Judge })
		if at < 0 || len(columns[at].Samples) < 2 {
			continue
		}
		r.Judges[i].Consistency, r.Judges[i].Usage = new(metric.Consistency(columns[at].Samples)), columns[at].usage()
		for j := range r.Raters {
			if r.Raters[j].Rater == columns[at].Judge {
				r.Raters[j].Usage = columns[at].usage()
			}
		}
	}
	return r, all, nil
}

// A LabelledAnswer is an answer that labels are about.
type LabelledAnswer struct {
	Task     *adhere.Task
	Response *adhere.Response
}

// A GridColumn holds the verdicts of one judge, by sample.
type GridColumn struct {
	Judge   string
	Samples [][]metric.Judged
	Failed  int   // answers that it could not be asked about: their requirements are broken
	Err     error // why, the first time
}

// fail notes that the judge could not be asked about one of so many answers; where
// it could be asked about none, that is the error.
func (c *GridColumn) fail(err error, of int) error {
	c.Err = cmp.Or(c.Err, err)
	if c.Failed++; c.Failed == of {
		return err
	}
	return nil
}

// Run asks all judges about all answers. Calls that a cache keeps are not made
// again. An answer about which a judge cannot be asked leaves its requirements
// broken; a judge that cannot be asked about any is an error.
func (g *Grid) Run(ctx context.Context) ([]GridColumn, error) {
	columns := make([]GridColumn, len(g.Judges))
	verdicts := make([][][][]metric.Judged, len(g.Judges)) // by judge, sample and answer
	type cell struct{ judge, sample, answer int }
	var cells []cell
	for j, asked := range g.Judges {
		columns[j].Judge = asked.Samples[0].Name()
		verdicts[j] = make([][][]metric.Judged, len(asked.Samples))
		for s := range asked.Samples {
			verdicts[j][s] = make([][]metric.Judged, len(g.Answers))
			for a := range g.Answers {
				cells = append(cells, cell{j, s, a})
			}
		}
	}
	var mu sync.Mutex
	err := judge.Each(ctx, len(cells), func(ctx context.Context, i int) error {
		at := cells[i]
		said, err := g.Answers[at.answer].judge(ctx, g.Judges[at.judge].Samples[at.sample])
		if err != nil && ctx.Err() != nil {
			return err
		}
		verdicts[at.judge][at.sample][at.answer] = said
		if err == nil {
			return nil
		}
		mu.Lock()
		defer mu.Unlock()
		return columns[at.judge].fail(err, len(g.Answers)*len(g.Judges[at.judge].Samples))
	})
	if err != nil {
		return nil, err
	}
	for j := range columns {
		for s := range verdicts[j] {
			columns[j].Samples = append(columns[j].Samples, slices.Concat(verdicts[j][s]...))
		}
	}
	return columns, nil
}

// judge asks one judge about the answer. With an error its verdicts are
// broken.
func (l *LabelledAnswer) judge(ctx context.Context, j adhere.Judge) ([]metric.Judged, error) {
	verdicts, err := j.Judge(ctx, l.Task, l.Response)
	if err != nil {
		verdicts = l.Task.Instruction.Verdicts(j.Name(), adhere.Broken, err.Error())
	}
	out := make([]metric.Judged, len(verdicts))
	for i := range verdicts {
		out[i] = metric.Judged{Instruction: l.Task.Instruction.ID, Attempt: l.Task.Attempt, Model: l.Response.Model, Verdict: verdicts[i], Position: i}
	}
	return out, err
}

// Warnings says about which answers a judge could not be asked.
func (c *GridColumn) Warnings() []string {
	if c.Failed == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s could not be asked %d times; these requirements are broken, and the same command asks again: %v", c.Judge, c.Failed, c.Err)}
}

// LabelledAnswers finds the answers that labels are about, in the order of the
// set, with the labels on them; ReadJudged gives these the ids of the set. A label
// without a model is about the answer of any. No labelled answer is an error.
func LabelledAnswers(set *dataset.Set, answers *dataset.Answers, labels []metric.Judged) ([]LabelledAnswer, []metric.Judged, error) {
	matching, err := dataset.Match(set, answers)
	if err != nil {
		return nil, nil, err
	}
	byInstruction := map[string][]metric.Judged{}
	for _, l := range labels {
		byInstruction[l.Instruction] = append(byInstruction[l.Instruction], l)
	}
	var found []LabelledAnswer
	var placed []metric.Judged
	for in, err := range set.All() {
		if err != nil {
			return nil, nil, err
		}
		for _, a := range matching.For(in.ID) {
			before := len(placed)
			for _, l := range byInstruction[in.ID] {
				if l.Attempt != a.Attempt || l.Model != a.Model && l.Model != "" && a.Model != "" {
					continue
				}
				l.Model = a.Model
				placed = append(placed, l)
			}
			if len(placed) > before {
				found = append(found, LabelledAnswer{
					Task:     &adhere.Task{Instruction: in, Attempt: a.Attempt},
					Response: model.NewResponse(a.Model, a.Text, a.Earlier...),
				})
			}
		}
	}
	if len(found) == 0 {
		return nil, nil, invalid(fmt.Sprintf("no answer in %s is one that the labels are about", answers.Path), "instruction, model and attempt of answers and labels must be the same; see docs/formats.md")
	}
	return found, placed, nil
}

// usage is what all samples took.
func (c *GridColumn) usage() adhere.Usage {
	var sum adhere.Usage
	for _, sample := range c.Samples {
		for i := range sample {
			sum = sum.Add(sample[i].Verdict.Usage)
		}
	}
	return sum
}
