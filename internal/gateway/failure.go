package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"adhere"
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
	return "the upstream's stream ends with an error: " + cmp.Or(e.said(), "it does not say which")
}

// said is the upstream's message, or "" where it has none.
func (e *upstreamError) said() string {
	d, err := readDocument(e.data)
	if err != nil {
		return ""
	}
	return cmp.Or(d.in("error").text("message"), d.text("error"), d.in("response").in("error").text("message"), d.text("message"))
}

// overloaded reports whether the upstream has too much to do: Anthropic's
// overloaded_error, OpenAI's server_is_overloaded, the statuses 503 and 529 as codes.
func (e *upstreamError) overloaded() bool {
	d, err := readDocument(e.data)
	if err != nil {
		return false
	}
	for _, in := range []*document{d, d.in("error"), d.in("response").in("error")} {
		code := string(in.get("code"))
		if strings.Contains(in.text("type")+code, "overloaded") || code == "503" || code == "529" {
			return true
		}
	}
	return false
}

// noAnswer is the error of a reply with status 200 that cannot be read: err, and what
// the upstream says.
func noAnswer(raw []byte, err error) error {
	if said := (&upstreamError{raw}).said(); said != "" {
		return fmt.Errorf("%w, but an error: %s", err, said)
	}
	return err
}
