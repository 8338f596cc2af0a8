package judge

import "adhere"

// A Call is a request that a judge would put, with a typical reply to it.
type Call struct {
	Request *adhere.Request
	Reply   string
}

// A Planner says beforehand what judging takes, for estimates of time and
// cost. What is asked again after an unreadable reply is not counted. Judges
// and graders of this package, juries included, are Planners.
type Planner interface {
	// Calls returns the number of model calls for the instruction.
	Calls(in *adhere.Instruction) int
	// Chain returns how many of them must follow one another.
	Chain(in *adhere.Instruction) int
	// Rehearse renders every call for a response, or for an estimate of
	// one. Where a call depends on earlier replies, typical ones stand in.
	Rehearse(in *adhere.Instruction, out *adhere.Response) ([]Call, error)
}

// Calls counts the turns of the protocol.
func (a *asker) Calls(in *adhere.Instruction) int {
	turns, err := a.planned(in, &adhere.Response{})
	if err != nil || a.recorded != nil {
		return 0
	}
	return len(turns)
}

// Chain counts the turns that follow one another.
func (a *asker) Chain(in *adhere.Instruction) int {
	n := a.Calls(in)
	if a.chained {
		return n
	}
	return min(n, 2) // see fan
}

// Rehearse renders all turns.
func (a *asker) Rehearse(in *adhere.Instruction, out *adhere.Response) ([]Call, error) {
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
		calls = append(calls, Call{req, t.likely})
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
