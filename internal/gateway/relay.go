package gateway

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"adhere/internal/serving"
)

// relay sends a request on as it is and returns the answer as it comes.
// The body was read before the answer begins: a server that still reads the
// request while it writes may cut the answer short.
func (g *Gateway) relay(w http.ResponseWriter, r *http.Request, body []byte) {
	resp, err := g.upstreams.ask(r.Context(), questionOf(r, body))
	if err != nil {
		fail(w, r, err)
		return
	}
	defer resp.Body.Close()
	g.relayResponse(w, resp, isChatStream(r, resp))
}

// questionOf returns a client's request as one to the upstream.
func questionOf(r *http.Request, body []byte) *question {
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/v1")
	if r.URL.RawQuery != "" {
		path += "?" + r.URL.RawQuery
	}
	return &question{r.Method, path, r.Header, body}
}

// isChatStream reports whether an answer is a stream that ends with [DONE].
func isChatStream(r *http.Request, resp *http.Response) bool {
	return r.URL.Path == "/v1/chat/completions" && isStream(resp)
}

func isStream(resp *http.Response) bool {
	return strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")
}

// relayResponse writes an answer as it comes. A stream that should end with
// [DONE] and does not gets an error event: a silent end would look like a whole
// answer. Where an answer of another kind breaks off, so does the connection.
func (g *Gateway) relayResponse(w http.ResponseWriter, resp *http.Response, marked bool) {
	copyHeader(w.Header(), resp.Header)
	if marked {
		w.Header().Del("Content-Length") // an error event may follow
	}
	w.WriteHeader(resp.StatusCode)
	var tail tail
	err := g.pump(w, resp, &tail)
	switch {
	case errors.Is(err, errClientGone):
	case marked && (err != nil || !tail.done()):
		_, _ = w.Write(written("", streamError(errCut)))
		_, _ = w.Write(written("", []byte("[DONE]")))
	case err != nil:
		panic(http.ErrAbortHandler) // the server's way to break a connection off
	}
}

var (
	errClientGone = errors.New("the client is gone")
	errCut        = errors.New("the upstream's stream broke off before its end")
)

// streamError is an error as the data of an event.
func streamError(err error) []byte { return serving.ErrorOf(upstreamFailure(err)).Body() }

// pump copies a body. What may be a stream is passed on piece by piece.
func (g *Gateway) pump(w http.ResponseWriter, resp *http.Response, tail *tail) error {
	buf := g.buffers.Get().(*[]byte)
	defer g.buffers.Put(buf)
	flush := http.NewResponseController(w)
	live := resp.ContentLength < 0
	for {
		n, err := resp.Body.Read(*buf)
		if n > 0 {
			tail.add((*buf)[:n])
			if _, err := w.Write((*buf)[:n]); err != nil {
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

func newBuffers() *sync.Pool {
	return &sync.Pool{New: func() any {
		b := make([]byte, 16<<10)
		return &b
	}}
}

// A tail keeps the last bytes of a stream.
type tail struct {
	last [64]byte
	n    int
}

func (t *tail) add(b []byte) {
	if len(b) >= len(t.last) {
		t.n = copy(t.last[:], b[len(b)-len(t.last):])
		return
	}
	if over := t.n + len(b) - len(t.last); over > 0 {
		t.n = copy(t.last[:], t.last[over:t.n])
	}
	t.n += copy(t.last[t.n:], b)
}

// done reports whether the stream ended with its mark.
func (t *tail) done() bool {
	i := bytes.LastIndex(t.last[:t.n], []byte("data:"))
	return i >= 0 && string(bytes.TrimSpace(t.last[i+len("data:"):t.n])) == "[DONE]"
}
