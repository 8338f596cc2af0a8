package web

func (s *Server) logout(v *visit) error {
	if v.session != nil {
		if err := s.Accounts.End(v.ctx(), v.session); err != nil {
			return err
		}
	}
	v.signOut()
	return v.redirect("/login?out")
}

// ownsSession reports whether the session in the path is the visitor's.
func (s *Server) ownsSession(v *visit) (bool, error) {
	all, err := s.Accounts.SessionsOf(v.ctx(), v.person.ID)
	for i := range all {
		if all[i].ID() == v.r.PathValue("session") {
			return true, err
		}
	}
	return false, err
}

func (s *Server) endSession(v *visit) error {
	all, err := s.Accounts.SessionsOf(v.ctx(), v.person.ID)
	for i := range all {
		if err == nil && all[i].ID() == v.r.PathValue("session") {
			err = s.Accounts.End(v.ctx(), &all[i])
		}
	}
	if err != nil {
		return err
	}
	return v.redirect("/account")
}
