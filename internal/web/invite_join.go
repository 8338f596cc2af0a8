package web

import (
	"time"

	"adhere"
	"adhere/internal/accounts"
)

// A joinView is the form by which an invited person makes an account.
type joinView struct {
	Token, Name string
	Role        accounts.Role
	By          string
	Expires     time.Time
	Error, Hint string
}

func (joinView) head() head { return head{title: "Join"} }

func (s *Server) showInvite(v *visit) error {
	token := v.r.PathValue("token")
	i, err := s.Accounts.Invitation(v.ctx(), token)
	if err != nil {
		return err
	}
	return v.show("join", joinView{Token: token, Role: i.Role, By: i.By, Expires: i.Expires})
}

func (s *Server) join(v *visit) error {
	token, name := v.r.PathValue("token"), v.r.PostFormValue("name")
	i, err := s.Accounts.Invitation(v.ctx(), token)
	if err != nil {
		return err
	}
	session, err := s.Accounts.Join(v.ctx(), token, name, v.r.PostFormValue("password"))
	if code := adhere.CodeOf(err); code == adhere.Invalid || code == adhere.Conflict {
		e := errorOf(err)
		return v.showAs(e.Status, "join", joinView{Token: token, Name: name, Role: i.Role, By: i.By, Expires: i.Expires, Error: e.Message, Hint: e.Hint})
	}
	if err != nil {
		return err
	}
	v.signIn(session)
	signedIn, err := s.Accounts.Session(v.ctx(), session)
	if err == nil {
		err = s.welcome(v, i.Scope, signedIn.Person.Name)
	}
	if err != nil {
		return err
	}
	return v.redirect("/")
}
