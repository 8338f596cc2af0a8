package gateway

import (
	"net/http/httptest"
	"strings"
	"testing"

	"adhere"
)

// However an answer is cut into pieces, what it used is read, and no more than
// that is kept.
func TestUsageInAnyBody(t *testing.T) {
	long := strings.Repeat("word ", 20_000)
	for body, want := range map[string]adhere.Usage{
		`{"usage":{"prompt_tokens":3,"completion_tokens":4}}`:                                                                      {In: 3, Out: 4},
		`{"usage" : 1, "usage": {"prompt_tokens":3,"completion_tokens":4},"choices":[{"message":{"content":"` + long + `"}}]}`:     {In: 3, Out: 4},
		`{"choices":[{"message":{"content":"` + long + `\"usage\":{}"}}],"usage":{"prompt_tokens":3,"completion_tokens":4},"x":1}`: {In: 3, Out: 4},
		"data: {\"usage\":null}\n\ndata: {\"usage\": {\"input_tokens\":5,\"output_tokens\":6}}\n\ndata":                            {In: 5, Out: 6},
	} {
		for _, size := range []int{1, 3, 7, 8, 9, 100, 16 << 10, len(body)} {
			a := &adder{ResponseWriter: httptest.NewRecorder()}
			for at := 0; at < len(body); at += size {
				if _, err := a.Write([]byte(body[at:min(at+size, len(body))])); err != nil {
					t.Fatal(err)
				}
			}
			if got, ok := a.used(); !ok || got.Usage != want {
				t.Errorf("in pieces of %d, %.60s: %+v", size, body, got)
			}
			if n := strings.Count(body, "\ndata:"); a.events != n {
				t.Errorf("in pieces of %d, %.60s: %d events, want %d", size, body, a.events, n)
			}
			if cap(a.usage) > 2*mostUsage || cap(a.carry) > 100 {
				t.Errorf("%d bytes are kept of %d", cap(a.usage), len(body))
			}
		}
	}
	for _, body := range []string{`{"usage":`, `{"usage":{"prompt_tokens":3`, `{}`, ""} {
		a := &adder{ResponseWriter: httptest.NewRecorder()}
		a.note([]byte(body))
		if _, ok := a.used(); ok {
			t.Errorf("%s has usage", body)
		}
	}
}
