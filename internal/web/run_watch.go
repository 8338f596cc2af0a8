package web

import (
	"fmt"
	"net/http"
	"time"

	"adhere"
)

// How often a watched run is looked at, how often a silent stream shows that
// it is alive, and how long one lasts: then the browser asks again, and is let
// in again or not.
const (
	watchEvery   = time.Second
	aliveEvery   = 20 * time.Second
	longestWatch = 10 * time.Minute
)

// news is what the page of a run that goes on is told.
type news struct {
	State   adhere.RunState `json:"state"`
	Items   int             `json:"items"`
	Done    int             `json:"done"`
	Failed  int             `json:"failed"`
	Percent int             `json:"percent"`
	Calls   int             `json:"calls"`
	In      int             `json:"in"`
	Out     int             `json:"out"`
	Money   string          `json:"money,omitempty"`
}

func newsOf(r *adhere.Run) news {
	p := progressOf(r)
	return news{r.State, r.Items, r.Done, r.Failed, p.Percent, p.Calls, p.In, p.Out, p.Money}
}

// watchRun sends an event whenever the run has come further, until it is over
// or the visitor leaves.
func (s *Server) watchRun(v *visit) error {
	run, err := s.runOf(v)
	if err != nil || run == nil {
		return err
	}
	v.w.Header().Set("Content-Type", "text/event-stream")
	v.w.Header().Set("X-Accel-Buffering", "no")
	control := http.NewResponseController(v.w)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	over := time.After(longestWatch)
	var last news
	for silent := time.Duration(0); ; silent += watchEvery {
		if now := newsOf(run); now != last {
			if err := sendEvent(v.w, "progress", now); err != nil {
				return err
			}
			last, silent = now, 0
		} else if silent >= aliveEvery {
			fmt.Fprint(v.w, ": alive\n\n")
			silent = 0
		}
		if control.Flush() != nil || run.State != adhere.Started {
			return nil
		}
		select {
		case <-v.ctx().Done():
			return nil
		case <-s.Closing:
			return nil
		case <-over:
			return nil
		case <-tick.C:
		}
		if run, err = s.Runs.Run(v.ctx(), run.ID); err != nil {
			return nil // the stream has begun: the browser asks again and is told
		}
	}
}
