package gateway

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"adhere"
	"adhere/internal/replies"
	"adhere/internal/serving"
)

// A streaming is an answer that is sent as a stream.
type streaming struct {
	*exchange
	out   *outlet
	first *reply // the draft

	mu    sync.Mutex // of shape and id
	shape reply      // identity of the draft, for chunks of ours
	id    string     // of the first chunk that was sent

	live  bool      // events are passed on as they come
	watch *watch    // nil holds the draft back
	proof *proof    // of what was sent of the draft; nil where nothing can be proven
	held  int       // how many of the draft's events were passed on
	asked int       // attempts so far
	began bool      // a piece of an answer went to the client
	note  *findings // why the draft is left alone, for its last event; nil where nothing is to be said
	stop  func()    // ends the keep-alives
}

// serveStream answers with a stream. Whatever happens once it has begun, it
// ends with an end mark.
func (x *exchange) serveStream(ctx context.Context) {
	s := &streaming{exchange: x, out: &outlet{w: x.w, flush: http.NewResponseController(x.w)}, first: &reply{}}
	s.shape = reply{Reply: replies.Reply{ID: x.id, Model: x.model, Created: x.start.Unix()}}
	x.w.Header().Set("X-Adhere-Id", x.id)
	x.w.Header().Set("X-Adhere-Strategy", x.settings.Strategy)
	x.asker.tell = s.progress
	s.stop = s.out.keepAlive(ctx, x.g.KeepAlive, s.sign)
	defer s.stop() // also if the server breaks off
	err := s.run(ctx)
	s.stop()
	if err != nil {
		s.fail(err)
	}
}

// sign is a sign of life.
func (s *streaming) sign() []byte {
	if s.settings.KeepAlive == KeepChunk {
		if chunk := s.ours("", nil); chunk != nil {
			return chunk
		}
	}
	return []byte(ping)
}

// ours returns a chunk of ours.
func (s *streaming) ours(name string, value []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.id == "" {
		s.id = s.shape.ID
	}
	shape := reply{Reply: replies.Reply{ID: s.id, Model: s.shape.Model, Created: s.shape.Created}}
	return s.dialect.chunk(&shape, name, value)
}

// event is an event of an answer, as the client gets it. All of a stream have
// the name of the first one, whichever answer they are of: clients take others
// for parts of another answer.
func (s *streaming) event(e *event, f *findings) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.id == "" {
		s.id = e.ID
	}
	id := s.id
	if id == e.ID || e.ID == "" {
		id = ""
	}
	return s.dialect.closing(s.dialect, e, f, s.wantsUsage, id)
}

// fail ends a stream with an error, or answers with it where none has begun.
func (s *streaming) fail(err error) {
	if errors.Is(err, errClientGone) || gone(s.r) {
		panic(http.ErrAbortHandler)
	}
	if !s.out.started() {
		s.w.Header().Del("Content-Type")
		fail(s.w, s.r, err)
		return
	}
	if cause := context.Cause(s.r.Context()); errors.Is(cause, serving.ErrEnding) {
		err = cause
	}
	data := streamError(err, s.r.URL.Path)
	if inside, ok := errors.AsType[*upstreamError](err); ok {
		data = inside.data
	}
	_ = s.out.write(append(s.errorEvent(data), s.mark()...))
}

// errorEvent is an error in the form that the dialect's clients read.
func (s *streaming) errorEvent(data []byte) []byte {
	if s.dialect.object != "" {
		return written("", data)
	}
	return errorEvent(data)
}

// mark is the end mark, where the dialect has one.
func (s *streaming) mark() []byte {
	if s.dialect.object == "" {
		return nil
	}
	return written("", []byte("[DONE]"))
}

func (s *streaming) run(ctx context.Context) error {
	s.progress()
	draft, err := s.draft(ctx)
	if draft == nil || err != nil {
		return err
	}
	why, err := s.await(ctx, draft)
	if err != nil {
		return err
	}
	if why != "" {
		s.first.why = why
		s.spend()
		s.leave()
		return s.pass(len(s.first.events))
	}
	t, err := s.improve(ctx, draft)
	if err != nil {
		return err
	}
	s.stop()
	f := s.report(t)
	s.close(f)
	defer s.tell(f, t)
	return s.deliver(f, t)
}

