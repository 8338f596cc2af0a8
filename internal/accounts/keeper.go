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

// A Store keeps all that accounts are made of, and the audit log.
type Store interface {
	// People returns all, in order of name.
	People(ctx context.Context) ([]Person, error)
	// PersonNamed returns the person of that exact name. The error's code is
	// NotFound where there is none.
	PersonNamed(ctx context.Context, name string) (*Person, error)
	// PersonIdentified returns the person whom an identity provider knows by
	// that. The error's code is NotFound where there is none.
	PersonIdentified(ctx context.Context, identity string) (*Person, error)
	// AddPerson stores a new person and sets the ID. The error's code is
	// Conflict where another has the name or the identity.
	AddPerson(ctx context.Context, p *Person) error
	// ChangePeople has change alter the roles, passwords, identities and states
	// of all, in order of name, while nobody else does, and stores that or, where
	// it fails, nothing. Who is altered loses all sessions. It may be called
	// more than once.
	ChangePeople(ctx context.Context, change func(all []Person) error) error

	// Sessions returns the session with that hash, or, where the hash is
	// empty, all of the person, the last used first.
	Sessions(ctx context.Context, hash string, person int64) ([]Session, error)
	// SaveSession stores a session that begins, which was not seen after it was created,
	// or notes the use of one that has not ended meanwhile.
	SaveSession(ctx context.Context, s *Session) error
	// EndSession removes a session if it is there.
	EndSession(ctx context.Context, hash string) error

	// Invites returns the invitation with that hash, or all, the newest first, where
	// the hash is empty.
	Invites(ctx context.Context, hash string) ([]Invite, error)
	// SaveInvite stores a new invitation, whose ID is 0 and is set, or
	// changes when the one with that ID expires.
	SaveInvite(ctx context.Context, i *Invite) error
	// UseInvite stores the new person, and takes a place of the invitation,
	// both or neither. The error's code is Conflict where none is left, it has
	// ended, or another has the name.
	UseInvite(ctx context.Context, i *Invite, p *Person) error

	// SaveSignIn notes who was sent to an identity provider.
	SaveSignIn(ctx context.Context, s *SignIn) error
	// TakeSignIn removes and returns the one with that hash, to one caller
	// only. The error's code is NotFound where there is none.
	TakeSignIn(ctx context.Context, hash string) (*SignIn, error)

	// NoteAct adds an entry to the audit log, of what is not noted together with
	// the change itself. Who did it and where is what By put into ctx.
	NoteAct(ctx context.Context, action, about, detail string) error
	// Acts returns at most that many entries before the one with that ID, the
	// latest first; 0 is no bound of either.
	Acts(ctx context.Context, before int64, most int) ([]Act, error)
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
	p, err := k.recognise(ctx, clean, password, address)
	if err != nil {
		return "", err
	}
	return k.begin(ctx, p)
}

// recognise returns the person whose name and password these are. It tries one
// after the other: of many at once those count that came before.
func (k *Keeper) recognise(ctx context.Context, name, password, address string) (*Person, error) {
	k.guesses.turn.Lock()
	defer k.guesses.turn.Unlock()
	if wait := k.guesses.wait(name, address); wait > 0 {
		return nil, adhere.Errorf(adhere.RateLimited, "too many wrong passwords").
			WithHint(fmt.Sprintf("try again in %.0f minutes", wait.Minutes()+0.5))
	}
	p, err := k.store.PersonNamed(ctx, name)
	if err != nil && adhere.CodeOf(err) != adhere.NotFound {
		return nil, err
	}
	if p == nil {
		p = &Person{Disabled: true}
	}
	if !k.hasher.matches(password, p.Password) || p.Disabled {
		k.guesses.note(name, address)
		// A name that is nobody's may be a password, typed into the wrong field.
		if err := k.NoteRefused(ctx, p.Name, "wrong password, or disabled"); err != nil {
			return nil, err
		}
		return nil, &adhere.Error{Code: adhere.Refused, Message: "the name or the password is wrong", Hint: "check both; an administrator can set a new password, or allow an account that was disabled"}
	}
	k.guesses.forget(name, address)
	return p, nil
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
