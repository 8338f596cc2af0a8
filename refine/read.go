package refine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"adhere"
	"adhere/internal/lists"
	"adhere/judge"
)

// ReadTraces reads traces: JSON objects, one after another. What is no trace
// is an error with code Invalid that names the file and the place of the
// object in it, from 1.
func ReadTraces(r io.Reader, name string) ([]adhere.Trace, error) {
	var all []adhere.Trace
	dec := json.NewDecoder(r)
	for {
		var t adhere.Trace
		err := dec.Decode(&t)
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err == nil {
			err = checkTrace(&t)
		}
		if err != nil {
			return nil, &adhere.Error{
				Code: adhere.Invalid, Message: fmt.Sprintf("%s, object %d: expected a trace of a refinement", name, len(all)+1), Err: err,
				Hint: "adhere eval … --refine decrim --traces-out FILE and adhere refine … --json write traces",
			}
		}
		all = append(all, t)
	}
}

// checkTrace refuses what no refinement could have left.
func checkTrace(t *adhere.Trace) error {
	switch {
	case t.Instruction == nil || t.Request == nil:
		return errors.New("instruction or request is missing")
	case len(t.Request.Messages) == 0:
		return errors.New("the request has no messages")
	case t.Final < -1 || t.Final >= len(t.Attempts):
		return fmt.Errorf("final is %d, and there are %d attempts", t.Final, len(t.Attempts))
	}
	for i := range t.Attempts {
		a := &t.Attempts[i]
		if n := len(a.Verdicts); n != 0 && n != len(t.Instruction.Requirements) {
			return fmt.Errorf("attempt %d has %d verdicts on %d requirements", i, n, len(t.Instruction.Requirements))
		}
		for k := range a.Verdicts {
			if !a.Verdicts[k].Outcome.Valid() {
				return fmt.Errorf("attempt %d: no outcome is named %q", i, a.Verdicts[k].Outcome)
			}
		}
	}
	return nil
}

// FromRecords returns the answers of a run as traces, one for each
// instruction, with its attempts in the order of the records: as best_of_n
// would have left them. Of a conversation there is one for each turn, as far as
// what was said before is the same. Of several judges' verdicts one counts; see
// adhere.Record.Counted. Strategy says where the answers come from.
func FromRecords(records []adhere.Record, strategy string) []adhere.Trace {
	var all []adhere.Trace
	at := map[string]int{}
	for i := range records {
		r := &records[i]
		if r.Instruction == nil || len(r.Instruction.Messages) == 0 {
			continue
		}
		if r.Trace != nil {
			all = append(all, *r.Trace)
			continue
		}
		for in, attempt := range turnsOf(r) {
			key := in.ID + "\n" + judge.Wording(in.Messages)
			k, ok := at[key]
			if !ok {
				k = len(all)
				at[key] = k
				all = append(all, adhere.Trace{
					Strategy: strategy, Instruction: in, Choice: adhere.ChooseBest, Stopped: adhere.StopDone,
					Request: &adhere.Request{Messages: in.Messages},
				})
			}
			all[k].Attempts = append(all[k].Attempts, attempt)
		}
	}
	for _, i := range at {
		all[i].Final = adhere.ChooseBest.Of(all[i].Attempts, all[i].Instruction.Requirements)
	}
	return all
}

// turnsOf yields each answer of a record with what it was asked; of a conversation
// without an answer only the first turn.
func turnsOf(r *adhere.Record) iter.Seq2[*adhere.Instruction, adhere.Attempt] {
	return func(yield func(*adhere.Instruction, adhere.Attempt) bool) {
		said, turns := counted(r), 1
		var earlier []string
		if r.Response != nil {
			turns, earlier = r.Instruction.Turns(), r.Response.Earlier
		}
		for turn := 1; turn <= turns; turn++ {
			in, places := r.Instruction.At(turn, earlier)
			a := adhere.Attempt{Step: adhere.StepDraft, Messages: in.Messages, Err: r.Err}
			if r.Response != nil {
				a.Response = r.Response.At(turn)
			}
			if said != nil {
				a.Verdicts = lists.Map(places, func(i int) adhere.Verdict { return said[i] })
			}
			if !yield(in, a) {
				return
			}
		}
	}
}

// counted returns the verdict that counts on each requirement; nil where nobody
// was asked.
func counted(r *adhere.Record) []adhere.Verdict {
	if len(r.Verdicts) == 0 {
		return nil
	}
	verdicts := r.Counted(nil)
	for i := range verdicts {
		verdicts[i].Requirement = r.Instruction.Requirements[i].ID
	}
	return verdicts
}
