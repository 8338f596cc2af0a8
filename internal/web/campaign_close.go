package web

import "adhere/internal/annotate"

// A closingView says what is still open in a campaign that is about to close.
type closingView struct {
	ID, Name  string
	Missing   int // labels of units
	LeftOut   int // labels that are there and don't count
	Begun     int // units that somebody is at
	Differing int // questions that nobody has settled
	People    []string
}

// confirmClosing asks before a campaign closes.
func (s *Server) confirmClosing(v *visit, r survey) error {
	all := overviewOf(r)
	view := closingView{ID: all.ID, Name: all.Name, Missing: all.Wanted - all.Labelled, LeftOut: all.LeftOut, Differing: all.Differing}
	for _, p := range all.People {
		if p.Begun > 0 {
			view.Begun += p.Begun
			view.People = append(view.People, p.Person)
		}
	}
	if r.Campaign.State != annotate.Open {
		return s.changed(v, r.Campaign, notOpen(r.Campaign), nil)
	}
	return v.show("campaign_close", view)
}
