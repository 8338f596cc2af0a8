package web

import (
	"fmt"

	"adhere/internal/accounts"
)

// A peopleView lists the accounts and invitations.
type peopleView struct {
	trouble
	Local   bool // there are no accounts yet
	People  []personLine
	Invites []inviteLine
	Roles   []accounts.Role
	Link    string // of the invitation that was just made; shown this once
}

type personLine struct {
	accounts.Person
	Self bool
}

type inviteLine struct {
	accounts.Invite
	State  string // open, expired, or who used it
	Usable bool
}

func (s *Server) people(v *visit) (*peopleView, error) {
	view := &peopleView{Local: v.session == nil, Roles: accounts.Roles()}
	people, err := s.Accounts.People(v.ctx())
	if err != nil {
		return view, err
	}
	names := map[int64]string{}
	for _, p := range people {
		names[p.ID] = p.Name
		view.People = append(view.People, personLine{p, p.ID == v.person.ID})
	}
	invites, err := s.Accounts.Invitations(v.ctx())
	for _, i := range invites {
		line := inviteLine{Invite: i, State: "expired"}
		switch {
		case i.Places == 0:
			line.State = "used by " + names[i.UsedBy]
		case i.Open(s.Now()):
			line.State, line.Usable = "open", true
			if i.Places > 1 {
				line.State = fmt.Sprintf("open for %d people", i.Places)
			}
		}
		view.Invites = append(view.Invites, line)
	}
	return view, err
}
