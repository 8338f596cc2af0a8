package eval

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"adhere"
	"adhere/run"
)

// A Memory is a Store that keeps runs, and calls if it is asked to, for as
// long as the program lives. It is safe for concurrent use; the zero value is
// empty.
type Memory struct {
	mu    sync.Mutex
	runs  map[string]*kept
	calls map[string]keptCall
}

// kept is a run with its items and records, by position.
type kept struct {
	run     adhere.Run
	items   []adhere.Item
	records map[int]*adhere.Record
	failed  map[int]bool
	used    map[int]map[string]adhere.Usage // by role
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{} }

// missing is the error of a Memory that is nil.
func (m *Memory) missing() error {
	if m != nil {
		return nil
	}
	return invalid("the Memory is nil", "make one with eval.NewMemory")
}

// CreateRun keeps a new run with all its items. The error's code is Conflict
// where there is one of that ID.
func (m *Memory) CreateRun(_ context.Context, r *adhere.Run, items iter.Seq2[adhere.Item, error]) error {
	if err := m.missing(); err != nil {
		return err
	}
	k := &kept{records: map[int]*adhere.Record{}, failed: map[int]bool{}, used: map[int]map[string]adhere.Usage{}}
	for item, err := range items {
		if err != nil {
			return err
		}
		k.items = append(k.items, item)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.runs[r.ID] != nil {
		return &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("run %q exists already", r.ID)}
	}
	r.State, r.Items = adhere.Started, len(k.items)
	if r.Started.IsZero() {
		r.Started = time.Now()
	}
	k.run = *r
	if m.runs == nil {
		m.runs = map[string]*kept{}
	}
	m.runs[r.ID] = k
	return nil
}

// with does something with a run, which nobody else does meanwhile.
func (m *Memory) with(id string, do func(*kept)) error {
	if err := m.missing(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.runs[id]
	if k == nil {
		return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("there is no run %q", id)}
	}
	do(k)
	return nil
}

// Run returns the run of that ID as it is now.
func (m *Memory) Run(_ context.Context, id string) (*adhere.Run, error) {
	var r adhere.Run
	err := m.with(id, func(k *kept) {
		r = k.run
		r.Usage = map[string]adhere.Usage{}
		for _, used := range k.used {
			for role, u := range used {
				r.Usage[role] = r.Usage[role].Add(u)
			}
		}
		r.Done, r.Failed = len(k.records), 0
		for _, failed := range k.failed {
			if failed {
				r.Failed++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// SetRunState notes how far a run has come.
func (m *Memory) SetRunState(_ context.Context, id string, state adhere.RunState) error {
	return m.with(id, func(k *kept) {
		if k.run.State = state; state == adhere.Finished {
			k.run.Finished = time.Now()
		}
	})
}

// RemoveRun removes a run with its records.
func (m *Memory) RemoveRun(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.runs, id)
	return nil
}

// AddRunWarning adds a warning to a run, unless it is there.
func (m *Memory) AddRunWarning(_ context.Context, id, warning string) error {
	return m.with(id, func(k *kept) {
		if !slices.Contains(k.run.Warnings, warning) {
			k.run.Warnings = append(slices.Clip(k.run.Warnings), warning)
		}
	})
}

// Records yields the run's records in the order of its items.
func (m *Memory) Records(_ context.Context, id string) iter.Seq2[*adhere.Record, error] {
	return func(yield func(*adhere.Record, error) bool) {
		all, err := m.records(id)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, rec := range all {
			if !yield(rec, nil) {
				return
			}
		}
	}
}

// records lists a run's records in the order of its items.
func (m *Memory) records(id string) (all []*adhere.Record, err error) {
	err = m.with(id, func(k *kept) {
		all = make([]*adhere.Record, 0, len(k.records))
		for i := range k.items {
			if rec := k.records[i]; rec != nil {
				all = append(all, rec)
			}
		}
	})
	return all, err
}

// SlimRecords yields the records: they are in memory whole.
func (m *Memory) SlimRecords(ctx context.Context, id string) iter.Seq2[*adhere.Record, error] {
	return m.Records(ctx, id)
}

// Journal returns the run's list of what is to be done.
func (m *Memory) Journal(_ context.Context, id string) (run.Journal, error) {
	j := &memoryJournal{m: m}
	return j, m.with(id, func(k *kept) { j.k = k })
}

type memoryJournal struct {
	m *Memory
	k *kept
}

// Pending hands over the items that are still to be done, the longest chains
// of calls first.
func (j *memoryJournal) Pending(_ context.Context, each func(position, attempt int, in *adhere.Instruction) error) error {
	j.m.mu.Lock()
	var todo []int
	for i := range j.k.items {
		if j.k.records[i] == nil || j.k.failed[i] {
			todo = append(todo, i)
		}
	}
	j.m.mu.Unlock()
	slices.SortStableFunc(todo, func(a, b int) int { return cmp.Compare(j.k.items[b].Chain, j.k.items[a].Chain) })
	for _, i := range todo {
		if err := each(i, j.k.items[i].Attempt, j.k.items[i].Instruction); err != nil {
			return err
		}
	}
	return nil
}

func (j *memoryJournal) Finish(_ context.Context, position int, rec *adhere.Record, used adhere.Used, failed bool) error {
	j.m.mu.Lock()
	defer j.m.mu.Unlock()
	j.k.records[position], j.k.failed[position] = rec, failed
	j.k.used[position] = used.After(j.k.used[position])
	return nil
}
