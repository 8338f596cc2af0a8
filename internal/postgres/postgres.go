// Package postgres retries work while a PostgreSQL server cannot be reached.
package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// patience is for how long a lost server is waited for.
const patience = time.Minute

// IsLost reports whether the connection to a server is gone, or was not let in
// because of others.
func IsLost(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return strings.HasPrefix(pg.Code, "57P") || strings.HasPrefix(pg.Code, "08") || pg.Code == "53300" // the last: too many connections
	}
	var unreached *pgconn.ConnectError
	var broken *net.OpError
	return errors.As(err, &unreached) || errors.As(err, &broken) || errors.Is(err, net.ErrClosed) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) ||
		err != nil && pgconn.SafeToRetry(err)
}

// Outlast does something again where it failed because the connection was lost:
// at once, and then until the server is back, for a minute at most. What is
// done must take up a new connection by itself, and be fit to be done twice.
func Outlast(ctx context.Context, do func() error) error {
	const shortest, longest = 10 * time.Millisecond, 500 * time.Millisecond
	for pause, waited := time.Duration(0), time.Duration(0); ; {
		err := do()
		if !IsLost(err) || waited >= patience {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
		waited, pause = waited+pause, min(max(2*pause, shortest), longest)
	}
}

// Reach is Outlast for the first that is done at a server. Where nobody listens
// at its address, it returns at once: that may be wrong.
func Reach(ctx context.Context, do func() error) error {
	if err := do(); !IsLost(err) || nobodyListens(err) {
		return err
	}
	return Outlast(ctx, do)
}

func nobodyListens(err error) bool {
	var dial *net.OpError
	var name *net.DNSError
	return errors.As(err, &dial) && dial.Op == "dial" || errors.As(err, &name)
}
