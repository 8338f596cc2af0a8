package store

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/lists"
	"adhere/internal/near"
)

// A RunFilter says which runs are looked for; its zero value finds all.
type RunFilter struct {
	Bench string // with or without its version
	Model string
	Limit int // how many of the newest; 0 finds all
}

const selectRuns = `select num, id, plan, state, started, coalesce(finished, 0), warnings,
	(select coalesce(max(position) + 1, 0) from items where run = num), -- positions have no gaps
	(select count(*) from records where run = num),
	(select count(*) from records where run = num and failed = 1)
	from runs `

// A runRow is a run and its number.
type runRow struct {
	num int64
	run adhere.Run
}

// runInto says where the columns of selectRuns go.
func runInto(r *runRow) []any {
	run := &r.run
	return []any{
		&r.num, &run.ID,
		asJSON{&run.Plan},
		&run.State,
		asTime{&run.Started},
		asTime{&run.Finished},
		asJSON{&run.Warnings},
		&run.Items, &run.Done, &run.Failed,
	}
}

// FindRuns returns the runs that the filter lets through, newest first.
func (s *Store) FindRuns(ctx context.Context, f RunFilter) ([]*adhere.Run, error) {
	limit := math.MaxInt32
	if f.Limit > 0 {
		limit = f.Limit
	}
	return s.runs(ctx, "list the runs", `where ($1 = '' or bench = $1 or substr(bench, 1, length($1) + 1) = $1 || '@')
		and ($2 = '' or model = $2)
		order by started desc, num desc limit $3`, f.Bench, f.Model, limit)
}

func (s *Store) runs(ctx context.Context, doing, where string, args ...any) ([]*adhere.Run, error) {
	found, err := find(ctx, s, doing, selectRuns+where, args, runInto)
	if err != nil {
		return nil, err
	}
	nums := lists.Map(found, func(r runRow) int64 { return r.num })
	used, err := s.usages(ctx, nums)
	var runs []*adhere.Run
	for i := range found {
		r := &found[i]
		r.run.Usage = used[r.num]
		runs = append(runs, &r.run)
	}
	return runs, err
}

// Run returns the run whose ID is id or, if there is none, the only one whose
// ID begins with id. The error's code is NotFound where no run fits and
// Invalid, with the candidates in its hint, where several do.
func (s *Store) Run(ctx context.Context, id string) (*adhere.Run, error) {
	id, err := s.fullID(ctx, id)
	if err != nil {
		return nil, err
	}
	runs, err := s.runs(ctx, "read run "+id, "where id = $1", id)
	if err == nil && len(runs) == 0 { // removed in this moment
		err = noRun(id)
	}
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

func noRun(id string) error { return missing("run", id, "adhere runs list shows the stored runs") }

// noRunNear names the runs that may have been meant.
func (s *Store) noRunNear(ctx context.Context, id string) error {
	ids, err := find(ctx, s, "look for run "+id, "select id from runs order by id", nil, itself[string])
	if err != nil {
		return err
	}
	return missing("run", id, near.Hint(id, ids, adhere.HintOf(noRun(id))))
}

// fullID completes the beginning of a run's ID.
func (s *Store) fullID(ctx context.Context, id string) (string, error) {
	ids, err := find(ctx, s, "look for run "+id, "select id from runs where substr(id, 1, length($1)) = $1 order by id", []any{id}, itself[string])
	switch {
	case err != nil:
		return "", err
	case id == "" || len(ids) == 0:
		return "", s.noRunNear(ctx, id)
	case len(ids) == 1 || ids[0] == id: // the shortest comes first
		return ids[0], nil
	}
	return "", adhere.Errorf(adhere.Invalid, "%d runs begin with %q", len(ids), id).
		WithHint("name one of " + list(ids, 5))
}

// list joins the first n names and says how many more there are.
func list(names []string, n int) string {
	if len(names) <= n {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:n], ", "), len(names)-n)
}

