package judge

import (
	"context"

	"adhere"
)

// A chooser is a judge that can be asked about some requirements of an
// instruction only.
type chooser interface {
	// choosing returns the judge that skips what pick, by its place, does
	// not let through.
	choosing(pick func(i int) bool) adhere.Judge
	// turnsOf counts calls as Planner.Calls does, those included whose
	// replies are recorded.
	turnsOf(in *adhere.Instruction) int
}

var (
	_ chooser = (*asker)(nil)
	_ chooser = (*jury)(nil)
)

// choosing returns a judge that is asked about some requirements, or, where
// it is none of ours, about all.
func choosing(j adhere.Judge, pick func(i int) bool) adhere.Judge {
	if c, ok := j.(chooser); ok {
		return c.choosing(pick)
	}
	return j
}

func turnsOf(j adhere.Judge, in *adhere.Instruction) int {
	if c, ok := j.(chooser); ok {
		return c.turnsOf(in)
	}
	return 0
}

func (a *asker) choosing(pick func(i int) bool) adhere.Judge {
	some := *a
	some.pick = pick
	return &some
}

func (a *asker) turnsOf(in *adhere.Instruction) int {
	turns, err := a.planned(in, &adhere.Response{})
	if err != nil {
		return 0
	}
	return len(turns)
}

func (j *jury) choosing(pick func(i int) bool) adhere.Judge {
	some := *j
	some.members = make([]adhere.Judge, len(j.members))
	for i, m := range j.members {
		some.members[i] = choosing(m, pick)
	}
	return &some
}

func (j *jury) turnsOf(in *adhere.Instruction) int {
	n := 0
	for _, m := range j.members {
		n += turnsOf(m, in)
	}
	return n
}

// Calls counts the calls where every part that a rule decides is met and
// every rule decides: what is not asked if an answer fails by rule is counted,
// what is asked if a rule gives up on an answer is not.
func (h *hybrid) Calls(in *adhere.Instruction) int {
	return h.sum(in, Planner.Calls)
}

// Chain sums the chains of both askings.
func (h *hybrid) Chain(in *adhere.Instruction) int { return h.sum(in, Planner.Chain) }

func (h *hybrid) sum(in *adhere.Instruction, of func(Planner, *adhere.Instruction) int) (n int) {
	_ = h.each(in, &adhere.Response{Text: "word"}, func(p Planner, left *adhere.Instruction, _ *adhere.Response) error {
		n += of(p, left)
		return nil
	})
	return n
}

// Requests renders the calls that Calls counts.
func (h *hybrid) Requests(in *adhere.Instruction, out *adhere.Response) ([]Call, error) {
	var calls []Call
	err := h.each(in, out, func(p Planner, left *adhere.Instruction, out *adhere.Response) error {
		more, err := p.Requests(left, out)
		calls = append(calls, more...)
		return err
	})
	return calls, err
}

// asking is done for what a model is asked about one answer.
type asking func(Planner, *adhere.Instruction, *adhere.Response) error

// each hands over every asking of the model, with all parts met.
func (h *hybrid) each(in *adhere.Instruction, out *adhere.Response, do asking) error {
	if _, ok := h.Model.(Planner); !ok {
		return nil
	}
	for one, answer := range eachTurn(in, out) {
		if err := h.eachOf(one, answer, do); err != nil {
			return err
		}
	}
	return nil
}

// eachOf does so for one answer.
func (h *hybrid) eachOf(in *adhere.Instruction, out *adhere.Response, do asking) error {
	c, err := h.open(context.Background(), &adhere.Task{Instruction: in}, out)
	if err != nil {
		return err
	}
	for i, d := range c.divisions {
		if d.Part && c.ruled[i].Outcome == adhere.NotMet {
			c.ruled[i].Outcome = adhere.Met
		}
	}
	if err := h.leave(c); err != nil {
		return err
	}
	for _, pick := range h.rounds(c) {
		if p, ok := choosing(h.Model, pick).(Planner); ok {
			if err := do(p, c.left, out); err != nil {
				return err
			}
		}
	}
	return nil
}
