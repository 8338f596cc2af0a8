package web

import "adhere"

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
	n := news{r.State, r.Items, r.Done, r.Failed, p.Percent, p.Calls, p.In, p.Out, ""}
	if p.Money != 0 {
		n.Money = p.Money.String()
	}
	return n
}

// watchRun sends an event whenever the run has come further, until it is over
// or the visitor leaves.
func (s *Server) watchRun(v *visit, run *adhere.Run) error {
	return v.stream("progress", func() (streamState, error) {
		now, err := s.Runs.Run(v.ctx(), run.ID)
		if err != nil {
			return streamState{}, err
		}
		return streamState{news: newsOf(now), over: now.State != adhere.Started}, nil
	})
}
