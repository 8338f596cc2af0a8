package pull_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/dataset"
	"adhere/dataset/pull"
)

// A shelf serves one file in the ways that servers do.
type shelf struct {
	mu       sync.Mutex
	body     string
	etag     string
	cutAfter int  // breaks off the first reply after that many bytes
	noRange  bool // ignores Range
	status   int  // answers with this instead
	asked    []string
}

func (s *shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, strings.TrimSpace(r.Header.Get("Range")+" "+r.Header.Get("If-Range")))
	if s.status != 0 {
		http.Error(w, "no", s.status)
		return
	}
	body, from := s.body, 0
	if s.etag != "" {
		w.Header().Set("ETag", s.etag)
	}
	if n, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes="); ok && !s.noRange && (r.Header.Get("If-Range") == "" || r.Header.Get("If-Range") == s.etag) {
		from, _ = strconv.Atoi(strings.TrimSuffix(n, "-"))
		if from >= len(body) {
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		}
		w.Header().Set("Content-Range", "bytes "+strconv.Itoa(from)+"-"+strconv.Itoa(len(body)-1)+"/"+strconv.Itoa(len(body)))
		body = body[from:]
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if from > 0 {
		w.WriteHeader(http.StatusPartialContent)
	}
	if cut := s.cutAfter; cut > 0 {
		s.cutAfter = 0
		_, _ = w.Write([]byte(body[:cut]))
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write([]byte(body))
}

// change changes how the shelf serves from now on.
func (s *shelf) change(how func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	how()
}

// log returns the ranges that were asked for.
func (s *shelf) log() (asked []string) {
	s.change(func() { asked = slices.Clone(s.asked) })
	return asked
}

const wanted = "one line\nanother line\n"

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// source is a source of one file, whose contents should be wanted.
func source(base string) dataset.Source {
	s := dataset.Source{Name: "small", Files: []dataset.File{{Path: "small/data.jsonl", SHA256: sumOf(wanted), Size: int64(len(wanted))}}}
	return s.At(base)
}

func serve(t *testing.T, s *shelf) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server
}

func filesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, "small"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func wantWhole(t *testing.T, dir string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "small", "data.jsonl"))
	if err != nil || string(text) != wanted {
		t.Errorf("read %q, error %v", text, err)
	}
	if diff := cmp.Diff([]string{"data.jsonl"}, filesIn(t, dir)); diff != "" {
		t.Errorf("other files are left:\n%s", diff)
	}
}

func TestPull(t *testing.T) {
	s := &shelf{body: wanted}
	server, dir := serve(t, s), t.TempDir()
	var last int64
	for range 2 { // the second finds the file and asks for nothing
		if err := pull.Pull(t.Context(), source(server.URL), dir, pull.Options{Progress: func(_ dataset.File, done, total int64) {
			last = done
			if total != int64(len(wanted)) {
				t.Errorf("total %d", total)
			}
		}}); err != nil {
			t.Fatal(err)
		}
		wantWhole(t, dir)
	}
	if len(s.log()) != 1 || last != int64(len(wanted)) {
		t.Errorf("asked %q, last progress %d", s.log(), last)
	}
}

