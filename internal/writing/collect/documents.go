package collect

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"adhere"
	"adhere/internal/writing"
	"adhere/internal/writing/papers"
)

// An Added says what became of files of documents.
type Added struct {
	Added      int       `json:"added"`
	There      int       `json:"already_there"`
	Paragraphs int       `json:"paragraphs"`
	Bytes      int       `json:"bytes"`
	Skipped    []Skipped `json:"skipped"`
}

// A Skipped is a file that was left out.
type Skipped struct {
	File string `json:"file"`
	Why  string `json:"why"`
}

// AddFile keeps the documents of a file, all or none, and counts them. What is
// wrong with the file is noted; what is wrong with the store is an error.
func (d *Desk) AddFile(ctx context.Context, path string, all *Added) error {
	return d.add(ctx, path, path, all)
}

func (d *Desk) add(ctx context.Context, path, name string, all *Added) error {
	docs, err := d.Read(ctx, path)
	added := 0
	if err == nil {
		added, err = d.AddDocuments(ctx, docs)
	}
	switch adhere.CodeOf(err) {
	case "":
	case adhere.Invalid, adhere.NotFound, adhere.Conflict:
		all.Skipped = append(all.Skipped, Skipped{name, err.Error()})
		return nil
	default:
		return err
	}
	all.Added, all.There = all.Added+added, all.There+len(docs)-added
	if added > 0 {
		all.Bytes += docs[0].Bytes
		for i := range docs {
			all.Paragraphs += len(docs[i].Paragraphs)
		}
	}
	return nil
}

// AddUpload keeps the documents of a file that came over the network, as
// AddFile does. The name is whatever the sender says.
func (d *Desk) AddUpload(ctx context.Context, name string, r io.Reader, all *Added) (err error) {
	dir, err := os.MkdirTemp("", "adhere-upload-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, fileName(name))
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, io.LimitReader(r, papers.MostBytes+1))
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if n > papers.MostBytes {
		all.Skipped = append(all.Skipped, Skipped{name, fmt.Sprintf("it has more than %d MB", papers.MostBytes>>20)})
		return nil
	}
	return d.add(ctx, path, name, all)
}

// fileName is a name without folders that every system takes.
func fileName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"|?*`, r) {
			return '_'
		}
		return r
	}, name)
	ending := filepath.Ext(name)
	if stem := strings.TrimSuffix(name, ending); strings.Trim(stem, ". ") == "" {
		return "document" + ending
	}
	for i := range name {
		if i > 150 {
			return name[:i] + ending
		}
	}
	return name
}

// ReadFile reads the documents of a file.
func ReadFile(path string) ([]writing.Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "it can't be opened", Err: err}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, papers.MostBytes+1))
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "it can't be read", Err: err}
	}
	return papers.Read(path, data)
}

// Extensions returns the endings of the files that are read.
func Extensions() []string { return papers.Extensions() }
