package store

import (
	"context"
	"database/sql"
	"fmt"

	"adhere/internal/accounts"
)

// act notes what is done in the transaction, by whoever ctx says.
func (t *tx) act(ctx context.Context, s *Store, action, about, detail string) error {
	who, address := accounts.Doer(ctx)
	_, err := t.exec("insert into acts (who, address, action, about, detail, at) values ($1, $2, $3, $4, $5, $6)",
		who, address, action, about, detail, s.now())
	return err
}

// NoteAct adds an entry to the audit log.
func (s *Store) NoteAct(ctx context.Context, action, about, detail string) error {
	err := s.transact(ctx, func(t *tx) error { return t.act(ctx, s, action, about, detail) })
	return s.failure("write the audit log", err)
}

// Acts returns at most that many entries of the audit log before the one with
// that ID, the latest first; 0 is no bound of either.
func (s *Store) Acts(ctx context.Context, before int64, most int) ([]accounts.Act, error) {
	var all []accounts.Act
	query := "select id, who, address, action, about, detail, at from acts where $1 = 0 or id < $1 order by id desc"
	if most > 0 {
		query += fmt.Sprintf(" limit %d", most)
	}
	err := s.reader.each(ctx, query, []any{before}, func(rows *sql.Rows) error {
		var a accounts.Act
		var at int64
		err := rows.Scan(&a.ID, &a.Who, &a.Address, &a.Action, &a.About, &a.Detail, &at)
		a.Time = timeOf(at)
		all = append(all, a)
		return err
	})
	return all, s.failure("read the audit log", err)
}
