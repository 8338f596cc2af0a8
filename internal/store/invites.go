package store

import (
	"context"

	"adhere"
	"adhere/internal/accounts"
)

// Invites returns the invitation with that hash, or all, the newest first,
// where the hash is empty.
func (s *Store) Invites(ctx context.Context, hash string) ([]accounts.Invite, error) {
	return find(ctx, s, "list the invitations", `select id, hash, role, scope, note, by_name, created, expires, coalesce(used_by, 0), places
		from invites where $1 = '' or hash = $1 order by created desc, id desc`, []any{hash}, func(i *accounts.Invite) []any {
		return []any{&i.ID, &i.Hash, &i.Role, &i.Scope, &i.Note, &i.By, asTime{&i.Created}, asTime{&i.Expires}, &i.UsedBy, &i.Places}
	})
}

// SaveInvite stores a new invitation, whose ID is 0 and is set, or changes
// when the one with that ID expires.
func (s *Store) SaveInvite(ctx context.Context, i *accounts.Invite) error {
	id := i.ID
	err := s.change(ctx, "store an invitation", func(t *tx) error {
		if i.ID != 0 {
			if err := t.run("update invites set expires = $2 where id = $1", i.ID, i.Expires.UnixMilli()); err != nil {
				return err
			}
			return t.act(ctx, s, accounts.InviteRevoked, string(i.Role), i.Note)
		}
		err := t.queryRow(`insert into invites (hash, role, scope, note, by_name, created, expires, places)
			values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
			[]any{i.Hash, string(i.Role), i.Scope, i.Note, i.By, i.Created.UnixMilli(), i.Expires.UnixMilli(), i.Places}, &id)
		if err != nil {
			return err
		}
		return t.act(ctx, s, accounts.InviteMade, string(i.Role), i.Note)
	})
	if err == nil {
		i.ID = id
	}
	return err
}

// UseInvite stores the new person, and takes a place of the invitation, both
// or neither. The error's code is Conflict where none is left, it has
// ended, or another has the name.
func (s *Store) UseInvite(ctx context.Context, i *accounts.Invite, p *accounts.Person) error {
	added := *p
	err := s.change(ctx, "use an invitation", func(t *tx) error {
		if err := addPerson(t, &added); err != nil {
			return err
		}
		used := &adhere.Error{Code: adhere.Conflict, Message: "the invitation has just been used or revoked", Hint: "ask the person who sent it for another"}
		if err := t.must(used, "update invites set used_by = $2, places = places - 1 where id = $1 and places > 0 and expires > $3", i.ID, added.ID, s.now()); err != nil {
			return err
		}
		return t.act(ctx, s, accounts.AccountMade, added.Name, string(added.Role)+", invited by "+i.By)
	})
	if err == nil {
		*p, i.UsedBy, i.Places = added, added.ID, i.Places-1
	}
	return err
}
