package store

import (
	"context"
	"database/sql"
	"slices"
	"sync"

	"adhere/internal/postgres"
)

// serverLocks are claims of calls as locks of one connection, which end with
// it. Those who claim and release at the same time share one statement.
type serverLocks struct {
	db   *sql.DB
	asks *queue[*lockAsk]
	done sync.WaitGroup

	conn *sql.Conn
	held map[int64]bool
}

// A lockAsk asks for a lock, or gives one back.
type lockAsk struct {
	number int64
	back   bool
	got    bool
	result chan error // nil where nobody waits for it
}

func newServerLocks(db *sql.DB) *serverLocks {
	l := &serverLocks{db: db, asks: newQueue[*lockAsk](), held: map[int64]bool{}}
	l.done.Go(func() {
		for range l.asks.news {
			for batch := range slices.Chunk(l.asks.take(), maxBatch) {
				err := l.askAll(batch)
				for _, a := range batch {
					if a.result != nil {
						a.result <- err
					}
				}
			}
		}
	})
	return l
}

// lock claims a number and reports whether nobody had it.
func (l *serverLocks) lock(number int64) (bool, error) {
	a := &lockAsk{number: number, result: make(chan error, 1)}
	if err := l.asks.add(a); err != nil {
		return false, err
	}
	err := <-a.result
	return a.got && err == nil, err
}

// unlock gives a number back, soon.
func (l *serverLocks) unlock(number int64) {
	_ = l.asks.add(&lockAsk{number: number, back: true}) // what cannot be released ends with the connection
}

// askAll asks the server for what it has to know of. A lock that this process
// has, its connection would get again.
func (l *serverLocks) askAll(batch []*lockAsk) error {
	var asked []*lockAsk
	var numbers []int64
	var back []bool
	for _, a := range batch {
		if a.back == l.held[a.number] {
			asked, numbers, back = append(asked, a), append(numbers, a.number), append(back, a.back)
			l.held[a.number] = !a.back
		}
	}
	if len(asked) == 0 {
		return nil
	}
	err := postgres.Outlast(context.Background(), func() error {
		err := l.ask(asked, numbers, back)
		if postgres.IsLost(err) && l.conn != nil {
			_ = l.conn.Close()
			l.conn = nil
		}
		return err
	})
	for _, a := range asked {
		if l.held[a.number] = !a.back && a.got && err == nil; !l.held[a.number] {
			delete(l.held, a.number)
		}
	}
	return err
}

// ask asks by the one connection, or by a new one where it is lost; what it
// held is then lost too.
func (l *serverLocks) ask(asked []*lockAsk, numbers []int64, back []bool) error {
	ctx := context.Background()
	if l.conn == nil {
		conn, err := l.db.Conn(ctx)
		if err != nil {
			return err
		}
		l.conn, l.held = conn, map[int64]bool{}
	}
	rows, err := l.conn.QueryContext(ctx, `select case when back then pg_advisory_unlock(number) else pg_try_advisory_lock(number) end
		from unnest($1::bigint[], $2::boolean[]) as asked(number, back)`, numbers, back)
	if err != nil {
		return err
	}
	defer rows.Close()
	for i := 0; rows.Next(); i++ {
		if err := rows.Scan(&asked[i].got); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (l *serverLocks) close() error {
	l.asks.close()
	l.done.Wait()
	if l.conn == nil {
		return nil
	}
	return unlessLost(l.conn.Close())
}

// unlessLost passes over what happens at the end of a connection that is lost.
func unlessLost(err error) error {
	if postgres.IsLost(err) {
		return nil
	}
	return err
}
