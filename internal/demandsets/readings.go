package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"adhere"
	"adhere/dataset"
	"adhere/verify/ruling"
)

// A reading is what a reader makes of some words of an instruction, in a data
// set that is not part of the program.
type reading struct {
	Instruction string `json:"instruction"`
	Turn        int    `json:"turn,omitempty"`
	Start       int    `json:"start"` // bytes of the message
	End         int    `json:"end"`
	Says        string `json:"says"` // the rule in English
}

// A judgement is what a person says of a reading.
type judgement struct {
	reading
	Right bool   `json:"right"`         // the words demand this, and of that part of the answer
	Why   string `json:"why,omitempty"` // where it is wrong
}

// measureFile prints how many of the readings of a data set's instructions a
// person found right, and lists those that are wrong or that nobody has judged.
func (b bench) measureFile(ctx context.Context, w io.Writer, path string, list bool) error {
	set, err := dataset.Read(ctx, "file", path, dataset.Options{})
	if err != nil {
		return err
	}
	judged, err := judgements()
	if err != nil {
		return err
	}
	t, open := tally{}, 0
	for in, err := range set.All() {
		if err != nil {
			return err
		}
		for _, d := range readDemands(in.Messages) {
			if d.Rule == nil || !d.Source.Binds() {
				continue
			}
			r, err := b.reading(in.ID, &d)
			if err != nil {
				return err
			}
			j, ok := judged[r.key()]
			if !ok {
				open++
				j.Why = "not judged yet"
			} else {
				t.count("demands right", j.Right)
				if d.MayEnforce() {
					t.count("enforced right", j.Right)
				}
			}
			if list && !j.Right {
				line, _ := json.Marshal(r)
				fmt.Fprintf(w, "%s %q enforced %t: %s\n", line, d.Text, d.MayEnforce(), j.Why)
			}
		}
	}
	grouped{"all": t}.print(w, fmt.Sprintf("%s, %d readings not judged", path, open), []string{"demands right", "enforced right"})
	return nil
}

func (b bench) reading(id string, d *adhere.Demand) (reading, error) {
	a, err := b.decider.Explain(ruling.Case{Rule: d.Rule})
	if err != nil {
		return reading{}, fmt.Errorf("%s: %q: %w", id, d.Text, err)
	}
	return reading{Instruction: id, Turn: d.Source.Turn, Start: d.Source.Start, End: d.Source.End, Says: a.English}, nil
}

// key is what tells readings apart: a joining word at the start more or less
// makes no other.
func (r reading) key() reading {
	r.Start = 0
	return r
}

func judgements() (map[reading]judgement, error) {
	list, err := loadFile[judgement]("testdata/readings.jsonl")
	if err != nil {
		return nil, err
	}
	by := make(map[reading]judgement, len(list))
	for _, j := range list {
		by[j.key()] = j
	}
	return by, nil
}
