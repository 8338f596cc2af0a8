package dataset

import (
	"bufio"
	"io"
	"iter"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/plainjson"
)

// WriteVerdicts writes one line per verdict: record after record, judge after
// judge, requirement after requirement. A requirement that repeats another's
// id is written with that id, so that lines go by position.
func WriteVerdicts(w io.Writer, records iter.Seq2[*adhere.Record, error]) error {
	return writeLines(w, records, func(r *adhere.Record, line func(any) error) error {
		for i := range r.Verdicts {
			v := r.Verdicts[i]
			v.Requirement = baseID(r.Instruction, v.Requirement)
			l := adhere.NewVerdictLine(r.Instruction.ID, r.Attempt, modelOf(r), v)
			l.Usage = v.Usage // what judges cost is part of how they compare
			if err := line(l); err != nil {
				return err
			}
		}
		return nil
	})
}

// WriteResponses writes one line per record that has a response.
func WriteResponses(w io.Writer, records iter.Seq2[*adhere.Record, error]) error {
	return writeLines(w, records, func(r *adhere.Record, line func(any) error) error {
		if r.Response == nil {
			return nil
		}
		return line(struct {
			ID       string   `json:"id"`
			Prompt   string   `json:"prompt"`
			Earlier  []string `json:"earlier,omitempty"`
			Response string   `json:"response"`
			Model    string   `json:"model,omitempty"`
			Attempt  int      `json:"attempt"`
		}{r.Instruction.ID, r.Instruction.Prompt(), r.Response.Earlier, r.Response.Text, modelOf(r), r.Attempt})
	})
}

// writeLines has each thing written as lines of JSON.
func writeLines[T any](w io.Writer, all iter.Seq2[T, error], write func(one T, line func(any) error) error) error {
	b := bufio.NewWriter(w)
	enc := plainjson.NewEncoder(b)
	for one, err := range all {
		if err != nil {
			return err
		}
		if err := write(one, enc.Encode); err != nil {
			return err
		}
	}
	return b.Flush()
}

func modelOf(r *adhere.Record) string {
	if r.Response == nil {
		return ""
	}
	return r.Response.Model
}

// baseID undoes nth where it was applied.
func baseID(in *adhere.Instruction, id string) string {
	cut := strings.LastIndexByte(id, '#')
	if cut < 0 {
		return id
	}
	for n := 2; n <= len(in.Requirements); n++ {
		if id == nth(id[:cut], n) && slices.ContainsFunc(in.Requirements, func(r adhere.Requirement) bool { return r.ID == id[:cut] }) {
			return id[:cut]
		}
	}
	return id
}
