package build

import (
	"context"
	"fmt"
	"strconv"

	"adhere"
)

// People is what people did with the instructions of a set.
type People struct {
	Campaign string // its name and protocol
	N        int
	Decided  int    // instructions that people looked at: they stay or go
	Several  int    // instructions that several people looked at
	Alike    int    // of these: all said the same
	Alpha    string // Krippendorff's, with its interval; empty where it does not apply
	Corrects bool   // they put requirements right
	// Of returns an instruction as people left it and whether they corrected it, or
	// why it goes.
	Of func(*adhere.Instruction) (stays *adhere.Instruction, corrected bool, why string)
}

// Steps returns the one step that people are. A level of an instruction goes
// with the lower ones; instructions of one group and level do not.
func (p *People) Steps() []Step[*adhere.Instruction] {
	do := func(_ context.Context, lines []*adhere.Instruction) ([]string, error) {
		why, stays := make([]string, len(lines)), make([]*adhere.Instruction, len(lines))
		gone := map[string]int{} // the lowest level that goes, by group
		for i, in := range lines {
			stays[i], _, why[i] = p.Of(in)
			if lowest, ok := gone[in.Group]; why[i] != "" && in.Group != "" && (!ok || in.Level < lowest) {
				gone[in.Group] = in.Level
			}
		}
		for i, in := range lines {
			lowest, ok := gone[in.Group]
			switch {
			case why[i] != "":
			case ok && in.Level > lowest:
				why[i] = "a lower level went"
			default:
				in.Requirements, in.Tags = stays[i].Requirements, stays[i].Tags
			}
		}
		return why, nil
	}
	return []Step[*adhere.Instruction]{{Name: "people", Doc: "keeps what people let stand in the campaign " + p.Campaign + ", as they left it", Do: do}}
}

// Card describes what people left of a set, whose own card is the file before.
func (p *People) Card(name string, passage *Passage[*adhere.Instruction], before string) *Card {
	c := &Card{Name: name, Licence: "other", Yields: passage.Yields, Tables: []Table{stepTable(p.Steps())}}
	c.About = "A set that people looked at. What they dropped stands in rejected.jsonl with the reason."
	c.Facts = [][2]string{
		{"instructions", strconv.Itoa(len(passage.Kept))},
		{"people", strconv.Itoa(p.N)},
		{"campaign", p.Campaign},
		{"looked at by people", strconv.Itoa(p.Decided)},
		{"agreement", fmt.Sprintf("all said the same of %s, of %d that several people looked at", percent(p.Alike, p.Several), p.Several)},
	}
	if p.Alpha != "" {
		c.Facts = append(c.Facts, [2]string{"Krippendorff's alpha", p.Alpha})
	}
	if p.Corrects {
		corrected := 0
		for _, in := range passage.Kept {
			if _, yes, _ := p.Of(in); yes {
				corrected++
			}
		}
		c.Facts = append(c.Facts, [2]string{"corrected", fmt.Sprintf("%s of the %d that stay", percent(corrected, len(passage.Kept)), len(passage.Kept))})
	}
	c.tellBefore(before)
	if p.N < 2 {
		c.Limits = append(c.Limits, "One person alone looked at it.")
	}
	return c
}
