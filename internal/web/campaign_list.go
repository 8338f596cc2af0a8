package web

import (
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// settles is who may settle differences.
func settles() access { return only(accounts.Admin, accounts.Adjudicator) }

// A campaignsView lists the campaigns.
type campaignsView struct {
	Campaigns []campaignLine
	Create    bool // the visitor may make one
}

type campaignLine struct {
	annotate.Campaign
	Title string // of the protocol
}

func (s *Server) listCampaigns(v *visit) error {
	all, err := s.Annotation.Campaigns(v.ctx())
	if err != nil {
		return err
	}
	view := campaignsView{Create: v.person.Role == accounts.Admin}
	for i := range all {
		p, err := annotate.ProtocolNamed(all[i].Protocol)
		if err != nil {
			return err
		}
		view.Campaigns = append(view.Campaigns, campaignLine{all[i], p.Title})
	}
	return v.show("campaigns", view)
}
