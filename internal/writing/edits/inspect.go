// Package edits decides by code what can be decided of an edit: what changed,
// and what of it nobody asked for (KIWI, section 4.3, "unrequested change").
//
// Inspect reads from the instruction, with the reader of demands, which part it
// is about and what kind of change it wants, compares both versions sentence by
// sentence, and holds each change against what that kind leaves open. Lost
// figures and references always count. On which edits: testdata/README.md.
package edits

import (
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// Longest is how many bytes a version may have to be inspected.
const Longest = 200_000

// mostUnits bounds the work: more sentences than any answer has.
const mostUnits = 600

// A Inspection is what code can say of an edit.
type Inspection struct {
	Understood bool     `json:"understood"` // the instruction says what kind of change it wants, or of which part
	Only       bool     `json:"only"`       // it says that nothing else may change
	Kind       Kind     `json:"kind"`       // what it was read as; Rewording by default
	Part       []string `json:"part"`       // the sentences that it is about; none for all
	Stray      []Change `json:"stray"`      // changes that were not requested
	Changes    []Change `json:"changes"`    // all changes
	Demands    []Demand `json:"demands"`    // what can be checked of what was requested
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

// Decided reports whether there is anything that code could tell.
func (f *Inspection) Decided() bool { return f.Understood || len(f.Stray) > 0 || len(f.Demands) > 0 }

// Inspect holds a new version against the old one and the instruction.
func Inspect(instruction, before, after string) Inspection {
	if len(before) > Longest || len(after) > Longest || len(instruction) > Longest {
		return Inspection{}
	}
	before, after, instruction = plain(before), plain(after), plain(instruction)
	a, b := cut(before), cut(after)
	if len(a.units) > mostUnits || len(b.units) > mostUnits {
		return Inspection{}
	}
	e := edit{request: readRequest(instruction, &a, before), a: &a, b: &b}
	e.changes, e.pairs = compare(&a, &b)
	f := Inspection{Kind: e.kind, Only: e.only, Understood: e.named || e.kind != Rewording, Changes: e.changes}
	e.wrong = e.stray()
	f.Stray = e.wrong
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

// demands checks what can be checked of what was asked for: what the reader of
// demands reads of the instruction, a text put for another, what was to go, and
// whether a shorter text is shorter.
func (e *edit) demands(instruction, before, after string) []Demand {
	var out []Demand
	if !e.named && e.kind != Addition {
		out = e.read(instruction, after)
	}
	switch e.kind {
	case Exchange:
		was, is := strings.Count(fold(before), fold(e.to)), strings.Count(fold(after), fold(e.to))
		out = append(out, Demand{"put: " + e.to, is > was, fmt.Sprintf("%d times, %d before", is, was)})
	case Removal:
		gone := e.cited
		for i := range e.a.units {
			if e.named && !e.adds && len(e.cited) == 0 && e.target[i] {
				gone = append(gone, e.a.units[i].text)
			}
		}
		for _, q := range gone {
			was, is := strings.Count(fold(before), fold(q)), strings.Count(fold(after), fold(q))
			out = append(out, Demand{"remove: " + q, is < was, fmt.Sprintf("%d times, %d before", is, was)})
		}
	case Shortening:
		if !e.named {
			was, is := len(words(before)), len(words(after))
			out = append(out, Demand{"shorten the text", is < was, fmt.Sprintf("%d words, %d before", is, was)})
		}
	case Addition, Order, Form, Correction, Rewording, Nothing: // nothing that can be counted
	}
	if e.only {
		out = append(out, Demand{"nothing else changes", len(e.wrong) == 0, fmt.Sprintf("other changes: %d", len(e.wrong))})
	}
	return out
}

// sized is the length that a whole text is to have.
var sized = lazyregexp.New(`(?i)\b(?:to|into|in|within|under|below) ((?:[\w-]+ ){1,4}(?:words?|sentences?|paragraphs?|lines?|characters))\b`)

// read carries out the demands on the whole text that the reader is sure of.
func (e *edit) read(instruction, after string) []Demand {
	var out []Demand
	text, catalog := verify.NewText(after), verify.NewCatalog(algebra.Suite())
	if m := sized.FindStringSubmatch(instruction); m != nil && e.kind == Shortening { // "cut it to at most 80 words"
		instruction = "Use " + m[1] + "."
	}
	for _, d := range english.Demands([]adhere.Message{{Role: adhere.User, Text: instruction}}) {
		if !d.MayEnforce() || d.Rule == nil || d.Scope.Reach != adhere.WholeAnswer {
			continue
		}
		check, err := catalog.Compile(d.Rule)
		if err != nil {
			continue
		}
		if found := check(text); !found.Undecided {
			out = append(out, Demand{d.Text, found.Met, found.Measured})
		}
	}
	return out
}
