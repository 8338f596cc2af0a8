package web

import (
	"fmt"
	"strings"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// taken answers a form that leads a campaign: the page again with what was
// wrong, or anew.
func (s *Server) taken(v *visit, c *annotate.Campaign, err error) error {
	switch adhere.CodeOf(err) {
	case "":
		return v.redirect(campaignPath(c.ID))
	case adhere.Invalid, adhere.Conflict, adhere.NotFound:
		return s.campaignAgain(v, err)
	default:
		return err
	}
}

// changeCampaign starts or closes a campaign.
func (s *Server) changeCampaign(v *visit) error {
	c, err := s.campaignOf(v)
	if err != nil {
		return err
	}
	switch state := v.r.PostFormValue("state"); state {
	case string(annotate.Open):
		err = s.Annotation.Stages.OpenCampaign(v.ctx(), c.ID, annotate.NewPlan)
	case string(annotate.Closed):
		err = s.Annotation.Stages.CloseCampaign(v.ctx(), c.ID)
	default:
		err = &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("a campaign cannot become %.20q", state), Hint: "it can be started or closed"}
	}
	return s.taken(v, c, err)
}

// changeMember adds people, leaves their labels out or counts them again, or
// gives their work to others.
func (s *Server) changeMember(v *visit) error {
	c, err := s.campaignOf(v)
	if err != nil {
		return err
	}
	person, why := v.r.PostFormValue("person"), strings.TrimSpace(v.r.PostFormValue("why"))
	switch action := v.r.PostFormValue("action"); action {
	case "add":
		if c.State == annotate.Closed {
			err = &adhere.Error{Code: adhere.Conflict, Message: "the campaign is closed", Hint: "nobody can join any more"}
		} else {
			err = s.addMember(v, c, person)
		}
	case "release":
		err = s.Annotation.Members.Release(v.ctx(), c.ID, person)
	case "exclude":
		if why == "" || len(why) > 500 {
			err = &adhere.Error{Code: adhere.Invalid, Message: "a reason is missing", Hint: "it stands beside the agreement and in what is left out"}
		} else {
			err = s.exclude(v, c, person, why)
		}
	case "include":
		err = s.exclude(v, c, person, "")
	default:
		err = &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%.20q is nothing that can be done with a person", action)}
	}
	return s.taken(v, c, err)
}

func (s *Server) exclude(v *visit, c *annotate.Campaign, person, why string) error {
	members, err := s.Annotation.Members.Members(v.ctx(), c.ID)
	if err != nil {
		return err
	}
	for _, m := range members {
		if m.Person == person {
			m.Excluded = why
			return s.admit(v, c, m)
		}
	}
	return &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("%.40q does not take part", person)}
}

// inviteTo makes an invitation to the campaign and shows its link, this once.
func (s *Server) inviteTo(v *visit) error {
	c, err := s.campaignOf(v)
	if err != nil {
		return err
	}
	days, err := daysOf(v)
	var token string
	if err == nil {
		token, err = s.Accounts.Invite(v.ctx(), accounts.Invite{
			Role: accounts.Annotator, Scope: scopeOf(c.ID), Note: v.r.PostFormValue("note"), By: v.person.Name,
		}, time.Duration(days)*24*time.Hour)
	}
	if adhere.CodeOf(err) == adhere.Invalid {
		return s.campaignAgain(v, err)
	}
	if err != nil {
		return err
	}
	view, err := s.campaign(v)
	if err != nil {
		return err
	}
	view.Link = s.address(v) + "/join/" + token
	return v.show("campaign", view)
}

// importLabels takes labels made elsewhere, from a file or a text field.
func (s *Server) importLabels(v *visit) error {
	r, _, err := s.resultsOf(v)
	if err != nil {
		return err
	}
	labels, err := annotate.ReadLabels("the labels", strings.NewReader(unixLines(v.r.PostFormValue("labels"))))
	var events []annotate.Event
	var strays int
	if err == nil {
		events, strays, err = r.Imports(labels, s.Now())
	}
	if err == nil {
		err = s.Annotation.Desk.AddEvents(v.ctx(), r.Campaign.ID, events)
	}
	if err != nil || strays == 0 {
		return s.taken(v, r.Campaign, err)
	}
	view, err := s.campaign(v)
	if err != nil {
		return err
	}
	view.Told = fmt.Sprintf("%d labels were taken; %d are about nothing in this campaign and were left out", len(labels)-strays, strays)
	return v.show("campaign", view)
}
