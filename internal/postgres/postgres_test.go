package postgres_test

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"adhere/internal/postgres"
)

func TestIsLost(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{errors.New("no such table"), false},
		{context.Canceled, false},
		{&pgconn.PgError{Code: "57P01"}, true},  // cut off by an administrator
		{&pgconn.PgError{Code: "53300"}, true},  // too many connections
		{&pgconn.PgError{Code: "57014"}, false}, // a statement was cancelled
		{errors.Join(&pgconn.PgError{Code: "23505"}, io.EOF), false},
		{io.ErrUnexpectedEOF, true},
		{&net.OpError{Op: "read", Err: errors.New("reset")}, true},
	} {
		if got := postgres.IsLost(c.err); got != c.want {
			t.Errorf("%v: %v", c.err, got)
		}
	}
}

// TestOutlast holds for how long a server is waited for, and that nothing waits
// for what no server answers for.
func TestOutlast(t *testing.T) {
	other, refused := errors.New("no such table"), &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	for name, c := range map[string]struct {
		how         func(context.Context, func() error) error
		err         error
		back        time.Duration // when the server is; 0 is never
		want        error
		least, most time.Duration
	}{
		"there":               {postgres.Outlast, nil, 0, nil, 0, 0},
		"another error":       {postgres.Outlast, other, 0, other, 0, 0},
		"back soon":           {postgres.Outlast, io.EOF, 3 * time.Second, nil, 3 * time.Second, 3500 * time.Millisecond},
		"never back":          {postgres.Outlast, io.EOF, 0, io.EOF, time.Minute, time.Minute + time.Second},
		"at the first moment": {postgres.Reach, io.EOF, 3 * time.Second, nil, 3 * time.Second, 3500 * time.Millisecond},
		"nobody there":        {postgres.Reach, refused, 3 * time.Second, refused, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				err := c.how(t.Context(), func() error {
					if c.back > 0 && time.Since(begun) >= c.back {
						return nil
					}
					return c.err
				})
				if took := time.Since(begun); !errors.Is(err, c.want) || took < c.least || took > c.most {
					t.Errorf("%v after %v", err, took)
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begun := time.Now()
		if err := postgres.Outlast(ctx, func() error { return io.EOF }); err == nil || time.Since(begun) != time.Second {
			t.Errorf("whoever gives up is held up: %v after %v", err, time.Since(begun))
		}
	})
}
