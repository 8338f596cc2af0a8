package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"adhere"
	"adhere/internal/serving"
	"adhere/model/modeltest"
)

// A shop is a gateway that is killed and started again, before a model server
// whose every answer costs the same, with a key that has a budget.
type shop struct {
	t        *testing.T
	dir, url string
	shared   string // the address of keys that several gateways share; empty for a file
	id, key  string
	price    adhere.Money // of an answer
	base     atomic.Pointer[string]
	sold     atomic.Int64  // answers of the model server
	paid     atomic.Int64  // answers that came whole to a client
	refused  atomic.Bool   // the budget is used up
	news     chan struct{} // something was answered
	env      []string      // of the gateway, besides that of the test
	lost     int64         // answers that the ledger may count though nobody bought them
}

const callers = 4

func newShop(t *testing.T, answers int, shared string, drip time.Duration) *shop {
	s := &shop{t: t, shared: shared, dir: t.TempDir(), news: make(chan struct{}, 1)}
	stub := &modeltest.Stub{
		Reply: func(*modeltest.Asked) string { s.sold.Add(1); return "Done." },
		Plan:  func(*modeltest.Asked) modeltest.Behaviour { return modeltest.Behaviour{Drip: drip} },
		Usage: func(*modeltest.Asked) modeltest.StubUsage { return modeltest.StubUsage{In: 1000, Out: 1000} },
	}
	url, stop, err := stub.Listen(context.Background())
	check(t, err)
	t.Cleanup(stop)
	s.url, s.price = url, 750*adhere.USD/1e6 // of gpt-4o-mini: $0.15 and $0.60 a million
	out, err := exec.Command("adhere", "keys", "add", "k", "--keys", s.keys(), "--budget", fmt.Sprintf("%.6f", float64(answers)*float64(s.price)/float64(adhere.USD))).Output()
	check(t, err)
	s.key = strings.TrimSpace(string(out))
	s.id = s.key[7:15]
	return s
}

func (s *shop) keys() string { return cmp.Or(s.shared, filepath.Join(s.dir, "keys.json")) }

// open starts the gateway; what it returns kills it with SIGKILL.
func (s *shop) open() (kill func()) {
	base, kill := s.start()
	s.base.Store(&base)
	return kill
}

func (s *shop) start() (base string, kill func()) {
	cmd := exec.Command("adhere", "gateway", "--upstream", s.url, "--keys", s.keys(), "--listen", "127.0.0.1:0", "--db", filepath.Join(s.dir, "a.db"), "--record", "--quiet", "--retries", "0")
	var said bytes.Buffer
	cmd.Stderr, cmd.Env = &said, append(os.Environ(), s.env...)
	out, err := cmd.StdoutPipe()
	check(s.t, err)
	check(s.t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.t.Fatalf("%v: %s", cmd.Wait(), said.String())
	}
	return strings.TrimSpace(line), func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	}
}

// buy sends a request and counts its answer.
func (s *shop) buy() {
	body := `{"model":"gpt-4o-mini","max_tokens":1000,"messages":[{"role":"user","content":"Write a word without commas."}]}`
	req, err := http.NewRequest(http.MethodPost, strings.TrimSuffix(*s.base.Load(), "/v1")+"/v1/chat/completions", strings.NewReader(body))
	check(s.t, err)
	req.Header.Set("Authorization", "Bearer "+s.key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return // the gateway was killed
	}
	defer func() {
		resp.Body.Close()
		select {
		case s.news <- struct{}{}:
		default: // there is news already
		}
	}()
	said, err := io.ReadAll(resp.Body)
	switch {
	case err != nil:
	case resp.StatusCode == http.StatusOK:
		s.paid.Add(1)
	case resp.StatusCode == http.StatusTooManyRequests && strings.Contains(string(said), "budget_held"):
	case resp.StatusCode == http.StatusTooManyRequests:
		s.refused.Store(true)
	default:
		s.t.Errorf("%d %s", resp.StatusCode, said)
	}
}

// TestGatewayKilled kills a gateway whose key has a budget, again and again: what
// clients paid is never forgotten, and the key gets no more than its budget
// buys, but for what was being answered at a kill.
func TestGatewayKilled(t *testing.T) {
	t.Parallel()
	kills, lot := *killCount, rand.New(rand.NewPCG(9, 9))
	s := newShop(t, 20*kills, "", 0)
	for range kills {
		some := 1 + lot.IntN(16)
		s.until(func(n int) bool { return n >= some }, s.open())
		s.holdAgainstLedger()
	}
	stop := s.open()
	s.until(func(int) bool { return s.refused.Load() }, stop)
	spent := s.holdAgainstLedger()
	if most := int64(20*kills) + int64(callers*(kills+1)); s.sold.Load() > most {
		t.Errorf("%d answers were bought, the budget is for %d", s.sold.Load(), 20*kills)
	}
	t.Logf("%d kills: %d answers bought, %d reached a client, %d in the ledger", kills, s.sold.Load(), s.paid.Load(), spent)
}

// until has callers buy until some are served in all, and kills the gateway
// amid their calls.
func (s *shop) until(enough func(n int) bool, kill func()) {
	before, over := s.paid.Load(), make(chan struct{})
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for {
				select {
				case <-over:
					return
				default:
					s.buy()
				}
			}
		})
	}
	for late := time.After(patience); !enough(int(s.paid.Load() - before)); {
		select {
		case <-s.news:
			continue
		case <-late:
			s.t.Error("the gateway does not answer")
		}
		break
	}
	kill()
	close(over)
	all.Wait()
}

// holdAgainstLedger compares what the ledger says with what was paid.
func (s *shop) holdAgainstLedger() (answers int64) {
	ledger, err := serving.OpenLedger(filepath.Join(s.dir, "gateway-spending.jsonl"))
	check(s.t, err)
	defer ledger.Close()
	_, total := ledger.Spent(s.id, time.Now())
	answers = int64(total / s.price)
	if answers < s.paid.Load() || answers > s.sold.Load()+s.lost {
		s.t.Errorf("%d answers reached a client and %d were bought, the ledger has %d (%v)", s.paid.Load(), s.sold.Load(), answers, total)
	}
	return answers
}
