package store

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"

	"adhere"
	"adhere/internal/runfile"
)

// Entries yields all items of the run with that exact ID in order, with what
// came of them: all that there is to carry elsewhere.
func (s *Store) Entries(ctx context.Context, id string) iter.Seq2[runfile.Entry, error] {
	return pages(ctx, s, id, `select i.position, i.attempt, i.chain, i.instruction, coalesce(r.failed, 0), r.record, coalesce(r.usage, 'null')
		from items i left join records r on r.run = i.run and r.position = i.position and r.position > $2
		where i.run = $1 and i.position > $2 order by i.position limit $3`, s.scanEntry, func(e *runfile.Entry) int { return e.Position })
}

func (s *Store) scanEntry(rows *sql.Rows, e *runfile.Entry) error {
	var record sql.RawBytes
	e.Instruction = new(adhere.Instruction)
	err := rows.Scan(&e.Position, &e.Attempt, &e.Chain, unpacked{s.packer, e.Instruction}, &e.Failed, &record, asJSON{&e.Usage})
	if err != nil || record == nil {
		return err
	}
	e.Record = new(adhere.Record)
	err = s.packer.unpack(record, e.Record)
	e.Record.Instruction, e.Record.Attempt = e.Instruction, e.Attempt
	return err
}

// Whole returns the stored calls that the records of the run with that exact ID
// name, each once, and its Entries. Calls that are no longer stored are left out. The
// entries must be read after the calls, since only these say what was looked for: an item
// whose record names another call, as one does that was stored later, is pending.
func (s *Store) Whole(ctx context.Context, id string) (calls iter.Seq2[runfile.Call, error], entries iter.Seq2[runfile.Entry, error]) {
	named := map[string]bool{}
	calls = func(yield func(runfile.Call, error) bool) {
		keys, err := s.callsNamed(s.reader.within(ctx), "select record from records where run = (select num from runs where id = $1) order by position", id)
		if err != nil {
			yield(runfile.Call{}, s.failure("look for the calls of run "+id, err))
			return
		}
		for _, k := range keys {
			named[k] = true
		}
		for page := range slices.Chunk(keys, pageSize) {
			calls, err := find(ctx, s, "read the calls of run "+id, "select "+callColumns+" from calls where key in (select value from json_each($1)) order by key", []any{listOf(page)}, s.callInto)
			if err != nil {
				yield(runfile.Call{}, err)
				return
			}
			for _, c := range calls {
				if !yield(c, nil) {
					return
				}
			}
		}
	}
	entries = func(yield func(runfile.Entry, error) bool) {
		for e, err := range s.Entries(ctx, id) {
			if e.Record != nil {
				namedBy(e.Record, func(key string) {
					if !named[key] {
						e.Record, e.Failed, e.Usage = nil, false, nil
					}
				})
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return calls, entries
}

// ImportRun stores a run of elsewhere with its items and records, or nothing
// of it where entries yields an error. The run's counts are those of the
// entries; its State and Finished are read once all entries are. The error's
// code is Conflict if there is a run of that ID. Entries are asked for once: what
// a lost server keeps it from is not done again.
func (s *Store) ImportRun(ctx context.Context, run *adhere.Run, entries iter.Seq2[runfile.Entry, error]) error {
	return s.failure("import run "+run.ID, s.importRun(ctx, run, entries))
}

func (s *Store) importRun(ctx context.Context, run *adhere.Run, entries iter.Seq2[runfile.Entry, error]) error {
	return s.transactOnce(ctx, []int64{writeLock}, func(t *tx) error {
		begun := *run
		begun.State, begun.Started = adhere.Started, s.startTime(run)
		num, err := s.createRun(t, &begun)
		if err != nil {
			return err
		}
		for e, err := range entries {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = s.addEntry(t, num, &e)
			}
			if err != nil {
				return err
			}
		}
		var finished any
		if run.State == adhere.Finished {
			finished = run.Finished.UnixMilli()
		}
		return t.run("update runs set state = $2, finished = case when $3 < started then started else $3 end where num = $1", num, string(run.State), finished)
	})
}

// CopyRun stores the run with that ID, or the only one whose ID begins so, with the calls that it names, in
// another database too. The calls come first: where a copy breaks off, the run
// is not there, and copying again goes on. The error's code is Conflict if that
// database has a run of that ID.
func (s *Store) CopyRun(ctx context.Context, id string, into *Store) error {
	run, err := s.Run(ctx, id)
	if err != nil {
		return err
	}
	calls, entries := s.Whole(ctx, run.ID)
	if err := into.importCalls(ctx, run.ID, calls); err != nil {
		return err
	}
	err = into.writer.outlast(ctx, func() error { return into.importRun(ctx, run, entries) })
	if err != nil {
		return into.failure("copy run "+run.ID, err)
	}
	note, err := s.noteOf(ctx, run.ID)
	if err != nil {
		return err
	}
	return into.importNote(ctx, &runfile.Header{Run: *run, Note: note})
}

func (s *Store) addEntry(t *tx, run int64, e *runfile.Entry) error {
	item, err := rowOf(adhere.Item{Attempt: e.Attempt, Chain: e.Chain, Instruction: e.Instruction})
	if err == nil {
		item.whole = s.packer.frameAlone(item.whole) // which needs no dictionary: a transaction is open
		err = item.insert(t, run, e.Position)
	}
	if err != nil || e.Record == nil {
		return err
	}
	row, err := encodeRecord(e.Record, e.Usage)
	if err != nil {
		return fmt.Errorf("the record of %s: %w", e.Instruction.ID, err)
	}
	row.whole = s.packer.frameAlone(row.whole)
	t.use(run, e.Usage, 1)
	return t.run("insert into records (run, position, failed, marks, record, usage, words) values ($1, $2, $3, $4, $5, $6, $7)",
		run, e.Position, e.Failed, row.marks, row.whole, row.usage, row.words)
}

// importCalls stores the calls of a run that is stored next, but for those that are
// here already; its error has code Conflict if there is a run of that ID.
func (s *Store) importCalls(ctx context.Context, run string, calls iter.Seq2[runfile.Call, error]) error {
	switch _, err := s.runNum(ctx, run); {
	case err == nil:
		return thereIs(run)
	case adhere.CodeOf(err) != adhere.NotFound:
		return err
	}
	rows := make([]callRow, 0, pageSize)
	flush := func() error {
		err := s.transact(ctx, func(t *tx) error {
			for _, r := range rows {
				err := t.run(`insert into calls (key, model, request, response, created) values ($1, $2, $3, $4, $5)
					on conflict (key) do nothing`, r.key, r.model, r.request, r.response, r.created)
				if err != nil {
					return err
				}
			}
			return nil
		})
		rows = rows[:0]
		return s.failure("import calls", err)
	}
	for c, err := range calls {
		r := callRow{key: c.Key, model: c.Model, created: c.Created.UnixMilli()}
		if err == nil {
			r.request, err = s.packer.packAs(requestsOf+c.Model, c.Request)
		}
		if err == nil {
			r.response, err = s.packer.packAs(repliesOf+c.Model, c.Response)
		}
		if rows = append(rows, r); err == nil && len(rows) == pageSize {
			err = flush()
		}
		if err != nil {
			return err
		}
	}
	return flush()
}
