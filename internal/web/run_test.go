package web

import (
	"context"
	"fmt"
	"iter"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/store"
)

const (
	rules = "rule/strict@1"
	panel = "judge/panel@1+openai/gpt-4o"
)

// An answered is an item of a test run with what came out of it.
type answered struct {
	in      adhere.Instruction
	text    string
	failed  bool
	verdict func(judge string, i int) adhere.Outcome
}

// outcomes makes verdicts whose outcome cycles with the item and requirement.
func outcomes(n int) func(string, int) adhere.Outcome {
	return func(judge string, i int) adhere.Outcome {
		if judge == rules && i%2 == 1 {
			return adhere.Skipped
		}
		return []adhere.Outcome{adhere.Met, adhere.Met, adhere.NotMet, adhere.Met, adhere.Unsure}[(n+i)%5]
	}
}

// items makes n items of so many requirements.
func items(n, requirements int) []answered {
	all := make([]answered, n)
	for k := range all {
		in := adhere.Instruction{
			ID: fmt.Sprintf("garden/bed-%06d", k), Dataset: "garden@1", Group: fmt.Sprintf("bed-%d", k/5), Level: 1 + k%5,
			Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprintf("Plant bed %d with herbs.", k)}},
			Tags:     map[string]string{"category": []string{"herbs", "roots", "fruit"}[k%3]},
		}
		for i := range requirements {
			in.Requirements = append(in.Requirements, adhere.Requirement{
				ID: strconv.Itoa(i + 1), Text: fmt.Sprintf("Demand %d.", i+1), Labels: []string{[]string{"Format", "Content", "Number"}[i%3]},
				Rule: &adhere.Rule{Name: "suite/rule-" + strconv.Itoa(i%4)},
			})
		}
		all[k] = answered{in: in, text: fmt.Sprintf("Answer to bed %d.", k), verdict: outcomes(k)}
	}
	return all
}

func (a *answered) record() *adhere.Record {
	rec := &adhere.Record{Instruction: &a.in}
	if a.failed {
		rec.Err = "the provider failed"
		return rec
	}
	rec.Response = &adhere.Response{Model: "openai/gpt-4o", Text: a.text, Finish: adhere.FinishStop}
	for _, judge := range []string{rules, panel} {
		for i, req := range a.in.Requirements {
			v := adhere.Verdict{Requirement: req.ID, Judge: judge, Outcome: a.verdict(judge, i), Reason: "because of " + judge, Evidence: "measured 3"}
			if judge == panel {
				v.Raw = "YES, it does"
			}
			rec.Verdicts = append(rec.Verdicts, v)
		}
	}
	return rec
}

// keepRun stores a run with its items and, up to done, their records.
func keepRun(t testing.TB, s *store.Store, model string, all []answered, done int, change ...func(*adhere.Plan)) *adhere.Run {
	t.Helper()
	ctx := context.Background()
	plan := adhere.Plan{Bench: "garden@1", Dataset: "garden@1 sha256:00", Model: model, Judges: []string{rules, panel}}
	for _, c := range change {
		c(&plan)
	}
	run := &adhere.Run{ID: plan.RunID(), Plan: plan}
	var list iter.Seq2[adhere.Item, error] = func(yield func(adhere.Item, error) bool) {
		for i := range all {
			if !yield(adhere.Item{Instruction: &all[i].in}, nil) {
				return
			}
		}
	}
	if err := s.CreateRun(ctx, run, list); err != nil {
		t.Fatal(err)
	}
	finishItems(t, s, run, all, 0, done)
	if done == len(all) {
		if err := s.SetRunState(ctx, run.ID, adhere.Finished); err != nil {
			t.Fatal(err)
		}
	}
	run, err := s.Run(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// finishItems stores the records of the items from and up to.
func finishItems(t testing.TB, s *store.Store, run *adhere.Run, all []answered, from, to int) {
	t.Helper()
	ctx := context.Background()
	journal, err := s.Journal(ctx, run.ID)
	if err != nil {
		t.Fatal(err)
	}
	usage := map[string]adhere.Usage{"subject": {Calls: 1, In: 10, Out: 5, Money: adhere.USD / 1000}}
	work := make(chan int)
	errs := make(chan error, 64)
	for range cap(errs) {
		go func() {
			var first error
			for i := range work {
				if err := journal.Finish(ctx, i, all[i].record(), adhere.Used{Made: usage}, all[i].failed); err != nil && first == nil {
					first = err
				}
			}
			errs <- first
		}()
	}
	for i := from; i < to; i++ {
		work <- i
	}
	close(work)
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
}

// settled asks for a page, as a viewer, until nothing on it is still being counted.
func (x *site) settled(t testing.TB, path string) *httptest.ResponseRecorder {
	t.Helper()
	return x.settledAs(t, path, accounts.Viewer)
}

func (x *site) settledAs(t testing.TB, path string, role accounts.Role) *httptest.ResponseRecorder {
	t.Helper()
	for end := time.Now().Add(30 * time.Minute); time.Now().Before(end); {
		w := x.get(path, role)
		if w.Header().Get("Refresh") == "" {
			return w
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s is never ready", path)
	return nil
}

// TestAvoidedOnPages holds that an answer which does what it should avoid is
// shown as one that fails, and one that does not as one that passes.
func TestAvoidedOnPages(t *testing.T) {
	x := newSite(t, nil)
	all := items(2, 1)
	for k := range all {
		all[k].in.Requirements[0].Weight = -4
		all[k].verdict = func(string, int) adhere.Outcome { return adhere.OutcomeOf(k == 0) }
	}
	run := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	has(t, x.get("/runs/"+run.ID+"/items?outcome=not_met", accounts.Admin), 200, "bed-000000", "0 of 1")
	has(t, x.get("/runs/"+run.ID+"/items?outcome=met", accounts.Admin), 200, "bed-000001", "1 of 1")
	for _, unknown := range []string{"label=Fromat", "tag.nothing=1", "rule=no_such", "q=zzz"} {
		has(t, x.get("/runs/"+run.ID+"/items?"+unknown, accounts.Admin), 200, "No item matches these filters")
	}
	has(t, x.get("/runs/"+run.ID+"/items?page=99", accounts.Admin), 200, "bed-000001")
	has(t, x.get("/runs/"+run.ID+"/items/0", accounts.Admin), 200, "avoid: Demand 1.", "not met")
	if body := x.get("/runs/"+run.ID+"/items/1", accounts.Admin).Body.String(); strings.Contains(body, "not met") {
		t.Error("an answer that avoids what it should is shown as one that does not")
	}
}
