package web

import (
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// changed answers a form that leads a campaign.
func (s *Server) changed(v *visit, c *annotate.Campaign, err error) error {
	return taken(v, err, campaignPath(c.ID), "campaign", s.campaign)
}

// changeCampaign starts, closes or reopens a campaign. The form that closes it
// stands on the page of confirmClosing, which says what is still open.
func (s *Server) changeCampaign(v *visit, c *annotate.Campaign) (err error) {
	stages, by := s.Annotation.Stages, v.person.Name
	switch state := v.r.PostFormValue("state"); state {
	case string(annotate.Open):
		err = stages.OpenCampaign(v.ctx(), c.ID, by, annotate.NewPlan)
	case string(annotate.Closed):
		err = stages.CloseCampaign(v.ctx(), c.ID, by)
	case "reopened":
		err = stages.ReopenCampaign(v.ctx(), c.ID, by)
	default:
		err = &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("a campaign cannot become %.20q", state), Hint: "it can be started, closed or reopened"}
	}
	return s.changed(v, c, err)
}

// changeMember adds people, leaves their labels out or counts them again,
// pauses them, or gives their work to others.
func (s *Server) changeMember(v *visit, c *annotate.Campaign) error {
	return s.changed(v, c, s.memberChange(v, c, v.r.PostFormValue("action"), v.r.PostFormValue("person")))
}

func (s *Server) memberChange(v *visit, c *annotate.Campaign, action, person string) error {
	why := v.text("why")
	if (action == "exclude" || action == "pause" || action == "reassign") && (why == "" || len(why) > 500) {
		return &adhere.Error{Code: adhere.Invalid, Message: "a reason is missing", Hint: "write one: it is shown beside the agreement"}
	}
	ctx, people := v.ctx(), s.Annotation.Members
	switch action {
	case "add":
		if c.State == annotate.Closed {
			return &adhere.Error{Code: adhere.Conflict, Message: "the campaign is closed", Hint: "nobody can join any more"}
		}
		return s.addMember(v, c, person)
	case "release":
		return people.Release(ctx, c.ID, person, false)
	case "exclude":
		return s.exclude(v, c, person, why)
	case "include":
		return s.exclude(v, c, person, "")
	case "pause":
		return s.Annotation.Lead.PauseMember(ctx, c.ID, person, why, v.person.Name)
	case "resume":
		return s.Annotation.Lead.PauseMember(ctx, c.ID, person, "", v.person.Name)
	case "reassign":
		if err := s.exclude(v, c, person, why); err != nil {
			return err
		}
		if err := s.Annotation.Lead.PauseMember(ctx, c.ID, person, why, v.person.Name); err != nil {
			return err
		}
		return people.Release(ctx, c.ID, person, true)
	default:
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%.20q is not an action on a person", action)}
	}
}

func (s *Server) exclude(v *visit, c *annotate.Campaign, person, why string) error {
	members, err := s.Annotation.Members.Members(v.ctx(), c.ID)
	if err != nil {
		return err
	}
	if _, is := annotate.MemberNamed(members, person); !is {
		return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("%.40q does not take part", person)}
	}
	return s.Annotation.Members.SaveMember(v.ctx(), c.ID, person, func(m *annotate.Member) { m.Excluded = why })
}

// inviteTo makes an invitation to the campaign and shows its link, this once.
func (s *Server) inviteTo(v *visit, c *annotate.Campaign) error {
	link, err := s.invite(v, accounts.Invite{Role: accounts.Annotator, Scope: scopeOf(c.ID)})
	return showTaken(v, err, "campaign", s.campaign, func(x *campaignView) { x.Link = link })
}

// importLabels takes labels made elsewhere, from a file or a text field.
func (s *Server) importLabels(v *visit, r survey) error {
	labels, err := annotate.ReadLabels("the labels", strings.NewReader(unixLines(v.r.PostFormValue("labels"))))
	var events []annotate.Event
	var strays int
	if err == nil {
		events, strays, err = r.Imports(labels, s.Now())
	}
	if err == nil {
		err = s.Annotation.Labels.AddEvents(v.ctx(), r.Campaign.ID, events)
	}
	if err != nil || strays == 0 {
		return s.changed(v, r.Campaign, err)
	}
	return showTaken(v, nil, "campaign", s.campaign, func(x *campaignView) {
		x.Told = fmt.Sprintf("%d labels were taken; %d are about nothing in this campaign and were left out", len(labels)-strays, strays)
	})
}
