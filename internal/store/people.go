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

func personInto(p *accounts.Person) []any {
	return []any{&p.ID, &p.Name, &p.Role, &p.Password, &p.Disabled, &p.Identity, asTime{&p.Created}}
}

// People returns everybody with an account, in order of name.
func (s *Store) People(ctx context.Context) ([]accounts.Person, error) {
	return find(ctx, s, "list the people", selectPeople+"order by name", nil, personInto)
}

// person returns the first person that a condition finds; otherwise is the
// error where there is none.
func (s *Store) person(ctx context.Context, otherwise error, where, is string) (*accounts.Person, error) {
	found, err := find(ctx, s, "look for an account", selectPeople+where, []any{is}, personInto)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, otherwise
	}
	return &found[0], nil
}

// PersonNamed returns the person of that exact name. The error's code is
// NotFound where there is none.
func (s *Store) PersonNamed(ctx context.Context, name string) (*accounts.Person, error) {
	return s.person(ctx, missing("account", name, "adhere users list shows the accounts there are"), "where name = $1", name)
}

// PersonIdentified returns the person whom an identity provider knows by that.
// The error's code is NotFound where there is none.
func (s *Store) PersonIdentified(ctx context.Context, identity string) (*accounts.Person, error) {
	return s.person(ctx, &adhere.Error{Code: adhere.NotFound, Message: "nobody has that identity"}, "where identity = $1 and identity <> ''", identity)
}

// SavePerson stores a new person, whose ID is 0 and is set, or changes the one
// with that ID and ends all sessions of that account. The error's code is
// Conflict where another has the name or the identity.
func (s *Store) SavePerson(ctx context.Context, p *accounts.Person) error {
	var saved accounts.Person
	err := s.change(ctx, "store the account "+p.Name, func(t *tx) error {
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
		if err := t.run("update people set role = $2, password = $3, disabled = $4 where id = $1",
			saved.ID, string(saved.Role), saved.Password, saved.Disabled); err != nil {
			return err
		}
		return t.run("delete from sessions where person = $1", saved.ID)
	})
	if err == nil {
		*p = saved
	}
	return err
}

// MoveIdentity gives an account the identity of another, which is disabled;
// both lose their sessions. The error's code is Conflict where the one has an
// identity or the other has none.
func (s *Store) MoveIdentity(ctx context.Context, from, to *accounts.Person) error {
	none := func(about, fault string) error {
		return &adhere.Error{Code: adhere.Conflict, Message: about + fault, Hint: "adhere users list --json shows who signs in at an identity provider"}
	}
	has := none(to.Name, " signs in at an identity provider already")
	return s.change(ctx, "move an identity", func(t *tx) error {
		var identity string
		err := t.queryRow("select identity from people where id = $1", []any{from.ID}, &identity)
		if err == nil && identity == "" {
			err = none(from.Name, " does not sign in at an identity provider")
		}
		if err == nil && from.ID == to.ID {
			err = has
		}
		if err == nil {
			err = t.run("update people set identity = '', disabled = $2 where id = $1", from.ID, true)
		}
		if err == nil {
			err = t.must(has, "update people set identity = $2 where id = $1 and identity = ''", to.ID, identity)
		}
		if err == nil {
			err = t.run("delete from sessions where person = $1 or person = $2", from.ID, to.ID)
		}
		if err == nil {
			err = t.act(ctx, s, accounts.AccountIdentity, to.Name, "of "+from.Name+", which is disabled")
		}
		return err
	})
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
