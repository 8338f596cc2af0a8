//go:build !race

package store_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/store"
	"adhere/internal/store/powercut"
	"adhere/internal/writing"
)

var powerCuts = flag.Int("powercuts", 20, "how many power cuts, disk faults and kills the tests make")

// TestPowerCut cuts the power at random moments of work on everything that the
// store keeps. Whatever was acknowledged before is there afterwards, and the
// database is whole.
func TestPowerCut(t *testing.T) {
	lot := rand.New(rand.NewPCG(1, 2))
	db := filepath.Join(t.TempDir(), "adhere.db")
	acknowledged := map[string]bool{}
	for round := range *powerCuts {
		for _, line := range work(t, db, round, 1+lot.IntN(600), "kill") {
			acknowledged[line] = true
		}
		if err := powercut.Cut(db, lot); err != nil {
			t.Fatal(err)
		}
		checkWhole(t, db)
		missing(t, db, acknowledged, round)
	}
	t.Logf("%d acknowledged writes survived %d power cuts", len(acknowledged), *powerCuts)
	if len(acknowledged) < *powerCuts {
		t.Errorf("only %d writes were acknowledged", len(acknowledged))
	}
}

// TestDiskFaults has one write or sync after the other fail, and cuts the
// power at the end.
func TestDiskFaults(t *testing.T) {
	lot := rand.New(rand.NewPCG(3, 4))
	for fault := 1; fault <= *powerCuts; fault++ {
		db := filepath.Join(t.TempDir(), "adhere.db")
		acknowledged := map[string]bool{}
		for _, line := range work(t, db, 0, 1+lot.IntN(600), "fail") {
			acknowledged[line] = true
		}
		if err := powercut.Cut(db, lot); err != nil {
			t.Fatal(err)
		}
		checkWhole(t, db)
		missing(t, db, acknowledged, fault)
	}
}

// TestDiskFaultsNameFile has the first write fail: the error names the file and
// says what to look at, not only what SQLite calls it.
func TestDiskFaultsNameFile(t *testing.T) {
	db := filepath.Join(t.TempDir(), "adhere.db")
	cmd := exec.Command(os.Args[0], "-test.run=^TestPowerCutWorker$")
	cmd.Env = append(os.Environ(), fmt.Sprintf("STORE_TEST_WORK=fail 0 1 %s", db))
	said, _ := cmd.CombinedOutput() // how it ends is not the matter
	if !strings.Contains(string(said), db+" cannot be read or written") || !strings.Contains(string(said), "try: check that the disk") {
		t.Errorf("with a disk that fails, opening says %s", said)
	}
}

// work starts a process that writes to the database until it is killed, and
// returns what it said that is stored.
func work(t *testing.T, db string, round, after int, how string) (acknowledged []string) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestPowerCutWorker$")
	cmd.Env = append(os.Environ(), "STORE_TEST_WORK="+fmt.Sprintf("%s %d %d %s", how, round, after, db))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if line, found := strings.CutPrefix(lines.Text(), "stored "); found {
			acknowledged = append(acknowledged, line)
		}
	}
	_ = cmd.Wait() // killed, as a rule
	return acknowledged
}

// TestPowerCutWorker is the process that TestPowerCut cuts off.
func TestPowerCutWorker(t *testing.T) {
	var how, db string
	var round, after int
	if _, err := fmt.Sscanf(os.Getenv("STORE_TEST_WORK"), "%s %d %d %s", &how, &round, &after, &db); err != nil {
		t.Skip("it is started by TestPowerCut")
	}
	if err := powercut.Record(db, after, how == "fail"); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(context.Background(), db)
	if err != nil {
		fmt.Println("cannot open:", err, "try:", adhere.HintOf(err))
		return
	}
	var all sync.WaitGroup
	for lane := range 4 {
		all.Go(func() {
			for i := range 3 {
				writeEach(t, s, fmt.Sprintf("%d-%d-%d", round, lane, i))
			}
		})
	}
	all.Wait()
	_ = s.Close() // its own failure loses nothing that was stored
}

