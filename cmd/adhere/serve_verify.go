package main

import (
	"context"

	"adhere/internal/reward"
	"adhere/model"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// serveVerify answers POST /v1/verify until it is stopped.
func (p *program) serveVerify(ctx context.Context, addr string, l *listening) error {
	s, err := p.service("adhere-verify", addr, l)
	if err != nil {
		return err
	}
	r := reward.New(reward.Config{
		Answerer:  ruling.Answerer{Decide: ruling.NewDesk(suites.All()...).Decide, Split: model.SplitReasoning},
		Telemetry: s.Telemetry(),
	})
	s.Handle(r.Route(0))
	return p.answerRequests(ctx, s, l)
}
