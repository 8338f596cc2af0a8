package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"adhere"
	"adhere/internal/postgres"
	"adhere/run"
)

// CreateRun stores a new run with all its items, or nothing if items yields
// an error or the program is killed. It sets the run's State, Items and, if
// it is zero, Started. The items take their positions from their order. They
// are stored as they come, however many there are, and come anew where a server
// is lost meanwhile; nobody else can write, and items must not call the store. The error's code is Conflict if a
// run with that ID exists.
func (s *Store) CreateRun(ctx context.Context, run *adhere.Run, items iter.Seq2[adhere.Item, error]) error {
	created := *run
	err := s.writer.outlast(ctx, func() error {
		created.State, created.Items, created.Started = adhere.Started, 0, s.startTime(run)
		return s.createRunOnce(ctx, &created, items)
	})
	if err == nil {
		*run = created
	}
	if broken, ok := errors.AsType[brokenItems](err); ok {
		err = broken.error
		if postgres.IsLost(err) { // failure would say so
			return fmt.Errorf("create run %s: %w", run.ID, err)
		}
	}
	return s.failure("create run "+run.ID, err)
}

// A brokenItems is why items could not be read: whatever it wraps, such as a file that
// breaks off, no server was lost.
type brokenItems struct{ error }

func (s *Store) createRunOnce(ctx context.Context, created *adhere.Run, items iter.Seq2[adhere.Item, error]) error {
	rows, done, err := s.itemRows(items)
	if err != nil {
		return err
	}
	defer done()
	return s.transactOnce(ctx, []int64{writeLock}, func(t *tx) error {
		num, err := s.createRun(t, created)
		if err != nil {
			return err
		}
		for row, err := range rows {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = row.insert(t, num, created.Items)
			}
			if err != nil {
				return err
			}
			created.Items++
		}
		return nil
	})
}

// An itemRow is an item as it is stored.
type itemRow struct {
	attempt, chain int
	name, kin      string
	head, whole    []byte
}

func rowOf(item adhere.Item) (row itemRow, err error) {
	in := item.Instruction
	row = itemRow{attempt: item.Attempt, chain: item.Chain, name: in.ID, kin: in.Group}
	if row.whole, err = json.Marshal(in); err == nil {
		row.head, err = json.Marshal(headOf(in))
	}
	if err != nil {
		err = fmt.Errorf("instruction %s: %w", in.ID, err)
	}
	return row, err
}

func (r *itemRow) insert(t *tx, run int64, position int) error {
	return t.run(`insert into items (run, position, attempt, chain, name, kin, head, instruction)
		values ($1, $2, $3, $4, $5, $6, $7, $8)`, run, position, r.attempt, r.chain, r.name, r.kin, r.head, r.whole)
}

// largeRun is how many bytes of instructions a run has whose items are packed:
// in smaller ones there is little to be saved.
const largeRun = 1 << 20

