package accounts

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"

	"adhere"
)

// The cost of one hash: OWASP's smallest setting of argon2id, which a server
// of 100 MB can bear. It is part of each hash, so that it can be raised.
const (
	hashMemory = 19 << 10 // KiB
	hashPasses = 2
	hashLength = 32
	saltLength = 16
)

// The bounds of a password in bytes. The longest keeps the work bounded.
const (
	shortestPassword = 10
	longestPassword  = 200
)

// A hasher hashes passwords, one at a time: each takes 19 MB.
type hasher struct{ turn chan struct{} }

func (h *hasher) sum(password string, salt []byte, memory, passes uint32) []byte {
	h.turn <- struct{}{}
	defer func() { <-h.turn }()
	return argon2.IDKey([]byte(password), salt, passes, memory, 1, hashLength)
}

// hash returns the password's hash in the PHC string format.
func (h *hasher) hash(password string) (string, error) {
	if n := len(password); n < shortestPassword || n > longestPassword {
		return "", adhere.Errorf(adhere.Invalid, "a password of %d bytes", n).
			WithHint(fmt.Sprintf("take from %d to %d; a few words in a row are good", shortestPassword, longestPassword))
	}
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails
	sum := h.sum(password, salt, hashMemory, hashPasses)
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, hashMemory, hashPasses, text(salt), text(sum)), nil
}

// matches reports whether the hash is the password's. Where there is no hash
// it takes as long.
func (h *hasher) matches(password, hash string) bool {
	memory, passes, salt, want, err := parseHash(hash)
	if err != nil {
		h.sum(password, make([]byte, saltLength), hashMemory, hashPasses)
		return false
	}
	return subtle.ConstantTimeCompare(h.sum(password, salt, memory, passes), want) == 1
}

func parseHash(hash string) (memory, passes uint32, salt, sum []byte, err error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return 0, 0, nil, nil, errors.New("a hash of an unknown kind")
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=1", &memory, &passes); err != nil || passes == 0 || memory > 1<<20 {
		return 0, 0, nil, nil, fmt.Errorf("a hash of unknown cost: %w", err)
	}
	if salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return 0, 0, nil, nil, err
	}
	sum, err = base64.RawStdEncoding.DecodeString(parts[5])
	return memory, passes, salt, sum, err
}
