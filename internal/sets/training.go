package sets

import (
	"io"
	"os"
	"path/filepath"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/training"
)

// The files that describe training data.
const (
	cardPage = "README.md"
	cardFile = "card.json"
)

// A TrainingCard says where training data comes from and how much there is.
type TrainingCard interface {
	Count(kind string) training.Count
	WriteMarkdown(w io.Writer, kinds []string) error
}

// FreeForTraining refuses a folder in which a file would be overwritten.
func FreeForTraining(out string, kinds []string) error {
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

// WriteTraining writes a file for each kind, the card last.
func WriteTraining(out string, kinds []string, card TrainingCard, write map[string]func(io.Writer) error) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "--out", Err: err, Hint: "name a folder that can be made"}
	}
	folder := &Folder{Dir: out}
	for _, kind := range kinds {
		folder.Add(kind+".jsonl", write[kind])
	}
	folder.Add(cardPage, func(w io.Writer) error { return card.WriteMarkdown(w, kinds) })
	folder.Add(cardFile, func(w io.Writer) error {
		enc := plainjson.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(card)
	})
	_, err := folder.write()
	return err
}
