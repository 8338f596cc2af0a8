package refine

import (
	"cmp"
	"slices"
	"strings"

	"adhere"
	"adhere/judge"
	"adhere/prompt"
	"adhere/training"
)

// A CriticExample teaches a critic one verdict with its reasoning (DeCRIM,
// appendix J.4). Messages puts the other fields in the form of the judge that
// takes a reason and then the decision on one constraint.
type CriticExample struct {
	Messages    []adhere.Message `json:"messages"`
	Instruction string           `json:"instruction"`
	Constraint  string           `json:"constraint"`
	Response    string           `json:"response"`
	Reasoning   string           `json:"reasoning"`
	Followed    bool             `json:"label"`
}

// A Dataset is training data from traces, without duplicates, in their order.
// The chosen answer of a preference meets all that the rejected one meets, and
// something that the rejected one breaks; an example ends with an answer that
// meets every requirement.
type Dataset struct {
	Critic      []CriticExample
	Preferences []training.Preference
	Supervised  []training.Example
	Card        Card
}

// Export takes training data out of traces, as far as their verdicts allow.
// Requirements that are unsure, broken or skipped teach nothing, and attempts
// that were discarded are no answers. Where verdicts on the same thing
// contradict each other, all that rests on them is left out and counted in
// the card. The pack, of which nil is prompt.Default, words the critic's
// examples.
func Export(traces []adhere.Trace, pack *prompt.Pack) (*Dataset, error) {
	pack = cmp.Or(pack, prompt.Default())
	c := collector{pack: pack}
	for i := range traces {
		if err := c.trace(&traces[i]); err != nil {
			return nil, err
		}
	}
	d := &Dataset{Critic: c.critic.Kept(), Preferences: c.pairs.Kept(), Supervised: c.supervised.Kept(), Card: cardOf(traces, pack)}
	d.Card.Critic, d.Card.Preferences, d.Card.Supervised = c.critic.Count(), c.pairs.Count(), c.supervised.Count()
	return d, nil
}

type collector struct {
	pack       *prompt.Pack
	critic     training.Examples[CriticExample]
	pairs      training.Examples[training.Preference]
	supervised training.Examples[training.Example]
}

func (c *collector) trace(t *adhere.Trace) error {
	attempts := righted(t)
	for i := range attempts {
		a := &attempts[i]
		if !usable(a) {
			continue
		}
		if err := c.verdicts(t, a); err != nil {
			return err
		}
		for k := range i {
			if usable(&attempts[k]) {
				c.pair(t, &attempts[k], a)
			}
		}
		c.example(t, a, i == t.Final)
	}
	return nil
}

// righted returns the attempts with outcomes as they count: what an answer should
// avoid is met where it is avoided.
func righted(t *adhere.Trace) []adhere.Attempt {
	attempts := slices.Clone(t.Attempts)
	for i := range attempts {
		attempts[i].Verdicts = slices.Clone(attempts[i].Verdicts)
		for k := range attempts[i].Verdicts {
			v := &attempts[i].Verdicts[k]
			v.Outcome = t.Instruction.Requirements[k].Right(v.Outcome)
		}
	}
	return attempts
}

func usable(a *adhere.Attempt) bool { return a.Response != nil && a.Discarded == "" && a.Judged() }

// verdicts takes each decided verdict that has a reason.
func (c *collector) verdicts(t *adhere.Trace, a *adhere.Attempt) error {
	for i := range a.Verdicts {
		v := &a.Verdicts[i]
		reason := finding(v)
		if !v.Outcome.Decided() || reason == "" {
			continue
		}
		e := CriticExample{
			Instruction: judge.Wording(t.Request.Messages), Constraint: t.Instruction.Requirements[i].Wanted(),
			Response: a.Response.Text, Reasoning: reason, Followed: v.Outcome == adhere.Met,
		}
		if err := e.word(c.pack); err != nil {
			return err
		}
		c.critic.Put(e, training.Key(e.Instruction, e.Constraint, e.Response), string(v.Outcome))
	}
	return nil
}

func (e *CriticExample) word(pack *prompt.Pack) error {
	messages, err := pack.Render("constraint-reason", prompt.Data{"Instruction": e.Instruction, "Constraint": e.Constraint, "Answer": e.Response})
	if err != nil {
		return err
	}
	decision := "Constraint followed"
	if !e.Followed {
		decision = "Constraint not followed"
	}
	reason := strings.TrimSuffix(e.Reasoning, ".") + "."
	verdict := adhere.Message{Role: adhere.Assistant, Text: reason + " Final Answer: " + decision + " <END>"}
	e.Messages = slices.Concat(messages, []adhere.Message{verdict})
	return nil
}

// exemplary reports whether an answer may be learned from: nobody should learn
// to stop in mid-sentence, or that a refusal meets most rules.
func exemplary(a *adhere.Attempt) bool {
	return a.Response.Finish != adhere.FinishLength && a.Response.Finish != adhere.FinishFiltered && !refuses(a.Response.Text)
}

// pair takes a preference where one of two attempts is better and in nothing
// worse, and can be an example.
func (c *collector) pair(t *adhere.Trace, a, b *adhere.Attempt) {
	chosen, rejected := b, a
	switch {
	case dominates(b.Verdicts, a.Verdicts):
	case dominates(a.Verdicts, b.Verdicts):
		chosen, rejected = a, b
	default:
		return
	}
	if !exemplary(chosen) {
		return
	}
	p := training.Preference{Prompt: t.Request.Messages, Chosen: says(chosen), Rejected: says(rejected)}
	low, high := chosen.Response.Text, rejected.Response.Text
	if low > high {
		low, high = high, low
	}
	c.pairs.Put(p, training.Key(judge.Wording(p.Prompt), low, high), chosen.Response.Text)
}

// dominates reports whether better meets something that worse breaks, and
// everything that worse meets.
func dominates(better, worse []adhere.Verdict) bool {
	gained := false
	for i := range better {
		if worse[i].Outcome == adhere.Met && better[i].Outcome != adhere.Met {
			return false
		}
		gained = gained || worse[i].Outcome == adhere.NotMet && better[i].Outcome == adhere.Met
	}
	return gained
}

// example takes a final answer of which every requirement is met.
func (c *collector) example(t *adhere.Trace, a *adhere.Attempt, final bool) {
	key := training.Key(judge.Wording(t.Request.Messages), a.Response.Text)
	switch {
	case final && satisfied(a.Verdicts) == adhere.StopSatisfied && exemplary(a):
		c.supervised.Put(training.Example{Messages: slices.Concat(t.Request.Messages, says(a))}, key, "good")
	case satisfied(a.Verdicts) == "":
		c.supervised.Doubt(key)
	}
}

func says(a *adhere.Attempt) []adhere.Message { return training.Says(a.Response.Text) }
