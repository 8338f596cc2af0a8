package adhere

import (
	"context"
	"fmt"
	"slices"
)

// Open reports whether the message stands for an answer that the model under
// test is yet to give.
func (m *Message) Open() bool { return m.Role == Assistant && m.Text == "" }

// Turns returns how many answers the instruction asks for: one to its last
// message, and one for each open message before.
func (in *Instruction) Turns() int {
	n := 1
	for i := range in.Messages {
		if in.Messages[i].Open() {
			n++
		}
	}
	return n
}

// With returns the messages with answers in the place of those that are open, in
// their order. What has no answer stays open.
func (in *Instruction) With(earlier []string) []Message {
	if len(earlier) == 0 {
		return in.Messages
	}
	messages := slices.Clone(in.Messages)
	for i := range messages {
		if len(earlier) > 0 && messages[i].Open() {
			messages[i].Text, earlier = earlier[0], earlier[1:]
		}
	}
	return messages
}

// At returns the instruction as it stands at a turn, from 1: the conversation up
// to there with the answers given before, and the requirements of that answer
// with their positions.
func (in *Instruction) At(turn int, earlier []string) (*Instruction, []int) {
	one, last := *in, in.Turns()
	one.Messages = in.With(earlier[:min(turn-1, len(earlier))])
	if i := slices.IndexFunc(one.Messages, func(m Message) bool { return m.Open() }); i >= 0 {
		one.Messages = one.Messages[:i]
	}
	one.Requirements = nil
	var at []int
	for i, r := range in.Requirements {
		if r.Turn == turn || r.Turn == 0 && turn == last {
			r.Turn = 0
			one.Requirements, at = append(one.Requirements, r), append(at, i)
		}
	}
	return &one, at
}

// At returns the response as it was at a turn, from 1.
func (r *Response) At(turn int) *Response {
	one := *r
	one.Earlier = nil
	if turn <= len(r.Earlier) {
		one.Text = r.Earlier[turn-1]
	}
	return &one
}

// JudgeTurns has a judge decide each answer of a conversation by its own
// requirements, as if it were the only one. Judges call it for instructions of
// several turns.
func JudgeTurns(ctx context.Context, j Judge, t *Task, out *Response) ([]Verdict, error) {
	if err := t.Check(out); err != nil {
		return nil, err
	}
	in := t.Instruction
	turns := in.Turns()
	if len(out.Earlier) != turns-1 {
		return nil, &Error{Code: Invalid, Message: fmt.Sprintf("%s asks for %d answers, in turn", in.ID, turns), Hint: "give those before the last as earlier"}
	}
	verdicts := make([]Verdict, len(in.Requirements))
	for turn := 1; turn <= turns; turn++ {
		one, at := in.At(turn, out.Earlier)
		if len(at) == 0 {
			continue
		}
		of, err := j.Judge(ctx, t.With(one), out.At(turn))
		if err != nil {
			return nil, err
		}
		if len(of) != len(at) {
			return nil, Errorf(Internal, "%s gave %d verdicts on the %d requirements of turn %d", j.Name(), len(of), len(at), turn)
		}
		for i, k := range at {
			verdicts[k] = of[i]
		}
	}
	return verdicts, nil
}
