package main

import (
	"context"

	"adhere/eval"
	"adhere/internal/reward"
	"adhere/model"
	"adhere/verify/ruling"
)

// serveVerify answers POST /v1/verify until it is stopped.
func (p *program) serveVerify(ctx context.Context, addr, lock string, l *listening) error {
	if _, err := eval.UseLock(nil, lock, false); err != nil {
		return err
	}
	s, err := p.service(ctx, "adhere-verify", addr, l)
	if err != nil {
		return err
	}
	r := reward.New(reward.Config{
		Answerer:  ruling.Answerer{Decide: eval.Decider().Decide, Split: model.SplitReasoning},
		Telemetry: s.Telemetry(),
	})
	s.Handle(r.Route(0))
	return p.answerRequests(ctx, s, l)
}
