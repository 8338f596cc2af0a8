package web

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc/oidctest"

	"adhere/internal/accounts"
	"adhere/internal/identity"
)

// A signer is an identity provider for tests: discovery, keys, codes that are
// good once and for who has the verifier, and tokens that may be forged.
type signer struct {
	t      *testing.T
	server *httptest.Server
	keys   oidctest.Server
	key    *rsa.PrivateKey
	person map[string]any        // the claims of whoever signs in next
	asked  map[string]url.Values // what a code was given for
	forge  func(claims map[string]any) (token string)
	down   bool
}

const (
	clientID, clientSecret = "adhere-pages", "a client's secret"
	originHere             = "https://adhere.example.org"
)

func newSigner(t *testing.T) *signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	s := &signer{t: t, key: key, asked: map[string]url.Values{}}
	s.forge = s.sign
	s.keys.PublicKeys = []oidctest.PublicKey{{PublicKey: key.Public(), KeyID: "one", Algorithm: "RS256"}}
	s.server = httptest.NewServer(s)
	s.keys.SetIssuer(s.server.URL)
	t.Cleanup(s.server.Close)
	return s
}

func (s *signer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.down:
		http.Error(w, "down", http.StatusBadGateway)
	case r.URL.Path == "/.well-known/openid-configuration":
		reply(w, http.StatusOK, map[string]any{
			"issuer": s.server.URL, "authorization_endpoint": s.server.URL + "/auth", "token_endpoint": s.server.URL + "/token",
			"jwks_uri": s.server.URL + "/keys", "end_session_endpoint": s.server.URL + "/end",
			"id_token_signing_alg_values_supported": []string{"RS256", "HS256", "none"},
		})
	case r.URL.Path == "/token":
		s.giveToken(w, r)
	default:
		s.keys.ServeHTTP(w, r)
	}
}

