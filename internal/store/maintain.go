package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"slices"
	"time"
)

// An Info says what takes the space of a database.
type Info struct {
	Path    string  `json:"database"`
	Schema  int64   `json:"schema"`  // its version
	Bytes   int64   `json:"bytes"`   // of the file and its log
	Free    int64   `json:"free"`    // bytes of the file that hold nothing
	Unsaved int64   `json:"in_log"`  // bytes of the log that are yet to be copied into the file
	Tables  []Table `json:"tables"`  // the largest first
	Minimum int64   `json:"minimum"` // bytes after db compact, at most
}

// A Table is what one kind of thing takes.
type Table struct {
	Name  string `json:"name"`
	Rows  int64  `json:"rows"`
	Bytes int64  `json:"bytes"` // with its indexes
}

// Info looks through the whole file: it takes as long as reading it does.
func (s *Store) Info(ctx context.Context) (*Info, error) {
	if err := s.onlySQLite("db info"); err != nil {
		return nil, err
	}
	info := &Info{Path: s.file.path}
	var page int64
	err := s.reader.row(ctx, `select (select page_size from pragma_page_size), (select freelist_count from pragma_freelist_count),
		(select max(version_id) from goose_db_version)`, nil, &page, &info.Free, &info.Schema)
	if err != nil {
		return nil, s.failure("look at the database", err)
	}
	info.Free *= page
	for suffix, into := range map[string]*int64{"": &info.Bytes, "-wal": &info.Unsaved} {
		if file, err := os.Stat(s.file.path + suffix); err == nil {
			*into = file.Size()
		}
	}
	info.Minimum = info.Bytes - info.Free
	info.Bytes += info.Unsaved
	err = s.reader.each(ctx, `select m.tbl_name, sum(d.pgsize) from dbstat d join sqlite_schema m on m.name = d.name
		where d.aggregate = true group by m.tbl_name order by 2 desc, 1`, nil,
		gather(&info.Tables, func(t *Table) []any { return []any{&t.Name, &t.Bytes} }))
	for i := 0; i < len(info.Tables) && err == nil; i++ {
		t := &info.Tables[i]
		err = s.reader.row(ctx, `select count(*) from "`+t.Name+`"`, nil, &t.Rows)
	}
	info.Tables = slices.DeleteFunc(info.Tables, func(t Table) bool { return t.Rows == 0 || t.Name == "goose_db_version" })
	return info, s.failure("look at the database", err)
}

// packedColumns are where packed values lie, and what kind a row's is.
var packedColumns = []packedColumn{
	{"calls", "request", "'" + requestsOf + "' || model"},
	{"calls", "response", "'" + repliesOf + "' || model"},
	{"items", "instruction", "'" + instructions + "'"},
	{"items", "head", "'" + heads + "'"},
	{"records", "record", "'" + ofRecords + "'"},
	{"records", "marks", "'" + marks + "'"},
	{"requests", "body", ""},
	{"campaign_units", "body", ""},
	{"writing_events", "body", ""},
}

type packedColumn struct {
	table, column string
	kind          string // as an expression; empty where values are not packed together
}

// Check looks for damage: in the structure of the file, in references between
// rows, and in every packed value, against its checksum. It returns what it
// found, a sentence each, at most 100; none where the database is whole.
func (s *Store) Check(ctx context.Context) (damage []string, err error) {
	if err := s.onlySQLite("db check"); err != nil {
		return nil, err
	}
	err = s.reader.each(ctx, "pragma integrity_check", nil, func(rows *sql.Rows) error {
		var said string
		err := rows.Scan(&said)
		if said != "ok" {
			damage = append(damage, said)
		}
		return err
	})
	if explain(s.file.path, err) != nil {
		return append(damage, err.Error()), nil //nolint:nilerr // it is damaged so much that it cannot be looked through: that is a finding
	}
	if err == nil {
		err = s.reader.each(ctx, "pragma foreign_key_check", nil, func(rows *sql.Rows) error {
			var table, parent string
			var row, key sql.NullInt64
			err := rows.Scan(&table, &row, &parent, &key)
			damage = append(damage, fmt.Sprintf("row %d of %s refers to a row of %s that is not there", row.Int64, table, parent))
			return err
		})
	}
	for i := 0; i < len(packedColumns) && err == nil; i++ {
		err = s.checkColumn(ctx, packedColumns[i], &damage)
	}
	return damage[:min(len(damage), 100)], s.failure("check the database", err)
}

func (s *Store) checkColumn(ctx context.Context, c packedColumn, damage *[]string) error {
	return s.reader.each(ctx, "select rowid, "+c.column+" from "+c.table, nil, func(rows *sql.Rows) error {
		var row int64
		var packed sql.RawBytes
		if err := rows.Scan(&row, &packed); err != nil {
			return err
		}
		var any map[string]any
		if err := s.packer.unpack(packed, &any); err != nil {
			*damage = append(*damage, fmt.Sprintf("%s of row %d of %s: %v", c.column, row, c.table, err))
		}
		return nil
	})
}

