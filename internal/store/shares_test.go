package store_test

import (
	"sync"
	"testing"
	"time"

	"adhere"
)

// TestTurns takes turns by two stores at once: none begins before the one
// before it has ended.
func TestTurns(t *testing.T) {
	at := newPlace(t)
	const each, lasts = 20, time.Minute
	var mu sync.Mutex
	var waits []time.Duration
	var all sync.WaitGroup
	begun := time.Now()
	for range 2 {
		s := openAt(t, at)
		all.Go(func() {
			for range each {
				wait, taken, err := s.TakeTurn(t.Context(), "a model", lasts, time.Hour)
				if err != nil || !taken {
					t.Error(taken, err)
				}
				mu.Lock()
				waits = append(waits, wait)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	longest := time.Duration(0)
	for _, w := range waits {
		longest = max(longest, w)
	}
	// The clock goes on while turns are taken.
	if whole := (2*each - 1) * lasts; longest > whole || longest < whole-time.Since(begun) {
		t.Errorf("the last of %d turns of %v begins in %v", 2*each, lasts, longest)
	}
	wait, taken, err := openAt(t, at).TakeTurn(t.Context(), "a model", lasts, time.Second)
	if err != nil || taken || wait <= time.Second {
		t.Errorf("a turn that begins in %v: %v, %v", wait, taken, err)
	}
}

func TestShares(t *testing.T) {
	s := openAt(t, newPlace(t))
	take := func(money adhere.Money, tokens int, want bool) {
		t.Helper()
		got, err := s.TakeShare(t.Context(), "a run", adhere.Usage{Money: money, In: tokens}, adhere.Usage{Money: 10})
		if err != nil || got != want {
			t.Errorf("%v and %d tokens: %v, %v", money, tokens, got, err)
		}
	}
	take(6, 100, true)
	take(5, 0, false)
	take(4, 0, true)
	take(1, 0, false)
	take(-3, -50, true) // given back
	take(3, 0, true)
	if err := s.DropShare(t.Context(), "a run"); err != nil {
		t.Error(err)
	}
	take(10, 0, true)
}
