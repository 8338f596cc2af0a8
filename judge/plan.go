package judge

import (
	"cmp"
	"iter"
	"slices"

	"adhere"
)

// A Call is a request that a judge would put, with a typical reply to it.
type Call struct {
	Request *adhere.Request
	Reply   string
	Model   string // the name of who is asked
}

// A Planner says beforehand what judging takes, for estimates of time and
// cost. What is asked again after an unreadable reply is not counted. Judges
// and graders of this package, juries included, are Planners.
type Planner interface {
	// Calls returns the number of model calls for the instruction.
	Calls(in *adhere.Instruction) int
	// Chain returns how many of them must follow one another.
	Chain(in *adhere.Instruction) int
	// Requests renders every call for a response, or for an estimate of
	// one. Where a call depends on earlier replies, typical ones stand in.
	Requests(in *adhere.Instruction, out *adhere.Response) ([]Call, error)
}

// Calls counts the turns of the protocol.
func (a *asker) Calls(in *adhere.Instruction) int {
	n := 0
	for one := range eachTurn(in, &adhere.Response{}) {
		turns, err := a.planned(one, &adhere.Response{})
		if err != nil || a.recorded != nil {
			return 0
		}
		n += len(turns)
	}
	return n
}

// eachTurn yields the instruction as it stands at each turn, with its answer.
// An answer that is not there is taken to be as the last.
func eachTurn(in *adhere.Instruction, out *adhere.Response) iter.Seq2[*adhere.Instruction, *adhere.Response] {
	return func(yield func(*adhere.Instruction, *adhere.Response) bool) {
		n, full := in.Turns(), *out
		if n == 1 {
			yield(in, out)
			return
		}
		for len(full.Earlier) < n-1 {
			full.Earlier = append(slices.Clip(full.Earlier), cmp.Or(out.Text, "-"))
		}
		for turn := 1; turn <= n; turn++ {
			if one, at := in.At(turn, full.Earlier); len(at) > 0 && !yield(one, full.At(turn)) {
				return
			}
		}
	}
}

// Chain counts the turns that follow one another.
func (a *asker) Chain(in *adhere.Instruction) int {
	n := a.Calls(in)
	if a.chained {
		return n
	}
	return min(n, 2) // see fan
}

// Requests renders all turns.
func (a *asker) Requests(in *adhere.Instruction, out *adhere.Response) (all []Call, err error) {
	for one, answer := range eachTurn(in, out) {
		calls, err := a.requestsAbout(one, answer)
		if err != nil {
			return nil, err
		}
		all = append(all, calls...)
	}
	return all, nil
}

func (a *asker) requestsAbout(in *adhere.Instruction, out *adhere.Response) ([]Call, error) {
	turns, err := a.planned(in, out)
	if err != nil || a.recorded != nil {
		return nil, err
	}
	var said []exchange
	calls := make([]Call, 0, len(turns))
	for i := range turns {
		t := &turns[i]
		messages, reply, err := a.conversation(said, t)
		if err != nil {
			return nil, err
		}
		req, _, err := prepare(a.caller, messages, reply, t.form)
		if err != nil {
			return nil, err
		}
		calls = append(calls, Call{req, t.likely, a.Model.Name()})
		if a.chained {
			said = append(said, exchange{t, t.likely})
		}
	}
	return calls, nil
}

func (a *asker) planned(in *adhere.Instruction, out *adhere.Response) ([]turn, error) {
	_, asked := a.blank(in)
	if len(asked) == 0 {
		return nil, nil
	}
	turns, err := a.turns(in, out, asked, a.Parsing)
	for i := range turns {
		if turns[i].rule != nil && a.Parts != nil {
			turns[i].findsPart(a.Parts)
		}
	}
	return turns, err
}
