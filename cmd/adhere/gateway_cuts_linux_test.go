//go:build !race

package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"adhere/internal/store/powercut"
)

// TestGatewayPowerCuts cuts the power of a gateway whose key has a budget: what
// clients paid is never forgotten, the key gets no more than its budget buys, and
// the database of recorded requests is whole.
func TestGatewayPowerCuts(t *testing.T) {
	t.Parallel()
	const most = 25 // of one budget, of which each takes a hundredth
	lot := rand.New(rand.NewPCG(11, 11))
	for left := *powerCuts / 4; left > 0; left -= most {
		cutGateway(t, min(left, most), lot)
	}
}

func cutGateway(t *testing.T, cuts int, lot *rand.Rand) {
	budget := 20 * cuts
	s := newShop(t, budget, "", 0)
	db := filepath.Join(s.dir, "a.db")
	s.env = []string{powerCutVariable + "=" + db + " 0"} // recorded, and ended from outside
	for range cuts {
		some := 1 + lot.IntN(16)
		s.until(func(n int) bool { return n >= some }, s.open())
		check(t, powercut.Cut(db, lot))
		s.cutLedger(lot)
		s.lost += int64(callers + budget/100 + 1) // what was set aside counts as spent
		s.holdAgainstLedger()
		if out, err := exec.Command("adhere", "db", "check", "--db", db).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
	s.until(func(int) bool { return s.refused.Load() }, s.open())
	spent := s.holdAgainstLedger()
	if most := int64(budget + callers*(cuts+1)); s.sold.Load() > most {
		t.Errorf("%d answers were bought, the budget is for %d", s.sold.Load(), budget)
	}
	t.Logf("%d power cuts: %d answers bought, %d reached a client, %d in the ledger", cuts, s.sold.Load(), s.paid.Load(), spent)
}

var bootOf = regexp.MustCompile(`"boot":"[^"]*"`)

// cutLedger makes the ledger what a power cut could leave: all that was synced,
// which ends with a line that sets money aside, and some of the rest, for a
// machine that has been started again.
func (s *shop) cutLedger(lot *rand.Rand) {
	path := filepath.Join(s.dir, "gateway-spending.jsonl")
	b, err := os.ReadFile(path)
	check(s.t, err)
	synced := len(b)
	if at := bytes.LastIndex(b, []byte(`"aside":`)); at >= 0 {
		synced = at + bytes.IndexByte(b[at:], '\n') + 1
	}
	b = b[:synced+lot.IntN(len(b)-synced+1)]
	check(s.t, os.WriteFile(path, bootOf.ReplaceAll(b, []byte(`"boot":"before"`)), 0o600))
}
