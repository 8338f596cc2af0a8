package web

import (
	"adhere"
	"adhere/internal/accounts"
)

// changePerson takes what an administrator changed in an account.
func (s *Server) changePerson(v *visit) error {
	var c accounts.Change
	if role := accounts.Role(v.r.PostFormValue("role")); role != "" {
		c.Role = &role
	}
	switch v.r.PostFormValue("state") {
	case "disabled":
		yes := true
		c.Disabled = &yes
	case "enabled":
		no := false
		c.Disabled = &no
	}
	err := s.Accounts.Change(v.ctx(), v.r.PathValue("name"), c)
	if code := adhere.CodeOf(err); code == adhere.Conflict || code == adhere.Invalid {
		return s.peopleAgain(v, err)
	}
	if err != nil {
		return err
	}
	return v.redirect("/people")
}

// peopleAgain shows the list with what was wrong.
func (s *Server) peopleAgain(v *visit, err error) error {
	view, failed := s.people(v)
	if failed != nil {
		return failed
	}
	e := errorOf(err)
	view.Error, view.Hint = e.Message, e.Hint
	return v.showAs(e.Status, "people", view)
}
