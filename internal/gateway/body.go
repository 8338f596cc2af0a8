package gateway

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"adhere/internal/serving"
)

// trusted is the length that a client may announce and have set aside before it
// sends anything.
const trusted = 1 << 20

// read takes the whole body, when there is room for it. What is held is
// released by the caller.
func (g *Gateway) read(w http.ResponseWriter, r *http.Request) ([]byte, *hold, error) {
	h := g.room.hold()
	if r.ContentLength == 0 || r.Body == nil {
		return nil, h, nil
	}
	if r.ContentLength > g.MaxBody {
		return nil, h, &http.MaxBytesError{Limit: g.MaxBody}
	}
	body, err := g.take(w, r, h)
	return body, h, err
}

func (g *Gateway) take(w http.ResponseWriter, r *http.Request, h *hold) ([]byte, error) {
	packed, err := g.packed(r)
	if err != nil {
		return nil, err
	}
	if packed {
		return g.unpack(r, h)
	}
	if r.ContentLength < 0 {
		return io.ReadAll(&charged{http.MaxBytesReader(w, r.Body, g.MaxBody), h})
	}
	if err := h.wait(r.Context(), r.ContentLength); err != nil {
		return nil, err
	}
	if r.ContentLength > trusted {
		return io.ReadAll(r.Body)
	}
	body := make([]byte, r.ContentLength)
	if _, err := io.ReadFull(r.Body, body); err != nil {
		return nil, serving.BadRequest("", "the body is shorter than its length")
	}
	return body, nil
}

// packed reports whether a body has to be unpacked to be read. What is no JSON
// is passed on as it came.
func (g *Gateway) packed(r *http.Request) (bool, error) {
	encoding := strings.ToLower(strings.TrimSpace(r.Header.Get("Content-Encoding")))
	read := g.dialects[r.URL.Path] != nil || r.URL.Path == "/v1/constraints" ||
		serving.CallerOf(r.Context()).ID != "" && slices.Contains(countsTokens, routeOf(r.Method, r.URL.Path))
	switch {
	case encoding == "" || encoding == "identity":
		return false, nil
	case encoding == "gzip" || encoding == "x-gzip":
		return read || strings.HasPrefix(r.Header.Get("Content-Type"), "application/json"), nil
	case read:
		return false, &serving.APIError{
			Status: http.StatusUnsupportedMediaType, Type: "invalid_request_error", Code: "unsupported_encoding",
			Message: fmt.Sprintf("a body with Content-Encoding %s cannot be read; send it plain, or as gzip", encoding),
		}
	}
	return false, nil
}

// unpack reads a gzip body, which then goes on plain. The limit holds for what
// is in it.
func (g *Gateway) unpack(r *http.Request, h *hold) ([]byte, error) {
	z, err := gzip.NewReader(r.Body)
	if err != nil {
		return nil, badGzip(r.Context(), err)
	}
	body, err := io.ReadAll(&charged{io.LimitReader(z, g.MaxBody+1), h})
	if err != nil {
		return nil, badGzip(r.Context(), err)
	}
	if int64(len(body)) > g.MaxBody {
		return nil, &http.MaxBytesError{Limit: g.MaxBody}
	}
	r.Header.Del("Content-Encoding")
	return body, nil
}

// badGzip is the error of a body that is not what its header says.
func badGzip(ctx context.Context, err error) error {
	if api := serving.ErrorOf(err); ctx.Err() != nil || api.Status != http.StatusInternalServerError && api.Status != http.StatusBadRequest {
		return err // it is too large, late, or there is no room for it
	}
	return serving.BadRequest("", "the body is not gzip as its Content-Encoding says: "+err.Error())
}

// A room is how many bytes of requests are held at one time: as long as an
// answer takes, its request must be there. Answers that are checked have
// another one.
type room struct {
	size int64
	free *semaphore.Weighted
}

func newRoom(size int64) *room { return &room{size, semaphore.NewWeighted(size)} }

// waitForRoom is how long a request waits for others to end.
const waitForRoom = 10 * time.Second

// A hold is a request's part of a room, or its answers'.
type hold struct {
	once  sync.Once // of done
	room  *room
	users atomic.Int32 // the last of whom gives it back

	mu    sync.Mutex
	bytes int64
}

func (r *room) hold() *hold {
	h := &hold{room: r}
	h.users.Store(1)
	return h
}

// wait takes n bytes, when there is room. A request that is larger than the
// room has it to itself.
func (h *hold) wait(ctx context.Context, n int64) error {
	n = min(n, h.room.size)
	if h.room.free.TryAcquire(n) {
		h.bytes = n
		return nil
	}
	patience, cancel := context.WithTimeout(ctx, waitForRoom)
	defer cancel()
	if h.room.free.Acquire(patience, n) == nil {
		h.bytes = n
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return h.room.full()
}

// more takes n bytes besides, if there is room now. Who holds some and waited
// for more could wait for ever.
func (h *hold) more(n int64) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	n = min(n, h.room.size-h.bytes)
	if n > 0 && !h.room.free.TryAcquire(n) {
		return h.room.full()
	}
	h.bytes += n
	return nil
}

func (r *room) full() error {
	return &serving.APIError{
		Status: http.StatusServiceUnavailable, Type: "server_error", Code: "overloaded", RetryAfter: time.Second,
		Message: fmt.Sprintf("open requests and answers use all of the %d bytes allowed for them", r.size),
	}
}

// keep is for who needs the request beyond its answer, and releases it too.
func (h *hold) keep() { h.users.Add(1) }

func (h *hold) release() {
	if h.users.Add(-1) == 0 {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.room.free.Release(h.bytes)
	}
}

// done releases what is held once, whoever calls it first.
func (h *hold) done() { h.once.Do(h.release) }

// charged takes room for what is read, where nobody knows before how much that
// will be.
type charged struct {
	io.Reader
	hold *hold
}

func (c *charged) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if full := c.hold.more(int64(n)); full != nil {
		return n, full
	}
	return n, err
}
