package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"

	"adhere"
)

// A writer is the one connection that changes the database.
type writer struct {
	db    *sql.DB
	conn  *sql.Conn
	turn  chan struct{} // holds one token; who takes it may use conn and stmts
	gone  chan struct{} // closed with the writer
	stmts map[string]*sql.Stmt
	id    int64 // of conn, among all that write to a server
	lost  bool  // conn, until the next is taken
	dialect
}

// newWriter takes the connection. It owns db if there is no error.
func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{db: db, conn: conn, turn: make(chan struct{}, 1), gone: make(chan struct{}), stmts: map[string]*sql.Stmt{}, id: numberOf(rand.Text())}
	w.turn <- struct{}{}
	return w, nil
}

// retire waits for the write under way, and refuses those to come.
func (w *writer) retire() {
	<-w.turn // for good
	close(w.gone)
}

// close closes a writer that has retired. A server's connection ends with all
// that is kept for it.
func (w *writer) close() error {
	if w.dialect == ofPostgres {
		_, err := w.conn.ExecContext(context.Background(), "delete from writers where id = $1", w.id)
		return unlessLost(errors.Join(err, w.conn.Close(), w.db.Close()))
	}
	var err error
	for _, st := range w.stmts {
		err = errors.Join(err, st.Close())
	}
	return errors.Join(err, w.conn.Close(), w.db.Close())
}

// lock waits for the connection; the caller calls unlock.
func (w *writer) lock(ctx context.Context) error {
	select {
	case <-w.turn:
		return nil
	case <-w.gone:
		return &adhere.Error{Code: adhere.Internal, Message: "the store is closed"}
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *writer) unlock() { w.turn <- struct{}{} }

// exec carries out a statement, prepared once. It heeds no context: a
// statement is short, and half of a batch belongs to others.
func (w *writer) exec(query string, args ...any) (sql.Result, error) {
	st, err := w.prepared(query) // kept for the next time, closed with the connection
	if err != nil {
		return nil, err
	}
	return st.ExecContext(context.Background(), w.arguments(args)...)
}

func (w *writer) each(query string, args []any, scan func(*sql.Rows) error) error {
	st, err := w.prepared(query) // kept for the next time, closed with the connection
	if err != nil {
		return err
	}
	return eachRow(context.Background(), st, w.arguments(args), scan)
}

func (w *writer) prepared(query string) (*sql.Stmt, error) {
	if st := w.stmts[query]; st != nil {
		return st, nil
	}
	st, err := w.conn.PrepareContext(context.Background(), w.statement(query))
	if err == nil {
		w.stmts[query] = st
	}
	return st, err
}

// A tx is an open transaction of the writer.
type tx struct {
	w          *writer
	statements int                       // so far
	usage      map[usageKey]adhere.Usage // to be added to the sums before the commit
	rows       rows                      // to be stored before the commit
}

// exec carries out a statement and returns the number of rows it changed.
func (t *tx) exec(query string, args ...any) (int, error) {
	t.statements++
	res, err := t.w.exec(query, args...)
	if err != nil {
		return 0, err
	}
	n, err := res.RowsAffected()
	return int(n), err
}

func (t *tx) queryRow(query string, args []any, dest ...any) error {
	st, err := t.w.prepared(query) // kept for the next time, closed with the connection
	if err != nil {
		return err
	}
	return st.QueryRowContext(context.Background(), t.w.arguments(args)...).Scan(dest...)
}

// transact runs do in a transaction of its own, which it commits if do
// returns nil. It waits for its turn.
func (s *Store) transact(ctx context.Context, do func(*tx) error) error {
	return s.transactAs(ctx, []int64{writeLock}, do)
}

// transactAs is transact, where other processes may write at the same time
// that hold none of these locks. An SQLite file has one writer in any case. Where
// a server was lost before the commit, do is called again.
func (s *Store) transactAs(ctx context.Context, locks []int64, do func(*tx) error) error {
	return s.writer.outlast(ctx, func() error { return s.transactOnce(ctx, locks, do) })
}

func (s *Store) transactOnce(ctx context.Context, locks []int64, do func(*tx) error) (err error) {
	w := s.writer
	if err := w.lock(ctx); err != nil {
		return err
	}
	defer w.unlock()
	number, err := w.begin(locks)
	if err != nil {
		return err
	}
	committed := false
	defer func() { // also when do panics
		if !committed {
			err = w.rollback(err)
		}
	}()
	t := &tx{w: w}
	if err := do(t); err != nil {
		return err
	}
	if err := t.storeRows(); err != nil {
		return err
	}
	if err := t.addUsages(); err != nil { // last: these rows are everybody's
		return err
	}
	err = w.commit(number)
	committed = err == nil
	s.keeper.wake(t.statements)
	return err
}
