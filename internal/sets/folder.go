// Package sets reads what data sets are made from (files of instructions,
// conversations and answers) and writes data sets into folders with a card.
package sets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/internal/jsonl"
	"adhere/internal/userfile"
)

// A Folder is a folder of files that are written one after another, those
// of a built set and then its card.
type Folder struct {
	Dir   string
	files []folderFile
}

type folderFile struct {
	name  string
	write func(io.Writer) error
}

// NewFolder makes the folder of a set, before any work.
func NewFolder(dir string) (*Folder, error) {
	if dir == "" {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--out FOLDER is missing", Hint: "for example --out my-set; the files and the card go there"}
	}
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, cardPage)); err != nil {
			return nil, &adhere.Error{Code: adhere.Conflict, Message: dir + " holds files that are no built set", Hint: "name a new folder"}
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "cannot make the folder " + dir, Err: err}
	}
	return &Folder{Dir: dir}, nil
}

// Add adds a file.
func (s *Folder) Add(name string, write func(io.Writer) error) {
	s.files = append(s.files, folderFile{name, write})
}

// write writes the files and returns their names and hashes.
func (s *Folder) write() (written [][2]string, err error) {
	for _, f := range s.files {
		hash := sha256.New()
		err := userfile.Write(filepath.Join(s.Dir, f.name), 0o644, func(w io.Writer) error { return f.write(io.MultiWriter(w, hash)) })
		if err != nil {
			return nil, err
		}
		written = append(written, [2]string{f.name, hex.EncodeToString(hash.Sum(nil))})
	}
	return written, nil
}

// AddSplit adds instructions as a file of that name, or, where a share is held
// out, as two of which nothing in one is nearly the same as something in the other.
func (s *Folder) AddSplit(card *build.Card, name string, list []*adhere.Instruction, heldOut float64, seed uint64) error {
	train, apart, err := build.Split(list, heldOut, seed)
	if err != nil {
		return err
	}
	add := func(name string, list []*adhere.Instruction) {
		s.Add(name, func(w io.Writer) error { return dataset.WriteInstructions(w, dataset.ShapeOwn, list) })
	}
	if card.Main = name; heldOut == 0 {
		add(name, list)
		return nil
	}
	card.Main = build.Train + ".jsonl"
	card.Facts = append(card.Facts, [2]string{"held out", fmt.Sprintf("%d of %d, by seed %d; nothing in one part is nearly the same as something in the other", len(apart), len(list), seed)})
	add(build.Train+".jsonl", train)
	add(build.HeldOut+".jsonl", apart)
	return nil
}

// AddVerifiable adds the parts of a set in a shape, with the texts that show that
// its prompts can be met, a model's wordings, and the requests that were dropped.
func (s *Folder) AddVerifiable(set *build.VerifiableSet, shape dataset.Shape) {
	for _, split := range []string{build.Train, build.HeldOut} {
		if list := set.Of(split); len(list) > 0 {
			s.Add(split+".jsonl", func(w io.Writer) error { return dataset.WriteInstructions(w, shape, list) })
		}
	}
	if set.Worded != nil {
		s.Add("wordings.jsonl", func(w io.Writer) error { return jsonl.Write(w, set.Worded) })
	}
	s.Add("texts.jsonl", func(w io.Writer) error { return jsonl.Write(w, set.Shown()) })
	s.Add("rejected.jsonl", func(w io.Writer) error { return jsonl.Write(w, set.Base.Rejected) })
}

// AddCriteria adds the criteria of a set of rubrics, as libraries for rubrics
// read them; to another set nothing.
func (s *Folder) AddCriteria(card *build.Card, list []*adhere.Instruction) {
	if card.Name == build.Rubrics {
		s.Add("criteria.yaml", func(w io.Writer) error { return dataset.WriteRubrics(w, list) })
	}
}

// Finish writes the files and then the card, which says which version made them.
func (s *Folder) Finish(card *build.Card, version string) (err error) {
	card.Facts = append(card.Facts, [2]string{"made by", "adhere " + version})
	if card.Files, err = s.write(); err != nil {
		return err
	}
	return userfile.Write(filepath.Join(s.Dir, cardPage), 0o644, card.WriteMarkdown)
}
