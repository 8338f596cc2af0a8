package accounts

import (
	"context"
	"fmt"
	"strings"
	"time"

	"adhere"
)

// An Identity is what an identity provider says of who has signed in there.
type Identity struct {
	ID   string // issuer and subject, the same for ever
	Name string // the name that the person has there, in any form
	Role Role
}

// SignInLimit is how long somebody may take to sign in at an identity provider.
const SignInLimit = 15 * time.Minute

// A SignIn is a browser that was sent to an identity provider.
type SignIn struct {
	Hash  string // of the token, which only the browser has
	Next  string // the page to go on to
	Begun time.Time
}

// BeginSignIn notes that a browser is sent to an identity provider, and
// returns the token that it shows when it comes back.
func (k *Keeper) BeginSignIn(ctx context.Context, next string) (token string, err error) {
	token, hash := newToken()
	return token, k.store.SaveSignIn(ctx, &SignIn{Hash: hash, Next: next, Begun: k.now()})
}

// EndSignIn returns the page to go on to, for a browser that comes back with
// its token. A token is good once; the error's code is Refused where it is not.
func (k *Keeper) EndSignIn(ctx context.Context, token string) (next string, err error) {
	s, err := k.store.TakeSignIn(ctx, hashOf(token))
	if err != nil && adhere.CodeOf(err) != adhere.NotFound {
		return "", err
	}
	if s == nil || k.now().Sub(s.Begun) > SignInLimit {
		return "", &adhere.Error{Code: adhere.Refused, Message: "this browser has not started to sign in, or did so too long ago", Hint: "start again from this page"}
	}
	return s.Next, nil
}

// SignInAs signs in whom an identity provider vouches for, with the role that
// it says. Who comes for the first time gets an account, under the first name
// like the given one that is free: an account that is there already is nobody
// else's, whatever the name.
func (k *Keeper) SignInAs(ctx context.Context, id Identity) (session string, err error) {
	if err := checkRole(id.Role); err != nil {
		return "", err
	}
	p, err := k.personOf(ctx, id)
	if err != nil {
		return "", err
	}
	if p.Disabled {
		return "", &adhere.Error{Code: adhere.Refused, Message: "this account may not sign in any more", Hint: "an administrator can allow it"}
	}
	if p.Role != id.Role {
		p.Role = id.Role
		if err := k.store.ChangePeople(ctx, func(all []Person) error { named(all, p.Name).Role = id.Role; return nil }); err != nil {
			return "", err
		}
	}
	return k.begin(ctx, p)
}

// personOf returns the account of an identity, and makes it where there is
// none.
func (k *Keeper) personOf(ctx context.Context, id Identity) (*Person, error) {
	const most = 100 // accounts of one name
	wanted := nameLike(id.Name)
	for n := 1; ; n++ {
		p, err := k.store.PersonIdentified(ctx, id.ID)
		if adhere.CodeOf(err) != adhere.NotFound {
			return p, err
		}
		name := wanted
		if n > 1 {
			name = fmt.Sprintf("%s-%d", wanted, n)
		}
		p = &Person{Name: name, Role: id.Role, Identity: id.ID, Created: k.now()}
		if err := k.store.AddPerson(ctx, p); adhere.CodeOf(err) != adhere.Conflict || n == most {
			return p, err
		}
	}
}

// moveIdentity gives an account the identity of the one of that name, which is
// disabled. The error's code is Conflict where the one has an identity or the
// other has none.
func moveIdentity(all []Person, from string, to *Person) error {
	one := named(all, from)
	none := func(about, fault string) error {
		return &adhere.Error{Code: adhere.Conflict, Message: about + fault, Hint: "adhere users list --json shows who signs in at an identity provider"}
	}
	switch {
	case one == nil:
		return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no account %q", from), Hint: "adhere users list shows the accounts there are"}
	case one.Identity == "":
		return none(from, " does not sign in at an identity provider")
	case to.Identity != "":
		return none(to.Name, " signs in at an identity provider already")
	}
	to.Identity, one.Identity, one.Disabled = one.Identity, "", true
	return nil
}

// nameLike makes a name that can be used out of any, with room for a number.
func nameLike(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
			return r
		}
		return '-'
	}, strings.ToLower(strings.TrimSpace(name)))
	const room = 36
	if len(name) > room {
		name = name[:room]
	}
	if name = strings.Trim(name, "-._"); name == "" {
		return "person"
	}
	return name
}