// Compact packs what was stored as it is, such as imported runs, and gives the
// space of removed rows back to the file system. It takes the time and the disk
// space of a copy.
func (s *Store) Compact(ctx context.Context) error {
	if err := s.onlySQLite("db compact"); err != nil {
		return err
	}
	for _, c := range packedColumns {
		if c.kind == "" {
			continue
		}
		if err := s.repack(ctx, c); err != nil {
			return s.failure("pack "+c.table, err)
		}
	}
	return s.failure("compact the store", s.vacuum(ctx))
}

func (s *Store) vacuum(ctx context.Context) error {
	err := s.writer.lock(ctx)
	if err != nil {
		return err
	}
	defer s.writer.unlock()
	if _, err = s.writer.conn.ExecContext(ctx, "vacuum"); err != nil {
		return err
	}
	// The log now holds the whole database: it is emptied, or the file would be
	// as large as before until somebody does.
	_, err = s.writer.conn.ExecContext(ctx, "pragma wal_checkpoint(truncate)")
	return err
}

// repack packs the values of a column that are plain JSON.
func (s *Store) repack(ctx context.Context, c packedColumn) error {
	type value struct {
		row  int64
		kind string
		text []byte
	}
	const brace = "x'7b'"
	query := fmt.Sprintf(`select rowid, %s, %s from %s where rowid > $1 and length(%s) >= %d and substr(%s, 1, 1) = %s order by rowid limit %d`,
		c.kind, c.column, c.table, c.column, packWithFrom, c.column, brace, pageSize)
	update := fmt.Sprintf("update %s set %s = $2 where rowid = $1 and %s = $3", c.table, c.column, c.column) // unless another process has changed it meanwhile
	for after := int64(-1 << 62); ; {
		var page []value
		err := s.reader.each(ctx, query, []any{after}, func(rows *sql.Rows) error {
			var v value
			err := rows.Scan(&v.row, &v.kind, &v.text)
			page = append(page, v)
			after = v.row
			return err
		})
		if err != nil || len(page) == 0 {
			return err
		}
		packed := make([][]byte, len(page))
		for i, v := range page {
			if packed[i], err = s.packer.frame(v.kind, v.text); err != nil {
				return err
			}
		}
		err = s.transact(ctx, func(t *tx) error {
			for i, v := range page {
				if err := t.run(update, v.row, packed[i], v.text); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// GiveBack gives the space of removed rows back to the file system where they
// were a quarter of the file or more. That can fail for reasons that harm
// nothing, such as a full disk: then the space is used again later.
func (s *Store) GiveBack(ctx context.Context) {
	if s.server != nil {
		return
	}
	var free, pages int64
	err := s.reader.row(ctx, "select (select freelist_count from pragma_freelist_count), (select page_count from pragma_page_count)", nil, &free, &pages)
	const small = 256 // pages, a megabyte
	if err == nil && free >= small && free >= pages/4 {
		_ = s.vacuum(ctx)
	}
}

// A Retention says which calls and requests a database keeps.
type Retention struct {
	Since time.Time // those stored at that time or later; zero keeps any age
	Bytes int64     // the newest, as many as take this much; 0 sets no bound
	Named bool      // not even those that stored runs name
}

// Removed counts what a Retention removed, and the calls that it kept because
// stored runs name them.
type Removed struct {
	Calls    int `json:"calls"`
	Requests int `json:"requests"` // that the gateway recorded
	Kept     int `json:"kept"`
}

// Retain removes older calls and recorded requests.
func (s *Store) Retain(ctx context.Context, r Retention) (Removed, error) {
	var n Removed
	since := r.Since
	if r.Bytes > 0 {
		newest, err := s.newest(ctx, r.Bytes)
		if err != nil {
			return n, err
		}
		if newest.After(since) {
			since = newest
		}
	}
	if since.IsZero() {
		return n, nil
	}
	var err error
	if n.Calls, n.Kept, err = s.PruneCalls(ctx, CallFilter{Before: since, Named: r.Named}); err != nil {
		return n, err
	}
	if n.Requests, err = s.PruneRequests(ctx, since); err != nil {
		return n, err
	}
	s.GiveBack(ctx)
	return n, nil
}

// newest returns the time since which calls and requests take at most so many
// bytes, or zero where all do. Their sizes are those of the values, which is
// most of what a row takes.
func (s *Store) newest(ctx context.Context, most int64) (since time.Time, err error) {
	var beyond int64
	err = s.reader.row(ctx, `select coalesce(max(created) + 1, 0) from (
		select created, sum(size) over (order by created desc rows unbounded preceding) as taken from (
			select created, length(request) + length(response) + length(key) + length(model) as size from calls
			union all select created, length(body) from requests) sized) summed where taken > $1`, []any{most}, &beyond)
	return timeOf(beyond), s.failure("look for the oldest calls", err)
}
