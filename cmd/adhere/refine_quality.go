package main

import (
	"adhere"
	"adhere/judge"
)

// rehearseQuality adds the calls that compare an answer with its first attempt, at most.
func rehearseQuality(all *estimates, comparer adhere.Comparer, in *adhere.Instruction, standIn *adhere.Response) error {
	planner, ok := comparer.(judge.PairPlanner)
	if !ok {
		return nil
	}
	calls, err := planner.RehearsePair(in, standIn, &adhere.Response{Text: standIn.Text + "."})
	if err == nil {
		all.of("quality judge, at most", modelOf(comparer.Name())).countCalls(calls)
	}
	return err
}
