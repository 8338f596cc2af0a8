package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// How often a watched thing is looked at, how often a silent stream shows that
// it is alive, and how long one lasts: then the browser asks again, and is let
// in again or not.
const (
	watchEvery   = time.Second
	aliveEvery   = 20 * time.Second
	longestWatch = 10 * time.Minute
)

// A streamState is what a stream finds when it looks.
type streamState struct {
	news    any             // what can be told, to be compared with what was; nil for nothing
	changed <-chan struct{} // closed when there is more; may be nil
	over    bool            // nothing more is to come
}

// stream sends an event with what is new whenever there is something, until it
// is over, look fails or the visitor leaves: the browser then asks again and is
// told.
func (v *visit) stream(name string, look func() (streamState, error)) error {
	v.w.Header().Set("Content-Type", "text/event-stream")
	v.w.Header().Set("X-Accel-Buffering", "no")
	control := http.NewResponseController(v.w)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	end := time.After(longestWatch)
	var last any
	for silent := time.Duration(0); ; {
		g, err := look()
		if err != nil {
			return nil
		}
		switch {
		case g.news != nil && g.news != last:
			last = g.news
			b, err := json.Marshal(g.news)
			if err != nil {
				return err
			}
			fmt.Fprintf(v.w, "event: %s\ndata: %s\n\n", name, b)
			silent = 0
		case silent >= aliveEvery:
			fmt.Fprint(v.w, ": alive\n\n")
			silent = 0
		}
		if control.Flush() != nil || g.over {
			return nil
		}
		select {
		case <-v.ctx().Done():
			return nil
		case <-v.server.Closing:
			return nil
		case <-end:
			return nil
		case <-g.changed:
		case <-tick.C:
			silent += watchEvery
		}
	}
}
