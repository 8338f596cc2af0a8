package web

import (
	"context"
	"sync"

	"adhere/internal/annotate"
)

// mostTallies is how many campaigns are remembered.
const mostTallies = 4

// tallies remember what was read of campaigns: units never change, events are
// only added, so that only what is new is read.
type tallies struct {
	mu  sync.Mutex
	all map[string]*tally
	use int
}

// A tally is what is known of one campaign.
type tally struct {
	mu        sync.Mutex // one at a time: who comes second finds what the first worked out
	stamp     string
	units     []annotate.Unit
	events    []annotate.Event
	results   *annotate.Results
	agreement *agreementView // of that stamp; nil where nobody asked yet
	used      int
}

func newTallies() *tallies { return &tallies{all: map[string]*tally{}} }

// of returns the tally of a campaign, which is there from then on.
func (x *tallies) of(id string) *tally {
	x.mu.Lock()
	defer x.mu.Unlock()
	t := x.all[id]
	if t == nil {
		if len(x.all) >= mostTallies {
			x.forget()
		}
		t = &tally{}
		x.all[id] = t
	}
	x.use++
	t.used = x.use
	return t
}

// forget drops what was not used for longest.
func (x *tallies) forget() {
	oldest := ""
	for id, t := range x.all {
		if oldest == "" || t.used < x.all[oldest].used {
			oldest = id
		}
	}
	delete(x.all, oldest)
}

// tallied hands a campaign's tally to do, up to date. What do is given must
// not be changed.
func (s *Server) tallied(ctx context.Context, c *annotate.Campaign, do func(*tally) error) error {
	t := s.tallies.of(c.ID)
	t.mu.Lock()
	defer t.mu.Unlock()
	stamp, err := s.Annotation.Sheets.CampaignStamp(ctx, c.ID)
	if err != nil {
		return err
	}
	if t.stamp != stamp || t.results == nil {
		if err := s.read(ctx, c, t); err != nil {
			return err
		}
		t.stamp, t.agreement = stamp, nil
	}
	return do(t)
}

// read brings a tally up to date. What happens meanwhile has another stamp and
// is read the next time.
func (s *Server) read(ctx context.Context, c *annotate.Campaign, t *tally) error {
	if t.units == nil {
		units, err := s.Annotation.Sheets.Units(ctx, c.ID)
		if err != nil {
			return err
		}
		t.units = units
	}
	members, err := s.Annotation.Members.Members(ctx, c.ID)
	if err != nil {
		return err
	}
	var last int64
	if n := len(t.events); n > 0 {
		last = t.events[n-1].ID
	}
	more, err := s.Annotation.Sheets.CampaignEventsAfter(ctx, c.ID, last)
	if err != nil {
		return err
	}
	t.events = append(t.events, more...)
	t.results, err = annotate.NewResults(c, t.units, members, t.events)
	return err
}

// results reads all of a campaign.
func (s *Server) results(ctx context.Context, c *annotate.Campaign) (*annotate.Results, []annotate.Place, error) {
	var r *annotate.Results
	err := s.tallied(ctx, c, func(t *tally) error {
		r = t.results
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	places, err := s.Annotation.Sheets.Places(ctx, c.ID, "")
	return r, places, err
}

// agreement returns what people agree on, worked out once for each state.
func (s *Server) agreement(ctx context.Context, c *annotate.Campaign) (*agreementView, error) {
	var view *agreementView
	err := s.tallied(ctx, c, func(t *tally) (err error) {
		if t.agreement == nil {
			t.agreement, err = newAgreementView(t.results)
		}
		view = t.agreement
		return err
	})
	return view, err
}
