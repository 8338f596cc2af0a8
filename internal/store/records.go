package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/browse"
	"adhere/internal/lists"
)

// A recordRow is a record as it is stored.
type recordRow struct {
	marks, whole []byte
	usage        string
	words        int // of the answer; -1 where there is none
}

// encodeRecord encodes a record as JSON, without what the item holds already.
func encodeRecord(rec *adhere.Record, usage map[string]adhere.Usage) (row recordRow, err error) {
	bare := *rec
	bare.Instruction, bare.Attempt = nil, 0
	row.words = wordCount(rec)
	if row.whole, err = json.Marshal(&bare); err != nil {
		return row, err
	}
	if row.marks, err = json.Marshal(marksOf(&bare)); err != nil {
		return row, err
	}
	b, err := json.Marshal(usage)
	row.usage = string(b)
	return row, err
}

// wordCount counts the words of a record's answer, -1 where there is none.
func wordCount(rec *adhere.Record) int {
	if rec.Response == nil {
		return -1
	}
	n := 0
	for range strings.FieldsSeq(rec.Response.Text) {
		n++
	}
	return n
}

// Records yields the records of the run with that exact ID, failed ones too,
// in the order of the run's items. Items without a record are left out.
func (s *Store) Records(ctx context.Context, id string) iter.Seq2[*adhere.Record, error] {
	return withoutPlace(pages(ctx, s, id, wholeRecords, s.scanRecord, placeOf))
}

// scanRecord reads a row of position, attempt, instruction and record.
func (s *Store) scanRecord(rows *sql.Rows, p *browse.Placed) error {
	var instruction, whole sql.RawBytes
	var attempt int
	if err := rows.Scan(&p.Position, &attempt, &instruction, &whole); err != nil {
		return err
	}
	rec, in := new(adhere.Record), new(adhere.Instruction)
	if err := s.packer.unpack(whole, rec); err != nil {
		return err
	}
	rec.Instruction, rec.Attempt = in, attempt
	p.Record, p.Words = rec, wordCount(rec)
	return s.packer.unpack(instruction, in)
}

// RecordsAt returns the records at those positions of the run with that exact
// ID, in the order given. Items without a record are left out.
func (s *Store) RecordsAt(ctx context.Context, id string, positions ...int) ([]browse.Placed, error) {
	run, err := s.runNum(ctx, id)
	if err != nil {
		return nil, err
	}
	var all []browse.Placed
	// The cross joins keep the order: positions are looked up, not searched for.
	err = s.reader.each(ctx, `select r.position, i.attempt, i.instruction, r.record from json_each($2) wanted
		cross join records r on r.run = $1 and r.position = wanted.value
		cross join items i on i.run = r.run and i.position = r.position
		order by wanted.key`, []any{run, listOf(positions)}, func(rows *sql.Rows) error {
		var p browse.Placed
		err := s.scanRecord(rows, &p)
		all = append(all, p)
		return err
	})
	return all, s.failure("read records of run "+id, err)
}

// Browse returns the slim records of the run with that exact ID, and what reads
// whole ones by their places among them, from 0, once those were read.
func (s *Store) Browse(ctx context.Context, id string) (slim iter.Seq2[*adhere.Record, error], only func(places []int) iter.Seq2[*adhere.Record, error]) {
	var positions []int
	slim = func(yield func(*adhere.Record, error) bool) {
		positions = positions[:0]
		for p, err := range s.SlimPlaced(ctx, id) {
			positions = append(positions, p.Position)
			if !yield(p.Record, err) {
				return
			}
		}
	}
	return slim, func(places []int) iter.Seq2[*adhere.Record, error] {
		return func(yield func(*adhere.Record, error) bool) {
			for page := range slices.Chunk(places, pageSize) {
				at := lists.Map(page, func(place int) int { return positions[place] })
				records, err := s.RecordsAt(ctx, id, at...)
				if err != nil {
					yield(nil, err)
					return
				}
				for _, p := range records {
					if !yield(p.Record, nil) {
						return
					}
				}
			}
		}
	}
}

