package gateway

import (
	"sync"
	"time"
)

// A cooling upstream is not asked while another one may be: it could not be
// reached, or fell silent.
type cooling struct {
	mu    sync.Mutex
	until time.Time
	times int // in a row
}

// The time that an upstream is left alone: the first, and the longest.
const (
	coolFirst   = 5 * time.Second
	coolLongest = 2 * time.Minute
)

// failed begins a time in which the upstream is left alone, longer each time.
func (c *cooling) failed(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = now.Add(min(coolFirst<<min(c.times, 10), coolLongest))
	c.times++
}

// answered ends it.
func (c *cooling) answered() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until, c.times = time.Time{}, 0
}

// warm reports whether the upstream is left alone.
func (c *cooling) warm(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return now.Before(c.until)
}

// inTurn returns the upstreams to be asked: those that are not left alone, then
// the others.
func (u *upstreams) inTurn() []*target {
	now := u.Now()
	var ready, hot []*target
	for i := range u.list {
		t := &u.list[i]
		if len(u.list) > 1 && t.cooling.warm(now) {
			hot = append(hot, t)
			continue
		}
		ready = append(ready, t)
	}
	return append(ready, hot...)
}

// named returns the body with the model's name as an upstream knows it.
func (t *target) named(body []byte) []byte {
	if t.model == "" {
		return body
	}
	d, err := readDocument(body)
	if err != nil || !d.has("model") {
		return body
	}
	return d.with(change{"model", quoted(t.model)})
}
