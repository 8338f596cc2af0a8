package web

import (
	"slices"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// A campaignView is one campaign as those see it who lead it.
type campaignView struct {
	trouble
	annotate.Campaign
	Protocol   *annotate.Protocol
	Lead       bool // the visitor may change it
	Work       int  // units
	Practice   int
	Checks     int
	Wanted     int // labels of units: units times overlap
	Labelled   int
	Whole      int // units with all their labels
	Plan       []annotate.Load
	PlanError  string
	People     []personStanding
	Units      []unitProgress
	MoreUnits  int
	Topics     bool     // some unit has one
	Named      []string // answers that name their model
	Others     []string // who could take part
	Exports    []annotate.Export
	Runs       []string // that the answers come from, where there are several
	Link       string
	Told       string
	Differing  int // questions that wait to be settled
	Paid       string
	PayPerUnit string
	LeaseText  string
	Read       int // the version of the guidelines
}

type personStanding struct {
	annotate.Standing
	SpentText, PayText, PerUnit string
	Failed                      bool // most of the checks
	Gone                        bool // takes part, but has no account that may label
	Alarms                      []annotate.Alarm
}

type unitProgress struct {
	Number, Done, Begun, Void int
	Name, Topic               string
	Spent, Pay                string // of all people, on what is done
}

func seesCampaigns() access { return only(accounts.Admin, accounts.Viewer) }

// surveyOf reads all of the campaign in the path.
func (s *Server) surveyOf(v *visit) (survey, error) {
	c, err := s.campaignOf(v)
	if err != nil {
		return survey{}, err
	}
	return s.survey(v.ctx(), c)
}

func (s *Server) campaign(v *visit) (*campaignView, error) {
	r, err := s.surveyOf(v)
	if err != nil {
		return nil, err
	}
	view := overviewOf(r)
	view.Lead = makesCampaigns().admits(v.person.Role)
	names, err := s.labellers(v, labels())
	for i := range view.People {
		p := &view.People[i]
		_, is := annotate.MemberNamed(r.Members, p.Person)
		p.Gone = is && !slices.Contains(names, p.Person)
	}
	for _, n := range names {
		if _, is := annotate.MemberNamed(r.Members, n); !is {
			view.Others = append(view.Others, n)
		}
	}
	return view, err
}

// mostUnits is how many units the page lists.
const mostUnits = 500

func overviewOf(r survey) *campaignView {
	view := &campaignView{
		Campaign: *r.Campaign, Protocol: r.Protocol, Named: r.Named(), Exports: annotate.Exports(), LeaseText: spent(r.Campaign.Lease),
	}
	if r.Campaign.Pay > 0 {
		view.PayPerUnit = r.Campaign.Pay.String()
	}
	if r.Campaign.State == annotate.Draft {
		places, err := annotate.NewPlan(r.Campaign, r.Units, r.Members)
		if err != nil {
			view.PlanError = errorOf(err).Message
		} else {
			view.Plan = annotate.Loads(r.Units, r.Members, places)
		}
		r.places = nil
	}
	if runs := r.Runs(); len(runs) > 1 {
		view.Runs = runs
	}
	view.count(r)
	var paid adhere.Money
	for _, st := range r.Standings(r.places) {
		paid += st.Pay
		line := standingOf(st)
		line.Alarms = r.Review(st.Person)
		view.People = append(view.People, line)
	}
	view.Read = 1
	for _, e := range r.Campaign.Log {
		if e.Kind == annotate.LogGuidelines {
			view.Read++
		}
	}
	if paid > 0 {
		view.Paid = paid.String()
	}
	for _, d := range r.Differences() {
		if !d.Done {
			view.Differing++
		}
	}
	return view
}

func standingOf(st annotate.Standing) personStanding {
	p := personStanding{Standing: st, SpentText: spent(st.Spent), Failed: st.Checks.Of > 0 && 2*st.Checks.Right < st.Checks.Of}
	if st.Pay > 0 {
		p.PayText = st.Pay.String()
	}
	if st.Done > 0 {
		p.PerUnit = spent(st.Spent / time.Duration(st.Done))
	}
	return p
}

// effortOf says how long people worked on each unit, and for how much.
func effortOf(r *annotate.Results) []unitProgress {
	units := make([]unitProgress, len(r.Units))
	times, tasks := make([]time.Duration, len(units)), make([]adhere.Money, len(units))
	for _, t := range r.Tasks {
		if t.Done && !t.Imported {
			times[t.Unit-1] += t.Spent
			tasks[t.Unit-1]++
		}
	}
	for i := range units {
		if tasks[i] > 0 {
			units[i].Spent = spent(times[i])
		}
		if pay := tasks[i] * r.Campaign.Pay; pay > 0 {
			units[i].Pay = pay.String()
		}
	}
	return units
}

// count works out the progress of units.
func (x *campaignView) count(r survey) {
	progress := effortOf(r.Results)
	for _, p := range r.places {
		switch p.State {
		case annotate.Done:
			progress[p.Unit-1].Done++
		case annotate.Begun:
			progress[p.Unit-1].Begun++
		case annotate.Void:
			progress[p.Unit-1].Void++
		default:
		}
	}
	for i, u := range r.Units {
		switch u.Kind {
		case annotate.Training:
			x.Practice++
			continue
		case annotate.Check:
			x.Checks++
			continue
		case annotate.Withdrawn:
			continue
		case annotate.Work:
		}
		p := progress[i]
		p.Number, p.Name, p.Topic = u.Number, u.Instruction.ID, u.Topic
		x.Work++
		x.Topics = x.Topics || u.Topic != ""
		x.Wanted += r.Campaign.Overlap - p.Void
		x.Labelled += p.Done
		if p.Done+p.Void == r.Campaign.Overlap {
			x.Whole++
		}
		if len(x.Units) < mostUnits {
			x.Units = append(x.Units, p)
		} else {
			x.MoreUnits++
		}
	}
}