// writeEach stores one of each kind, and says which of them were.
func writeEach(t *testing.T, s *store.Store, id string) {
	ctx := context.Background()
	done := func(kind string, err error) {
		if err == nil {
			fmt.Printf("stored %s %s\n", kind, id)
		}
	}
	done("call", s.Put(ctx, id, "m", &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: strings.Repeat(id+" ", 90)}}}, &adhere.Response{Text: id}))
	done("request", s.PutRequest(ctx, &store.Request{ID: id, Created: noon, Body: json.RawMessage(`{"kept":true}`)}))
	run := newRun(id)
	err := s.CreateRun(ctx, run, items(2))
	done("run", err)
	if err == nil {
		j, err := s.Journal(ctx, id)
		if err == nil {
			done("record", j.Finish(ctx, 1, record(1), adhere.Used{}, false))
		}
	}
	done("person", s.AddPerson(ctx, &accounts.Person{Name: "p" + id, Role: accounts.Viewer, Created: noon}))
	if err := begin(t, s, id, "q"+id, "m", "p"+id); err == nil {
		done("turn", s.AddEvent(ctx, id, &writing.Event{Number: 1, Client: "c", Move: writing.Move{Action: writing.Drafted, Text: "A draft."}}))
	}
	c, err := annotate.NewCampaign(id, "double-check", annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	units := []annotate.Unit{{Kind: annotate.Work, Topic: "t", Instruction: adhere.Instruction{ID: "i", Messages: []adhere.Message{{Role: adhere.User, Text: "Sing."}}}}}
	if err := c.SetUnits(units); err != nil {
		t.Fatal(err)
	}
	c.ID, c.Created = "c"+id, noon
	if s.CreateCampaign(ctx, c, units) != nil || s.OpenCampaign(ctx, c.ID, "ada", annotate.NewPlan) != nil {
		return
	}
	if unit, err := s.Take(ctx, c.ID, "ada", (*annotate.Assignment).Begin); err == nil && unit != 0 {
		done("label", s.Work(ctx, c.ID, unit, "ada", func(x *annotate.Assignment) error {
			_, err := x.Apply(annotate.Move{Action: annotate.ActHandIn, Client: "in-" + id, Fields: map[string]string{"1": "met"}})
			return err
		}))
	}
}

// missing says what was acknowledged and is not there.
func missing(t *testing.T, path string, acknowledged map[string]bool, round int) {
	t.Helper()
	db := raw(t, path)
	defer db.Close()
	queries := map[string]string{
		"call": "select count(*) from calls where key = $1", "request": "select count(*) from requests where id = $1",
		"run":    "select count(*) = 2 from items where run = (select num from runs where id = $1)",
		"record": "select count(*) from records where run = (select num from runs where id = $1)",
		"person": "select count(*) from people where name = 'p' || $1",
		"turn":   "select count(*) from writing_events where session = $1",
		"label":  "select count(*) > 0 from campaign_events where campaign = 'c' || $1 and kind <> 'begin'",
	}
	for line := range acknowledged {
		kind, id, _ := strings.Cut(line, " ")
		var n int
		if err := db.QueryRow(queries[kind], id).Scan(&n); err != nil || n != 1 {
			t.Errorf("round %d: %s was stored and is gone (%d, %v)", round, line, n, err)
		}
	}
}

// checkWhole has SQLite look through the whole database.
func checkWhole(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		return // cut off before there was one
	}
	db := raw(t, path)
	defer db.Close()
	var said string
	if err := db.QueryRow("pragma integrity_check").Scan(&said); err != nil || said != "ok" {
		t.Fatalf("the database is damaged: %s %v", said, err)
	}
	if err := db.QueryRow("pragma foreign_key_check").Scan(new(sql.NullString), new(sql.NullInt64), new(sql.NullString), new(sql.NullInt64)); err != sql.ErrNoRows {
		t.Fatalf("a row refers to nothing: %v", err)
	}
}
