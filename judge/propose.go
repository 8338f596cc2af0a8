package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"adhere"
	"adhere/prompt"
)

// A Language is how checks are written in JSON: what a Proposer must know of
// it.
type Language struct {
	Units string // the units of text, for the prompt
	// Read returns the rule that a check in JSON is, and the same check
	// printed in English. The error says what is wrong with it.
	Read func(raw json.RawMessage) (rule *adhere.Rule, english string, err error)
}

// A Proposer reads requirements as checks by asking a model. What the model
// proposes must be a valid check, and the model must say, shown no more than
// the requirement and the check in English, that both demand the same.
type Proposer struct {
	c        *caller
	language Language
	label    string
}

// A Proposal is what became of a requirement.
type Proposal struct {
	Rule    *adhere.Rule // nil where there is none
	English string       // the rule in words; empty without one
	Why     string       // why there is none
	By      string       // the proposer's name
	Usage   adhere.Usage
}

// NewProposer returns a proposer. Of the options, Model, Pack, Params, Reasks
// and Attempt count.
func NewProposer(o Options, l Language) (*Proposer, error) {
	if o.Model == nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the proposer needs a model"}
	}
	o.Reading, o.Schema = Strict, false
	c := newCaller(o)
	return &Proposer{c, l, c.name("propose", 2, o.Model.Name())}, nil
}

// Propose returns a check of the requirement, or says why there is none. A
// check that is not valid is asked for again as often as Options.Reasks says.
// An error means that a call failed.
func (p *Proposer) Propose(ctx context.Context, requirement string) (Proposal, error) {
	found, err := p.propose(ctx, requirement)
	found.By = p.label
	if err != nil || found.Rule == nil {
		return found, err
	}
	same, err := askTemplate(ctx, p.c, "same-demand", prompt.Data{"Requirement": requirement, "Check": found.English}, decisions(1, wordReader(Strict)))
	if err != nil {
		return found, err
	}
	found.Usage = found.Usage.Add(same.usage)
	switch {
	case same.why != "":
		return found.refused("the model does not say whether %q demands the same: %s", found.English, same.why), nil
	case same.value[0].outcome != adhere.Met:
		return found.refused("the model proposes %q and then says that it does not demand the same", found.English), nil
	default:
		return found, nil
	}
}

func (f Proposal) refused(why string, args ...any) Proposal {
	return Proposal{Why: fmt.Sprintf(why, args...), By: f.By, Usage: f.Usage}
}

// propose asks for a check until it is one.
func (p *Proposer) propose(ctx context.Context, requirement string) (Proposal, error) {
	var found Proposal
	messages, err := p.c.Pack.Render("propose-check", prompt.Data{"Requirement": requirement, "Units": p.language.Units})
	if err != nil {
		return found, err
	}
	for try := 0; ; try++ {
		resp, err := p.c.Model.Generate(ctx, &adhere.Request{Messages: messages, Params: p.c.params, Attempt: p.c.Attempt})
		if err != nil {
			return found, err
		}
		found.Usage = found.Usage.Add(resp.Usage)
		var none bool
		found.Rule, found.English, none, err = p.read(resp)
		switch {
		case none:
			return found.refused("the model finds that no check says this"), nil
		case err == nil:
			return found, nil
		case try >= p.c.reasks:
			return found.refused("the model proposes no valid check: %s", err), nil
		}
		again, renderErr := p.c.Pack.Render("propose-check-again", prompt.Data{"Problem": err.Error()})
		if renderErr != nil {
			return found, renderErr
		}
		messages = append(slices.Clip(messages), adhere.Message{Role: adhere.Assistant, Text: spoken(resp.Text)}, again[0])
	}
}

// read reads a reply: a check, or that there is none.
func (p *Proposer) read(resp *adhere.Response) (rule *adhere.Rule, english string, none bool, err error) {
	if resp.Finish != adhere.FinishStop && resp.Finish != "" {
		return nil, "", false, unreadable("the reply was cut off")
	}
	raw, err := object(resp.Text)
	if err != nil {
		return nil, "", false, err
	}
	var said struct{ None bool }
	if json.Unmarshal(raw, &said) == nil && said.None {
		return nil, "", true, nil
	}
	rule, english, err = p.language.Read(raw)
	return rule, english, false, err
}
