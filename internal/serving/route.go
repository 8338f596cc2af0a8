package serving

import (
	"context"
	"net/http"
	"time"

	"adhere"
)

// Access says who may use a route.
type Access int

// The kinds of access.
const (
	WithKey    Access = iota // callers with a key; on a service of this machine that has no keys, anybody on it
	LocalOrKey               // also, without a key, callers on this machine that did not come through a proxy
	Open                     // anybody: the handler asks for itself who it is
)

// A Route is one pattern of a service.
type Route struct {
	Pattern string // as http.ServeMux takes it
	Handler http.Handler
	Access  Access
	MaxBody int64         // bytes; 0: the service's; negative: no limit
	Timeout time.Duration // for the whole request; 0: the service's; negative: none, for endless streams
}

// Handle adds a route. A pattern that is wrong or there already is a fault of
// the program and panics.
func (s *Server) Handle(r Route) {
	if r.MaxBody == 0 {
		r.MaxBody = s.config.MaxBody
	}
	if r.Timeout == 0 {
		r.Timeout = s.config.Timeout
	}
	s.mux.Handle(r.Pattern, &endpoint{s, r})
}

// An endpoint lets requests through to a route's handler.
type endpoint struct {
	server *Server
	Route
}

// ServeHTTP finds out who asks, holds the limits, and passes on.
func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := exchangeOf(r.Context())
	x.route = e.Pattern
	key, err := e.server.caller(r, e.Access)
	if err != nil {
		WriteError(w, r, err)
		return
	}
	if x.key = key; e.Access == WithKey {
		if err := e.server.limiter.admit(key); err != nil {
			WriteError(w, r, err)
			return
		}
		defer e.server.limiter.leave(key)
	}
	if e.MaxBody > 0 {
		r.Body = http.MaxBytesReader(w, r.Body, e.MaxBody)
	}
	if e.Timeout > 0 {
		ctx, cancel := context.WithTimeout(r.Context(), e.Timeout)
		defer cancel()
		if x.body != nil {
			x.body.until, _ = ctx.Deadline()
		}
		r = r.WithContext(ctx)
	}
	e.Handler.ServeHTTP(w, r)
}

// CallerOf returns whose key a request came with. Without keys, and on an open
// route, it is a key without name, limits and options; it is never nil and
// must not be changed.
func CallerOf(ctx context.Context) *Key {
	if x := exchangeOf(ctx); x.key != nil {
		return x.key
	}
	return &Key{Options: map[string]string{}}
}

// Reserve holds back tokens and money for the caller of a request before they
// are used, or returns the error to answer with. Where a reply's size is not
// known, reserve the most that it can be, and settle for less:
//
//	held, err := serving.Reserve(ctx, most, price)
//	if err != nil { … }
//	defer held.Settle(0, 0) // if no call was made
//	…
//	err = held.Settle(used, cost)
func Reserve(ctx context.Context, tokens int, money adhere.Money) (*Reservation, error) {
	x := exchangeOf(ctx)
	if x.limiter == nil || x.key == nil {
		return &Reservation{}, nil
	}
	held, err := x.limiter.reserve(x.key, tokens, money)
	if err != nil {
		return nil, err
	}
	return held, nil
}
