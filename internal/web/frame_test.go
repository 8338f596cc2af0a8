package web

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"adhere/internal/accounts"
	"adhere/internal/serving"
	"adhere/internal/store"
)

const password = "correct horse battery"

func TestHeaders(t *testing.T) {
	x := newSite(t, nil)
	for _, path := range []string{"/login", "/nothing-there", "/runs"} {
		h := x.get(path, accounts.Viewer).Header()
		if got := h.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'") || strings.Contains(got, "unsafe") {
			t.Errorf("%s has the policy %q", path, got)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cache-Control") != "no-store" {
			t.Errorf("%s has the headers %v", path, h)
		}
	}
}

func TestPagesHaveNothingInline(t *testing.T) {
	for name, b := range x(t).assets.content {
		if strings.Contains(string(b), "http://") || strings.Contains(string(b), "https://") {
			t.Errorf("%s names another site", name)
		}
	}
	inline := regexp.MustCompile(`(?i)<style|<script[^>]*>[^<]|\sstyle=|\son[a-z]+=|javascript:|//[a-z]+\.`)
	entries, _ := templateFiles.ReadDir("templates")
	for _, e := range entries {
		b, _ := templateFiles.ReadFile("templates/" + e.Name())
		if m := inline.Find(b); m != nil {
			t.Errorf("%s has %q, which the content policy forbids", e.Name(), m)
		}
	}
}

func x(t *testing.T) *site { return newSite(t, nil) }

func TestHosts(t *testing.T) {
	open := newSite(t, func(c *Config) { c.Open = true })
	far := newSite(t, func(c *Config) { c.Origin = "https://adhere.example.org" })
	for _, test := range []struct {
		site *site
		host string
		want int
	}{
		{open, "localhost:8080", 200},
		{open, "127.0.0.1:8080", 200},
		{open, "[::1]:8080", 200},
		{open, "evil.example", 403},
		{open, "localhost.evil.example:8080", 403},
		{far, "adhere.example.org", 200},
		{far, "localhost:8080", 200},
		{far, "evil.example", 403},
	} {
		w := test.site.ask(http.MethodGet, "/login", "", nil, func(r *http.Request) { r.Host = test.host })
		if w.Code != test.want {
			t.Errorf("for host %s the answer is %d, want %d", test.host, w.Code, test.want)
		}
	}
}

func TestWithoutAccounts(t *testing.T) {
	empty := newEmpty(t, true)
	local := func(r *http.Request) { r.Host = "localhost:8080" }
	has(t, empty.ask(http.MethodGet, "/people", "", nil, local), 200, "no accounts yet")
	if _, err := empty.Accounts.Add(t.Context(), "ada", accounts.Admin, password); err != nil {
		t.Fatal(err)
	}
	if w := empty.ask(http.MethodGet, "/people", "", nil, local); w.Code != http.StatusSeeOther {
		t.Errorf("with an account everybody is still let in: %d", w.Code)
	}
	closed := newEmpty(t, false)
	if w := closed.ask(http.MethodGet, "/people", "", nil); w.Code != http.StatusSeeOther {
		t.Errorf("others are let in without an account: %d", w.Code)
	}
}

// newEmpty is a site without accounts.
func newEmpty(t *testing.T, open bool) *site {
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "adhere.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	server, err := New(testConfig(db, func(c *Config) { c.Open = open }))
	if err != nil {
		t.Fatal(err)
	}
	return &site{Server: server, store: db}
}

func TestSigningIn(t *testing.T) {
	x := x(t)
	if _, err := x.Accounts.Add(t.Context(), "ada", accounts.Viewer, password); err != nil {
		t.Fatal(err)
	}
	form := url.Values{"name": {"ada"}, "password": {"wrong password"}, "next": {"/runs?bench=b"}}
	has(t, x.ask("POST", "/login", "", form), http.StatusForbidden, `value="ada"`, "the name or the password is wrong")
	form.Set("password", password)
	w := x.ask("POST", "/login", "", form)
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/runs?bench=b" {
		t.Fatalf("signing in gave %d, %s", w.Code, w.Header().Get("Location"))
	}
	c := w.Result().Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" {
		t.Errorf("the cookie is %v", c)
	}
	with := func(r *http.Request) { r.AddCookie(c) }
	has(t, x.ask("GET", "/runs", "", nil, with), 200, "ada")
	has(t, x.ask("POST", "/logout", "", url.Values{}, with), http.StatusSeeOther)
	if w := x.ask("GET", "/runs", "", nil, with); w.Code != http.StatusSeeOther {
		t.Errorf("after signing out the answer is %d", w.Code)
	}
	for next, want := range map[string]string{"//evil.example": "/", "https://evil.example": "/", `/\evil.example`: "/", "runs": "/", "/runs": "/runs", "": "/"} {
		if got := within(next); got != want {
			t.Errorf("after signing in %q leads to %q, want %q", next, got, want)
		}
	}
}

func TestSecureCookie(t *testing.T) {
	x := newSite(t, func(c *Config) { c.Origin = "https://adhere.example.org" })
	x.Accounts.Add(t.Context(), "ada", accounts.Viewer, password)
	w := x.ask("POST", "/login", "", url.Values{"name": {"ada"}, "password": {password}}, func(r *http.Request) { r.Host = "adhere.example.org" })
	if c := w.Result().Cookies(); len(c) != 1 || !c[0].Secure || c[0].Name != "__Host-adhere" {
		t.Errorf("the cookie is %v", c)
	}
}

