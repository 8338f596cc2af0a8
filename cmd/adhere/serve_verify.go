package main

import (
	"context"

	"adhere/eval"
	"adhere/internal/cli/services"
	"adhere/internal/reward"
	"adhere/verify/ruling"
)

func (p *program) serveVerify(ctx context.Context, addr, lock string, l *services.ServiceFlags) error {
	if _, err := eval.UseLock(nil, lock, false); err != nil {
		return err
	}
	s, err := p.Service(ctx, "adhere-verify", addr, l)
	if err != nil {
		return err
	}
	r := reward.New(reward.Config{
		Answerer:  ruling.Answerer{Decide: eval.Decider().Decide},
		Telemetry: s.Telemetry(),
	})
	s.Handle(r.Route(0))
	return p.Serve(ctx, s, l)
}
