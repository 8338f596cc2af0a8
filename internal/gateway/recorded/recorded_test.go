package recorded_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/internal/gateway"
	"adhere/internal/gateway/recorded"
	"adhere/internal/store"
	"adhere/verify/suites"
)

// A request that was kept without its texts cannot be judged again, which is no
// difference.
func TestReplayOfWhatWasKeptWithoutTexts(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	recorded.In(s, func(id string, err error) { t.Error(id, err) })(&gateway.Exchange{ID: "adh-1", Time: time.Now(), Request: strings.Repeat("x", 2<<20)})
	all, err := recorded.Replay(t.Context(), s, []string{"adh-1"}, suites.Catalog())
	if err != nil || len(all) != 1 || all[0].Same || len(all[0].Differs) > 0 || !strings.Contains(all[0].Result(), "cannot be judged again") {
		t.Errorf("%+v, %v", all, err)
	}
	if different, skipped, failed := recorded.Count(append(all, recorded.Replayed{Same: true}, recorded.Replayed{Differs: []string{"x"}})); different != 1 || skipped != 1 || failed != 0 {
		t.Errorf("%d different, %d skipped, %d failed", different, skipped, failed)
	}
}

// What is wrong with one request is said of that one, and the others are judged.
func TestReplayOfWhatIsWrong(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	keep := recorded.In(s, func(id string, err error) { t.Error(id, err) })
	for id, request := range map[string]string{"adh-1": "{", "adh-2": `{"messages":[]}`} {
		keep(&gateway.Exchange{ID: id, Route: "/v1/chat/completions", Time: time.Now(), Request: request, Trace: &adhere.Trace{Instruction: &adhere.Instruction{ID: "a"}}})
	}
	if err := s.PutRequest(t.Context(), &store.Request{ID: "adh-3", Created: time.Now(), Body: []byte(`{"time":5}`)}); err != nil {
		t.Fatal(err)
	}
	all, err := recorded.Replay(t.Context(), s, []string{"adh-1", "adh-none", "adh-3", "adh-2"}, suites.Catalog())
	if err != nil || len(all) != 4 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, want := range []string{"not kept whole", `there is no request "adh-none"`, "request adh-3"} {
		if r := &all[i]; r.Same || r.Skipped != "" || !strings.Contains(r.Result(), "error: ") || !strings.Contains(r.Result(), want) {
			t.Errorf("%+v", r)
		}
	}
	if different, skipped, failed := recorded.Count(all); !all[3].Same || different != 0 || skipped != 0 || failed != 3 {
		t.Errorf("%+v: %d different, %d skipped, %d failed", all[3], different, skipped, failed)
	}
}
