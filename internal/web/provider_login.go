package web

import (
	"context"
	"net/url"

	"adhere"
	"adhere/internal/accounts"
)

// An Identity is an identity provider, at which people sign in.
type Identity interface {
	Name() string
	// Address returns where a browser with that token is sent to sign in.
	Address(ctx context.Context, token string) (string, error)
	// Identify returns who has signed in, by the answer with which the
	// browser with that token comes back.
	Identify(ctx context.Context, token string, answer url.Values) (accounts.Identity, error)
	// SignOutAddress returns where a session with the provider is ended;
	// empty where that is not known.
	SignOutAddress(ctx context.Context) string
}

// Where people leave to an identity provider, and come back.
const (
	providerPath = "/login/provider"
	ReturnPath   = "/login/provider/return"
)

// providerCookie names the cookie of a browser that was sent to the identity
// provider.
func (s *Server) providerCookie() string { return s.cookieName() + "-provider" }

func (s *Server) noProvider() error {
	if s.Identity != nil {
		return nil
	}
	return &adhere.Error{Code: adhere.NotFound, Message: "people sign in here with a password", Hint: "go to /login"}
}

// leaveToSignIn sends the browser to the identity provider.
func (s *Server) leaveToSignIn(v *visit) error {
	if err := s.noProvider(); err != nil {
		return err
	}
	next := within(v.r.URL.Query().Get("next"))
	token, err := s.Accounts.BeginSignIn(v.ctx(), next)
	if err != nil {
		return err
	}
	address, err := s.Identity.Address(v.ctx(), token)
	if err != nil {
		return s.loginAgain(v, loginView{Next: next}, err)
	}
	v.setCookie(s.providerCookie(), token, int(accounts.SignInLimit.Seconds()))
	return v.redirect(address)
}

// comeSignedIn takes a browser back from the identity provider.
func (s *Server) comeSignedIn(v *visit) error {
	if err := s.noProvider(); err != nil {
		return err
	}
	var token string
	if cookie, err := v.r.Cookie(s.providerCookie()); err == nil {
		token = cookie.Value
	}
	v.setCookie(s.providerCookie(), "", -1)
	next, err := s.Accounts.EndSignIn(v.ctx(), token)
	if err != nil {
		return s.loginAgain(v, loginView{Next: "/"}, err)
	}
	id, err := s.Identity.Identify(v.ctx(), token, v.r.URL.Query())
	var session string
	if err == nil {
		session, err = s.Accounts.SignInAs(v.ctx(), id)
	}
	if adhere.CodeOf(err) == adhere.Refused {
		if failed := s.Accounts.NoteRefused(v.ctx(), "", errorOf(err).Message); failed != nil {
			return failed
		}
	}
	if err != nil {
		return s.loginAgain(v, loginView{Next: next}, err)
	}
	v.signIn(session)
	return v.redirect(within(next))
}

// loginAgain shows the form to sign in with what was wrong. What only the log
// should know stays there.
func (s *Server) loginAgain(v *visit, view loginView, err error) error {
	code := adhere.CodeOf(err)
	if code != adhere.Refused && code != adhere.RateLimited && code != adhere.Unavailable {
		return err
	}
	s.Log.WarnContext(v.ctx(), "nobody was signed in", "address", v.address(), "error", err)
	e := errorOf(err)
	view.tell(e)
	return v.showAs(e.Status, "login", s.withProvider(v, view))
}

// withProvider adds the way over the identity provider to the form.
func (s *Server) withProvider(v *visit, view loginView) loginView {
	if s.Identity != nil {
		view.Provider, view.ProviderHref = s.Identity.Name(), providerPath+"?next="+url.QueryEscape(view.Next)
		if view.Out {
			view.SignOutHref = s.Identity.SignOutAddress(v.ctx())
		}
	}
	return view
}
