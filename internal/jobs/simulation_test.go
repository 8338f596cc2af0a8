//go:build !race

package jobs_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/run"
)

var simulated = flag.Int("simulated", 10_000, "items of TestSimulation")

// A fleet is a thousand workers on a virtual clock, with what they share: a
// queue of parts, stored calls and records, claims, turns and a budget. Its
// calls are made by the layers of package model and its parts carried out by
// run.Runner, as workers do; the rest is as docs/workers.md says.
type fleet struct {
	mu      sync.Mutex
	parts   []int // positions at which parts begin, that wait
	calls   map[string]*adhere.Response
	claims  map[string]*machine
	records []bool
	left    int
	turns   time.Time
	taken   int // tokens of the budget

	started  []time.Time    // calls at the provider
	answers  map[string]int // by key
	rewrites int
	deaths   int
	inFlight int // at deaths, in all
	end      chan struct{}
}

const (
	machines     = 1000
	connections  = 4
	partOf       = 10 // items
	callsAMinute = 30_000
	noticedAfter = time.Minute // a dead worker
	replacedIn   = 10 * time.Second
)

// A machine is a worker until it dies.
type machine struct {
	fleet  *fleet
	dies   context.Context
	flying int
}

var errDead = errors.New("the machine is gone")

// draw returns a number from 0 to 1 that depends on a name alone.
func draw(name string) float64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	x := h.Sum64()
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return float64(x>>11) / (1 << 53)
}

// Name and Generate are those of a provider whose calls take 2 s, one in a
// hundred 30 s, and of which one in fifty is throttled the first time.
func (m *machine) Name() string { return "sim/m" }

func (m *machine) Generate(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	f, key := m.fleet, req.Messages[0].Text
	f.mu.Lock()
	f.started = append(f.started, time.Now())
	tries := f.answers["tried "+key]
	f.answers["tried "+key]++
	if m.dies.Err() == nil {
		m.flying++
	}
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		m.flying--
		f.mu.Unlock()
	}()
	if tries == 0 && draw("throttled "+key) < 0.02 {
		return nil, &adhere.Error{Code: adhere.RateLimited, Message: "too many requests"}
	}
	latency := time.Duration(float64(2*time.Second) * (0.5 + draw("latency "+key)))
	if draw("straggler "+key) < 0.01 {
		latency = 30 * time.Second
	}
	time.Sleep(latency) // the provider goes on where the machine is gone
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers[key]++ // also where nobody hears it any more
	return &adhere.Response{Text: key, Usage: adhere.Usage{Calls: 1, In: 20, Out: 80}}, nil
}

// do does something that is stored, unless the machine is gone.
func (m *machine) do(what func(f *fleet)) error {
	m.fleet.mu.Lock()
	defer m.fleet.mu.Unlock()
	if m.dies.Err() != nil {
		return errDead
	}
	what(m.fleet)
	return nil
}

func (m *machine) Get(_ context.Context, key string) (resp *adhere.Response, found bool, err error) {
	err = m.do(func(f *fleet) { resp, found = f.calls[key] })
	return resp, found, err
}

func (m *machine) Put(_ context.Context, key, _ string, _ *adhere.Request, resp *adhere.Response) error {
	return m.do(func(f *fleet) {
		if f.calls[key] != nil {
			f.rewrites++
		}
		f.calls[key] = resp
	})
}

func (m *machine) ClaimCall(key string) (release func(), claimed bool, err error) {
	err = m.do(func(f *fleet) {
		if has := f.claims[key]; has == nil || has.dies.Err() != nil {
			f.claims[key], claimed = m, true
		}
	})
	return func() { _ = m.do(func(f *fleet) { delete(f.claims, key) }) }, claimed, err
}

func (m *machine) TakeTurn(_ context.Context, _ string, lasts, within time.Duration) (wait time.Duration, taken bool, err error) {
	err = m.do(func(f *fleet) {
		begins := f.turns
		if now := time.Now(); begins.Before(now) {
			begins = now
		}
		if wait = time.Until(begins); wait <= within {
			f.turns, taken = begins.Add(lasts), true
		}
	})
	return wait, taken, err
}

// budget is more than what all calls use, and less than a two-hundredth of it
// for each worker would be.
func (f *fleet) budget() int { return len(f.records)*100*5/4 + machines*16*600 }

func (m *machine) takeShare(_ context.Context, _ adhere.Money, tokens int) (taken bool, err error) {
	err = m.do(func(f *fleet) {
		if taken = f.taken+tokens <= f.budget(); taken {
			f.taken += tokens
		}
	})
	return taken, err
}

// A portion is the journal of one part.
type portion struct {
	*machine
	from int
}

func (p portion) Pending(_ context.Context, each func(position, attempt int, in *adhere.Instruction) error) error {
	for at := p.from; at < p.from+partOf; at++ {
		var done bool
		if err := p.do(func(f *fleet) { done = f.records[at] }); err != nil {
			return err
		}
		if done {
			continue
		}
		in := &adhere.Instruction{ID: fmt.Sprint(at), Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprint("item ", at)}}}
		if err := each(at, 0, in); err != nil {
			return err
		}
	}
	return nil
}

