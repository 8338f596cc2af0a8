package provider

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"adhere"
	"adhere/internal/redact"
	"adhere/internal/replies"
	"adhere/internal/sse"
	"adhere/model"
	"adhere/model/batch"
	"adhere/model/reasoning"
)

// defaultMaxReply bounds a whole reply, in bytes: some 2 million tokens.
const defaultMaxReply = 8 << 20

// A dialect is one wire format: how a request is written and a reply read.
type dialect interface {
	// encode writes the request's body and says which settings it leaves out.
	encode(b *bytes.Buffer, model string, req *adhere.Request, stream bool) (ignored []string, err error)
	replies.Format
}

// A wire is one model behind one HTTP endpoint.
type wire struct {
	name     string // "openai/gpt-4o"
	model    string // as the provider calls it
	alias    bool   // model names a deployment, so another name in the reply is normal
	address  string // of the server, where it is not the provider's own
	url      *url.URL
	streams  *url.URL    // where streamed replies are asked for, if elsewhere
	header   http.Header // sent with every call, never changed
	client   *http.Client
	timeout  time.Duration // for one call with its whole reply
	maxReply int64         // bytes of a whole reply
	profile  model.Profile
	lacks    []string // parameters that the wire format does not have, by our names
	memory   *Memory
	dialect  dialect
	provider string
	secret   string    // the key
	keyName  string    // the variable it came from
	buffers  sync.Pool // of *bytes.Buffer, for whole replies
}

// Name returns "provider/model" as it was opened.
func (w *wire) Name() string { return w.name }

// Address returns where the model is asked, and "" at the provider's own.
func (w *wire) Address() string { return w.address }

// Generate makes one call and waits for the whole reply.
func (w *wire) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	start := time.Now()
	attempt, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	resp, ignored, err := w.ask(attempt, req, false)
	if err != nil {
		return nil, w.broken(ctx, err)
	}
	defer resp.Body.Close()
	r, err := w.read(resp)
	if err != nil {
		return nil, w.unread(ctx, req, resp.Header, err, time.Since(start))
	}
	out := w.response(req, r, ignored, time.Since(start))
	if out.Batch = resp.Header.Get(batch.Header); out.Batch != "" {
		out.Usage.Time = 0 // how long a batch takes says nothing of the model
	}
	return out, nil
}

// Stream makes one call and hands over its reply as it comes.
func (w *wire) Stream(ctx context.Context, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	start := time.Now()
	attempt, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	resp, ignored, err := w.ask(attempt, req, true)
	if err != nil {
		return nil, w.broken(ctx, err)
	}
	defer resp.Body.Close()
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") { // the server does not stream
		r, err := w.read(resp)
		if err != nil {
			return nil, w.unread(ctx, req, resp.Header, err, time.Since(start))
		}
		out := w.response(req, r, ignored, time.Since(start))
		if out.Text+out.Reasoning != "" {
			err = each(adhere.Chunk{Text: out.Text, Reasoning: out.Reasoning})
		}
		if err != nil {
			return nil, err
		}
		return out, nil
	}
	var refused error // by each
	hand := func(c adhere.Chunk) error {
		refused = each(c)
		return refused
	}
	kept := &beginning{Reader: resp.Body}
	r, err := w.follow(kept, hand)
	if refused != nil {
		return nil, refused
	}
	if err != nil {
		return nil, w.unread(ctx, req, resp.Header, &model.Unreadable{Err: err, Body: string(kept.read)}, time.Since(start))
	}
	return w.response(req, r, ignored, time.Since(start)), nil
}

// ask sends the request in the form that the model takes. What that is, it
// learns from refusals, which cost nothing, and remembers.
func (w *wire) ask(ctx context.Context, req *adhere.Request, stream bool) (*http.Response, []string, error) {
	for tries := 0; ; tries++ {
		known := w.memory.of(w.who(), w.profile)
		fit, left := known.fit(req)
		resp, ignored, err := w.send(ctx, fit, w.fitting(known), stream)
		if err == nil {
			return resp, append(left, ignored...), nil
		}
		var p *model.ProviderError
		if !errors.As(err, &p) {
			return nil, nil, err
		}
		if tries > len(parameterNames) || !w.memory.learn(w.who(), w.profile, known, fit, p) {
			return nil, nil, parameterFault(err, p, fit)
		}
	}
}

func (w *wire) who() string { return model.Identity(w) }

// fitting returns the dialect as the model takes it.
func (w *wire) fitting(known refusals) dialect {
	switch d := w.dialect.(type) {
	case openAI:
		if known.renamed {
			d.limitField = maxCompletionTokens
		}
		return d
	case anthropic:
		d.longest, d.structured, d.unforced, d.adaptive = known.longest, known.structured, known.unforced, known.adaptive
		return d
	default:
		return w.dialect
	}
}

