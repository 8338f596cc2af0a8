package redact_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"adhere/internal/redact"
)

const key = "sk-secret-sk-secret-1"

func TestText(t *testing.T) {
	for _, c := range [][3]string{
		{"say " + key + "!", key, "say *********************!"},
		{"no key", key, "no key"},
		{"a dummy key", "dummy", "a dummy key"},
		{"nothing", "", "nothing"},
	} {
		if got := redact.Text(c[0], c[1]); got != c[2] {
			t.Errorf("%q without %q: %q", c[0], c[1], got)
		}
	}
}

// FuzzResponse holds that however a body comes and is read, it is what Text
// makes of it as a whole.
func FuzzResponse(f *testing.F) {
	f.Add("x"+key+key+"y sk-secret-"+key, uint8(0), uint8(0))
	f.Add(strings.Repeat("sk-secret-", 30)+"1"+key[:20], uint8(1), uint8(2))
	f.Add("sk-sk-secret-sk-secret-sk-secret-1", uint8(2), uint8(1))
	f.Fuzz(func(t *testing.T, text string, comes, read uint8) {
		ways := []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader}
		resp := &http.Response{Header: http.Header{"X-Key": {text}}, Body: io.NopCloser(ways[int(comes)%len(ways)](strings.NewReader(text)))}
		redact.Response(resp, key)
		var got bytes.Buffer
		if _, err := io.Copy(&got, struct{ io.Reader }{ways[int(read)%len(ways)](resp.Body)}); err != nil {
			t.Fatal(err)
		}
		want := redact.Text(text, key)
		if got.String() != want || resp.Header.Get("X-Key") != want {
			t.Errorf("%q gave %q and %q, want %q", text, got.String(), resp.Header.Get("X-Key"), want)
		}
	})
}

// TestBrokenBody holds that what was read of a body that breaks off is handed
// over with its error.
func TestBrokenBody(t *testing.T) {
	resp := &http.Response{Body: io.NopCloser(io.MultiReader(strings.NewReader("half sk-sec"), iotest.ErrReader(io.ErrUnexpectedEOF)))}
	redact.Response(resp, key)
	got, err := io.ReadAll(resp.Body)
	if string(got) != "half sk-sec" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%q, %v", got, err)
	}
}
