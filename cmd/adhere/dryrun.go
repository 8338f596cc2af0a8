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
	Role    string       `json:"role"`
	Model   string       `json:"model"`
	Calls   int          `json:"calls"`
	Stored  int          `json:"stored"` // of the calls: replies that are stored already
	In      int          `json:"tokens_in"`
	Out     int          `json:"tokens_out"`
	Thought int          `json:"tokens_reasoning,omitempty"` // of Out: reasoning, as models of the family take
	Money   adhere.Money `json:"-"`
	thinks  int          // tokens of reasoning before a reply
	USD     *float64     `json:"usd"` // null without a known price
}

// estimates are the rows of a dry run, one for each role and model.
type estimates struct {
	rows     []*estimate
	profiles *model.Profiles
}

func (all *estimates) of(role, model string) *estimate {
	for _, e := range all.rows {
		if e.Role == role && e.Model == model {
			return e
		}
	}
	e := &estimate{Role: role, Model: model, thinks: all.profiles.Of(model).Thinks}
	all.rows = append(all.rows, e)
	return e
}

// dryRun renders every prompt of the plans and counts; it makes no call.
func (p *program) dryRun(ctx context.Context, s *store.Store, trials []*trial, m *models, f *evalFlags) error {
	all := &estimates{profiles: m.profiles}
	for _, t := range trials {
		if err := all.rehearse(ctx, s, t, m, f); err != nil {
			return err
		}
	}
	return p.showEstimates(all.rows, m)
}

// rehearse adds the calls of one plan. The judge's prompts hold a stand-in of
// typical length for the answer.
func (all *estimates) rehearse(ctx context.Context, s *store.Store, t *trial, m *models, f *evalFlags) error {
	out := f.assumeOut
	if f.maxTokens > 0 {
		out = min(out, f.maxTokens)
	}
	standIn := &adhere.Response{Model: t.Plan.Model, Text: strings.Repeat("word ", max(out*3/4, 1)), Finish: adhere.FinishStop}
	for item, err := range t.Items() {
		if err != nil {
			return err
		}
		req := &adhere.Request{Messages: item.Instruction.Messages, Params: t.Plan.Params.ForAttempt(item.Attempt), Attempt: item.Attempt}
		if t.refinery != nil {
			err = t.refinery.rehearse(all, t, item, standIn, out)
		} else {
			err = all.of("subject", t.Plan.Model).add(ctx, s, model.Identity(t.Subject), req, out)
		}
		if err != nil {
			return err
		}
		for _, j := range t.Judges {
			for _, asked := range m.members(j) {
				if err := all.asking(asked.model, asked.judge, item.Instruction, standIn); err != nil {
					return err
				}
			}
		}
		for _, g := range t.Graders {
			if err := all.asking(modelOf(g.Name()), g, item.Instruction, standIn); err != nil {
				return err
			}
		}
	}
	return nil
}

// asking adds the calls of a judge or grader on one answer.
func (all *estimates) asking(model string, who any, in *adhere.Instruction, out *adhere.Response) error {
	planner, ok := who.(judge.Planner)
	if !ok { // code, or verdicts that are recorded
		return nil
	}
	calls, err := planner.Rehearse(in, out)
	if err != nil || len(calls) == 0 {
		return err
	}
	all.of("judge", model).countCalls(calls)
	return nil
}

func (e *estimate) count(req *adhere.Request, out int) {
	e.Calls++
	e.In += model.EstimateRequest(req)
	e.Out += out + e.thinks
	e.Thought += e.thinks
}

func (e *estimate) countCalls(calls []judge.Call) {
	for _, c := range calls {
		e.count(c.Request, model.EstimateTokens(c.Reply))
	}
}

// modelOf returns the model in the name of a judge, "judge/x@1+model".
func modelOf(judge string) string { return judge[strings.LastIndexByte(judge, '+')+1:] }

// add counts a call whose request is known for certain; who is the identity of
// the model that answers it.
func (e *estimate) add(ctx context.Context, s *store.Store, who string, req *adhere.Request, out int) error {
	_, stored, err := s.Get(ctx, req.Key(who))
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
	prices, rows := m.prices, make([][]string, len(estimates))
	if m.flags.batch {
		prices = prices.Halved()
	}
	for i, e := range estimates {
		cost := "no price known"
		if prices.Known(e.Model) {
			e.Money = prices.Of(e.Model, adhere.Usage{In: e.In, Out: e.Out})
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
	for _, e := range estimates {
		if e.Thought > 0 {
			p.say("%s: %d of the tokens out are reasoning, as models of its family take it", e.Model, e.Thought)
		}
	}
	p.say("tokens are estimates; prices are of %s; nothing was called", m.prices.Date)
	return nil
}