// send puts the request on the wire. A status other than 200 is an error.
func (w *wire) send(ctx context.Context, req *adhere.Request, d dialect, stream bool) (*http.Response, []string, error) {
	size := 512 + len(req.Schema)
	for i := range req.Messages {
		size += len(req.Messages[i].Text) + len(req.Messages[i].Text)/8 + 40
	}
	body := bytes.NewBuffer(make([]byte, 0, size))
	ignored, err := d.encode(body, w.model, req, stream)
	if err == nil && len(req.Params.Extra) > 0 {
		var merged []byte
		merged, err = merge(body.Bytes(), req.Params.Extra)
		body = bytes.NewBuffer(merged)
	}
	if err != nil {
		return nil, nil, &adhere.Error{Code: adhere.Invalid, Message: w.name + ": the request cannot be sent", Err: err}
	}
	to := w.url
	if stream && w.streams != nil {
		to = w.streams
	}
	if key := model.CallKey(ctx); key != "" {
		ctx = batch.WithKey(ctx, key)
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body.Bytes())), nil }
	content, _ := open()
	hr := (&http.Request{
		Method: http.MethodPost, URL: to, Host: to.Host, Header: w.header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: content, GetBody: open, ContentLength: int64(body.Len()),
	}).WithContext(ctx)
	resp, err := w.client.Do(hr)
	if err != nil {
		return nil, nil, err
	}
	notice(ctx, resp.Header)
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusCreated { // as some proxies answer every POST
		defer resp.Body.Close()
		return nil, nil, w.refusal(resp)
	}
	return resp, ignored, nil
}

// refusal reads a reply whose status is not 200.
func (w *wire) refusal(resp *http.Response) error {
	// An error body that breaks off still says more than nothing.
	body, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	p := model.ProviderError(replies.ReadComplaint(body))
	p.Status = resp.StatusCode
	wait, _ := replies.RetryAfter(resp.Header, time.Now())
	p.RetryAfter = cmp.Or(wait, p.RetryAfter)
	if to := resp.Header.Get("Location"); p.Status/100 == 3 {
		p.Message = "the endpoint has moved to " + cmp.Or(to, "an address that it does not name")
	}
	return w.fault(&p)
}

// unread makes the error of a reply that came with status 200 and is none: what
// the provider says in it, or that it cannot be read.
func (w *wire) unread(ctx context.Context, req *adhere.Request, from http.Header, err error, took time.Duration) error {
	if p, ok := errors.AsType[*model.ProviderError](err); ok {
		return w.fault(p)
	}
	if ctx.Err() != nil {
		return model.Stopped(ctx, w.name)
	}
	u, _ := errors.AsType[*model.Unreadable](err)
	if errors.Is(err, context.DeadlineExceeded) {
		u.Err = fmt.Errorf("it was not whole within %s", w.timeout)
	}
	if said := replies.Excerpt(u.Body, 60); said != "" && said[0] != '{' { // a page or a sentence, in place of a reply
		u.Err = fmt.Errorf("%w; it begins %q", u.Err, said)
	}
	u.Err, u.Body = errors.New(redact.Message(u.Error(), w.secret)), redact.Message(u.Body, w.secret)
	u.Batch = from.Get(batch.Header)
	u.Usage = adhere.Usage{Calls: 1, In: model.EstimateRequest(req), Out: model.EstimateTokens(u.Body), Time: took}
	return u.Fault(w.name, "")
}

// read takes the whole body, so that the connection can be used again.
func (w *wire) read(resp *http.Response) (*reply, error) {
	b, _ := w.buffers.Get().(*bytes.Buffer)
	if b == nil {
		b = new(bytes.Buffer)
	}
	b.Reset()
	defer func() {
		if b.Cap() <= 1<<20 { // one huge reply must not stay for ever
			w.buffers.Put(b)
		}
	}()
	n, err := b.ReadFrom(io.LimitReader(resp.Body, w.maxReply+1))
	body := withoutComments(bytes.TrimPrefix(b.Bytes(), []byte("\ufeff")))
	r := &reply{lossy: lossy(body)}
	switch {
	case err != nil:
		err = fmt.Errorf("it breaks off: %w", err)
	case n > w.maxReply:
		err = w.tooLong()
	case len(body) == 0:
		err = errors.New("it has no body")
	case streamed(body):
		r, err = w.follow(bytes.NewReader(body), func(adhere.Chunk) error { return nil })
	default:
		if err = w.dialect.Whole(body, &r.Reply); err == nil || r.fault() != nil {
			err = r.finished(false)
		}
	}
	if err != nil {
		return nil, &model.Unreadable{Err: inWords(r.spoilt(err)), Body: string(b.Bytes()[:min(b.Len(), keptBody)])}
	}
	return r, nil
}

