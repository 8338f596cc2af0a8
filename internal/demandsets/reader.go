package main

import (
	"adhere"
	"adhere/verify/english"
	"adhere/verify/ruling"
)

// A reader lists the demands in a conversation.
type reader func([]adhere.Message) []adhere.Demand

// readDemands is the reader that is measured.
func readDemands(messages []adhere.Message) []adhere.Demand { return english.Demands(messages) }

// A finding is what code says of one demand and one text.
type finding int

const (
	undecided finding = iota
	met
	notMet
)

// A bench carries out rules and readings.
type bench struct{ decider *ruling.Decider }

func (b bench) find(q ruling.Case) (finding, english.Extent, error) {
	a, err := b.decider.Decide(q)
	switch {
	case err != nil:
		return undecided, english.None, err
	case a.Finding == nil || a.Finding.Undecided:
		return undecided, a.Decides, nil
	case a.Finding.Met:
		return met, a.Decides, nil
	}
	return notMet, a.Decides, nil
}
