package store

import (
	"context"
	"database/sql"

	"adhere/internal/accounts"
)

// Sessions returns the session with that hash, or, where the hash is empty,
// all of the person, the last used first.
func (s *Store) Sessions(ctx context.Context, hash string, person int64) ([]accounts.Session, error) {
	var all []accounts.Session
	err := s.reader.each(ctx, `select s.hash, s.created, s.seen, p.id, p.name, p.role, p.disabled, p.created
		from sessions s join people p on p.id = s.person
		where ($1 <> '' and s.hash = $1) or ($1 = '' and s.person = $2) order by s.seen desc, s.hash`,
		[]any{hash, person}, func(rows *sql.Rows) error {
			var x accounts.Session
			var created, seen, joined int64
			err := rows.Scan(&x.Hash, &created, &seen, &x.Person.ID, &x.Person.Name, &x.Person.Role, &x.Person.Disabled, &joined)
			x.Created, x.Seen, x.Person.Created = timeOf(created), timeOf(seen), timeOf(joined)
			all = append(all, x)
			return err
		})
	return all, s.failure("look for a session", err)
}

// SaveSession stores a session or notes its use. On the way it removes those
// that are too old for anybody.
func (s *Store) SaveSession(ctx context.Context, x *accounts.Session) error {
	err := s.transact(ctx, func(t *tx) error {
		if _, err := t.exec("delete from sessions where created < $1", s.now()-accounts.SessionLimit.Milliseconds()); err != nil {
			return err
		}
		_, err := t.exec(`insert into sessions (hash, person, created, seen) values ($1, $2, $3, $4)
			on conflict (hash) do update set seen = case when sessions.seen > excluded.seen then sessions.seen else excluded.seen end`,
			x.Hash, x.Person.ID, x.Created.UnixMilli(), max(x.Seen.UnixMilli(), x.Created.UnixMilli()))
		return err
	})
	return s.failure("store a session", err)
}

// EndSession removes a session if it is there.
func (s *Store) EndSession(ctx context.Context, hash string) error {
	err := s.transact(ctx, func(t *tx) error {
		_, err := t.exec("delete from sessions where hash = $1", hash)
		return err
	})
	return s.failure("end a session", err)
}
