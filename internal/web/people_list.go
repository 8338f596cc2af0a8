package web

import (
	"time"

	"adhere/internal/accounts"
)

// A peopleView lists the accounts and invitations.
type peopleView struct {
	Local   bool // there are no accounts yet
	People  []personLine
	Invites []inviteLine
	Roles   []accounts.Role
	Link    string // of the invitation that was just made; shown this once
	Error   string
	Hint    string
}

type personLine struct {
	accounts.Person
	Self bool
}

type inviteLine struct {
	ID               int64
	Role             accounts.Role
	Note, By         string
	Created, Expires time.Time
	State            string // open, expired, or who used it
	Open             bool
}

func (peopleView) head() head { return head{title: "People"} }

func (s *Server) listPeople(v *visit) error {
	view, err := s.people(v)
	if err != nil {
		return err
	}
	return v.show("people", view)
}

func (s *Server) people(v *visit) (peopleView, error) {
	view := peopleView{Local: v.session == nil, Roles: accounts.Roles()}
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
		line := inviteLine{ID: i.ID, Role: i.Role, Note: i.Note, By: i.By, Created: i.Created, Expires: i.Expires, State: "expired"}
		switch {
		case i.UsedBy != 0:
			line.State = "used by " + names[i.UsedBy]
		case i.Open(s.Now()):
			line.State, line.Open = "open", true
		}
		view.Invites = append(view.Invites, line)
	}
	return view, err
}
