package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"adhere"
	"adhere/internal/redact"
	"adhere/internal/replies"
	"adhere/internal/serving"
)

// An Upstream is a server that speaks OpenAI's API.
type Upstream struct {
	URL string // up to /v1; its query goes with every request
	Key string // sent to it in place of the client's key; empty: see Options.ForwardKeys

	Model string // asked for here, whatever model the client asks for; empty: that one
}

// upstreams asks the servers in turn, each a number of times.
type upstreams struct {
	*Options
	list   []target
	meters *meters
}

type target struct {
	base    *url.URL
	key     string
	model   string // in the place of the client's; may be empty
	cooling *cooling
}

func newUpstreams(o *Options) (*upstreams, error) {
	u := &upstreams{Options: o, meters: newMeters(o.Telemetry)}
	if len(o.Upstreams) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the gateway needs an upstream", Hint: "for example https://api.openai.com/v1"}
	}
	for _, up := range o.Upstreams {
		base, err := url.Parse(up.URL)
		if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("upstream %q is not an http or https address", up.URL), Hint: "for example https://api.openai.com/v1", Err: err}
		}
		base.Path, base.RawPath = strings.TrimRight(base.Path, "/"), strings.TrimRight(base.RawPath, "/")
		u.list = append(u.list, target{base, up.Key, up.Model, &cooling{}})
	}
	return u, nil
}

// newTransport keeps enough connections open for many clients at once, and
// leaves the encoding of bodies to client and upstream.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConns, t.MaxIdleConnsPerHost = 0, 512
	t.DisableCompression = true
	t.MaxResponseHeaderBytes = 1 << 20
	t.WriteBufferSize, t.ReadBufferSize = 8<<10, 8<<10
	return t
}

// A question is one request to the upstream.
type question struct {
	method, path string // the path below the base URL, with its query
	header       http.Header
	body         []byte
	plain        bool // the answer, or events of it, are read here, and so it must come without an encoding
	bound        *tries
	taken        bool  // the first try is counted towards the bound
	made         int   // tries so far
	held         *hold // of the body, to be released when the answer begins; may be nil
}

// anew makes it another question than the client's: under the same Idempotency-Key the
// upstream may give the answer to that again.
func (q *question) anew() {
	q.header = maps.Clone(q.header)
	q.header.Del("Idempotency-Key")
}

// Tries are the calls that were made for one request, those that failed included. The
// nil tries have no bound.
type tries struct {
	mu         sync.Mutex
	made, most int  // most 0: any number
	drafted    bool // the draft was asked for; before, a call is kept for it
}

// begin counts the call for the draft.
func (t *tries) begin() {
	if t != nil {
		t.mu.Lock()
		t.made, t.drafted = t.made+1, true
		t.mu.Unlock()
	}
}

// take counts one more call, if that may be made.
func (t *tries) take() bool {
	if t == nil {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := 1
	if t.drafted {
		kept = 0
	}
	if t.most > 0 && t.made+kept >= t.most {
		return false
	}
	t.made++
	return true
}

// add counts calls that others made.
func (t *tries) add(calls int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made += calls
}

// count returns how many there were.
func (t *tries) count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.made
}

// errNoUpstream is what no upstream answered; the cause is beside it.
func errNoUpstream(err error) error {
	return &adhere.Error{Code: adhere.Unavailable, Message: "the upstream cannot be reached or ended the connection without an answer", Hint: "try again later", Err: err}
}

// ask returns the first answer that is not an error of the moment, or the last
// one there was. Each upstream is asked again after an error of the moment; a
// wait that would be too long leads to the next. When the question's bound is
// reached, what was said last holds.
func (u *upstreams) ask(ctx context.Context, q *question) (*http.Response, error) {
	var last error
	turns := u.inTurn()
	for i, t := range turns {
		for try := 0; ; try++ {
			q.made++
			if !q.taken {
				q.taken = true
				q.bound.begin()
			}
			resp, err := u.once(ctx, t, q)
			if ctx.Err() != nil {
				if err == nil {
					resp.Body.Close()
				}
				return nil, context.Cause(ctx)
			}
			if err != nil {
				t.cooling.failed(u.Now())
			} else {
				t.cooling.answered()
			}
			if err == nil && !momentary(resp.StatusCode) {
				return resp, nil
			}
			wait, again := u.wait(resp, try)
			again = again && !errors.Is(err, errSilent) // it would be as long again
			if (!again && i == len(turns)-1) || !q.bound.take() {
				if err != nil {
					return nil, errNoUpstream(err)
				}
				return resp, nil
			}
			last = err
			if resp != nil {
				resp.Body.Close()
			}
			if !again {
				break
			}
			if err := pause(ctx, wait); err != nil {
				return nil, err
			}
		}
	}
	return nil, errNoUpstream(last) // not reached: the last upstream returns
}

// momentary reports whether an answer with that status may pass.
func momentary(status int) bool {
	code := codeOf(status)
	return code == adhere.RateLimited || code == adhere.Unavailable
}

// codeOf says what kind of error a status is.
func codeOf(status int) adhere.Code { return (&replies.Complaint{Status: status}).Code() }