// withoutComments takes lines off the beginning of a body that keep a connection
// alive, as comments of a stream do.
func withoutComments(body []byte) []byte {
	for {
		body = bytes.TrimLeft(body, " \t\r\n")
		if len(body) == 0 || body[0] != ':' {
			return body
		}
		_, body, _ = bytes.Cut(body, []byte("\n"))
	}
}

// streamed reports whether a body is a stream, which some proxies send although a
// whole reply was asked for.
func streamed(body []byte) bool {
	return bytes.HasPrefix(body, []byte("data:")) || bytes.HasPrefix(body, []byte("event:"))
}

// inWords says of JSON of another shape where it is so, in other words than Go's.
func inWords(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case !ok:
		return err
	case wrong.Field == "":
		return fmt.Errorf("the reply is of the JSON type %s, not an object", wrong.Value)
	default:
		return fmt.Errorf("its field %s is of the JSON type %s, which it should not be", wrong.Field, wrong.Value)
	}
}

// tooLong is the error of a reply that would take too much room.
func (w *wire) tooLong() error {
	return fmt.Errorf("it is longer than %d bytes, which --max-reply allows", w.maxReply)
}

// maxEvent bounds an event of a stream, in bytes.
const maxEvent = 4 << 20

// follow reads a streamed reply to its end mark and hands its pieces over.
func (w *wire) follow(body io.Reader, each func(adhere.Chunk) error) (*reply, error) {
	limited := &io.LimitedReader{R: body, N: w.maxReply + 1}
	events, e := sse.NewReader(limited, maxEvent), sse.Event{}
	r := &reply{}
	pieces := reasoning.Splitter{Each: each}
	_, marked := w.dialect.(anthropic) // other formats have no end mark, or servers that leave it out
	for {
		err := events.Next(&e)
		if err != nil && limited.N <= 0 {
			return nil, w.tooLong()
		}
		if (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) && r.Finish != "" && !marked {
			break
		}
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the stream ended before its end mark")
		}
		if err != nil {
			return nil, fmt.Errorf("the stream breaks off: %w", err)
		}
		data := bytes.TrimSpace(e.Data)
		if len(data) == 0 {
			continue
		}
		r.lossy = r.lossy || lossy(data)
		p, err := w.dialect.Event(e.Name, data, &r.Reply)
		if err = cmp.Or(err, r.fault()); err != nil {
			return nil, fmt.Errorf("an event of the stream: %w", err)
		}
		if r.Text.Len() == 0 {
			p.Text = p.Refusal
		}
		if err := pieces.Add(p.Chunk); err != nil {
			return nil, err
		}
		if p.Last {
			break
		}
	}
	if err := r.finished(true); err != nil {
		return nil, err
	}
	// What follows the end mark is read, so that the connection can be used
	// again; a failure there no longer matters.
	_, _ = io.Copy(io.Discard, io.LimitReader(body, 64<<10))
	return r, pieces.Close()
}

// response makes the Response of what was read.
func (w *wire) response(req *adhere.Request, r *reply, ignored []string, took time.Duration) *adhere.Response {
	clean := func(s string) string { return redact.Text(s, w.secret) } // where JSON spelled the key otherwise
	out := &adhere.Response{Model: w.name, Server: w.address, Fingerprint: clean(r.Build), Text: clean(r.Text.String()), Reasoning: clean(r.Reasoning.String()), Finish: r.Finish}
	out.Usage = r.usageOf(req)
	out.Usage.Calls, out.Usage.Time = 1, took
	out.Warnings = append(out.Warnings, ignored...)
	for _, s := range r.warnings {
		out.Warnings = append(out.Warnings, clean(s))
	}
	reasoning.Move(out)
	if len(req.Params.Stop) > 0 && slices.Contains(w.memory.of(w.who(), w.profile).left, "stop") {
		out.Text = cutAtStop(out.Text, req.Params.Stop)
	}
	if r.Tools && strings.TrimSpace(out.Text) == "" {
		out.Finish = adhere.FinishTool
	}
	answered := clean(r.Model)
	if answered == "" {
		return out
	}
	out.Model = w.provider + "/" + answered
	if !w.alias && !model.SameModel(w.model, answered) {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%s%q was asked and %q answered", model.WrongModel, w.model, answered))
	}
	return out
}

// keptBody bounds what is kept of a reply that cannot be read, in bytes.
const keptBody = 64 << 10

// A beginning keeps the first keptBody bytes of what is read.
type beginning struct {
	io.Reader
	read []byte
}

func (b *beginning) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.read = append(b.read, p[:min(n, keptBody-len(b.read))]...)
	return n, err
}