func reply(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

func (s *signer) giveToken(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	asked, code := s.asked[r.PostForm.Get("code")], r.PostForm.Get("code")
	delete(s.asked, code)
	sum := sha256.Sum256([]byte(r.PostForm.Get("code_verifier")))
	id, secret, _ := r.BasicAuth()
	secret, _ = url.QueryUnescape(secret)
	if asked == nil || id != clientID || secret != clientSecret || asked.Get("redirect_uri") != r.PostForm.Get("redirect_uri") ||
		asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) {
		reply(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant"})
		return
	}
	now := time.Now()
	claims := map[string]any{"iss": s.server.URL, "aud": clientID, "nonce": asked.Get("nonce"), "iat": now.Unix(), "exp": now.Add(time.Minute).Unix()}
	maps.Copy(claims, s.person)
	reply(w, http.StatusOK, map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": s.forge(claims)})
}

func (s *signer) sign(claims map[string]any) string {
	b, _ := json.Marshal(claims)
	return oidctest.SignIDToken(s.key, "one", "RS256", string(b))
}

// unsigned makes a token with a header of one's own, and a signature by mac.
func unsigned(claims map[string]any, alg string, mac []byte) string {
	text := base64.RawURLEncoding.EncodeToString
	b, _ := json.Marshal(claims)
	token := text([]byte(`{"alg":"`+alg+`","kid":"one","typ":"JWT"}`)) + "." + text(b)
	if mac == nil {
		return token + "."
	}
	h := hmac.New(sha256.New, mac)
	h.Write([]byte(token))
	return token + "." + text(h.Sum(nil))
}

// approve answers the address that a browser was sent to, as the provider does
// once the person has signed in: with the address to come back to.
func (s *signer) approve(address string) *url.URL {
	s.t.Helper()
	u, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, s.server.URL+"/auth?") {
		s.t.Fatalf("the browser is sent to %s, %v", address, err)
	}
	q := u.Query()
	if q.Get("code_challenge_method") != "S256" || q.Get("response_type") != "code" || q.Get("redirect_uri") != originHere+ReturnPath || q.Get("nonce") == "" {
		s.t.Errorf("the provider is asked %v", q)
	}
	code := rand.Text()
	s.asked[code] = q
	return &url.URL{Path: ReturnPath, RawQuery: url.Values{"code": {code}, "state": {q.Get("state")}}.Encode()}
}

// A jar is a browser: its cookies.
type jar struct {
	site    *site
	cookies map[string]string
}

func (b *jar) get(path string) *httptest.ResponseRecorder {
	w := b.site.ask(http.MethodGet, path, "", nil, func(r *http.Request) {
		r.Host = "adhere.example.org"
		for name, value := range b.cookies {
			r.AddCookie(&http.Cookie{Name: name, Value: value})
		}
	})
	for _, c := range w.Result().Cookies() {
		if !c.HttpOnly || !c.Secure || c.Path != "/" || c.SameSite != http.SameSiteLaxMode || !strings.HasPrefix(c.Name, "__Host-") {
			b.site.t.Errorf("the cookie %v is open", c)
		}
		b.cookies[c.Name] = c.Value
		if c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return w
}

type providerSite struct {
	*signer
	site *site
	log  bytes.Buffer
}

func newProviderSite(t *testing.T, rules identity.Rules) *providerSite {
	x := &providerSite{signer: newSigner(t)}
	provider, err := identity.New(identity.Config{
		Issuer: x.server.URL, Client: clientID, Secret: clientSecret, Redirect: originHere + ReturnPath, Home: originHere + "/login", Rules: rules, Now: time.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	x.site = newSite(t, func(c *Config) {
		c.Identity, c.Origin, c.Log = provider, originHere, slog.New(slog.NewTextHandler(&x.log, nil))
	})
	return x
}

func (x *providerSite) browser() *jar { return &jar{x.site, map[string]string{}} }

// leave sends a browser away, and returns the address to come back to.
func (x *providerSite) leave(b *jar, next string) *url.URL {
	return x.approve(b.get("/login/provider?next=" + url.QueryEscape(next)).Header().Get("Location"))
}

// come goes the whole way.
func (x *providerSite) come(b *jar, person map[string]any) *httptest.ResponseRecorder {
	x.person = person
	return b.get(x.leave(b, "/account").String())
}

func inGroups(name string, groups ...any) map[string]any {
	return map[string]any{"sub": "id of " + name, "preferred_username": name, "email": name + "@example.org", "email_verified": true, "groups": groups}
}

var byGroups = identity.Rules{Claim: "groups", Roles: []string{"leads=admin", "staff=viewer"}}

func TestProviderSignsIn(t *testing.T) {
	x := newProviderSite(t, byGroups)
	b := x.browser()
	has(t, b.get("/login?next=/runs"), http.StatusOK, `href="/login/provider?next=%2Fruns"`, "Sign in with 127.0.0.1")
	w := x.come(b, inGroups("Grace Hopper", "staff"))
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/account" {
		t.Fatal(w.Code, w.Header(), x.log.String())
	}
	has(t, b.get("/account"), http.StatusOK, "grace-hopper", "viewer", "which also sets your role")
	if _, left := b.cookies["__Host-adhere-provider"]; left {
		t.Error("the browser keeps what it was sent away with")
	}

	old := &jar{x.site, maps.Clone(b.cookies)}
	x.come(b, inGroups("Grace Hopper", "staff", "leads")) // promoted: the same account, in another role
	has(t, b.get("/people"), http.StatusOK, "grace-hopper", "by identity provider")
	if w := old.get("/account"); w.Code != http.StatusSeeOther {
		t.Errorf("the session with the old role goes on: %d", w.Code)
	}
	if p, err := x.site.store.PersonNamed(t.Context(), "grace-hopper"); err != nil || p.Role != accounts.Admin || p.Identity != x.server.URL+" id of Grace Hopper" {
		t.Error(p, err)
	}
	has(t, b.get("/login?out"), http.StatusSeeOther) // still signed in
	has(t, x.browser().get("/login?out"), http.StatusOK, `href="`+x.server.URL+`/end?client_id=adhere-pages&amp;post_logout_redirect_uri=https%3A%2F%2Fadhere.example.org%2Flogin"`)
}

// TestProviderGivesNoAccountAway holds that a name at the provider opens no
// account that was there before, and that who is disabled stays out.
func TestProviderGivesNoAccountAway(t *testing.T) {
	x := newProviderSite(t, byGroups)
	b := x.browser()
	x.come(b, inGroups("admin", "staff"))
	has(t, b.get("/account"), http.StatusOK, "admin-2", "viewer")
	x.come(x.browser(), map[string]any{"sub": "another", "preferred_username": "admin", "groups": "staff"})
	if _, err := x.site.store.PersonNamed(t.Context(), "admin-3"); err != nil {
		t.Error(err)
	}
	if _, err := x.site.Accounts.Login(t.Context(), "admin-2", "", "here"); err == nil {
		t.Error("an account without a password is opened by none")
	}
	yes := true
	if err := x.site.Accounts.Change(t.Context(), "admin-2", accounts.Change{Disabled: &yes}); err != nil {
		t.Fatal(err)
	}
	has(t, x.come(b, inGroups("admin", "leads")), http.StatusForbidden, "may not sign in any more")
}

// TestProviderSignsInAsAnAccountOfBefore has an administrator join the account
// that the provider's answer made with the one that the person had before.
func TestProviderSignsInAsAnAccountOfBefore(t *testing.T) {
	x := newProviderSite(t, byGroups)
	b, ctx := x.browser(), t.Context()
	x.come(b, inGroups("viewer", "staff"))
	has(t, b.get("/account"), http.StatusOK, "viewer-2")
	if err := x.site.Accounts.Change(ctx, "viewer", accounts.Change{IdentityOf: "viewer-2"}); err != nil {
		t.Fatal(err)
	}
	if w := b.get("/account"); w.Code != http.StatusSeeOther {
		t.Errorf("the session as viewer-2 goes on: %d", w.Code)
	}
	has(t, x.come(b, inGroups("viewer", "staff")), http.StatusSeeOther)
	has(t, b.get("/account"), http.StatusOK, "<bdi>viewer</bdi>")
	if p, err := x.site.store.PersonNamed(ctx, "viewer-2"); err != nil || !p.Disabled || p.Identity != "" {
		t.Error(p, err)
	}
	if acts, err := x.site.store.Acts(ctx, 0, 3); err != nil || !slices.ContainsFunc(acts, func(a accounts.Act) bool {
		return a.Action == accounts.AccountIdentity && a.About == "viewer" && strings.Contains(a.Detail, "viewer-2")
	}) {
		t.Error(acts, err)
	}
	x.come(x.browser(), inGroups("bo", "leads"))
	for _, wrong := range [][2]string{{"annotator", "admin"}, {"bo", "viewer"}, {"bo", "bo"}, {"nobody", "admin"}, {"bo", "nobody"}} {
		if err := x.site.Accounts.Change(ctx, wrong[1], accounts.Change{IdentityOf: wrong[0]}); err == nil {
			t.Errorf("the identity of %s went to %s", wrong[0], wrong[1])
		}
	}
	has(t, x.come(x.browser(), inGroups("bo", "leads")), http.StatusSeeOther) // nothing of that was kept
}

func TestProviderLetsInWhoMay(t *testing.T) {
	x := newProviderSite(t, identity.Rules{Claim: "groups", Roles: byGroups.Roles, Domains: []string{"Example.org"}})
	has(t, x.come(x.browser(), inGroups("eve", "guests")), http.StatusForbidden, "gives you a role", `href="/login/provider?next=%2Faccount"`)
	stranger := inGroups("eve", "staff")
	stranger["email"] = "eve@example.org.evil.example"
	has(t, x.come(x.browser(), stranger), http.StatusForbidden, "in an allowed domain")
	unconfirmed := inGroups("eve", "staff")
	unconfirmed["email_verified"] = false
	has(t, x.come(x.browser(), unconfirmed), http.StatusForbidden, "in an allowed domain")
	has(t, x.come(x.browser(), inGroups("eve", "staff")), http.StatusSeeOther)
}

// TestForgedTokens holds that no token is believed that is not the provider's
// own for this server and this browser.
func TestForgedTokens(t *testing.T) {
	x := newProviderSite(t, byGroups)
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	public := x509.MarshalPKCS1PublicKey(&x.key.PublicKey)
	with := func(claim string, value any) func(map[string]any) string {
		return func(claims map[string]any) string {
			claims[claim] = value
			return x.sign(claims)
		}
	}
	for name, forge := range map[string]func(map[string]any) string{
		"wrong nonce":         with("nonce", "of somebody else"),
		"no nonce":            with("nonce", nil),
		"wrong audience":      with("aud", "another-client"),
		"many audiences":      with("aud", []string{"another-client", clientID}),
		"another's way":       func(c map[string]any) string { c["aud"] = []string{clientID, "x"}; c["azp"] = "x"; return x.sign(c) },
		"expired":             with("exp", time.Now().Add(-time.Minute).Unix()),
		"not yet":             with("nbf", time.Now().Add(time.Hour).Unix()),
		"another issuer":      with("iss", "https://evil.example"),
		"nobody":              with("sub", ""),
		"alg none":            func(c map[string]any) string { return unsigned(c, "none", nil) },
		"the public key's":    func(c map[string]any) string { return unsigned(c, "HS256", public) },
		"the client secret's": func(c map[string]any) string { return unsigned(c, "HS256", []byte(clientSecret)) },
		"another key": func(c map[string]any) string {
			b, _ := json.Marshal(c)
			return oidctest.SignIDToken(other, "one", "RS256", string(b))
		},
		"none": func(map[string]any) string { return "" },
	} {
		t.Run(name, func(t *testing.T) {
			b := x.browser()
			x.forge = forge
			w := x.come(b, inGroups("eve", "leads"))
			has(t, w, http.StatusForbidden, "has not signed you in")
			if strings.Contains(w.Body.String(), "nonce") || strings.Contains(w.Body.String(), "audience") {
				t.Errorf("the browser is told why: %s", w.Body)
			}
			if _, in := b.cookies["__Host-adhere"]; in || !strings.Contains(x.log.String(), "nobody was signed in") {
				t.Errorf("cookies %v, log %s", b.cookies, x.log.String())
			}
		})
	}
	if _, err := x.site.store.PersonNamed(t.Context(), "eve"); err == nil {
		t.Error("a forged token made an account")
	}
}

// TestForgedReturns holds that only the browser that was sent away comes back
// signed in, once, with its own answer, and only within the site.
func TestForgedReturns(t *testing.T) {
	x := newProviderSite(t, byGroups)
	x.person = inGroups("ada", "leads")

	victim := x.browser() // is led to an answer that an attacker got
	has(t, victim.get(x.leave(x.browser(), "/").String()), http.StatusForbidden, "has not started to sign in")
	x.leave(victim, "/") // also one that is signing in itself
	theirs := x.leave(x.browser(), "/")
	has(t, victim.get(theirs.String()), http.StatusForbidden, "has not signed you in")
	if x.asked[theirs.Query().Get("code")] == nil {
		t.Error("the code of an answer to another browser was spent")
	}

	b, thief := x.browser(), x.browser() // a code of another session, with a state of one's own
	code := x.leave(b, "/").Query().Get("code")
	mine := x.leave(thief, "/").Query()
	mine.Set("code", code)
	has(t, thief.get(ReturnPath+"?"+mine.Encode()), http.StatusForbidden, "has not signed you in")

	b = x.browser()
	back := x.leave(b, "/runs")
	kept := maps.Clone(b.cookies)
	again := x.asked[back.Query().Get("code")]
	has(t, b.get(back.String()), http.StatusSeeOther)
	x.asked[back.Query().Get("code")] = again // even if the provider took a code twice
	replay := &jar{x.site, kept}
	has(t, replay.get(back.String()), http.StatusForbidden, "has not started to sign in")

	b = x.browser()
	q := x.leave(b, "/").Query()
	q.Del("code")
	q.Set("error", "access_denied")
	q.Set("error_description", "<b>call 555")
	w := b.get(ReturnPath + "?" + q.Encode())
	has(t, w, http.StatusForbidden, "has not signed you in")
	if strings.Contains(w.Body.String(), "555") {
		t.Error("the page says what anybody may write into an address")
	}

	for _, next := range []string{"https://evil.example/", "//evil.example", `/\evil.example`, "javascript:x"} {
		b := x.browser()
		if to := b.get(x.leave(b, next).String()).Header().Get("Location"); to != "/" {
			t.Errorf("%s leads to %s", next, to)
		}
	}
}

// TestSignInsExpire holds that who is away for too long begins anew.
func TestSignInsExpire(t *testing.T) {
	x := newProviderSite(t, byGroups)
	now := time.Now()
	x.site.Accounts = accounts.NewKeeper(x.site.store, func() time.Time { return now })
	x.person = inGroups("ada", "staff")
	b := x.browser()
	back := x.leave(b, "/")
	now = now.Add(accounts.SignInLimit + time.Second)
	has(t, b.get(back.String()), http.StatusForbidden, "too long ago")
}

// TestSignInsAreOfNoServer begins to sign in at one server and ends at another
// over the same database.
func TestSignInsAreOfNoServer(t *testing.T) {
	x := newProviderSite(t, byGroups)
	x.person = inGroups("ada", "staff")
	b := x.browser()
	back := x.leave(b, "/account")
	other, err := New(x.site.Config)
	if err != nil {
		t.Fatal(err)
	}
	x.site.Server = other
	has(t, b.get(back.String()), http.StatusSeeOther)
	has(t, b.get("/account"), http.StatusOK, "ada")
}

// TestProviderIsAway holds that a server goes on without its provider, and
// finds it once it is back.
func TestProviderIsAway(t *testing.T) {
	x := newProviderSite(t, byGroups)
	x.down = true
	b := x.browser()
	has(t, b.get("/login"), http.StatusOK, "Sign in with")
	has(t, b.get("/login/provider"), http.StatusServiceUnavailable, "cannot be asked", "sign in with a password")
	x.down = false
	has(t, x.come(b, inGroups("ada", "staff")), http.StatusSeeOther)
}

// TestWithoutProvider holds that there is no way over a provider where there
// is none.
func TestWithoutProvider(t *testing.T) {
	x := newSite(t, nil)
	has(t, x.get("/login/provider", ""), http.StatusNotFound)
	has(t, x.get(ReturnPath+"?code=x&state=", ""), http.StatusNotFound)
	if w := x.get("/login", ""); strings.Contains(w.Body.String(), "provider") {
		t.Error(w.Body)
	}
}

var _ Identity = (*identity.Provider)(nil)

// TestAudit signs in and out and changes an account on the pages, and holds
// what administrators read of it.
func TestAudit(t *testing.T) {
	x := newProviderSite(t, byGroups)
	admin := func(method, path string, form url.Values) *httptest.ResponseRecorder {
		return x.site.ask(method, path, accounts.Admin, form, func(r *http.Request) { r.Host = "adhere.example.org" })
	}
	x.come(x.browser(), inGroups("eve", "guests"))
	x.come(x.browser(), inGroups("grace", "staff"))
	if _, err := x.site.Accounts.Login(t.Context(), "viewer", "a guess of mine", "here"); err == nil {
		t.Fatal("a wrong password let somebody in")
	}
	has(t, admin(http.MethodPost, "/people/grace", url.Values{"state": {"disabled"}}), http.StatusSeeOther)
	has(t, admin(http.MethodGet, "/audit", nil), http.StatusOK, "account.disabled", "grace", "192.0.2.1", "gives you a role", `href="/audit.jsonl"`)
	var said []string
	for line := range strings.Lines(admin(http.MethodGet, "/audit.jsonl", nil).Body.String()) {
		var a accounts.Act
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatal(err)
		}
		said = append(said, a.Who+" "+a.Action+" "+a.About)
	}
	want := []string{"admin account.disabled grace", " session.refused viewer", "grace session.begun grace", " account.made grace", " session.refused "}
	if len(said) < len(want) || !slices.Equal(said[:len(want)], want) {
		t.Errorf("the log says %q, want %q", said, want)
	}
	for range actsPerPage {
		if err := x.site.store.NoteAct(t.Context(), "run.removed", "r", ""); err != nil {
			t.Fatal(err)
		}
	}
	page := admin(http.MethodGet, "/audit", nil)
	_, rest, _ := strings.Cut(page.Body.String(), `<a href="/audit?before=`)
	id, _, _ := strings.Cut(rest, `"`)
	has(t, admin(http.MethodGet, "/audit?before="+id, nil), http.StatusOK, "account.disabled")
}