func TestPullGoesOn(t *testing.T) {
	for name, c := range map[string]struct {
		shelf   *shelf
		between func(*shelf) // between the first and the second pull
		asked   []string
	}{
		"where it stopped":         {&shelf{etag: `"v1"`, cutAfter: 9}, func(*shelf) {}, []string{"", `bytes=9- "v1"`}},
		"afresh without Range":     {&shelf{etag: `"v1"`, cutAfter: 9, noRange: true}, func(*shelf) {}, []string{"", `bytes=9- "v1"`}},
		"also without a mark":      {&shelf{cutAfter: 9}, func(*shelf) {}, []string{"", "bytes=9-"}},
		"also with a weak mark":    {&shelf{etag: `W/"v1"`, cutAfter: 9}, func(*shelf) {}, []string{"", "bytes=9-"}},
		"afresh after a change":    {&shelf{etag: `"v1"`, cutAfter: 9}, func(s *shelf) { s.etag = `"v2"` }, []string{"", `bytes=9- "v1"`}},
		"afresh if it is shorter":  {&shelf{etag: `"v1"`, cutAfter: 9, body: wanted[:9]}, func(s *shelf) { s.body = wanted[:9] }, nil},
		"after a break in a break": {&shelf{etag: `"v1"`, cutAfter: 9}, func(s *shelf) { s.status = http.StatusServiceUnavailable }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.shelf
			if s.body == "" {
				s.body = wanted
			}
			server, dir := serve(t, s), t.TempDir()
			if s.body == wanted {
				err := pull.Pull(t.Context(), source(server.URL), dir, pull.Options{Client: server.Client()})
				if adhere.CodeOf(err) != adhere.Unavailable || !strings.Contains(err.Error(), "broke off") {
					t.Fatalf("error %v", err)
				}
				if _, err := os.Stat(filepath.Join(dir, "small", "data.jsonl.part")); err != nil {
					t.Fatal(err)
				}
			}
			s.change(func() { c.between(s) })
			err := pull.Pull(t.Context(), source(server.URL), dir, pull.Options{Client: server.Client()})
			if c.asked == nil { // not yet: the server is down or has another file
				if err == nil {
					t.Fatal("no error")
				}
				s.change(func() { s.status, s.body, s.cutAfter = 0, wanted, 0 })
				err = pull.Pull(t.Context(), source(server.URL), dir, pull.Options{Client: server.Client()})
			}
			if err != nil {
				t.Fatal(err)
			}
			wantWhole(t, dir)
			if diff := cmp.Diff(c.asked, s.log()); c.asked != nil && diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A part that the server cannot go on from is thrown away.
func TestPullDropsAPartTooMany(t *testing.T) {
	s := &shelf{etag: `"v1"`, body: wanted[:5]}
	server, dir := serve(t, s), t.TempDir()
	path := filepath.Join(dir, "small", "data.jsonl.part")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	for p, text := range map[string]string{path: wanted[:9], path + ".etag": `"v1"`} {
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := pull.Pull(t.Context(), source(server.URL), dir, pull.Options{Client: server.Client()}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("error %v, want that of a file that is too short", err)
	}
	if diff := cmp.Diff([]string{`bytes=9- "v1"`, ""}, s.log()); diff != "" {
		t.Error(diff)
	}
	if left := filesIn(t, dir); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}

func TestPullOfAnotherFile(t *testing.T) {
	other := strings.ToUpper(wanted)
	for name, c := range map[string]struct{ body, want string }{
		"another hash": {other, "expected 22 bytes with SHA-256 " + sumOf(wanted) + ", got 22 bytes with " + sumOf(other)},
		"too short":    {"one", "expected 22 bytes with SHA-256 " + sumOf(wanted) + ", got 3 bytes with " + sumOf("one")},
		"too long":     {wanted + "more", "expected 22 bytes with SHA-256 " + sumOf(wanted) + ", got more with "},
	} {
		t.Run(name, func(t *testing.T) {
			server, dir := serve(t, &shelf{body: c.body, etag: `"v1"`}), t.TempDir()
			err := pull.Pull(t.Context(), source(server.URL), dir, pull.Options{Client: server.Client()})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v\nwant …%s…", err, c.want)
			}
			if left := filesIn(t, dir); len(left) > 0 {
				t.Errorf("%q are left behind", left)
			}
		})
	}
}

// A server that cannot be reached is no download that broke off.
func TestPullWithoutANetwork(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	server.Close()
	err := pull.Pull(t.Context(), source(server.URL), t.TempDir(), pull.Options{})
	if adhere.CodeOf(err) != adhere.Unavailable || !strings.Contains(err.Error(), "cannot be reached") || !strings.Contains(adhere.HintOf(err), "--mirror") {
		t.Errorf("%v (%s)", err, adhere.HintOf(err))
	}
}

// A part of another version, which no mark tells, shows by the hash of the
// whole. The file is then asked for from its start, once.
func TestPullStartsAgainOnce(t *testing.T) {
	for name, c := range map[string]struct {
		now  string // what the server has at the second pull
		want string // in the error
	}{
		"with the pinned file": {wanted, ""},
		"with another":         {strings.ToLower(wanted) + "more", "is not the pinned file"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &shelf{body: strings.ToUpper(wanted), cutAfter: 9}
			server, dir := serve(t, s), t.TempDir()
			if err := pulled(t, server, dir); err == nil {
				t.Fatal("no error although the download broke off")
			}
			s.change(func() { s.body = c.now })
			err := pulled(t, server, dir)
			if diff := cmp.Diff([]string{"", "bytes=9-", ""}, s.log()); diff != "" {
				t.Error(diff)
			}
			if c.want == "" && err == nil {
				wantWhole(t, dir)
			} else if err == nil || c.want == "" || !strings.Contains(err.Error(), c.want) || len(filesIn(t, dir)) > 0 {
				t.Errorf("error %v; files %q", err, filesIn(t, dir))
			}
		})
	}
}

func pulled(t *testing.T, server *httptest.Server, dir string) error {
	t.Helper()
	return pull.Pull(t.Context(), source(server.URL), dir, pull.Options{Client: server.Client()})
}

// wireFunc answers requests without a network.
type wireFunc func(*http.Request) *http.Response

func (f wireFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r), nil }

// A trickle gives a piece every so often, and then nothing for as long as the
// request lives.
type trickle struct {
	ctx    context.Context
	pieces []string
	every  time.Duration
}

func (r *trickle) Read(b []byte) (int, error) {
	if len(r.pieces) == 0 {
		<-r.ctx.Done()
		return 0, r.ctx.Err()
	}
	time.Sleep(r.every)
	n := copy(b, r.pieces[0])
	r.pieces = r.pieces[1:]
	return n, nil
}

// A download that brings a byte now and then is slow; one that brings none for
// a while has stalled, and is taken up by the next.
func TestPullStalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir, ranges := t.TempDir(), []string{}
		wire := wireFunc(func(r *http.Request) *http.Response {
			ranges = append(ranges, r.Header.Get("Range"))
			if len(ranges) == 1 {
				body := &trickle{r.Context(), []string{wanted[:3], wanted[3:6], wanted[6:9]}, 19 * time.Second}
				return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(body)}
			}
			return &http.Response{
				StatusCode: http.StatusPartialContent, Header: http.Header{"Content-Range": {"bytes 9-21/22"}},
				Body: io.NopCloser(strings.NewReader(wanted[9:])),
			}
		})
		o := pull.Options{Client: &http.Client{Transport: wire}, Stall: 20 * time.Second}
		start := time.Now()
		err := pull.Pull(t.Context(), source("http://h"), dir, o)
		if adhere.CodeOf(err) != adhere.Unavailable || !strings.Contains(err.Error(), "no byte came for 20s") || adhere.HintOf(err) == "" {
			t.Errorf("error %v", err)
		}
		if took := time.Since(start); took != 77*time.Second {
			t.Errorf("ended after %s, want 3*19 s and the 20 s without a byte", took)
		}
		if err := pull.Pull(t.Context(), source("http://h"), dir, o); err != nil {
			t.Fatal(err)
		}
		wantWhole(t, dir)
		if diff := cmp.Diff([]string{"", "bytes=9-"}, ranges); diff != "" {
			t.Error(diff)
		}
	})
}

