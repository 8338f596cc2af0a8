package web

import (
	"strconv"
	"time"

	"adhere"
	"adhere/internal/accounts"
)

// createInvite makes an invitation and shows its link, this once.
func (s *Server) createInvite(v *visit) error {
	link, err := s.invite(v, accounts.Invite{Role: accounts.Role(v.r.PostFormValue("role"))})
	return showTaken(v, err, "people", s.people, func(x *peopleView) { x.Link = link })
}

// invite makes an invitation that lasts as long as the form says, and returns
// its link.
func (s *Server) invite(v *visit, i accounts.Invite) (link string, err error) {
	days, err := strconv.Atoi(v.r.PostFormValue("days"))
	if err != nil {
		return "", &adhere.Error{Code: adhere.Invalid, Message: "the number of days is missing", Hint: "give a number from 1 to 90"}
	}
	if places := v.r.PostFormValue("places"); places != "" {
		if i.Places, err = strconv.Atoi(places); err != nil {
			return "", &adhere.Error{Code: adhere.Invalid, Message: "the number of people is not a number", Hint: "give a number from 1 to 1000"}
		}
	}
	i.Note, i.By = v.r.PostFormValue("note"), v.person.Name
	token, err := s.Accounts.Invite(v.ctx(), i, time.Duration(days)*24*time.Hour)
	return s.address(v) + "/join/" + token, err
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
