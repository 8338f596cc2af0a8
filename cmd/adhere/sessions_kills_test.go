package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/writing"
	"adhere/model/modeltest"
)

// A scribe writes a session over HTTP, at a server that is killed amid its
// requests and started again.
type scribe struct {
	*writingServer
	lot   *rand.Rand
	path  string // of the session
	kills int
}

var (
	phaseOf   = regexp.MustCompile(`data-phase="([a-z]+)"`)
	versionOf = regexp.MustCompile(`name="version" value="([0-9]+)"`)
)

// TestSessionKilled kills the server while turns of a session are taken: each
// move that was acknowledged is in the session, once and in its order, and each
// instruction has its answer.
func TestSessionKilled(t *testing.T) {
	t.Parallel()
	x := &scribe{writingServer: newQuestion(t), lot: rand.New(rand.NewPCG(3, 3))}
	stub := &modeltest.Stub{Reply: reviseAsTold, Latency: 5 * time.Millisecond}
	address, stop, err := stub.Listen(context.Background())
	check(t, err)
	t.Cleanup(stop)
	x.stub = address
	x.serve()
	t.Cleanup(func() { x.kill() })
	resp, err := http.PostForm(x.addr.Load().String()+"/writing", nil)
	check(t, err)
	resp.Body.Close()
	x.path = resp.Request.URL.Path
	if !strings.HasPrefix(x.path, "/writing/") {
		t.Fatalf("no session was begun: %s, %s", resp.Status, x.path)
	}
	x.kills = *killCount
	var want, got []string
	for turn := 1; turn <= writing.MostTurns; turn++ {
		told, said := fmt.Sprintf("Instruction %d about sugar.", turn), fmt.Sprint("Comment ", turn)
		x.move("instruction", url.Values{"do": {"instruct"}, "kind": {"info"}, "instruction": {told}})
		x.move("rating", url.Values{"do": {"rate"}, "rating": {"good"}, "comment": {said}})
		if turn < writing.MostTurns {
			x.move("decision", url.Values{"do": {"go_on"}})
		}
		want = append(want, told+" "+said)
	}
	all, notes, err := writing.ReadSessions("export.jsonl", bytes.NewReader(x.adhere("sessions", "export", "--db", x.db)))
	check(t, err)
	if len(all) != 1 || len(notes) != 0 {
		t.Fatalf("%d sessions, %v", len(all), notes)
	}
	for i := range all[0].Turns {
		turn := &all[0].Turns[i]
		got = append(got, turn.Instruction+" "+turn.Comment)
		if turn.Answer == "" {
			t.Errorf("turn %d has no answer", turn.Number)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// move waits for a phase of the session and makes a move in it, again and under
// the same name until it is acknowledged. Meanwhile the server may be killed.
func (x *scribe) move(phase string, form url.Values) {
	x.t.Helper()
	version := x.await(phase)
	form.Set("version", version)
	form.Set("client", "scribe-of-"+version)
	if x.kills > 0 && x.lot.IntN(3) == 0 { // somewhere between its arrival and its answer, or later
		x.kills--
		sent := make(chan struct{})
		go func() {
			defer close(sent)
			if resp, err := http.PostForm(x.addr.Load().String()+x.path+"/moves", form); err == nil {
				resp.Body.Close()
			}
		}()
		time.Sleep(time.Duration(x.lot.IntN(15)) * time.Millisecond) // any moment will do
		x.kill()
		<-sent
		x.serve()
	}
	resp, err := http.PostForm(x.addr.Load().String()+x.path+"/moves", form)
	check(x.t, err)
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(resp.Body)
		x.t.Fatalf("%s: %s: %s", form.Get("do"), resp.Status, said)
	}
}

// await loads the page until the session is in a phase, and returns its version.
func (x *scribe) await(phase string) (version string) {
	x.t.Helper()
	for late := time.Now().Add(patience); time.Now().Before(late); {
		resp, err := http.Get(x.addr.Load().String() + x.path)
		check(x.t, err)
		page, err := io.ReadAll(resp.Body)
		check(x.t, err)
		resp.Body.Close()
		is, at := phaseOf.FindSubmatch(page), versionOf.FindSubmatch(page)
		if is != nil && at != nil && string(is[1]) == phase {
			return string(at[1])
		}
		time.Sleep(5 * time.Millisecond) // the model is at work
	}
	x.t.Fatalf("the session does not come to its %s", phase)
	return ""
}
