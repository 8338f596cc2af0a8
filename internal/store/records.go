package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"iter"

	"adhere"
)

// A recordRow is a record as it is stored.
type recordRow struct {
	marks, whole []byte
	usage        string
}

// encodeRecord leaves out what the item holds already.
func (s *Store) encodeRecord(rec *adhere.Record, usage map[string]adhere.Usage) (recordRow, error) {
	var row recordRow
	bare := *rec
	bare.Instruction, bare.Attempt = nil, 0
	var err error
	if row.whole, err = s.packer.pack(&bare); err != nil {
		return row, err
	}
	if row.marks, err = json.Marshal(marksOf(&bare)); err != nil {
		return row, err
	}
	b, err := json.Marshal(usage)
	row.usage = string(b)
	return row, err
}

// Records yields the records of the run with that exact ID, failed ones too,
// in the order of the run's items. Items without a record are left out.
func (s *Store) Records(ctx context.Context, id string) iter.Seq2[*adhere.Record, error] {
	return s.pages(ctx, id, `select r.position, i.attempt, i.instruction, r.record from records r
		join items i on i.run = r.run and i.position = r.position
		where r.run = $1 and r.position > $2 order by r.position limit $3`,
		func(rows *sql.Rows, position *int) (*adhere.Record, error) {
			var instruction, whole sql.RawBytes
			var attempt int
			if err := rows.Scan(position, &attempt, &instruction, &whole); err != nil {
				return nil, err
			}
			rec, in := new(adhere.Record), new(adhere.Instruction)
			if err := s.packer.unpack(whole, rec); err != nil {
				return nil, err
			}
			rec.Instruction, rec.Attempt = in, attempt
			return rec, s.packer.unpack(instruction, in)
		})
}

// SlimRecords yields the same records with no more than metrics read: of the
// instruction its names, labels, rules, weights, levels and tags, of the
// response its model and how it ended, of verdicts and grades the judge and
// the outcome. Records share parts that are equal and must not be changed:
// where requirements and outcomes repeat, 100,000 of them take about 30 MB.
func (s *Store) SlimRecords(ctx context.Context, id string) iter.Seq2[*adhere.Record, error] {
	known := newSharer()
	return s.pages(ctx, id, `select r.position, i.attempt, i.name, i.kin, i.head, r.marks from records r
		join items i on i.run = r.run and i.position = r.position
		where r.run = $1 and r.position > $2 order by r.position limit $3`,
		func(rows *sql.Rows, position *int) (*adhere.Record, error) {
			var name, kin, head, marks sql.RawBytes
			var attempt int
			if err := rows.Scan(position, &attempt, &name, &kin, &head, &marks); err != nil {
				return nil, err
			}
			return known.record(attempt, name, kin, head, marks)
		})
}

// pages reads records page by page: query takes the run, the position after
// which to go on and the number of rows.
func (s *Store) pages(ctx context.Context, id, query string,
	scan func(*sql.Rows, *int) (*adhere.Record, error),
) iter.Seq2[*adhere.Record, error] {
	return func(yield func(*adhere.Record, error) bool) {
		run, err := s.runNum(ctx, id)
		if err != nil {
			yield(nil, err)
			return
		}
		page := make([]*adhere.Record, 0, pageSize)
		for after := -1; ; {
			page = page[:0]
			err := s.reader.each(ctx, query, []any{run, after, pageSize}, func(rows *sql.Rows) error {
				rec, err := scan(rows, &after)
				page = append(page, rec)
				return err
			})
			if err != nil {
				yield(nil, s.failure("read the records of run "+id, err))
				return
			}
			for _, rec := range page {
				if !yield(rec, nil) {
					return
				}
			}
			if len(page) < pageSize {
				return
			}
		}
	}
}
