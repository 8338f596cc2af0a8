package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"adhere/internal/writing"
)

// A writingNews is what the page of a session at work is told. Text goes on
// from where From says, in UTF-16 units, as scripts count.
type writingNews struct {
	Phase   writing.Phase `json:"phase"`
	From    int           `json:"from"`
	Text    string        `json:"text"`
	Working bool          `json:"working"`
	Stopped bool          `json:"stopped,omitempty"`
	Trouble string        `json:"trouble,omitempty"`
}

// watchWriting sends what the model writes as it comes, until the person is
// waited for or leaves. Whoever comes again is sent all there is.
func (s *Server) watchWriting(v *visit) error {
	id := v.r.PathValue("writing")
	v.w.Header().Set("Content-Type", "text/event-stream")
	v.w.Header().Set("X-Accel-Buffering", "no")
	control := http.NewResponseController(v.w)
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	var last writing.Glimpse
	for begun := false; ; begun = true {
		g, changed, err := s.Writing.Room.Look(v.ctx(), id)
		if err != nil { // the stream has begun: the browser asks again and is told
			return nil
		}
		if !begun || g != last {
			if err := sendNews(v.w, &last, &g); err != nil {
				return err
			}
		}
		if last = g; control.Flush() != nil || !g.Working {
			return nil
		}
		select {
		case <-changed:
		case <-alive.C:
			fmt.Fprint(v.w, ": alive\n\n")
		case <-v.ctx().Done():
			return nil
		case <-s.Closing:
			return nil
		}
	}
}

// sendNews sends what the page does not know yet.
func sendNews(w http.ResponseWriter, last, g *writing.Glimpse) error {
	n := writingNews{Phase: g.Phase, Working: g.Working, Stopped: g.Stopped, Trouble: g.Trouble, Text: g.Text}
	if rest, ok := strings.CutPrefix(g.Text, last.Text); ok && last.Phase == g.Phase {
		n.From, n.Text = unitsOf(last.Text), rest
	}
	return sendEvent(w, "news", n)
}

// sendEvent writes an event of a stream.
func sendEvent(w http.ResponseWriter, name string, data any) error {
	b, err := json.Marshal(data)
	if err == nil {
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, b)
	}
	return err
}

// unitsOf counts as scripts do.
func unitsOf(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}
