package identity_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc/oidctest"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/identity"
)

func TestConfig(t *testing.T) {
	good := identity.Config{Issuer: "https://sign.example.org/realms/lab", Client: "adhere", Rules: identity.Rules{Claim: "groups", Roles: []string{"a=admin", "*=viewer"}}}
	if p, err := identity.New(good); err != nil || p.Name() != "sign.example.org" {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*identity.Config){
		"not an https address":  func(c *identity.Config) { c.Issuer = "http://sign.example.org" },
		`"sign.example.org"`:    func(c *identity.Config) { c.Issuer = "sign.example.org" },
		"ID is missing":         func(c *identity.Config) { c.Client = "" },
		"signs in gets a role":  func(c *identity.Config) { c.Rules.Roles = nil },
		`"a=king" gives no`:     func(c *identity.Config) { c.Rules.Roles = []string{"a=king"} },
		`"viewer" gives no`:     func(c *identity.Config) { c.Rules.Roles = []string{"viewer"} },
		"oidc-claim is missing": func(c *identity.Config) { c.Rules.Claim = "" },
	} {
		c := good
		change(&c)
		if _, err := identity.New(c); adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), want) || adhere.HintOf(err) == "" {
			t.Errorf("error %v, want one that says %s", err, want)
		}
	}
	good.Issuer = "http://localhost:8081/realms/lab"
	if _, err := identity.New(good); err != nil {
		t.Errorf("a provider on this machine: %v", err)
	}
}

// tokenOf answers as a provider that gives everybody a token with those claims.
func tokenOf(t *testing.T, claims *map[string]any) *httptest.Server {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	keys := &oidctest.Server{PublicKeys: []oidctest.PublicKey{{PublicKey: key.Public(), KeyID: "one", Algorithm: "RS256"}}}
	mux := http.NewServeMux()
	mux.Handle("/", keys)
	mux.HandleFunc("/token", func(w http.ResponseWriter, _ *http.Request) {
		b, _ := json.Marshal(*claims)
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": oidctest.SignIDToken(key, "one", "RS256", string(b))})
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	keys.SetIssuer(server.URL)
	return server
}

// TestRoles holds what people become by what providers really say of them.
func TestRoles(t *testing.T) {
	var claims map[string]any
	server := tokenOf(t, &claims)
	realm := map[string]any{"realm_access": map[string]any{"roles": []any{"offline_access", "adhere-staff"}}}
	mail := func(address string, confirmed any) map[string]any {
		return map[string]any{"email": address, "email_verified": confirmed}
	}
	for name, test := range map[string]struct {
		rules  identity.Rules
		claims map[string]any
		role   accounts.Role // "" is refused
	}{
		"a role of the realm":       {identity.Rules{Claim: "realm_access.roles", Roles: []string{"adhere-staff=annotator"}}, realm, accounts.Annotator},
		"a claim with dots":         {identity.Rules{Claim: "https://example.org/roles", Roles: []string{"x=admin"}}, map[string]any{"https://example.org/roles": "x"}, accounts.Admin},
		"the first that fits":       {identity.Rules{Claim: "roles", Roles: []string{"b=admin", "a=viewer"}}, map[string]any{"roles": []any{"a", "b"}}, accounts.Admin},
		"anybody":                   {identity.Rules{Roles: []string{"*=viewer"}}, nil, accounts.Viewer},
		"a name with an equals":     {identity.Rules{Claim: "groups", Roles: []string{"cn=leads,o=lab=admin"}}, map[string]any{"groups": []any{"cn=leads,o=lab"}}, accounts.Admin},
		"no such claim":             {identity.Rules{Claim: "groups.x", Roles: []string{"a=admin"}}, map[string]any{"groups": []any{"a"}}, ""},
		"numbers are no values":     {identity.Rules{Claim: "groups", Roles: []string{"7=admin"}}, map[string]any{"groups": []any{7}}, ""},
		"by address":                {identity.Rules{Claim: "email", Roles: []string{"ada@example.org=admin"}}, mail("ada@example.org", true), accounts.Admin},
		"by an unconfirmed address": {identity.Rules{Claim: "email", Roles: []string{"ada@example.org=admin"}}, mail("ada@example.org", nil), ""},
		"of the domain":             {identity.Rules{Roles: []string{"*=viewer"}, Domains: []string{"example.com", "EXAMPLE.org"}}, mail("ada@example.org", "true"), accounts.Viewer},
		"of a domain below":         {identity.Rules{Roles: []string{"*=viewer"}, Domains: []string{"example.org"}}, mail("ada@lab.example.org", true), ""},
		"without an address":        {identity.Rules{Roles: []string{"*=viewer"}, Domains: []string{"example.org"}}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := identity.New(identity.Config{Issuer: server.URL, Client: "adhere", Rules: test.rules, Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			address, err := p.Address(t.Context(), "a token")
			if err != nil {
				t.Fatal(err)
			}
			u, _ := url.Parse(address)
			claims = map[string]any{"iss": server.URL, "aud": "adhere", "sub": "7", "nonce": u.Query().Get("nonce"), "exp": time.Now().Add(time.Minute).Unix()}
			maps.Copy(claims, test.claims)
			id, err := p.Identify(t.Context(), "a token", url.Values{"state": {u.Query().Get("state")}, "code": {"c"}})
			if id.Role != test.role || test.role == "" && adhere.CodeOf(err) != adhere.Refused || test.role != "" && (err != nil || id.ID != server.URL+" 7") {
				t.Errorf("%+v, %v", id, err)
			}
		})
	}
}
