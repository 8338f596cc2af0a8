package judge

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"adhere"
	"adhere/model/reasoning"
	"adhere/prompt"
)

// A protocol is a strategy that gives verdicts: which turns it takes to
// decide the asked requirements of an instruction.
type protocol struct {
	name    string
	chained bool // each turn sees the questions and answers before it
	papers  []Parsing
	turns   turnsFunc
}

type turnsFunc func(in *adhere.Instruction, out *adhere.Response, asked []int, r Parsing) ([]turn, error)

// A turn is one call: it decides some requirements.
type turn struct {
	decides []int  // positions of requirements
	open    string // template that starts a conversation
	data    prompt.Data
	next    string // template that continues one; only in chained protocols
	more    prompt.Data
	form    form[[]finding] // one finding for each of decides
	likely  string          // a typical reply, for estimates
	rule    *adhere.Rule    // decides the part of the answer that the reply quotes; nil where the reply decides
	answer  string          // with a rule: what the part is a part of
}

// A finding is what a reply says of one requirement.
type finding struct {
	outcome          adhere.Outcome
	reason, evidence string
}

// An asker is the judge of a protocol: it asks a model, or reads replies that
// were recorded.
type asker struct {
	protocol
	*caller
	label    string
	recorded Recorded
	pick     func(i int) bool // nil asks about all that Only lets through
}

var (
	_ adhere.Judge = (*asker)(nil)
	_ Planner      = (*asker)(nil)
)

func (p protocol) judge(o Options) (adhere.Judge, error) {
	if err := o.checkModel(p.name); err != nil {
		return nil, err
	}
	return p.asker(o, o.Model.Name(), nil)
}

func (p protocol) asker(o Options, model string, recorded Recorded) (*asker, error) {
	if err := checkParsing(p.name, o.Parsing, p.papers); err != nil {
		return nil, err
	}
	c := newCaller(o)
	return &asker{protocol: p, caller: c, label: c.name(p.name, model), recorded: recorded}, nil
}

func (a *asker) Name() string { return a.label }

// Judge asks about every requirement that Only lets through.
func (a *asker) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	if err := task.Check(); err != nil {
		return nil, err
	}
	in := task.Instruction
	verdicts, asked := a.blank(in)
	if len(asked) == 0 {
		return verdicts, nil
	}
	if err := task.Check(out); err != nil {
		return nil, err
	}
	if in.Turns() > 1 {
		return a.judgeTurns(ctx, task, out)
	}
	turns, err := a.unpicked().planned(in, out)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.ID, err)
	}
	answers, err := a.answers(ctx, task, turns)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.ID, err)
	}
	for i, t := range turns {
		enter(verdicts, t, answers[i])
	}
	for i := range verdicts {
		if why := reasoning.KeptApart(&in.Requirements[i], out); why != "" && a.recorded == nil {
			verdicts[i].Outcome, verdicts[i].Reason = adhere.Unsure, why
		}
		if a.skips(in, i) { // a turn may decide more than was asked
			verdicts[i] = adhere.Verdict{Requirement: verdicts[i].Requirement, Judge: a.label, Outcome: adhere.Skipped, Usage: verdicts[i].Usage}
		}
	}
	return verdicts, nil
}

// judgeTurns asks about each answer of a conversation.
func (a *asker) judgeTurns(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	if a.recorded != nil || a.pick != nil {
		return nil, adhere.Errorf(adhere.Invalid, "%s asks for several answers, in turn, of which recorded replies and rules beside a judge know nothing", task.Instruction.ID).
			WithHint("name the judge with --judge alone, or give its verdicts with --verdicts")
	}
	return adhere.JudgeTurns(ctx, a, task, out)
}

// skips reports whether a requirement is none of this judge's business.
func (a *asker) skips(in *adhere.Instruction, i int) bool {
	return a.Only != nil && !a.Only(&in.Requirements[i]) || a.pick != nil && !a.pick(i)
}

// unpicked returns the judge that decides what a choice is made of: replies
// that were recorded are to all turns, whatever of them is wanted.
func (a *asker) unpicked() *asker {
	if a.recorded == nil {
		return a
	}
	all := *a
	all.pick = nil
	return &all
}

