package refine

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"adhere"
	"adhere/prompt"
)

// A session is one refinement under way.
type session struct {
	Options
	in    *adhere.Instruction
	req   *adhere.Request
	given *adhere.Response // a draft that is already there, or nil
	trace *adhere.Trace
	book  *ledger
	start time.Time
	asked map[string]int // how often each request was put

	besides *adhere.Requirement // what else the critic is asked of the next answer; may be nil
}

func newSession(r *Refiner, in *adhere.Instruction, req *adhere.Request) *session {
	o := r.options
	s := &session{Options: o, in: in, req: req, book: &ledger{bounds: o.Bounds}, start: o.Now(), asked: map[string]int{}}
	s.trace = &adhere.Trace{Strategy: r.label, Instruction: in, Request: req, Choice: o.Final, Final: -1}
	if !r.strategy.Critic { // nothing but the order tells its attempts apart
		s.trace.Choice = adhere.ChooseLast
	}
	return s
}

// An outcome is how a refinement ended.
type outcome struct {
	trace   *adhere.Trace
	err     error // set if there is no answer, or the context was cancelled
	outside error // what ended it early, where that is no bound of the refinement itself
}

// end closes the trace. What strategies return as an error is why they ended
// early.
func (s *session) end(ctx context.Context, stopped adhere.Stop, err error) outcome {
	t := s.trace
	var outside error
	t.Stopped = stopped
	if t.Final < 0 {
		t.Final = t.Choice.Of(t.Attempts, s.in.Requirements)
	}
	if err != nil {
		t.Stopped, t.Err = stopOf(ctx, err), err.Error()
		own := errors.Is(err, errBound) || t.Stopped == adhere.StopDeadline && errors.Is(context.Cause(ctx), errBound)
		if !own {
			outside = err
		}
	}
	t.Time = s.Now().Sub(s.start)
	if err != nil && (t.Final < 0 || t.Stopped == adhere.StopCancelled) {
		return outcome{t, err, outside}
	}
	return outcome{t, nil, outside}
}

func stopOf(ctx context.Context, err error) adhere.Stop {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return adhere.StopDeadline
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		return adhere.StopCancelled
	case unmade(err):
		return adhere.StopBudget
	default:
		return adhere.StopError
	}
}

// begin opens an attempt; what is used from now on is on its account.
func (s *session) begin(a adhere.Attempt) *adhere.Attempt {
	a.Usage = map[adhere.Step]adhere.Usage{}
	s.trace.Attempts = append(s.trace.Attempts, a)
	return s.last()
}

func (s *session) last() *adhere.Attempt { return &s.trace.Attempts[len(s.trace.Attempts)-1] }

// spend does what belongs to a step, and notes what it used with the open attempt.
func (s *session) spend(ctx context.Context, step adhere.Step, do func(context.Context) adhere.Usage) {
	if u := s.book.watch(adhere.InStep(ctx, step), do); u != (adhere.Usage{}) {
		a := s.last()
		a.Usage[step] = a.Usage[step].Add(u)
	}
}

// ask puts messages to a model for the open attempt.
func (s *session) ask(ctx context.Context, step adhere.Step, m adhere.Model, messages []adhere.Message, params adhere.Params) (*adhere.Response, error) {
	req := &adhere.Request{Messages: messages, Params: params, Attempt: s.req.Attempt}
	if step == adhere.StepDraft || step == adhere.StepRewrite {
		req.Schema = s.req.Schema
	}
	s.freshen(m, req)
	var resp *adhere.Response
	var err error
	s.spend(ctx, step, func(ctx context.Context) adhere.Usage {
		resp, err = s.book.call(ctx, m, req)
		return adhere.Usage{}
	})
	return resp, err
}

// sampleStride keeps samples that one refinement takes of one request apart
// from the repeated attempts of a run, which are numbered from 0 too.
const sampleStride = 1000

// freshen makes a request that was put before a new sample: a store of
// replies would hand out the old reply again.
func (s *session) freshen(m adhere.Model, req *adhere.Request) {
	b, err := json.Marshal(req)
	if err != nil { // a schema that is not JSON; the model will say so
		return
	}
	key := m.Name() + "\n" + string(b)
	req.Attempt += sampleStride * s.asked[key]
	s.asked[key]++
}

// conversation returns the request's messages with a template in place of the
// last, which is the user's.
func (s *session) conversation(template string, data prompt.Data) ([]adhere.Message, error) {
	rendered, err := s.Pack.Render(template, data)
	if err != nil {
		return nil, err
	}
	before := s.req.Messages[:len(s.req.Messages)-1]
	return slices.Concat(before, rendered), nil
}

// instruction returns what the user asks for in the end.
func (s *session) instruction() string { return s.req.Messages[len(s.req.Messages)-1].Text }

// critiqueCalls is how many calls the critic will make, as far as it can say.
func (s *session) critiqueCalls() int {
	if p, ok := s.Critic.(interface{ Calls(*adhere.Instruction) int }); ok {
		return p.Calls(s.in)
	}
	return 0
}
