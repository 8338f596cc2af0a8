package model

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"adhere"
)

// A ProviderError is what a provider said instead of a reply. It is the cause
// inside the *adhere.Error that a model returns. A replies.Complaint is converted to it: the
// fields of both are the same.
type ProviderError struct {
	Status     int           // HTTP status; 0 where the error came inside a stream
	Kind       string        // the provider's own type or code, "insufficient_quota"; may be empty
	Param      string        // the parameter that it is about; may be empty
	Message    string        // in the provider's words, keys removed
	RetryAfter time.Duration // how long the provider asks to wait; 0 where it does not say
}

// Error returns the provider's message, or the status where it said nothing.
func (e *ProviderError) Error() string {
	return cmp.Or(e.Message, "status "+strconv.Itoa(e.Status))
}

// Firewall reports whether a web page that forbids the call came in place of the
// provider's words: a firewall in front of it may take the prompt for an attack.
// A replies.Complaint asks the same for its code.
func (e *ProviderError) Firewall() bool {
	return e.Status == 403 && strings.HasPrefix(e.Message, "<")
}

// RetryAfter returns how long the provider that caused err asks to wait, and
// 0 where it does not say.
func RetryAfter(err error) time.Duration {
	if p, ok := errors.AsType[*ProviderError](err); ok {
		return p.RetryAfter
	}
	return 0
}

// Retryable reports whether the same call may succeed later: after a rate
// limit and after a failure of provider or network.
func Retryable(err error) bool {
	code := adhere.CodeOf(err)
	return code == adhere.RateLimited || code == adhere.Unavailable
}

// Stopped returns the error of a call to the named model whose context ended or
// was halted: Exhausted after a deadline, otherwise Cancelled.
func Stopped(ctx context.Context, name string) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &adhere.Error{Code: adhere.Exhausted, Message: name + ": the time for the call is used up", Err: ctx.Err()}
	}
	return &adhere.Error{Code: adhere.Cancelled, Message: name + ": the call was stopped", Err: cmp.Or(ctx.Err(), context.Canceled)}
}

// An Unconnected is the cause of a call that failed before it reached the
// provider.
type Unconnected struct{ Err error }

// Error returns the message of the cause.
func (e *Unconnected) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Unconnected) Unwrap() error { return e.Err }
