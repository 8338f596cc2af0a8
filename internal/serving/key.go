package serving

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"
	"time"

	"adhere"
)

// A Key lets one caller use a service. Its secret is not part of it: only the
// secret's hash is kept.
type Key struct {
	ID      string            `json:"id"` // eight hexadecimal digits, also part of the secret
	Name    string            `json:"name"`
	Hash    string            `json:"hash"` // SHA-256 of the whole secret, hexadecimal
	Created time.Time         `json:"created"`
	Expires time.Time         `json:"expires,omitzero"` // zero: never
	Revoked time.Time         `json:"revoked,omitzero"` // zero: not revoked
	Limits  Limits            `json:"limits,omitzero"`
	Grants  Grants            `json:"grants,omitzero"`
	Options map[string]string `json:"options,omitempty"` // what a service makes of the key, such as its strategy; never nil in a Caller
}

// Limits bound what one key may use. Zero is no limit.
type Limits struct {
	RequestsPerMinute int          `json:"rpm,omitempty"`
	TokensPerMinute   int          `json:"tpm,omitempty"`
	Concurrent        int          `json:"concurrent,omitempty"`   // requests being answered at one time
	DailyBudget       adhere.Money `json:"daily_budget,omitempty"` // a day is UTC's
	TotalBudget       adhere.Money `json:"total_budget,omitempty"` // over the key's life
}

// A State says whether a key opens anything.
type State string

// The states of a key.
const (
	Active  State = "active"
	Expired State = "expired"
	Revoked State = "revoked"
)

// State returns the key's state at a time.
func (k *Key) State(now time.Time) State {
	switch {
	case !k.Revoked.IsZero():
		return Revoked
	case !k.Expires.IsZero() && !now.Before(k.Expires):
		return Expired
	default:
		return Active
	}
}

const (
	secretPrefix = "adhere_"
	idBytes      = 4
	secretBytes  = 32 // 256 bits: nobody guesses them, so one fast hash protects them
)

// newSecret returns a key's identifier and its secret,
// adhere_IDENTIFIER_RANDOM.
func newSecret() (id, secret string) {
	b := make([]byte, idBytes+secretBytes)
	_, _ = rand.Read(b) // never fails: the program would have crashed
	id = hex.EncodeToString(b[:idBytes])
	return id, secretPrefix + id + "_" + hex.EncodeToString(b[idBytes:])
}

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// idOf returns the identifier in a secret, "" where there is none.
func idOf(secret string) string {
	rest, ok := strings.CutPrefix(secret, secretPrefix)
	id, random, ok2 := strings.Cut(rest, "_")
	if !ok || !ok2 || len(id) != 2*idBytes || len(random) != 2*secretBytes {
		return ""
	}
	return id
}

// opens reports whether the secret is this key's, in a time that does not
// depend on how much of it is right.
func (k *Key) opens(secret string) bool {
	return subtle.ConstantTimeCompare([]byte(hashOf(secret)), []byte(k.Hash)) == 1
}
