package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"adhere"
	"adhere/internal/jobs"
	"adhere/internal/store/servertest"
)

func TestParts(t *testing.T) {
	got := jobs.Parts("r", "how", []int{0, 1, 49, 50, 120, 149, 150})
	want := []jobs.Part{{"r", 0, 50, "how"}, {"r", 50, 100, "how"}, {"r", 100, 150, "how"}, {"r", 150, 200, "how"}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := jobs.Parts("r", "", nil); got != nil {
		t.Errorf("parts of nothing: %v", got)
	}
}

// open opens a queue in a database of its own.
func open(t *testing.T) *jobs.Queue {
	t.Helper()
	address, _ := servertest.New(t)
	return openAt(t, address)
}

func openAt(t *testing.T, address string) *jobs.Queue {
	t.Helper()
	q, err := jobs.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

func add(t *testing.T, q *jobs.Queue, o jobs.Options, run string, parts int) {
	t.Helper()
	var all []jobs.Part
	for i := range parts {
		all = append(all, jobs.Part{Run: run, From: i * jobs.PartSize, To: (i + 1) * jobs.PartSize, How: "{}"})
	}
	if err := q.Add(t.Context(), all, o); err != nil {
		t.Fatal(err)
	}
}

// work has a worker carry out parts until the returned function is called, or
// the test ends. ended is told of runs of which nothing waits any more.
func work(t *testing.T, q *jobs.Queue, w jobs.Worker, ended chan<- string) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	w.Log = t.Logf
	w.Done = func(_ context.Context, run string) error {
		select {
		case ended <- run:
		default:
		}
		return nil
	}
	var done sync.WaitGroup
	done.Go(func() {
		if err := q.Work(ctx, w); err != nil {
			t.Error(err)
		}
	})
	stop = sync.OnceFunc(func() { cancel(); done.Wait() })
	t.Cleanup(stop)
	return stop
}

func state(t *testing.T, q *jobs.Queue, run string) jobs.State {
	t.Helper()
	states, err := q.States(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	if len(states) == 0 {
		return jobs.State{}
	}
	return *states[0]
}

// TestWork holds that each part is carried out once, those of the first
// priority first, and that the ends of runs are told.
func TestWork(t *testing.T) {
	t.Parallel()
	q := open(t)
	add(t, q, jobs.Options{Priority: 2}, "late", 3)
	add(t, q, jobs.Options{}, "soon", 3)
	add(t, q, jobs.Options{Queue: "other"}, "elsewhere", 1)
	if waits, err := q.Waits(t.Context(), "late"); err != nil || !waits {
		t.Errorf("a run that was added waits: %v, %v", waits, err)
	}
	var mu sync.Mutex
	var order []string
	ended := make(chan string, 100)
	work(t, q, jobs.Worker{Do: func(_ context.Context, p jobs.Part) error {
		mu.Lock()
		defer mu.Unlock()
		order = append(order, p.Run)
		return nil
	}}, ended)
	for run := range ended {
		if run == "late" {
			break
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if want := []string{"soon", "soon", "soon", "late", "late", "late"}; !slices.Equal(order, want) {
		t.Errorf("carried out %v, want %v", order, want)
	}
	if s := state(t, q, "elsewhere"); s.Waiting != 1 || s.Queue != "other" {
		t.Errorf("a run in a queue that nobody serves: %+v", s)
	}
}

// TestStopped holds that parts under way with a worker that stops go to
// another at once.
func TestStopped(t *testing.T) {
	t.Parallel()
	address, _ := servertest.New(t)
	q := openAt(t, address)
	add(t, q, jobs.Options{}, "r", 1)
	begun, ended := make(chan struct{}), make(chan string, 1)
	stop := work(t, q, jobs.Worker{Do: func(ctx context.Context, _ jobs.Part) error {
		close(begun)
		<-ctx.Done()
		return errors.New("broken off")
	}}, nil)
	<-begun
	stop()
	if s := state(t, q, "r"); s.Waiting != 1 || s.SetAside != 0 {
		t.Errorf("after its worker stopped: %+v", s)
	}
	work(t, openAt(t, address), jobs.Worker{Do: func(context.Context, jobs.Part) error { return nil }}, ended)
	<-ended
}

// TestFailures holds what becomes of parts that fail.
func TestFailures(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"tried again":       errors.New("the network is down"),
		"another has it":    &adhere.Error{Code: adhere.Conflict, Message: "another has it"},
		"left to another":   &jobs.Unfit{Err: &adhere.Error{Code: adhere.Refused, Message: "no key here"}},
		"given back":        &adhere.Error{Code: adhere.Cancelled, Message: "stopping"},
		"wrapped and unfit": errors.Join(&jobs.Unfit{Err: errors.New("no data here")}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := open(t)
			add(t, q, jobs.Options{}, "r", 1)
			tries, ended := 0, make(chan string, 1)
			work(t, q, jobs.Worker{Do: func(context.Context, jobs.Part) error {
				if tries++; tries == 1 {
					return err
				}
				return nil
			}}, ended)
			<-ended
			if s := state(t, q, "r"); tries != 2 || s != (jobs.State{}) {
				t.Errorf("after %d tries: %+v", tries, s)
			}
		})
	}
}

// TestRunStopped holds that what no other part would fare better with stops the
// whole run, which says why, and can be gone on with.
func TestRunStopped(t *testing.T) {
	t.Parallel()
	for _, code := range []adhere.Code{adhere.Exhausted, adhere.Permanent, adhere.Refused} {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			q := open(t)
			add(t, q, jobs.Options{}, "r", 5)
			add(t, q, jobs.Options{Priority: 4}, "another", 1)
			ended := make(chan string, 10)
			stop := work(t, q, jobs.Worker{Do: func(_ context.Context, p jobs.Part) error {
				if p.Run == "another" {
					return nil
				}
				return &adhere.Error{Code: code, Message: "nothing goes any more"}
			}}, ended)
			for run := range ended {
				if run == "another" {
					break
				}
			}
			stop()
			s := state(t, q, "r")
			if s.SetAside != 5 || s.Waiting+s.Working != 0 || !strings.Contains(s.Error, "nothing goes any more") {
				t.Errorf("%+v", s)
			}
			if n, err := q.Retry(t.Context(), "r"); err != nil || n != 5 {
				t.Errorf("%d parts back: %v", n, err)
			}
			work(t, q, jobs.Worker{Do: func(context.Context, jobs.Part) error { return nil }}, ended)
			<-ended
			if s := state(t, q, "r"); s != (jobs.State{}) {
				t.Errorf("after the end: %+v", s)
			}
		})
	}
}

