package batch

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"adhere/internal/lists"
)

// A Collector is an http.RoundTripper that gathers calls to one model into
// batches. Calls without a key, streams and other paths than a completion's
// go to Base. Its zero values are ready for use, but for Journal and Server.
type Collector struct {
	Base    http.RoundTripper // nil is http.DefaultTransport
	Journal Journal
	Server  string // the model and its address

	Quiet    time.Duration // a batch is sent when no call has come for so long; 0 is read as 2 s
	Poll     time.Duration // the first wait before looking whether a batch has ended, which doubles; 0 is read as a second
	LongPoll time.Duration // the longest; 0 is read as a minute
	MaxCalls int           // in one batch; 0 is read as 50,000

	Live    bool              // what a batch leaves out, or could not do in its time, is called live
	Refresh bool              // batches that have ended are not looked at again
	Report  func(line string) // told what happens; nil for nobody

	resuming sync.Mutex // one at a time looks for batches of an earlier day

	mu      sync.Mutex
	waiting []*call
	size    int
	timer   *time.Timer
	running map[string]*watch
	given   map[string]string // the batch from which a call was answered last, by key
}

// listLag is how long a provider's list of batches may leave a new one out.
const listLag = time.Minute

// A call waits for its answer.
type call struct {
	key     string
	req     *http.Request
	body    []byte
	answers chan *http.Response // capacity 1
	gone    <-chan struct{}     // closed when nobody waits any more
}

// answer hands the call its answer, the first time.
func (c *call) answer(status int, body []byte, batch string) {
	h := http.Header{"Content-Type": {"application/json"}}
	if batch != "" {
		h.Set(Header, batch)
	}
	resp := &http.Response{
		Status: strconv.Itoa(status) + " " + http.StatusText(status), StatusCode: status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: h, Request: c.req,
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}
	select {
	case c.answers <- resp:
	default:
	}
}

// RoundTrip answers a call from the batch that it was sent in.
func (c *Collector) RoundTrip(req *http.Request) (*http.Response, error) {
	key, _ := req.Context().Value(keyOf{}).(string)
	if key == "" || req.Method != http.MethodPost || formatOf(req.URL) == nil || req.Body == nil {
		return c.base().RoundTrip(req)
	}
	body, err := io.ReadAll(req.Body)
	_ = req.Body.Close()
	if err != nil {
		return nil, err
	}
	one := &call{key: key, req: req, body: bytes.TrimSpace(body), answers: make(chan *http.Response, 1), gone: req.Context().Done()}
	c.add(one)
	select {
	case resp := <-one.answers:
		if c.Live && (resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests) {
			again := req.Clone(req.Context())
			again.Body = io.NopCloser(bytes.NewReader(body))
			return c.base().RoundTrip(again)
		}
		return resp, nil
	case <-req.Context().Done():
		return nil, context.Cause(req.Context())
	}
}

func (c *Collector) base() http.RoundTripper {
	if c.Base == nil {
		return http.DefaultTransport
	}
	return c.Base
}

func (c *Collector) say(format string, args ...any) {
	if c.Report != nil {
		c.Report(fmt.Sprintf(format, args...))
	}
}

// add gathers a call, and sends what is gathered once it is enough or nothing
// more comes.
func (c *Collector) add(one *call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = append(c.waiting, one)
	c.size += one.size()
	quiet := cmp.Or(c.Quiet, 2*time.Second)
	if len(c.waiting) >= cmp.Or(c.MaxCalls, maxCalls) || c.size >= mostBytes(one.req.URL) {
		quiet = 0
	}
	if c.timer == nil {
		c.timer = time.AfterFunc(quiet, c.flush)
		return
	}
	c.timer.Reset(quiet)
}

// flush sends what has been gathered, but for calls that stand in a batch
// already: they wait for that.
func (c *Collector) flush() {
	c.mu.Lock()
	calls := slices.DeleteFunc(c.waiting, func(one *call) bool {
		select {
		case <-one.gone:
			return true
		default:
			return false
		}
	})
	c.waiting, c.size = nil, 0
	c.mu.Unlock()
	if len(calls) == 0 {
		return
	}
	// Nobody's context: what is sent belongs to all who wait, and to those of
	// another day.
	ctx := context.Background()
	rest, err := c.join(ctx, calls)
	if err != nil {
		fail(calls, err)
		return
	}
	for _, some := range cut(rest, cmp.Or(c.MaxCalls, maxCalls), mostBytes(calls[0].req.URL)) {
		c.send(ctx, some)
	}
}

// fail answers calls that could not be sent, which can be tried again.
func fail(calls []*call, err error) {
	body := errorBody(err.Error())
	for _, one := range calls {
		one.answer(http.StatusServiceUnavailable, body, "")
	}
}

