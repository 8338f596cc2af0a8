package serving_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/internal/serving"
)

// ring returns a keyring in a new file.
func ring(t *testing.T) *serving.Keyring {
	t.Helper()
	r, err := serving.OpenKeys(filepath.Join(t.TempDir(), "keys.json"), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func addKey(t *testing.T, r *serving.Keyring, k serving.Key) string {
	t.Helper()
	_, secret, err := r.Add(k)
	if err != nil {
		t.Fatal(err)
	}
	return secret
}

func newServer(t *testing.T, c serving.Config, routes ...serving.Route) *serving.Server {
	t.Helper()
	s := serving.New(c)
	for _, r := range routes {
		s.Handle(r)
	}
	return s
}

// ask sends one request to a server's handler, from this machine.
func ask(s *serving.Server, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	r.RemoteAddr = "127.0.0.1:40000"
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// errorCode reads an answer as OpenAI's clients do.
func errorCode(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var e struct {
		Error struct{ Message, Type, Code string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || e.Error.Message == "" || e.Error.Type == "" {
		t.Fatalf("status %d with %q: not an error in OpenAI's shape: %v", w.Code, w.Body, err)
	}
	return e.Error.Code
}

var echo = serving.Route{Pattern: "POST /echo", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		serving.WriteError(w, r, err)
		return
	}
	w.Header().Set("Caller", serving.CallerOf(r.Context()).Name)
	w.Write(b)
})}

func TestAccess(t *testing.T) {
	keys := ring(t)
	good := addKey(t, keys, serving.Key{Name: "good"})
	gone := addKey(t, keys, serving.Key{Name: "gone"})
	late := addKey(t, keys, serving.Key{Name: "late", Expires: time.Now().Add(-time.Hour)})
	if _, err := keys.Revoke("gone"); err != nil {
		t.Fatal(err)
	}
	wrong := good[:len(good)-1] + string('0'+'1'-good[len(good)-1])
	closed, open := newServer(t, serving.Config{Keys: keys}, echo), newServer(t, serving.Config{}, echo)
	for _, c := range []struct {
		name    string
		server  *serving.Server
		headers []string
		status  int
		code    string
	}{
		{"bearer", closed, []string{"Authorization", "Bearer " + good}, 200, ""},
		{"x-api-key", closed, []string{"x-api-key", good}, 200, ""},
		{"no key", closed, nil, 401, "missing_api_key"},
		{"basic", closed, []string{"Authorization", "Basic " + good}, 401, "missing_api_key"},
		{"one digit wrong", closed, []string{"x-api-key", wrong}, 401, "invalid_api_key"},
		{"half a key", closed, []string{"x-api-key", good[:20]}, 401, "invalid_api_key"},
		{"unknown", closed, []string{"x-api-key", "sk-1"}, 401, "invalid_api_key"},
		{"revoked", closed, []string{"x-api-key", gone}, 401, "revoked_api_key"},
		{"expired", closed, []string{"x-api-key", late}, 401, "expired_api_key"},
		{"local without keys", open, nil, 200, ""},
		{"local, some key", open, []string{"Authorization", "Bearer sk-none"}, 200, ""},
		{"from a page elsewhere", open, []string{"Sec-Fetch-Site", "cross-site"}, 403, "cross_site"},
		{"under a name of others", open, []string{"Host", "rebind.example"}, 403, "cross_site"},
		{"by address", open, []string{"Host", "[::1]:80"}, 200, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := ask(c.server, "POST", "/echo", "hello", c.headers...)
			if w.Code != c.status {
				t.Fatalf("status %d, want %d: %s", w.Code, c.status, w.Body)
			}
			if c.status == 200 && w.Body.String() != "hello" {
				t.Errorf("answered %q", w.Body)
			}
			if c.status != 200 && errorCode(t, w) != c.code {
				t.Errorf("code %q, want %q", errorCode(t, w), c.code)
			}
		})
	}
	if got := ask(closed, "POST", "/echo", "", "x-api-key", good).Header().Get("Caller"); got != "good" {
		t.Errorf("the caller is %q", got)
	}
}

func TestRefusesToListenWithoutKeys(t *testing.T) {
	none := func(net.Addr) error { return errors.New("listens") }
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0"} {
		err := newServer(t, serving.Config{Listen: address, Keys: ring(t)}).Run(context.Background(), none)
		if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(adhere.HintOf(err), "keys add") {
			t.Errorf("%s: %v", address, err)
		}
	}
	keys := ring(t)
	addKey(t, keys, serving.Key{Name: "one"})
	for _, c := range []serving.Config{{Keys: keys}, {Guarded: func() bool { return true }}, {Listen: "127.0.0.1:0"}} {
		if c.Listen == "" {
			c.Listen = "0.0.0.0:0"
		}
		if err := newServer(t, c).Run(context.Background(), none); err == nil || err.Error() != "listens" {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A body whose pieces have no length that can be read is the client's fault: it is
// not told of a fault of the service's, for which clients ask again.
func TestBrokenPiecesOfABody(t *testing.T) {
	front := httptest.NewServer(newServer(t, serving.Config{}, echo).Handler())
	defer front.Close()
	for _, pieces := range []string{"ZZ\r\nxx", "5\r\n{\"mod", "5\r\n{\"modXX\r\n"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(front.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n%s", pieces)
		_ = conn.(*net.TCPConn).CloseWrite()
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%q: %v, %v", pieces, resp, err)
		}
	}
}
