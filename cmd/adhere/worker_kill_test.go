package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere/internal/store/servertest"
	"adhere/model/modeltest"
)

var workerItems = flag.Int("workeritems", 300, "items that TestWorkersKilled has workers carry out; from 10,000, eight of them and not four")

// TestWorkersKilled kills each worker twice while they carry out a run, and has
// the database crash and start again. No call whose reply was stored is made
// again, and the result is that of one process with a file.
func TestWorkersKilled(t *testing.T) {
	t.Parallel()
	db, restart := servertest.Own(t)
	items, workers, lanes := *workerItems, 4, 8
	if items >= 10_000 {
		workers, lanes = 8, 12
	}
	const kills = 2 // of each worker
	due := newMilestones()
	stub := &modeltest.Stub{Latency: 20 * time.Millisecond, Reply: func(a *modeltest.Asked) string {
		due.count()
		return strings.Repeat("It does. ", 1+len(a.Prompt())%3)
	}}
	url, stop, err := stub.Listen(context.Background())
	check(t, err)
	t.Cleanup(stop)
	tasks := writeWords(t, t.TempDir(), items)
	if out, err := exec.Command("adhere", "worker", "list", "--db", db).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	again := noteRewrites(t, db)

	random := rand.New(rand.NewPCG(18, 2))
	moment := func() int { return items/20 + random.IntN(items*8/10) } // calls made by then
	start := func() *exec.Cmd { return startWorker(t, db, "--max-connections", fmt.Sprint(lanes)) }
	var killers sync.WaitGroup
	for range workers {
		first, second := moment(), moment()
		killers.Go(func() {
			for _, at := range []int{min(first, second), max(first, second)} {
				worker := start()
				<-due.at(at)
				_ = worker.Process.Kill()
			}
			start()
		})
	}
	crash := moment()
	killers.Go(func() {
		<-due.at(crash)
		restart()
	})
	begun := time.Now()
	byWorkers, said, err := askWorkers(tasks, url, "--db", db, "--workers")
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	took := time.Since(begun)
	killers.Wait()
	if n := again(); n > 0 {
		t.Errorf("%d calls were made again though their replies were stored", n)
	}
	_, answered := stub.Distinct()
	twice := stub.Requests() - answered
	if most := (workers*kills + workers) * lanes; answered != items || twice > most {
		t.Errorf("%d calls answered, want %d; %d made again, and at most %d were under way at kills and the crash", answered, items, twice, most)
	}
	t.Logf("%d items by %d workers in %v, %d kills, 1 crash of the database: %d calls under way at a kill or the crash were made again", items, workers, took.Round(time.Second), workers*kills, twice)
	alone, said, err := askWorkers(tasks, url, "--db", filepath.Join(t.TempDir(), "a.db"), "--max-connections", fmt.Sprint(workers*lanes))
	if err != nil || alone != byWorkers || alone == "" {
		t.Errorf("%v: one process printed\n%s\nworkers\n%s\n%s", err, alone, byWorkers, said)
	}
}

// milestones tell who waits that so many calls have been made.
type milestones struct {
	mu    sync.Mutex
	calls int
	wait  map[int]chan struct{}
}

func newMilestones() *milestones { return &milestones{wait: map[int]chan struct{}{}} }

func (m *milestones) at(calls int) <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.wait[calls]
	if c == nil {
		c = make(chan struct{})
		if m.wait[calls] = c; m.calls >= calls {
			close(c)
		}
	}
	return c
}

func (m *milestones) count() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
	if c := m.wait[m.calls]; c != nil {
		close(c)
	}
}

// noteRewrites has the database note each stored call that another takes the
// place of, and returns what counts them. A write that is repeated because its
// connection was lost brings the same bytes; of another call, the time differs.
func noteRewrites(t *testing.T, address string) func() (n int) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	check(t, err)
	t.Cleanup(func() { db.Close() })
	_, err = db.Exec(`create table rewritten (key text);
		create function note_rewrite() returns trigger language plpgsql as $$ begin insert into rewritten values (old.key); return new; end $$;
		create trigger note_rewrite before update on calls for each row when (old.response is distinct from new.response) execute function note_rewrite()`)
	check(t, err)
	return func() (n int) {
		db.SetMaxIdleConns(0) // what was opened before a crash is gone
		check(t, db.QueryRow("select count(*) from rewritten").Scan(&n))
		return n
	}
}
