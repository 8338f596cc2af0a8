package eval

import (
	"iter"

	"adhere"
	"adhere/judge"
	"adhere/metric"
)

// spareItems is the most items that are in flight besides those that have a
// call: as many as are judged and stored at a time.
const spareItems = 150

// recordedItems are in flight where nobody is asked: their records share the
// commits to the store, each of which waits for the disk.
const recordedItems = 64

// planned yields the instructions of the set that the plan takes.
func (e *Evaluation) planned() iter.Seq2[*adhere.Instruction, error] {
	return func(yield func(*adhere.Instruction, error) bool) {
		n := 0
		var drawn map[int]bool
		if e.Plan.Sample > 0 {
			drawn = e.drawn()
		}
		for in, err := range e.Set.All() {
			if err != nil {
				yield(nil, err)
				return
			}
			if len(in.Requirements) == 0 { // level 0: the start of a path, never judged
				continue
			}
			n++
			if n <= e.Plan.Skip || drawn != nil && !drawn[n-1] {
				continue
			}
			if e.Plan.Limit > 0 && n > e.Plan.Skip+e.Plan.Limit || !yield(in, nil) {
				return
			}
		}
	}
}

// Items yields the plan's items in order: instruction after instruction, each
// with its attempts.
func (e *Evaluation) Items() iter.Seq2[adhere.Item, error] {
	return func(yield func(adhere.Item, error) bool) {
		for in, err := range e.planned() {
			if err != nil {
				yield(adhere.Item{}, err)
				return
			}
			chain := e.chain(in)
			for attempt := range max(e.Plan.Attempts, 1) {
				if e.Wanted != nil && !e.Wanted(in, attempt) {
					continue
				}
				if !yield(adhere.Item{Attempt: attempt, Chain: chain, Instruction: in}, nil) {
					return
				}
			}
		}
	}
}

// Share returns how many items of a run this process carries out.
func (e *Evaluation) Share(r *adhere.Run) (n int, err error) {
	if e.Part == nil {
		return r.Items, nil
	}
	for item, err := range e.Items() {
		if err != nil {
			return 0, err
		}
		if e.Part(item.Instruction) {
			n++
		}
	}
	return n, nil
}

// HasLevels refuses, in the name of a flag, what needs levels where no
// instruction has any, before anything is spent.
func (e *Evaluation) HasLevels(flag string) error {
	for item, err := range e.Items() {
		if err != nil {
			return err
		}
		if item.Instruction.Level > 0 {
			return nil
		}
	}
	return invalid(flag+": no instruction of "+e.Bench.Name+" has a level", "leave "+flag+" out; metrics by level need instructions with group and level")
}

// chain counts the calls of an item that must follow one another.
func (e *Evaluation) chain(in *adhere.Instruction) int {
	n := in.Turns()
	for _, j := range e.Judges {
		if p, ok := j.(judge.Planner); ok {
			n += p.Chain(in)
		}
	}
	return n + len(e.Graders)
}

// finishPlan enters benchmark, data, metrics and judges into the plan.
func (e *Evaluation) finishPlan() {
	e.Plan.Bench, e.Plan.Dataset = e.Bench.ID(), e.Set.ID()
	countAttempts(&e.Bench, max(e.repeats, e.Spec.Attempts))
	e.Plan.Metrics = e.Bench.MetricNames()
	if e.Bench.Undecided != metric.Drop {
		e.Plan.Counted = string(e.Bench.Undecided)
	}
	for _, one := range e.Judges {
		e.Plan.Judges = append(e.Plan.Judges, one.Name())
	}
	if e.Comparer != nil {
		e.Plan.Judges = append(e.Plan.Judges, e.Comparer.Name())
	}
}
