package adhere

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// A Code is the kind of an error, for programs.
type Code string

// The kinds of error. An error of no other kind is Internal.
const (
	Invalid     Code = "invalid"     // the input is wrong: a file, a line, a flag, an argument
	NotFound    Code = "not_found"   // a file, run, benchmark or checker of that name does not exist
	Conflict    Code = "conflict"    // something that exists already is in the way
	Refused     Code = "refused"     // a key is missing or wrong, or the provider will not serve this request
	RateLimited Code = "rate_limit"  // the provider asks to slow down
	Unavailable Code = "unavailable" // the provider or network failed; trying again may help
	Permanent   Code = "permanent"   // no server at the address, a bad certificate, a parameter that the model refuses: further calls would fail too
	Unusable    Code = "unusable"    // the reply cannot be used: empty, withheld, or too long
	Exhausted   Code = "exhausted"   // the budget in money, tokens or time is used up
	Cancelled   Code = "cancelled"   // stopped by the user
	Internal    Code = "internal"    // a fault of this program
)

// An Error is an error with a Code for programs, a Message and a Hint for
// people, and a cause, Err, for the log.
type Error struct {
	Code    Code
	Message string // names the thing; lower case, no full stop
	Hint    string // what to try; may be empty
	Err     error  // the cause; may be nil
}

// Errorf returns an error of that code, whose message is written as by
// fmt.Sprintf.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// WithHint sets what to try, and returns the error.
func (e *Error) WithHint(hint string) *Error {
	e.Hint = hint
	return e
}

// Error returns the message followed by its cause, which does not name again a
// file that the message ends with.
func (e *Error) Error() string {
	cause := e.Err
	if p, ok := cause.(*fs.PathError); ok && strings.HasSuffix(e.Message, p.Path) { //nolint:errorlint // what wraps it says more
		cause = p.Err
	}
	if cause == nil {
		return e.Message
	}
	return e.Message + ": " + cause.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of the first Error in err's chain. Without one it is
// Cancelled for context.Canceled and otherwise Internal; it is "" for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	if errors.Is(err, context.Canceled) {
		return Cancelled
	}
	return Internal
}

// HintOf returns the first hint in err's chain.
func HintOf(err error) string {
	for e, ok := errors.AsType[*Error](err); ok; e, ok = errors.AsType[*Error](e.Err) {
		if e.Hint != "" {
			return e.Hint
		}
	}
	return ""
}
