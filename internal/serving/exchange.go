package serving

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"go.opentelemetry.io/otel/trace"
)

// An exchange is one request and its reply.
type exchange struct {
	id      string
	route   string
	key     *Key // nil on an open route
	limiter *limiter
	body    *patientBody // nil: the request has none
	failure error        // what was answered, with causes; nil if none
	entry   *auditing    // nil: no audit log
}

type exchangeKey struct{}

// exchangeOf returns the exchange of a request; outside of one, one that
// nobody sees.
func exchangeOf(ctx context.Context) *exchange {
	if x, ok := ctx.Value(exchangeKey{}).(*exchange); ok {
		return x
	}
	return &exchange{}
}

const (
	requestIDHeader = "X-Request-Id"
	longestID       = 64
)

// serve answers one request: it names it, measures it, and survives its
// handler.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	begun := s.config.Now()
	x := &exchange{id: requestID(r), route: "none", limiter: s.limiter}
	if s.config.Audit != nil {
		x.entry = &auditing{audit: s.config.Audit, AuditEntry: AuditEntry{Time: begun.UTC()}}
	}
	t := s.config.Telemetry
	ctx, span := t.start(t.receive(r.Context(), r.Header), "HTTP "+r.Method, trace.SpanKindServer, nil)
	r = r.WithContext(context.WithValue(ctx, exchangeKey{}, x))
	out := &reply{ResponseWriter: w, control: http.NewResponseController(w), stall: s.config.Stall}
	if r.Body != nil && r.Body != http.NoBody {
		x.body = &patientBody{ReadCloser: r.Body, control: out.control, stall: s.config.Stall}
		r.Body = x.body
	}
	w.Header().Set(requestIDHeader, x.id)
	t.http.open.Add(1)
	defer func() {
		t.http.open.Add(-1)
		s.finish(r, out, x, span, s.config.Now().Sub(begun), recover())
	}()
	s.route(out, r)
}

// route passes a request to its route; what has none is answered in the same
// shape as any error.
func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	if _, pattern := s.mux.Handler(r); pattern != "" {
		s.mux.ServeHTTP(w, r)
		return
	}
	probe := &statusOnly{header: http.Header{}}
	s.mux.ServeHTTP(probe, r) // 404, or 405 with the methods that there are
	e := &APIError{Status: http.StatusNotFound, Type: typeInvalid, Code: "not_found", Message: "there is nothing at this address, only below /v1: does the client's base URL end in it?"}
	if probe.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", probe.header.Get("Allow"))
		e = &APIError{Status: probe.status, Type: typeInvalid, Code: "method_not_allowed", Message: "this address takes other methods: " + probe.header.Get("Allow")}
	}
	WriteError(w, r, e)
}

// finish writes down what became of a request. A panic is answered as a fault
// of ours if nothing was answered yet; else the connection is cut, so that the
// caller sees that the reply is not whole.
func (s *Server) finish(r *http.Request, out *reply, x *exchange, span *Span, took time.Duration, fault any) {
	cut := false
	if err, ok := fault.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		cut, x.failure = true, errors.New("reply cut off")
	} else if fault != nil {
		cut = out.status != 0
		x.failure = fmt.Errorf("panic: %v", fault)
		s.config.Log.Error("a handler panicked", "id", x.id, "panic", fmt.Sprint(fault), "stack", string(debug.Stack()))
		if !cut {
			WriteError(out, r, x.failure)
		}
	}
	status, name := cmp.Or(out.status, http.StatusOK), "" // net/http answers 200 where a handler says nothing
	if x.key != nil {
		name = x.key.Name
	}
	s.config.Telemetry.http.answered(x.route, status, name, took)
	if !cut {
		out.deliver()
	}
	s.log(r, out, x, span, took, status, name)
	x.entry.answered(s, r, x, status)
	if cut {
		panic(http.ErrAbortHandler)
	}
}

// log writes a request down, in the trace and in the access log.
func (s *Server) log(r *http.Request, out *reply, x *exchange, span *Span, took time.Duration, status int, name string) {
	span.Set(slog.String("http.route", x.route), slog.Int("http.response.status_code", status), slog.String(AttrKey, name))
	level, attrs := slog.LevelInfo, []slog.Attr{
		slog.String("id", x.id), slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", status),
		slog.Int64("bytes", out.bytes), slog.Duration("took", took), slog.String("key", name),
	}
	if x.failure != nil {
		attrs = append(attrs, slog.String("error", whole(x.failure)))
	}
	if status >= http.StatusInternalServerError {
		level = slog.LevelError
		span.Fail(http.StatusText(status))
	}
	span.End()
	s.config.Log.LogAttrs(r.Context(), level, "request", attrs...)
}

// whole returns an error's message with its cause, which the caller was not
// told.
func whole(err error) string {
	if cause := errors.Unwrap(err); cause != nil && strings.HasPrefix(cause.Error(), err.Error()) {
		return cause.Error()
	} else if cause != nil {
		return err.Error() + ": " + cause.Error()
	}
	return err.Error()
}

// requestID returns the name that the caller gave the request, if it is a
// plain one, or a new one.
func requestID(r *http.Request) string {
	id := r.Header.Get(requestIDHeader)
	plain := id != "" && len(id) <= longestID
	for _, c := range []byte(id) {
		plain = plain && (c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
	}
	if plain {
		return id
	}
	b := make([]byte, 12)
	_, _ = rand.Read(b) // never fails: the program would have crashed
	return "req_" + hex.EncodeToString(b)
}
