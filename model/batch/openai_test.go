package batch

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
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
