package web

// A loginView is the form to sign in with.
type loginView struct {
	trouble
	Next, Name   string
	Provider     string // by which people may sign in too; empty where none is
	ProviderHref string
	Out          bool   // somebody has just signed out
	SignOutHref  string // of the provider; may be empty
}

func (s *Server) showLogin(v *visit) error {
	next := within(v.r.URL.Query().Get("next"))
	if v.known() {
		return v.redirect(next)
	}
	return v.show("login", s.withProvider(v, loginView{Next: next, Out: v.r.URL.Query().Has("out")}))
}

func (s *Server) login(v *visit) error {
	name, next := v.r.PostFormValue("name"), within(v.r.PostFormValue("next"))
	token, err := s.Accounts.Login(v.ctx(), name, v.r.PostFormValue("password"), v.address())
	if err != nil {
		return s.loginAgain(v, loginView{Next: next, Name: name}, err)
	}
	v.signIn(token)
	return v.redirect(next)
}
