package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"adhere/internal/accounts"
)

// TestWorkbench keeps the list of runs as people work with it: scores with
// their intervals, tags, notes, runs put aside, two that are ticked compared.
func TestWorkbench(t *testing.T) {
	x := newSite(t, nil)
	all := items(6, 2)
	a, b := keepRun(t, x.store, "openai/gpt-4o", all, 6), keepRun(t, x.store, "ollama/small", all, 6)
	has(t, x.settled(t, "/runs"), 200, "constraint_<wbr>acc", `aria-label="`+a.ID+`"`)
	if s := scoresIn(t, x, a.ID); len(s) == 0 || s[0] == "" {
		t.Errorf("the scores %q are kept", s)
	}
	note := func(status int, pairs ...string) {
		t.Helper()
		form := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			form.Add(pairs[i], pairs[i+1])
		}
		has(t, x.ask("POST", "/runs/notes", accounts.Admin, form), status)
	}
	note(303, "run", a.ID, "run", b.ID, "do", "tag", "tags", "paper, final")
	note(303, "run", a.ID, "do", "save", "tags", "paper", "note", "The run of <b>Table 2</b>")
	form := x.settledAs(t, "/runs/"+a.ID, accounts.Admin).Body.String()
	opened := func(body string) string {
		_, rest, _ := strings.Cut(body, `name="version" value="`)
		version, _, _ := strings.Cut(rest, `"`)
		return version
	}
	note(303, "run", a.ID, "do", "save", "tags", "paper", "note", "The run of <b>Table 2</b>", "version", opened(form)) // nobody else did
	note(303, "run", a.ID, "do", "save", "tags", "paper", "note", "Theirs", "version", opened(form))
	mine := url.Values{"run": {a.ID}, "do": {"save"}, "tags": {"paper"}, "note": {"The run of <b>Table 2</b>"}, "version": {opened(form)}}
	again := x.ask("POST", "/runs/notes", accounts.Admin, mine)
	has(t, again, http.StatusConflict, "somebody changed the note meanwhile", `">The run of &lt;b&gt;Table 2`)
	mine.Set("version", opened(again.Body.String()))
	has(t, x.ask("POST", "/runs/notes", accounts.Admin, mine), http.StatusSeeOther)
	note(400, "do", "tag", "tags", "x")
	note(400, "run", a.ID, "do", "tag", "tags", strings.Repeat("x", 41))
	note(400, "run", a.ID, "do", "burn")
	note(404, "run", "none", "do", "tag", "tags", "x")
	has(t, x.ask("POST", "/runs/notes", accounts.Viewer, url.Values{"run": {a.ID}, "do": {"archive"}}), http.StatusForbidden)
	has(t, x.settled(t, "/runs/"+a.ID), 200, "The run of &lt;b&gt;Table 2")
	shows := func(path string, want ...string) {
		t.Helper()
		body := x.settled(t, path).Body.String()
		for _, r := range []string{a.ID, b.ID} {
			if got := strings.Contains(body, `value="`+r+`"`); got != strings.Contains(strings.Join(want, " "), r) {
				t.Errorf("%s shows %s: %v", path, r, got)
			}
		}
	}
	shows("/runs?tag=paper", a.ID, b.ID)
	shows("/runs?tag=final", b.ID)
	shows("/runs?q=table+2", a.ID)
	note(303, "run", b.ID, "do", "archive")
	shows("/runs", a.ID)
	shows("/runs?archived=1", b.ID)
	has(t, x.settled(t, "/boards/garden@1"), 200, "1 finished run")
	note(303, "run", b.ID, "do", "restore")
	shows("/runs?sort=-score", a.ID, b.ID)
	if w := x.get("/compare?run="+a.ID+"&run="+b.ID, accounts.Viewer); w.Header().Get("Location") != pairPath(a.ID, b.ID) {
		t.Errorf("two ticked runs lead to %d %s", w.Code, w.Header().Get("Location"))
	}
	has(t, x.get("/compare?run="+a.ID, accounts.Viewer), 400, "1 are selected")
}

func scoresIn(t *testing.T, x *site, run string) (values []string) {
	t.Helper()
	notes, err := x.store.RunNotes(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range notes[run].Scores {
		values = append(values, s.Value)
	}
	return values
}
