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

func newGrader(o Options) (adhere.Grader, error) {
	const name, version = "direct-score", 1
	if err := o.checkModel(name); err != nil {
		return nil, err
	}
	if err := checkReading(name, o.Reading, nil); err != nil {
		return nil, err
	}
	c := newCaller(o)
	return &grader{c, c.name(name, version, o.Model.Name())}, nil
}

// Name returns strategy, version and model.
func (g *grader) Name() string { return g.label }

// Grade asks for the grade.
func (g *grader) Grade(ctx context.Context, in *adhere.Instruction, out *adhere.Response) (adhere.Grade, error) {
	data := prompt.Data{"Instruction": wording(in), "Answer": out.Text}
	got, err := askTemplate(ctx, g.caller, "direct-score", data, form[score]{
		read:   func(reply string) (score, error) { return readScore(reply, 1, 5, true) },
		json:   func(reply string) (score, error) { return readScoreJSON(reply, 1, 5, true) },
		schema: scoreSchema("integer", 1, 5),
		fields: scoreFields(1, 5),
	})
	if err != nil {
		return adhere.Grade{}, fmt.Errorf("%s: %w", in.ID, err)
	}
	grade := adhere.Grade{Judge: g.label, Raw: got.raw, Usage: got.usage}
	switch {
	case got.why != "":
		grade.Outcome, grade.Reason = adhere.Broken, got.why
	case !got.value.given:
		grade.Outcome, grade.Reason = adhere.Unsure, got.value.reason
	default:
		grade.Outcome, grade.Score, grade.Reason = adhere.Met, int(got.value.value), got.value.reason
	}
	return grade, nil
}

// askTemplate renders a template and asks it.
func askTemplate[T any](ctx context.Context, c *caller, template string, data prompt.Data, f form[T]) (answer[T], error) {
	messages, err := c.Pack.Render(template, data)
	if err != nil {
		return answer[T]{}, err
	}
	reply, err := c.Pack.Reply(template, data)
	if err != nil {
		return answer[T]{}, err
	}
	return ask(ctx, c, messages, reply, f)
}
