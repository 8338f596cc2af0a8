package gateway

import (
	"context"
	"errors"
	"net/http"

	"adhere"
	"adhere/internal/serving"
)

// fail answers with an error in the shape that the route's clients read. Who is gone is not answered.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil && errors.Is(r.Context().Err(), context.Canceled) {
		panic(http.ErrAbortHandler)
	}
	serving.WriteError(w, r, upstreamFailure(err))
}

// upstreamFailure gives what is wrong with the upstream a status of its own:
// the gateway is not broken, what is behind it is.
func upstreamFailure(err error) error {
	var api *serving.APIError
	var ours *adhere.Error
	switch {
	case errors.As(err, &api):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return &serving.APIError{Status: http.StatusGatewayTimeout, Type: "server_error", Code: "deadline_exceeded", Message: "there was no answer before the deadline", Err: err}
	case errors.Is(err, errSilent):
		return &serving.APIError{Status: http.StatusGatewayTimeout, Type: "server_error", Code: "upstream_silent", Message: "the upstream fell silent", Err: err}
	case errors.As(err, &ours) && ours.Code != adhere.Unavailable:
		return err
	}
	message := err.Error()
	if ours != nil {
		message = ours.Message
	}
	return &serving.APIError{Status: http.StatusBadGateway, Type: "server_error", Code: "upstream_error", Message: message, Err: err}
}
