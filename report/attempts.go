package report

import "adhere"

// An attemptLine is one attempt as a file has it: a recorded answer, with what
// became of it. People can label it like any other.
type attemptLine struct {
	ID       string `json:"id"` // of the instruction
	Attempt  int    `json:"attempt"`
	Model    string `json:"model,omitempty"`
	Response any    `json:"response"` // null where the call failed

	Refinement string                     `json:"refinement"`
	Of         int                        `json:"of"` // the evaluation's attempt that it belongs to
	Step       adhere.Step                `json:"step"`
	Setting    string                     `json:"setting,omitempty"`
	Feedback   string                     `json:"feedback,omitempty"`
	Final      bool                       `json:"final,omitempty"`
	Stopped    adhere.Stop                `json:"stopped,omitempty"` // of the last: why there was no other
	Discarded  string                     `json:"discarded,omitempty"`
	Err        string                     `json:"err,omitempty"`
	Verdicts   []adhere.Verdict           `json:"verdicts,omitempty"`
	Usage      map[adhere.Step]TimedUsage `json:"usage"`
}

// EachAttempt writes the attempts of a refinement of that model's answers.
// Those of one instruction are numbered through the whole file, so that labels
// can name them: numbers counts them.
func EachAttempt(model string, t *adhere.Trace, numbers map[string]int, write func(any) error) error {
	for i := range t.Attempts {
		a := &t.Attempts[i]
		line := attemptLine{
			ID: t.Instruction.ID, Attempt: numbers[t.Instruction.ID], Refinement: t.Strategy, Of: t.Request.Attempt,
			Step: a.Step, Setting: a.Setting, Feedback: a.Feedback, Final: i == t.Final,
			Discarded: a.Discarded, Err: a.Err, Verdicts: a.Verdicts, Usage: map[adhere.Step]TimedUsage{},
		}
		if line.Model = model; a.Response != nil {
			line.Response = a.Response.Text
		}
		if i == len(t.Attempts)-1 {
			line.Stopped = t.Stopped
		}
		for step, u := range a.Usage {
			line.Usage[step] = timedUsageOf(u)
		}
		numbers[t.Instruction.ID]++
		if err := write(line); err != nil {
			return err
		}
	}
	return nil
}
