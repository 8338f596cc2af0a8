package gateway

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"adhere"
	"adhere/internal/replies"
	"adhere/internal/serving"
)

// fail answers with an error in the shape that the route's clients read. Who is gone is not answered.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	if gone(r) {
		panic(http.ErrAbortHandler)
	}
	if cause := context.Cause(r.Context()); errors.Is(cause, serving.ErrEnding) {
		err = cause
	}
	serving.WriteError(w, r, upstreamFailure(err))
}

// gone reports whether nobody waits for the answer any more. A service that ends
// still has somebody to tell.
func gone(r *http.Request) bool {
	return errors.Is(r.Context().Err(), context.Canceled) && !errors.Is(context.Cause(r.Context()), serving.ErrEnding)
}

// upstreamFailure gives what is wrong with the upstream a status of its own:
// the gateway is not broken, what is behind it is.
func upstreamFailure(err error) error {
	var api *serving.APIError
	var ours *adhere.Error
	var inside *upstreamError
	switch {
	case errors.As(err, &api):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return &serving.APIError{Status: http.StatusGatewayTimeout, Type: "server_error", Code: "deadline_exceeded", Message: "there was no answer before the deadline", Err: err}
	case errors.Is(err, errSilent):
		return &serving.APIError{Status: http.StatusGatewayTimeout, Type: "server_error", Code: "upstream_silent", Message: "the upstream stopped sending", Err: err}
	case errors.As(err, &inside) && inside.overloaded():
		return &serving.APIError{Status: http.StatusServiceUnavailable, Type: "server_error", Code: "upstream_overloaded", Message: err.Error(), Err: err}
	case errors.As(err, &ours) && ours.Code != adhere.Unavailable:
		return err
	}
	message := err.Error()
	if ours != nil {
		message = ours.Message
	}
	return &serving.APIError{Status: http.StatusBadGateway, Type: "server_error", Code: "upstream_error", Message: message, Err: err}
}

// An upstreamError is an error inside a stream that began well.
type upstreamError struct{ data []byte }

func (e *upstreamError) Error() string {
	return "the upstream's stream ends with an error: " + e.complaint().Message
}

func (e *upstreamError) complaint() replies.Complaint { return replies.ReadComplaint(e.data) }

// overloaded reports whether the upstream has too much to do: Anthropic's
// overloaded_error, OpenAI's server_is_overloaded, the statuses 503 and 529 as codes.
func (e *upstreamError) overloaded() bool {
	c := e.complaint()
	return strings.Contains(c.Kind, "overloaded") || c.Status == 503 || c.Status == 529
}
