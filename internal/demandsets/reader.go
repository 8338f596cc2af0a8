package main

import (
	"adhere"
	"adhere/verify/english"
	"adhere/verify/ruling"
)

// A reader lists the demands in a conversation.
type reader func([]adhere.Message) []adhere.Demand

// byRules reads what the rules of English read of the last message.
func byRules(messages []adhere.Message) []adhere.Demand {
	last := len(messages) - 1
	var out []adhere.Demand
	for _, f := range english.Decompose(messages[last].Text) {
		d := adhere.Demand{
			Scope:   adhere.Scope{Reach: adhere.WholeAnswer},
			Source:  adhere.Source{Origin: adhere.FromInstruction, Turn: last, Start: f.Start, End: f.End},
			Certain: true,
		}
		d.Text, d.Rule = f.Text, f.Reading.Check.Rule()
		out = append(out, d)
	}
	return out
}

// A finding is what code says of one demand and one text.
type finding int

const (
	undecided finding = iota
	met
	notMet
)

// A bench carries out rules and readings.
type bench struct{ desk *ruling.Desk }

func (b bench) find(q ruling.Question) (finding, english.Extent, error) {
	a, err := b.desk.Decide(q)
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
