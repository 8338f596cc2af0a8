package serving

import (
	"cmp"
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
	r.MaxBody = cmp.Or(r.MaxBody, s.config.MaxBody)
	r.Timeout = cmp.Or(r.Timeout, s.config.Timeout)
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
	leave, refused := e.server.clients.admit(r)
	if refused != nil {
		WriteError(w, r, refused)
		return
	}
	defer leave()
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

// An Estimate is what a request will use, as far as can be said before.
type Estimate struct {
	Tokens int
	Money  adhere.Money // most likely at the most
	// Least is what it costs in any case. A request whose reply has no limit
	// is let in where this much is left of a budget, and then holds back what
	// is left: only its own reply can go beyond. Where all is known it is Money.
	Least adhere.Money
}

// Reserve holds back tokens and money for the caller of a request before they
// are used, or returns the error to answer with. Where a reply's size is not
// known, reserve the most that it can be, and settle for less:
//
//	held, err := serving.Reserve(ctx, serving.Estimate{Tokens: most, Money: price, Least: price})
//	if err != nil { … }
//	defer held.Settle(0, 0) // if no call was made
//	…
//	err = held.Settle(used, cost)
func Reserve(ctx context.Context, want Estimate) (*Reservation, error) {
	x := exchangeOf(ctx)
	if x.limiter == nil || x.key == nil {
		return &Reservation{}, nil
	}
	held, err := x.limiter.reserve(x.key, want)
	if err != nil {
		return nil, err
	}
	held.entry = x.entry
	held.entry.reserved()
	return held, nil
}
