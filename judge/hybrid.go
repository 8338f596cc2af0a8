package judge

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"adhere"
	"adhere/prompt"
)

// hybridName starts the name of every hybrid judge.
const hybridName = "judge/hybrid@"

// A Division says what of a requirement code decides.
type Division struct {
	Rule  *adhere.Rule // nil: nothing
	Part  bool         // a part: what is not met fails the requirement, what is met leaves Rest
	Rest  string       // what is left, in words
	Check string       // the rule in words
}

// A Hybrid holds the parts of a hybrid judge.
type Hybrid struct {
	Rules adhere.Judge // decides by a requirement's Rule
	Model adhere.Judge // decides what Rules does not; nil leaves that undecided

	// Divide parts a requirement, one among those of its instruction; nil gives
	// all of it to its Rule where it has one. By is its name with a version, and
	// part of the judge's name.
	Divide func(r *adhere.Requirement, among []adhere.Requirement) Division
	By     string

	AskBoth bool         // also ask Model what Rules decides: the verdicts stay those of the rules
	Pack    *prompt.Pack // nil is prompt.Default
}

// A hybrid asks a model only what code does not decide.
type hybrid struct {
	Hybrid
	label string
}

var _ Planner = (*hybrid)(nil)

// NewHybrid returns a judge that decides by rules first and asks a model for
// the rest. A requirement that a rule decides in part is not met where the
// rule's part is not, and otherwise what the model says of the rest. What a
// rule leaves undecided goes to the model. Without a model, what is open is
// Skipped, and a part that is met leaves its requirement Unsure.
//
// The verdict's Evidence says who decided it and by what; SplitOf reads the
// verdicts of both from its Raw. Usage is the model's.
//
// Of the judges of this package, juries and recorded replies included, the
// model is asked about open requirements only. Another judge is asked about
// the whole instruction wherever something is open.
func NewHybrid(h Hybrid) (adhere.Judge, error) {
	if h.Rules == nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "a hybrid judge needs a judge by rules"}
	}
	if h.Model == nil && h.AskBoth {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "a hybrid judge that asks both needs a model"}
	}
	if h.Divide == nil {
		h.Divide = func(r *adhere.Requirement, _ []adhere.Requirement) Division { return Division{Rule: r.Rule} }
	}
	h.Pack = cmp.Or(h.Pack, prompt.Default())
	return &hybrid{h, h.title()}, nil
}

// title returns "judge/hybrid@1+[rule/strict@1,read/english@1,judge/…]".
func (h *Hybrid) title() string {
	parts := []string{h.Rules.Name()}
	if h.By != "" {
		parts = append(parts, h.By)
	}
	if h.Model != nil {
		parts = append(parts, h.Model.Name())
	}
	both := ""
	if h.AskBoth {
		both = ".both"
	}
	return hybridName + "1" + both + "+[" + strings.Join(parts, ",") + "]"
}

// IsHybrid reports whether a judge's name is that of a hybrid judge.
func IsHybrid(name string) bool { return strings.HasPrefix(name, hybridName) }

// Name returns the version and the names of all that decide.
func (h *hybrid) Name() string { return h.label }

// Judge decides by rules and then asks.
func (h *hybrid) Judge(ctx context.Context, task *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	if err := task.Check(out); err != nil {
		return nil, err
	}
	in := task.Instruction
	if in.Turns() > 1 {
		return adhere.JudgeTurns(ctx, h, task, out)
	}
	c, err := h.open(ctx, task, out)
	if err != nil {
		return nil, err
	}
	if err := h.ask(ctx, task, c, out); err != nil {
		return nil, err
	}
	verdicts := make([]adhere.Verdict, len(in.Requirements))
	for i := range verdicts {
		verdicts[i] = h.verdict(c, i)
	}
	return verdicts, nil
}

// A hybridState is one instruction being judged.
type hybridState struct {
	in        *adhere.Instruction
	left      *adhere.Instruction // as the model is asked: where a part is met, for the rest
	divisions []Division
	ruled     []adhere.Verdict // by the rules
	asked     []*adhere.Verdict
	calls     [2]int       // that the model alone would take, that were taken
	spare     adhere.Usage // on verdicts that are not taken
}

// open decides by rules.
func (h *hybrid) open(ctx context.Context, task *adhere.Task, out *adhere.Response) (*hybridState, error) {
	in := task.Instruction
	c := &hybridState{in: in, divisions: make([]Division, len(in.Requirements)), asked: make([]*adhere.Verdict, len(in.Requirements))}
	ruled := *in
	ruled.Requirements = append([]adhere.Requirement(nil), in.Requirements...)
	for i := range ruled.Requirements {
		c.divisions[i] = h.Divide(&in.Requirements[i], in.Requirements)
		ruled.Requirements[i].Rule = c.divisions[i].Rule
	}
	var err error
	c.ruled, err = h.Rules.Judge(ctx, task.With(&ruled), out)
	if err == nil && len(c.ruled) != len(in.Requirements) {
		err = &adhere.Error{Code: adhere.Internal, Message: fmt.Sprintf("%s gave %d verdicts on %d requirements", h.Rules.Name(), len(c.ruled), len(in.Requirements))}
	}
	return c, err
}

