package web

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// changed answers a form that leads a campaign. Where it was not taken, the page
// comes again, with what was entered where entered, unless it is nil, puts it.
func (s *Server) changed(v *visit, c *annotate.Campaign, err error, entered func(*campaignView)) error {
	return taken(v, err, campaignPath(c.ID), "campaign", func(v *visit) (*campaignView, error) {
		view, err := s.campaign(v)
		if err == nil && entered != nil {
			entered(view)
		}
		return view, err
	})
}

// changeCampaign starts, closes or reopens a campaign. The form that closes it
// stands on the page of confirmClosing, which says what is still open.
func (s *Server) changeCampaign(v *visit, c *annotate.Campaign) (err error) {
	by := v.person.Name
	switch v.r.PostFormValue("state") {
	case string(annotate.Open):
		err = s.Annotation.OpenCampaign(v.ctx(), c.ID, by, annotate.NewPlan)
	case string(annotate.Closed):
		err = s.Annotation.CloseCampaign(v.ctx(), c.ID, by)
	case "reopened":
		err = s.Annotation.ReopenCampaign(v.ctx(), c.ID, by)
	default:
		err = errNoAction()
	}
	return s.changed(v, c, err, nil)
}

// changeMember adds people, leaves their labels out or counts them again,
// pauses them, or gives their work to others.
func (s *Server) changeMember(v *visit, c *annotate.Campaign) (err error) {
	person, why := v.r.PostFormValue("person"), v.text("why")
	switch action := v.r.PostFormValue("action"); {
	case action != "add":
		err = s.Annotation.SaveMember(v.ctx(), c.ID, person, func(m *annotate.Member) error {
			if err := takesPart(m, person); err != nil {
				return err
			}
			if err := v.sameVersion("how "+person+" takes part", versionOfMember(m.Excluded, m.Paused)); err != nil {
				return err
			}
			return act(m, action, why)
		})
	case c.State == annotate.Closed:
		err = &adhere.Error{Code: adhere.Conflict, Message: "the campaign is closed", Hint: "nobody can join any more"}
	default:
		err = s.addMember(v, c, person)
	}
	return s.changed(v, c, err, func(x *campaignView) {
		if i := slices.IndexFunc(x.People, func(p personStanding) bool { return p.Person == person }); i >= 0 {
			p := &x.People[i]
			p.Entered, p.Version = why, v.versionAfter(err, p.Version)
		}
	})
}

// takesPart is an error where SaveMember has found nobody of that name.
func takesPart(m *annotate.Member, person string) error {
	if m.Person == "" {
		return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("%.40q does not take part", person)}
	}
	return nil
}

// longestWhy is how many characters a reason has at the most.
const longestWhy = 500

// versionOfMember is that of what managers decide about a member.
func versionOfMember(excluded, paused string) string { return versionOf([]string{excluded, paused}) }

// act does to a member what the form's button says.
func act(m *annotate.Member, action, why string) error {
	if utf8.RuneCountInString(why) > longestWhy {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("the reason has more than %d characters", longestWhy), Hint: "shorten it"}
	}
	if (action == "exclude" || action == "pause" || action == "reassign") && why == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "a reason is missing", Hint: "write one: it is shown beside the agreement"}
	}
	switch action {
	case "release":
		m.Releases = annotate.ReleaseOpen
	case "exclude":
		m.Excluded = why
	case "include":
		m.Excluded = ""
	case "pause":
		m.Pause(why)
	case "resume":
		m.Resume()
	case "reassign":
		m.Excluded, m.Releases = why, annotate.ReleaseAll
		m.Pause(why)
	default:
		return errNoAction()
	}
	return nil
}

// inviteTo makes an invitation to the campaign and shows its link, this once.
func (s *Server) inviteTo(v *visit, c *annotate.Campaign) error {
	link, err := s.invite(v, accounts.Invite{Role: accounts.Annotator, Scope: scopeOf(c.ID)})
	return showTaken(v, err, "campaign", s.campaign, func(x *campaignView) { x.Link = link })
}

// importLabels takes labels made elsewhere.
func (s *Server) importLabels(v *visit, r survey) error {
	labels, err := annotate.ReadLabels("the pasted text", strings.NewReader(unixLines(v.r.PostFormValue("labels"))))
	var events []annotate.Event
	var strays int
	if err == nil {
		events, strays, err = r.Imports(labels, s.Now())
	}
	if err == nil {
		err = s.Annotation.AddEvents(v.ctx(), r.Campaign.ID, events)
	}
	if err != nil || strays == 0 {
		return s.changed(v, r.Campaign, err, nil)
	}
	return showTaken(v, nil, "campaign", s.campaign, func(x *campaignView) {
		x.Told = fmt.Sprintf("%d labels were taken; %d are about nothing in this campaign and were left out", len(labels)-strays, strays)
	})
}
