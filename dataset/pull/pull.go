// Package pull downloads data sets, each file pinned by its hash. It is apart from
// package dataset because it speaks HTTP, and whoever only reads files need not
// compile that.
package pull

import (
	"cmp"
	"context"
	"net/http"
	"path/filepath"
	"time"

	"adhere"
	"adhere/dataset"
)

// Options change how files are downloaded. The zero value is ready for
// use.
type Options struct {
	Client   *http.Client                            // nil is read as http.DefaultClient
	Progress func(f dataset.File, done, total int64) // told how many bytes of how many of a file are there; may be nil
	Stall    time.Duration                           // how long no byte may come; 0 is read as 30 seconds
	Force    bool                                    // replace files that are there and are not the pinned ones
}

// Pull downloads the files of a source that are not in the folder yet. A file
// that is there and is not the pinned one is a Conflict, and nothing is
// downloaded, unless the options say to replace it.
//
// A download that broke off or stalled is taken up where it stopped, if the
// server can do so. What arrives is kept apart, in FILE.part, until size and
// hash are those that are pinned; then it takes its place in one step. If they
// are not, and a part was there before, the whole file is asked for again,
// once: the part was of another version. Otherwise what came is removed, and
// the error says what was expected and what came. Folders made for nothing are
// removed too.
func Pull(ctx context.Context, src dataset.Source, dir string, o Options) error {
	o.Client = cmp.Or(o.Client, http.DefaultClient)
	o.Stall = cmp.Or(o.Stall, 30*time.Second)
	if o.Progress == nil {
		o.Progress = func(dataset.File, int64, int64) {}
	}
	missing, err := toPull(src, dir, &o)
	if err != nil {
		return err
	}
	for _, p := range missing {
		if err := p.pull(ctx); err != nil {
			return err
		}
	}
	return nil
}

// toPull returns a puller for each file that has to be downloaded.
func toPull(src dataset.Source, dir string, o *Options) ([]*puller, error) {
	states, err := dataset.Verify(src, dir)
	if err != nil {
		return nil, err
	}
	var missing []*puller
	for i, f := range src.Files {
		p := &puller{Options: o, file: f, path: filepath.Join(dir, filepath.FromSlash(f.Path))}
		switch {
		case states[i] == dataset.Intact:
			o.Progress(f, f.Size, f.Size)
			continue
		case states[i] == dataset.Changed && !o.Force:
			return nil, adhere.Errorf(adhere.Conflict, "%s is there and is not the pinned file", p.path).
				WithHint("move it away, or replace it with --force; nothing was downloaded")
		}
		missing = append(missing, p)
	}
	return missing, nil
}
