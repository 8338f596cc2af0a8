package serving

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"adhere"
)

// Config is what a Server is made of. Zero values mean what is said beside
// them.
type Config struct {
	Listen    string                      // "HOST:PORT", port 0 for any that is free; "unix:PATH" for a socket that only its owner may use
	Keys      *Keyring                    // nil: no keys
	Ledger    *Ledger                     // what keys have spent; nil: forgotten when the program ends
	Guarded   func() bool                 // whether the service asks for accounts of its own; nil: it does not
	MaxBody   int64                       // bytes; 0: 16 MiB
	Timeout   time.Duration               // for a whole request; 0: 5 minutes
	Stall     time.Duration               // between two pieces of a body, or of a reply that the caller does not take; 0: 1 minute
	Idle      time.Duration               // between two requests of a connection; 0: 2 minutes
	Grace     time.Duration               // for open requests when the service ends; 0: 30 seconds
	Drain     time.Duration               // before that: /readyz says no, and requests are still let in; 0: none
	Ready     func(context.Context) error // why /readyz says no; nil: it does not
	Addresses AddressLimits               // what one client address may do
	Audit     *Audit                      // who did what; nil: not written down
	MaxOpen   int                         // requests answered at one time; 0: DefaultMaxOpen
	Log       *slog.Logger                // nil: no access log
	Telemetry *Telemetry                  // nil: metrics of its own, no traces
	Now       func() time.Time            // nil: time.Now
}

const (
	headerTime = 10 * time.Second // for the head of a request
	maxHeader  = 64 << 10         // bytes of a request's head
)

// DefaultMaxOpen is how many requests a service answers at one time unless it
// is told another number.
const DefaultMaxOpen = 1024

func (c *Config) fill() {
	c.Timeout = cmp.Or(c.Timeout, 5*time.Minute)
	c.Stall = cmp.Or(c.Stall, time.Minute)
	c.Idle = cmp.Or(c.Idle, 2*time.Minute)
	c.Grace = cmp.Or(c.Grace, 30*time.Second)
	c.MaxBody = cmp.Or(c.MaxBody, 16<<20)
	c.MaxOpen = cmp.Or(c.MaxOpen, DefaultMaxOpen)
	c.Ledger = cmp.Or(c.Ledger, NewLedger())
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Telemetry == nil {
		c.Telemetry = NewTelemetry(Export{})
	}
}

// A Server answers HTTP requests by Routes. Make one with New.
type Server struct {
	config  Config
	mux     *http.ServeMux
	limiter *limiter
	clients *addresses
	cross   *http.CrossOriginProtection
	local   bool // listens on this machine only; set by Listen
	closing chan struct{}
	leaving chan struct{} // closed once the service is to end
	once    sync.Once     // closes closing
	abort   context.CancelCauseFunc
	http    *http.Server
}

// New returns a server that answers /healthz, /livez, /readyz and /metrics, and
// what Handle adds.
func New(c Config) *Server {
	c.fill()
	s := &Server{
		config: c, mux: http.NewServeMux(), limiter: newLimiter(c.MaxOpen, c.Ledger, c.Now), clients: &addresses{AddressLimits: c.Addresses, now: c.Now, met: map[netip.Prefix]*visits{}},
		cross: http.NewCrossOriginProtection(), closing: make(chan struct{}), leaving: make(chan struct{}), local: true,
	}
	if c.Keys.Shared() {
		s.limiter.states = c.Keys.states
	}
	base, abort := context.WithCancelCause(context.Background())
	s.abort = abort
	s.http = &http.Server{
		Handler: http.HandlerFunc(s.serve), ReadHeaderTimeout: headerTime, IdleTimeout: c.Idle, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return base },
		ErrorLog:    slog.NewLogLogger(c.Log.Handler(), slog.LevelWarn),
	}
	s.http.RegisterOnShutdown(func() { s.once.Do(func() { close(s.closing) }) })
	s.Handle(Route{Pattern: "GET /healthz", Access: Open, Handler: http.HandlerFunc(healthy)})
	s.Handle(Route{Pattern: "GET /livez", Access: Open, Handler: http.HandlerFunc(healthy)})
	s.Handle(Route{Pattern: "GET /readyz", Access: Open, Handler: http.HandlerFunc(s.ready)})
	s.Handle(Route{Pattern: "GET /metrics", Access: LocalOrKey, Handler: c.Telemetry.metrics()})
	return s
}

func healthy(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"status":"ok"}` + "\n")) // the caller has gone: nothing to be done
}

// ready answers whether requests should be sent here: not once the service is
// to end, nor while what it rests on cannot be reached.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	problem := s.config.Keys.Problem()
	if problem == nil && s.config.Ready != nil {
		problem = s.config.Ready(r.Context())
	}
	select {
	case <-s.leaving:
		problem = errLeaving
	default:
	}
	if problem != nil {
		s.config.Log.Warn("not ready", "error", problem)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte(`{"status":"not ready"}` + "\n"))
		return
	}
	healthy(w, r)
}

var errLeaving = errors.New("the service is about to end")

// Telemetry returns where the service's metrics and traces go.
func (s *Server) Telemetry() *Telemetry { return s.config.Telemetry }

// Closing is closed when the service begins to end: an endless stream ends
// itself then, all other requests are finished.
func (s *Server) Closing() <-chan struct{} { return s.closing }

// Handler returns what answers requests, for tests and for embedding; it is
// closed to those without a key as one on this machine is.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

// Run listens, calls ready with the address, and answers until ctx ends. Then
// open requests have the grace period to finish, and are cut off after it.
func (s *Server) Run(ctx context.Context, ready func(net.Addr) error) error {
	listener, err := s.listen(ctx)
	if err != nil {
		return err
	}
	defer s.abort(nil)
	if err := ready(listener.Addr()); err != nil {
		_ = listener.Close()
		return err
	}
	beating, still := context.WithCancel(context.WithoutCancel(ctx))
	defer still()
	go s.limiter.goOn(beating)
	served := make(chan error, 1)
	go func() { served <- s.http.Serve(listener) }()
	select {
	case err := <-served:
		return &adhere.Error{Code: adhere.Unavailable, Message: "the service stopped listening", Err: err}
	case <-ctx.Done():
	}
	close(s.leaving)
	if s.config.Drain > 0 {
		select {
		case err := <-served:
			return errors.Join(err, s.end(ctx))
		case <-time.After(s.config.Drain):
		}
	}
	return s.end(ctx)
}

// ErrEnding is why the context of a request ends that outlasts the grace period.
// It can be its answer.
var ErrEnding error = &APIError{
	Status: http.StatusServiceUnavailable, Type: typeServer, Code: "ending", Message: "the service is shutting down: send the request again", RetryAfter: time.Second,
}

// lastWords is the longest that requests have to say that they are cut off.
const lastWords = 10 * time.Second

// end finishes open requests. Requests that outlast the grace period see their
// context end with ErrEnding, and a moment later their connection.
func (s *Server) end(ctx context.Context) error {
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.config.Grace)
	defer cancel()
	err := s.http.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		s.abort(ErrEnding)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
		defer cancel()
		_ = s.http.Shutdown(last)
		_ = s.http.Close() // who has not ended by now
		return &adhere.Error{Code: adhere.Cancelled, Message: "requests that did not finish within the grace period were cut off", Hint: "a longer --grace waits for them"}
	}
	return err
}
