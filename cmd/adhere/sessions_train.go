package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"

	"adhere"
	"adhere/internal/writing/study"
)

// trains reports whether what is asked for is training data.
func trains(kinds []string) bool {
	return !slices.ContainsFunc(kinds, func(k string) bool { return !slices.Contains(study.Kinds(), k) })
}

// writeTraining writes every file, the card last, and none where one is there
// already.
func writeTraining(d *study.Dataset, kinds []string, out string) error {
	names := []string{cardPage, cardFile}
	for _, kind := range kinds {
		names = append(names, kind+".jsonl")
	}
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(out, name)); err == nil {
			return &adhere.Error{Code: adhere.Invalid, Message: "--out: " + filepath.Join(out, name) + " is there already", Hint: "name another folder; nothing was written"}
		}
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "--out", Err: err, Hint: "name a folder that can be made"}
	}
	for _, kind := range kinds {
		write := func(w io.Writer) error { return study.WriteJSONL(w, d.Supervised) }
		if kind == study.KindPreferences {
			write = func(w io.Writer) error { return study.WriteJSONL(w, d.Preferences) }
		}
		if err := writeFile(filepath.Join(out, kind+".jsonl"), write); err != nil {
			return err
		}
	}
	if err := writeFile(filepath.Join(out, cardPage), func(w io.Writer) error { return d.Card.WriteMarkdown(w, kinds) }); err != nil {
		return err
	}
	return writeFile(filepath.Join(out, cardFile), func(w io.Writer) error { return writeJSON(w, &d.Card) })
}
