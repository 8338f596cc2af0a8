package store

import (
	"context"
	"database/sql"
	"sync"
)

// A keeper copies the write-ahead log into the database file beside the
// writer. Left to the writer, that makes every commit wait for the disk now
// and then, for seconds where others keep it busy.
type keeper struct {
	db    *sql.DB
	since int // statements committed since the last checkpoint was asked for; the writer's turn guards it
	news  chan struct{}
	done  sync.WaitGroup
}

func newKeeper(db *sql.DB) *keeper {
	db.SetMaxOpenConns(1)
	k := &keeper{db: db, news: make(chan struct{}, 1)}
	k.done.Go(func() {
		for range k.news {
			// What fails now, because somebody else is at it or the disk is
			// full, is tried again after the next commit.
			_, _ = k.db.ExecContext(context.Background(), "pragma wal_checkpoint(passive)")
		}
	})
	return k
}

// keepEvery is the number of statements, about a page each, after which the
// log is copied.
const keepEvery = 2000

// wake tells the keeper of a commit of so many statements.
func (k *keeper) wake(statements int) {
	if k == nil { // a server looks after itself
		return
	}
	if k.since += statements; k.since < keepEvery {
		return
	}
	k.since = 0
	select {
	case k.news <- struct{}{}:
	default:
	}
}

// close ends the keeper. Nobody may wake it any more.
func (k *keeper) close() error {
	close(k.news)
	k.done.Wait()
	return k.db.Close()
}
