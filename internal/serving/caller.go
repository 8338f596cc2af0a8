package serving

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// caller returns the key of a request, or why it may not use a route.
func (s *Server) caller(r *http.Request, access Access) (*Key, *APIError) {
	if access == Open || access == LocalOrKey && fromHere(r) && s.sameSite(r) == nil {
		return nil, nil
	}
	if secret := secretOf(r); secret != "" {
		return s.holder(secret)
	}
	if s.config.Keys.Len() > 0 || !s.local {
		return nil, denied("no key was given: send it as Authorization: Bearer KEY, or as x-api-key", "missing_api_key")
	}
	if err := s.sameSite(r); err != nil {
		return nil, err
	}
	return &Key{Options: map[string]string{}}, nil
}

func (s *Server) holder(secret string) (*Key, *APIError) {
	k := s.config.Keys.Find(secret)
	if k == nil && s.local && s.config.Keys.Len() == 0 { // clients insist on sending some key
		return &Key{Options: map[string]string{}}, nil
	}
	if k == nil {
		return nil, denied("this key is not known", "invalid_api_key")
	}
	switch k.State(s.config.Now()) {
	case Revoked:
		return nil, denied("this key was revoked", "revoked_api_key")
	case Expired:
		return nil, denied("this key has expired", "expired_api_key")
	default:
		return k, nil
	}
}

func denied(message, code string) *APIError {
	return &APIError{Status: http.StatusUnauthorized, Type: typeInvalid, Code: code, Message: message}
}

func secretOf(r *http.Request) string {
	if kind, secret, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(kind, "bearer") {
		return strings.TrimSpace(secret)
	}
	return r.Header.Get("X-Api-Key")
}

// sameSite refuses what a page of another site makes a browser on this machine
// send: without keys, being on the machine is all that lets a caller in.
func (s *Server) sameSite(r *http.Request) *APIError {
	if s.cross.Check(r) != nil || !localName(r.Host) {
		return &APIError{Status: http.StatusForbidden, Type: typePermission, Code: "cross_site", Message: "requests from other sites' pages, and to host names other than localhost, need a key"}
	}
	return nil
}

// localName reports whether a Host header means this machine. A name that
// somebody else's server gave to 127.0.0.1 does not.
func localName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if host == "localhost" || host == "" {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && ip.IsLoopback()
}

// fromHere reports whether a request was sent from this machine, not through a
// proxy on it.
func fromHere(r *http.Request) bool {
	for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via"} {
		if r.Header.Get(name) != "" {
			return false
		}
	}
	addr, err := netip.ParseAddrPort(r.RemoteAddr)
	return err != nil || addr.Addr().Unmap().IsLoopback() // no port: a socket file
}
