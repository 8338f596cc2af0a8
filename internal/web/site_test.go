package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adhere/internal/accounts"
	"adhere/internal/store"
)

// A site is a server over a database of its own, with a person of each role,
// who is signed in.
type site struct {
	*Server
	t      testing.TB
	store  *store.Store
	tokens map[accounts.Role]string
	people map[accounts.Role]*accounts.Person
}

func newSite(t testing.TB, change func(*Config)) *site {
	t.Helper()
	return newSiteAt(t, filepath.Join(t.TempDir(), "adhere.db"), change)
}

func newSiteAt(t testing.TB, place string, change func(*Config)) *site {
	t.Helper()
	db, err := store.Open(context.Background(), place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	x := &site{t: t, store: db, tokens: map[accounts.Role]string{}, people: map[accounts.Role]*accounts.Person{}}
	if x.Server, err = New(testConfig(db, change)); err != nil {
		t.Fatal(err)
	}
	for _, role := range accounts.Roles() {
		p := &accounts.Person{Name: string(role), Role: role, Created: time.Now()}
		if err := db.AddPerson(context.Background(), p); err != nil {
			t.Fatal(err)
		}
		x.people[role], x.tokens[role] = p, x.signIn(t, p, "token of "+string(role))
	}
	return x
}

func testConfig(db *store.Store, change func(*Config)) Config {
	c := Config{
		Accounts: accounts.NewKeeper(db, time.Now), Runs: db, Records: db, Judging: testJudging{}, Searcher: db,
		Annotation: db,
		Now:        time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Version: "test",
	}
	if change != nil {
		change(&c)
	}
	return c
}

// signIn stores a session whose token is known.
func (x *site) signIn(t testing.TB, p *accounts.Person, token string) string {
	t.Helper()
	now := time.Now()
	if err := x.store.SaveSession(context.Background(), &accounts.Session{Hash: sessionHash(token), Person: *p, Created: now, Seen: now}); err != nil {
		t.Fatal(err)
	}
	return token
}

func sessionHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// ask makes a request as that role; nobody's where it is empty.
func (x *site) ask(method, path string, role accounts.Role, form url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if token := x.tokens[role]; token != "" {
		r.AddCookie(&http.Cookie{Name: x.cookieName(), Value: token})
	}
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	x.ServeHTTP(w, r)
	return w
}

func (x *site) get(path string, role accounts.Role) *httptest.ResponseRecorder {
	return x.ask(http.MethodGet, path, role, nil)
}

func has(t *testing.T, w *httptest.ResponseRecorder, status int, texts ...string) {
	t.Helper()
	if w.Code != status {
		t.Errorf("status %d, want %d: %.300s", w.Code, status, w.Body)
	}
	for _, text := range texts {
		if !strings.Contains(w.Body.String(), text) {
			t.Errorf("%q is missing in %s", text, w.Body)
		}
	}
}
