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
	return find(ctx, s, "look for a session", `select s.hash, s.created, s.seen, p.id, p.name, p.role, p.disabled, p.identity, p.created
		from sessions s join people p on p.id = s.person
		where ($1 <> '' and s.hash = $1) or ($1 = '' and s.person = $2) order by s.seen desc, s.hash`, []any{hash, person}, func(x *accounts.Session) []any {
		p := &x.Person
		return []any{&x.Hash, asTime{&x.Created}, asTime{&x.Seen}, &p.ID, &p.Name, &p.Role, &p.Disabled, &p.Identity, asTime{&p.Created}}
	})
}

// SaveSession stores a session that begins, or notes the use of one that has not
// ended meanwhile. On the way it removes those that are too old for anybody.
func (s *Store) SaveSession(ctx context.Context, x *accounts.Session) error {
	return s.change(ctx, "store a session", func(t *tx) error {
		if err := t.run("delete from sessions where created < $1", s.now()-accounts.SessionLimit.Milliseconds()); err != nil {
			return err
		}
		if x.Seen.After(x.Created) {
			return t.run("update sessions set seen = $2 where hash = $1 and seen < $2", x.Hash, x.Seen.UnixMilli())
		}
		if err := t.run("insert into sessions (hash, person, created, seen) values ($1, $2, $3, $3)", x.Hash, x.Person.ID, x.Created.UnixMilli()); err != nil {
			return err
		}
		return t.act(ctx, s, accounts.SessionBegun, x.Person.Name, "")
	})
}

// EndSession removes a session if it is there.
func (s *Store) EndSession(ctx context.Context, hash string) error {
	return s.change(ctx, "end a session", func(t *tx) error {
		var name string
		err := t.queryRow("select p.name from sessions s join people p on p.id = s.person where s.hash = $1", []any{hash}, &name)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			err = t.run("delete from sessions where hash = $1", hash)
		}
		if err == nil {
			err = t.act(ctx, s, accounts.SessionEnded, name, "")
		}
		return err
	})
}

// SaveSignIn notes that a browser was sent to an identity provider. On the way
// it removes those that will not come back.
func (s *Store) SaveSignIn(ctx context.Context, x *accounts.SignIn) error {
	return s.change(ctx, "note that somebody signs in", func(t *tx) error {
		if err := t.run("delete from sign_ins where begun < $1", s.now()-accounts.SignInLimit.Milliseconds()); err != nil {
			return err
		}
		return t.run("insert into sign_ins (hash, next, begun) values ($1, $2, $3)", x.Hash, x.Next, x.Begun.UnixMilli())
	})
}

// TakeSignIn removes and returns the one with that hash, to one caller only.
// The error's code is NotFound where there is none.
func (s *Store) TakeSignIn(ctx context.Context, hash string) (*accounts.SignIn, error) {
	x := &accounts.SignIn{Hash: hash}
	err := s.transact(ctx, func(t *tx) error {
		return t.queryRow("delete from sign_ins where hash = $1 returning next, begun", []any{hash}, &x.Next, asTime{&x.Begun})
	})
	return x, s.failure("look for who signs in", noRow(err, &adhere.Error{Code: adhere.NotFound, Message: "nobody signs in with that"}))
}
