package web

import "adhere"

// A loginView is the form to sign in with.
type loginView struct {
	Next, Name string
	Error      string
	Hint       string
}

func (loginView) head() head { return head{title: "Sign in"} }

func (s *Server) showLogin(v *visit) error {
	next := within(v.r.URL.Query().Get("next"))
	if v.known() {
		return v.redirect(next)
	}
	return v.show("login", loginView{Next: next})
}

func (s *Server) login(v *visit) error {
	name, next := v.r.PostFormValue("name"), within(v.r.PostFormValue("next"))
	token, err := s.Accounts.Login(v.ctx(), name, v.r.PostFormValue("password"), v.address())
	if err != nil {
		e := errorOf(err)
		if code := adhere.CodeOf(err); code != adhere.Refused && code != adhere.RateLimited {
			return err
		}
		return v.showAs(e.Status, "login", loginView{Next: next, Name: name, Error: e.Message, Hint: e.Hint})
	}
	v.signIn(token)
	return v.redirect(next)
}
