package refine

import (
	"context"

	"adhere"
)

// AsModel returns a Refiner as a model, so that a run can evaluate it like
// any other. Its name is the Refiner's. A reply's Usage is that of the whole
// refinement; its Warnings say where the refinement stopped short.
//
// Find returns the instruction that a request is the prompt of, with its
// requirements, or nil; Known makes one. Without it, requirements come from
// the decomposer alone. Each, which may be nil, is given the trace of every
// refinement, failed ones included, before Generate returns.
//
// Generate returns the best attempt where a bound of the refinement's own was
// reached. Where something failed from outside (a call, the context, the
// budget of a run) it returns that error, even if there is an answer: whether
// it would have been the final one, nobody knows, and a run that is resumed
// must come to the same result as one that never stopped.
func AsModel(r *Refiner, find func(*adhere.Request) *adhere.Instruction, each func(*Trace)) adhere.Model {
	return &asModel{r, find, each}
}

type asModel struct {
	*Refiner
	find func(*adhere.Request) *adhere.Instruction
	each func(*Trace)
}

var _ adhere.Model = (*asModel)(nil)

func (m *asModel) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	var in *adhere.Instruction
	if m.find != nil {
		in = m.find(req)
	}
	t, err := m.Refine(ctx, in, req)
	if m.each != nil {
		m.each(t)
	}
	if err == nil {
		err = t.cause
	}
	if err != nil {
		return nil, err
	}
	resp := *t.Answer().Response
	resp.Usage = t.Total()
	if w := t.warning(); w != "" {
		resp.Warnings = append(resp.Warnings[:len(resp.Warnings):len(resp.Warnings)], w)
	}
	return &resp, nil
}

// warning says where a refinement stopped short of its goal.
func (t *Trace) warning() string {
	switch t.Stopped {
	case StopDone, StopNone, StopSatisfied:
		return ""
	default:
		w := "refinement stopped: " + string(t.Stopped)
		if t.Err != "" {
			w += " (" + t.Err + ")"
		}
		return w
	}
}

// Known returns a function for AsModel that knows instructions by the prompts
// that render makes of them; nil takes their messages. Of two instructions
// with one prompt it knows the first.
func Known(instructions []adhere.Instruction, render func(*adhere.Instruction) []adhere.Message) func(*adhere.Request) *adhere.Instruction {
	byPrompt := make(map[string]*adhere.Instruction, len(instructions))
	for i := range instructions {
		in := &instructions[i]
		messages := in.Messages
		if render != nil {
			messages = render(in)
		}
		key := (&adhere.Request{Messages: messages}).Key("")
		if byPrompt[key] == nil {
			byPrompt[key] = in
		}
	}
	return func(req *adhere.Request) *adhere.Instruction {
		return byPrompt[(&adhere.Request{Messages: req.Messages}).Key("")]
	}
}
