package judge

import (
	"context"
	"fmt"

	"adhere"
	"adhere/prompt"
)

// A grader takes one grade from 1 to 5 for a whole response.
type grader struct {
	*caller
	label string
}

// NewGrader returns a judge that gives whole answers a score from 1 to 5.
func NewGrader(o Options) (adhere.Grader, error) {
	c, name, err := newWhole(o, "direct-score")
	if err != nil {
		return nil, err
	}
	return &grader{c, name}, nil
}

// newWhole returns what asks about whole responses, and its name.
func newWhole(o Options, strategy string) (*caller, string, error) {
	if err := o.checkModel(strategy); err != nil {
		return nil, "", err
	}
	if err := checkParsing(strategy, o.Parsing, nil); err != nil {
		return nil, "", err
	}
	c := newCaller(o)
	return c, c.name(strategy, o.Model.Name()), nil
}

func (g *grader) Name() string { return g.label }

func (g *grader) Grade(ctx context.Context, task *adhere.Task, out *adhere.Response) (adhere.Grade, error) {
	if err := task.Check(out); err != nil {
		return adhere.Grade{}, err
	}
	in := task.Instruction
	got, err := askTemplate(ctx, g.caller, "direct-score", gradeData(in, out), gradeForm())
	if err != nil {
		return adhere.Grade{}, fmt.Errorf("%s: %w", in.ID, err)
	}
	grade := adhere.Grade{Judge: g.label, Raw: got.Raw, Calls: got.Calls, Usage: got.Usage}
	switch {
	case got.Why != "":
		grade.Outcome, grade.Reason = adhere.Broken, got.Why
	case !got.Value.given:
		grade.Outcome, grade.Reason = adhere.Unsure, got.Value.reason
	default:
		grade.Outcome, grade.Score, grade.Reason = adhere.Met, int(got.Value.value), got.Value.reason
	}
	return grade, nil
}

func gradeData(in *adhere.Instruction, out *adhere.Response) prompt.Data {
	return prompt.Data{"Instruction": Wording(in.With(out.Earlier)), "Answer": out.Text}
}

func gradeForm() form[score] {
	return form[score]{
		read:   func(reply string) (score, error) { return readScore(reply, 1, 5, true) },
		schema: scoreSchema("integer", 1, 5),
		fields: scoreFields(1, 5),
	}
}

var _ Planner = (*grader)(nil)

func (g *grader) Calls(*adhere.Instruction) int { return 1 }

func (g *grader) Chain(*adhere.Instruction) int { return 1 }

func (g *grader) Requests(in *adhere.Instruction, out *adhere.Response) ([]Call, error) {
	call, err := callOf(g.caller, "direct-score", gradeData(in, out), gradeForm(), "The response does most of what was asked, with a small gap.\nScore: 4")
	return []Call{call}, err
}

func askTemplate[T any](ctx context.Context, c *caller, template string, data prompt.Data, f form[T]) (Reply[T], error) {
	messages, err := c.Pack.Render(template, data)
	if err != nil {
		return Reply[T]{}, err
	}
	reply, err := c.Pack.Reply(template, data)
	if err != nil {
		return Reply[T]{}, err
	}
	return ask(ctx, c, messages, reply, f)
}

func callOf[T any](c *caller, template string, data prompt.Data, f form[T], likely string) (Call, error) {
	messages, err := c.Pack.Render(template, data)
	if err != nil {
		return Call{}, err
	}
	req, _, err := prepare(c, messages, "", f)
	return Call{req, likely, c.Model.Name()}, err
}