// settled reports whether the rules leave nothing to ask about a requirement.
func (c *hybridState) settled(i int) bool {
	return c.ruled[i].Outcome == adhere.NotMet || c.ruled[i].Outcome == adhere.Met && !c.divisions[i].Part
}

// halfMet reports whether the rule's part of a requirement is met.
func (c *hybridState) halfMet(i int) bool {
	return c.divisions[i].Part && c.ruled[i].Outcome == adhere.Met
}

// ask puts what is open to the model, and then, if both are to be asked, what
// the rules have settled: in that order and apart, so that the second asking
// cannot change the first.
func (h *hybrid) ask(ctx context.Context, task *adhere.Task, c *hybridState, out *adhere.Response) error {
	if h.Model == nil {
		return nil
	}
	if err := h.leave(c); err != nil {
		return err
	}
	c.calls[0] = turnsOf(h.Model, c.in)
	for _, pick := range h.rounds(c) {
		some := choosing(h.Model, pick)
		got, err := some.Judge(ctx, task.With(c.left), out)
		if err != nil {
			return err
		}
		if len(got) != len(c.in.Requirements) {
			return &adhere.Error{Code: adhere.Internal, Message: fmt.Sprintf("%s gave %d verdicts on %d requirements", h.Model.Name(), len(got), len(c.in.Requirements))}
		}
		for i := range got {
			if pick(i) {
				c.asked[i] = &got[i]
			} else { // a call that decides several leaves its usage with the first
				c.spare = c.spare.Add(got[i].Usage)
			}
		}
		c.calls[1] += turnsOf(some, c.left)
	}
	return nil
}

// rounds are the requirements that the model is asked about, together.
func (h *hybrid) rounds(c *hybridState) []func(i int) bool {
	open := func(i int) bool { return !c.settled(i) }
	rounds := []func(int) bool{open}
	if h.AskBoth {
		rounds = append(rounds, c.settled)
	}
	var some []func(int) bool
	for _, pick := range rounds {
		for i := range c.in.Requirements {
			if pick(i) {
				some = append(some, pick)
				break
			}
		}
	}
	return some
}

// leave words the requirements of which a part is met.
func (h *hybrid) leave(c *hybridState) error {
	left := *c.in
	left.Requirements = append([]adhere.Requirement(nil), c.in.Requirements...)
	for i := range left.Requirements {
		if !c.halfMet(i) {
			continue
		}
		d := c.divisions[i]
		text, err := h.Pack.Render("rest-of-requirement", prompt.Data{"Requirement": c.in.Requirements[i].Text, "Established": d.Check, "Rest": d.Rest})
		if err != nil {
			return err
		}
		left.Requirements[i].Text = text[0].Text
	}
	c.left = &left
	return nil
}

// verdict joins what was said of a requirement.
func (h *hybrid) verdict(c *hybridState, i int) adhere.Verdict {
	rule, asked := &c.ruled[i], c.asked[i]
	v := adhere.Verdict{Requirement: c.in.Requirements[i].ID, Judge: h.label}
	split := Split{Part: c.divisions[i].Part, Check: c.divisions[i].Check}
	if asked != nil {
		timeless := *asked // two runs never take the same time, but say the same
		timeless.Usage = adhere.Usage{}
		split.Model = &timeless
	}
	if c.divisions[i].Rule != nil {
		split.Rule = rule
	}
	if i == 0 {
		split.Alone, split.Made = c.calls[0], c.calls[1]
		v.Usage = c.spare
	}
	switch {
	case c.settled(i):
		v.Outcome, v.Reason, v.Evidence = rule.Outcome, rule.Reason, split.byRule()
	case asked != nil:
		v.Outcome, v.Reason, v.Evidence = asked.Outcome, asked.Reason, split.byModel()
	case c.halfMet(i):
		v.Outcome, v.Reason = adhere.Unsure, "what code decides of it is met; nobody was asked for the rest: "+c.divisions[i].Rest
		v.Evidence = split.byRule()
	default:
		v.Outcome, v.Reason = adhere.Skipped, rule.Reason
	}
	if asked != nil {
		v.Usage, v.Calls = v.Usage.Add(asked.Usage), asked.Calls
	}
	v.Raw = split.String()
	return v
}
