package recorded_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

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
}
