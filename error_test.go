package adhere_test

import (
	"context"
	"fmt"
	"testing"

	"adhere"
)

// Whoever passes on what a context says is understood.
func TestCodeOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want adhere.Code
	}{
		{nil, ""},
		{fmt.Errorf("ask: %w", context.Canceled), adhere.Cancelled},
		{context.DeadlineExceeded, adhere.Internal}, // somebody's own, of one call
		{&adhere.Error{Code: adhere.Unavailable, Err: context.Canceled}, adhere.Unavailable},
	} {
		if got := adhere.CodeOf(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
