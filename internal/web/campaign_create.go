package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/browse"
)

// A newCampaignView is the form by which a campaign is made.
type newCampaignView struct {
	trouble
	Protocols []annotate.Protocol
	Runs      []*adhere.Run
	People    []string
	Set       *itemSet // the items that are to be labelled, in place of whole runs
	Form      campaignForm
}

// A campaignForm is what was filled in.
type campaignForm struct {
	Name, Protocol, Tag, Pay    string
	Set                         string // the address of the list whose items are meant; empty for whole runs
	Runs, People                []string
	Limit, Overlap, Seed, Every int
	Lease                       int // hours
	Practice                    bool
}

// runsOffered is how many runs the form offers, the newest.
const runsOffered = 200

func (s *Server) newCampaign(v *visit) error {
	form := campaignForm{Protocol: annotate.Protocols()[0].Name, Lease: 2, Every: 10, Practice: true, Limit: 50, Set: v.r.URL.Query().Get("set"), Runs: v.r.URL.Query()["run"]}
	if form.Set != "" {
		form.Name, form.Limit = s.nameOf("Chosen items"), 0
	}
	var err error
	if form.People, err = s.team(v, annotate.Protocols()[0].Overlap); err != nil {
		return err
	}
	view, err := s.campaignForm(v, form)
	if err != nil {
		return err
	}
	return v.show("campaign_new", view)
}

// team are who a new campaign is for unless its form says otherwise: those of
// the newest campaign, and in the first all annotators, where they are no more
// than a unit needs.
func (s *Server) team(v *visit, needed int) ([]string, error) {
	all, err := s.Annotation.Campaigns(v.ctx())
	if err != nil {
		return nil, err
	}
	if len(all) > 0 {
		var names []string
		members, err := s.Annotation.Members(v.ctx(), all[0].ID)
		for _, m := range members {
			names = append(names, m.Person)
		}
		return names, err
	}
	names, err := s.labellers(v, only(accounts.Annotator))
	if len(names) > needed {
		return nil, err
	}
	return names, err
}

// nameOf names what nobody has named, by the time.
func (s *Server) nameOf(what string) string {
	return what + " of " + s.Now().UTC().Format("2006-01-02 15:04:05")
}

func (s *Server) campaignForm(v *visit, f campaignForm) (*newCampaignView, error) {
	view := &newCampaignView{Protocols: annotate.Protocols(), Form: f}
	var err error
	if f.Set != "" {
		if view.Set, err = s.setOf(v, f.Set); err != nil {
			return view, err
		}
	}
	if view.Runs, _, err = s.Runs.SearchRuns(v.ctx(), browse.Query{Sort: "started", Descending: true, Limit: runsOffered}); err != nil {
		return view, err
	}
	view.People, err = s.labellers(v, labels())
	return view, err
}

// labellers are the names of who has such a role and can be asked to label.
func (s *Server) labellers(v *visit, who access) ([]string, error) {
	people, err := s.Accounts.People(v.ctx())
	var names []string
	for _, p := range people {
		if who.admits(p.Role) && !p.Disabled {
			names = append(names, p.Name)
		}
	}
	if v.person.ID == 0 && who.admits(v.person.Role) {
		names = append(names, v.person.Name)
	}
	return names, err
}

// createCampaign makes a draft from runs.
func (s *Server) createCampaign(v *visit) error {
	f, err := readCampaignForm(v)
	var id string
	if err == nil {
		id, err = s.makeCampaign(v, f)
	}
	return taken(v, err, campaignPath(id), "campaign_new", func(v *visit) (*newCampaignView, error) { return s.campaignForm(v, f) })
}

func campaignPath(id string) string { return "/campaigns/" + id }

func readCampaignForm(v *visit) (campaignForm, error) {
	form := v.r.PostForm
	f := campaignForm{
		Name: v.text("name"), Protocol: form.Get("protocol"), Tag: v.text("tag"), Pay: v.text("pay"), Set: form.Get("set"),
		Runs: form["run"], People: form["person"], Practice: form.Get("practice") != "",
	}
	return f, v.numbers(map[string]*int{"limit": &f.Limit, "overlap": &f.Overlap, "seed": &f.Seed, "every": &f.Every, "lease": &f.Lease})
}

