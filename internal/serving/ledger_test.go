package serving

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"adhere"
	"adhere/internal/store/powercut"
)

// TestLedgerSurvivesPowerCuts lets a key spend its budget while the power is
// cut, or the service killed, at random moments: what was paid is never
// forgotten, and a kill costs nothing.
func TestLedgerSurvivesPowerCuts(t *testing.T) {
	const cents = adhere.USD / 100
	k := &Key{ID: "k", Limits: Limits{TotalBudget: 50 * cents}}
	now := time.Date(2026, 3, 1, 22, 0, 0, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "spent")
	lot := rand.New(rand.NewPCG(5, 6))
	paid, charged := adhere.Money(0), adhere.Money(0) // charged: what no reply has cost
	for boot, refused := 0, false; !refused; {
		ledger := openCut(t, path, boot)
		_, before := ledger.Spent(k.ID, now)
		if before != paid+charged {
			t.Fatalf("%v were spent, the ledger says %v", paid+charged, before)
		}
		limits := newLimiter(1, ledger, func() time.Time { return now })
		for range 1 + lot.IntN(30) {
			want := adhere.Money(1+lot.IntN(300)) * cents / 1000
			held, err := limits.reserve(k, Estimate{Money: want, Least: want})
			if err != nil {
				refused = true
				break
			}
			used := want * adhere.Money(lot.IntN(3)) / 2
			if err := held.Settle(0, used); err != nil {
				t.Fatal(err)
			}
			paid += used
		}
		ledger.lock.Close() // and nothing else: the service is gone
		if lot.IntN(4) == 0 {
			if err := os.Remove(path + ".log"); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := powercut.Cut(path, lot); err != nil {
			t.Fatal(err)
		}
		boot++
		after := openCut(t, path, boot)
		_, total := after.Spent(k.ID, now)
		if total < paid+charged {
			t.Fatalf("power cut %d: %v of %v are forgotten", boot, paid+charged-total, paid)
		}
		if most := chunkOf(k) + 3*cents/10; total-paid-charged > most {
			t.Fatalf("power cut %d: %v are charged that nobody spent, at most %v were set aside", boot, total-paid-charged, most)
		}
		charged = total - paid
		after.lock.Close()
		os.Remove(path + ".log")
	}
	if paid > k.Limits.TotalBudget || paid < k.Limits.TotalBudget/2 {
		t.Errorf("%v of a budget of %v were paid, and %v charged for power cuts", paid, k.Limits.TotalBudget, charged)
	}
}

// openCut opens the ledger on a disk whose power can be cut.
func openCut(t *testing.T, path string, boot int) *Ledger {
	t.Helper()
	l, err := openLedger(path, strconv.Itoa(boot), func(path string) (disk, error) { return powercut.OpenFile(path) })
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLedgerIsReadWhileItIsKept lists what a key has spent at a service that runs.
func TestLedgerIsReadWhileItIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "spending.jsonl")
	kept, err := OpenLedger(path)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	k, now := &Key{ID: "k", Limits: Limits{TotalBudget: adhere.USD}}, time.Now()
	if err := errors.Join(kept.setAside(k, adhere.USD/4, now), kept.add(k, adhere.USD/4, now)); err != nil {
		t.Fatal(err)
	}
	read, err := ReadLedger(path)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := (&Keyring{}).SpentOf(t.Context(), read, "k", now); err != nil || s.String() != "$0.25, $0.25 of it today" {
		t.Errorf("%v, %v", s, err)
	}
	if none, err := ReadLedger(path + "x"); err != nil || len(none.spent) != 0 {
		t.Error("there is no file:", err)
	}
}

// A fullDisk has room for so many bytes.
type fullDisk struct {
	disk
	room int
}

func (d *fullDisk) Write(b []byte) (int, error) {
	n := min(len(b), d.room)
	d.room -= n
	n, err := d.disk.Write(b[:n])
	if err == nil && n < len(b) {
		err = errors.New("no space left on device")
	}
	return n, err
}

// What is written of a line before the disk is full is no part of the next
// line, and keeps no service from starting.
func TestLedgerOnAFullDisk(t *testing.T) {
	k, now := &Key{ID: "k"}, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for room := range 100 {
		path := filepath.Join(t.TempDir(), "spending.jsonl")
		full := &fullDisk{room: 1 << 20}
		l, err := openLedger(path, "boot", func(path string) (d disk, err error) {
			full.disk, err = openAtEnd(path)
			return full, err
		})
		if err != nil {
			t.Fatal(err)
		}
		add := func() error { return l.add(k, adhere.USD/4, now) }
		if err := add(); err != nil {
			t.Fatal(err)
		}
		full.room = room
		failed := add() != nil
		full.room = 1 << 20
		if err := errors.Join(add(), l.Close()); err != nil {
			t.Fatal(err)
		}
		again, err := openLedger(path, "boot", openAtEnd)
		if err != nil {
			t.Fatalf("after a disk with %d more bytes was full: %v", room, err)
		}
		_, total := again.Spent(k.ID, now)
		if want := 3 * adhere.USD / 4; total != want && !failed || total < want-adhere.USD/4 {
			t.Errorf("after a disk with %d more bytes was full (%v) the ledger says %v", room, failed, total)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
