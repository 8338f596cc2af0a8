package web

import (
	"time"

	"adhere"
	"adhere/internal/accounts"
)

// An accountView is what a person finds of the own account.
type accountView struct {
	trouble
	Name      string
	Role      accounts.Role
	Local     bool // there are no accounts
	Elsewhere bool // an identity provider signs the person in
	Sessions  []sessionLine
	Changed   bool
}

type sessionLine struct {
	ID            string
	Created, Seen time.Time
	Here          bool
}

func (s *Server) account(v *visit) (*accountView, error) {
	view := &accountView{Name: v.person.Name, Role: v.person.Role, Local: v.session == nil, Elsewhere: v.person.Identity != "", Changed: v.r.URL.Query().Has("changed")}
	if view.Local {
		return view, nil
	}
	all, err := s.Accounts.SessionsOf(v.ctx(), v.person.ID)
	for i := range all {
		view.Sessions = append(view.Sessions, sessionLine{all[i].ID(), all[i].Created, all[i].Seen, all[i].Hash == v.session.Hash})
	}
	return view, err
}

func (s *Server) changePassword(v *visit) error {
	if v.session == nil {
		return &adhere.Error{Code: adhere.Conflict, Message: "there are no accounts, so there is no password", Hint: "adhere users add NAME --role admin makes the first"}
	}
	token, err := s.Accounts.ChangePassword(v.ctx(), &v.person, v.r.PostFormValue("old"), v.r.PostFormValue("password"), v.address())
	if err == nil {
		v.signIn(token)
	}
	return taken(v, err, "/account?changed", "account", s.account)
}
