package gateway

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"adhere/internal/serving"
)

// relay sends a request on as it is and returns the answer as it comes.
// The body was read before the answer begins: a server that still reads the
// request while it writes may cut the answer short.
func (g *Gateway) relay(w http.ResponseWriter, r *http.Request, q *question) {
	start, end := g.Now(), endOf(r.URL.Path)
	q.plain = q.plain || end != nil
	resp, err := g.upstreams.ask(r.Context(), q)
	if err != nil {
		fail(w, r, err)
		return
	}
	defer resp.Body.Close()
	if q.held != nil { // nobody is asked again
		q.body, resp.Request = nil, nil
		q.held.done()
	}
	if end != nil {
		end.first = func() { g.meters.began(Passthrough, g.Now().Sub(start)) }
	}
	g.relayResponse(w, resp, end)
}

// questionOf returns a client's request as one to the upstream.
func questionOf(r *http.Request, body []byte) *question {
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/v1")
	if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	return &question{method: r.Method, path: path, header: r.Header, body: body}
}

// isStream reports whether an answer is a stream whose events can be read.
func isStream(resp *http.Response) bool {
	switch strings.ToLower(resp.Header.Get("Content-Encoding")) {
	case "", "identity", "none": // the last is no encoding's name; servers keep proxies from packing by it
		return strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")
	}
	return false
}

// relayResponse writes an answer as it comes. A stream that breaks off before
// its end gets an error event: a silent end would look like a whole answer.
// Where an answer of another kind breaks off, so does the connection.
func (g *Gateway) relayResponse(w http.ResponseWriter, resp *http.Response, end *end) {
	copyHeader(w.Header(), resp.Header)
	if !isStream(resp) {
		end = nil
	}
	if end != nil {
		w.Header().Del("Content-Length") // an error event may follow
	}
	w.WriteHeader(resp.StatusCode)
	err := g.pump(w, resp, end)
	switch {
	case errors.Is(err, errClientGone):
	case end != nil && (err != nil || !end.seen()):
		why := errCut
		if errors.Is(err, serving.ErrEnding) || errors.Is(err, errSilent) {
			why = err
		}
		_, _ = w.Write(end.rest(why))
	case err != nil:
		panic(http.ErrAbortHandler) // the server's way to break a connection off
	}
}

var (
	errClientGone = errors.New("the client is gone")
	errCut        = errors.New("the upstream's stream broke off before its end")
)

// pump copies a body. What may be a stream is passed on piece by piece.
func (g *Gateway) pump(w http.ResponseWriter, resp *http.Response, end *end) error {
	buf := g.buffers.Get().(*[]byte)
	defer g.buffers.Put(buf)
	flush := http.NewResponseController(w)
	live := resp.ContentLength < 0
	for {
		n, err := resp.Body.Read(*buf)
		if piece := end.pass((*buf)[:n], err != nil); len(piece) > 0 {
			if _, err := w.Write(piece); err != nil {
				return errClientGone
			}
			if live && err == nil {
				if err := flush.Flush(); err != nil {
					return errClientGone
				}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// bufferSize is how many bytes of a body are copied at once.
const bufferSize = 16 << 10