// blank returns a skipped verdict for each requirement, and the positions of
// those that will be asked.
func (a *asker) blank(in *adhere.Instruction) (verdicts []adhere.Verdict, asked []int) {
	verdicts = make([]adhere.Verdict, len(in.Requirements))
	for i := range in.Requirements {
		verdicts[i] = adhere.Verdict{Requirement: in.Requirements[i].ID, Judge: a.label, Outcome: adhere.Skipped}
		if !a.skips(in, i) {
			asked = append(asked, i)
		}
	}
	return verdicts, asked
}

// enter writes an answer into the verdicts that its turn decides.
func enter(verdicts []adhere.Verdict, t turn, got Reply[[]finding]) {
	for k, i := range t.decides {
		v := &verdicts[i]
		v.Raw, v.Calls = got.Raw, got.Calls
		if got.Why != "" {
			v.Outcome, v.Reason = adhere.Broken, got.Why
			continue
		}
		f := got.Value[k]
		v.Outcome, v.Reason, v.Evidence = f.outcome, f.reason, f.evidence
	}
	verdicts[t.decides[0]].Usage = got.Usage
}

func (a *asker) answers(ctx context.Context, task *adhere.Task, turns []turn) ([]Reply[[]finding], error) {
	switch {
	case a.recorded != nil:
		return a.replay(task, turns)
	case a.chained:
		return a.chain(ctx, turns)
	default:
		return a.fan(ctx, turns)
	}
}

// An exchange is a question that was answered.
type exchange struct {
	turn  *turn
	reply string
}

// chain asks turn after turn in one conversation. What stays in it are the
// questions with a readable reply: nonsense must not colour what follows, so
// after a broken turn the conversation goes on as if it had not been asked.
func (a *asker) chain(ctx context.Context, turns []turn) ([]Reply[[]finding], error) {
	answers := make([]Reply[[]finding], len(turns))
	var said []exchange
	for i := range turns {
		got, err := a.put(ctx, said, &turns[i])
		if err != nil {
			return nil, err
		}
		answers[i] = got
		if got.Why == "" {
			said = append(said, exchange{&turns[i], got.Raw})
		}
	}
	return answers, nil
}

// fan asks independent turns: the first alone, so that the provider has the
// common start of all prompts in its cache, then the others at once. How many
// calls are in flight is the model's limiter's concern. Where one fails the others
// end all the same: their replies are paid for, and stored for the next time.
func (a *asker) fan(ctx context.Context, turns []turn) ([]Reply[[]finding], error) {
	answers := make([]Reply[[]finding], len(turns))
	var err error
	if answers[0], err = a.put(ctx, nil, &turns[0]); err != nil {
		return nil, err
	}
	var others errgroup.Group
	for i := 1; i < len(turns); i++ {
		others.Go(func() (err error) {
			answers[i], err = a.put(ctx, nil, &turns[i])
			return err
		})
	}
	return answers, others.Wait()
}

// put asks one turn after the exchanges that went before.
func (a *asker) put(ctx context.Context, said []exchange, t *turn) (Reply[[]finding], error) {
	messages, reply, err := a.conversation(said, t)
	if err != nil {
		return Reply[[]finding]{}, err
	}
	return ask(ctx, a.caller, messages, reply, t.form)
}

// conversation renders the messages up to and including the turn's question,
// and the reply that is wanted in words.
func (a *asker) conversation(said []exchange, t *turn) ([]adhere.Message, string, error) {
	var messages []adhere.Message
	for i, e := range append(said[:len(said):len(said)], exchange{turn: t}) {
		name, data := e.turn.open, e.turn.data
		if i > 0 {
			name, data = e.turn.next, e.turn.more
		}
		rendered, err := a.Pack.Render(name, data)
		if err != nil {
			return nil, "", err
		}
		messages = append(messages, rendered...)
		if e.turn != t {
			messages = append(messages, adhere.Message{Role: adhere.Assistant, Text: e.reply})
		}
	}
	reply, err := a.Pack.Reply(t.open, t.data)
	return messages, reply, err
}
