package accounts

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"adhere"
)

// An Invite is a link with which somebody may make an account: one person, or
// as many as it has places.
type Invite struct {
	ID               int64
	Hash             string // of the token in the link
	Role             Role
	Scope            string // what the person is invited to; empty for no more than an account
	Note             string // whom it is meant for, in the words of who made it
	By               string // the name of who made it
	Created, Expires time.Time
	Places           int   // how many people may still use it
	UsedBy           int64 // the ID of who used it last; 0 for nobody
}

// Open reports whether the invitation can be used at that time.
func (i *Invite) Open(at time.Time) bool { return i.Places > 0 && at.Before(i.Expires) }

// The bounds of how long an invitation is good for.
const (
	ShortestInvite = time.Minute
	LongestInvite  = 90 * 24 * time.Hour
	mostPlaces     = 1000
)

// Invite makes an invitation that is good for so long, for one person where it
// has no places, and returns the token of its link.
func (k *Keeper) Invite(ctx context.Context, i Invite, lasts time.Duration) (token string, err error) {
	if err := checkRole(i.Role); err != nil {
		return "", err
	}
	if lasts < ShortestInvite || lasts > LongestInvite {
		return "", &adhere.Error{Code: adhere.Invalid, Message: "an invitation good for " + lasts.String(), Hint: "give a time from one minute to 90 days"}
	}
	if i.Places = cmp.Or(i.Places, 1); i.Places < 0 || i.Places > mostPlaces {
		return "", &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("an invitation for %d people", i.Places), Hint: fmt.Sprintf("expected 1 to %d", mostPlaces)}
	}
	token, i.Hash = newToken()
	i.ID, i.UsedBy, i.Created = 0, 0, k.now()
	i.Expires = i.Created.Add(lasts)
	return token, k.store.SaveInvite(ctx, &i)
}

// Invitations returns all invitations, the newest first.
func (k *Keeper) Invitations(ctx context.Context) ([]Invite, error) {
	return k.store.Invites(ctx, "")
}

// Invitation returns the open invitation of a token. The error's code is
// NotFound where there is none, and says what became of it.
func (k *Keeper) Invitation(ctx context.Context, token string) (*Invite, error) {
	found, err := k.store.Invites(ctx, hashOf(token))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "there is no such invitation", Hint: "check that the link is complete, or ask the person who sent it for another"}
	}
	switch i := &found[0]; {
	case i.Places == 0:
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "the invitation has been used", Hint: "sign in if it was you; otherwise ask the person who sent it for another"}
	case !i.Open(k.now()):
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "the invitation ended on " + i.Expires.UTC().Format("2006-01-02 at 15:04 UTC"), Hint: "ask the person who sent it for another"}
	default:
		return i, nil
	}
}

// Revoke makes an open invitation useless.
func (k *Keeper) Revoke(ctx context.Context, id int64) error {
	all, err := k.store.Invites(ctx, "")
	if err != nil {
		return err
	}
	for _, i := range all {
		if i.ID == id {
			i.Expires = k.now()
			return k.store.SaveInvite(ctx, &i)
		}
	}
	return &adhere.Error{Code: adhere.NotFound, Message: "there is no such invitation"}
}

// Join makes the account that a token's invitation is for, and signs the
// person in.
func (k *Keeper) Join(ctx context.Context, token, name, password string) (session string, err error) {
	i, err := k.Invitation(ctx, token)
	if err != nil {
		return "", err
	}
	p, err := k.newPerson(name, i.Role, password)
	if err != nil {
		return "", err
	}
	if err := k.store.UseInvite(ctx, i, p); err != nil {
		return "", err
	}
	return k.begin(ctx, p)
}
