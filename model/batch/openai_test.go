package batch

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestSpoiltOutputBesideErrors holds that a file of results which cannot be read does
// not hide the file of errors.
func TestSpoiltOutputBesideErrors(t *testing.T) {
	u := &url.URL{Scheme: "http", Host: "batches.test", Path: "/v1/chat/completions"}
	o := newOpenAI(&client{url: u, base: roundTrip(func(r *http.Request) (*http.Response, error) {
		said := "<html>back soon</html>"
		if strings.Contains(r.URL.Path, "errors") {
			said = `{"custom_id":"k","response":null,"error":{"message":"expired"}}`
		}
		return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(said))}, nil
	})})
	told := 0
	err := o.results(t.Context(), state{files: []string{"/v1/files/output/content", "/v1/files/errors/content"}}, func(key string, _ int, _ []byte) {
		if key == "k" {
			told++
		}
	})
	if told != 1 || !unreadable(err) {
		t.Errorf("the error was handed on %d times, want once; the error is %v", told, err)
	}
}

// TestFilesAreLookedAtOnce holds that a batch without marks is told from others by the
// names of files, of which none is looked at twice and only so many at a time.
func TestFilesAreLookedAtOnce(t *testing.T) {
	const batches = mostLooked + 10
	looked := map[string]int{}
	o := newOpenAI(&client{url: &url.URL{Scheme: "http", Host: "batches.test", Path: "/v1/chat/completions"}, base: roundTrip(func(r *http.Request) (*http.Response, error) {
		said, status := `{"filename":"other.jsonl"}`, http.StatusOK
		file, ok := strings.CutPrefix(r.URL.Path, "/v1/files/")
		switch {
		case !ok:
			var list []string
			for i := range batches {
				list = append(list, fmt.Sprintf(`{"id":"b%d","input_file_id":"f%d"}`, i, i))
			}
			said = `{"data":[` + strings.Join(list, ",") + `]}`
		case file == "f1":
			said, status = `{"error":{"message":"no such file"}}`, http.StatusNotFound
			fallthrough
		default:
			looked[file]++
		}
		return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(said))}, nil
	})})
	for i, want := range []int{mostLooked, batches, batches} {
		name, err := o.find(t.Context(), Batch{ID: "ours"}, nil, nil)
		if i == 0 && !strings.Contains(fmt.Sprint(err), fmt.Sprintf(": %d files were looked at, the next are looked at in a minute, and the calls wait until then", mostLooked)) {
			t.Error(err)
		}
		if name != "" || errors.As(err, &undecided{}) != (i == 0) || err != nil && i > 0 {
			t.Errorf("time %d: %q, %v", i, name, err)
		}
		if len(looked) != want {
			t.Errorf("time %d: %d files were looked at, want %d", i, len(looked), want)
		}
	}
	for file, n := range looked {
		if n != 1 {
			t.Errorf("%s was looked at %d times", file, n)
		}
	}
}

// TestFilesMayLag holds that a file which is not there yet is looked at again while its
// batch is young, and no file whose name is known.
func TestFilesMayLag(t *testing.T) {
	looked := map[string]int{}
	o := newOpenAI(&client{url: &url.URL{Scheme: "http", Host: "batches.test", Path: "/v1/chat/completions"}, base: roundTrip(func(r *http.Request) (*http.Response, error) {
		said, status := `{"data":[{"id":"b1","input_file_id":"late"},{"id":"b2","input_file_id":"other"}]}`, http.StatusOK
		if file, ok := strings.CutPrefix(r.URL.Path, "/v1/files/"); ok {
			looked[file]++
			if said = `{"filename":"other.jsonl"}`; file == "late" {
				said, status = `{"error":{"message":"no such file"}}`, http.StatusNotFound
			}
		}
		return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader(said))}, nil
	})})
	for range 2 {
		if name, err := o.find(t.Context(), Batch{ID: "ours", Begun: time.Now()}, nil, nil); name != "" || err != nil {
			t.Errorf("%q, %v", name, err)
		}
	}
	if looked["late"] != 2 || looked["other"] != 1 {
		t.Errorf("looked at %v, want the late file twice and the other once", looked)
	}
}