// money reads an amount of dollars.
func money(text string) (adhere.Money, error) {
	if text == "" {
		return 0, nil
	}
	d, err := strconv.ParseFloat(strings.TrimPrefix(text, "$"), 64)
	if err != nil || !(d >= 0 && d <= 1e6) {
		return 0, &adhere.Error{Code: adhere.Invalid, Message: "pay: expected dollars such as 0.50, got " + strconv.Quote(text)}
	}
	return adhere.Dollars(d), nil
}

// makeCampaign stores a draft with its units and members.
func (s *Server) makeCampaign(v *visit, f campaignForm) (id string, err error) {
	pay, err := money(f.Pay)
	if err != nil {
		return "", err
	}
	c, err := annotate.NewCampaign(cmp.Or(f.Name, s.nameOf("Labels")), f.Protocol, annotate.Settings{
		Overlap: f.Overlap, Seed: f.Seed, Every: f.Every, Lease: time.Duration(f.Lease) * time.Hour, Pay: pay,
	})
	if err != nil {
		return "", err
	}
	p, err := annotate.ProtocolNamed(f.Protocol)
	if err != nil {
		return "", err
	}
	units, err := s.unitsOf(v, p, f)
	if err != nil {
		return "", err
	}
	if err := c.SetUnits(units); err != nil {
		return "", err
	}
	c.Created = s.Now()
	if err := s.Annotation.CreateCampaign(v.ctx(), c, units); err != nil {
		return "", err
	}
	for _, person := range f.People {
		if err := s.addMember(v, c, person); err != nil {
			return "", err
		}
	}
	return c.ID, nil
}

// addMember lets a person take part who may label.
func (s *Server) addMember(v *visit, c *annotate.Campaign, person string) error {
	names, err := s.labellers(v, labels())
	if err != nil {
		return err
	}
	if !slices.Contains(names, person) {
		return &adhere.Error{Code: adhere.NotFound, Message: "there is nobody called " + strconv.Quote(person) + " who may label", Hint: "invite the person as annotator"}
	}
	return s.Annotation.SaveMember(v.ctx(), c.ID, person, nil)
}

// unitsOf makes work of runs or of a set of their items, with practice before
// it. Only records that are drawn are read whole.
func (s *Server) unitsOf(v *visit, p *annotate.Protocol, f campaignForm) ([]annotate.Unit, error) {
	choosing := annotate.Choosing{Limit: f.Limit, Seed: f.Seed, Tag: f.Tag}
	var drawn []annotate.Sourced
	var err error
	switch {
	case f.Set != "":
		drawn, err = s.drawSet(v, f.Set, choosing)
	case len(f.Runs) == 0:
		err = &adhere.Error{Code: adhere.Invalid, Message: "no run is chosen", Hint: "choose at least one; adhere campaign create takes files too"}
	default:
		drawn, err = s.draw(v, f.Runs, choosing)
	}
	if err != nil {
		return nil, err
	}
	var units []annotate.Unit
	if f.Practice {
		if units, err = p.Practice(); err != nil {
			return nil, err
		}
	}
	choosing.Limit = 0 // it is drawn already
	return append(units, annotate.NewUnits(p, drawn, choosing)...), nil
}

// draw reads the records of the instructions that are drawn, of all runs.
func (s *Server) draw(v *visit, runs []string, o annotate.Choosing) ([]annotate.Sourced, error) {
	type spot struct {
		run      string
		position int
	}
	spots := map[string][]spot{}
	var order []string
	for _, name := range runs {
		run, err := s.Runs.Run(v.ctx(), name)
		if err != nil {
			return nil, err
		}
		for placed, err := range s.Records.SlimPlaced(v.ctx(), run.ID) {
			if err != nil {
				return nil, err
			}
			id := placed.Record.Instruction.ID
			if spots[id] == nil {
				order = append(order, id)
			}
			spots[id] = append(spots[id], spot{run.ID, placed.Position})
		}
	}
	var out []annotate.Sourced
	for _, at := range o.Sample(len(order)) {
		for _, x := range spots[order[at]] {
			err := s.eachAt(v, x.run, []int{x.position}, func(p browse.Placed) {
				out = append(out, annotate.Sourced{Run: x.run, Record: p.Record})
			})
			if err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// makesCampaigns is who may make and lead campaigns.
func makesCampaigns() access { return only(accounts.Admin) }
