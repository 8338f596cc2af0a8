package serving

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
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
	path   string
	states States // where shared keys are; nil for a file
	now    func() time.Time

	mu      sync.RWMutex
	keys    map[string]*Key // by ID; a Key in it is never changed
	list    []Key           // in the order of the file
	seen    fs.FileInfo     // of the file that was read; nil where there was none
	read    []byte          // of shared keys, as they were read
	checked time.Time
	err     error // why the file could not be read again
}

// OpenKeys reads a keys file. One that does not exist is a ring without keys.
func OpenKeys(path string, now func() time.Time) (*Keyring, error) {
	r := &Keyring{path: path, now: now}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen, _ = os.Stat(path)
	keys, err := readKeys(path)
	if err != nil {
		return nil, err
	}
	r.set(keys)
	return r, nil
}

// keysState is the name under which keys are shared.
const keysState = "keys"

// ShareKeys reads keys that several services share. These hold the keys' limits
// and budgets together, too.
func ShareKeys(ctx context.Context, states States, now func() time.Time) (*Keyring, error) {
	r := &Keyring{states: states, now: now}
	b, err := states.State(ctx, keysState)
	if err != nil {
		return nil, err
	}
	keys, err := parseKeys("the shared keys", b)
	if err != nil {
		return nil, err
	}
	r.read = b
	r.set(keys)
	return r, nil
}

// Shared reports whether several services share the keys.
func (r *Keyring) Shared() bool { return r != nil && r.states != nil }

// set takes over what the file holds.
func (r *Keyring) set(keys []Key) {
	r.list, r.keys, r.checked = keys, make(map[string]*Key, len(keys)), r.now()
	for i := range keys {
		if keys[i].Options == nil {
			keys[i].Options = map[string]string{}
		}
		r.keys[keys[i].ID] = &keys[i]
	}
}

// follow reads the file again if it has changed. A file that cannot be read
// leaves the keys as they were: a typing mistake must not stop a service.
func (r *Keyring) follow() {
	r.mu.RLock()
	due := r.now().Sub(r.checked) >= checkEvery
	r.mu.RUnlock()
	if due {
		r.reload()
	}
}

func (r *Keyring) reload() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.checked = r.now()
	if r.states != nil {
		r.reloadShared()
		return
	}
	info, _ := os.Stat(r.path)
	if same(info, r.seen) {
		return
	}
	keys, err := readKeys(r.path)
	if r.err = err; err == nil {
		r.seen = info
		r.set(keys)
	}
}

func (r *Keyring) reloadShared() {
	b, err := r.states.State(context.Background(), keysState)
	if r.err = err; err != nil || bytes.Equal(b, r.read) {
		return
	}
	keys, err := parseKeys("the shared keys", b)
	if r.err = err; err == nil {
		r.read = b
		r.set(keys)
	}
}

func same(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
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

// Problem returns why the file's last change could not be read; nil where it
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
		return Key{}, "", &adhere.Error{Code: adhere.Invalid, Message: "a key needs a name", Hint: "name it after who will use it"}
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
	if r.states != nil {
		return r.changeShared(change)
	}
	keys, err := changeKeys(r.path, change)
	if err != nil {
		return err
	}
	r.set(keys)
	r.seen, _ = os.Stat(r.path)
	return nil
}

func (r *Keyring) changeShared(change func([]Key) ([]Key, error)) error {
	var after []Key
	var written []byte
	err := r.states.ChangeState(context.Background(), keysState, func(_ time.Time, b []byte) ([]byte, error) {
		keys, err := parseKeys("the shared keys", b)
		if err == nil {
			after, err = change(keys)
		}
		if err == nil {
			written, err = encodeKeys(after)
		}
		return written, err
	})
	if err == nil {
		r.read = written
		r.set(after)
	}
	return err
}
