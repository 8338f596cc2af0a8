package web

import (
	"time"

	"adhere"
	"adhere/internal/accounts"
)

// An accountView is what a person finds of the own account.
type accountView struct {
	Name      string
	Role      accounts.Role
	Local     bool // there are no accounts
	Elsewhere bool // an identity provider signs the person in
	Sessions  []sessionLine
	Error     string
	Hint      string
	Changed   bool
}

type sessionLine struct {
	ID            string
	Created, Seen time.Time
	Here          bool
}

func (accountView) head() head { return head{title: "Account"} }

func (s *Server) showAccount(v *visit) error {
	view, err := s.account(v)
	if err != nil {
		return err
	}
	view.Changed = v.r.URL.Query().Has("changed")
	return v.show("account", view)
}

func (s *Server) account(v *visit) (accountView, error) {
	view := accountView{Name: v.person.Name, Role: v.person.Role, Local: v.session == nil, Elsewhere: v.person.Identity != ""}
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
	switch adhere.CodeOf(err) {
	case "":
		v.signIn(token)
		return v.redirect("/account?changed")
	case adhere.Invalid, adhere.Refused, adhere.RateLimited:
		view, shown := s.account(v)
		if shown != nil {
			return shown
		}
		e := errorOf(err)
		view.Error, view.Hint = e.Message, e.Hint
		return v.showAs(e.Status, "account", view)
	default:
		return err
	}
}
