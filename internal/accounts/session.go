package accounts

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"adhere"
	"adhere/internal/lists"
)

// How long a session lasts without use, and in all.
const (
	IdleLimit    = 24 * time.Hour
	SessionLimit = 14 * 24 * time.Hour
)

// touchEvery is how often the use of a session is noted.
const touchEvery = 5 * time.Minute

// A Session is one browser that somebody signed in with.
type Session struct {
	Hash          string // of the token, which only the browser has
	Person        Person
	Created, Seen time.Time
}

// ID names the session to its owner. It opens nothing.
func (s *Session) ID() string { return s.Hash[:16] }

// newToken returns a random token of 256 bits and its hash.
func newToken() (token, hash string) {
	b := make([]byte, 32)
	_, _ = rand.Read(b) // never fails
	token = hex.EncodeToString(b)
	return token, hashOf(token)
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

func (k *Keeper) begin(ctx context.Context, p *Person) (string, error) {
	token, hash := newToken()
	now := k.now()
	_, address := Doer(ctx)
	ctx = By(ctx, p.Name, address)
	return token, k.store.SaveSession(ctx, &Session{Hash: hash, Person: *p, Created: now, Seen: now})
}

// Session returns the session that the token opens. The error's code is
// Refused where it opens none, or none any more.
func (k *Keeper) Session(ctx context.Context, token string) (*Session, error) {
	refused := &adhere.Error{Code: adhere.Refused, Message: "nobody is signed in", Hint: "sign in"}
	if token == "" {
		return nil, refused
	}
	found, err := k.store.Sessions(ctx, hashOf(token), 0)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, refused
	}
	s, now := &found[0], k.now()
	if s.Person.Disabled || k.over(s) {
		return nil, refused
	}
	if now.Sub(s.Seen) >= touchEvery {
		s.Seen = now
		if err := k.store.SaveSession(ctx, s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (k *Keeper) over(s *Session) bool {
	now := k.now()
	return now.Sub(s.Seen) > IdleLimit || now.Sub(s.Created) > SessionLimit
}

// SessionsOf returns where a person is signed in, the last used first.
func (k *Keeper) SessionsOf(ctx context.Context, person int64) ([]Session, error) {
	all, err := k.store.Sessions(ctx, "", person)
	return lists.Filter(all, func(s Session) bool { return !k.over(&s) }), err
}

// End ends a session.
func (k *Keeper) End(ctx context.Context, s *Session) error {
	return k.store.EndSession(ctx, s.Hash)
}
