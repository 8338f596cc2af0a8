package main

import (
	"io"
	"os"
	"path/filepath"
	"strconv"

	"adhere"
	"adhere/internal/cli"
	"adhere/training"
)

// The files that describe training data.
const (
	cardPage = "README.md"
	cardFile = "card.json"
)

// A trainingCard says where training data comes from and how much there is.
type trainingCard interface {
	Count(kind string) training.Count
	WriteMarkdown(w io.Writer, kinds []string) error
}

// freeForTraining refuses a folder in which a file would be overwritten.
func freeForTraining(out string, kinds []string) error {
	names := []string{cardPage, cardFile}
	for _, kind := range kinds {
		names = append(names, kind+".jsonl")
	}
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(out, name)); err == nil {
			return &adhere.Error{Code: adhere.Invalid, Message: "--out: " + filepath.Join(out, name) + " is there already", Hint: "name another folder; nothing was written"}
		}
	}
	return nil
}

// writeTraining writes a file for each kind, the card last, and says what is in
// them.
func (p *program) writeTraining(out string, kinds []string, card trainingCard, write map[string]func(io.Writer) error) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "--out", Err: err, Hint: "name a folder that can be made"}
	}
	folder := &setFolder{dir: out}
	for _, kind := range kinds {
		folder.add(kind+".jsonl", write[kind])
	}
	folder.add(cardPage, func(w io.Writer) error { return card.WriteMarkdown(w, kinds) })
	folder.add(cardFile, func(w io.Writer) error { return cli.WriteJSON(w, card) })
	if _, err := folder.write(); err != nil {
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
