package web

import (
	"context"
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adhere/internal/lists"

	"adhere"
	"adhere/internal/annotate"
)

// mostTallies is how many campaigns are remembered.
const mostTallies = 4

// tallies remember what was read of campaigns: units change with its settings
// only, events are only added, so that only what is new is read.
type tallies struct {
	mu   sync.Mutex
	all  map[string]*tally
	use  int
	runs map[string][]string // of each campaign's answers, which never change
}

// A tally is what is known of one campaign.
type tally struct {
	mu        sync.Mutex // one at a time: who comes second finds what the first worked out
	stamp     string
	units     []annotate.Unit
	settings  int // how often they were changed, when the units were read
	events    []annotate.Event
	results   *annotate.Results
	agreement *agreementView             // of that stamp; nil where nobody asked yet
	onRun     map[string]peoplesVerdicts // of that stamp, by run
	used      int
}

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
	stamp, err := s.Annotation.CampaignStamp(ctx, c.ID)
	if err != nil {
		return err
	}
	if t.stamp != stamp || t.results == nil {
		begun := s.Now()
		defer func() { giveBack(s.Now().Sub(begun)) }()
		if err := s.read(ctx, c, t); err != nil {
			return err
		}
		t.stamp, t.agreement, t.onRun = stamp, nil, map[string]peoplesVerdicts{}
	}
	return do(t)
}

// read brings a tally up to date. What happens meanwhile has another stamp and
// is read the next time.
func (s *Server) read(ctx context.Context, c *annotate.Campaign, t *tally) error {
	c, err := s.Annotation.Campaign(ctx, c.ID) // with its log
	if err != nil {
		return err
	}
	if n := settingsOf(c); t.units == nil || t.settings != n {
		units, err := s.Annotation.Units(ctx, c.ID)
		if err != nil {
			return err
		}
		t.units, t.settings = units, n
	}
	members, err := s.Annotation.Members(ctx, c.ID)
	if err != nil {
		return err
	}
	var last int64
	if n := len(t.events); n > 0 {
		last = t.events[n-1].ID
	}
	more, err := s.Annotation.CampaignEventsAfter(ctx, c.ID, last)
	if err != nil {
		return err
	}
	t.events = append(t.events, more...)
	places, err := s.Annotation.Places(ctx, c.ID, "") // last, so that who has an event has the place
	if err != nil {
		return err
	}
	t.results, err = annotate.NewResults(c, t.units, members, places, t.events)
	return err
}

// settingsOf counts how often a campaign's settings were changed.
func settingsOf(c *annotate.Campaign) int {
	return lists.Count(c.Log, func(e annotate.Entry) bool { return e.Kind == annotate.LogSettings })
}

// A survey is all of a campaign: what came of it, and who has which place.
type survey struct {
	*annotate.Results
	places []annotate.Place
}

// survey reads all of a campaign.
func (s *Server) survey(ctx context.Context, c *annotate.Campaign) (r survey, err error) {
	err = s.tallied(ctx, c, func(t *tally) error {
		r.Results = t.results
		return nil
	})
	if err == nil {
		r.places, err = s.Annotation.Places(ctx, c.ID, "")
	}
	return r, err
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

// campaignsOn returns the campaigns with answers of a run, and what names their
// state.
func (s *Server) campaignsOn(ctx context.Context, run string) (on []annotate.Campaign, stamp string, err error) {
	if s.Annotation == nil {
		return nil, "", nil
	}
	all, err := s.Annotation.Campaigns(ctx)
	if err != nil {
		return nil, "", err
	}
	for i := range all {
		runs, err := s.runsOf(ctx, all[i].ID)
		if err != nil {
			return nil, "", err
		}
		if all[i].State == annotate.Draft || !slices.Contains(runs, run) {
			continue
		}
		state, err := s.Annotation.CampaignStamp(ctx, all[i].ID)
		if err != nil {
			return nil, "", err
		}
		on, stamp = append(on, all[i]), stamp+" "+all[i].ID+" "+state
	}
	return on, stamp, nil
}

// runsOf returns the runs that a campaign's answers come from, read once.
func (s *Server) runsOf(ctx context.Context, id string) ([]string, error) {
	s.tallies.mu.Lock()
	runs, known := s.tallies.runs[id]
	s.tallies.mu.Unlock()
	if known {
		return runs, nil
	}
	units, err := s.Annotation.Units(ctx, id)
	if err != nil {
		return nil, err
	}
	s.tallies.mu.Lock()
	defer s.tallies.mu.Unlock()
	s.tallies.runs[id] = annotate.RunsOf(units)
	return s.tallies.runs[id], nil
}

// peoplesVerdicts are what people say of a run's items.
type peoplesVerdicts map[nameOf][]adhere.Verdict

// on is what they say of a record.
func (x peoplesVerdicts) on(rec *adhere.Record) []adhere.Verdict {
	return x[nameOf{rec.Instruction.ID, rec.Attempt}]
}

// peopleOn returns what people say of a run's items.
func (s *Server) peopleOn(ctx context.Context, run string, campaigns []annotate.Campaign) (peoplesVerdicts, error) {
	people := peoplesVerdicts{}
	for i := range campaigns {
		err := s.tallied(ctx, &campaigns[i], func(t *tally) error {
			if t.onRun[run] == nil {
				t.onRun[run] = saidOn(t.results, run)
			}
			people.add(t.onRun[run])
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return people, nil
}

// labelsOn is peopleOn of all campaigns with answers of a run.
func (s *Server) labelsOn(ctx context.Context, run string) (peoplesVerdicts, error) {
	campaigns, _, err := s.campaignsOn(ctx, run)
	if err != nil {
		return nil, err
	}
	return s.peopleOn(ctx, run, campaigns)
}

// saidOn is what people say of a run's items: without their names as long as
// the campaign is not closed.
func saidOn(r *annotate.Results, run string) peoplesVerdicts {
	x := peoplesVerdicts{}
	blind := blindNames(r)
	for _, of := range r.OnRun(run) {
		name := nameOf{of.Instruction, of.Attempt}
		for _, v := range of.Verdicts {
			if r.Campaign.State != annotate.Closed {
				v.Judge = blind[v.Judge]
			}
			x[name] = append(x[name], v)
		}
	}
	return x
}

// blindNames are other names for the people of a campaign, in an order that
// says nothing of who they are.
func blindNames(r *annotate.Results) map[string]string {
	names := map[string]string{}
	var order []string
	for _, t := range r.Counted() {
		if judge := annotate.Judge(t.Person); names[judge] == "" {
			names[judge] = judge
			order = append(order, judge)
		}
	}
	rank := func(judge string) string {
		sum := sha256.Sum256([]byte(strconv.Itoa(r.Campaign.Seed) + " " + r.Campaign.ID + " " + judge))
		return string(sum[:])
	}
	slices.SortFunc(order, func(a, b string) int { return strings.Compare(rank(a), rank(b)) })
	for i, judge := range order {
		names[judge] = annotate.Judge(strconv.Itoa(i+1) + " of " + r.Campaign.ID)
	}
	return names
}

// add takes what another campaign has, but for people who said something of the
// same item already: the newest campaign comes first.
func (x peoplesVerdicts) add(other peoplesVerdicts) {
	for name, verdicts := range other {
		before := x[name]
		for _, v := range verdicts {
			if !slices.ContainsFunc(before, func(b adhere.Verdict) bool { return b.Judge == v.Judge }) {
				x[name] = append(x[name], v)
			}
		}
	}
}
