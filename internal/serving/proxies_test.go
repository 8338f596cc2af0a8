package serving_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"adhere"
	"adhere/internal/serving"
)

// TestProxies holds whose word on a client's address is taken.
func TestProxies(t *testing.T) {
	for _, c := range []struct{ proxies, sender, forwarded, want string }{
		{"false", "127.0.0.1:1", "203.0.113.7", "127.0.0.1"},
		{"true", "127.0.0.1:1", "203.0.113.7", "203.0.113.7"},
		{"true", "10.1.2.3:1", "8.8.8.8, 203.0.113.7", "203.0.113.7"},
		{"true", "[fd00::1]:1", "2001:db8::1", "2001:db8::1"},
		{"true", "[::ffff:10.1.2.3]:1", "203.0.113.7", "203.0.113.7"},
		{"true", "198.51.100.9:1", "203.0.113.7", "198.51.100.9"},
		{"true", "10.1.2.3:1", "nonsense", "10.1.2.3"},
		{"true", "10.1.2.3:1", "", "10.1.2.3"},
		{"198.51.100.9, 192.0.2.0/24", "198.51.100.9:1", "203.0.113.7", "203.0.113.7"},
		{"198.51.100.9, 192.0.2.0/24", "192.0.2.77:1", "203.0.113.7", "203.0.113.7"},
		{"198.51.100.9, 192.0.2.0/24", "127.0.0.1:1", "203.0.113.7", "127.0.0.1"},
	} {
		var p serving.Proxies
		if err := p.Set(c.proxies); err != nil {
			t.Fatal(err)
		}
		var again serving.Proxies
		if err := again.Set(p.String()); c.proxies != "false" && (err != nil || again.String() != p.String()) {
			t.Errorf("%s is written as %s: %v", c.proxies, p.String(), err)
		}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.sender
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got, ok := p.Client(r); !ok || got.String() != c.want {
			t.Errorf("behind %s, %s says %q: %v, want %s", c.proxies, c.sender, c.forwarded, got, c.want)
		}
	}
	var p serving.Proxies
	if err := p.Set("10.0.0.0/8,proxy.example"); adhere.CodeOf(err) != adhere.Invalid || p != nil {
		t.Errorf("%v, %v", p, err)
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "@"
	if _, ok := p.Client(r); ok {
		t.Error("a socket file has an address")
	}
}
