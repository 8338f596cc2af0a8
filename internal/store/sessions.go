package store

import (
	"context"
	"database/sql"
	"errors"

	"adhere"
	"adhere/internal/accounts"
)

// Sessions returns the session with that hash, or, where the hash is empty,
// all of the person, the last used first.
func (s *Store) Sessions(ctx context.Context, hash string, person int64) ([]accounts.Session, error) {
	var all []accounts.Session
	err := s.reader.each(ctx, `select s.hash, s.created, s.seen, p.id, p.name, p.role, p.disabled, p.identity, p.created
		from sessions s join people p on p.id = s.person
		where ($1 <> '' and s.hash = $1) or ($1 = '' and s.person = $2) order by s.seen desc, s.hash`,
		[]any{hash, person}, func(rows *sql.Rows) error {
			var x accounts.Session
			var created, seen, joined int64
			err := rows.Scan(&x.Hash, &created, &seen, &x.Person.ID, &x.Person.Name, &x.Person.Role, &x.Person.Disabled, &x.Person.Identity, &joined)
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
		seen := max(x.Seen.UnixMilli(), x.Created.UnixMilli())
		n, err := t.exec("insert into sessions (hash, person, created, seen) values ($1, $2, $3, $4) on conflict (hash) do nothing",
			x.Hash, x.Person.ID, x.Created.UnixMilli(), seen)
		if err == nil && n > 0 {
			return t.act(ctx, s, accounts.SessionBegun, x.Person.Name, "")
		}
		if err == nil {
			_, err = t.exec("update sessions set seen = $2 where hash = $1 and seen < $2", x.Hash, seen)
		}
		return err
	})
	return s.failure("store a session", err)
}

// EndSession removes a session if it is there.
func (s *Store) EndSession(ctx context.Context, hash string) error {
	err := s.transact(ctx, func(t *tx) error {
		var name string
		err := t.queryRow("select p.name from sessions s join people p on p.id = s.person where s.hash = $1", []any{hash}, &name)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			_, err = t.exec("delete from sessions where hash = $1", hash)
		}
		if err != nil {
			return err
		}
		return t.act(ctx, s, accounts.SessionEnded, name, "")
	})
	return s.failure("end a session", err)
}

// SaveSignIn notes that a browser was sent to an identity provider. On the way
// it removes those that will not come back.
func (s *Store) SaveSignIn(ctx context.Context, x *accounts.SignIn) error {
	err := s.transact(ctx, func(t *tx) error {
		if _, err := t.exec("delete from sign_ins where begun < $1", s.now()-accounts.SignInLimit.Milliseconds()); err != nil {
			return err
		}
		_, err := t.exec("insert into sign_ins (hash, next, begun) values ($1, $2, $3)", x.Hash, x.Next, x.Begun.UnixMilli())
		return err
	})
	return s.failure("note that somebody signs in", err)
}

// TakeSignIn removes and returns the one with that hash, to one caller only.
// The error's code is NotFound where there is none.
func (s *Store) TakeSignIn(ctx context.Context, hash string) (*accounts.SignIn, error) {
	x := &accounts.SignIn{Hash: hash}
	err := s.transact(ctx, func(t *tx) error {
		var begun int64
		err := t.queryRow("delete from sign_ins where hash = $1 returning next, begun", []any{hash}, &x.Next, &begun)
		x.Begun = timeOf(begun)
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "nobody signs in by that"}
	}
	return x, s.failure("look for who signs in", err)
}
