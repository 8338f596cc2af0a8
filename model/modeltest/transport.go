package modeltest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
)

// Client returns an HTTP client that calls the handler in this process,
// without a network: for tests in which time is not real.
func Client(h http.Handler) *http.Client { return &http.Client{Transport: direct{h}} }

// direct is a RoundTripper that calls a handler.
type direct struct{ handler http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	served := r.Clone(ctx)
	served.RequestURI = r.URL.RequestURI()
	pr, pw := io.Pipe()
	w := &pipeWriter{header: http.Header{}, pipe: pw, started: make(chan struct{})}
	go func() {
		defer cancel()
		defer func() {
			if p := recover(); p != nil {
				w.start(http.StatusOK)
				pw.CloseWithError(fmt.Errorf("the server broke off: %w", io.ErrUnexpectedEOF))
				return
			}
			w.start(http.StatusOK)
			pw.CloseWithError(r.Context().Err()) // nil reads as the end
		}()
		d.handler.ServeHTTP(w, served)
	}()
	select {
	case <-w.started:
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	stop := context.AfterFunc(r.Context(), func() { pw.CloseWithError(r.Context().Err()) })
	return &http.Response{
		Status: http.StatusText(w.status), StatusCode: w.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.sent, Body: &pipeBody{pr, func() { stop(); cancel() }}, ContentLength: -1, Request: r,
	}, nil
}

// pipeBody tells the handler when the client closes the body.
type pipeBody struct {
	*io.PipeReader
	onClose func()
}

func (b *pipeBody) Close() error {
	b.onClose()
	return b.PipeReader.Close()
}

// pipeWriter is the handler's side.
type pipeWriter struct {
	header  http.Header
	pipe    *io.PipeWriter
	once    sync.Once
	started chan struct{}
	sent    http.Header
	status  int
}

func (w *pipeWriter) Header() http.Header { return w.header }

func (w *pipeWriter) WriteHeader(status int) { w.start(status) }

func (w *pipeWriter) Write(b []byte) (int, error) {
	w.start(http.StatusOK)
	return w.pipe.Write(b)
}

// Flush does nothing: a pipe holds nothing back.
func (w *pipeWriter) Flush() {}

func (w *pipeWriter) start(status int) {
	w.once.Do(func() {
		w.status, w.sent = status, w.header.Clone()
		close(w.started)
	})
}
