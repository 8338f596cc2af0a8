package web

import (
	"strconv"
	"time"

	"adhere"
	"adhere/internal/accounts"
)

// createInvite makes an invitation and shows its link, this once.
func (s *Server) createInvite(v *visit) error {
	days, err := strconv.Atoi(v.r.PostFormValue("days"))
	if err != nil {
		return s.peopleAgain(v, &adhere.Error{Code: adhere.Invalid, Message: "a number of days is missing", Hint: "from 1 to 90 are possible"})
	}
	token, err := s.Accounts.Invite(v.ctx(), accounts.Invite{
		Role: accounts.Role(v.r.PostFormValue("role")), Note: v.r.PostFormValue("note"), By: v.person.Name,
	}, time.Duration(days)*24*time.Hour)
	if adhere.CodeOf(err) == adhere.Invalid {
		return s.peopleAgain(v, err)
	}
	if err != nil {
		return err
	}
	view, err := s.people(v)
	if err != nil {
		return err
	}
	view.Link = s.address(v) + "/join/" + token
	return v.show("people", view)
}

// address is where people reach this server.
func (s *Server) address(v *visit) string {
	if s.origin != nil {
		return s.origin.Scheme + "://" + s.origin.Host
	}
	return "http://" + v.r.Host
}

func (s *Server) revokeInvite(v *visit) error {
	id, err := strconv.ParseInt(v.r.PathValue("invite"), 10, 64)
	if err != nil {
		return &adhere.Error{Code: adhere.NotFound, Message: "there is no such invitation"}
	}
	if err := s.Accounts.Revoke(v.ctx(), id); err != nil {
		return err
	}
	return v.redirect("/people")
}
