package main

import (
	"io"
	"path/filepath"
	"strconv"

	"adhere/build"
	"adhere/internal/cli"
	"adhere/internal/sets"
)

// finishSet writes the files and the card, and shows the yield.
func (p *program) finishSet(s *sets.Folder, card *build.Card) error {
	if err := s.Finish(card, version); err != nil {
		return err
	}
	p.Say("wrote %s", s.Dir)
	if p.JSON {
		return cli.WriteJSON(p.Out, map[string]any{"set": card.Name, "folder": s.Dir, "yields": card.Yields, "files": card.Files})
	}
	t := build.YieldTable(card.Yields)
	return p.Table(t.Heads, t.Rows)
}

// writeTraining writes a file for each kind, the card last, and says what is in
// them.
func (p *program) writeTraining(out string, kinds []string, card sets.TrainingCard, write map[string]func(io.Writer) error) error {
	if err := sets.WriteTraining(out, kinds, card, write); err != nil {
		return err
	}
	if p.JSON {
		return cli.WriteJSON(p.Out, card)
	}
	return cli.List(p.Program, kinds, []string{"file", "examples", "duplicates", "contradicted"}, func(kind string) []string {
		n := card.Count(kind)
		return []string{filepath.Join(out, kind+".jsonl"), strconv.Itoa(n.Kept), strconv.Itoa(n.Duplicates), strconv.Itoa(n.Contradicted)}
	})
}
