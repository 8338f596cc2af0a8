package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"adhere"
	"adhere/internal/store"
	"adhere/run"
)

// record returns a finished record of the n-th instruction.
func record(n int) *adhere.Record {
	return &adhere.Record{
		Instruction: instruction(n),
		Response:    &adhere.Response{Model: "stub/one", Text: fmt.Sprint("Lake no. ", n), Finish: adhere.FinishStop, Usage: adhere.Usage{Out: 3}},
		Verdicts: []adhere.Verdict{
			{Requirement: "1", Judge: "rule@1", Outcome: adhere.OutcomeOf(n%2 == 0), Reason: "3 words", Evidence: "Lake no."},
			{Requirement: "2", Judge: "rule@1", Outcome: adhere.Broken, Raw: "hm", Usage: adhere.Usage{In: 1}},
		},
		Grades: []adhere.Grade{{Judge: "score@1", Score: 4, Outcome: adhere.Met, Reason: "good", Raw: "4"}},
	}
}

// pending lists the positions in the order in which they come.
func pending(t testing.TB, j run.Journal) []int {
	t.Helper()
	var positions []int
	if err := j.Pending(context.Background(), func(position, _ int, _ *adhere.Instruction) error {
		positions = append(positions, position)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return positions
}

func TestPendingOrder(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	create(t, s, newRun("other"), items(300)) // must not be seen
	j := create(t, s, newRun("r"), items(800, 1, 6, 0, 6, 2))
	var want []int
	for _, rest := range [][]int{{1, 3}, {4}, {0}, {2}} { // chains 6, 2, 1, 0
		for i := range 800 {
			if slices.Contains(rest, i%5) {
				want = append(want, i)
			}
		}
	}
	if d := cmp.Diff(want, pending(t, j)); d != "" {
		t.Fatal(d)
	}
	for _, position := range []int{1, 3, 4, 7} {
		if err := j.Finish(ctx, position, record(position), adhere.Used{}, position == 7); err != nil {
			t.Fatal(err)
		}
	}
	want = slices.DeleteFunc(want, func(p int) bool { return p == 1 || p == 3 || p == 4 })
	if d := cmp.Diff(want, pending(t, j)); d != "" {
		t.Fatal(d)
	}
}

// TestFinishWhilePending holds that a run may write down what it has done
// while the rest is still being listed, and that what fails does not come
// again in the same listing.
func TestFinishWhilePending(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	j := create(t, s, newRun("r"), items(400))
	seen := 0
	err := j.Pending(ctx, func(position, _ int, in *adhere.Instruction) error {
		seen++
		if in.ID != instruction(position).ID {
			t.Errorf("position %d has %s", position, in.ID)
		}
		return j.Finish(ctx, position, record(position), adhere.Used{}, position%2 == 0)
	})
	if err != nil || seen != 400 {
		t.Errorf("%d items, %v", seen, err)
	}
	if rest := pending(t, j); len(rest) != 200 {
		t.Errorf("%d items are left, want the 200 that failed", len(rest))
	}
	enough := errors.New("enough")
	if err := j.Pending(ctx, func(int, int, *adhere.Instruction) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("error %v, want what each returned", err)
	}
}

func TestRecords(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	j := create(t, s, newRun("r"), func(yield func(adhere.Item, error) bool) {
		for it := range items(150) {
			for it.Attempt = range 2 {
				if !yield(it, nil) {
					return
				}
			}
		}
	})
	var want []*adhere.Record
	var wg sync.WaitGroup
	for position := range 300 {
		rec := record(position / 2)
		rec.Attempt = position % 2
		if position%7 == 0 {
			rec.Response, rec.Err, rec.Verdicts, rec.Grades = nil, "the line went dead", nil, nil
		}
		if position%11 == 0 {
			continue // never done
		}
		want = append(want, rec)
		wg.Go(func() {
			if err := j.Finish(ctx, position, rec, adhere.Used{}, rec.Response == nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()

	var got, slim []*adhere.Record
	for rec, err := range s.Records(ctx, "r") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, rec)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for _, rec := range want {
		strip(rec)
	}
	for _, version := range []string{"as they are", "of an earlier version"} {
		slim = nil
		for p, err := range s.SlimPlaced(ctx, "r") {
			if err != nil {
				t.Fatal(err)
			}
			words := -1
			if of := got[len(slim)].Response; of != nil {
				words = len(strings.Fields(of.Text))
			}
			if p.Words != words {
				t.Errorf("record %d %s has an answer of %d words, want %d", p.Position, version, p.Words, words)
			}
			slim = append(slim, p.Record)
		}
		if d := cmp.Diff(want, slim); d != "" {
			t.Errorf("slim records %s: %s", version, d)
		}
		raw(t, s.Path(), "update runs set marks = 0", `update records set marks = x'7b7d'`)
	}
	slimmest, only := s.Browse(ctx, "r")
	for _, err := range slimmest {
		if err != nil {
			t.Fatal(err)
		}
	}
	var some []*adhere.Record
	for rec, err := range only([]int{0, 9, len(got) - 1}) {
		if err != nil {
			t.Fatal(err)
		}
		some = append(some, rec)
	}
	if d := cmp.Diff([]*adhere.Record{got[0], got[9], got[len(got)-1]}, some); d != "" {
		t.Error(d)
	}
	for range s.Records(ctx, "r") {
		break // a reader may stop early
	}
	for _, err := range s.SlimRecords(ctx, "unknown") {
		if adhere.CodeOf(err) != adhere.NotFound {
			t.Errorf("records of an unknown run: %v", err)
		}
	}
}

// strip takes away what a slim record does not have.
func strip(rec *adhere.Record) {
	in := rec.Instruction
	in.Messages, in.Input, in.Path, in.Reference = nil, "", nil, ""
	for i := range in.Requirements {
		r := &in.Requirements[i]
		r.Text = ""
		if r.Rule != nil {
			r.Rule.Args = nil
		}
	}
	if rec.Response != nil {
		rec.Response = &adhere.Response{Model: rec.Response.Model, Finish: rec.Response.Finish}
	}
	for i := range rec.Verdicts {
		v := &rec.Verdicts[i]
		v.Evidence, v.Usage = "", adhere.Usage{}
		if v.Outcome != adhere.Broken {
			v.Reason, v.Raw = "", ""
		}
	}
	for i := range rec.Grades {
		g := &rec.Grades[i]
		g.Reason, g.Raw, g.Usage = "", "", adhere.Usage{}
	}
}

// TestFailedWriteHurtsNobody holds that a write that cannot be done fails
// alone, though it shares its transaction with others.
func TestFailedWriteHurtsNobody(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	j := create(t, s, newRun("r"), items(100))
	var wg sync.WaitGroup
	for position := range 200 { // half of them do not exist
		wg.Go(func() {
			err := j.Finish(ctx, position, record(position), adhere.Used{Made: map[string]adhere.Usage{"subject": {Calls: 1}}}, false)
			if (err == nil) != (position < 100) {
				t.Errorf("position %d: %v", position, err)
			}
		})
	}
	wg.Wait()
	if run, err := s.Run(ctx, "r"); err != nil || run.Done != 100 || run.Usage["subject"].Calls != 100 {
		t.Errorf("%+v, %v", run, err)
	}
}

// TestLargeRun holds that the items of a large run, which are packed, and what
// metrics read of them are read as they were given, and that they take half the
// room or less.
func TestLargeRun(t *testing.T) {
	const n = 4000
	text := strings.Repeat("A sentence that all of them share, as the instructions of a data set do. ", 5)
	large := func(i int) *adhere.Instruction {
		in := instruction(i)
		in.Messages[0].Text = fmt.Sprint(i, " ", text)
		return in
	}
	s := open(t)
	j := create(t, s, newRun("r"), func(yield func(adhere.Item, error) bool) {
		for i := range n {
			if !yield(adhere.Item{Chain: 1, Instruction: large(i)}, nil) {
				return
			}
		}
	})
	for _, i := range []int{0, 1, n - 1} {
		rec := record(i)
		rec.Instruction = large(i)
		if err := j.Finish(t.Context(), i, rec, adhere.Used{}, false); err != nil {
			t.Fatal(err)
		}
	}
	seen := 0
	err := j.Pending(t.Context(), func(position, _ int, in *adhere.Instruction) error {
		seen++
		if diff := cmp.Diff(large(position), in); diff != "" {
			t.Fatal(diff)
		}
		return nil
	})
	if err != nil || seen != n-3 {
		t.Errorf("%d items are pending, %v", seen, err)
	}
	whole, slim := collect(t, s.Records(t.Context(), "r")), collect(t, s.SlimRecords(t.Context(), "r"))
	if len(whole) != 3 || len(slim) != 3 {
		t.Fatalf("%d and %d records", len(whole), len(slim))
	}
	for i, rec := range whole {
		if diff := cmp.Diff(large([]int{0, 1, n - 1}[i]), rec.Instruction); diff != "" || slim[i].Instruction.ID != rec.Instruction.ID || len(slim[i].Verdicts) != len(rec.Verdicts) {
			t.Error(diff, slim[i])
		}
	}
	if server != "" {
		return
	}
	info, err := s.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range info.Tables {
		if each := table.Bytes / n; table.Name == "items" && each > 350 {
			t.Errorf("an item of 1,000 bytes takes %d", each)
		}
	}
}

// TestLargeRunsAtOnce holds that large runs which are created at the same time
// wait for one another, and for nothing that waits for them; and that a later
// process packs against what this one has learned.
func TestLargeRunsAtOnce(t *testing.T) {
	place := newPlace(t)
	s := openAt(t, place)
	var all errgroup.Group
	for _, id := range []string{"a", "b"} {
		all.Go(func() error { return s.CreateRun(t.Context(), newRun(id), items(4000)) })
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	later := openAt(t, place)
	create(t, later, newRun("c"), items(4000))
	runs, err := later.FindRuns(t.Context(), store.RunFilter{})
	if err != nil || len(runs) != 3 || runs[0].Items != 4000 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}
