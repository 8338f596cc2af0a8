package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"adhere/internal/postgres"
)

// outlast does something again where a server was lost, once it is back.
func (d dialect) outlast(ctx context.Context, do func() error) error {
	if d == ofSQLite {
		return do()
	}
	return postgres.Outlast(ctx, do)
}

// begin begins a transaction that holds these locks; 0 is none. On a server it
// returns how many the connection has committed once this one is.
func (w *writer) begin(locks []int64) (number int64, err error) {
	if w.dialect == ofSQLite {
		_, err := w.exec("begin immediate")
		return 0, err
	}
	if w.lost {
		if err := w.reconnect(); err != nil {
			return 0, err
		}
	}
	locks = slices.Compact(slices.Sorted(slices.Values(append(locks, w.id)))) // all processes by one order, so that no two wait for each other
	if locks[0] == 0 {
		locks = locks[1:]
	}
	var all pgx.Batch                                 // in one journey
	all.Queue("begin isolation level read committed") // what is read is as it is once the locks are had
	all.Queue("select count(pg_advisory_xact_lock(number)) from unnest($1::bigint[]) wanted(number)", locks)
	all.Queue(`insert into writers (id, transactions) values ($1, 1)
		on conflict (id) do update set transactions = writers.transactions + 1 returning transactions`, w.id).
		QueryRow(func(row pgx.Row) error { return row.Scan(&number) })
	ctx := context.Background()
	err = w.conn.Raw(func(conn any) error { return conn.(aheadConn).Conn.Conn().SendBatch(ctx, &all).Close() })
	if err != nil {
		err = w.rollback(err)
	}
	return number, err
}

// rollback ends a transaction because of an error, which it returns with what
// it meets with itself. A lost connection, and SQLite where it is out of space,
// have ended the transaction: that there is nothing to roll back then says
// nothing. codeFull is SQLite's alone; on a server codeOf is 0.
func (w *writer) rollback(err error) error {
	_, failed := w.exec("rollback")
	if w.lost = w.dialect == ofPostgres && postgres.IsLost(failed); w.lost || codeOf(err) == codeFull {
		return err
	}
	return errors.Join(err, failed)
}

// errUnknown is that nobody can tell whether a transaction was committed.
var errUnknown = errors.New("whether the last change was stored cannot be told")

// errUnderWay is that the server has not noticed yet that a connection is gone.
var errUnderWay = fmt.Errorf("the server carries out a transaction still: %w", sql.ErrConnDone)

// commit commits a transaction. Where the connection is lost before the server
// has answered, it asks how many that connection has committed: the error is nil
// where this one is among them, a lost connection's where it is not. The
// server's own number of the transaction would not tell: a server that crashes
// may give that to another.
func (w *writer) commit(number int64) error {
	_, err := w.exec("commit")
	if w.dialect == ofSQLite || !postgres.IsLost(err) {
		return err
	}
	var committed int64
	id := w.id
	asked := postgres.Outlast(context.Background(), func() (err error) {
		committed, err = w.committedBy(id)
		return err
	})
	switch {
	case asked != nil:
		return fmt.Errorf("%w: %v", errUnknown, err) //nolint:errorlint // it must not be taken for a loss after which all can be done again
	case committed < number:
		return err
	}
	return nil
}

// committedBy counts, by a new connection, the transactions that a lost one has
// committed.
func (w *writer) committedBy(id int64) (n int64, err error) {
	if err := w.reconnect(); err != nil {
		return 0, err
	}
	ctx, over := context.Background(), false
	if err := w.conn.QueryRowContext(ctx, "select pg_try_advisory_xact_lock($1)", id).Scan(&over); err != nil {
		return 0, err
	}
	if !over {
		return 0, errUnderWay
	}
	err = w.conn.QueryRowContext(ctx, "select coalesce(max(transactions), 0) from writers where id = $1", id).Scan(&n)
	return n, err
}

// reconnect takes a new connection in place of a lost one.
func (w *writer) reconnect() error {
	w.lost = true
	for _, st := range w.stmts {
		_ = st.Close()
	}
	w.stmts = map[string]*sql.Stmt{}
	_ = w.conn.Close()
	conn, err := w.db.Conn(context.Background())
	if err != nil {
		return err
	}
	w.conn, w.id, w.lost = conn, numberOf(rand.Text()), false
	return nil
}
