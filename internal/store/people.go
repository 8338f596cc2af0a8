package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"adhere"
	"adhere/internal/accounts"
)

const selectPeople = "select id, name, role, password, disabled, identity, created from people "

func scanPerson(rows *sql.Rows, p *accounts.Person) error {
	var created int64
	err := rows.Scan(&p.ID, &p.Name, &p.Role, &p.Password, &p.Disabled, &p.Identity, &created)
	p.Created = timeOf(created)
	return err
}

// People returns everybody with an account, in order of name.
func (s *Store) People(ctx context.Context) ([]accounts.Person, error) {
	all, err := s.peopleWhere(ctx, "order by name")
	return all, s.failure("list the people", err)
}

func (s *Store) peopleWhere(ctx context.Context, where string, args ...any) ([]accounts.Person, error) {
	var all []accounts.Person
	err := s.reader.each(ctx, selectPeople+where, args, func(rows *sql.Rows) error {
		var p accounts.Person
		err := scanPerson(rows, &p)
		all = append(all, p)
		return err
	})
	return all, err
}

// PersonNamed returns the person of that exact name. The error's code is
// NotFound where there is none.
func (s *Store) PersonNamed(ctx context.Context, name string) (*accounts.Person, error) {
	found, err := s.peopleWhere(ctx, "where name = $1", name)
	if err != nil {
		return nil, s.failure("look for "+name, err)
	}
	if len(found) == 0 {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no account %q", name), Hint: "adhere users list shows the accounts there are"}
	}
	return &found[0], nil
}

// PersonIdentified returns the person whom an identity provider knows by that.
// The error's code is NotFound where there is none.
func (s *Store) PersonIdentified(ctx context.Context, identity string) (*accounts.Person, error) {
	found, err := s.peopleWhere(ctx, "where identity = $1 and identity <> ''", identity)
	if err != nil {
		return nil, s.failure("look for an identity", err)
	}
	if len(found) == 0 {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "nobody has that identity"}
	}
	return &found[0], nil
}

// SavePerson stores a new person, whose ID is 0 and is set, or changes the one
// with that ID and ends all sessions of that account. The error's code is
// Conflict where another has the name or the identity.
func (s *Store) SavePerson(ctx context.Context, p *accounts.Person) error {
	var saved accounts.Person
	err := s.transact(ctx, func(t *tx) error {
		saved = *p
		if saved.ID == 0 {
			if err := addPerson(t, &saved); err != nil {
				return err
			}
			return t.act(ctx, s, accounts.AccountMade, saved.Name, string(saved.Role))
		}
		if err := s.noteChange(ctx, t, &saved); err != nil {
			return err
		}
		if _, err := t.exec("update people set role = $2, password = $3, disabled = $4 where id = $1",
			saved.ID, string(saved.Role), saved.Password, saved.Disabled); err != nil {
			return err
		}
		_, err := t.exec("delete from sessions where person = $1", saved.ID)
		return err
	})
	if err == nil {
		*p = saved
	}
	return s.failure("store the account "+p.Name, err)
}

// MoveIdentity gives an account the identity of another, which is disabled;
// both lose their sessions. The error's code is Conflict where the one has an
// identity or the other has none.
func (s *Store) MoveIdentity(ctx context.Context, from, to *accounts.Person) error {
	none := func(about, fault string) error {
		return &adhere.Error{Code: adhere.Conflict, Message: about + fault, Hint: "adhere users list --json shows who signs in at an identity provider"}
	}
	return s.failure("move an identity", s.transact(ctx, func(t *tx) error {
		var identity string
		err := t.queryRow("select identity from people where id = $1", []any{from.ID}, &identity)
		if err == nil && identity == "" {
			err = none(from.Name, " does not sign in at an identity provider")
		}
		if err != nil {
			return err
		}
		if _, err := t.exec("update people set identity = '', disabled = $2 where id = $1", from.ID, true); err != nil {
			return err
		}
		n, err := t.exec("update people set identity = $2 where id = $1 and identity = ''", to.ID, identity)
		if err == nil && n == 0 || from.ID == to.ID {
			err = none(to.Name, " signs in at an identity provider already")
		}
		if err == nil {
			_, err = t.exec("delete from sessions where person = $1 or person = $2", from.ID, to.ID)
		}
		if err == nil {
			err = t.act(ctx, s, accounts.AccountIdentity, to.Name, "of "+from.Name+", which is disabled")
		}
		return err
	}))
}

// noteChange notes what is about to change in an account.
func (s *Store) noteChange(ctx context.Context, t *tx, p *accounts.Person) error {
	var role, password string
	var disabled bool
	err := t.queryRow("select role, password, disabled from people where id = $1", []any{p.ID}, &role, &password, &disabled)
	if err == nil && role != string(p.Role) {
		err = t.act(ctx, s, accounts.AccountRole, p.Name, role+" to "+string(p.Role))
	}
	if err == nil && password != p.Password {
		err = t.act(ctx, s, accounts.AccountPassword, p.Name, "")
	}
	if err == nil && disabled != p.Disabled {
		action := accounts.AccountEnabled
		if p.Disabled {
			action = accounts.AccountDisabled
		}
		err = t.act(ctx, s, action, p.Name, "")
	}
	return err
}

func addPerson(t *tx, p *accounts.Person) error {
	err := t.queryRow(`insert into people (name, role, password, disabled, identity, created) values ($1, $2, $3, $4, $5, $6)
		on conflict do nothing returning id`,
		[]any{p.Name, string(p.Role), p.Password, p.Disabled, p.Identity, p.Created.UnixMilli()}, &p.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("the name %q is taken", p.Name), Hint: "choose another name"}
	}
	return err
}
