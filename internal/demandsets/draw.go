package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"adhere/dataset"
)

// A drawn reading is one that is enforced, with the words around it.
type drawn struct {
	reading
	Text    string `json:"text"`    // the words that it was read from
	Context string `json:"context"` // the instruction around them, cut
	order   [sha256.Size]byte
}

// around is how many bytes of an instruction are shown on either side of what
// was read, and at its start.
const around = 300

// draw prints what is enforced in one half of a data set's instructions, one
// reading of each instruction, in an order that is random but always the same.
// The first lines are thus a sample. Halves are told apart by the instruction's
// words, so an instruction stays in its half whatever collection it is in.
func (b bench) draw(ctx context.Context, w io.Writer, path, half string) error {
	if half != "odd" && half != "even" || path == "" {
		return fmt.Errorf(`-draw is "odd" or "even" and goes with -file FILE, got %q`, half)
	}
	set, err := dataset.Read(ctx, "file", path, dataset.Options{})
	if err != nil {
		return err
	}
	var found []drawn
	for in, err := range set.All() {
		if err != nil {
			return err
		}
		order := sha256.Sum256([]byte(in.Messages[len(in.Messages)-1].Text))
		if (order[len(order)-1]%2 == 1) != (half == "odd") {
			continue
		}
		for _, d := range readDemands(in.Messages) {
			if d.Rule == nil || !d.MayEnforce() {
				continue
			}
			r, err := b.reading(in.ID, &d)
			if err != nil {
				return err
			}
			found = append(found, drawn{r, d.Text, contextOf(in.Messages[r.Turn].Text, r.Start, r.End), order})
			break
		}
	}
	slices.SortFunc(found, func(a, b drawn) int { return cmp.Compare(string(a.order[:]), string(b.order[:])) })
	for _, d := range found {
		line, err := json.Marshal(d)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", line)
	}
	return nil
}