// A file that the user changed is not replaced unless that is what was asked
// for, and then not before the new one is proven.
func TestPullKeepsAChangedFile(t *testing.T) {
	s := &shelf{body: "wrong"}
	server, dir := serve(t, s), t.TempDir()
	path := filepath.Join(dir, "small", "data.jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	src := source(server.URL)
	src.Files = append([]dataset.File{{Path: "small/first.jsonl", URL: server.URL, SHA256: sumOf(wanted), Size: int64(len(wanted))}}, src.Files...)
	err := pull.Pull(t.Context(), src, dir, pull.Options{})
	if adhere.CodeOf(err) != adhere.Conflict || !strings.Contains(err.Error(), path) || adhere.HintOf(err) == "" || len(s.log()) > 0 {
		t.Errorf("error %v, asked for %q", err, s.log())
	}
	for body, want := range map[string]string{"wrong": "mine", wanted: wanted} {
		s.change(func() { s.body = body })
		err := pull.Pull(t.Context(), source(server.URL), dir, pull.Options{Force: true})
		if text, _ := os.ReadFile(path); string(text) != want || (err == nil) != (body == wanted) {
			t.Errorf("the file is %q, error %v", text, err)
		}
		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// What fails before a byte is kept leaves the disk as it was.
func TestPullLeavesNoFolder(t *testing.T) {
	for name, s := range map[string]*shelf{"refused": {status: 404}, "another file": {body: "wrong"}} {
		server, dir := serve(t, s), t.TempDir()
		if err := pulled(t, server, filepath.Join(dir, "data", "sets")); err == nil {
			t.Errorf("%s: no error", name)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v is left, %v", name, left, err)
		}
		if err := os.Mkdir(filepath.Join(dir, "data"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := pulled(t, server, filepath.Join(dir, "data")); err == nil {
			t.Errorf("%s: no error", name)
		}
		if left, err := os.ReadDir(filepath.Join(dir, "data")); err != nil || len(left) > 0 {
			t.Errorf("%s: a folder that was there is gone, or %v is left; %v", name, left, err)
		}
	}
}

func TestPullRefused(t *testing.T) {
	for status, code := range map[int]adhere.Code{
		404: adhere.NotFound, 410: adhere.NotFound, 401: adhere.Refused, 403: adhere.Refused, 429: adhere.RateLimited, 500: adhere.Unavailable,
	} {
		server := serve(t, &shelf{status: status})
		err := pull.Pull(t.Context(), source(server.URL), t.TempDir(), pull.Options{Client: server.Client()})
		if adhere.CodeOf(err) != code || !strings.Contains(err.Error(), strconv.Itoa(status)) || adhere.HintOf(err) == "" {
			t.Errorf("%d: error %v of code %s, want %s with the status and a hint", status, err, adhere.CodeOf(err), code)
		}
	}
}

func TestPullFollowsRedirects(t *testing.T) {
	server := serve(t, &shelf{body: wanted})
	first := httptest.NewServer(http.RedirectHandler(server.URL+"/elsewhere", http.StatusFound))
	defer first.Close()
	dir := t.TempDir()
	if err := pull.Pull(t.Context(), source(first.URL), dir, pull.Options{Client: first.Client()}); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, dir)
}

func TestPullNowhere(t *testing.T) {
	server := serve(t, &shelf{body: wanted})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := pull.Pull(t.Context(), source(server.URL), file, pull.Options{Client: server.Client()}) // a file is no folder
	if err == nil || !strings.Contains(err.Error(), "data.jsonl") {
		t.Errorf("error %v", err)
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "small", "data.jsonl.part"), 0o755); err != nil {
		t.Fatal(err)
	}
	err = pull.Pull(t.Context(), source(server.URL), dir, pull.Options{Client: server.Client()})
	if err == nil || !strings.HasPrefix(err.Error(), "cannot write ") || adhere.HintOf(err) == "" {
		t.Errorf("error %v", err)
	}
}

func TestPullStopped(t *testing.T) {
	server := serve(t, &shelf{body: wanted})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := pull.Pull(ctx, source(server.URL), t.TempDir(), pull.Options{Client: server.Client()}); adhere.CodeOf(err) != adhere.Cancelled {
		t.Errorf("error %v, want cancelled", err)
	}
}