// draft asks the client's own question and collects the answer. What is no
// text to correct is passed on; then there is no draft.
func (s *streaming) draft(ctx context.Context) (*adhere.Response, error) {
	start, q := s.g.Now(), s.asker.question(s.doc.raw)
	resp, err := s.askAsTaken(ctx, q)
	s.first.calls = q.made
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK || !isStream(resp) {
		s.stop()
		switch {
		case s.out.started() && resp.StatusCode == http.StatusOK:
			_ = s.asker.whole(resp.Body, s.first) // what it used is read
			s.asker.lose(s.first, start)
			return nil, unreadable(ctx, errNoStream)
		case s.out.started():
			return nil, refusedBy(resp)
		case resp.StatusCode == http.StatusOK: // it came whole, and is checked all the same
			s.asker.stream, s.asker.tell = false, nil
			s.serveReply(ctx, resp, q.made, start)
			return nil, nil
		}
		s.g.relayResponse(s.w, resp, nil)
		return nil, nil
	}
	s.keepHeader(resp.Header)
	if err := s.asker.collect(resp.Body, s.first, s.see); err != nil {
		s.asker.lose(s.first, start)
		return nil, unreadable(ctx, err)
	}
	used := s.asker.response(s.first, start)
	s.g.pay(s.account, used.Usage)
	if s.holdsCalls() {
		if used, s.first = s.mendCalls(ctx, used); !s.beside(s.first) {
			return nil, s.passCalls()
		}
	}
	if s.live || !s.checkable(s.first) {
		s.spend()
		s.leave()
		return nil, s.pass(len(s.first.events))
	}
	return used, nil
}

// askAsTaken asks an upstream that refuses the gateway's question for the usage again
// without it.
func (s *streaming) askAsTaken(ctx context.Context, q *question) (*http.Response, error) {
	resp, err := s.g.upstreams.ask(ctx, q)
	if err != nil || s.unasked == nil || resp.StatusCode < 400 || codeOf(resp.StatusCode) != adhere.Invalid {
		return resp, err
	}
	body := bufio.NewReader(resp.Body)
	said, _ := body.Peek(body.Size()) // a refusal is short
	if !bytes.Contains(said, []byte("stream_options")) || !q.bound.take() {
		resp.Body = struct {
			io.Reader
			io.Closer
		}{body, resp.Body}
		return resp, nil
	}
	resp.Body.Close()
	s.doc, s.asker.doc = s.unasked, s.unasked
	q.body = s.doc.raw
	q.anew()
	return s.g.upstreams.ask(ctx, q)
}

// keepHeader takes over the upstream's header fields.
func (s *streaming) keepHeader(from http.Header) {
	s.out.mu.Lock()
	defer s.out.mu.Unlock()
	if !s.out.begun {
		copyHeader(s.w.Header(), from)
	}
}

// see decides about an event of the draft: a call of a tool lets all pass; a
// watched draft passes until a rule is broken.
func (s *streaming) see(*event) error {
	s.mu.Lock()
	if s.first.ID != "" {
		s.shape.ID, s.shape.Model, s.shape.Created = s.first.ID, s.first.Model, s.first.Created
	}
	s.mu.Unlock()
	switch {
	case s.live:
		return s.passAll()
	case s.first.loose && !s.first.Refused() && s.mustCheck():
		return errLargeReply
	case s.holdsCalls(), s.first.Tools && !s.first.Refused() && s.mustCheck():
		return nil
	case s.first.Tools || s.first.Refused() || s.first.loose:
		s.live, s.first.loose = true, true
		s.leave()
		return s.passAll()
	}
	return s.look()
}

// look passes on what of a watched draft may go out.
func (s *streaming) look() error {
	if !s.ready() || s.toolChecks != nil && s.first.Text.Len() == 0 { // it may become a call
		return nil
	}
	if s.list.empty() {
		why, err := s.await(context.Background(), nil) // it is there
		if err != nil {
			return err
		}
		if why != "" {
			s.live, s.first.loose, s.first.why = true, true, why
			s.leave()
			return s.passAll()
		}
	}
	if s.settings.Stream == Proven {
		return s.prove()
	}
	if s.settings.Stream != Optimistic {
		return nil
	}
	if s.watch == nil {
		s.watch = newWatch(s.exchange)
	}
	if !s.watch.broken(s.first.Text.String()) {
		return s.pass(s.first.texts())
	}
	return nil
}

