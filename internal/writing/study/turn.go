package study

import (
	"cmp"
	"fmt"
	"slices"

	"adhere/internal/jsonl"
	"adhere/internal/writing"
)

// A Key names a turn.
type Key struct {
	Session string `json:"session"`
	Turn    int    `json:"turn"` // from 1
}

// String returns "session#turn".
func (k Key) String() string { return fmt.Sprintf("%s#%d", k.Session, k.Turn) }

// KeyOf returns the key of a row.
func KeyOf(r *writing.Row) Key { return Key{r.Session, r.Turn} }

// Rows returns the rated turns of all sessions, in an order that does not
// depend on that of the sessions.
func Rows(sessions []writing.Session) []writing.Row {
	var rows []writing.Row
	for i := range sessions {
		rows = append(rows, sessions[i].Rows()...)
	}
	slices.SortStableFunc(rows, func(a, b writing.Row) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Turn, b.Turn))
	})
	return rows
}

// final is the version that the person ended the turn with.
func final(r *writing.Row) string {
	if r.Edit != nil {
		return *r.Edit
	}
	return r.Answer
}

// A Label is a word that a person or a model gave a turn, a line of a file.
type Label struct {
	Key
	Label string `json:"label"`
}

// Labels are the labels of turns.
type Labels map[Key]string

// Map returns labels by turn. A turn that is labelled twice is an error.
func Map(list []Label) (Labels, error) {
	out := Labels{}
	for _, l := range list {
		if _, ok := out[l.Key]; ok {
			return nil, invalid(fmt.Sprintf("turn %s is labelled twice", l.Key), "leave one of the two")
		}
		out[l.Key] = l.Label
	}
	return out, nil
}

// List returns the labels in the order of their turns.
func (ls Labels) List() []Label {
	var out []Label
	for k, l := range ls {
		out = append(out, Label{k, l})
	}
	slices.SortFunc(out, func(a, b Label) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Turn, b.Turn))
	})
	return out
}

// ReadLabels reads labels of turns from a file; none where no file is named.
func ReadLabels(path string) (Labels, error) {
	list, err := jsonl.ReadFile[Label](path)
	if err != nil || path == "" {
		return nil, err
	}
	labels, err := Map(list)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return labels, nil
}
