package edits

import (
	"slices"
	"strings"
)

// Longest is how many bytes a version may have to be inspected.
const Longest = 200_000

// mostUnits bounds the work: more sentences than any answer has.
const mostUnits = 600

// mostWork bounds the readings that are tried of long texts: readings times
// pairs of sentences.
const mostWork = 2_000_000

// A Finding is what code can say of an edit.
type Finding struct {
	Understood bool     `json:"understood"` // the instruction says what may change
	Only       bool     `json:"only"`       // it says that nothing else may
	Asked      []string `json:"asked"`      // what it was read as
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
func (f *Finding) Decided() bool { return f.Understood || len(f.Demands) > 0 }

// Inspect holds a new version against the old one and the instruction.
func Inspect(instruction, before, after string) Finding {
	if len(before) > Longest || len(after) > Longest || len(instruction) > Longest {
		return Finding{}
	}
	a, b := cut(strip(before)), cut(strip(after))
	if len(a.units) > mostUnits || len(b.units) > mostUnits {
		return Finding{}
	}
	r := readQuotes(strip(instruction), func(q string) bool {
		return strings.Contains(fold(before), fold(q)) || strings.Contains(fold(after), fold(q))
	})
	f := Finding{Changes: compare(all(&a), all(&b)), Kept: kept(&a, &b)}
	list, only := r.clauses()
	f.Only = only
	e := edit{request: &r, most: mostWork / (1 + len(a.units)*len(b.units)), before: strip(before), after: strip(after), only: only, clauses: list, raw: f.Changes}
	e.solved = e.solve()
	f.Understood = e.solved
	if f.Understood {
		f.Stray = e.stray
	}
	f.Demands = e.demands(&a, &b)
	for i := range list {
		f.Asked = append(f.Asked, e.words(&list[i]))
	}
	return f
}

// strip takes out what stands for texts that an instruction gives.
func strip(s string) string {
	return strings.NewReplacer(given, "", "⟦", "[", "⟧", "]", "\r\n", "\n").Replace(strings.ToValidUTF8(s, ""))
}

func all(v *version) side { return side{v, v.without(nil)} }

func kept(a, b *version) float64 {
	if len(a.units) == 0 {
		return 1
	}
	has := map[string]int{}
	for i := range b.units {
		has[b.units[i].key]++
	}
	n := 0
	for i := range a.units {
		if has[a.units[i].key] > 0 {
			has[a.units[i].key]--
			n++
		}
	}
	return float64(n) / float64(len(a.units))
}
