package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"adhere/internal/serving"
	"adhere/internal/store"
	"adhere/internal/store/servertest"
)

var replicaRequests = flag.Int("replicarequests", 300, "requests that TestGatewayReplicas makes; a gateway is killed for each hundred")

// A replica is one of several gateways behind a balancer.
type replica struct {
	mu    sync.Mutex
	base  string
	kill  func()
	kills atomic.Int64
}

func (r *replica) at() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.base
}

// again kills the gateway and starts it anew.
func (r *replica) again(s *shop) {
	r.kills.Add(1)
	r.kill()
	base, kill := s.start()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.base, r.kill = base, kill
}

// TestGatewayReplicas has two gateways share a key with a budget, and kills one
// after the other. No request is lost but those in flight at a kill, which
// clients see break off; what clients paid is never forgotten, and the budget
// buys no more than it is for, but for what was in flight.
func TestGatewayReplicas(t *testing.T) {
	t.Parallel()
	shared, _ := servertest.New(t)
	requests, lanes := *replicaRequests, 4
	budget := requests * 3 / 4 // of answers
	s := newShop(t, budget, shared, 0)
	replicas := []*replica{{}, {}}
	for _, r := range replicas {
		r.base, r.kill = s.start()
		t.Cleanup(func() { r.kill() })
	}
	var made, broken, lost atomic.Int64
	killNow := make(chan int, requests)
	var killer sync.WaitGroup
	killer.Go(func() {
		for n := range killNow {
			replicas[n%2].again(s)
		}
	})
	var all sync.WaitGroup
	for range lanes {
		all.Go(func() {
			for {
				n := int(made.Add(1))
				if n > requests {
					return
				}
				if n%100 == 50 {
					killNow <- n / 100
				}
				if err := s.buyFrom(replicas, n); errors.Is(err, errBroken) {
					broken.Add(1)
				} else if err != nil {
					lost.Add(1)
					t.Errorf("request %d: %v", n, err)
				}
			}
		})
	}
	all.Wait()
	close(killNow)
	killer.Wait()
	kills := replicas[0].kills.Load() + replicas[1].kills.Load()
	if most := kills * int64(lanes); broken.Load() > most {
		t.Errorf("%d requests broke off, and at most %d were in flight at %d kills", broken.Load(), most, kills)
	}
	ctx := context.Background()
	db, err := store.Open(ctx, shared)
	check(t, err)
	defer db.Close()
	ring, err := serving.ShareKeys(ctx, db, time.Now)
	check(t, err)
	_, total, err := ring.Spent(ctx, s.id, time.Now())
	check(t, err)
	ledger := int64(total / s.price)
	if ledger < s.paid.Load() || ledger > s.sold.Load() {
		t.Errorf("%d answers reached a client and %d were bought, the ledger has %d (%v)", s.paid.Load(), s.sold.Load(), ledger, total)
	}
	if most := int64(budget) + kills*int64(lanes); s.sold.Load() > most || !s.refused.Load() {
		t.Errorf("%d answers were bought, the budget is for %d; used up: %v", s.sold.Load(), budget, s.refused.Load())
	}
	t.Logf("%d requests, %d kills: %d answers bought, %d reached a client, %d in the ledger; %d broke off, %d lost", requests, kills, s.sold.Load(), s.paid.Load(), ledger, broken.Load(), lost.Load())
}

// errBroken is the end of a request whose gateway was killed.
var errBroken = errors.New("the gateway was killed")

// buyFrom sends a request to one replica, every second one for a stream, and to
// the other where nobody listens, as a balancer does.
func (s *shop) buyFrom(replicas []*replica, n int) error {
	body := fmt.Sprintf(`{"model":"gpt-4o-mini","max_tokens":1000,"stream":%v,"messages":[{"role":"user","content":"Write a word without commas."}]}`, n%2 == 0)
	late := time.Now().Add(patience)
	for i := n / 2; ; i++ {
		req, err := http.NewRequest(http.MethodPost, strings.TrimSuffix(replicas[i%2].at(), "/v1")+"/v1/chat/completions", strings.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer "+s.key)
		resp, err := http.DefaultTransport.RoundTrip(req)
		var dialing *net.OpError
		if errors.As(err, &dialing) && dialing.Op == "dial" && time.Now().Before(late) {
			continue
		}
		if err != nil {
			return errBroken
		}
		again, err := s.take(resp, n%2 == 0)
		if !again || err != nil {
			return err
		}
	}
}

// take reads an answer, and says whether to ask again since others hold what is
// left of the budget.
func (s *shop) take(resp *http.Response, stream bool) (again bool, err error) {
	defer resp.Body.Close()
	said, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
		return false, errBroken
	case resp.StatusCode == http.StatusTooManyRequests && strings.Contains(string(said), "budget_held"):
		return true, nil
	case resp.StatusCode == http.StatusTooManyRequests:
		s.refused.Store(true)
		return false, nil
	case resp.StatusCode != http.StatusOK:
		return false, fmt.Errorf("%d %s", resp.StatusCode, said)
	case stream && lastLine(said) != "data: [DONE]":
		return false, fmt.Errorf("a stream without an end: %s", said)
	}
	s.paid.Add(1)
	return false, nil
}

func lastLine(b []byte) (last string) {
	lines := bufio.NewScanner(strings.NewReader(string(b)))
	for lines.Scan() {
		if lines.Text() != "" {
			last = lines.Text()
		}
	}
	return last
}
