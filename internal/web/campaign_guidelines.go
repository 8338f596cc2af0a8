package web

import (
	"html/template"
	"strconv"
	"strings"
	"unicode/utf8"

	"adhere"
	"adhere/internal/annotate"
)

// mostGuidelines is how many characters guidelines may have.
const mostGuidelines = 50_000

// A guidelinesEdit is what whoever leads a campaign writes for those who label.
type guidelinesEdit struct {
	trouble
	ID, Name string
	Lead     bool
	Text     string // in the field
	Body     template.HTML
	Version  int    // in force
	Opened   string // the version that the form was opened with
	Versions []annotate.Guidelines
}

// guidelines are those of the campaign in the path, to be changed by who leads.
func (s *Server) guidelines(v *visit) (*guidelinesEdit, error) {
	c, err := s.campaignOf(v)
	if err != nil {
		return nil, err
	}
	all, err := c.Guidelines()
	if err != nil {
		return nil, err
	}
	last := all[len(all)-1]
	return &guidelinesEdit{
		ID: c.ID, Name: c.Name, Lead: makesCampaigns().admits(v.person.Role) && c.State != annotate.Closed,
		Text: last.Text, Body: rendered(last.Text), Version: last.Version, Opened: strconv.Itoa(last.Version), Versions: all,
	}, nil
}

// saveGuidelines takes a new version. Where somebody else wrote one meanwhile,
// the page comes again with what was sent.
func (s *Server) saveGuidelines(v *visit) error {
	view, err := s.guidelines(v)
	if err != nil {
		return err
	}
	text, here := v.text("text"), campaignPath(view.ID)+"/guidelines"
	switch version, _ := strconv.Atoi(v.r.PostFormValue("version")); {
	case text == strings.TrimSpace(view.Text):
		return v.redirect(here)
	case text == "" || utf8.RuneCountInString(text) > mostGuidelines:
		err = &adhere.Error{Code: adhere.Invalid, Message: "the guidelines are empty or longer than 50,000 characters", Hint: "people read them before they label"}
	default:
		e := &annotate.Entry{Campaign: view.ID, Person: v.person.Name, Kind: annotate.LogGuidelines, Text: text}
		err = s.Annotation.LogCampaign(v.ctx(), e, func(c *annotate.Campaign) error {
			if now := c.GuidelinesVersion(); version != now {
				return &adhere.Error{Code: adhere.Conflict, Message: "somebody saved version " + strconv.Itoa(now) + " meanwhile", Hint: "your text is below; save it again to replace that version"}
			}
			return nil
		})
	}
	return taken(v, err, here, "campaign_guidelines", func(v *visit) (*guidelinesEdit, error) {
		view, failed := s.guidelines(v)
		if failed == nil {
			view.Text, view.Opened = text, v.versionAfter(err, view.Opened)
		}
		return view, failed
	})
}