func TestGuessesByAddress(t *testing.T) {
	x := newSite(t, func(c *Config) { c.Proxies = serving.Proxies{netip.MustParsePrefix("192.0.2.0/24")} })
	guess := func(from string) *httptest.ResponseRecorder {
		return x.ask("POST", "/login", "", url.Values{"name": {"admin"}, "password": {"a guess of mine"}}, func(r *http.Request) { r.Header.Set("X-Forwarded-For", "1.2.3.4, "+from) })
	}
	for range 5 {
		has(t, guess("10.0.0.1"), http.StatusForbidden)
	}
	has(t, guess("10.0.0.1"), http.StatusTooManyRequests, "too many")
	has(t, guess("10.0.0.2"), http.StatusForbidden)
}

func TestInviting(t *testing.T) {
	x := x(t)
	w := x.ask("POST", "/invites", accounts.Admin, url.Values{"role": {"annotator"}, "days": {"3"}, "note": {"<b>Bo</b>"}})
	has(t, w, 200, "&lt;b&gt;Bo&lt;/b&gt;")
	link := regexp.MustCompile(`http://example\.com(/join/\w+)`).FindStringSubmatch(w.Body.String())
	if link == nil {
		t.Fatal(w.Body)
	}
	has(t, x.get(link[1], ""), 200, "as annotator")
	has(t, x.ask("POST", link[1], "", url.Values{"name": {"Bo B"}, "password": {password}}), 400, "cannot be used")
	w = x.ask("POST", link[1], "", url.Values{"name": {"bo"}, "password": {password}})
	has(t, w, http.StatusSeeOther)
	c := w.Result().Cookies()[0]
	has(t, x.ask("GET", "/account", "", nil, func(r *http.Request) { r.AddCookie(c) }), 200, "bo", "annotator")
	has(t, x.get(link[1], ""), http.StatusNotFound)
	has(t, x.get("/people", accounts.Admin), 200, "used by bo")
	for _, form := range []url.Values{{"role": {"king"}, "days": {"3"}}, {"role": {"viewer"}, "days": {"400"}}, {"role": {"viewer"}}} {
		has(t, x.ask("POST", "/invites", accounts.Admin, form), 400, "alert")
	}
}

func TestPeopleChange(t *testing.T) {
	x := x(t)
	has(t, x.ask("POST", "/people/admin", accounts.Admin, url.Values{"state": {"disabled"}}), http.StatusConflict, "last administrator")
	has(t, x.ask("POST", "/people/viewer", accounts.Admin, url.Values{"state": {"disabled"}}), http.StatusSeeOther)
	if w := x.get("/runs", accounts.Viewer); w.Code != http.StatusSeeOther {
		t.Errorf("who may not sign in is still signed in: %d", w.Code)
	}
	has(t, x.ask("POST", "/people/annotator", accounts.Admin, url.Values{"role": {"viewer"}}), http.StatusSeeOther)
	if p, err := x.store.PersonNamed(t.Context(), "annotator"); err != nil || p.Role != accounts.Viewer {
		t.Error(p, err)
	}
	has(t, x.ask("POST", "/people/nobody", accounts.Admin, url.Values{"role": {"viewer"}}), http.StatusNotFound)
}

func TestSessionsOfOneself(t *testing.T) {
	x := x(t)
	x.signIn(t, x.people[accounts.Viewer], "another browser")
	other := sessionHash("another browser")[:16]
	has(t, x.get("/account", accounts.Viewer), 200, "this browser", other)
	has(t, x.ask("POST", "/account/sessions/"+other+"/end", accounts.Annotator, url.Values{}), http.StatusNotFound)
	has(t, x.ask("POST", "/account/sessions/"+other+"/end", accounts.Viewer, url.Values{}), http.StatusSeeOther)
	if left, err := x.store.Sessions(t.Context(), "", x.people[accounts.Viewer].ID); err != nil || len(left) != 1 {
		t.Error(left, err)
	}
}

func TestBodiesAreBounded(t *testing.T) {
	x := x(t)
	w := x.ask("POST", "/login", "", url.Values{"name": {strings.Repeat("x", 2<<20)}})
	if w.Code < 400 {
		t.Errorf("2 MB were taken: %d", w.Code)
	}
}

func TestAssetsAreKept(t *testing.T) {
	x := x(t)
	v := &visit{server: x.Server}
	w := x.get(v.asset("app.css"), "")
	has(t, w, 200, "@media print", "prefers-color-scheme: dark")
	if !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
		t.Error(w.Header())
	}
	has(t, x.get("/assets/0/app.css", ""), 404)
}

// TestSigningInBeginsAtTheName holds that the form to sign in can be filled in at
// once by keys, and that the focus is on the password where the name is known.
func TestSigningInBeginsAtTheName(t *testing.T) {
	x := newSite(t, nil)
	has(t, x.get("/login", ""), http.StatusOK, `id="name" name="name" value="" autofocus`)
	refused := x.ask(http.MethodPost, "/login", "", url.Values{"name": {"ada"}, "password": {"a wrong one"}})
	has(t, refused, http.StatusForbidden, `value="ada"`, `id="password" name="password" type="password" autofocus`)
}
