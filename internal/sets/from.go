package sets

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"adhere"
	"adhere/build"
)

// A Describe makes the card of what was left of a set, whose own card is the
// file before, "" where there is none.
type Describe func(name string, passage *build.Passage[*adhere.Instruction], before string) *build.Card

// From makes the set in a file into another, for a folder: do leaves of it what
// it should. The files of instructions are still to be added.
func From(ctx context.Context, path, dir string, do func(*Folder, []*adhere.Instruction) (build.Passage[*adhere.Instruction], Describe, error)) (*Folder, build.Passage[*adhere.Instruction], *build.Card, error) {
	var passage build.Passage[*adhere.Instruction]
	out, err := NewFolder(dir)
	if err != nil {
		return nil, passage, nil, err
	}
	_, list, err := Load(ctx, path)
	if err != nil {
		return nil, passage, nil, err
	}
	passage, describe, err := do(out, list)
	if err != nil {
		return nil, passage, nil, err
	}
	card := describe(filepath.Base(path), &passage, out.addEarlierCard(path))
	card.Sources = []build.Material{Source(path)}
	return out, passage, card, nil
}

// addEarlierCard adds the card that stands beside a set, and returns its new
// name, "" where there is none.
func (s *Folder) addEarlierCard(path string) string {
	card, err := os.ReadFile(filepath.Join(filepath.Dir(path), cardPage))
	if err != nil {
		return ""
	}
	const name = "before.md"
	s.Add(name, func(w io.Writer) error {
		_, err := w.Write(card)
		return err
	})
	return name
}
