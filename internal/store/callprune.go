package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/accounts"
)

// A CallFilter says which stored calls are removed; its zero value removes all
// that no stored run names.
type CallFilter struct {
	Before time.Time // only those stored before; zero is any age
	Model  string    // only those of this model; empty is any
	Named  bool      // also those that a stored run names: what its judges were shown is lost then
}

// PruneCalls removes stored calls; a model of which there are none is an error
// (NotFound). It returns how many it removed, and how
// many it kept because a stored run names them.
func (s *Store) PruneCalls(ctx context.Context, f CallFilter) (removed, kept int, err error) {
	if err := s.knownModel(ctx, f.Model); err != nil {
		return 0, 0, err
	}
	before := int64(1<<63 - 1)
	if !f.Before.IsZero() {
		before = f.Before.UnixMilli()
	}
	named, ended := []string{}, []string{}
	if !f.Named {
		if err = s.reader.each(ctx, "select num || ' ' || finished from runs where finished is not null", nil, gather(&ended, itself[string])); err == nil {
			named, err = s.callsNamed(s.reader.within(ctx), "select record from records")
		}
		if err != nil {
			return 0, 0, s.failure("look for the calls of stored runs", err)
		}
	}
	err = s.transact(ctx, func(t *tx) error {
		var all int
		if !f.Named { // what was stored since
			if t.w.dialect == ofPostgres {
				if err := t.run("lock table records in share mode"); err != nil {
					return err
				}
			}
			since, err := s.callsNamed(t.w.each, `select record from records where run not in
				(select num from runs where num || ' ' || finished in (select value from json_each($1)))`, listOf(ended))
			if err != nil {
				return err
			}
			named = append(named, since...)
		}
		err := t.queryRow("select count(*) from calls where created < $1 and ($2 = '' or model = $2)", []any{before, f.Model}, &all)
		if err != nil {
			return err
		}
		removed, err = t.exec(`delete from calls where created < $1 and ($2 = '' or model = $2)
			and key not in (select value from json_each($3))`, before, f.Model, listOf(named))
		kept = all - removed
		if err != nil || removed == 0 {
			return err
		}
		return t.act(ctx, s, accounts.CallsRemoved, f.Model, strconv.Itoa(removed))
	})
	return removed, kept, s.failure("remove stored calls", err)
}

// namedBy calls yield with the key of each call that a record names.
func namedBy(rec *adhere.Record, yield func(key string)) {
	answer := func(r *adhere.Response, verdicts []adhere.Verdict) {
		if r != nil && r.Call != "" {
			yield(r.Call)
		}
		for i := range verdicts {
			for _, k := range verdicts[i].Calls {
				yield(k)
			}
		}
	}
	answer(rec.Response, rec.Verdicts)
	for i := range rec.Grades {
		for _, k := range rec.Grades[i].Calls {
			yield(k)
		}
	}
	if rec.Trace == nil {
		return
	}
	if rec.Trace.Preference != nil {
		for _, k := range rec.Trace.Preference.Calls {
			yield(k)
		}
	}
	for i := range rec.Trace.Attempts {
		answer(rec.Trace.Attempts[i].Response, rec.Trace.Attempts[i].Verdicts)
	}
}

// callsNamed lists the keys of calls that the records of a query name, which each
// carries out.
func (s *Store) callsNamed(each func(string, []any, func(*sql.Rows) error) error, query string, args ...any) ([]string, error) {
	seen := map[string]bool{}
	var keys []string
	err := each(query, args, func(rows *sql.Rows) error {
		var whole sql.RawBytes
		if err := rows.Scan(&whole); err != nil {
			return err
		}
		rec := new(adhere.Record)
		if err := s.packer.unpack(whole, rec); err != nil {
			return fmt.Errorf("a record: %w", err)
		}
		namedBy(rec, func(key string) {
			if !seen[key] {
				seen[key] = true
				keys = append(keys, key)
			}
		})
		return nil
	})
	return keys, err
}

// knownModel refuses the name of a model of which no calls are stored; "" is any.
func (s *Store) knownModel(ctx context.Context, model string) error {
	if model == "" {
		return nil
	}
	stats, err := s.CallStats(ctx)
	if err != nil {
		return err
	}
	var names []string
	for _, c := range stats {
		if c.Model == model {
			return nil
		}
		names = append(names, c.Model)
	}
	hint := "no calls of any model are stored"
	if len(names) > 0 {
		hint = "there are calls of " + strings.Join(names, ", ")
	}
	return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("no calls of %q are stored", model), Hint: hint}
}
