package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/store"
	"adhere/internal/store/servertest"
)

var killCount = flag.Int("kills", 3, "how often servers are killed")

var minute = flag.Bool("minute", false, "have 50 people label for a minute instead of a few drafts each")

const labellers = 50

// A crowd is many people who label at once, over HTTP.
type crowd struct {
	t     *testing.T
	db    string
	bases []*atomic.Pointer[string] // where the servers are at the moment, which are asked by turns
	asked atomic.Int64
	done  atomic.Int64   // drafts that were acknowledged
	again atomic.Int64   // messages that were sent again
	units map[string]int // by person
}

func personOf(i int) string { return fmt.Sprintf("p%d", i) }

// newCrowd makes accounts, sessions and a campaign in which each has begun a
// unit of their own.
func newCrowd(t *testing.T, db string, servers int) *crowd {
	c := &crowd{t: t, db: db, units: map[string]int{}}
	for range servers {
		c.bases = append(c.bases, &atomic.Pointer[string]{})
	}
	ctx := context.Background()
	s, err := store.Open(ctx, c.db)
	check(t, err)
	defer s.Close()
	campaign, err := annotate.NewCampaign("crowd", "double-check", annotate.Settings{Overlap: 1})
	check(t, err)
	campaign.Created = time.Now()
	var units []annotate.Unit
	for i := range labellers {
		units = append(units, annotate.Unit{Kind: annotate.Work, Instruction: adhere.Instruction{ID: fmt.Sprint(i), Messages: []adhere.Message{{Role: adhere.User, Text: "Sing."}}}})
	}
	check(t, campaign.SetUnits(units))
	check(t, s.CreateCampaign(ctx, campaign, units))
	for i := range labellers {
		p := &accounts.Person{Name: personOf(i), Role: accounts.Annotator, Created: time.Now()}
		check(t, s.AddPerson(ctx, p))
		sum := sha256.Sum256([]byte("token of " + p.Name))
		check(t, s.SaveSession(ctx, &accounts.Session{Hash: hex.EncodeToString(sum[:]), Person: *p, Created: p.Created, Seen: p.Created}))
		check(t, s.SaveMember(ctx, "crowd", p.Name, nil))
	}
	check(t, s.OpenCampaign(ctx, "crowd", "ada", annotate.NewPlan))
	for i := range labellers {
		c.units[personOf(i)], err = s.Take(ctx, "crowd", personOf(i), (*annotate.Assignment).Begin)
		check(t, err)
	}
	return c
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// serve starts the n-th server; what it returns kills it with SIGKILL.
func (c *crowd) serve(n int) (kill func()) {
	cmd := exec.Command("adhere", "serve", "--db", c.db, "--addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	check(c.t, err)
	check(c.t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	check(c.t, err)
	base := strings.TrimSpace(line)
	c.bases[n].Store(&base)
	return func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	}
}

// label has one person save drafts until stop says so, each sent again under
// its own name until it is acknowledged.
func (c *crowd) label(person string, stop func(n int) bool) {
	version := 0
	for n := 1; !stop(n); n++ {
		form := url.Values{
			"who": {person}, "version": {fmt.Sprint(version)}, "action": {"save"}, "client": {fmt.Sprintf("%s-draft-%d", person, n)},
			"note": {fmt.Sprintf("draft %d of %s", n, person)},
		}
		for end := time.Now().Add(patience); ; {
			status, body, err := c.post(person, form)
			if err == nil && status == http.StatusOK {
				var saved struct{ Version int }
				if json.Unmarshal(body, &saved) != nil || saved.Version != version+1 {
					c.t.Errorf("%s, draft %d: %s", person, n, body)
					return
				}
				version = saved.Version
				c.done.Add(1)
				break
			}
			if err == nil || time.Now().After(end) {
				c.t.Errorf("%s, draft %d: %d %s %v", person, n, status, body, err)
				return
			}
			c.again.Add(1)
			time.Sleep(20 * time.Millisecond) // the server is being killed and started
		}
	}
}

func (c *crowd) post(person string, form url.Values) (int, []byte, error) {
	base := c.bases[int(c.asked.Add(1))%len(c.bases)].Load()
	req, err := http.NewRequest(http.MethodPost, fmt.Sprintf("%s/tasks/crowd/%d", *base, c.units[person]), strings.NewReader(form.Encode()))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	req.AddCookie(&http.Cookie{Name: "adhere", Value: "token of " + person})
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp.StatusCode, body, err
}

// TestCrowdSurvivesKills has 50 people save drafts at once while the server is
// killed with SIGKILL and started again. Nobody meets an error but the broken
// connection, and the events hold each acknowledged draft once, in order.
func TestCrowdSurvivesKills(t *testing.T) {
	if testing.Short() {
		t.Skip("a server killed again and again")
	}
	t.Parallel()
	newCrowd(t, filepath.Join(t.TempDir(), "adhere.db"), 1).surviveKills()
}

// TestCrowdOfReplicas is the same with two servers over one PostgreSQL database,
// asked by turns, of which one or the other is killed.
func TestCrowdOfReplicas(t *testing.T) {
	if testing.Short() {
		t.Skip("servers killed again and again")
	}
	t.Parallel()
	db, _ := servertest.New(t)
	newCrowd(t, db, 2).surviveKills()
}

func (c *crowd) surviveKills() {
	t := c.t
	var kill []func()
	for n := range c.bases {
		kill = append(kill, c.serve(n))
	}
	defer func() {
		for _, k := range kill {
			k()
		}
	}()
	kills := *killCount
	stop := func(n int) bool { return n > 4*kills }
	if *minute {
		end := time.Now().Add(time.Minute)
		stop = func(int) bool { return time.Now().After(end) }
	}
	var all sync.WaitGroup
	for i := range labellers {
		all.Go(func() { c.label(personOf(i), stop) })
	}
	over := make(chan struct{})
	go func() { all.Wait(); close(over) }()
	for k := range kills {
		c.await(over, k, kills)
		n := k % len(c.bases)
		kill[n]()
		kill[n] = c.serve(n)
	}
	<-over
	drafts := c.done.Load()
	c.verify(drafts)
	t.Logf("%d drafts acknowledged, %d messages sent again, %d kills", drafts, c.again.Load(), kills)
}

// await waits for the moment of the next kill: after so many drafts, or a
// part of the minute.
func (c *crowd) await(over <-chan struct{}, k, kills int) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	part := time.After(time.Minute / time.Duration(kills+1))
	for {
		select {
		case <-over:
			return
		case <-part:
			if *minute {
				return
			}
		case <-tick.C:
			if !*minute && c.done.Load() >= int64((k+1)*130) {
				return
			}
		}
	}
}

// verify holds the events against what was acknowledged.
func (c *crowd) verify(drafts int64) {
	s, err := store.Open(context.Background(), c.db)
	check(c.t, err)
	defer s.Close()
	var found int64
	for i := range labellers {
		person := personOf(i)
		events, err := s.CampaignEvents(context.Background(), "crowd", person, 0)
		check(c.t, err)
		for n, e := range events[1:] {
			if want := fmt.Sprintf("draft %d of %s", n+1, person); e.Fields["note"] != want || e.Version != n+1 || e.Unit != c.units[person] {
				c.t.Errorf("%s: event %d is %+v, want %q", person, n+1, e, want)
			}
			found++
		}
	}
	if found != drafts {
		c.t.Errorf("%d drafts are stored, %d were acknowledged", found, drafts)
	}
}
