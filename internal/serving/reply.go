package serving

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"time"
)

// A reply counts what is answered, and cuts off a caller that does not take
// it.
type reply struct {
	http.ResponseWriter
	control *http.ResponseController
	stall   time.Duration
	until   time.Time // the write deadline that is set
	status  int       // 0: nothing answered yet
	bytes   int64
}

// Unwrap lets http.ResponseController reach the connection.
func (w *reply) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader passes on; informational headers do not answer yet.
func (w *reply) WriteHeader(status int) {
	if w.status == 0 && (status >= http.StatusOK || status == http.StatusSwitchingProtocols) {
		w.status = status
	}
	w.patience()
	w.ResponseWriter.WriteHeader(status)
}

func (w *reply) Write(b []byte) (int, error) {
	w.status = cmp.Or(w.status, http.StatusOK)
	w.patience()
	n, err := w.ResponseWriter.Write(b)
	w.bytes += int64(n)
	return n, err
}

func (w *reply) Flush() {
	w.patience()
	_ = w.control.Flush() // one that cannot flush sends it at the end
}

// deliver sends an answer that is whole, so that the caller need not wait for
// what is written down about it. One without a length is left to net/http,
// which counts it.
func (w *reply) deliver() {
	if w.status != 0 && w.Header().Get("Content-Length") != "" {
		w.Flush()
	}
}

// patience gives the next write its time, moving the deadline only when a
// quarter of it has passed: setting it costs more than a write does.
func (w *reply) patience() {
	if now := time.Now(); w.until.Sub(now) < w.stall*3/4 {
		w.until = now.Add(w.stall)
		_ = w.control.SetWriteDeadline(w.until) // not a connection: a test's recorder
	}
}

// A patientBody gives up on a caller that stops sending in the middle.
type patientBody struct {
	io.ReadCloser
	control *http.ResponseController
	stall   time.Duration
	until   time.Time // the request's own deadline; zero: none
}

// Read passes on. At the end it takes the deadline back: the server goes on
// reading, to see the caller leave. What cannot be read, such as pieces without a
// length, is the caller's fault.
func (b *patientBody) Read(p []byte) (int, error) {
	deadline := time.Now().Add(b.stall)
	if !b.until.IsZero() && b.until.Before(deadline) {
		deadline = b.until
	}
	_ = b.control.SetReadDeadline(deadline) // not a connection: a test's recorder
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		_ = b.control.SetReadDeadline(time.Time{})
	} else if err != nil && ErrorOf(err).Status == http.StatusInternalServerError {
		err = &APIError{Status: http.StatusBadRequest, Type: typeInvalid, Message: "the body cannot be read: " + err.Error(), Err: err}
	}
	return n, err
}

// statusOnly takes in the answer that http.ServeMux gives to what has no
// route.
type statusOnly struct {
	header http.Header
	status int
}

func (s *statusOnly) Header() http.Header         { return s.header }
func (s *statusOnly) WriteHeader(status int)      { s.status = status }
func (s *statusOnly) Write(b []byte) (int, error) { return len(b), nil }
