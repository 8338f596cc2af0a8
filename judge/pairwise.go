package judge

import (
	"context"
	"fmt"
	"slices"

	"adhere"
	"adhere/prompt"
)

// A comparer asks which of two responses is better, in both orders.
type comparer struct {
	*caller
	label string
}

// NewComparer returns a judge of pairs, which sees each in both orders.
func NewComparer(o Options) (adhere.Comparer, error) {
	c, name, err := newWhole(o, "pairwise")
	if err != nil {
		return nil, err
	}
	return &comparer{c, name}, nil
}

func (c *comparer) Name() string { return c.label }

// Compare asks twice, with the responses in either order. A winner must win
// both times; a judge that changes its mind with the order has seen a tie
// (DeCRIM, appendix I.3). If a reply stays unreadable there is no winner. Raw
// holds both replies.
func (c *comparer) Compare(ctx context.Context, task *adhere.Task, first, second *adhere.Response) (adhere.Preference, error) {
	if err := task.Check(first, second); err != nil {
		return adhere.Preference{}, err
	}
	in := task.Instruction
	if in.Turns() > 1 {
		return adhere.Preference{}, &adhere.Error{Code: adhere.Invalid, Message: in.ID + " asks for several answers, in turn: whole conversations are not compared"}
	}
	there, err := c.once(ctx, in, first, second)
	if err != nil {
		return adhere.Preference{}, fmt.Errorf("%s: %w", in.ID, err)
	}
	back, err := c.once(ctx, in, second, first)
	if err != nil {
		return adhere.Preference{}, fmt.Errorf("%s: %w", in.ID, err)
	}
	winner, reason := Swapped(there.Value, back.Value)
	for _, why := range []string{there.Why, back.Why} {
		if why != "" {
			winner, reason = adhere.NoWinner, why
		}
	}
	return adhere.Preference{
		Judge: c.label, Winner: winner, Reason: reason,
		Raw:   "first order:\n" + there.Raw + "\n\nswapped:\n" + back.Raw,
		Calls: slices.Concat(there.Calls, back.Calls),
		Usage: there.Usage.Add(back.Usage),
	}, nil
}

func (c *comparer) once(ctx context.Context, in *adhere.Instruction, a, b *adhere.Response) (Reply[adhere.Winner], error) {
	return askTemplate(ctx, c.caller, "pairwise", pairData(in, a, b), pairForm())
}

func pairData(in *adhere.Instruction, a, b *adhere.Response) prompt.Data {
	return prompt.Data{"Instruction": Wording(in.Messages), "First": a.Text, "Second": b.Text}
}

func pairForm() form[adhere.Winner] {
	return form[adhere.Winner]{
		read: func(reply string) (adhere.Winner, error) {
			if w := ReadWinner(reply); w != adhere.NoWinner {
				return w, nil
			}
			return adhere.NoWinner, unreadable("it names no winner, or more than one")
		},
		schema: winnerSchema(),
		fields: `{"reason": a short comparison, "winner": "A", "B" or "tie"}`,
	}
}

// A PairPlanner is a Comparer that can render its calls beforehand. The
// Comparer of this package is one.
type PairPlanner interface {
	PairRequests(in *adhere.Instruction, first, second *adhere.Response) ([]Call, error)
}

var _ PairPlanner = (*comparer)(nil)

// PairRequests renders the calls in both orders.
func (c *comparer) PairRequests(in *adhere.Instruction, first, second *adhere.Response) ([]Call, error) {
	const likely = "Both answers do what was asked. Assistant A keeps closer to the wording and leaves nothing out, while assistant B adds what nobody wanted. "
	there, err := callOf(c.caller, "pairwise", pairData(in, first, second), pairForm(), likely+"[[A]]")
	if err != nil {
		return nil, err
	}
	back, err := callOf(c.caller, "pairwise", pairData(in, second, first), pairForm(), likely+"[[B]]")
	return []Call{there, back}, err
}

// Swapped joins a judge's choice between two responses with its choice when
// it saw them in the other order (there First is the second response). The
// result speaks of the first order. Reason says in words how it came about.
func Swapped(there, back adhere.Winner) (winner adhere.Winner, reason string) {
	back = back.Exchanged()
	switch {
	case there == adhere.NoWinner || back == adhere.NoWinner:
		return adhere.NoWinner, "an order has no winner that could be read"
	case there == back:
		return there, "the same in both orders"
	default:
		return adhere.Tie, "the choice changed with the order"
	}
}
