package gateway

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// An outlet is a stream to the client. Its head is written with the first
// event, so that what goes wrong before has a status of its own. Keep-alives
// come from another goroutine: hence the lock.
type outlet struct {
	w     http.ResponseWriter
	flush *http.ResponseController

	mu    sync.Mutex
	begun bool
}

// write sends what is one or several whole events, or a comment.
func (o *outlet) write(raw []byte) error {
	if len(raw) == 0 {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.begun {
		o.begun = true
		h := o.w.Header()
		h.Set("Content-Type", "text/event-stream; charset=utf-8")
		h.Set("Cache-Control", "no-cache")
		h.Set("X-Accel-Buffering", "no") // proxies in front must not collect it
		h.Del("Content-Length")
		o.w.WriteHeader(http.StatusOK)
	}
	_, err := o.w.Write(raw)
	if err == nil {
		err = o.flush.Flush()
	}
	if err != nil {
		return errClientGone
	}
	return nil
}

// started reports whether the head is written.
func (o *outlet) started() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.begun
}

// keepAlive writes a sign of life every so often until stop is called, which
// returns when the last one is written.
func (o *outlet) keepAlive(ctx context.Context, every time.Duration, sign func() []byte) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() {
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if o.write(sign()) != nil {
					return
				}
			}
		}
	})
	return func() {
		cancel()
		done.Wait()
	}
}

// ping is a keep-alive that clients pass over. There is no empty line behind
// it: some clients take that for an event without data.
const ping = ": ping\n"
