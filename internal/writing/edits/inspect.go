// Package edits finds by code what an edit changed, and which changes nobody
// asked for (KIWI, section 4.3, "unrequested change").
//
// Inspect reads an instruction as wishes: each has a kind, and may name a part
// of the text. It compares both versions sentence by sentence and says for each
// change whether a wish covers it, whether it follows from one, whether code
// cannot tell, or whether nobody asked for it. Lost figures and references
// always count. testdata/README.md describes the edits it is measured on.
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
	e.decide()
	f := Inspection{Kind: e.wishes[0].kind, Only: e.only, Changes: e.changes, Decided: true}
	for i := range e.changes {
		f.Decided = f.Decided && e.changes[i].Outcome != Unclear
		if e.changes[i].Outcome == Stray {
			f.Stray = append(f.Stray, e.changes[i])
		}
	}
	f.Decided = f.Decided || len(f.Stray) > 0
	for n := range e.wishes {
		for i := range a.units {
			if e.wishes[n].part[i] && !slices.Contains(f.Part, a.units[i].text) {
				f.Part = append(f.Part, a.units[i].text)
			}
		}
	}
	f.Demands = e.demands(instruction, before, after, len(f.Stray))
	return f
}

func plain(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\r\n", "\n")
}

// demands checks what can be checked of what was asked for: what the reader of
// demands reads of the instruction, a text put for another, what was to go, and
// whether a shorter text is shorter.
func (e *edit) demands(instruction, before, after string, stray int) []Demand {
	w := &e.wishes[0]
	var out []Demand
	if len(w.part) == 0 && w.kind != Addition {
		out = w.read(instruction, after)
	}
	for n := range e.wishes {
		out = append(out, e.wishes[n].demands(e.a, before, after)...)
	}
	if e.only {
		out = append(out, Demand{"nothing else changes", stray == 0, fmt.Sprintf("other changes: %d", stray)})
	}
	return out
}

func (w *wish) demands(a *version, before, after string) []Demand {
	var out []Demand
	switch w.kind {
	case Exchange:
		was, is := strings.Count(fold(before), fold(w.to)), strings.Count(fold(after), fold(w.to))
		out = append(out, Demand{"put: " + w.to, is > was, fmt.Sprintf("%d times, %d before", is, was)})
	case Removal:
		gone := w.cited
		for i := range a.units {
			if len(w.cited) == 0 && w.part[i] {
				gone = append(gone, a.units[i].text)
			}
		}
		for _, q := range gone {
			was, is := strings.Count(fold(before), fold(q)), strings.Count(fold(after), fold(q))
			out = append(out, Demand{"remove: " + q, is < was, fmt.Sprintf("%d times, %d before", is, was)})
		}
	case Shortening:
		if len(w.part) == 0 {
			was, is := len(words(before)), len(words(after))
			out = append(out, Demand{"shorten the text", is < was, fmt.Sprintf("%d words, %d before", is, was)})
		}
	case Addition, Order, Form, Correction, Rewording, Nothing: // nothing that can be counted
	}
	return out
}

// sized is the length that a whole text is to have.
var sized = lazyregexp.New(`(?i)\b(?:to|into|in|within|under|below) ((?:[\w-]+ ){1,4}(?:words?|sentences?|paragraphs?|lines?|characters))\b`)

// read carries out the demands on the whole text that the reader is sure of.
func (w *wish) read(instruction, after string) []Demand {
	var out []Demand
	text, catalog := verify.NewText(after), verify.NewCatalog(algebra.Suite())
	if m := sized.FindStringSubmatch(instruction); m != nil && w.kind == Shortening { // "cut it to at most 80 words"
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
