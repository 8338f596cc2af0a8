package main

import (
	"context"
	"fmt"

	"adhere"
	"adhere/verify/english"
)

// reader lists, without asking anybody, what code can read for certain in the
// words of the instruction. Each demand comes with its check; what a check
// leaves open is a requirement of its own.
type reader struct{}

// Name carries the version of the readings.
func (reader) Name() string { return "english@" + english.Version }

// Requirements reads the last message.
func (reader) Requirements(_ context.Context, in *adhere.Instruction) ([]adhere.Requirement, adhere.Usage, error) {
	var list []adhere.Requirement
	for i, f := range english.Decompose(in.Prompt()) {
		id := fmt.Sprintf("c%d", i+1)
		list = append(list, adhere.Requirement{ID: id, Text: f.Text, Rule: f.Reading.Check.Rule()})
		if f.Reading.Decides == english.Part && f.Reading.Rest != "" {
			list = append(list, adhere.Requirement{ID: id + "-rest", Text: f.Reading.Rest})
		}
	}
	return list, adhere.Usage{}, nil
}
