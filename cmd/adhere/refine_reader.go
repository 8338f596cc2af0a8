package main

import (
	"context"
	"fmt"

	"adhere"
	"adhere/verify/english"
)

// reader lists, without asking anybody, what code can read for certain in the
// words of the conversation. Each demand comes with its check. What is seen
// but may bind something else is left out.
type reader struct{}

// Name carries the version of the readings.
func (reader) Name() string { return "english@" + english.Version }

// Requirements reads every message.
func (reader) Requirements(_ context.Context, in *adhere.Instruction) ([]adhere.Requirement, adhere.Usage, error) {
	var list []adhere.Requirement
	for _, d := range english.Demands(in.Messages) {
		if d.MayEnforce() {
			d.ID = fmt.Sprintf("c%d", len(list)+1)
			list = append(list, d.Requirement)
		}
	}
	return list, adhere.Usage{}, nil
}