// leave says why the answer is left alone: in the header, or in the last event
// where that is gone.
func (s *streaming) leave() {
	s.out.mu.Lock()
	defer s.out.mu.Unlock()
	s.note = s.aside(s.first.left())
	if s.out.begun {
		return
	}
	s.w.Header().Set("X-Adhere-Skipped", s.first.left())
	if !s.note.says() {
		s.note = nil
	}
}

// passAll sends all of the draft that there is, and keeps nothing of it.
func (s *streaming) passAll() error {
	err := s.pass(len(s.first.events))
	s.first.let()
	s.held = 0
	return err
}

// pass sends the draft's events up to one of them, as they came.
func (s *streaming) pass(to int) error {
	var raw []byte
	for ; s.held < to; s.held++ {
		raw = append(raw, s.event(s.first.events[s.held], s.note)...)
	}
	return s.answer(raw)
}

// answer sends pieces of an answer.
func (s *streaming) answer(raw []byte) error {
	if len(raw) > 0 && !s.began {
		s.began = true
		s.g.meters.began(s.settings.Stream, s.g.Now().Sub(s.start))
	}
	return s.out.write(raw)
}

// progress tells that another attempt begins, if the client wants to know.
func (s *streaming) progress() {
	if s.asked++; !s.settings.Progress {
		return
	}
	attempt := encoded(map[string]int{"attempt": s.asked})
	mark := s.ours("progress", attempt)
	if s.helped() {
		mark = fmt.Appendf(nil, ": adhere.progress %s\n", attempt)
	}
	_ = s.out.write(mark) // a client that is gone shows at the next event
}

// helped reports whether events go through a helper of OpenAI's clients that
// refuses events of /responses which it does not know. That for Node says by
// itself that it is there.
func (x *exchange) helped() bool {
	return x.dialect.field == "input" && x.r.Header.Get("X-Stainless-Helper-Method") != ""
}

// deliver sends the final answer.
func (s *streaming) deliver(f *findings, t *adhere.Trace) error {
	if err := f.refusal(); err != nil {
		if !s.out.started() {
			writeRefusal(s.exchange, f, err)
			return nil
		}
		return s.out.write(append(s.errorEvent(refusalBody(f, err, s.r.URL.Path)), s.mark()...))
	}
	best, err := s.best(f, t, s.first)
	if err != nil {
		return err
	}
	if !s.out.started() {
		s.head(f)
	}
	if best == s.first {
		return s.replay(s.first.events[s.held:], f)
	}
	if s.held == 0 {
		return s.replay(best.events, f)
	}
	if s.proof != nil { // what was sent stands, and the rest is of this answer
		return s.replay(goOn(s.first.events[:s.held], best.events[best.begins():]), f)
	}
	if err := s.out.write(s.ours("replace", encoded(map[string]string{"content": best.Text.String()}))); err != nil {
		return err
	}
	return s.replay(goOn(s.first.events[:s.held], best.events[best.texts():]), f)
}

// replay sends a reply's events, with the report among them. The pace holds back a
// stream that was collected, for as long as longestPace at the most: events that are
// due by then go together. Nothing is waited for after the last one: clients go with
// it.
func (s *streaming) replay(events []*event, f *findings) error {
	n := time.Duration(len(events))
	total := min(s.g.Pace*n, longestPace)
	begun := time.Now()
	var batch []byte
	for i, e := range events {
		batch = append(batch, s.event(e, f)...)
		early := total*time.Duration(i+1)/n - time.Since(begun)
		if early < shortestPause || i == len(events)-1 {
			continue
		}
		if err := s.answer(batch); err != nil {
			return err
		}
		batch = batch[:0]
		if err := pause(s.r.Context(), early); err != nil {
			return errClientGone
		}
	}
	return s.answer(batch)
}

// shortestPause is about what a pause takes at least, however short it is to be.
const shortestPause = time.Millisecond / 2

// longestPace bounds what pacing adds to an answer.
const longestPace = 500 * time.Millisecond
