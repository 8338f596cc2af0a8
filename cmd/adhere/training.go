package main

import (
	"io"
	"os"
	"path/filepath"
	"strconv"

	"adhere"
	"adhere/internal/userfile"
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
	for _, kind := range kinds {
		if err := userfile.Write(filepath.Join(out, kind+".jsonl"), 0o644, write[kind]); err != nil {
			return err
		}
	}
	if err := userfile.Write(filepath.Join(out, cardPage), 0o644, func(w io.Writer) error { return card.WriteMarkdown(w, kinds) }); err != nil {
		return err
	}
	if err := userfile.Write(filepath.Join(out, cardFile), 0o644, func(w io.Writer) error { return writeJSON(w, card) }); err != nil {
		return err
	}
	if p.json {
		return writeJSON(p.out, card)
	}
	var rows [][]string
	for _, kind := range kinds {
		n := card.Count(kind)
		rows = append(rows, []string{filepath.Join(out, kind+".jsonl"), strconv.Itoa(n.Kept), strconv.Itoa(n.Duplicates), strconv.Itoa(n.Contradicted)})
	}
	return p.table([]string{"file", "examples", "duplicates", "contradicted"}, rows)
}
