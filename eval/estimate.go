package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/judge"
	"adhere/model"
)

// An Estimate is what one role would use of one model. Tokens are estimated
// without the model's vocabulary; see model.EstimateTokens.
type Estimate struct {
	Role      string `json:"role"`
	Model     string `json:"model"`
	Calls     int    `json:"calls"`
	Stored    int    `json:"stored"` // of the calls: replies that are stored already
	In        int    `json:"tokens_in"`
	Out       int    `json:"tokens_out"`
	Reasoning int    `json:"tokens_reasoning,omitempty"` // of Out, as models of the family take
	reasons   int    // tokens of reasoning before a reply
}

// Estimates are what evaluations would use: one for each role and model.
type Estimates struct {
	Rows     []*Estimate
	Profiles *model.Profiles
	Calls    model.Calls // the stored ones; nil has none
	Out      int         // tokens of a typical answer
}

// of returns the row of a role and model.
func (all *Estimates) of(role, model string) *Estimate {
	for _, e := range all.Rows {
		if e.Role == role && e.Model == model {
			return e
		}
	}
	e := &Estimate{Role: role, Model: model, reasons: all.Profiles.Of(model).Thinks}
	all.Rows = append(all.Rows, e)
	return e
}

// Add renders every prompt of an evaluation and counts; it makes no call. The
// judges' prompts hold a stand-in of typical length for the answer.
func (all *Estimates) Add(ctx context.Context, e *Evaluation) error {
	out := all.Out
	if most := e.Plan.Params.MaxTokens; most != nil {
		out = min(out, *most)
	}
	standIn := &adhere.Response{Model: e.Plan.Model, Text: strings.Repeat("word ", max(out*3/4, 1)), Finish: adhere.FinishStop}
	for item, err := range e.Items() {
		if err != nil {
			return err
		}
		requests := e.requests(item, standIn.Text)
		if e.refiner != nil {
			err = all.addRefinement(e, requests[0], item.Instruction, standIn, out)
		} else {
			err = all.AddRequests(ctx, "subject", e.Plan.Model, model.Identity(e.Subject), out, requests...)
		}
		if err != nil {
			return err
		}
		for _, j := range e.Judges {
			if err := all.addJudge("judge", j, item.Instruction, standIn, 1); err != nil {
				return err
			}
		}
		for _, g := range e.Graders {
			if err := all.addJudge("judge", g, item.Instruction, standIn, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// requests are what the subject is asked for an item: once for each turn, with a
// stand-in for the answers before.
func (e *Evaluation) requests(item adhere.Item, standIn string) []*adhere.Request {
	turns := item.Instruction.Turns()
	earlier := slices.Repeat([]string{standIn}, turns-1)
	list := make([]*adhere.Request, turns)
	for i := range list {
		one, _ := item.Instruction.At(i+1, earlier)
		list[i] = &adhere.Request{Messages: one.Messages, Params: e.Plan.Params.ForAttempt(item.Attempt), Attempt: item.Attempt}
	}
	return list
}

// AddRequests adds calls whose requests are known for certain, each with a reply
// of so many tokens; identity is that of the model that answers them.
func (all *Estimates) AddRequests(ctx context.Context, role, name, identity string, out int, requests ...*adhere.Request) error {
	row := all.of(role, name)
	for _, req := range requests {
		row.count(req, out)
		if all.Calls == nil {
			continue
		}
		_, stored, err := all.Calls.Get(ctx, req.Key(identity))
		if err != nil {
			return err
		}
		if stored {
			row.Stored++
		}
	}
	return nil
}

// addJudge adds the calls of a judge, critic or grader on so many answers.
func (all *Estimates) addJudge(role string, who any, in *adhere.Instruction, out *adhere.Response, answers int) error {
	planner, ok := who.(judge.Planner)
	if !ok { // code, or verdicts that are recorded
		return nil
	}
	calls, err := planner.Requests(in, out)
	for range answers {
		all.countCalls(role, calls)
	}
	return err
}

// AddGrid adds the calls of a grid, and which of them are stored. Of a
// conversation only the first call is known beforehand, so that only that is
// found stored.
func (all *Estimates) AddGrid(ctx context.Context, g *Grid) error {
	for _, asked := range g.Judges {
		for _, j := range asked.Samples {
			planner, ok := j.(judge.Planner)
			if !ok {
				return fmt.Errorf("%s cannot say what it would ask", j.Name())
			}
			for _, a := range g.Answers {
				calls, err := planner.Requests(a.Task.Instruction, a.Response)
				for _, c := range calls {
					if err == nil {
						err = all.AddRequests(ctx, "judge", asked.Model.Name(), model.Identity(asked.Model), model.EstimateTokens(c.Reply), c.Request)
					}
				}
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// addPair adds the calls that compare two answers.
func (all *Estimates) addPair(role string, comparer adhere.Comparer, in *adhere.Instruction, a, b *adhere.Response) error {
	planner, ok := comparer.(judge.PairPlanner)
	if !ok {
		return nil
	}
	calls, err := planner.PairRequests(in, a, b)
	all.countCalls(role, calls)
	return err
}

// addRefinement adds the most calls that one item can take: all iterations,
// none of them stored.
func (all *Estimates) addRefinement(e *Evaluation, req *adhere.Request, in *adhere.Instruction, standIn *adhere.Response, out int) error {
	asked := modelOf(e.refiner.Name())
	all.of("subject", asked).count(req, out)
	o := e.refiner.Options()
	alone := e.Spec.Refine == "self_refine" // critic and rewriter are the model
	if o.Critic == nil && !alone {
		return nil
	}
	rewriter, iterations := asked, max(o.MaxIterations, 0)
	if r := e.Spec.Rewriter; r != "" && r != Itself {
		rewriter = r
	}
	shown := &adhere.Request{Messages: append(slices.Clone(req.Messages), adhere.Message{Role: adhere.User, Text: standIn.Text})}
	for range iterations {
		all.of("rewriter, at most", rewriter).count(shown, out)
		if alone {
			all.of("critic, at most", asked).count(shown, out)
		}
	}
	if !alone {
		if err := all.addJudge("critic, at most", o.Critic, in, standIn, iterations+1); err != nil {
			return err
		}
	}
	return all.addPair("quality judge, at most", e.Comparer, in, standIn, &adhere.Response{Text: standIn.Text + "."})
}

func (e *Estimate) count(req *adhere.Request, out int) {
	e.Calls++
	e.In += model.EstimateRequest(req)
	e.Out += out + e.reasons
	e.Reasoning += e.reasons
}

func (all *Estimates) countCalls(role string, calls []judge.Call) {
	for _, c := range calls {
		all.of(role, c.Model).count(c.Request, model.EstimateTokens(c.Reply))
	}
}
