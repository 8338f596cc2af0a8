package store

import (
	"context"
	"time"
)

// State returns what is kept under a name; nil where there is nothing.
func (s *Store) State(ctx context.Context, name string) (state []byte, err error) {
	err = s.reader.row(ctx, "select state from states where name = $1", []any{name}, &state)
	return state, s.failure("read what services share", noRow(err, nil))
}

// ChangeState puts what change makes of it in the place of what is kept under a
// name, while nobody else does. The time is the database's. An error of change
// is returned and leaves it as it is; change may be called more than once.
func (s *Store) ChangeState(_ context.Context, name string, change func(now time.Time, state []byte) ([]byte, error)) error {
	return s.failure("change what services share", s.commitNamed("state "+name, func(t *tx) error {
		now, state := s.Now().UnixMicro(), []byte(nil)
		query, dest := "select (select state from states where name = $1)", []any{&state}
		if t.w.dialect == ofPostgres { // with the time, in one journey
			query, dest = "select (select state from states where name = $1), "+serverClock, append(dest, &now)
		}
		if err := t.queryRow(query, []any{name}, dest...); err != nil {
			return err
		}
		after, err := change(time.UnixMicro(now).UTC(), state)
		if err != nil || after == nil {
			return err
		}
		return t.run("insert into states (name, state) values ($1, $2) on conflict (name) do update set state = excluded.state", name, after)
	}))
}
