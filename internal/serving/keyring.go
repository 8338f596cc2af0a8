package serving

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"adhere"
)

// checkEvery is how often a Keyring looks whether its file has changed, and so
// how long a revoked key can still be used by a service that is running.
const checkEvery = time.Second

// A Keyring holds the keys of a keys file, or those that several services
// share, and follows their changes.
type Keyring struct {
	states States // where the keys are
	name   string // of that place, for messages
	shared bool
	now    func() time.Time

	mu      sync.RWMutex
	keys    map[string]*Key // by ID; a Key in it is never changed
	list    []Key           // in the order in which they were made
	read    []byte          // the keys as they are written
	checked time.Time
	err     error // why they could not be read again
}

// OpenKeys reads a keys file. One that does not exist is a ring without keys.
func OpenKeys(path string, now func() time.Time) (*Keyring, error) {
	r := &Keyring{states: keyFile(path), name: path, now: now}
	r.reload(context.Background())
	return r, r.err
}

// keysState is the name under which keys are shared.
const keysState = "keys"

// ShareKeys reads keys that several services share. These hold the keys' limits
// and budgets together, too.
func ShareKeys(ctx context.Context, states States, now func() time.Time) (*Keyring, error) {
	r := &Keyring{states: states, name: "the shared keys", shared: true, now: now}
	r.reload(ctx)
	return r, r.err
}

// Shared reports whether several services share the keys.
func (r *Keyring) Shared() bool { return r != nil && r.shared }

// set takes over keys as they are written.
func (r *Keyring) set(keys []Key, written []byte) {
	r.list, r.read, r.keys = keys, written, make(map[string]*Key, len(keys))
	for i := range keys {
		if keys[i].Options == nil {
			keys[i].Options = map[string]string{}
		}
		r.keys[keys[i].ID] = &keys[i]
	}
}

// follow takes over keys that have changed. A file that cannot be read leaves
// them as they were: a typing mistake must not stop a service. So does one that
// is gone or holds none, since a service without keys is open to this machine.
func (r *Keyring) follow() {
	r.mu.RLock()
	due := r.now().Sub(r.checked) >= checkEvery
	r.mu.RUnlock()
	if due {
		r.reload(context.Background())
	}
}

func (r *Keyring) reload(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.checked = r.now()
	b, err := r.states.State(ctx, keysState)
	if r.err = err; err != nil || r.keys != nil && bytes.Equal(b, r.read) {
		return
	}
	keys, err := parseKeys(r.name, b)
	if err == nil && len(keys) == 0 && len(r.list) > 0 {
		err = &adhere.Error{Code: adhere.NotFound, Message: r.name + ": the keys are gone", Hint: "put them back; a service that shall go on without keys is started anew"}
	}
	if r.err = err; err == nil {
		r.set(keys, b)
	}
}

// Len returns how many keys there are, revoked and expired ones included: a
// service that once had keys stays closed to those without.
func (r *Keyring) Len() int {
	if r == nil {
		return 0
	}
	r.follow()
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.list)
}

// List returns the keys in the order in which they were made.
func (r *Keyring) List() []Key {
	r.follow()
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.list)
}

// Problem returns why the keys' last change could not be read; nil where it
// could.
func (r *Keyring) Problem() error {
	if r == nil {
		return nil
	}
	r.follow()
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.err
}

// Find returns the key that a secret belongs to, in whatever state, or nil.
func (r *Keyring) Find(secret string) *Key {
	if r == nil {
		return nil
	}
	r.follow()
	r.mu.RLock()
	k := r.keys[idOf(secret)]
	r.mu.RUnlock()
	if k == nil || !k.opens(secret) {
		return nil
	}
	return k
}

// Add makes a key and returns it with its secret, which is kept nowhere. Of k
// the name, expiry, limits, grants and options count. A name names one key that
// is not revoked.
func (r *Keyring) Add(k Key) (made Key, secret string, err error) {
	if k.Name == "" {
		return Key{}, "", &adhere.Error{Code: adhere.Invalid, Message: "a key needs a name", Hint: "name it after the person or service that will use it"}
	}
	if err := k.Grants.check(); err != nil {
		return Key{}, "", err
	}
	err = r.change(func(keys []Key) ([]Key, error) {
		for _, old := range keys {
			if old.Name == k.Name && old.Revoked.IsZero() {
				return nil, &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("there is a key named %q already", k.Name), Hint: "choose another name, or revoke that key first"}
			}
		}
		k.ID, secret = newSecret()
		k.Hash, k.Created, k.Revoked = hashOf(secret), r.now().UTC().Truncate(time.Second), time.Time{}
		return append(keys, k), nil
	})
	return k, secret, err
}

// Revoke ends a key, named by its name or ID, for good, and returns it.
func (r *Keyring) Revoke(name string) (Key, error) {
	var revoked Key
	err := r.change(func(keys []Key) ([]Key, error) {
		for i := range keys {
			if k := &keys[i]; (k.Name == name || k.ID == name) && k.Revoked.IsZero() {
				k.Revoked = r.now().UTC().Truncate(time.Second)
				revoked = *k
				return keys, nil
			}
		}
		return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no key named %q", name), Hint: "adhere keys list shows the keys"}
	})
	return revoked, err
}

func (r *Keyring) change(change func([]Key) ([]Key, error)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var keys []Key
	var written []byte
	err := r.states.ChangeState(context.Background(), keysState, func(_ time.Time, b []byte) (_ []byte, err error) {
		if keys, err = parseKeys(r.name, b); err == nil {
			keys, err = change(keys)
		}
		if err == nil {
			written, err = encodeKeys(keys)
		}
		return written, err
	})
	if err == nil {
		r.set(keys, written)
	}
	return err
}
