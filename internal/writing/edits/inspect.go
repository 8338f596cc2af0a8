package edits

import (
	"slices"
	"strings"
)

// Longest is how many bytes a version may have to be inspected.
const Longest = 200_000

// mostUnits bounds the work: more sentences than any answer has.
const mostUnits = 600

// A Finding is what code can say of an edit.
type Finding struct {
	Understood bool     `json:"understood"` // the instruction says what kind of change it wants, or of which part
	Only       bool     `json:"only"`       // it says that nothing else may change
	Kind       Kind     `json:"kind"`       // what it was read as; Rewording by default
	Part       []string `json:"part"`       // the sentences that it is about; none for all
	Stray      []Change `json:"stray"`      // changes that were not requested
	Changes    []Change `json:"changes"`    // all changes
	Demands    []Demand `json:"demands"`    // what can be checked of what was requested
	Kept       float64  `json:"kept"`       // share of the old sentences that are in the new version
}

// A Demand is one checkable part of an instruction.
type Demand struct {
	Text     string `json:"text"`
	Met      bool   `json:"met"`
	Evidence string `json:"evidence"`
}

// Failed reports whether code shows that the edit is not good: something was
// changed that was not requested, or a demand is not met.
func (f *Finding) Failed() bool {
	return len(f.Stray) > 0 || slices.ContainsFunc(f.Demands, func(d Demand) bool { return !d.Met })
}

// Decided reports whether there is anything that code could tell.
func (f *Finding) Decided() bool { return f.Understood || len(f.Stray) > 0 || len(f.Demands) > 0 }

// Inspect holds a new version against the old one and the instruction.
func Inspect(instruction, before, after string) Finding {
	if len(before) > Longest || len(after) > Longest || len(instruction) > Longest {
		return Finding{}
	}
	before, after, instruction = plain(before), plain(after), plain(instruction)
	a, b := cut(before), cut(after)
	if len(a.units) > mostUnits || len(b.units) > mostUnits {
		return Finding{}
	}
	e := edit{request: readRequest(instruction, &a, before), a: &a, b: &b}
	e.changes, e.pairs = compare(&a, &b)
	f := Finding{Kind: e.kind, Only: e.only, Understood: e.named || e.kind != Rewording, Changes: e.changes, Kept: 1}
	e.wrong = e.stray()
	f.Stray = e.wrong
	if n := len(a.units); n > 0 {
		gone := 0
		for i := range f.Changes {
			gone += b2i(f.Changes[i].i >= 0 && !f.Changes[i].stays())
		}
		f.Kept -= float64(gone) / float64(n)
	}
	for i := range a.units {
		if e.target[i] {
			f.Part = append(f.Part, a.units[i].text)
		}
	}
	f.Demands = e.demands(instruction, before, after)
	return f
}

func plain(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\r\n", "\n")
}
