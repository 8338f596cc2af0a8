package ruling

import (
	"cmp"
	"errors"

	"adhere"
	"adhere/verify/english"
)

// ErrNoTexts says that no requirement has words that could be read.
var ErrNoTexts = errors.New("no requirement has a text")

// A Covered says what code decides of the requirements with one label.
type Covered struct {
	Label        string `json:"label"` // "" for all together
	Requirements int    `json:"requirements"`
	Whole        int    `json:"whole"` // read as a check that decides
	Partly       int    `json:"part"`  // read as a check that decides a part

	Pairs    int `json:"pairs"`    // of a requirement and an answer
	Decided  int `json:"decided"`  // pairs that code decides alone: D is their share
	Judged   int `json:"judged"`   // decided pairs with a verdict
	Right    int `json:"right"`    // of these, as the verdict says: P is their share
	Failures int `json:"failures"` // pairs that the verdicts call not met
	Found    int `json:"found"`    // of these, found by code: F is their share
}

// Coverage reads the requirements of records and holds their answers to them:
// for all together and then for each label in order of first appearance. A
// requirement with several labels counts in each. The error is ErrNoTexts.
func (d *Decider) Coverage(records []adhere.Record) ([]Covered, error) {
	out := []Covered{{}}
	at := map[string]int{}
	seen := map[string]bool{}
	for i := range records {
		r := &records[i]
		for j := range r.Instruction.Requirements {
			q := &r.Instruction.Requirements[j]
			if q.Text == "" || q.Rule != nil {
				continue
			}
			outcome, decides, err := d.outcome(r, q)
			if err != nil {
				return nil, err
			}
			key := r.Instruction.ID + "\x00" + q.ID
			for _, k := range places(&out, at, q.Labels) {
				out[k].add(decides, !seen[key])
				if r.Response != nil {
					out[k].hold(outcome, r.Verdicts, j)
				}
			}
			seen[key] = true
		}
	}
	if out[0].Requirements == 0 {
		return nil, ErrNoTexts
	}
	return out, nil
}

// places returns where a requirement counts: in all, and under its labels.
func places(out *[]Covered, at map[string]int, labels []string) []int {
	in := []int{0}
	for _, label := range labels {
		if _, ok := at[label]; !ok {
			at[label] = len(*out)
			*out = append(*out, Covered{Label: label})
		}
		in = append(in, at[label])
	}
	return in
}

// outcome decides a requirement by the answer of its turn, among those of that turn.
func (d *Decider) outcome(r *adhere.Record, q *adhere.Requirement) (adhere.Outcome, english.Extent, error) {
	turn := cmp.Or(q.Turn, r.Instruction.Turns())
	in, _ := r.Instruction.At(turn, nil)
	asked := Case{Requirement: q.Text, Scope: q.Scope, Among: in.Requirements}
	if r.Response == nil {
		a, err := d.Explain(asked)
		return adhere.Skipped, a.Decides, err
	}
	asked.Text = r.Response.At(turn).Text
	a, err := d.Decide(asked)
	return a.Outcome(), a.Decides, err
}

func (c *Covered) add(decides english.Extent, first bool) {
	if !first {
		return
	}
	c.Requirements++
	switch decides {
	case english.Whole:
		c.Whole++
	case english.Part:
		c.Partly++
	case english.None:
	}
}

// hold counts a pair with the verdict on it, if there is one.
func (c *Covered) hold(outcome adhere.Outcome, verdicts []adhere.Verdict, j int) {
	c.Pairs++
	decided := outcome.Decided()
	if decided {
		c.Decided++
	}
	if j >= len(verdicts) || !verdicts[j].Outcome.Decided() {
		return
	}
	failed := verdicts[j].Outcome == adhere.NotMet
	if failed {
		c.Failures++
	}
	if !decided {
		return
	}
	c.Judged++
	if outcome == verdicts[j].Outcome {
		c.Right++
		if failed {
			c.Found++
		}
	}
}
