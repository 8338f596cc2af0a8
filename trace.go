package adhere

import (
	"context"
	"slices"
	"time"
)

// A Step is what a call was for.
type Step string

// The steps.
const (
	StepDraft     Step = "draft"     // an answer from the instruction alone
	StepDecompose Step = "decompose" // a list of requirements
	StepCritique  Step = "critique"  // verdicts, or the model's feedback on itself
	StepRewrite   Step = "rewrite"
)

// Steps returns all steps, in the order in which a refinement takes them.
func Steps() []Step {
	return []Step{StepDraft, StepDecompose, StepCritique, StepRewrite}
}

// Role returns under whom what the step used is booked in a run: subject, critic
// or rewriter.
func (s Step) Role() string {
	switch s {
	case StepDecompose, StepCritique:
		return "critic"
	case StepRewrite:
		return "rewriter"
	case StepDraft:
	}
	return "subject"
}

type stepKey struct{}

// InStep returns a context for the calls of a step of a refinement.
func InStep(ctx context.Context, s Step) context.Context { return context.WithValue(ctx, stepKey{}, s) }

// StepIn returns the step that calls in the context are for; empty where they are
// for none.
func StepIn(ctx context.Context) Step {
	s, _ := ctx.Value(stepKey{}).(Step)
	return s
}

// A Stop says why a refinement went no further.
type Stop string

// The reasons. Only after StopSatisfied is every requirement known to be met;
// after StopDone and StopNone nothing was checked.
const (
	StopDone       Stop = "done"            // the strategy does not check its answer
	StopNone       Stop = "no_requirements" // there is nothing to check
	StopSatisfied  Stop = "satisfied"       // every requirement that was asked about is met; for self_refine: the model holds its answer for good
	StopUndecided  Stop = "undecided"       // the last attempt breaks nothing that is known, but not all is decided; the answer may be another
	StopIterations Stop = "max_iterations"
	StopProgress   Stop = "no_progress" // see Options.Patience
	StopBudget     Stop = "budget"      // a bound of calls, tokens or money
	StopDeadline   Stop = "deadline"
	StopCancelled  Stop = "cancelled"
	StopError      Stop = "error" // a call failed
)

// A Trace is the record of one refinement.
type Trace struct {
	Strategy    string        `json:"strategy"`    // the name of who refined
	Instruction *Instruction  `json:"instruction"` // with the requirements that were judged
	Request     *Request      `json:"request"`     // as it was given
	Attempts    []Attempt     `json:"attempts"`
	Choice      Choice        `json:"choice"` // by which rule Final was chosen
	Final       int           `json:"final"`  // position of the answer in Attempts; -1 if there is none
	Stopped     Stop          `json:"stopped"`
	Err         string        `json:"err,omitempty"`  // what went wrong, where Stopped is budget, deadline, cancelled or error
	Time        time.Duration `json:"time,omitempty"` // nanoseconds from start to end

	// Preference says whether the answer (the first of the two) is better as
	// a whole than the first attempt; nil where nobody compared them.
	Preference *Preference `json:"preference,omitempty"`
}

// An Attempt is one answer of a refinement, with the critic's verdicts on it.
type Attempt struct {
	Step      Step           `json:"step"`                // draft or rewrite
	Setting   string         `json:"setting,omitempty"`   // how a draft was asked for: "make_sure, temperature 0.2"
	Messages  []Message      `json:"messages"`            // what the model saw
	Feedback  string         `json:"feedback,omitempty"`  // what it was told of the attempt before
	Response  *Response      `json:"response,omitempty"`  // nil if the call failed
	Verdicts  []Verdict      `json:"verdicts,omitempty"`  // the critic's, in the order of the requirements
	Discarded string         `json:"discarded,omitempty"` // why it cannot be the answer, whatever its verdicts
	Err       string         `json:"err,omitempty"`       // what failed
	Usage     map[Step]Usage `json:"usage,omitempty"`
}

// Answer returns the final attempt, or nil if there is no answer.
func (t *Trace) Answer() *Attempt {
	if t.Final < 0 || t.Final >= len(t.Attempts) {
		return nil
	}
	return &t.Attempts[t.Final]
}

// Revised reports whether the answer has another text than the first attempt.
func (t *Trace) Revised() bool {
	last := t.Answer()
	return last != nil && t.Attempts[0].Response != nil && t.Attempts[0].Response.Text != last.Response.Text
}

// Usage returns what all attempts used, by step.
func (t *Trace) Usage() map[Step]Usage {
	sum := map[Step]Usage{}
	for i := range t.Attempts {
		for step, u := range t.Attempts[i].Usage {
			sum[step] = sum[step].Add(u)
		}
	}
	return sum
}

// Total returns what the whole refinement used.
func (t *Trace) Total() Usage {
	var sum Usage
	for _, u := range t.Usage() {
		sum = sum.Add(u)
	}
	return sum
}

func (t *Trace) record(i int) Record {
	a := &t.Attempts[i]
	r := Record{Instruction: t.Instruction, Attempt: i, Response: a.Response, Err: a.Err, Verdicts: a.Verdicts}
	if r.Response != nil {
		r.Err = ""
	}
	return r
}

// After returns the record that would have been the answer had there been at
// most n attempts after the first, by the same choice as Final. It reports
// false if there is none. One refinement thus gives the figures of every smaller N_max (DeCRIM, table 5, column "Best N").
func (t *Trace) After(n int) (Record, bool) {
	if len(t.Attempts) == 0 {
		return Record{}, false
	}
	i := t.Choice.Of(t.Attempts[:min(len(t.Attempts), max(n, 0)+1)], t.Instruction.Requirements)
	if i < 0 {
		return Record{}, false
	}
	return t.record(i), true
}

// Changes returns the IDs of the requirements that attempt n, counted from 0,
// repaired and broke, compared with the judged attempt before it, as verdicts
// count. What is undecided in either is in neither list.
func (t *Trace) Changes(n int) (repaired, broke []string) {
	if n < 0 || n >= len(t.Attempts) || len(t.Attempts[n].Verdicts) == 0 {
		return nil, nil
	}
	for before := n - 1; before >= 0; before-- {
		if old := t.Attempts[before].Verdicts; len(old) > 0 {
			return t.Instruction.compare(old, t.Attempts[n].Verdicts)
		}
	}
	return nil, nil
}

func (in *Instruction) compare(before, after []Verdict) (repaired, broke []string) {
	was := in.Settled(before)
	for i, is := range in.Settled(after) {
		switch {
		case was[i] == NotMet && is == Met:
			repaired = append(repaired, after[i].Requirement)
		case was[i] == Met && is == NotMet:
			broke = append(broke, after[i].Requirement)
		}
	}
	return repaired, broke
}

// Judged reports whether the critic decided anything about the attempt.
func (a *Attempt) Judged() bool {
	return slices.ContainsFunc(a.Verdicts, func(v Verdict) bool { return v.Outcome.Decided() })
}
