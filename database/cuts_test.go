package database_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/database"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/internal/store/servertest"
	"adhere/model/provider"
)

// TestCutEvaluation cuts all connections to the server at trips of a small
// evaluation, from opening to closing: its result is that of one without cuts,
// and no call is made twice.
func TestCutEvaluation(t *testing.T) {
	address, _ := servertest.New(t)
	through, cuts := servertest.Through(t, address)
	none := func(int) servertest.Cut { return servertest.None }
	evaluate := func(next func(int) servertest.Cut) (result string, calls, trips int) {
		cuts.Count(next)
		ctx := t.Context()
		db, err := database.Open(ctx, through)
		if err != nil {
			t.Fatal(err)
		}
		asked := &honest{}
		opener := &provider.Opener{Calls: db, Dial: func(string, provider.Options) (adhere.Model, error) { return asked, nil }}
		e, err := eval.New(ctx, eval.Spec{Bench: "starter", Model: asked.Name(), Judging: eval.Judging{RulesOnly: true}, Limit: "4"}, eval.Parts{Open: opener.Open, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Run(ctx, db)
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		trips = cuts.Trips()
		cuts.Count(none)
		forget(t, address, e.Plan.RunID())
		return string(b), int(asked.calls.Load()), trips
	}
	want, calls, trips := evaluate(none)
	const apart = 40 // trips between two cuts; enough to begin again and come further
	for first := 0; first < apart; first += 3 {
		made := 0
		got, again, _ := evaluate(func(trip int) servertest.Cut {
			if trip%apart != first {
				return servertest.None
			}
			made++
			return []servertest.Cut{servertest.Unasked, servertest.Unheard}[(made+first)%2]
		})
		if d := cmp.Diff(want, got); d != "" || again != calls || made == 0 {
			t.Errorf("%d cuts of %d trips, from the %d. on: %d calls, want %d; %s", made, trips, first, again, calls, d)
		}
	}
}

// forget takes a run and all calls out of a database.
func forget(t *testing.T, address, run string) {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	err = s.RemoveRun(t.Context(), run)
	if err == nil {
		_, _, err = s.PruneCalls(t.Context(), store.CallFilter{})
	}
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
}