// TestCancel cancels a run that waits and one that is under way.
func TestCancel(t *testing.T) {
	t.Parallel()
	q := open(t)
	add(t, q, jobs.Options{}, "r", 2)
	begun, broken := make(chan struct{}), make(chan error, 1)
	stop := work(t, q, jobs.Worker{Do: func(ctx context.Context, _ jobs.Part) error {
		close(begun)
		<-ctx.Done()
		broken <- ctx.Err()
		return ctx.Err()
	}}, make(chan string, 1))
	<-begun
	if n, err := q.Cancel(t.Context(), "r"); err != nil || n != 2 {
		t.Errorf("%d parts cancelled: %v", n, err)
	}
	if _, err := q.Cancel(t.Context(), "no such run"); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("cancelled what is not there: %v", err)
	}
	<-broken
	stop()
	if s := state(t, q, "r"); s.SetAside != 2 || s.Waiting+s.Working != 0 {
		t.Errorf("%+v", s)
	}
	if err := q.Forget(t.Context(), "r"); err != nil || state(t, q, "r") != (jobs.State{}) {
		t.Errorf("forgotten: %+v, %v", state(t, q, "r"), err)
	}
}

// TestPause holds that a paused queue hands nothing out, and goes on later.
func TestPause(t *testing.T) {
	t.Parallel()
	q := open(t)
	for name, change := range map[string]func(context.Context, string) error{"pause": q.Pause, "resume": q.Resume} {
		if err := change(t.Context(), "unheard-of"); adhere.CodeOf(err) != adhere.NotFound {
			t.Errorf("%s a queue that is not there: %v", name, err)
		}
	}
	ended := make(chan string, 1)
	did := make(chan string, 10)
	work(t, q, jobs.Worker{Queue: "q", Do: func(_ context.Context, p jobs.Part) error {
		did <- p.Run
		return nil
	}}, ended)
	add(t, q, jobs.Options{Queue: "q"}, "first", 1)
	<-ended
	if err := q.Pause(t.Context(), "q"); err != nil {
		t.Fatal(err)
	}
	if err := q.Resume(t.Context(), "q"); err != nil {
		t.Fatal(err)
	}
	add(t, q, jobs.Options{Queue: "q"}, "second", 1)
	if run := <-ended; run != "second" {
		t.Errorf("%s ended", run)
	}
	if a, b := <-did, <-did; a != "first" || b != "second" {
		t.Errorf("carried out %s and %s", a, b)
	}
}