// wait returns how long to wait before the next try of the same upstream. Some
// say themselves that there is no use in one.
func (u *upstreams) wait(resp *http.Response, try int) (time.Duration, bool) {
	if try >= u.Retries || resp != nil && resp.Header.Get("X-Should-Retry") == "false" {
		return 0, false
	}
	wait := time.Duration(float64(250*time.Millisecond<<min(try, 6)) * (0.5 + rand.Float64()/2))
	if resp != nil {
		if after, said := replies.RetryAfter(resp.Header, u.Now()); said {
			wait = after
		}
	}
	return wait, wait <= u.LongestWait
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (u *upstreams) once(ctx context.Context, t *target, q *question) (*http.Response, error) {
	path, query, _ := strings.Cut(q.path, "?")
	to := *t.base
	to.Path, to.RawPath, to.RawQuery = to.Path+path, "", strings.Trim(to.RawQuery+"&"+query, "&")
	if un, err := url.PathUnescape(path); err == nil && un != path {
		to.Path, to.RawPath = t.base.Path+un, t.base.EscapedPath()+path
	}
	ctx, span := u.Telemetry.StartCall(ctx, q.method+" "+path, slog.String(serving.AttrProvider, t.base.Host))
	defer span.End()
	ctx, cancel := context.WithCancelCause(ctx)
	req := (&http.Request{
		Method: q.method, URL: &to, Host: to.Host, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: u.headers(t, q, u.ForwardKeys && serving.CallerOf(ctx).ID == ""),
	}).WithContext(ctx)
	if len(q.body) > 0 {
		body := t.named(q.body)
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
	u.Telemetry.Inject(ctx, req.Header)
	start := time.Now()
	watch := time.AfterFunc(u.Idle, func() { cancel(errSilent) })
	resp, err := u.Transport.RoundTrip(req)
	if err != nil {
		watch.Stop()
		cancel(nil)
		if errors.Is(context.Cause(ctx), errSilent) {
			err = errSilent
		}
		span.Fail(err.Error())
		u.meters.called(0, time.Since(start))
		return nil, err
	}
	span.Set(slog.Int("http.response.status_code", resp.StatusCode))
	u.meters.called(resp.StatusCode, time.Since(start))
	redact.Response(resp, t.key)
	resp.Body = &watched{ReadCloser: resp.Body, timer: watch, idle: u.Idle, cancel: cancel, ctx: ctx}
	return resp, nil
}

var errSilent = errors.New("the upstream stopped sending")

// lastWait is how long a body may take to end after its last piece was read.
const lastWait = 50 * time.Millisecond

// watched is a body whose reading ends when the upstream is silent for too
// long.
type watched struct {
	io.ReadCloser
	timer  *time.Timer
	idle   time.Duration
	cancel context.CancelCauseFunc
	ctx    context.Context

	closing bool
	read    bool // to its end
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	if err == nil {
		if !w.closing {
			w.timer.Reset(w.idle)
		}
		return n, nil
	}
	w.read = true
	if errors.Is(context.Cause(w.ctx), errSilent) {
		err = errSilent
	}
	return n, err
}

// Close reads what little is left, so that the connection can be used again:
// after the end mark of a stream comes the end of the stream.
func (w *watched) Close() error {
	if !w.read {
		w.closing = true
		w.timer.Reset(lastWait)
		_, _ = io.CopyN(io.Discard, w, 4<<10) // or it is closed with the connection
	}
	w.timer.Stop()
	err := w.ReadCloser.Close()
	w.cancel(nil)
	return err
}

// headers returns the client's headers without those of the connection, and
// with the upstream's key. A key of the gateway itself is for nobody else.
func (u *upstreams) headers(t *target, q *question, forward bool) http.Header {
	to := make(http.Header, len(q.header)+1)
	copyHeader(to, q.header)
	to.Del("Content-Length")
	if q.plain || t.key != "" { // which is looked for in what comes
		to.Set("Accept-Encoding", "identity")
	}
	drop := []string{"X-Http-Method-Override", "X-Http-Method", "X-Method-Override"} // the method is what was looked at
	if t.key != "" || !forward {
		drop = append(drop, "Authorization", "Api-Key", "X-Api-Key")
	}
	if t.key != "" { // whose account pays is the operator's to say
		drop = append(drop, "Openai-Organization", "Openai-Project")
	}
	for _, name := range drop {
		to.Del(name)
	}
	if t.key != "" {
		to.Set("Authorization", "Bearer "+t.key)
		if strings.HasPrefix(q.path, "/messages") {
			to.Set("X-Api-Key", t.key)
		}
	}
	if _, ok := to["User-Agent"]; !ok {
		to["User-Agent"] = nil // or the transport would send its own
	}
	return to
}

// copyHeader copies what is meant for the other end and not for the
// connection.
func copyHeader(to, from http.Header) {
	named := from["Connection"]
	for name, values := range from {
		if !hopByHop(name) && !ownMatter(name) {
			to[name] = values
		}
	}
	for _, list := range named {
		for name := range strings.SplitSeq(list, ",") {
			to.Del(strings.TrimSpace(name))
		}
	}
}

// ownMatter reports whether a header is between client and gateway: what is the
// gateway's, what a browser keeps for its address, and who the client is.
func ownMatter(name string) bool {
	switch name {
	case "Cookie", "Set-Cookie", "Alt-Svc", "Strict-Transport-Security", "Forwarded", "X-Real-Ip":
		return true
	}
	return strings.HasPrefix(name, "X-Forwarded-") || strings.HasPrefix(name, "X-Adhere-")
}

func hopByHop(name string) bool {
	switch name {
	case "Connection", "Expect", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Te", "Trailer", "Transfer-Encoding", "Upgrade":
		return true
	}
	return false
}
