package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/internal/cli"
	"adhere/internal/userfile"
)

// A setFolder is a folder of files that are written one after another, those
// of a built set and then its card.
type setFolder struct {
	dir   string
	files []setFile
}

type setFile struct {
	name  string
	write func(io.Writer) error
}

// newSetFolder makes the folder, before any work.
func newSetFolder(dir string) (*setFolder, error) {
	if dir == "" {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--out FOLDER is missing", Hint: "for example --out my-set; the files and the card go there"}
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, setCard)); err != nil {
			return nil, &adhere.Error{Code: adhere.Conflict, Message: dir + " holds files that are no built set", Hint: "name a new folder"}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "cannot make the folder " + dir, Err: err}
	}
	return &setFolder{dir: dir}, nil
}

const setCard = "README.md"

func (s *setFolder) add(name string, write func(io.Writer) error) {
	s.files = append(s.files, setFile{name, write})
}

// write writes the files and returns their names and hashes.
func (s *setFolder) write() (written [][2]string, err error) {
	for _, f := range s.files {
		hash := sha256.New()
		err := userfile.Write(filepath.Join(s.dir, f.name), 0o644, func(w io.Writer) error { return f.write(io.MultiWriter(w, hash)) })
		if err != nil {
			return nil, err
		}
		written = append(written, [2]string{f.name, hex.EncodeToString(hash.Sum(nil))})
	}
	return written, nil
}

// loadSet reads a file of instructions.
func loadSet(ctx context.Context, path string) (*dataset.Set, []*adhere.Instruction, error) {
	set, err := dataset.Read(ctx, filepath.Base(path), path, dataset.Options{})
	if err != nil {
		return nil, nil, err
	}
	list, err := set.Load()
	return set, list, err
}

// sourceOf names a user's file in the card of what was made of it.
func sourceOf(path string) build.Material {
	return build.Material{Name: filepath.Base(path), SHA256: hashFile(path), Licence: "not known"}
}

// finishSet writes the files and the card, and shows the yield.
func (p *program) finishSet(s *setFolder, card *build.Card) error {
	card.Facts = append(card.Facts, [2]string{"made by", "adhere " + version})
	var err error
	if card.Files, err = s.write(); err != nil {
		return err
	}
	if err := userfile.Write(filepath.Join(s.dir, setCard), 0o644, card.WriteMarkdown); err != nil {
		return err
	}
	p.Say("wrote %s", s.dir)
	if p.JSON {
		return cli.WriteJSON(p.Out, map[string]any{"set": card.Name, "folder": s.dir, "yields": card.Yields, "files": card.Files})
	}
	t := build.YieldTable(card.Yields)
	return p.Table(t.Heads, t.Rows)
}
