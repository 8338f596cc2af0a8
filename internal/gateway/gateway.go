// Package gateway is a server between OpenAI's clients and an upstream that
// speaks the same API. It finds out what a request demands of its answer,
// checks the answer, and has the model repair what is not met, before the
// client sees it. Everything else it passes on as it is.
//
// A request for an answer takes this way:
//
//	body ──► document ──► settings ──► constraints ──► draft ──► refine ──► report ──► reply
//	           │             │              │             │
//	           └─ no JSON    └─ passthrough └─ none       └─ tools, refusal, error: sent on as it is
//
// Only the settings of the operator, the model's name and the member "adhere"
// of the body decide what is done, never the text of a prompt. A request
// changes nothing that another one sees: what is kept between requests are
// constraints by the hash of caller and prompt.
package gateway

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
	pathpkg "path"
	"slices"
	"strings"
	"sync"
	"time"

	"adhere"
	"adhere/internal/serving"
	"adhere/refine"
	"adhere/verify"
)

// ruleJudge names the rules in verdicts.
const ruleJudge = "rule/gateway"

// Options are the parts and settings of a Gateway. What is zero has a default.
type Options struct {
	Upstreams   []Upstream    // asked in turn: the next one when one fails
	ForwardKeys bool          // clients' own keys go to upstreams without a Key; not where clients have keys of the gateway
	Retries     int           // how often one upstream is asked again after an error of the moment
	LongestWait time.Duration // between two tries; a longer one leads to the next upstream; 0 is read as 20 s
	Idle        time.Duration // silence of an upstream that ends a call; 0 is read as 10 minutes
	Transport   http.RoundTripper

	Settings Settings
	Rules    *RuleFile       // what the operator demands; nil demands nothing
	Judges   []NamedJudge    // who decides what rules cannot; the first is asked unless a request names another
	Catalog  *verify.Catalog // the rules that requests may name
	Divide   Divide          // what code decides of constraints in words

	// Decomposer lists constraints; nil reads them by rule. The model is the
	// one that the request asks, for a decomposer that is that model.
	Decomposer func(asked adhere.Model) (refine.Decomposer, error)
	// ListerJudges says that the first judge is the decomposer's model, which
	// then judges a draft in the call that lists what it must meet.
	ListerJudges bool
	// ListerAnswers says that the decomposer's model is the one that the request
	// asks. If it judges, too, the same call corrects the draft.
	ListerAnswers bool

	Price     func(model string, used adhere.Usage) adhere.Money // nil knows no price
	Listed    func(model string) (name string, known bool)       // a model's name in the price table, and whether it is there; nil takes every price for known
	Refine    refine.Options                                     // Pack, Patience and Feedback count
	Record    func(*Exchange)                                    // given every request that was checked; nil keeps none
	KeepAlive time.Duration                                      // between keep-alives of a buffered stream; 0 is read as 10 s
	Pace      time.Duration                                      // between the pieces of a buffered answer
	MaxBody   int64                                              // bytes; 0 is read as 32 MB
	MaxHeld   int64                                              // bytes of requests that are held at one time, and of answers; the next requests wait, the next answers are treated as too large; 0 is read as 32 MB
	MaxReply  int64                                              // bytes of an answer that is checked; a larger one is passed on unchecked, or refused where a rule is enforced; 0 is read as 4 MB
	Telemetry *serving.Telemetry                                 // nil measures for nobody
	Log       *slog.Logger                                       // nil writes nothing
	Now       func() time.Time
}

// A Gateway serves. Make it with New.
type Gateway struct {
	Options
	upstreams *upstreams
	demands   *demandReader
	room      *room
	replies   *room
	rules     *verify.Judge
	dialects  map[string]*dialect // by path
	buffers   *sync.Pool
	meters    *meters
	behind    sync.WaitGroup // judging that nobody waits for
}

// New returns a gateway. What cannot be is an error with code Invalid.
func New(o Options) (*Gateway, error) {
	defaults(&o)
	up, err := newUpstreams(&o)
	if err != nil {
		return nil, err
	}
	o.Settings = o.Settings.filled()
	if err := o.Settings.check(); err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: strings.TrimPrefix(err.Error(), "adhere.")}
	}
	g := &Gateway{
		Options: o, upstreams: up, buffers: &sync.Pool{New: func() any { b := make([]byte, bufferSize); return &b }},
		demands:  newDemandReader(&o),
		room:     newRoom(o.MaxHeld),
		replies:  newRoom(o.MaxHeld),
		rules:    verify.NewJudge(ruleJudge, 1, o.Catalog, verify.Strict),
		dialects: dialects(), meters: up.meters,
	}
	return g, nil
}

