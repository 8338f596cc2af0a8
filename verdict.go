package adhere

import "context"

// An Outcome is what a judge concluded on one requirement.
type Outcome string

// The outcomes. Unsure and Broken are undecided: unless a policy counts them,
// they are left out of every denominator. They are printed beside every number
// and widen its interval.
const (
	Met     Outcome = "met"
	NotMet  Outcome = "not_met"
	Unsure  Outcome = "unsure"  // the judge would not decide; a person's UNKNOWN
	Broken  Outcome = "broken"  // no usable verdict: an unreadable reply, a crash
	Skipped Outcome = "skipped" // not asked of this judge; counted nowhere
)

// Decided reports whether the outcome is Met or NotMet.
func (o Outcome) Decided() bool { return o == Met || o == NotMet }

// Valid reports whether o is one of the five outcomes.
func (o Outcome) Valid() bool {
	return o.Decided() || o == Unsure || o == Broken || o == Skipped
}

// OutcomeOf returns Met for true and NotMet for false.
func OutcomeOf(met bool) Outcome {
	if met {
		return Met
	}
	return NotMet
}

// A Verdict is one judge's conclusion on one requirement of one response.
type Verdict struct {
	Requirement string  `json:"requirement"` // the Requirement's ID
	Judge       string  `json:"judge"`       // "rule/ifeval-strict@1", "judge/multi-turn@1+openai/gpt-4o", "person/17"
	Outcome     Outcome `json:"outcome"`
	Reason      string  `json:"reason,omitempty"`   // one sentence
	Evidence    string  `json:"evidence,omitempty"` // what was measured or quoted
	Raw         string  `json:"raw,omitempty"`      // the judge's reply, unparsed
	// Calls are the keys of the stored calls that it rests on, in order; of a
	// question that was asked again, the last holds the reply that counts.
	Calls []string `json:"calls,omitempty"`
	Usage Usage    `json:"usage,omitzero"`
}

// BothDecisions is the Reason of a Broken verdict whose judge stated both
// decisions: it contradicts itself, or repeats an order that stood in the
// judged text.
const BothDecisions = "it states both decisions"

// Verdicts returns the same verdict on each requirement, in order.
func (in *Instruction) Verdicts(judge string, o Outcome, reason string) []Verdict {
	verdicts := make([]Verdict, len(in.Requirements))
	for i, r := range in.Requirements {
		verdicts[i] = Verdict{Requirement: r.ID, Judge: judge, Outcome: o, Reason: reason}
	}
	return verdicts
}

// A VerdictLine is a verdict with the answer it is about, as files of verdicts
// have it.
type VerdictLine struct {
	Instruction string `json:"instruction"`
	Attempt     int    `json:"attempt"`
	Model       string `json:"model,omitempty"`
	Verdict
}

// NewVerdictLine returns the line of a verdict on a model's answer. It leaves
// out what the judge was asked and replied, and what that cost.
func NewVerdictLine(instruction string, attempt int, model string, v Verdict) VerdictLine {
	v.Raw, v.Calls, v.Usage = "", nil, Usage{}
	return VerdictLine{instruction, attempt, model, v}
}

// A Judge gives verdicts. Code, models and people all satisfy it, so that
// agreement between them is one function. It is safe for concurrent use.
type Judge interface {
	// Name ends in a version, raised whenever a verdict could change.
	Name() string
	// Judge returns one verdict per requirement of the task's instruction, in
	// order. An error means that there is no verdict at all, for example
	// because a call failed.
	Judge(ctx context.Context, t *Task, out *Response) ([]Verdict, error)
}

// A Grade is one judge's direct score of a whole response, from 1 (very bad)
// to 5 (very good); see InFoBench, section 3.1. Score is 0 where the judge
// gave none that could be read; then Outcome is Unsure or Broken.
type Grade struct {
	Judge   string   `json:"judge"`
	Score   int      `json:"score"`
	Outcome Outcome  `json:"outcome,omitempty"` // Met where there is a score
	Reason  string   `json:"reason,omitempty"`
	Raw     string   `json:"raw,omitempty"`
	Calls   []string `json:"calls,omitempty"` // as in a Verdict
	Usage   Usage    `json:"usage,omitzero"`
}

// A Grader gives direct scores.
type Grader interface {
	Name() string
	Grade(ctx context.Context, t *Task, out *Response) (Grade, error)
}

// A Winner says which of two responses is better.
type Winner string

// The winners. NoWinner means that the judge named none that could be read.
const (
	First    Winner = "first"
	Second   Winner = "second"
	Tie      Winner = "tie"
	NoWinner Winner = "none"
)

// Exchanged returns the winner where the two responses have changed places.
func (w Winner) Exchanged() Winner {
	switch w {
	case First:
		return Second
	case Second:
		return First
	default:
		return w
	}
}

// A Preference is one judge's choice between two responses to one
// instruction.
type Preference struct {
	Judge  string   `json:"judge"`
	Winner Winner   `json:"winner"`
	Reason string   `json:"reason,omitempty"`
	Raw    string   `json:"raw,omitempty"`
	Calls  []string `json:"calls,omitempty"` // as in a Verdict
	Usage  Usage    `json:"usage,omitzero"`
}

// A Comparer chooses between two responses.
type Comparer interface {
	Name() string
	Compare(ctx context.Context, t *Task, first, second *Response) (Preference, error)
}
