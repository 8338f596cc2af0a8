package study

import (
	"fmt"
	"slices"

	"adhere/internal/lists"
	"adhere/internal/writing"
)

// A Mark says which passages of the documents matter for a turn's
// instruction, as a person marked them.
type Mark struct {
	Key
	Relevant []string `json:"relevant"` // IDs of passages, found or not
}

// A Recall says how much of what matters was found (KIWI, section 4.3,
// "Retrieval analysis").
type Recall struct {
	Turns  int     `json:"turns"`
	Mean   float64 `json:"mean"`   // of the share of the relevant passages that were found, by turn
	All    Share   `json:"all"`    // turns with all of them
	Some   Share   `json:"some"`   // turns with some, not all
	None   Share   `json:"none"`   // turns with none
	Misses Share   `json:"misses"` // turns with all of them that were not good all the same
}

func recall(rows []writing.Row, marks []Mark) (*Recall, error) {
	byKey := map[Key]*writing.Row{}
	for i := range rows {
		byKey[KeyOf(&rows[i])] = &rows[i]
	}
	r := &Recall{}
	all, some, none, misses := newTally(), newTally(), newTally(), newTally()
	seen := map[Key]bool{}
	for _, m := range marks {
		row := byKey[m.Key]
		if row == nil || seen[m.Key] || len(m.Relevant) == 0 {
			return nil, invalid(fmt.Sprintf("marks of turn %s: expected a rated turn with at least one relevant passage, once", m.Key), "")
		}
		seen[m.Key] = true
		wanted := slices.Compact(slices.Sorted(slices.Values(m.Relevant)))
		found := lists.Count(wanted, func(id string) bool { return slices.Contains(row.Passages, id) })
		r.Turns++
		r.Mean += float64(found) / float64(len(wanted))
		all.add(m.Session, found == len(wanted))
		some.add(m.Session, found > 0 && found < len(wanted))
		none.add(m.Session, found == 0)
		if found == len(wanted) {
			misses.add(m.Session, row.Rating != writing.Good)
		}
	}
	r.Mean /= float64(r.Turns)
	r.All, r.Some, r.None, r.Misses = all.share(), some.share(), none.share(), misses.share()
	return r, nil
}
