package store_test

import (
	"database/sql"
	"testing"

	"adhere/internal/store/servertest"
)

// TestCrashBeforeCommit has a server crash that has not heard of a commit yet,
// and give the number of that transaction to another, which commits: what was
// lost is stored all the same, and once.
func TestCrashBeforeCommit(t *testing.T) {
	t.Parallel()
	if server == "" {
		t.Skip("it is for the round on a server")
	}
	address, crash := servertest.Own(t)
	through, cuts := servertest.Through(t, address)
	s := openAt(t, through)
	db, err := sql.Open("pgx", address)
	ok(t, err)
	t.Cleanup(func() { _ = db.Close() })
	ctx := t.Context()
	none := func(int) servertest.Cut { return servertest.None }
	crashes, given := 3, 0
	for range crashes {
		ok(t, s.NoteAct(ctx, "before", "", "")) // after a crash it takes more trips
		cuts.Count(none)
		ok(t, s.NoteAct(ctx, "before", "", ""))
		commit := cuts.Trips()
		cuts.Count(func(trip int) servertest.Cut {
			if trip != commit {
				return servertest.None
			}
			var lost, other int64
			err := db.QueryRowContext(ctx, "select backend_xid::text::bigint from pg_stat_activity where backend_xid is not null and backend_type = 'client backend'").Scan(&lost)
			crash()
			db.SetMaxIdleConns(0) // what was opened before the crash is gone
			for err == nil && other < lost {
				err = db.QueryRowContext(ctx, "select txid_current()").Scan(&other)
			}
			ok(t, err)
			if other == lost {
				given++
			}
			return servertest.Unasked
		})
		ok(t, s.NoteAct(ctx, "lost", "", ""))
		cuts.Count(none)
	}
	var stored int
	ok(t, db.QueryRowContext(ctx, "select count(*) from acts where action = 'lost'").Scan(&stored))
	if stored != crashes || given == 0 {
		t.Errorf("%d acts stored after %d crashes, in %d of which the number was given to another", stored, crashes, given)
	}
}
