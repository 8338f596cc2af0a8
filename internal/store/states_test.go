package store_test

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"
)

// TestStates has two stores, as of two processes, change one state at the same
// time: no change is lost.
func TestStates(t *testing.T) {
	ctx := context.Background()
	at := newPlace(t)
	first, second := openAt(t, at), openAt(t, at)
	if b, err := first.State(ctx, "n"); b != nil || err != nil {
		t.Errorf("%q, %v", b, err)
	}
	const each = 40
	var all sync.WaitGroup
	for i := range 2 * each {
		s := first
		if i%2 == 1 {
			s = second
		}
		all.Go(func() {
			err := s.ChangeState(ctx, "n", func(now time.Time, state []byte) ([]byte, error) {
				n, _ := strconv.Atoi(string(state))
				if now.IsZero() {
					return nil, errors.New("no time")
				}
				return []byte(strconv.Itoa(n + 1)), nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	want := strconv.Itoa(2 * each)
	failed := errors.New("no")
	if err := first.ChangeState(ctx, "n", func(time.Time, []byte) ([]byte, error) { return []byte("x"), failed }); !errors.Is(err, failed) {
		t.Error(err)
	}
	if b, err := second.State(ctx, "n"); string(b) != want || err != nil {
		t.Errorf("%q, %v, want %s", b, err, want)
	}
}

// TestStatesSideBySide changes one state from within the change of another, by
// another process: on a server, only changes of one name wait for each other.
func TestStatesSideBySide(t *testing.T) {
	if server == "" {
		t.Skip("a file has one writer")
	}
	at := newPlace(t)
	first, second := openAt(t, at), openAt(t, at)
	to := func(text string) func(time.Time, []byte) ([]byte, error) {
		return func(time.Time, []byte) ([]byte, error) { return []byte(text), nil }
	}
	done := make(chan error, 1)
	err := first.ChangeState(t.Context(), "a", func(time.Time, []byte) ([]byte, error) {
		go func() { done <- second.ChangeState(t.Context(), "b", to("of b")) }()
		select {
		case err := <-done:
			return []byte("of a"), err
		case <-time.After(time.Minute):
			return nil, errors.New("the change of another name waits")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a": "of a", "b": "of b"} {
		if b, err := second.State(t.Context(), name); string(b) != want || err != nil {
			t.Errorf("%s is %q, %v", name, b, err)
		}
	}
}
