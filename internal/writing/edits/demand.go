package edits

import (
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

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
