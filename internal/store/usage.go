package store

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"adhere"
)

// A usageKey names one sum: what one role of one run used.
type usageKey struct {
	run  int64
	role string
}

// use adds to the sums of a run, by role; sign is 1, or -1 to take back.
func (t *tx) use(run int64, usage map[string]adhere.Usage, sign int) {
	if t.usage == nil {
		t.usage = map[usageKey]adhere.Usage{}
	}
	for role, u := range usage {
		if sign < 0 {
			u = adhere.Usage{Calls: -u.Calls, In: -u.In, Cached: -u.Cached, Out: -u.Out, Thought: -u.Thought, Money: -u.Money, Time: -u.Time}
		}
		key := usageKey{run, role}
		t.usage[key] = t.usage[key].Add(u)
	}
}

// addUsages brings the sums of a batch into the database: one statement per
// run and role, however many records there were.
func (t *tx) addUsages() error {
	keys := slices.SortedFunc(maps.Keys(t.usage), func(a, b usageKey) int {
		return cmp.Or(cmp.Compare(a.run, b.run), cmp.Compare(a.role, b.role))
	})
	for _, k := range keys {
		u := t.usage[k]
		if err := t.run(`insert into usages (run, role, calls, input, cached, output, reasoning, money, time)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
			on conflict (run, role) do update set calls = usages.calls + excluded.calls, input = usages.input + excluded.input,
				cached = usages.cached + excluded.cached, output = usages.output + excluded.output, reasoning = usages.reasoning + excluded.reasoning,
				money = usages.money + excluded.money, time = usages.time + excluded.time`,
			k.run, k.role, u.Calls, u.In, u.Cached, u.Out, u.Thought, int64(u.Money), int64(u.Time)); err != nil {
			return err
		}
	}
	return nil
}

// usages returns what runs used, by number and role; nil for a run that used
// nothing.
func (s *Store) usages(ctx context.Context, runs []int64) (map[int64]map[string]adhere.Usage, error) {
	type row struct {
		usageKey
		adhere.Usage
	}
	rows, err := find(ctx, s, "read what runs used", `select run, role, calls, input, cached, output, reasoning, money, time from usages
		where run in (select value from json_each($1))`, []any{listOf(runs)}, func(r *row) []any {
		return []any{&r.run, &r.role, &r.Calls, &r.In, &r.Cached, &r.Out, &r.Thought, &r.Money, &r.Time}
	})
	all := map[int64]map[string]adhere.Usage{}
	for _, r := range rows {
		if all[r.run] == nil {
			all[r.run] = map[string]adhere.Usage{}
		}
		all[r.run][r.role] = r.Usage
	}
	return all, err
}