// SetRunState notes how far the run with that exact ID has come; Finished
// notes the time too.
func (s *Store) SetRunState(ctx context.Context, id string, state adhere.RunState) error {
	var finished any
	if state == adhere.Finished {
		finished = s.now()
	}
	return s.change(ctx, "note the state of run "+id, func(t *tx) error {
		// The clock may have been set back since the run was started.
		return t.must(noRun(id), "update runs set state = $2, finished = case when $3 < started then started else $3 end where id = $1", id, string(state), finished)
	})
}

// Settle notes the state of a run of which nothing is under way any more, by
// what is done of it.
func (s *Store) Settle(ctx context.Context, id string) (adhere.RunState, error) {
	r, err := s.Run(ctx, id)
	if err != nil {
		return "", err
	}
	state := adhere.Finished
	if r.Done < r.Items {
		state = adhere.Stopped
	}
	if r.State == state {
		return state, nil
	}
	return state, s.SetRunState(ctx, id, state)
}

// AddRunWarning adds a warning to the run with that exact ID, unless it is
// there.
func (s *Store) AddRunWarning(ctx context.Context, id, warning string) error {
	return s.change(ctx, "note a warning about run "+id, func(t *tx) error {
		var warnings []string
		err := noRow(t.queryRow("select warnings from runs where id = $1", []any{id}, asJSON{&warnings}), noRun(id))
		if err != nil || slices.Contains(warnings, warning) {
			return err
		}
		return t.run("update runs set warnings = $2 where id = $1", id, asJSON{append(warnings, warning)})
	})
}

// RemoveRuns removes the runs that names mean, all or none, and returns their
// IDs. One that a process carries out is an error, and so is a name that means
// no run.
func (s *Store) RemoveRuns(ctx context.Context, names []string) (ids []string, err error) {
	for _, name := range names {
		r, err := s.Run(ctx, name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(ids, r.ID) {
			continue
		}
		_, release, err := s.Claim(ctx, r.ID)
		if err != nil {
			return nil, &adhere.Error{Code: adhere.CodeOf(err), Message: "nothing was removed", Err: err, Hint: "wait for it to end, or stop it first"}
		}
		defer release()
		ids = append(ids, r.ID)
	}
	err = s.change(ctx, "remove runs", func(t *tx) error {
		for _, id := range ids {
			if err := s.removeRun(ctx, t, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}

// RemoveRun removes the run with that exact ID, its items and records. Stored
// calls stay.
func (s *Store) RemoveRun(ctx context.Context, id string) error {
	return s.change(ctx, "remove run "+id, func(t *tx) error { return s.removeRun(ctx, t, id) })
}

func (s *Store) removeRun(ctx context.Context, t *tx, id string) error {
	var num int64
	err := noRow(t.queryRow("delete from runs where id = $1 returning num", []any{id}, &num), noRun(id))
	if err == nil {
		err = t.forgetWords(num)
	}
	if err == nil {
		err = t.act(ctx, s, accounts.RunRemoved, id, "")
	}
	return err
}

// createRun puts the run into its table and returns its number.
func (s *Store) createRun(t *tx, run *adhere.Run) (num int64, err error) {
	err = t.queryRow(`insert into runs (id, bench, model, plan, state, started, warnings, marks) values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict (id) do nothing returning num`,
		[]any{run.ID, run.Plan.Bench, run.Plan.Model, asJSON{&run.Plan}, string(run.State), run.Started.UnixMilli(), asJSON{run.Warnings}, marksVersion}, &num)
	return num, noRow(err, thereIs(run.ID))
}

func thereIs(id string) error {
	return adhere.Errorf(adhere.Conflict, "run %q exists already", id).
		WithHint("continue it with --resume, remove it with adhere runs rm " + id + ", or name another database with --db")
}

// runNum returns the number of the run with that exact ID.
func (s *Store) runNum(ctx context.Context, id string) (int64, error) {
	var num int64
	err := s.reader.row(ctx, "select num from runs where id = $1", []any{id}, &num)
	return num, s.failure("look for run "+id, noRow(err, noRun(id)))
}

// startTime returns when the run starts: as it says, or now.
func (s *Store) startTime(run *adhere.Run) time.Time {
	if run.Started.IsZero() {
		return timeOf(s.now())
	}
	return timeOf(run.Started.UnixMilli())
}
