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
	if different, skipped := recorded.Count(append(all, recorded.Replayed{Same: true}, recorded.Replayed{Differs: []string{"x"}})); different != 1 || skipped != 1 {
		t.Errorf("%d different, %d skipped", different, skipped)
	}
}

// What is wrong with a request that has its texts is an error, and names it.
func TestReplayOfWhatIsWrong(t *testing.T) {
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	recorded.In(s, func(id string, err error) { t.Error(id, err) })(&gateway.Exchange{ID: "adh-1", Time: time.Now(), Request: "{", Trace: &adhere.Trace{Instruction: &adhere.Instruction{ID: "a"}}})
	if all, err := recorded.Replay(t.Context(), s, []string{"adh-1"}, suites.Catalog()); err == nil || !strings.Contains(err.Error(), "request adh-1") {
		t.Errorf("%+v, %v", all, err)
	}
}