func defaults(o *Options) {
	if o.Catalog == nil {
		o.Catalog = verify.NewCatalog()
	}
	o.Divide = o.Divide.orEnglish()
	if o.Transport == nil {
		o.Transport = newTransport()
	}
	if o.Telemetry == nil {
		o.Telemetry = serving.NewTelemetry(serving.Export{})
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	positive(&o.MaxBody, 32<<20)
	positive(&o.MaxHeld, 32<<20)
	positive(&o.MaxReply, 4<<20)
	positive(&o.LongestWait, 20*time.Second)
	positive(&o.Idle, 10*time.Minute)
	positive(&o.KeepAlive, 10*time.Second)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
}

// positive gives a setting that is 0 or less its default.
func positive[T ~int64](field *T, value T) {
	if *field <= 0 {
		*field = value
	}
}

// Wait returns when all judging behind answered requests is done, or ctx is.
func (g *Gateway) Wait(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		g.behind.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// ServeHTTP answers the routes below /v1.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	if !strings.HasPrefix(path, "/v1/") || climbs(path) {
		serving.WriteError(w, r, &serving.APIError{Status: http.StatusNotFound, Type: "invalid_request_error", Code: "not_found", Message: "there is nothing at " + path})
		return
	}
	if strings.EqualFold(r.Header.Get("Upgrade"), "websocket") { // other protocols are offers, which need not be taken
		serving.WriteError(w, r, &serving.APIError{Status: http.StatusNotImplemented, Type: "invalid_request_error", Code: "not_implemented", Message: "the gateway does not pass on WebSockets"})
		return
	}
	if plain := plainPath(path); plain != path && g.dialects[plain] != nil { // to many servers it is the same
		path, r = plain, withPath(r, plain)
	}
	if err := g.enter(r); err != nil {
		serving.WriteError(w, r, err)
		return
	}
	if r.Method == http.MethodGet && path == "/v1/models" {
		g.models(w, r)
		return
	}
	if r.Method == http.MethodGet && strings.HasPrefix(path, "/v1/models/") {
		own := withoutStrategy(r)
		g.relay(w, own, questionOf(own, nil))
		return
	}
	body, held, err := g.read(w, r)
	defer held.done()
	if err != nil {
		serving.WriteError(w, r, err)
		return
	}
	d := g.dialects[path]
	switch {
	case path == "/v1/constraints" && r.Method == http.MethodPost:
		g.constraints(w, r, body)
	case d != nil && r.Method == http.MethodPost:
		g.answer(w, r, d, body, held)
	default:
		g.other(w, r, body, held)
	}
}

// other passes on what the gateway has no interest in.
func (g *Gateway) other(w http.ResponseWriter, r *http.Request, body []byte, held *hold) {
	doc, err := readDocument(body)
	if err != nil { // a file, or nothing
		doc = &document{raw: body}
	}
	a, err := g.admit(r, doc)
	if err != nil {
		fail(w, r, err)
		return
	}
	if besideAnswers(r.URL.Path) {
		doc = doc.forUpstream()
	}
	if slices.Contains([]string{"completions", "batches", "stored"}, routeOf(r.Method, r.URL.Path)) {
		w.Header().Set("X-Adhere-Skipped", "unchecked_route")
	}
	g.relayCounted(w, r, doc, a, held)
}

// besideAnswers reports whether a route is below one of answers, and takes the same
// requests: those that count their tokens.
func besideAnswers(path string) bool {
	return strings.HasPrefix(path, "/v1/messages/") || strings.HasPrefix(path, "/v1/responses/")
}

// climbs reports whether a path leads out of its folder.
func climbs(path string) bool {
	return strings.Contains(path, "/../") || strings.HasSuffix(path, "/..")
}

// plainPath returns a path as a forgiving server reads it: in small letters, without
// parameters and doubled or closing slashes.
func plainPath(path string) string {
	path, _, _ = strings.Cut(strings.ToLower(path), ";")
	return pathpkg.Clean(path)
}

func newID() string {
	var b [12]byte
	_, _ = rand.Read(b[:]) // never fails
	return "adh-" + hex.EncodeToString(b[:])
}
