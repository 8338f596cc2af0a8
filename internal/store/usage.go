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
			u = adhere.Usage{Calls: -u.Calls, In: -u.In, Cached: -u.Cached, Out: -u.Out, Money: -u.Money, Time: -u.Time}
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
		if err := t.run(`insert into usages (run, role, calls, input, cached, output, money, time)
			values ($1, $2, $3, $4, $5, $6, $7, $8)
			on conflict (run, role) do update set calls = usages.calls + excluded.calls, input = usages.input + excluded.input,
				cached = usages.cached + excluded.cached, output = usages.output + excluded.output,
				money = usages.money + excluded.money, time = usages.time + excluded.time`,
			k.run, k.role, u.Calls, u.In, u.Cached, u.Out, int64(u.Money), int64(u.Time)); err != nil {
			return err
		}
	}
	return nil
}

// usages returns what a run used, by role; nil if nothing.
func (s *Store) usages(ctx context.Context, run int64) (map[string]adhere.Usage, error) {
	type row struct {
		role string
		adhere.Usage
	}
	rows, err := find(ctx, s, "read what a run used", "select role, calls, input, cached, output, money, time from usages where run = $1", []any{run}, func(r *row) []any {
		return []any{&r.role, &r.Calls, &r.In, &r.Cached, &r.Out, &r.Money, &r.Time}
	})
	var all map[string]adhere.Usage
	for _, r := range rows {
		if all == nil {
			all = map[string]adhere.Usage{}
		}
		all[r.role] = r.Usage
	}
	return all, err
}