func (p portion) Finish(_ context.Context, position int, _ *adhere.Record, _ adhere.Used, failed bool) error {
	return p.do(func(f *fleet) {
		if failed || f.records[position] {
			return
		}
		f.records[position] = true
		if f.left--; f.left == 0 {
			close(f.end)
		}
	})
}

// work carries out parts until nothing waits, or the machine dies.
func (m *machine) work() {
	most := 500
	budget := model.NewSharedBudget(0, m.fleet.budget(), m.takeShare)
	stacked := model.Stack(m, model.Layers{
		Calls: m, Budget: budget, Retry: &model.Policy{}, Gate: model.NewGate(m, "m", callsAMinute, 0),
		Limiter: model.NewLimiter(model.Limits{Connections: connections}),
	})
	r := &run.Runner{Subject: model.NewSubject(stacked, nil), Params: adhere.Params{MaxTokens: &most}, Workers: 2 * connections}
	for {
		from := -1
		if err := m.do(func(f *fleet) {
			if len(f.parts) > 0 {
				from, f.parts = f.parts[0], f.parts[1:]
			}
		}); err != nil {
			return
		}
		if from < 0 { // others may give one back
			select {
			case <-m.fleet.end:
				if err := budget.Close(context.Background()); err != nil {
					panic(err)
				}
				return
			case <-m.dies.Done():
				return
			case <-time.After(time.Second):
				continue
			}
		}
		if _, err := r.Run(m.dies, portion{m, from}); err != nil {
			if m.dies.Err() == nil {
				panic("a part failed on a machine that lives: " + err.Error())
			}
			time.Sleep(noticedAfter)
			m.fleet.mu.Lock()
			m.fleet.parts = append(m.fleet.parts, from)
			m.fleet.mu.Unlock()
			return
		}
	}
}

// TestSimulation has a thousand workers carry out a run on a virtual clock. One
// in five dies and is replaced, calls are throttled, some take long. No call
// whose reply was stored is made again, limits hold, and the run takes not much
// longer than it must.
func TestSimulation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		items := *simulated
		f := &fleet{calls: map[string]*adhere.Response{}, claims: map[string]*machine{}, answers: map[string]int{}, records: make([]bool, items), left: items, end: make(chan struct{})}
		for at := 0; at < items; at += partOf {
			f.parts = append(f.parts, at)
		}
		begun := time.Now()
		lower := max(time.Duration(items)*time.Minute/callsAMinute, time.Duration(items)*2280*time.Millisecond/(machines*connections))
		var all sync.WaitGroup
		for n := range machines {
			all.Go(func() {
				for life := range 2 {
					dies, die := context.WithCancel(context.Background())
					m := &machine{fleet: f, dies: dies}
					if life == 0 && n%5 == 0 {
						time.AfterFunc(time.Duration(draw(fmt.Sprint("death ", n))*float64(lower)), func() {
							f.mu.Lock()
							defer f.mu.Unlock()
							f.deaths++
							f.inFlight += m.flying
							die()
						})
					}
					m.work()
					died := dies.Err() != nil
					die()
					if !died {
						return
					}
					time.Sleep(replacedIn)
				}
			})
		}
		<-f.end
		took := time.Since(begun)
		all.Wait()
		twice := 0
		for at := range items {
			twice += max(f.answers[fmt.Sprint("item ", at)]-1, 0)
		}
		first, busiest := 0, 0
		slices.SortFunc(f.started, time.Time.Compare)
		for i := range f.started {
			for f.started[i].Sub(f.started[first]) >= time.Minute {
				first++
			}
			busiest = max(busiest, i-first+1)
		}
		t.Logf("%d items, %d workers of %d connections, %d deaths: %v, at least %v is needed (%.2f times); %d calls in the busiest minute of %d; %d tokens taken of %d, %d used; %d of %d calls in flight at deaths answered twice",
			items, machines, connections, f.deaths, took.Round(time.Second), lower.Round(time.Second), float64(took)/float64(lower),
			busiest, callsAMinute, f.taken, f.budget(), 100*(items+twice), twice, f.inFlight)
		if f.rewrites > 0 {
			t.Errorf("%d calls were made again though their replies were stored", f.rewrites)
		}
		if twice > f.inFlight {
			t.Errorf("%d calls were answered twice, %d were in flight at deaths", twice, f.inFlight)
		}
		if busiest > callsAMinute+callsAMinute/50 {
			t.Errorf("%d calls in one minute, %d are allowed", busiest, callsAMinute)
		}
		if f.taken > f.budget() {
			t.Errorf("%d tokens were taken of %d", f.taken, f.budget())
		}
		// What stays undone with the last worker that dies is begun a minute later,
		// and may hold stragglers.
		if most := time.Duration(math.Round(1.2*float64(lower))) + noticedAfter + 2*time.Minute; took > most {
			t.Errorf("it took %v, %v at most is wanted", took, most)
		}
	})
}