// itemRows returns items as they are stored. The first ones are encoded at once,
// to learn what the items of a large run have in common: no transaction may be
// open then. The caller calls done in the end.
func (s *Store) itemRows(items iter.Seq2[adhere.Item, error]) (rows iter.Seq2[itemRow, error], done func(), err error) {
	next, stop := iter.Pull2(encoded(items))
	var first []itemRow
	more := true
	for bytes := 0; bytes < largeRun; {
		row, err, ok := next()
		if more = ok; !ok {
			break
		}
		if err != nil {
			stop()
			return nil, nil, err
		}
		first, bytes = append(first, row), bytes+len(row.whole)
	}
	if err := s.frameFirst(first, more); err != nil {
		stop()
		return nil, nil, err
	}
	return func(yield func(itemRow, error) bool) {
		for _, row := range first {
			if !yield(row, nil) {
				return
			}
		}
		for more {
			row, err, ok := next()
			if !ok {
				return
			}
			if err == nil {
				row.whole, row.head = s.packer.frameKnown(instructions, row.whole), s.packer.frameKnown(heads, row.head)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}, stop, nil
}

func encoded(items iter.Seq2[adhere.Item, error]) iter.Seq2[itemRow, error] {
	return func(yield func(itemRow, error) bool) {
		for item, err := range items {
			var row itemRow
			if err != nil {
				err = brokenItems{err}
			} else {
				row, err = rowOf(item)
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// frameFirst packs the first rows of a run: where more follow, by what they have
// in common.
func (s *Store) frameFirst(rows []itemRow, more bool) (err error) {
	for i := range rows {
		r := &rows[i]
		if !more {
			r.whole = s.packer.frameAlone(r.whole)
			continue
		}
		if r.whole, err = s.packer.frame(instructions, r.whole); err != nil {
			return err
		}
		if r.head, err = s.packer.frame(heads, r.head); err != nil {
			return err
		}
	}
	return nil
}

// A journal is one run's list of what is to be done and what is done.
type journal struct {
	s   *Store
	run int64
}

// Journal opens the journal of the run with that exact ID.
func (s *Store) Journal(ctx context.Context, id string) (run.Journal, error) {
	num, err := s.runNum(ctx, id)
	if err != nil {
		return nil, err
	}
	return &journal{s, num}, nil
}

// pageSize is the number of rows read at once. Between pages no transaction
// is open, so that a slow reader does not keep the write-ahead log growing.
const pageSize = 256

// Pending calls each for every item without a record or with a failed one,
// longest chains first, then by position, until each returns an error, which
// it returns. What fails meanwhile is not visited again.
func (j *journal) Pending(ctx context.Context, each func(position, attempt int, in *adhere.Instruction) error) error {
	chain := int64(1<<63 - 1)
	for {
		var next sql.NullInt64
		err := j.s.reader.row(ctx, "select max(chain) from items where run = $1 and chain < $2", []any{j.run, chain}, &next)
		if err != nil || !next.Valid {
			return j.s.failure("read the items of a run", err)
		}
		chain = next.Int64
		if err := j.pendingOf(ctx, chain, each); err != nil {
			return err
		}
	}
}

type pendingItem struct {
	position, attempt int
	in                *adhere.Instruction
}

// pendingOf visits the pending items with chains of that length.
func (j *journal) pendingOf(ctx context.Context, chain int64, each func(int, int, *adhere.Instruction) error) error {
	for after := -1; ; {
		page, err := j.pendingItems(ctx, "where run = $1 and chain = $2 and position > $3", "order by position limit $4", j.run, chain, after, pageSize)
		if err != nil {
			return err
		}
		for _, item := range page {
			if err := each(item.position, item.attempt, item.in); err != nil {
				return err
			}
		}
		if len(page) < pageSize {
			return nil
		}
		after = page[len(page)-1].position
	}
}

// withoutRecord is the condition on an item i that it is still to be done.
const withoutRecord = " and not exists (select 1 from records r where r.run = i.run and r.position = i.position and failed = 0) "

// pendingItems reads those items that are still to be done, of these.
func (j *journal) pendingItems(ctx context.Context, of, order string, args ...any) ([]pendingItem, error) {
	return find(ctx, j.s, "read the items of a run", "select position, attempt, instruction from items i "+of+withoutRecord+order, args, func(item *pendingItem) []any {
		item.in = new(adhere.Instruction)
		return []any{&item.position, &item.attempt, unpacked{j.s.packer, item.in}}
	})
}

// A Part is the journal of some items of a run, by their positions.
type Part struct {
	*journal
	from, to int
}

// Part opens the journal of the items from a position up to another, of the run
// with that exact ID. They should be few: all are read at once.
func (s *Store) Part(ctx context.Context, id string, from, to int) (*Part, error) {
	num, err := s.runNum(ctx, id)
	return &Part{&journal{s, num}, from, to}, err
}

// Pending is that of a journal, for the items of the part.
func (p *Part) Pending(ctx context.Context, each func(position, attempt int, in *adhere.Instruction) error) error {
	items, err := p.pendingItems(ctx, "where run = $1 and position >= $2 and position < $3", "order by chain desc, position", p.run, p.from, p.to)
	for i := 0; i < len(items) && err == nil; i++ {
		err = each(items[i].position, items[i].attempt, items[i].in)
	}
	return err
}

// PendingAt lists the positions of the items of the run with that exact ID that
// its journal visits, in order.
func (s *Store) PendingAt(ctx context.Context, id string) (positions []int, err error) {
	num, err := s.runNum(ctx, id)
	if err != nil {
		return nil, err
	}
	return find(ctx, s, "read the items of a run", "select position from items i where run = $1"+withoutRecord+" order by position", []any{num}, itself[int])
}

// Finish stores the record of the item at that position, in place of an
// earlier one if there is, and what both used by role, and returns once all
// would survive a power cut, even if ctx has ended meanwhile. The
// record's instruction is taken to be the item's. A failed record is kept,
// but its item stays pending.
func (j *journal) Finish(_ context.Context, position int, rec *adhere.Record, used adhere.Used, failed bool) error {
	row, err := encodeRecord(rec, used.After(nil))
	if err == nil {
		if row.whole, err = j.s.packer.frame(ofRecords, row.whole); err == nil {
			row.marks, err = j.s.packer.frame(marks, row.marks)
		}
	}
	if err != nil {
		return fmt.Errorf("store the record of %s: %w", rec.Instruction.ID, err)
	}
	err = j.s.commitRows(func(t *tx) error {
		return t.addRecord(recordPlace{j.run, position}, newRecord{row, j, used, failed})
	})
	return j.s.failure("store the record of "+rec.Instruction.ID, err)
}

// replace puts r in the place of an earlier record, and adds what that had used
// to what it used.
func (j *journal) replace(t *tx, position int, r newRecord) error {
	query := "select usage from records where run = $1 and position = $2"
	if t.w.dialect == ofPostgres {
		query += " for update" // another process may be at it
	}
	var before map[string]adhere.Usage
	if err := t.queryRow(query, []any{j.run, position}, asJSON{&before}); err != nil {
		return err
	}
	all := r.used.After(before)
	usage, err := json.Marshal(all)
	if err != nil {
		return err
	}
	t.use(j.run, before, -1)
	t.use(j.run, all, 1)
	return t.run("update records set failed = $3, marks = $4, record = $5, usage = $6, words = $7 where run = $1 and position = $2",
		j.run, position, r.failed, r.marks, r.whole, string(usage), r.words)
}
