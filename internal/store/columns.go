package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"adhere"
)

// find reads all rows of a statement; columns says where those of one go, and
// doing what an error says was being done.
func find[T any](ctx context.Context, s *Store, doing, query string, args []any, columns func(*T) []any) (all []T, err error) {
	err = s.reader.each(ctx, query, args, gather(&all, columns))
	return all, s.failure(doing, err)
}

func gather[T any](all *[]T, columns func(*T) []any) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var one T
		err := rows.Scan(columns(&one)...)
		*all = append(*all, one)
		return err
	}
}

// itself is where the only column of a row goes.
func itself[T any](v *T) []any { return []any{v} }

// asTime reads a time in milliseconds; null and 0 are no time.
type asTime struct{ t *time.Time }

func (a asTime) Scan(column any) error {
	ms, ok := column.(int64)
	if !ok && column != nil {
		return fmt.Errorf("a time is a number of milliseconds, not %v", column)
	}
	*a.t = timeOf(ms)
	return nil
}

// asJSON keeps a value as JSON, and reads it into what it points to.
type asJSON struct{ v any }

func (j asJSON) Value() (driver.Value, error) {
	b, err := json.Marshal(j.v)
	return string(b), err
}

// Scan reads a column; of an empty one it reads nothing.
func (j asJSON) Scan(column any) error {
	text, ok := column.(string)
	if !ok {
		return fmt.Errorf("JSON is a text, not %T", column)
	}
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), j.v)
}

// unpacked reads a packed value.
type unpacked struct {
	p *packer
	v any
}

func (u unpacked) Scan(column any) error {
	b, _ := column.([]byte)
	return u.p.unpack(b, u.v)
}

// change carries out a transaction; doing is what an error says was being done.
func (s *Store) change(ctx context.Context, doing string, do func(*tx) error) error {
	return s.failure(doing, s.transact(ctx, do))
}

// must carries out a statement that changes a row; otherwise is the error where
// it changes none.
func (t *tx) must(otherwise error, query string, args ...any) error {
	n, err := t.exec(query, args...)
	if err == nil && n == 0 {
		return otherwise
	}
	return err
}

func (t *tx) run(query string, args ...any) error {
	_, err := t.exec(query, args...)
	return err
}

// noRow returns another error where a statement found no row; nil is none.
func noRow(err, instead error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return instead
	}
	return err
}

// missing is the error of a name that nothing has.
func missing(what, name, hint string) error {
	return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no %s %q", what, name), Hint: hint}
}
