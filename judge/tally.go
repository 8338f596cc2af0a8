package judge

import "adhere"

// A Tally counts what a hybrid judge did over many answers.
type Tally struct {
	ByRule    int // requirements that code decided
	Unasked   int // of these, about which the model was not asked
	ByModel   int // that the model decided, or would have; with those of which it decided the rest
	Open      int // that nobody was asked about, or not for the rest
	Alone     int // calls that the model would take for everything
	Made      int // calls that it took
	Compared  int // requirements that both decided
	Disagreed []Disagreement
}

// A Disagreement is a requirement of an answer that rule and model decide
// differently. The rule's outcome is the verdict.
type Disagreement struct {
	Instruction string         `json:"instruction"`
	Attempt     int            `json:"attempt,omitempty"`
	Requirement string         `json:"requirement"`
	Text        string         `json:"text"`
	Check       string         `json:"check,omitempty"` // the rule in words, where it was read from the text
	Rule        adhere.Outcome `json:"rule"`
	Measured    string         `json:"measured"` // by the rule
	Model       adhere.Outcome `json:"model"`
	Reason      string         `json:"reason,omitempty"` // the model's
}

// Saved returns the calls that the rules saved; below 0 if asking both took
// more than asking the model alone would.
func (t *Tally) Saved() int { return t.Alone - t.Made }

// Add counts the verdicts of the named judge on a record. It leaves out those of
// which Raw does not say what they are made of, and reports whether there were none.
func (t *Tally) Add(rec *adhere.Record, judge string) bool {
	verdicts, all := rec.By(judge), true
	for i := range verdicts {
		s, ok := SplitOf(&verdicts[i])
		if !ok {
			all = false
			continue
		}
		t.Alone += s.Alone
		t.Made += s.Made
		switch {
		case s.ruled():
			t.ByRule++
			if s.Model == nil {
				t.Unasked++
			}
		case s.Model != nil:
			t.ByModel++
		default:
			t.Open++
		}
		if s.compared() {
			t.Compared++
		}
		if s.disagreed() {
			r := &rec.Instruction.Requirements[i]
			t.Disagreed = append(t.Disagreed, Disagreement{
				Instruction: rec.Instruction.ID, Attempt: rec.Attempt, Requirement: r.ID, Text: r.Text, Check: s.Check,
				Rule: s.Rule.Outcome, Measured: s.Rule.Evidence, Model: s.Model.Outcome, Reason: s.Model.Reason,
			})
		}
	}
	return all
}