// SlimRecords yields the same records with no more than metrics read: of the
// instruction its names, labels, rules, weights, levels and tags, of the
// response its model and how it ended, of verdicts and grades the judge and
// the outcome, and of those that are broken the reason and how the reply
// begins; Usage.Calls of a verdict is set where it took more than one, and Raw is
// judge.Brief of it, but in runs of earlier versions. Records share parts that are
// equal and must not be changed: where requirements and outcomes repeat, 100,000
// of them take about 30 MB.
func (s *Store) SlimRecords(ctx context.Context, id string) iter.Seq2[*adhere.Record, error] {
	return withoutPlace(s.SlimPlaced(ctx, id))
}

// SlimPlaced yields what SlimRecords does, with positions.
func (s *Store) SlimPlaced(ctx context.Context, id string) iter.Seq2[browse.Placed, error] {
	known := newSharer(s.packer)
	var marks int
	err := s.reader.row(ctx, "select marks from runs where id = $1", []any{id}, &marks)
	if err == nil && marks < marksVersion {
		return s.slimmed(ctx, id, known)
	}
	return pages(ctx, s, id, "select r.position, i.attempt, i.name, i.kin, i.head, r.marks, r.words"+recordsAfter,
		func(rows *sql.Rows, p *browse.Placed) error {
			var name, kin, head, marks sql.RawBytes
			var attempt int
			err := rows.Scan(&p.Position, &attempt, &name, &kin, &head, &marks, &p.Words)
			if err == nil {
				p.Record, err = known.record(attempt, name, kin, head, marks)
			}
			return err
		}, placeOf)
}

// slimmed makes slim records of whole ones, for runs whose marks lack something.
func (s *Store) slimmed(ctx context.Context, id string, known *sharer) iter.Seq2[browse.Placed, error] {
	return pages(ctx, s, id, wholeRecords, func(rows *sql.Rows, p *browse.Placed) error {
		if err := s.scanRecord(rows, p); err != nil {
			return err
		}
		rec := p.Record
		head, err := json.Marshal(headOf(rec.Instruction))
		if err != nil {
			return err
		}
		marks, err := json.Marshal(marksOf(rec))
		if err != nil {
			return err
		}
		p.Record, err = known.record(rec.Attempt, []byte(rec.Instruction.ID), []byte(rec.Instruction.Group), head, marks)
		return err
	}, placeOf)
}

func placeOf(p *browse.Placed) int { return p.Position }

// wholeRecords reads a page of records with all that there is of them.
const wholeRecords = "select r.position, i.attempt, i.instruction, r.record" + recordsAfter

// recordsAfter is a page of records with their items. PostgreSQL must be told of
// both that they come after a position: it reads the items from the first on
// otherwise, for every page.
const recordsAfter = ` from records r join items i on i.run = r.run and i.position = r.position
	where r.run = $1 and r.position > $2 and i.position > $2 order by r.position limit $3`

// pages reads rows of a run page by page: query takes the run, the position after
// which to go on and the number of rows.
func pages[T any](ctx context.Context, s *Store, id, query string, scan func(*sql.Rows, *T) error, position func(*T) int) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		run, err := s.runNum(ctx, id)
		if err != nil {
			yield(none, err)
			return
		}
		page := make([]T, 0, pageSize)
		for after := -1; ; after = position(&page[len(page)-1]) {
			page = page[:0]
			err := s.reader.each(ctx, query, []any{run, after, pageSize}, func(rows *sql.Rows) error {
				var one T
				err := scan(rows, &one)
				page = append(page, one)
				return err
			})
			if err != nil {
				yield(none, s.failure("read the records of run "+id, err))
				return
			}
			for _, one := range page {
				if !yield(one, nil) {
					return
				}
			}
			if len(page) < pageSize {
				return
			}
		}
	}
}

func withoutPlace(all iter.Seq2[browse.Placed, error]) iter.Seq2[*adhere.Record, error] {
	return func(yield func(*adhere.Record, error) bool) {
		for p, err := range all {
			if !yield(p.Record, err) {
				return
			}
		}
	}
}
