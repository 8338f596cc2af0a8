package store

import (
	"context"
	"errors"
	"io"
	"iter"

	"adhere/internal/browse"
	"adhere/internal/runfile"
	"adhere/internal/userfile"
)

// ImportFile stores the runs of the run file at a path and returns their IDs. The
// calls of each come first: where it breaks off, no run names calls that are missing.
func (s *Store) ImportFile(ctx context.Context, path string) (ids []string, err error) {
	f, err := userfile.Named("the run file", path).Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := runfile.NewReader(f, path)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return ids, nil
		}
		if err == nil {
			err = s.importFrom(ctx, h, r)
		}
		if err != nil {
			return ids, err
		}
		ids = append(ids, h.Run.ID)
	}
}

// noteOf returns what people noted beside a run; nil where that is nothing.
func (s *Store) noteOf(ctx context.Context, id string) (*runfile.Note, error) {
	notes, err := s.RunNotes(ctx, id)
	n := notes[id]
	if err != nil || len(n.Tags) == 0 && n.Text == "" && !n.Archived {
		return nil, err
	}
	return &runfile.Note{Tags: n.Tags, Text: n.Text, Archived: n.Archived}, nil
}

// importNote keeps what was noted beside a run elsewhere.
func (s *Store) importNote(ctx context.Context, h *runfile.Header) error {
	if h.Note == nil {
		return nil
	}
	return s.SaveRunNote(ctx, h.Run.ID, func(n *browse.Note) error {
		n.Tags, n.Text, n.Archived = h.Note.Tags, h.Note.Text, h.Note.Archived
		return nil
	})
}

// exportRuns writes runs as a run file; of a shard, which says so; with the
// calls that their records name if they are wanted.
func (s *Store) exportRuns(ctx context.Context, w io.Writer, ids []string, shard *runfile.Shard, withCalls bool) error {
	for _, id := range ids {
		r, err := s.Run(ctx, id)
		if err != nil {
			return err
		}
		calls, entries := s.Whole(ctx, r.ID)
		if !withCalls {
			calls, entries = nil, s.Entries(ctx, r.ID)
		}
		note, err := s.noteOf(ctx, r.ID)
		if err != nil {
			return err
		}
		if err := runfile.Write(w, runfile.Header{Run: *r, Shard: shard, Note: note}, entries, calls); err != nil {
			return err
		}
	}
	return nil
}

// ExportFile writes stored runs into the file at a path, with the calls that their
// records name if they are wanted; those of a shard say so.
func (s *Store) ExportFile(ctx context.Context, path string, ids []string, shard *runfile.Shard, withCalls bool) error {
	return userfile.Write(path, 0o644, func(w io.Writer) error { return s.exportRuns(ctx, w, ids, shard, withCalls) })
}

// MergeFiles stores the run of which the files at these paths hold the shards.
func (s *Store) MergeFiles(ctx context.Context, paths []string) (*runfile.Merge, error) {
	var files []*runfile.Reader
	for _, path := range paths {
		f, err := userfile.Named("the run file", path).Open()
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r, err := runfile.NewReader(f, path)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		files = append(files, r)
	}
	m, err := runfile.NewMerge(files)
	if err == nil {
		err = s.importFrom(ctx, &m.Header, m)
	}
	return m, err
}

// importFrom stores the run of a header with what stands behind that.
func (s *Store) importFrom(ctx context.Context, h *runfile.Header, from interface {
	Calls() iter.Seq2[runfile.Call, error]
	Entries() iter.Seq2[runfile.Entry, error]
},
) error {
	err := s.importCalls(ctx, h.Run.ID, from.Calls())
	if err == nil {
		err = s.ImportRun(ctx, &h.Run, from.Entries())
	}
	if err == nil {
		err = s.importNote(ctx, h)
	}
	return err
}
