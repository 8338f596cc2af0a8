package web

import "adhere/internal/accounts"

// changePerson takes what an administrator changed in an account.
func (s *Server) changePerson(v *visit) error {
	var c accounts.Change
	if role := accounts.Role(v.r.PostFormValue("role")); role != "" {
		c.Role = &role
	}
	switch v.r.PostFormValue("state") {
	case "disabled":
		c.Disabled = new(true)
	case "enabled":
		c.Disabled = new(false)
	}
	return taken(v, s.Accounts.Change(v.ctx(), v.r.PathValue("name"), c), "/people", "people", s.people)
}
