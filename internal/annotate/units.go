package annotate

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/plural"
)

// A Sourced is a record and the run it comes from.
type Sourced struct {
	Run    string
	Record *adhere.Record
}

// CountUnits says how many units there are, and for what.
func CountUnits(units []Unit) string {
	n := map[Kind]int{}
	for i := range units {
		n[units[i].Kind]++
	}
	text := plural.Of(n[Work], "unit")
	if n[Training]+n[Check] > 0 {
		text += " of work, " + strconv.Itoa(n[Training]) + " for practice and " + plural.Of(n[Check], "attention check")
	}
	return text
}

// A Choosing says what of runs becomes work.
type Choosing struct {
	Limit int    // so many instructions, drawn by the seed; 0 for all
	Seed  int    //
	Tag   string // of instructions, whose value is the unit's topic; empty for none
}

// Sample returns which of n instructions are drawn, in order.
func (o Choosing) Sample(n int) []int {
	at := random(o.Seed, "sample").Perm(n)
	if o.Limit > 0 && o.Limit < n {
		at = at[:o.Limit]
	}
	slices.Sort(at)
	return at
}

// NewUnits makes work of records, which may be of several runs: answers to one
// instruction come together where the protocol shows several at once, as many
// as it shows; otherwise each is a unit by itself. Records without a response
// are left out, and so are conversations in which a model gives several answers,
// unless the protocol asks about the requirements of one answer: their unit is
// the whole conversation. The order is that of the records.
func NewUnits(p *Protocol, records []Sourced, o Choosing) []Unit {
	var order []string
	by := map[string][]Sourced{}
	for _, x := range records {
		id := x.Record.Instruction.ID
		if by[id] == nil {
			order = append(order, id)
		}
		by[id] = append(by[id], x)
	}
	var units []Unit
	for _, at := range o.Sample(len(order)) {
		units = append(units, p.unitsOf(by[order[at]], o.Tag)...)
	}
	return units
}

// unitsOf makes work of the answers to one instruction.
func (p *Protocol) unitsOf(records []Sourced, tag string) []Unit {
	in := *records[0].Record.Instruction
	if in.Turns() > 1 && p.Answers[1] > 0 && !p.takesTurns() {
		return nil
	}
	unit := func(answers ...Answer) Unit {
		return Unit{Kind: Work, Topic: in.Tags[tag], Instruction: in, Answers: answers}
	}
	if p.Answers[1] == 0 {
		return []Unit{unit()}
	}
	var answers []Answer
	for _, x := range records {
		if r := x.Record; r.Response != nil {
			answers = append(answers, Answer{Model: r.Response.Model, Attempt: r.Attempt, Text: r.Response.Text, Earlier: r.Response.Earlier, Run: x.Run, Verdicts: r.Verdicts})
		}
	}
	slices.SortStableFunc(answers, func(a, b Answer) int { return cmp.Compare(a.Attempt, b.Attempt) })
	var units []Unit
	if p.Asks == AskPreference {
		for i := range answers {
			for j := range i {
				units = append(units, unit(answers[j], answers[i]))
			}
		}
		return units
	}
	for chunk := range slices.Chunk(answers, p.Answers[1]) {
		units = append(units, unit(chunk...))
	}
	return units
}

// takesTurns reports whether what is asked can be about each answer of a
// conversation.
func (p *Protocol) takesTurns() bool {
	return p.Asks == AskRequirements && p.Answers[1] == 1 && !p.Score
}

// CheckTag refuses, in the name of a flag, a tag that no instruction has. Without
// a tag it does nothing.
func CheckTag(flag string, records []Sourced, tag string) error {
	known := map[string]bool{}
	for _, x := range records {
		for name := range x.Record.Instruction.Tags {
			known[name] = true
		}
	}
	if tag == "" || known[tag] {
		return nil
	}
	hint := "the instructions have no tags"
	if len(known) > 0 {
		hint = "they have " + strings.Join(slices.Sorted(maps.Keys(known)), ", ")
	}
	return &adhere.Error{Code: adhere.Invalid, Message: flag + " " + tag + ": no instruction has such a tag", Hint: hint}
}
