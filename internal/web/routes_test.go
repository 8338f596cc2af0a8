package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"adhere/internal/accounts"
)

// samples are what stands for the wildcards of patterns; tests of routes know
// what they mean.
func samples(x *site) map[string]string {
	own := sessionHash(x.tokens[accounts.Admin])[:16]
	return map[string]string{
		"hash": "0", "name": "viewer", "token": "none", "session": own, "invite": "1",
		"run": "nothing", "file": "result.json", "position": "0", "a": "none", "b": "none", "bench": "none", "writing": "none",
		"campaign": x.sampleCampaign(), "unit": "1", "request": "none", "document": "none", "question": "none",
	}
}

var wildcard = regexp.MustCompile(`\{(\w+)(?:\.\.\.)?\}`)

func pathOf(t *testing.T, rt route, values map[string]string) string {
	t.Helper()
	path := strings.TrimSuffix(rt.pattern, "{$}")
	return wildcard.ReplaceAllStringFunc(path, func(m string) string {
		value, ok := values[wildcard.FindStringSubmatch(m)[1]]
		if !ok {
			t.Errorf("%s: add a sample for %s", rt.pattern, m)
		}
		return value
	})
}

// TestEveryRoute asks for each route as nobody, as each role and from another
// site, and holds who is let in.
func TestEveryRoute(t *testing.T) {
	x := newSite(t, nil)
	values := samples(x)
	for _, rt := range x.routes() {
		path, form := pathOf(t, rt, values), url.Values{}
		t.Run(rt.method+" "+rt.pattern, func(t *testing.T) {
			if rt.method != http.MethodGet {
				x.refusesOtherSites(t, rt.method, path)
			}
			if !rt.access.anyone {
				x.refusesNobody(t, rt.method, path)
			}
			for _, role := range accounts.Roles() {
				if !rt.access.admits(role) {
					has(t, x.ask(rt.method, path, role, form), http.StatusForbidden)
				}
			}
			if rt.own == nil {
				return
			}
			for _, role := range accounts.Roles() {
				if role != accounts.Admin && rt.access.admits(role) { // the samples are the administrator's
					has(t, x.ask(rt.method, path, role, form), http.StatusNotFound)
				}
			}
		})
	}
	if session, err := x.store.Sessions(t.Context(), sessionHash(x.tokens[accounts.Admin]), 0); err != nil || len(session) != 1 {
		t.Error("a refused request ended a session", err)
	}
}

func (x *site) refusesOtherSites(t *testing.T, method, path string) {
	t.Helper()
	for name, header := range map[string][2]string{
		"cross-site":  {"Sec-Fetch-Site", "cross-site"},
		"same-site":   {"Sec-Fetch-Site", "same-site"},
		"old browser": {"Origin", "https://evil.example"},
	} {
		w := x.ask(method, path, accounts.Admin, url.Values{}, func(r *http.Request) { r.Header.Set(header[0], header[1]) })
		if w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "another site") {
			t.Errorf("a %s request was answered with %d", name, w.Code)
		}
	}
}

func (x *site) refusesNobody(t *testing.T, method, path string) {
	t.Helper()
	w := x.ask(method, path, "", url.Values{})
	if method == http.MethodGet {
		if w.Code != http.StatusSeeOther || !strings.HasPrefix(w.Header().Get("Location"), "/login?next=") {
			t.Errorf("nobody got %d, %s", w.Code, w.Header().Get("Location"))
		}
	} else {
		has(t, w, http.StatusUnauthorized)
	}
	has(t, x.ask(method, path, "", url.Values{}, func(r *http.Request) { r.Header.Set("Accept", "application/json") }), http.StatusUnauthorized, `"message"`)
}

// TestNothingChangesByGET holds that only forms and scripts change things.
func TestNothingChangesByGET(t *testing.T) {
	x := newSite(t, nil)
	for _, rt := range x.routes() {
		switch rt.method {
		case http.MethodGet, http.MethodPost:
		default:
			t.Errorf("%s %s: forms know GET and POST only", rt.method, rt.pattern)
		}
	}
	for _, n := range x.nav() {
		found := false
		for _, rt := range x.routes() {
			found = found || rt.method == http.MethodGet && rt.pattern == n.path
		}
		if !found {
			t.Errorf("%s leads to %s, which is no route", n.title, n.path)
		}
	}
}

// TestNoWayToWriting holds that the bar leads nowhere that is not there.
func TestNoWayToWriting(t *testing.T) {
	x := newSite(t, nil)
	if w := x.get("/tasks", accounts.Annotator); strings.Contains(w.Body.String(), "/writing") {
		t.Errorf("without a writer the bar leads to writing: %s", w.Body)
	}
}
