package identity

import "testing"

// TestGoogleDomains: with Google, an address of a domain can be anybody's; what
// counts is the claim of who belongs to it. No test server can be Google.
func TestGoogleDomains(t *testing.T) {
	r := Rules{Roles: []string{"*=viewer"}, Domains: []string{"example.org"}}
	claims := map[string]any{"iss": "https://accounts.google.com", "email": "ada@example.org", "email_verified": true}
	if role, err := r.role(claims); err == nil {
		t.Errorf("an address alone gives %s", role)
	}
	claims["hd"] = "example.org"
	if _, err := r.role(claims); err != nil {
		t.Error(err)
	}
}
