package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

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
// returns the number of the transaction there.
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
	locks = slices.Compact(slices.Sorted(slices.Values(locks))) // all processes by one order, so that no two wait for each other
	if locks[0] == 0 {
		locks = locks[1:]
	}
	var both pgx.Batch                                 // in one journey
	both.Queue("begin isolation level read committed") // what is read is as it is once the locks are had
	both.Queue("select txid_current(), (select count(pg_advisory_xact_lock(number)) from unnest($1::bigint[]) wanted(number))", locks).
		QueryRow(func(row pgx.Row) error { return row.Scan(&number, nil) })
	ctx := context.Background()
	err = w.conn.Raw(func(conn any) error { return conn.(aheadConn).Conn.Conn().SendBatch(ctx, &both).Close() })
	if err != nil {
		err = w.rollback(err)
	}
	return number, err
}

// rollback ends a transaction because of an error, which it returns with what
// it meets with itself. A lost connection, and SQLite where it is out of space,
// have ended the transaction: that there is nothing to roll back then says
// nothing.
func (w *writer) rollback(err error) error {
	_, failed := w.exec("rollback")
	if w.lost = w.dialect == ofPostgres && postgres.IsLost(failed); w.lost || rolledBack(err) {
		return err
	}
	return errors.Join(err, failed)
}

// errUnknown is that nobody can tell whether a transaction was committed.
var errUnknown = errors.New("whether the last change was stored cannot be told")

// errUnderWay is that the server has not noticed yet that a connection is gone.
var errUnderWay = fmt.Errorf("the server carries out a transaction still: %w", sql.ErrConnDone)

// commit commits a transaction. Where the connection is lost before the server
// has answered, it asks what became of the transaction: the error is nil where
// that was committed, a lost connection's where it was not.
func (w *writer) commit(number int64) error {
	_, err := w.exec("commit")
	if w.dialect == ofSQLite || !postgres.IsLost(err) {
		return err
	}
	var state sql.NullString
	asked := postgres.Outlast(context.Background(), func() error {
		err := w.reconnect()
		if err == nil {
			err = w.conn.QueryRowContext(context.Background(), "select txid_status($1)", number).Scan(&state)
		}
		if state.String == "in progress" {
			return errUnderWay
		}
		return err
	})
	var pg *pgconn.PgError
	switch {
	case asked == nil && state.String == "committed":
		return nil
	case asked == nil && state.String == "aborted", errors.As(asked, &pg) && pg.Code == "22023": // of a number that the server, after a crash, has not come to yet
		return err
	}
	return fmt.Errorf("%w: %v", errUnknown, err) //nolint:errorlint // it must not be taken for a loss after which all can be done again
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
	w.conn, w.lost = conn, false
	return nil
}
