package web

import (
	"encoding/json"
	"time"
)

// sendJSON answers a script.
func (v *visit) sendJSON(status int, value any) {
	v.w.Header().Set("Content-Type", "application/json")
	v.w.WriteHeader(status)
	_ = json.NewEncoder(v.w).Encode(value) // who did not wait cannot be told
}

// day writes a time to the minute; nothing for no time.
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// second writes a time to the second.
func second(t time.Time) string { return t.UTC().Format(time.DateTime) }

// clock writes a time as machines read it.
func clock(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// showHome leads to what the visitor's role is here for.
func (s *Server) showHome(v *visit) error {
	for _, n := range s.nav() {
		if n.access.admits(v.person.Role) {
			return v.redirect(n.path)
		}
	}
	return v.redirect("/account")
}
