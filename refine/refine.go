// Package refine makes an answer follow its instruction: draft, critique,
// rewrite, rank. It holds DeCRIM and the approaches that its paper compares it
// with, one strategy each; strategies.go lists them.
//
// The critic, which decides whether a requirement is met, is any adhere.Judge:
// rules, a model, a jury, recorded labels. An undecided verdict (unsure, broken,
// skipped) counts neither as met nor as not met: it is no reason to rewrite and
// no reason to call an answer good.
//
// A refinement returns its best attempt, and says in Trace.Stopped why it
// stopped. After an error it still returns the best answer so far.
package refine

import (
	"context"
	"fmt"
	"slices"

	"adhere"
)

// A Refiner carries out one strategy with one choice of settings; New makes
// one. It is safe for concurrent use if its parts are.
type Refiner struct {
	options  Options // no zero values
	strategy Strategy
	label    string
}

// New returns the named strategy with the given settings. A missing part, or
// a setting that does not exist, is an error with code Invalid; an unknown
// strategy one with code NotFound.
func New(strategy string, o Options) (*Refiner, error) {
	s, err := Find(strategy)
	if err != nil {
		return nil, err
	}
	if err := o.check(s); err != nil {
		return nil, err
	}
	o = o.filled(s)
	return &Refiner{options: o, strategy: s, label: o.name(s)}, nil
}

// Name returns "refine/strategy@version", the settings that can change an
// answer, and the model: "refine/decrim@1[n=10,…]+openai/gpt-4o".
func (r *Refiner) Name() string { return r.label }

// Options returns the settings and parts, those that were left out filled in.
func (r *Refiner) Options() Options { return r.options }

// Refine answers an instruction. The instruction holds the given
// requirements, if any; nil stands for one that is known by its request only.
// The request is what a plain answer would be asked with: the draft's
// messages, and the settings of drafts and rewrites. Nil takes the
// instruction's messages and the provider's defaults.
//
// The trace is never nil. An error means that there is no answer
// (Trace.Final is -1), or that ctx was cancelled. Whatever else goes wrong
// ends the refinement early, with the best attempt so far: Trace.Stopped and
// Trace.Err say so.
func (r *Refiner) Refine(ctx context.Context, in *adhere.Instruction, req *adhere.Request) (*adhere.Trace, error) {
	return r.Improve(ctx, in, req, nil)
}

// Improve is Refine with a draft that is already there, for example because
// it was streamed or recorded: it takes the place of the first attempt, and
// its Usage counts against the bounds. Nil is asked for.
func (r *Refiner) Improve(ctx context.Context, in *adhere.Instruction, req *adhere.Request, draft *adhere.Response) (*adhere.Trace, error) {
	done := r.improve(ctx, in, req, draft)
	return done.trace, done.err
}

// Avoids is the error of an instruction that cannot be refined, since it has a
// requirement that an answer should not meet (a rewriter works towards all), or
// asks for several answers.
func Avoids(in *adhere.Instruction) error {
	i := slices.IndexFunc(in.Requirements, func(q adhere.Requirement) bool { return q.Avoided() })
	switch {
	case in.Turns() > 1:
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("instruction %q asks for several answers, one after another, but only one can be refined", in.ID)}
	case i < 0:
		return nil
	}
	return adhere.Errorf(adhere.Invalid, "instruction %q: requirement %s has a weight below 0, which an answer should not meet", in.ID, in.Requirements[i].ID).
		WithHint("refinement works towards requirements: say what must hold instead, with a weight above 0")
}

func (r *Refiner) improve(ctx context.Context, in *adhere.Instruction, req *adhere.Request, draft *adhere.Response) outcome {
	in, req = paired(in, req)
	if r.strategy.run == nil {
		err := adhere.Errorf(adhere.Invalid, "the refiner has no strategy").WithHint("make it with refine.New")
		return outcome{trace: &adhere.Trace{Instruction: in, Request: req, Final: -1, Stopped: adhere.StopError, Err: err.Error()}, err: err}
	}
	s := newSession(r, in, req)
	s.given = draft
	if len(req.Messages) == 0 || req.Messages[len(req.Messages)-1].Role != adhere.User {
		err := &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("instruction %q does not end with a message of the user", in.ID)}
		return s.end(ctx, "", err)
	}
	if err := Avoids(in); err != nil {
		return s.end(ctx, "", err)
	}
	if r.options.Bounds.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, r.options.Bounds.Time, errBound)
		defer cancel()
	}
	stopped, err := r.strategy.run(ctx, s)
	return s.end(ctx, stopped, err)
}

// paired fills in whichever of the two is missing, and returns a copy of the
// instruction, whose requirements may be replaced.
func paired(in *adhere.Instruction, req *adhere.Request) (*adhere.Instruction, *adhere.Request) {
	if in == nil {
		in = &adhere.Instruction{}
		if req != nil {
			in.Messages = req.Messages
		}
	}
	if req == nil {
		req = &adhere.Request{Messages: in.Messages}
	}
	own := *in
	own.Requirements = slices.Clone(in.Requirements)
	return &own, req
}
