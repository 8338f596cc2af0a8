package model

import "context"

// haltKey finds in a call's context what halts it.
type haltKey struct{}

// Halting returns a context whose calls are halted when the channel is closed:
// none begins any more, and those that wait, for a limiter, for the budget or
// to be tried again, end with Cancelled at once. A call that the provider has
// already goes on for as long as ctx lives; if it fails, it is not tried again.
// Only models behind Limit, Within and Retry can be halted.
func Halting(ctx context.Context, halt <-chan struct{}) context.Context {
	return context.WithValue(ctx, haltKey{}, halt)
}

// haltOf returns the channel that halts a call; nil, which never does, if
// there is none.
func haltOf(ctx context.Context) <-chan struct{} {
	halt, _ := ctx.Value(haltKey{}).(<-chan struct{})
	return halt
}

// halted reports whether no call may begin in the context.
func halted(ctx context.Context) bool {
	select {
	case <-haltOf(ctx):
		return true
	default:
		return ctx.Err() != nil
	}
}
