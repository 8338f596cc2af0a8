package main

import (
	"context"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/model"
)

// An estimate is what one role would use. Tokens are estimated without a
// model's vocabulary; see model.EstimateTokens.
type estimate struct {
	Role   string       `json:"role"`
	Model  string       `json:"model"`
	Calls  int          `json:"calls"`
	Stored int          `json:"stored"` // of the calls: replies that are stored already
	In     int          `json:"tokens_in"`
	Out    int          `json:"tokens_out"`
	Money  adhere.Money `json:"-"`
	USD    *float64     `json:"usd"` // null without a known price
}

// dryRun renders every prompt of the plan and counts; it makes no call. The
// judge's prompts hold a stand-in of typical length for the answer.
func (p *program) dryRun(ctx context.Context, s *store.Store, e *evaluation, m *models, f *evalFlags) error {
	subject := &estimate{Role: "subject", Model: e.plan.Model}
	out := f.assumeOut
	if f.maxTokens > 0 {
		out = min(out, f.maxTokens)
	}
	standIn := &adhere.Response{Model: e.plan.Model, Text: strings.Repeat("word ", max(out*3/4, 1)), Finish: adhere.FinishStop}
	estimates := []*estimate{subject}
	judges := map[string]*estimate{}
	for item, err := range e.items() {
		if err != nil {
			return err
		}
		req := &adhere.Request{Messages: item.Instruction.Messages, Params: e.plan.Params, Attempt: item.Attempt}
		if err := subject.add(ctx, s, req, out); err != nil {
			return err
		}
		for _, j := range e.judges {
			planner, ok := j.(judge.Planner)
			if !ok {
				continue
			}
			if judges[j.Name()] == nil {
				judges[j.Name()] = &estimate{Role: "judge", Model: modelOf(j.Name())}
				estimates = append(estimates, judges[j.Name()])
			}
			calls, err := planner.Rehearse(item.Instruction, standIn)
			if err != nil {
				return err
			}
			judges[j.Name()].countCalls(calls)
		}
	}
	return p.showEstimates(estimates, m)
}

func (e *estimate) count(req *adhere.Request, out int) {
	e.Calls++
	e.In += model.EstimateRequest(req)
	e.Out += out
}

func (e *estimate) countCalls(calls []judge.Call) {
	for _, c := range calls {
		e.count(c.Request, model.EstimateTokens(c.Reply))
	}
}

// modelOf returns the model in the name of a judge, "judge/x@1+model".
func modelOf(judge string) string { return judge[strings.LastIndexByte(judge, '+')+1:] }

// add counts a call of the subject, whose request is known for certain.
func (e *estimate) add(ctx context.Context, s *store.Store, req *adhere.Request, out int) error {
	_, stored, err := s.Get(ctx, req.Key(e.Model))
	if err != nil {
		return err
	}
	e.count(req, out)
	if stored {
		e.Stored++
	}
	return nil
}

func (p *program) showEstimates(estimates []*estimate, m *models) error {
	rows := make([][]string, len(estimates))
	for i, e := range estimates {
		cost := "no price known"
		if m.prices.Known(e.Model) {
			e.Money = m.prices.Of(e.Model, adhere.Usage{In: e.In, Out: e.Out})
			usd := float64(e.Money) / float64(adhere.USD)
			e.USD, cost = &usd, "about "+e.Money.String()
		}
		rows[i] = []string{e.Role, e.Model, strconv.Itoa(e.Calls), strconv.Itoa(e.Stored), strconv.Itoa(e.In), strconv.Itoa(e.Out), cost}
	}
	if p.json {
		return writeJSON(p.out, map[string]any{"estimates": estimates, "prices": m.prices.Date})
	}
	if err := p.table([]string{"role", "model", "calls", "stored", "tokens in", "tokens out", "cost"}, rows); err != nil {
		return err
	}
	p.say("tokens are estimates; prices are of %s; nothing was called", m.prices.Date)
	return nil
}
