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
	return news{r.State, r.Items, r.Done, r.Failed, p.Percent, p.Calls, p.In, p.Out, p.Money}
}

// watchRun sends an event whenever the run has come further, until it is over
// or the visitor leaves.
func (s *Server) watchRun(v *visit, run *adhere.Run) error {
	var last *news
	return v.stream("progress", func() (glance, error) {
		if last != nil {
			var err error
			if run, err = s.Runs.Run(v.ctx(), run.ID); err != nil {
				return glance{}, err
			}
		}
		now, g := newsOf(run), glance{over: run.State != adhere.Started}
		if last == nil || now != *last {
			g.news, last = now, &now
		}
		return g, nil
	})
}