// TestLostConnections cuts the connections of a queue again and again, and those
// of a worker while it starts: each part is carried out all the same, and none is
// left.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	address, _ := servertest.New(t)
	openAt(t, address).Close() // makes the tables
	for _, how := range []servertest.Cut{servertest.Unasked, servertest.Unheard} {
		for first := range 4 {
			t.Run(fmt.Sprint(how, first), func(t *testing.T) {
				through, cuts := servertest.Through(t, address)
				cuts.Count(func(trip int) servertest.Cut {
					if trip%31 == 5*first+1 {
						return how
					}
					return servertest.None
				})
				q := openAt(t, through)
				run := fmt.Sprintf("r%d-%d", how, first)
				add(t, q, jobs.Options{Queue: run}, run, 3)
				if n, err := q.Cancel(t.Context(), run); err != nil || n%3 != 0 || n == 0 { // twice 3 where nobody heard that they were added
					t.Errorf("%d parts cancelled: %v", n, err)
				}
				if _, err := q.Retry(t.Context(), run); err != nil {
					t.Error(err)
				}
				cuts.Count(func(trip int) servertest.Cut { // while the worker starts; a part that nobody hears of would wait for half a minute
					if trip == first+1 {
						return servertest.Unasked
					}
					return servertest.None
				})
				var mu sync.Mutex
				done, ended := map[int]bool{}, make(chan string, 10)
				stop := work(t, q, jobs.Worker{Queue: run, Do: func(_ context.Context, p jobs.Part) error {
					mu.Lock()
					defer mu.Unlock()
					done[p.From] = true
					return nil
				}}, ended)
				<-ended
				stop()
				mu.Lock()
				defer mu.Unlock()
				if s := state(t, q, run); len(done) != 3 || s != (jobs.State{}) {
					t.Errorf("%d parts done; %+v", len(done), s)
				}
			})
		}
	}
}

// TestLostAmidWork holds that a worker outlives its connections.
func TestLostAmidWork(t *testing.T) {
	t.Parallel()
	address, cut := servertest.New(t)
	q := openAt(t, address)
	add(t, q, jobs.Options{}, "r", 3)
	ended, cutOnce := make(chan string, 10), sync.OnceFunc(cut)
	work(t, q, jobs.Worker{Do: func(context.Context, jobs.Part) error {
		cutOnce()
		return nil
	}}, ended)
	<-ended
}

// TestOpenRefuses holds that an address where nobody answers is an error.
func TestOpenRefuses(t *testing.T) {
	for _, address := range []string{"postgres://me@127.0.0.1:1/none", "postgres://%zz"} {
		if _, err := jobs.Open(t.Context(), address); adhere.CodeOf(err) != adhere.Unavailable {
			t.Errorf("%s: %v", address, err)
		}
	}
}
