package serving

import (
	"errors"
	"fmt"
	"testing"
)

// TestWhole says an error's message and its cause once.
func TestWhole(t *testing.T) {
	cut := errors.New("EOF")
	for _, c := range []struct {
		err  error
		want string
	}{
		{cut, "EOF"},
		{&APIError{Message: "no upstream", Err: cut}, "no upstream: EOF"},
		{&APIError{Message: "no upstream", Err: fmt.Errorf("no upstream: %w", cut)}, "no upstream: EOF"},
		{&APIError{Message: "no upstream", Err: errors.New("no upstream")}, "no upstream"},
	} {
		if got := whole(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