// join adds each call to the batch that holds it and returns the rest.
func (c *Collector) join(ctx context.Context, calls []*call) (rest []*call, err error) {
	held, err := c.Journal.BatchesOf(ctx, c.Server, lists.Map(calls, func(one *call) string { return one.key }))
	if err != nil {
		return nil, fmt.Errorf("looking for batches that were sent: %w", err)
	}
	of := map[string][]*call{}
	found := map[string]Batch{}
	for _, one := range calls {
		b, ok := held[one.key]
		c.mu.Lock()
		old := c.given[one.key] == b.ID || c.Refresh && b.Finished
		c.mu.Unlock()
		if !ok || old {
			rest = append(rest, one)
			continue
		}
		found[b.ID] = b
		of[b.ID] = append(of[b.ID], one)
	}
	for id, b := range found {
		left, err := c.resume(ctx, b, of[id])
		if err != nil {
			fail(of[id], err)
			continue
		}
		rest = append(rest, left...)
	}
	return rest, nil
}

// resume begins to wait for a batch of an earlier day. It returns the calls if that
// batch was never sent.
func (c *Collector) resume(ctx context.Context, b Batch, calls []*call) ([]*call, error) {
	c.resuming.Lock()
	defer c.resuming.Unlock()
	c.mu.Lock()
	w, running := c.running[b.ID]
	c.mu.Unlock()
	if running && w.join(calls) {
		return nil, nil
	}
	f := c.client(calls[0])
	if b.Provider == "" {
		name, err := c.find(ctx, f, b, calls)
		switch {
		case errors.As(err, &undecided{}):
			c.say("%v", err)
		case err != nil:
			return nil, err
		case name == "":
			return calls, nil
		}
		b.Provider = name
	}
	c.sayWaiting(b)
	c.watch(f, b, calls)
	return nil, nil
}

func (c *Collector) sayWaiting(b Batch) {
	if b.Provider != "" {
		c.say("waiting for batch %s, sent %s with %d calls", b.Provider, b.Begun.Local().Format("2006-01-02 15:04"), b.Calls)
	}
}

// find returns the provider's name of a batch, which it writes down, and "" if the batch
// was never sent, which it forgets. A list may lag, so that a batch is believed missing
// only a while after it was begun. Who calls it holds c.resuming: two batches must not
// get one name.
func (c *Collector) find(ctx context.Context, f format, b Batch, calls []*call) (string, error) {
	known, err := c.Journal.BatchNames(ctx)
	if err != nil {
		return "", fmt.Errorf("looking for batches that were sent: %w", err)
	}
	name, err := f.find(ctx, b, known, calls)
	if err == nil && name == "" && time.Since(b.Begun) < listLag {
		err = undecided{fmt.Errorf("what was begun %s is not in the provider's list yet", b.Begun.Local().Format(time.TimeOnly))}
	}
	switch {
	case err != nil:
		return "", fmt.Errorf("looking for batch %s at the provider: %w", b.ID, err)
	case name == "":
		return "", c.Journal.DropBatch(ctx, b.ID)
	}
	return name, c.Journal.BatchSent(ctx, b.ID, name)
}

// send writes down a new batch, sends it and waits for it.
func (c *Collector) send(ctx context.Context, calls []*call) {
	b := Batch{ID: rand.Text(), Server: c.Server, Calls: len(calls), Begun: time.Now()}
	keys := lists.Map(calls, func(one *call) string { return one.key })
	if err := c.Journal.BeginBatch(ctx, b, keys); err != nil {
		fail(calls, fmt.Errorf("writing down a batch: %w", err))
		return
	}
	f := c.client(calls[0])
	name, err := f.send(ctx, b, calls)
	var refused *refusal
	var never notMade
	switch {
	case errors.As(err, &never):
		// If this fails, the batch stays undecided, and is looked for the next time.
		_ = c.Journal.DropBatch(ctx, b.ID)
		c.say("sending a batch of %d calls failed: %v", len(calls), err)
		fail(calls, err)
		return
	case errors.As(err, &refused) && refused.status < 500:
		if refused.status == http.StatusNotFound || refused.status == http.StatusMethodNotAllowed {
			refused.body = errorBody("the server has no batch interface: " + err.Error())
		}
		// If this fails, the batch stays undecided, and is looked for the next time.
		_ = c.Journal.DropBatch(ctx, b.ID)
		for _, one := range calls {
			one.answer(refused.status, refused.body, "")
		}
		return
	case err != nil: // it may have been sent all the same
		c.say("sending a batch of %d calls failed: %v", len(calls), err)
		fail(calls, err)
		return
	}
	if err := c.Journal.BatchSent(ctx, b.ID, name); err != nil {
		fail(calls, fmt.Errorf("writing down batch %s: %w", name, err))
		return
	}
	b.Provider = name
	c.say("sent batch %s with %d calls", name, len(calls))
	c.watch(f, b, calls)
}

func (c *Collector) client(one *call) format {
	f := formatOf(one.req.URL)
	h := one.req.Header.Clone()
	h.Del("Content-Type")
	return f(&client{base: c.base(), url: new(*one.req.URL), header: h})
}
