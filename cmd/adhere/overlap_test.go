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

	"adhere/model/modeltest"
)

// TestOverlapPaysOnce has four processes carry out runs that share most of
// their calls, in one database at once. One is killed amid them. Each call that
// got its reply is made once; what the killed one was asking may be asked again.
func TestOverlapPaysOnce(t *testing.T) {
	t.Parallel()
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
		cmd := exec.Command("adhere", evalCommandLine(filepath.Join(dir, "a.db"), tasks, url, "--max-connections", fmt.Sprint(lanes))...)
		cmd.Stderr = &said[n]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	<-halfway
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
	if len(asked) != 2*shared || twice > 2*lanes {
		t.Errorf("%d calls were made, want %d; %d of them were made again, and the killed process had at most %d in flight", len(asked), 2*shared, twice, 2*lanes)
	}
	t.Logf("%d calls, %d made again", len(asked), twice)
}
