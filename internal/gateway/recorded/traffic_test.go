package recorded_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"adhere/internal/gateway"
	"adhere/internal/gateway/recorded"
	"adhere/internal/store"
)

// A request is a case once, however often it is added, on a line of its own.
func TestCaseIsAddedOnce(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	keep := recorded.In(s, func(id string, err error) { t.Error(id, err) })
	for _, id := range []string{"adh-1", "adh-2"} {
		keep(&gateway.Exchange{ID: id, Time: time.Now(), Route: "/v1/chat/completions", Request: "{}"})
	}
	traffic := recorded.Traffic{Store: s, Cases: filepath.Join(t.TempDir(), "cases.jsonl")}
	if err := os.WriteFile(traffic.Cases, []byte(`{"name":"old"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if all, without, err := traffic.Exchanges(t.Context(), 10, false); len(all) != 0 || without != 2 || err != nil {
		t.Errorf("of two requests without attempts, %d are shown and %d counted as left out: %v", len(all), without, err)
	}
	want := `{"name":"old"}` + "\n"
	for _, id := range []string{"adh-1", "adh-2"} {
		line, err := traffic.Case(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		want += line + "\n"
	}
	for _, id := range []string{"adh-1", "adh-2", "adh-1"} {
		if file, err := traffic.AddCase(t.Context(), id); err != nil || file != traffic.Cases {
			t.Fatal(file, err)
		}
	}
	if got, err := os.ReadFile(traffic.Cases); err != nil || string(got) != want {
		t.Errorf("%v: the file is\n%s\nwant\n%s", err, got, want)
	}
}
