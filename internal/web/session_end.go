package web

import "adhere/internal/accounts"

func (s *Server) logout(v *visit) error {
	if v.session != nil {
		if err := s.Accounts.End(v.ctx(), v.session); err != nil {
			return err
		}
	}
	v.signOut()
	return v.redirect("/login?out")
}

// sessionOf returns the visitor's session that the path names; nil for any other.
func (s *Server) sessionOf(v *visit) (mine *accounts.Session, err error) {
	all, err := s.Accounts.SessionsOf(v.ctx(), v.person.ID)
	for i := range all {
		if all[i].ID() == v.r.PathValue("session") {
			mine = &all[i]
		}
	}
	return mine, err
}

func (s *Server) ownsSession(v *visit) (bool, error) {
	mine, err := s.sessionOf(v)
	return mine != nil, err
}

func (s *Server) endSession(v *visit) error {
	mine, err := s.sessionOf(v)
	if err == nil && mine != nil {
		err = s.Accounts.End(v.ctx(), mine)
	}
	if err != nil {
		return err
	}
	return v.redirect("/account")
}
