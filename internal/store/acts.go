package store

import (
	"context"
	"fmt"

	"adhere/internal/accounts"
)

// act notes what is done in the transaction, by whoever ctx says.
func (t *tx) act(ctx context.Context, s *Store, action, about, detail string) error {
	who, address := accounts.Doer(ctx)
	return t.run("insert into acts (who, address, action, about, detail, at) values ($1, $2, $3, $4, $5, $6)",
		who, address, action, about, detail, s.now())
}

// NoteAct adds an entry to the audit log.
func (s *Store) NoteAct(ctx context.Context, action, about, detail string) error {
	return s.change(ctx, "write the audit log", func(t *tx) error { return t.act(ctx, s, action, about, detail) })
}

// Acts returns at most that many entries of the audit log before the one with
// that ID, the latest first; 0 is no bound of either.
func (s *Store) Acts(ctx context.Context, before int64, most int) ([]accounts.Act, error) {
	query := "select id, who, address, action, about, detail, at from acts where $1 = 0 or id < $1 order by id desc"
	if most > 0 {
		query += fmt.Sprintf(" limit %d", most)
	}
	return find(ctx, s, "read the audit log", query, []any{before}, func(a *accounts.Act) []any {
		return []any{&a.ID, &a.Who, &a.Address, &a.Action, &a.About, &a.Detail, asTime{&a.Time}}
	})
}
