package edits

import (
	"fmt"
	"strings"

	"adhere"
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
		for _, q := range e.cited {
			was, is := strings.Count(fold(before), fold(q)), strings.Count(fold(after), fold(q))
			out = append(out, Demand{"remove: " + q, is < was, fmt.Sprintf("%d times, %d before", is, was)})
		}
		for i := range e.a.units {
			if u := &e.a.units[i]; e.named && !e.adds && len(e.cited) == 0 && e.target[i] {
				was, is := times(e.a.keys(), u.key), times(e.b.keys(), u.key)
				out = append(out, Demand{"remove: " + u.text, is < was, fmt.Sprintf("%d times, %d before", is, was)})
			}
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

func times(list []string, key string) (n int) {
	for _, k := range list {
		n += b2i(k == key)
	}
	return n
}

// read carries out the demands on the whole text that the reader is sure of.
func (e *edit) read(instruction, after string) []Demand {
	var out []Demand
	text, catalog := verify.NewText(after), verify.NewCatalog(algebra.Suite())
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
