package serving_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/internal/serving"
)

func TestKeysFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "keys.json")
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	open := func() *serving.Keyring {
		r, err := serving.OpenKeys(path, func() time.Time { return now })
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	running, command := open(), open()
	made, secret, err := command.Add(serving.Key{Name: "a", Options: map[string]string{"strategy": "verify"}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	info, _ := os.Stat(path)
	if err != nil || strings.Contains(string(b), secret) || strings.Contains(string(b), secret[16:]) || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v: %s", info.Mode(), err, b)
	}
	if running.Find(secret) != nil {
		t.Error("the file is read at each request")
	}
	now = now.Add(time.Second)
	if k := running.Find(secret); k == nil || k.ID != made.ID || k.Options["strategy"] != "verify" {
		t.Fatal("a new key is not noticed within a second:", k)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Second)
	if running.Find(secret) == nil || running.Problem() == nil {
		t.Error("a broken file takes the keys away, or is not reported")
	}
	if _, err := serving.OpenKeys(path, time.Now); adhere.CodeOf(err) != adhere.Invalid {
		t.Error(err)
	}
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".lock", nil, 0o600); err != nil { // as a command leaves it that is killed
		t.Fatal(err)
	}
	if _, err := open().Revoke(made.ID); err != nil {
		t.Fatal(err)
	}
	now = now.Add(time.Second)
	if k := running.Find(secret); k == nil || k.State(now) != serving.Revoked || running.Len() != 1 || running.Problem() != nil {
		t.Error("a revoked key is not noticed:", k, running.Problem())
	}
	if _, _, err := open().Add(serving.Key{Name: "a"}); err != nil {
		t.Error("the name of a revoked key cannot be used again:", err)
	}
}

// A service that has keys stays closed where their file is moved away or loses them:
// one without keys lets everybody on the machine in.
func TestKeysThatGo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.json")
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	running, err := serving.OpenKeys(path, func() time.Time { return now })
	if err != nil || running.Len() != 0 || running.Problem() != nil {
		t.Fatalf("%d keys, %v, %v", running.Len(), err, running.Problem())
	}
	_, secret, err := running.Add(serving.Key{Name: "a"})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for what, do := range map[string]func() error{
		"moved away":           func() error { return os.Remove(path) },
		"emptied":              func() error { return os.WriteFile(path, nil, 0o600) },
		"written without keys": func() error { return os.WriteFile(path, []byte(`{"version":1,"keys":[]}`), 0o600) },
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
		if running.Find(secret) == nil || running.Len() != 1 || running.Problem() == nil {
			t.Errorf("the file was %s: %d keys are left, %v", what, running.Len(), running.Problem())
		}
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
		if running.Find(secret) == nil || running.Problem() != nil {
			t.Errorf("the file that was %s is back: %v", what, running.Problem())
		}
	}
}

// TestKeysMadeAtOnce holds that commands which run together lose no key.
func TestKeysMadeAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.json")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			r, err := serving.OpenKeys(path, time.Now)
			for err == nil {
				if _, _, err = r.Add(serving.Key{Name: fmt.Sprint(i)}); err == nil {
					return
				}
				if adhere.CodeOf(err) == adhere.Conflict { // another is at it
					err = nil
				}
			}
			t.Error(err)
		})
	}
	all.Wait()
	r, err := serving.OpenKeys(path, time.Now)
	if err != nil || r.Len() != 8 {
		t.Error(r.Len(), err)
	}
}

func FuzzKeysFile(f *testing.F) {
	f.Add(`{"version":1,"keys":[{"id":"00000000","name":"a","hash":"","limits":{"rpm":-1}}]}`, "adhere_00000000_")
	f.Add(`{"version":2}`, "")
	f.Fuzz(func(t *testing.T, text, secret string) {
		path := filepath.Join(t.TempDir(), "keys.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := serving.OpenKeys(path, time.Now)
		if err == nil && r.Find(secret) != nil && !strings.Contains(text, secret[7:15]) {
			t.Errorf("%q opens %q", secret, text)
		}
	})
}

// TestLockThatCannotBeMade holds that a lock file that cannot be opened is not
// taken for another command at work.
func TestLockThatCannotBeMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.json")
	if err := os.Mkdir(path+".lock", 0o700); err != nil {
		t.Fatal(err)
	}
	r, err := serving.OpenKeys(path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = r.Add(serving.Key{Name: "a"})
	if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(adhere.HintOf(err), "--keys") {
		t.Errorf("%v (%s), hint %q", err, adhere.CodeOf(err), adhere.HintOf(err))
	}
}
