// Package edits finds by code what an edit changed, and which changes nobody
// asked for (KIWI, section 4.3, "unrequested change").
//
// Inspect reads of an instruction what kind of change it asks for and to which
// part of the text, compares both versions sentence by sentence, and says of each
// change whether it was asked for or follows from that, whether code cannot tell,
// or whether nobody asked for it. Of an instruction that asks for several things
// code cannot tell. testdata/README.md describes the edits it is measured on.
package edits

import (
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// Longest is how many bytes a version may have to be inspected, and mostUnits how
// many sentences.
const Longest, mostUnits = 200_000, 600

// An Inspection is what code can say of an edit.
type Inspection struct {
	Decided bool     `json:"decided"` // a change was not asked for, or all were
	Only    bool     `json:"only"`    // the instruction says that nothing else may change
	Kind    Kind     `json:"kind"`    // what it was read as; Rewording by default
	Part    []string `json:"part"`    // the sentences that it is about; none for all
	Stray   []Change `json:"stray"`   // changes that were not asked for
	Changes []Change `json:"changes"` // all changes
	Demands []Demand `json:"demands"` // what can be checked of what was asked for
}

// A Demand is one checkable part of an instruction.
type Demand struct {
	Text     string `json:"text"`
	Met      bool   `json:"met"`
	Evidence string `json:"evidence"`
}

// Failed reports whether code shows that the edit is not good: something was
// changed that was not requested, or a demand is not met.
func (f *Inspection) Failed() bool {
	return len(f.Stray) > 0 || slices.ContainsFunc(f.Demands, func(d Demand) bool { return !d.Met })
}

// Inspect holds a new version against the old one and the instruction. Who says
// that the instruction asks for information expects what the old version does not
// hold: unless it names a place or a kind of change, all that is added is asked for.
func Inspect(instruction, before, after string, forInformation bool) Inspection {
	if len(before) > Longest || len(after) > Longest || len(instruction) > Longest {
		return Inspection{}
	}
	before, after, instruction = plain(before), plain(after), plain(instruction)
	a, b := cut(before), cut(after)
	if len(a.units) > mostUnits || len(b.units) > mostUnits {
		return Inspection{}
	}
	e := edit{request: readRequest(instruction, &a, before), a: &a, b: &b}
	e.informs = forInformation || informs.MatchString(e.rest)
	e.adds = forInformation && e.kind == Rewording && len(e.part) == 0
	e.changes, e.pairs = compare(&a, &b)
	e.decide()
	f := Inspection{Kind: e.kind, Only: e.only, Changes: e.changes, Decided: true}
	for i := range e.changes {
		f.Decided = f.Decided && e.changes[i].Outcome != Unclear
		if e.changes[i].Outcome == Stray {
			f.Stray = append(f.Stray, e.changes[i])
		}
	}
	f.Decided = f.Decided || len(f.Stray) > 0
	for i := range a.units {
		if e.part[i] && !slices.Contains(f.Part, a.units[i].text) {
			f.Part = append(f.Part, a.units[i].text)
		}
	}
	if len(e.part) == 0 && e.kind != Addition && !e.several {
		f.Demands = e.demands(instruction, after)
	}
	if len(e.changes) == 0 && e.kind != Nothing && e.kind != Correction && len(words(instruction)) > 0 {
		f.Demands = append(f.Demands, Demand{"the text changes", false, "no sentence differs"})
	}
	return f
}

func plain(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\r\n", "\n")
}

// sized is the length that a whole text is to have.
var sized = lazyregexp.New(`(?i)\b(?:to|into|in|within|under|below) ((?:[\w-]+ ){1,4}(?:words?|sentences?|paragraphs?|lines?|characters))\b`)

// demands carries out the demands on the whole text that their reader is sure of.
func (e *edit) demands(instruction, after string) []Demand {
	var out []Demand
	text, catalog := verify.NewText(after), verify.NewCatalog(algebra.Suite())
	if m := sized.FindStringSubmatch(instruction); m != nil && e.kind == Shortening { // "cut it to at most 80 words"
		instruction = "Use " + m[1] + "."
	}
	for _, d := range english.Demands([]adhere.Message{{Role: adhere.User, Text: instruction}}) {
		if !d.MayEnforce() || d.Rule == nil || d.Scope.Reach != adhere.WholeAnswer {
			continue
		}
		if check, err := catalog.Compile(d.Rule); err == nil {
			if found := check(text); !found.Undecided {
				out = append(out, Demand{d.Text, found.Met, found.Measured})
			}
		}
	}
	return out
}
