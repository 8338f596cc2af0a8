package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/verify/english"
	"adhere/verify/ruling"
)

// Reading flags: the model that reads what code cannot.
type readingFlags struct {
	modelFlags
	askFlags
	db    *string
	model string
}

func (p *program) registerReading(cmd *cobra.Command, f *readingFlags) {
	f.register(cmd)
	f.subjectURL(cmd)
	f.db = p.dbFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", "", "a model that reads requirements that code cannot read, provider/model")
	f.registerAsking(flags, "a check that is not valid")
}

// A clerk answers questions. Requirements that code cannot read are put to a
// model, if there is one: once each.
type clerk struct {
	program  *program
	ctx      context.Context
	store    *store.Store
	proposer *judge.Proposer // nil asks nobody
	model    string
	known    map[string]judge.Proposal
}

// clerk opens the model that the flags name.
func (p *program) clerk(ctx context.Context, f *readingFlags) (*clerk, error) {
	c := &clerk{program: p, ctx: ctx, known: map[string]judge.Proposal{}}
	if f.model == "" {
		return c, nil
	}
	o, err := f.asking()
	if err != nil {
		return nil, err
	}
	if c.store, err = p.openStore(ctx, *f.db); err != nil {
		return nil, err
	}
	models, err := p.newModels(&f.modelFlags, c.store)
	if err != nil {
		return nil, err
	}
	asked, err := models.open(f.model, f.baseURL, "judge")
	if err != nil {
		return nil, err
	}
	c.model = asked.Name()
	o.Model = asked
	c.proposer, err = judge.NewProposer(o, judge.Language{Units: ruling.Units(), Read: ruling.ReadCheck})
	return c, err
}

func (c *clerk) close() {
	if c.store != nil {
		c.store.Close()
	}
}

// explain answers without a text.
func (c *clerk) explain(q ruling.Question) (ruling.Answer, error) { return c.answer(q, desk().Explain) }

// decide answers with a finding.
func (c *clerk) decide(q ruling.Question) (ruling.Answer, error) { return c.answer(q, desk().Decide) }

func (c *clerk) answer(q ruling.Question, by func(ruling.Question) (ruling.Answer, error)) (ruling.Answer, error) {
	a, err := by(q)
	if err != nil || a.Decides != english.None || c.proposer == nil {
		return a, err
	}
	found, err := c.read(q.Requirement)
	if err != nil || found.Rule == nil {
		return a, err
	}
	q.Rule = found.Rule
	a, err = by(q)
	a.ReadBy = c.model
	return a, err
}

// read has the model read a requirement.
func (c *clerk) read(requirement string) (judge.Proposal, error) {
	if found, ok := c.known[requirement]; ok {
		return found, nil
	}
	found, err := c.proposer.Propose(c.ctx, requirement)
	if err != nil {
		return found, &adhere.Error{Code: notInvalid(err), Message: c.model + " cannot be asked", Hint: adhere.HintOf(err), Err: err}
	}
	c.known[requirement] = found
	if found.Rule == nil {
		c.program.say("%q: %s", shortName(requirement), found.Why)
	}
	return found, nil
}

// notInvalid keeps a failed call apart from a question that is wrong.
func notInvalid(err error) adhere.Code {
	if code := adhere.CodeOf(err); code != adhere.Invalid {
		return code
	}
	return adhere.Unavailable
}
