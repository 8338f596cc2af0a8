package store

import (
	"context"
	"errors"
	"io"
	"iter"

	"adhere/internal/runfile"
)

// ImportRuns stores the runs of a run file, which messages call name, and
// returns their IDs.
func (s *Store) ImportRuns(ctx context.Context, file io.Reader, name string) (ids []string, err error) {
	r, err := runfile.NewReader(file, name)
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
			err = s.ImportRun(ctx, &h.Run, r.Entries())
		}
		if err == nil {
			_, err = s.ImportCalls(ctx, r.Calls())
		}
		if err != nil {
			return ids, err
		}
		ids = append(ids, h.Run.ID)
	}
}

// ExportRuns writes runs as a run file; of a shard, which says so; with the
// calls that their records name if they are wanted.
func (s *Store) ExportRuns(ctx context.Context, w io.Writer, ids []string, shard *runfile.Shard, withCalls bool) error {
	for _, id := range ids {
		r, err := s.Run(ctx, id)
		if err != nil {
			return err
		}
		var calls iter.Seq2[runfile.Call, error]
		if withCalls {
			calls = s.RunCalls(ctx, r.ID)
		}
		if err := runfile.Write(w, runfile.Header{Run: *r, Shard: shard}, s.Entries(ctx, r.ID), calls); err != nil {
			return err
		}
	}
	return nil
}

// MergeRuns stores the run of which run files hold the shards.
func (s *Store) MergeRuns(ctx context.Context, files []*runfile.Reader) (*runfile.Merge, error) {
	m, err := runfile.NewMerge(files)
	if err == nil {
		err = s.ImportRun(ctx, &m.Run, m.Entries())
	}
	if err == nil {
		_, err = s.ImportCalls(ctx, m.Calls())
	}
	return m, err
}
