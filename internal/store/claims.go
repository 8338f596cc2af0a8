package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"os"
	"sync"
	"time"

	"adhere"
)

const (
	beatEvery = 3 * time.Second  // how often a claim is renewed
	beatLasts = 15 * time.Second // after which a claim that was not is dead
)

// Claim makes the caller the only one at work on the run with that ID, stored
// or not, until release is called, once or more. The claim is renewed every 3
// seconds. The returned context ends when it is lost all the same, to another
// process that took this one, stopped or suspended for 15 seconds, for dead.
//
// The error's code is Conflict where another process, or another claim of this
// one, has the run. The claim of a process of this host that no longer exists
// counts for nothing; that of one elsewhere, for 15 seconds after it was
// renewed last.
func (s *Store) Claim(ctx context.Context, run string) (held context.Context, release func(), err error) {
	c := &claim{store: s, run: run, owner: rand.Text()}
	if err := s.transact(ctx, c.take); err != nil {
		return nil, nil, s.failure("claim run "+run, err)
	}
	held, lose := context.WithCancelCause(ctx)
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		c.keep(stop, lose)
	}()
	return held, sync.OnceFunc(func() {
		close(stop)
		<-ended
		lose(nil)
		// A claim that cannot be given back is dead with the process.
		_ = s.commitRows(func(t *tx) error { return t.run("delete from claims where run = $1 and owner = $2", run, c.owner) })
	}), nil
}

// A claim is one process's hold on a run.
type claim struct {
	store      *Store
	run, owner string
}

// take claims the run, or says who has it.
func (c *claim) take(t *tx) error {
	var host string
	var pid int
	var beat int64
	err := t.queryRow("select host, pid, beat from claims where run = $1", []any{c.run}, &host, &pid, &beat)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	now := c.store.now()
	if err == nil && now-beat < beatLasts.Milliseconds() && (host != thisHost() || !gone(pid)) {
		return claimed(c.run, host, pid)
	}
	return t.run(`insert into claims (run, owner, host, pid, beat) values ($1, $2, $3, $4, $5)
		on conflict (run) do update set owner = excluded.owner, host = excluded.host, pid = excluded.pid, beat = excluded.beat`,
		c.run, c.owner, thisHost(), os.Getpid(), now)
}

// claimed says who has a run.
func claimed(run, host string, pid int) error {
	where := ""
	if host != thisHost() {
		where = " of " + host
	}
	return adhere.Errorf(adhere.Conflict, "run %s is being carried out by process %d%s", run, pid, where).
		WithHint("wait for it to end; or stop it, and the same command (of adhere eval with --resume) continues")
}

// keep renews the claim until stop is closed or it is lost.
func (c *claim) keep(stop <-chan struct{}, lose context.CancelCauseFunc) {
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	for {
		select {
		case <-stop:
			return
		case <-beat.C:
		}
		n := 0
		err := c.store.commitRows(func(t *tx) (err error) {
			n, err = t.exec("update claims set beat = $3 where run = $1 and owner = $2", c.run, c.owner, c.store.now())
			return err
		})
		if err == nil && n == 0 { // what failed otherwise may succeed the next time
			lose(&adhere.Error{Code: adhere.Conflict, Message: "run " + c.run + " was taken over by another process"})
			return
		}
	}
}

// thisHost names where a process ID means the same process: the host and, on
// Linux, the container.
func thisHost() string {
	name, err := os.Hostname()
	if err != nil {
		name = "localhost"
	}
	if space, err := os.Readlink("/proc/self/ns/pid"); err == nil {
		name += " " + space
	}
	return name
}
