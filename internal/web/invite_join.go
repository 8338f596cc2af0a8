package web

import (
	"strings"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// A joinView is the form by which an invited person makes an account.
type joinView struct {
	trouble
	*accounts.Invite
	Token, Name string
	Participant string // what the platform calls the person that sent them here
}

// invitation is the form that the link in the path leads to.
func (s *Server) invitation(v *visit) (*joinView, error) {
	token := v.r.PathValue("token")
	i, err := s.Accounts.Invitation(v.ctx(), token)
	if err != nil {
		return nil, err
	}
	view := &joinView{Invite: i, Token: token, Name: v.r.PostFormValue("name"), Participant: v.r.FormValue("participant")}
	if err := annotate.CheckParticipant(view.Participant); err != nil {
		return nil, err
	}
	id, ok := strings.CutPrefix(i.Scope, scopeOf(""))
	if !ok {
		return view, nil
	}
	members, err := s.Annotation.Members(v.ctx(), id)
	if err == nil {
		err = annotate.CheckNew(members, annotate.Member{Participant: view.Participant})
	}
	return view, err
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
		err = s.welcome(v, view.Scope, signedIn.Person.Name, view.Participant)
	}
	if err != nil {
		return err
	}
	return v.redirect("/")
}
