package web

import (
	"net"
	"net/http"
	"slices"
	"strings"

	"adhere"
)

// policy is the content policy of every page: nothing from elsewhere, nothing
// inline.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// mostBody bounds what is read of a request, in bytes: the longest text of a form
// takes nine for each Chinese character.
const mostBody = 2 << 20

// guarded wraps what every request passes, whatever it asks for.
func (s *Server) guarded(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(&visit{server: s, w: w, r: r}, &adhere.Error{
			Code: adhere.Refused, Message: "the request came from another site", Hint: "go back and try again from a page of this one",
		})
	}))
	next = cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !s.knownHost(r.Host) {
			s.fail(&visit{server: s, w: w, r: r}, &adhere.Error{Code: adhere.Refused, Message: "this server does not answer for the host " + r.Host, Hint: "use the address that adhere serve printed"})
			return
		}
		most := int64(mostBody)
		if slices.Contains(uploads(), r.URL.Path) {
			most = mostUpload
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		next.ServeHTTP(w, r)
	})
}

// knownHost refuses names of other sites that were made to lead here: a page
// of such a site would count as one of ours.
func (s *Server) knownHost(host string) bool {
	name := strings.ToLower(hostName(host))
	local := name == "localhost" || net.ParseIP(name).IsLoopback()
	switch {
	case s.origin != nil:
		return local || name == strings.ToLower(s.origin.Hostname())
	case s.Open:
		return local
	default: // accounts protect it
		return true
	}
}

func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return strings.Trim(host, "[]")
}
