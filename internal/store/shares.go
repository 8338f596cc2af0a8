package store

import (
	"context"
	"math"
	"time"

	"adhere"
)

// TakeTurn takes the next turn at what the name stands for, which lasts so
// long, and returns how long to wait until it begins. A turn that begins later
// than within is not taken. Whoever takes turns waits for them, so that they
// never overlap, in any number of processes.
func (s *Store) TakeTurn(_ context.Context, name string, lasts, within time.Duration) (wait time.Duration, taken bool, err error) {
	err = s.commitNamed("share "+name, func(t *tx) error {
		now, err := t.clock(s)
		if err != nil {
			return err
		}
		next := now
		if err := noRow(t.queryRow("select next from shares where name = $1", []any{name}, &next), nil); err != nil {
			return err
		}
		next = max(next, now)
		wait = time.Duration(next-now) * time.Microsecond
		if taken = wait <= within; !taken {
			return nil
		}
		return t.run("insert into shares (name, next) values ($1, $2) on conflict (name) do update set next = excluded.next", name, next+lasts.Microseconds())
	})
	return wait, taken, s.failure("take a share of a limit", err)
}

// TakeShare takes money and tokens out of a budget that processes share, whose
// bounds are most; 0 is no bound. It takes as much as is wanted, or nothing.
func (s *Store) TakeShare(_ context.Context, name string, want, most adhere.Usage) (taken bool, err error) {
	err = s.commitNamed("share "+name, func(t *tx) error {
		if err := t.run("insert into shares (name) values ($1) on conflict (name) do nothing", name); err != nil {
			return err
		}
		n, err := t.exec(`update shares set money = money + $2, tokens = tokens + $3
			where name = $1 and money <= $4 and tokens <= $5`,
			name, int64(want.Money), want.In, room(int64(most.Money), int64(want.Money)), room(int64(most.In), int64(want.In)))
		taken = n > 0
		return err
	})
	return taken, s.failure("take a share of a budget", err)
}

// room is how much may have been taken already.
func room(most, want int64) int64 {
	if most == 0 {
		return math.MaxInt64
	}
	return most - want
}

// DropShare forgets what was taken under a name.
func (s *Store) DropShare(_ context.Context, name string) error {
	return s.failure("forget a share", s.commitNamed("share "+name, func(t *tx) error { return t.run("delete from shares where name = $1", name) }))
}

// clock returns the time in microseconds, on a server that of the server: the
// clocks of its clients differ.
func (t *tx) clock(s *Store) (now int64, err error) {
	if t.w.dialect == ofSQLite {
		return s.Now().UnixMicro(), nil
	}
	err = t.queryRow("select "+serverClock, nil, &now)
	return now, err
}

// serverClock is the time of a PostgreSQL server, in microseconds since 1970.
const serverClock = "(extract(epoch from clock_timestamp()) * 1000000)::bigint"
