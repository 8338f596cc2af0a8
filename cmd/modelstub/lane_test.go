package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"adhere/model/modeltest"
)

func address(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

// What is measured is whole: through the stub, and through the proxy in front
// of it.
func TestLanes(t *testing.T) {
	direct := &way{name: "direct", address: address(t, fastStub())}
	proxy, err := plainProxy("http://" + direct.address + "/v1")
	if err != nil {
		t.Fatal(err)
	}
	ways := []*way{direct, {name: "proxy", address: address(t, proxy)}}
	for _, w := range ways {
		for _, stream := range []bool{false, true} {
			l, err := openLane(context.Background(), w.address, w.request(stream))
			if err != nil {
				t.Fatal(err)
			}
			defer l.close()
			for range 20 {
				if err := l.call(stream); err != nil {
					t.Fatalf("%s, stream %t: %v", w.name, stream, err)
				}
			}
			if rate, err := w.rate(context.Background(), stream, time.Nanosecond); err != nil || rate <= 0 {
				t.Errorf("%s, stream %t: %f a second, %v", w.name, stream, rate, err)
			}
		}
	}
}

// An answer that is not whole ends the measurement.
func TestLanesAreNotFooled(t *testing.T) {
	for name, answer := range map[string]func(http.ResponseWriter){
		"error":      func(w http.ResponseWriter) { w.WriteHeader(http.StatusInternalServerError) },
		"cut":        func(w http.ResponseWriter) { fmt.Fprint(w, `{"id":`) },
		"broken off": func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
		"short stream": func(w http.ResponseWriter) {
			fmt.Fprint(w, strings.Repeat("data: {}\n\n", chunksPerStream))
			_ = http.NewResponseController(w).Flush()
			fmt.Fprint(w, "data: [DONE]\n\n")
		},
	} {
		w := &way{address: address(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w) }))}
		for _, stream := range []bool{false, true} {
			l, err := openLane(context.Background(), w.address, w.request(stream))
			if err != nil {
				t.Fatal(err)
			}
			defer l.close()
			if err := l.call(stream); err == nil {
				t.Errorf("%s, stream %t: taken for whole", name, stream)
			}
		}
	}
}

// The instructions for measurements are as long as they are said to be, and
// answers differ by request.
func TestItems(t *testing.T) {
	var b strings.Builder
	if err := writeItems(&b, 200); err != nil {
		t.Fatal(err)
	}
	sum := 0
	for line := range strings.Lines(b.String()) {
		var item struct{ Prompt string }
		if err := json.Unmarshal([]byte(line), &item); err != nil {
			t.Fatal(err)
		}
		sum += len(item.Prompt)
	}
	if mean := sum / 200; mean < 600 || mean > 700 {
		t.Errorf("prompts have %d bytes", mean)
	}
	answer := varied("Yes.", 5)
	one, other := answer(&modeltest.Asked{Body: []byte("1")}), answer(&modeltest.Asked{Body: []byte("2")})
	if one == other || one != answer(&modeltest.Asked{Body: []byte("1")}) || !strings.HasPrefix(one, "Yes. ") {
		t.Errorf("%q and %q", one, other)
	}
}
