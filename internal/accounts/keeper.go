package accounts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"adhere"
)

// A Keeper lets people in. It is safe for concurrent use.
type Keeper struct {
	store   Store
	now     func() time.Time
	hasher  *hasher
	guesses *guesses
}

// A Store keeps all that accounts are made of.
type Store interface {
	People
	Sessions
	Invites
	SignIns
	Acts
}

// NewKeeper returns a Keeper over a store, with a clock.
func NewKeeper(s Store, now func() time.Time) *Keeper {
	return &Keeper{s, now, &hasher{make(chan struct{}, 1)}, &guesses{now: now, seen: map[guess]int{}}}
}

// People returns everybody, in order of name.
func (k *Keeper) People(ctx context.Context) ([]Person, error) { return k.store.People(ctx) }

// Add makes an account.
func (k *Keeper) Add(ctx context.Context, name string, role Role, password string) (*Person, error) {
	p, err := k.newPerson(name, role, password)
	if err != nil {
		return nil, err
	}
	return p, k.store.AddPerson(ctx, p)
}

func (k *Keeper) newPerson(name string, role Role, password string) (*Person, error) {
	name, err := cleanName(name)
	if err == nil {
		err = checkRole(role)
	}
	if err != nil {
		return nil, err
	}
	hash, err := k.hasher.hash(password)
	return &Person{Name: name, Role: role, Password: hash, Created: k.now()}, err
}

// Login signs a person in and returns the new session's token. Whatever is
// wrong, the error's code is Refused and does not say what; RateLimited where
// there were too many tries for the name or from the address.
func (k *Keeper) Login(ctx context.Context, name, password, address string) (session string, err error) {
	clean, err := cleanName(name)
	if err != nil {
		clean = "?" // nobody's name
	}
	if wait := k.guesses.wait(clean, address); wait > 0 {
		return "", adhere.Errorf(adhere.RateLimited, "too many wrong passwords").
			WithHint(fmt.Sprintf("try again in %.0f minutes", wait.Minutes()+0.5))
	}
	k.guesses.note(clean, address) // before the work, so that many at once count too
	p, err := k.store.PersonNamed(ctx, clean)
	if err != nil && adhere.CodeOf(err) != adhere.NotFound {
		return "", err
	}
	if p == nil {
		p = &Person{Disabled: true}
	}
	if !k.hasher.matches(password, p.Password) || p.Disabled {
		// A name that is nobody's may be a password, typed into the wrong field.
		if err := k.NoteRefused(ctx, p.Name, "wrong password, or disabled"); err != nil {
			return "", err
		}
		return "", &adhere.Error{Code: adhere.Refused, Message: "the name or the password is wrong", Hint: "check both; an administrator can set a new password, or allow an account that was disabled"}
	}
	k.guesses.forget(clean, address)
	return k.begin(ctx, p)
}

// A Change is what an administrator changes in an account; what is nil stays.
type Change struct {
	Role     *Role
	Password *string
	Disabled *bool
	// IdentityOf names the account whose identity this one is given, and which
	// is disabled; empty for none. Who has signed in at the identity provider as
	// that one does so as this one from then on.
	IdentityOf string
}

// Change changes the account of that name and ends its sessions, unless all is
// as it was. The last administrator who can sign in stays one: the error's code
// is Conflict.
func (k *Keeper) Change(ctx context.Context, name string, c Change) error {
	if _, err := k.store.PersonNamed(ctx, name); err != nil {
		return err
	}
	var hash string
	if c.Password != nil {
		var err error
		if hash, err = k.hasher.hash(*c.Password); err != nil {
			return err
		}
	}
	return k.store.ChangePeople(ctx, func(all []Person) error {
		led := slices.ContainsFunc(all, leads)
		p := named(all, name)
		if c.Role != nil {
			p.Role = *c.Role
		}
		if c.Disabled != nil {
			p.Disabled = *c.Disabled
		}
		p.Password = cmp.Or(hash, p.Password)
		err := checkRole(p.Role)
		if err == nil && c.IdentityOf != "" {
			err = moveIdentity(all, c.IdentityOf, p)
		}
		if err == nil && led && !slices.ContainsFunc(all, leads) {
			err = &adhere.Error{Code: adhere.Conflict, Message: "this is the last administrator", Hint: "make another one first"}
		}
		return err
	})
}

func leads(p Person) bool { return p.Role == Admin && !p.Disabled }

// named returns the account of that name; nil where there is none.
func named(all []Person, name string) *Person {
	if i := slices.IndexFunc(all, func(p Person) bool { return p.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// ChangePassword lets a person set a password by the old one, and signs them
// in anew: all sessions end.
func (k *Keeper) ChangePassword(ctx context.Context, p *Person, old, password, address string) (session string, err error) {
	if _, err := k.Login(ctx, p.Name, old, address); err != nil {
		return "", err
	}
	if err := k.Change(ctx, p.Name, Change{Password: &password}); err != nil {
		return "", err
	}
	return k.begin(ctx, p)
}
