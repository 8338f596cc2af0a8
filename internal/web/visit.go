package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"adhere"
	"adhere/internal/accounts"
)

// A visit is one request and who makes it.
type visit struct {
	server  *Server
	w       http.ResponseWriter
	r       *http.Request
	session *accounts.Session // nil where nobody is signed in
	person  accounts.Person   // the zero value where nobody is known
	static  *export           // not nil while pages are written to files
	beside  bool              // assets lie beside the page
}

// localName is the name of whoever uses a server without accounts.
const localName = "local"

func (v *visit) ctx() context.Context { return v.r.Context() }

// known reports whether somebody is signed in, or need not be.
func (v *visit) known() bool { return v.person.Role != "" }

// serve lets in who may, and turns a handler's error into a page.
func (s *Server) serve(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v := &visit{server: s, w: w, r: r}
		err := s.enter(v, rt)
		if err == nil {
			err = v.parseForm()
		}
		if err == nil {
			err = rt.handle(v)
		}
		if err != nil {
			s.fail(v, err)
		}
	})
}

// errSignIn says that nobody is signed in where somebody must be.
var errSignIn = errors.New("sign in first")

// elsewhere is the error that what is asked for is found at another path.
type elsewhere string

func (to elsewhere) Error() string { return "it is at " + string(to) }

// enter finds out who it is and whether that person may pass.
func (s *Server) enter(v *visit, rt route) error {
	if err := s.recognise(v); err != nil {
		return err
	}
	v.r = v.r.WithContext(accounts.By(v.ctx(), v.person.Name, v.address()))
	switch {
	case rt.access.anyone:
		return nil
	case !v.known():
		return errSignIn
	case !rt.access.admits(v.person.Role):
		return &adhere.Error{Code: adhere.Refused, Message: "your role does not give access to this page", Hint: "ask an administrator if you need it"}
	case rt.own == nil:
		return nil
	}
	own, err := rt.own(v)
	if err == nil && !own {
		return &adhere.Error{Code: adhere.NotFound, Message: "this does not exist or belongs to somebody else"}
	}
	return err
}

// recognise fills in who makes the visit.
func (s *Server) recognise(v *visit) error {
	if cookie, err := v.r.Cookie(s.cookieName()); err == nil {
		session, err := s.Accounts.Session(v.ctx(), cookie.Value)
		if err == nil {
			v.session, v.person = session, session.Person
			return nil
		}
		if adhere.CodeOf(err) != adhere.Refused {
			return err
		}
	}
	if !s.Open {
		return nil
	}
	people, err := s.Accounts.People(v.ctx())
	if err == nil && len(people) == 0 {
		v.person = accounts.Person{Name: localName, Role: accounts.Admin}
	}
	return err
}

func (s *Server) secure() bool { return s.origin != nil && s.origin.Scheme == "https" }

func (s *Server) cookieName() string {
	if s.secure() {
		return "__Host-adhere" // the browser then sees to the rest
	}
	return "adhere"
}

// signIn gives the browser the session's token.
func (v *visit) signIn(token string) {
	v.setCookie(v.server.cookieName(), token, int(accounts.SessionLimit.Seconds()))
}

func (v *visit) signOut() { v.setCookie(v.server.cookieName(), "", -1) }

// setCookie gives the browser a token for so many seconds; -1 takes it back.
func (v *visit) setCookie(name, token string, age int) {
	http.SetCookie(v.w, &http.Cookie{
		Name: name, Value: token, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: v.server.secure(), MaxAge: age,
	})
}

// address is where the visitor's machine is, as far as is known.
func (v *visit) address() string {
	if addr, ok := v.server.Proxies.Client(v.r); ok {
		return addr.String()
	}
	return v.r.RemoteAddr
}

// redirect sends the browser on after a form was taken.
func (v *visit) redirect(path string) error {
	http.Redirect(v.w, v.r, path, http.StatusSeeOther)
	return nil
}

// within returns path if it leads to a page of this site, else "/".
func within(path string) string {
	u, err := url.Parse(path)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return "/"
	}
	return path
}
