package store

import (
	"context"
	"fmt"
	"slices"

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

// AddPerson stores a new person and sets the ID. The error's code is Conflict
// where another has the name or the identity.
func (s *Store) AddPerson(ctx context.Context, p *accounts.Person) error {
	added := *p
	err := s.change(ctx, "store the account "+p.Name, func(t *tx) error {
		if err := addPerson(t, &added); err != nil {
			return err
		}
		return t.act(ctx, s, accounts.AccountMade, added.Name, string(added.Role))
	})
	if err == nil {
		*p = added
	}
	return err
}

// ChangePeople has change alter the roles, passwords, identities and states of
// all, in order of name, while nobody else does, and stores that or, where it
// fails, nothing. Who is altered loses all sessions. It may be called more than
// once.
func (s *Store) ChangePeople(ctx context.Context, change func(all []accounts.Person) error) error {
	return s.change(ctx, "change accounts", func(t *tx) error {
		var was []accounts.Person
		if err := t.w.each(selectPeople+"order by name", nil, gather(&was, personInto)); err != nil {
			return err
		}
		is := slices.Clone(was)
		err := change(is)
		for i := range is { // an identity is nobody's before it is another's
			if err == nil && is[i].Identity != was[i].Identity {
				err = t.run("update people set identity = '' where id = $1", is[i].ID)
			}
		}
		for i := range is {
			if err == nil && is[i] != was[i] {
				err = s.changePerson(ctx, t, was, &was[i], &is[i])
			}
		}
		return err
	})
}

func (s *Store) changePerson(ctx context.Context, t *tx, all []accounts.Person, was, is *accounts.Person) error {
	err := t.run("update people set role = $2, password = $3, disabled = $4, identity = $5 where id = $1",
		is.ID, string(is.Role), is.Password, is.Disabled, is.Identity)
	if err == nil {
		err = t.run("delete from sessions where person = $1", is.ID)
	}
	note := func(changed bool, action, detail string) {
		if err == nil && changed {
			err = t.act(ctx, s, action, is.Name, detail)
		}
	}
	note(was.Role != is.Role, accounts.AccountRole, string(was.Role)+" to "+string(is.Role))
	note(was.Password != is.Password, accounts.AccountPassword, "")
	note(is.Disabled && !was.Disabled, accounts.AccountDisabled, "")
	note(!is.Disabled && was.Disabled, accounts.AccountEnabled, "")
	for i := range all {
		note(is.Identity != "" && is.Identity != was.Identity && is.Identity == all[i].Identity, accounts.AccountIdentity, "of "+all[i].Name)
	}
	return err
}

func addPerson(t *tx, p *accounts.Person) error {
	err := t.queryRow(`insert into people (name, role, password, disabled, identity, created) values ($1, $2, $3, $4, $5, $6)
		on conflict do nothing returning id`,
		[]any{p.Name, string(p.Role), p.Password, p.Disabled, p.Identity, p.Created.UnixMilli()}, &p.ID)
	return noRow(err, &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("the name %q is taken", p.Name), Hint: "choose another name"})
}
