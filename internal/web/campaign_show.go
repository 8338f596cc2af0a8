package web

import (
	"cmp"
	"slices"
	"time"

	"adhere/internal/lists"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// A campaignView is one campaign as those see it who lead it.
type campaignView struct {
	trouble
	annotate.Campaign
	Protocol  *annotate.Protocol
	Lead      bool // the visitor may change it
	Work      int  // units
	Practice  int
	Checks    int
	Wanted    int // labels of units: units times overlap
	Labelled  int
	LeftOut   int // of those, labels by people who are excluded
	Whole     int // units with all their labels
	Plan      []annotate.Load
	PlanError string
	People    []personStanding
	Units     []unitProgress
	MoreUnits int
	Topics    bool     // some unit has one
	Named     []string // answers that name their model
	Others    []string // who could take part
	Exports   []annotate.Export
	Runs      []string // that the answers come from, where there are several
	Link      string
	Told      string
	Differing int // questions that wait to be settled
	Paid      adhere.Money
	Read      int // the version of the guidelines

	QualityVersion, CompletionVersion string // of the settings as they are stored
}

type personStanding struct {
	annotate.Standing
	Gone    bool // takes part, but has no account that may label
	Alarms  []annotate.Alarm
	Version string // of the form that changes how the person takes part
	Entered string // the reason in the form that was not taken
}

// Why is the reason that the form begins with.
func (p personStanding) Why() string { return cmp.Or(p.Entered, p.Paused, p.Excluded) }

// Failed reports whether most of the checks went wrong.
func (p personStanding) Failed() bool { return p.Checks.Of > 0 && 2*p.Checks.Right < p.Checks.Of }

// PerUnit is how long a unit took.
func (p personStanding) PerUnit() time.Duration { return p.Spent / time.Duration(max(p.Done, 1)) }

type unitProgress struct {
	Number, Done, Begun, Void int
	Name, Topic               string
	Tasks                     int           // done here, by anybody
	Spent                     time.Duration // on these
	Pay                       adhere.Money  // for these
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
		Read: r.Campaign.GuidelinesVersion(), QualityVersion: versionOf(r.Campaign.Quality), CompletionVersion: versionOf(r.Campaign.Completion),
		Campaign: *r.Campaign, Protocol: r.Protocol, Named: r.Named(), Exports: annotate.Exports(),
	}
	if r.Campaign.State == annotate.Draft {
		places, err := annotate.NewPlan(r.Campaign, r.Units, r.Members)
		if err != nil {
			e := errorOf(err)
			view.PlanError = e.Message + "; " + e.Hint
		} else {
			view.Plan = annotate.Loads(r.Units, r.Members, places)
		}
		r.places = nil
	}
	if runs := r.Runs(); len(runs) > 1 {
		view.Runs = runs
	}
	view.count(r)
	for _, st := range r.Standings(r.places) {
		view.Paid += st.Pay
		view.People = append(view.People, personStanding{Standing: st, Alarms: r.Review(st.Person), Version: versionOfMember(st.Excluded, st.Paused)})
	}
	view.Differing = lists.Count(r.Differences(), func(d annotate.Difference) bool { return !d.Done })
	return view
}

// count works out the progress of units.
func (x *campaignView) count(r survey) {
	progress := make([]unitProgress, len(r.Units))
	for _, t := range r.Tasks {
		if t.Done && !t.Imported {
			u := &progress[t.Unit-1]
			u.Tasks, u.Spent, u.Pay = u.Tasks+1, u.Spent+t.Spent, u.Pay+r.Campaign.Pay
		}
	}
	for _, p := range r.places {
		switch p.State {
		case annotate.Done:
			progress[p.Unit-1].Done++
			if m, _ := annotate.MemberNamed(r.Members, p.Person); m.Excluded != "" && r.Units[p.Unit-1].Kind == annotate.Work {
				x.LeftOut++
			}
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
