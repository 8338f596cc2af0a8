package metric

import "adhere"

// A Gain compares one way to answer with a baseline, in both accuracies.
type Gain struct{ Instruction, Constraint *Comparison }

// Gains compares the accuracies of several ways to answer with those of a
// baseline, on the instructions that both have. P is corrected by Holm's method
// for the number of others, not of metrics, each accuracy by itself.
func Gains(o Options, baseline []adhere.Record, others ...[]adhere.Record) ([]Gain, error) {
	all := make([]Gain, len(others))
	instruction, constraint := make([]*Comparison, len(others)), make([]*Comparison, len(others))
	metrics := []adhere.Metric{InstructionAccuracy(accAfter, o), ConstraintAccuracy(reqAfter, o)}
	for i, records := range others {
		found, err := Compare(baseline, records, metrics, CompareOptions{NoFlips: true})
		if err != nil {
			return nil, err
		}
		for k := range found {
			switch c := &found[k]; {
			case len(c.Group) > 0:
			case c.Metric == accAfter:
				all[i].Instruction, instruction[i] = c, c
			case c.Metric == reqAfter:
				all[i].Constraint, constraint[i] = c, c
			}
		}
	}
	correctFor(instruction)
	correctFor(constraint)
	return all, nil
}
