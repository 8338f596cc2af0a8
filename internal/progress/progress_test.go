package progress_test

import (
	"bytes"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"adhere"
	"adhere/internal/progress"
)

// A clock stands still until it is told.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func (c *clock) pass(d time.Duration) { c.t = c.t.Add(d) }

func TestLines(t *testing.T) {
	var out bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	d := progress.New(progress.Options{Out: &out, Now: c.now})
	var failures []string
	for done := range 21 {
		s := progress.State{Total: 20, Done: done, InFlight: 4, Used: adhere.Usage{In: 90 * done, Out: 10 * done, Money: adhere.USD / 100 * adhere.Money(done)}}
		if done >= 3 {
			failures = progress.Newest(failures, "the model says 500\nagain")
			s.Failed = 1
		}
		s.Errors = failures
		d.Show(s)
		c.pass(10 * time.Second)
	}
	d.Close()
	got := out.String()
	for _, want := range []string{
		"1 of 20 items, 4 in progress, 100 tokens, $0.01\n",
		"4 of 20 items, 1 failed, 2m40s left, 4 in progress, 400 tokens, $0.04\n  failed: the model says 500 again\n",
		"20 of 20 items, 1 failed, 4 in progress, 2000 tokens, $0.20\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "failed: the model"); n != 1 {
		t.Errorf("a reason is told %d times", n)
	}
	if n := strings.Count(got, " of 20"); n != 11 {
		t.Errorf("%d lines, want one for the first and each further tenth:\n%s", n, got)
	}
}

func TestSlowLines(t *testing.T) {
	var out bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	d := progress.New(progress.Options{Out: &out, Now: c.now, Unit: "page", Bounded: true})
	for done := range 7 {
		d.Show(progress.State{Total: 1000, Done: done})
		c.pass(11 * time.Second)
	}
	if got, want := out.String(), "1 of 1000 pages, 0 in progress\n4 of 1000 pages, 0 in progress\n"; got != want {
		t.Errorf("got %q, want %q: the first, and one each half minute", got, want)
	}
}

// TestStretches holds that the clock begins anew with another stretch of work,
// as a filter of several steps has them.
func TestStretches(t *testing.T) {
	var out bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	d := progress.New(progress.Options{Out: &out, Now: c.now})
	for range 2 {
		for done := range 11 {
			d.Show(progress.State{Total: 10, Done: done})
			c.pass(2 * time.Second)
		}
		c.pass(time.Hour)
	}
	if n := strings.Count(out.String(), "5 of 10 items, 10s left, 0 in progress"); n != 2 {
		t.Errorf("%d stretches of the same pace, want 2:\n%s", n, out.String())
	}
}

func TestInPlace(t *testing.T) {
	for _, colour := range []bool{false, true} {
		var out bytes.Buffer
		c := &clock{time.Unix(0, 0)}
		d := progress.New(progress.Options{Out: &out, Now: c.now, Terminal: true, Colour: colour})
		d.Show(progress.State{Total: 10, Done: 1, InFlight: 2})
		c.pass(time.Second)
		d.Show(progress.State{Total: 10, Done: 4, Failed: 1, InFlight: 2, Errors: []string{"no answer"}})
		d.Close()
		got := out.String()
		// 40 columns, since what is written to is no terminal: the beginning stands.
		for _, want := range []string{"4 of 10 items, 1 failed, 2s left", "failed: no answer"} {
			if !strings.Contains(got, want) {
				t.Errorf("no %q in %q", want, got)
			}
		}
		if red := strings.Contains(got, "\x1b[31m"); red != colour {
			t.Errorf("colour wanted %v, shown %v: %q", colour, red, got)
		}
	}
}

func TestNewest(t *testing.T) {
	var list []string
	for _, reason := range []string{"a", "b", "a", "c", "d", "d"} {
		list = progress.Newest(list, reason)
	}
	if got := strings.Join(list, ""); got != "dca" {
		t.Errorf("got %q, want the three newest different ones", got)
	}
}

// watched tells how often it was drawn on.
type watched struct{ draws atomic.Int32 }

func (w *watched) Write(b []byte) (int, error) {
	w.draws.Add(1)
	return len(b), nil
}

// TestDrawnAmidStates holds that drawing and states that come from many
// goroutines at once wait for nothing that the other holds.
func TestDrawnAmidStates(t *testing.T) {
	out := &watched{}
	d := progress.New(progress.Options{Out: out, Now: time.Now, Terminal: true})
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := 0; out.draws.Load() < 3; i++ {
				d.Show(progress.State{Total: 1000 + i%2, Done: i % 1000, Errors: []string{"no answer"}})
			}
		})
	}
	shown := make(chan struct{})
	go func() {
		all.Wait()
		d.Close()
		close(shown)
	}()
	select {
	case <-shown:
	case <-time.After(time.Minute):
		t.Fatal("the display and those who tell it their state wait for one another")
	}
}
