package main

import (
	"context"

	"adhere/internal/reward"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

// serveVerify answers POST /v1/verify until it is stopped.
func (p *program) serveVerify(ctx context.Context, addr string, l *listening) error {
	s, err := p.service("adhere-verify", addr, l)
	if err != nil {
		return err
	}
	r := reward.New(reward.Config{Decider: ruling.NewDesk(suites.All()...), Telemetry: s.Telemetry()})
	s.Handle(r.Route(0))
	return p.answerRequests(ctx, s, l)
}
