package model_test

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

// paced is a model behind retries and a limiter of so many connections.
func paced(t *testing.T, s *modeltest.Stub, connections int) adhere.Model {
	l := model.NewLimiter(model.Limits{Connections: connections})
	return model.Stack(open(t, "openai/m", s), model.Layers{Retry: &model.Policy{}, Limiter: l})
}

// TestPaceOfALottery holds that a provider that turns down a third of the
// calls whatever their number is asked as fast as one that does not: what it
// says concerns the calls that it turns down. Luck can look like a full
// server, so that the middle one of three runs counts.
func TestPaceOfALottery(t *testing.T) {
	const items, connections = 1000, 20
	for _, latency := range []time.Duration{20 * time.Millisecond, 2 * time.Second} {
		var times []float64 // as parts of what all calls over the connections take
		for range 3 {
			synctest.Test(t, func(t *testing.T) {
				s := &modeltest.Stub{
					Latency: latency,
					Plan: modeltest.Shares(1,
						modeltest.Share{Part: 0.33, Behaviour: modeltest.Behaviour{Status: 429, RetryAfter: time.Second}},
						modeltest.Share{Part: 0.1, Behaviour: modeltest.Behaviour{Status: 500}}),
				}
				m := paced(t, s, connections)
				start := time.Now()
				if errs := askAll(t.Context(), m, items); len(errs) > 0 {
					t.Fatal(errs[0])
				}
				// The waits of whoever was turned down most come on top.
				least := time.Duration(s.Requests())*latency/connections + 20*time.Second
				times = append(times, time.Since(start).Seconds()/least.Seconds())
				if got := s.MostInFlight(); got > connections {
					t.Errorf("%d in flight", got)
				}
			})
		}
		slices.Sort(times)
		if times[1] > 1.25 {
			t.Errorf("calls of %s took %.2f times as long as on a free server", latency, times)
		}
	}
}

// TestPaceOfAFullServer holds that the connections settle at what a server can
// take at once, whether it turns down the rest at once or slowly.
func TestPaceOfAFullServer(t *testing.T) {
	const connections, latency = 64, 2 * time.Second
	for _, capacity := range []int{1, 5, 40} {
		for _, slow := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				var busy, good, bad atomic.Int64
				s := &modeltest.Stub{}
				s.Plan = func(*modeltest.Asked) modeltest.Behaviour {
					if busy.Add(1) > int64(capacity) {
						busy.Add(-1)
						bad.Add(1)
						if slow {
							return modeltest.Behaviour{Status: 429, Latency: latency}
						}
						return modeltest.Behaviour{Status: 429}
					}
					good.Add(1)
					time.AfterFunc(latency-time.Nanosecond, func() { busy.Add(-1) })
					return modeltest.Behaviour{Latency: latency}
				}
				m := paced(t, s, connections)
				start := time.Now()
				const items = 700
				if errs := askAll(t.Context(), m, items); len(errs) > 0 {
					t.Fatal(errs[0])
				}
				took, least := time.Since(start), items*latency/time.Duration(capacity)
				if took > least*5/4+20*latency {
					t.Errorf("capacity %d, slow %v: took %s, at least %s", capacity, slow, took, least)
				}
				if bad := bad.Load(); bad > 2*good.Load()/3 {
					t.Errorf("capacity %d, slow %v: %d calls turned down", capacity, slow, bad)
				}
			})
		}
	}
}

// TestPaceOfABudget holds that a server that takes so many requests a second,
// and says when it will take more, is left alone until then.
func TestPaceOfABudget(t *testing.T) {
	const items, perSecond = 1500, 50
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		var mu sync.Mutex
		taken := map[time.Duration]int{}
		s := &modeltest.Stub{Latency: 20 * time.Millisecond, Plan: func(*modeltest.Asked) modeltest.Behaviour {
			mu.Lock()
			defer mu.Unlock()
			second := time.Since(start).Truncate(time.Second)
			if taken[second]++; taken[second] > perSecond {
				return modeltest.Behaviour{Status: 429, RetryAfter: time.Second}
			}
			return modeltest.Behaviour{}
		}}
		m := paced(t, s, 20)
		if errs := askAll(t.Context(), m, items); len(errs) > 0 {
			t.Fatal(errs[0])
		}
		if took := time.Since(start); took > 2*items/perSecond*time.Second {
			t.Errorf("took %s", took)
		}
		if bad := s.Requests() - items; bad > items/2 {
			t.Errorf("%d of %d requests were turned down", bad, s.Requests())
		}
	})
}

// TestPaceOfARefusal holds that a server that turns everybody down is left
// alone for as long as it asks, but for a first round.
func TestPaceOfARefusal(t *testing.T) {
	const connections = 20
	synctest.Test(t, func(t *testing.T) {
		s := &modeltest.Stub{Latency: 20 * time.Millisecond, Plan: modeltest.Always(modeltest.Behaviour{Status: 429, RetryAfter: time.Minute})}
		m := paced(t, s, connections)
		go askAll(t.Context(), m, 500)
		time.Sleep(59 * time.Second)
		if first := s.Requests(); first > 2*connections {
			t.Errorf("%d requests before it is left alone", first)
		}
		first := s.Requests()
		time.Sleep(10 * time.Minute)
		if later := s.Requests() - first; later > 10*4 {
			t.Errorf("%d more in ten minutes", later)
		}
	})
}
