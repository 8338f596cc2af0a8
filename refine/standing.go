package refine

import (
	"cmp"
	"strings"
	"unicode"

	"adhere"
)

// Continued joins the beginning of a draft that somebody has read already, and
// that must stand, with a reply that continues it. It reports false if the reply
// is a refusal.
func Continued(asked, standing, draft, reply string) (answer string, ok bool) {
	rest := strings.TrimPrefix(draft, standing)
	text := strings.TrimPrefix(strings.TrimSpace(reply), strings.TrimSpace(standing))
	text = strings.TrimSpace(Stripped(asked, rest, text))
	switch {
	case refuses(text) && !refuses(rest):
		return "", false
	case strings.Trim(text, " .*_#\"") == "END" || text == "":
		return standing, true
	}
	gap := rest[:len(rest)-len(strings.TrimLeftFunc(rest, unicode.IsSpace))]
	gap = cmp.Or(gap, " ")
	return standing + gap + text, true
}

// standing is the beginning that every answer must have, or "".
func (s *session) standing() string {
	if s.Standing == nil {
		return ""
	}
	return s.Standing()
}

// continued puts the beginning that must stand before a reply that continues
// it, unless the model did so itself.
func (s *session) continued(standing, feedback string, draft *adhere.Response, a *adhere.Attempt) {
	if strings.HasPrefix(a.Response.Text, standing) {
		return
	}
	own := *a.Response
	var ok bool
	if own.Text, ok = Continued(s.wording(feedback), standing, draft.Text, own.Text); !ok {
		a.Discarded = refused
		return
	}
	a.Response = &own
}
