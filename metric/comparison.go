package metric

import (
	"encoding/json"

	"adhere"
)

// A Flip is an instruction, or one of its requirements, that came out
// differently in two runs.
type Flip struct {
	Instruction string         `json:"instruction"`
	Attempt     int            `json:"attempt,omitempty"`
	Requirement string         `json:"requirement,omitempty"` // empty for a flip of the whole instruction
	From        adhere.Outcome `json:"from"`                  // in run A; Unsure stands for all that is undecided
	To          adhere.Outcome `json:"to"`                    // in run B
}

// A Comparison is one metric, over one group, in two runs of the same
// instructions. Both summaries are taken over the instructions and attempts
// that both runs have, and their values over what is decided in both, unless
// what is undecided counts; their intervals, Worst, Best and Undecided are those
// of each run.
type Comparison struct {
	Metric string            `json:"metric"`
	Group  map[string]string `json:"group"` // as in adhere.Summary; empty for the whole
	A      adhere.Summary    `json:"a"`
	B      adhere.Summary    `json:"b"`

	Diff   float64 `json:"diff"`   // B minus A; meaningless where Undefined is set, like all numbers that follow
	Lo     float64 `json:"lo"`     // 95 % interval of Diff, paired and clustered by instruction
	Hi     float64 `json:"hi"`     //
	P      float64 `json:"p"`      // two-sided, of no difference
	PHolm  float64 `json:"p_holm"` // P with Holm's correction over the groups of one metric and grouping
	Gained int     `json:"gained"` // not met in A, met in B; for means of scores: clusters that rose
	Lost   int     `json:"lost"`   // met in A, not met in B; for means of scores: clusters that fell
	N      int     `json:"n"`      // pairs that count in both runs
	Noise  bool    `json:"noise"`  // chance, or what is undecided, could explain the difference: print ~

	Undefined string   `json:"undefined,omitempty"` // why there is no comparison, in words
	Warnings  []string `json:"warnings,omitempty"`  // items without a partner, what is undecided in one run
	Flips     []Flip   `json:"flips,omitempty"`     // by instruction, attempt and position of the requirement
}

// MarshalJSON writes the numbers of the difference as null where it is
// undefined.
func (c Comparison) MarshalJSON() ([]byte, error) {
	type plain Comparison
	if c.Group == nil {
		c.Group = map[string]string{}
	}
	if c.Undefined == "" {
		return json.Marshal(plain(c))
	}
	return json.Marshal(struct {
		plain
		Diff  *float64 `json:"diff"`
		Lo    *float64 `json:"lo"`
		Hi    *float64 `json:"hi"`
		P     *float64 `json:"p"`
		PHolm *float64 `json:"p_holm"`
	}{plain: plain(c)})
}
