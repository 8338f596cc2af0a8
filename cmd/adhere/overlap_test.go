package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere/internal/store/servertest"
	"adhere/model/modeltest"
)

// TestOverlapPaysOnce has four processes carry out runs that share most of
// their calls, in one database at once. One is killed amid them. Each call that
// got its reply is made once; what the killed one was asking may be asked again.
func TestOverlapPaysOnce(t *testing.T) {
	t.Parallel()
	overlap(t, filepath.Join(t.TempDir(), "a.db"), nil)
}

// TestOverlapOnServer does the same in a PostgreSQL database, which besides
// loses all its connections for once. What they had claimed may be asked again.
func TestOverlapOnServer(t *testing.T) {
	t.Parallel()
	db, cut := servertest.New(t)
	overlap(t, db, cut)
}

// overlap holds that processes at work in one database pay for each call once.
// amid, if any, is done to the database when half of the calls were made.
func overlap(t *testing.T, db string, amid func()) {
	dir := t.TempDir()
	var mu sync.Mutex
	asked, halfway := map[string]int{}, make(chan struct{})
	stub := &modeltest.Stub{Latency: 30 * time.Millisecond, Reply: func(a *modeltest.Asked) string {
		mu.Lock()
		defer mu.Unlock()
		if asked[string(a.Body)]++; len(asked) == 100 && asked[string(a.Body)] == 1 {
			close(halfway)
		}
		return "It does.\nYES"
	}}
	url, stop, err := stub.Listen(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	const lanes, shared = 8, 120
	var all []*exec.Cmd
	said := make([]bytes.Buffer, 4)
	for n := range said {
		tasks := filepath.Join(dir, fmt.Sprintf("tasks%d.jsonl", n))
		var b strings.Builder
		for i := range shared {
			fmt.Fprintf(&b, `{"id":"%d-%d","prompt":"say number %d","requirements":[{"id":"1","text":"Is it kind?"}]}`+"\n", n, i, i)
		}
		if err := os.WriteFile(tasks, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("adhere", evalCommandLine(db, tasks, url, "--max-connections", fmt.Sprint(lanes))...)
		cmd.Stderr = &said[n]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	<-halfway
	again := 2 * lanes // calls that may be made twice
	if amid != nil {
		amid()
		again *= len(all)
	}
	if err := all[3].Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for n, cmd := range all {
		if err := cmd.Wait(); err != nil && n != 3 {
			t.Errorf("process %d: %v\n%s", n, err, said[n].String())
		}
	}
	mu.Lock()
	defer mu.Unlock()
	twice := 0
	for _, n := range asked {
		twice += n - 1
	}
	if len(asked) != 2*shared || twice > again {
		t.Errorf("%d calls were made, want %d; %d of them were made again, and at most %d were in flight when their claims were lost", len(asked), 2*shared, twice, again)
	}
	t.Logf("%d calls, %d made again", len(asked), twice)
}
