package serving

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"adhere"
)

// An APIError is an error as OpenAI's clients read it.
type APIError struct {
	Status     int           // HTTP status
	Type       string        // such as invalid_request_error
	Code       string        // such as invalid_api_key; may be empty
	Param      string        // the field that is wrong; may be empty
	Message    string        // for people
	RetryAfter time.Duration // when to try again; 0: not said
	NoRetry    bool          // tells clients that trying again is in vain
	Err        error         // the cause, for the log only; may be nil
}

// Error returns the message.
func (e *APIError) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *APIError) Unwrap() error { return e.Err }

// BadRequest returns an error of status 400 about a field; param may be empty.
func BadRequest(param, message string) *APIError {
	return &APIError{Status: http.StatusBadRequest, Type: typeInvalid, Param: param, Message: message}
}

// The types that OpenAI's clients know.
const (
	typeInvalid    = "invalid_request_error"
	typePermission = "permission_error"
	typeRate       = "rate_limit_error"
	typeQuota      = "insufficient_quota"
	typeServer     = "server_error"
)

// statusOf maps the codes of adhere.Error to HTTP statuses and types.
func statusOf(code adhere.Code) (status int, kind string) {
	switch code {
	case adhere.Invalid:
		return http.StatusBadRequest, typeInvalid
	case adhere.NotFound:
		return http.StatusNotFound, typeInvalid
	case adhere.Conflict:
		return http.StatusConflict, typeInvalid
	case adhere.RateLimited:
		return http.StatusTooManyRequests, typeRate
	case adhere.Exhausted:
		return http.StatusTooManyRequests, typeQuota
	case adhere.Refused, adhere.Unavailable:
		return http.StatusBadGateway, typeServer
	case adhere.Cancelled:
		return http.StatusServiceUnavailable, typeServer
	default:
		return http.StatusInternalServerError, typeServer
	}
}

// ErrorOf returns err as an APIError. Of an adhere.Error it takes message and
// hint; any other error is a fault of ours, of which the caller learns nothing.
func ErrorOf(err error) *APIError {
	var api *APIError
	var ours *adhere.Error
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &api):
		return api
	case errors.As(err, &tooLarge):
		return &APIError{Status: http.StatusRequestEntityTooLarge, Type: typeInvalid, Code: "body_too_large", Message: "the body is larger than " + strconv.FormatInt(tooLarge.Limit, 10) + " bytes", Err: err}
	case errors.Is(err, os.ErrDeadlineExceeded) && !errors.Is(err, context.DeadlineExceeded):
		return &APIError{Status: http.StatusRequestTimeout, Type: typeInvalid, Code: "body_timeout", Message: "the body did not arrive in time", Err: err}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &APIError{Status: http.StatusBadRequest, Type: typeInvalid, Code: "body_cut_off", Message: "the body ended too early", Err: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &APIError{Status: http.StatusGatewayTimeout, Type: typeServer, Code: "deadline_exceeded", Message: "the request took longer than this service allows", Err: err}
	case errors.Is(err, context.Canceled):
		return &APIError{Status: http.StatusServiceUnavailable, Type: typeServer, Code: "cancelled", Message: "the request was cancelled", Err: err}
	case errors.As(err, &ours) && ours.Code != adhere.Internal:
		status, kind := statusOf(ours.Code)
		message := ours.Message
		if hint := adhere.HintOf(err); hint != "" {
			message += " (" + hint + ")"
		}
		return &APIError{Status: status, Type: kind, Code: string(ours.Code), Message: message, Err: err}
	default:
		return &APIError{Status: http.StatusInternalServerError, Type: typeServer, Message: "internal error", Err: err}
	}
}

// Body returns the error as OpenAI writes it:
// {"error":{"message","type","param","code"}}.
func (e *APIError) Body() []byte {
	type inner struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    *string `json:"code"`
	}
	in := inner{Message: e.Message, Type: e.Type}
	if e.Param != "" {
		in.Param = &e.Param
	}
	if e.Code != "" {
		in.Code = &e.Code
	}
	b, err := json.Marshal(map[string]inner{"error": in})
	if err != nil {
		panic("an error of strings is not JSON: " + err.Error())
	}
	return b
}

// BodyFor returns the error as clients of a path read it: below /v1/messages as
// Anthropic writes it, {"type":"error","error":{"type","message"}}, with param
// and code beside them; elsewhere as OpenAI does.
func (e *APIError) BodyFor(path string) []byte {
	if path != messagesPath && !strings.HasPrefix(path, messagesPath+"/") {
		return e.Body()
	}
	own := *e
	own.Type = e.anthropicType()
	return append([]byte(`{"type":"error",`), own.Body()[1:]...)
}

const messagesPath = "/v1/messages"

// anthropicType is the type by which Anthropic's clients know an error. What is
// ours alone keeps its name.
func (e *APIError) anthropicType() string {
	switch {
	case e.Status == http.StatusUnauthorized:
		return "authentication_error"
	case e.Type == typeQuota && e.NoRetry:
		return "billing_error"
	case e.Status == http.StatusForbidden:
		return typePermission
	case e.Status == http.StatusNotFound:
		return "not_found_error"
	case e.Status == http.StatusRequestEntityTooLarge:
		return "request_too_large"
	case e.Status == http.StatusTooManyRequests:
		return typeRate
	case e.Status == http.StatusGatewayTimeout:
		return "timeout_error"
	case e.Status == http.StatusServiceUnavailable:
		return "overloaded_error"
	case e.Status >= http.StatusInternalServerError:
		return "api_error"
	default:
		return e.Type
	}
}

// WriteError answers with err in the shape that the path's clients read; what
// the caller may not learn goes to the access log. It must come before any
// other write.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	e := ErrorOf(err)
	exchangeOf(r.Context()).failure = e
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Del("Content-Length")
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(e.RetryAfter.Seconds()))))
	}
	if e.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if e.NoRetry {
		h.Set("X-Should-Retry", "false") // OpenAI's clients heed it
	}
	w.WriteHeader(e.Status)
	_, _ = w.Write(append(e.BodyFor(r.URL.Path), '\n')) // the caller has gone: nothing to be done
}
