package web

import "adhere/internal/accounts"

// A joinView is the form by which an invited person makes an account.
type joinView struct {
	trouble
	*accounts.Invite
	Token, Name string
}

// invitation is the form that the link in the path leads to.
func (s *Server) invitation(v *visit) (*joinView, error) {
	token := v.r.PathValue("token")
	i, err := s.Accounts.Invitation(v.ctx(), token)
	return &joinView{Invite: i, Token: token, Name: v.r.PostFormValue("name")}, err
}

func (s *Server) join(v *visit) error {
	view, err := s.invitation(v)
	if err != nil {
		return err
	}
	session, err := s.Accounts.Join(v.ctx(), view.Token, view.Name, v.r.PostFormValue("password"))
	if err != nil {
		return taken(v, err, "", "join", s.invitation)
	}
	v.signIn(session)
	signedIn, err := s.Accounts.Session(v.ctx(), session)
	if err == nil {
		err = s.welcome(v, view.Scope, signedIn.Person.Name)
	}
	if err != nil {
		return err
	}
	return v.redirect("/")
}
