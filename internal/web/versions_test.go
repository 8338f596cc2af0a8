package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/writing"
)

// versionIn is the version that the page's form has that sends to the path.
func versionIn(t *testing.T, page, path string) string {
	t.Helper()
	for _, form := range strings.Split(page, "<form")[1:] {
		form, _, _ = strings.Cut(form, "</form>")
		if m := regexp.MustCompile(`name="version" value="([^"]+)"`).FindStringSubmatch(form); m != nil && (strings.Contains(form, `action="`+path+`"`) || !strings.Contains(form, "action=")) {
			return m[1]
		}
	}
	t.Fatalf("the form that sends to %s has no version", path)
	return ""
}

var hiddenField = regexp.MustCompile(`<input type="hidden"[^>]*>`)

// TestTwoManagersOneForm has two managers open a form and send it at the same
// time, many times: one of them is told, with what was entered, visible in the form.
// Whoever then sends something invalid keeps the version that was sent.
func TestTwoManagersOneForm(t *testing.T) {
	x := newLeadSite(t)
	id, err := x.openCampaign(t.Context(), "together", "validation", 1, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.store.AddDocuments(t.Context(), []writing.Document{{ID: "moss", Title: "Moss", Paragraphs: []writing.Paragraph{{Text: "Green."}}}}); err != nil {
		t.Fatal(err)
	}
	campaign, question := "/campaigns/"+id, "/sessions/questions/q1"
	asks := func(text, do string) url.Values {
		return url.Values{"do": {do}, "text": {text}, "document": {"moss"}, "anyway": {"1"}}
	}
	for _, form := range []struct {
		name, page, to string
		one, other     url.Values
		invalid        url.Values // that is not taken whatever is stored
		before         func()
		keeps          string // of what the other entered, where the page says so
	}{
		{
			name: "members", page: campaign, to: campaign + "/members", one: url.Values{"action": {"exclude"}, "person": {"annotator"}, "why": {"too fast"}},
			other: url.Values{"action": {"pause"}, "person": {"annotator"}, "why": {"my own reason"}}, keeps: `value="my own reason"`, // the history may have the words
			invalid: url.Values{"action": {"pause"}, "person": {"annotator"}, "why": {""}},
			before: func() {
				for _, action := range []string{"resume", "include"} {
					x.lead(t, id, "members", 303, "action", action, "person", "annotator")
				}
			},
		},
		{
			name: "quality", page: campaign, to: campaign + "/quality", one: url.Values{"checks": {"61"}}, other: url.Values{"checks": {"62"}}, keeps: `value="62"`, invalid: url.Values{"checks": {"1000"}},
			before: func() { x.lead(t, id, "quality", 303, "checks", "50") },
		},
		{
			name: "completion", page: campaign, to: campaign + "/completion", one: url.Values{"completion": {"one"}}, other: url.Values{"completion": {"other"}}, keeps: `value="other"`, invalid: url.Values{"completion": {strings.Repeat("x", 1000)}},
			before: func() { x.lead(t, id, "completion", 303, "completion", "before") },
		},
		{name: "guidelines", page: campaign + "/guidelines", to: campaign + "/guidelines", one: url.Values{"text": {"one"}}, other: url.Values{"text": {"the other's"}}, keeps: "the other&#39;s in round", invalid: url.Values{"text": {""}}, before: func() {}},
		{name: "question", page: question, to: question, one: asks("Why one", "ask"), other: asks("Why the other", "ask"), keeps: "Why the other in round", invalid: url.Values{"do": {"ask"}, "text": {"Why?"}, "document": {"moss"}}, before: func() {
			has(t, x.ask("POST", question, accounts.Admin, asks("Why?", "ask")), http.StatusSeeOther)
		}},
		{name: "question that is deleted", page: question, to: question, one: asks("", "remove"), other: asks("Why the other", "ask"), before: func() {
			w := x.get(question, accounts.Admin)
			if w.Code == http.StatusNotFound {
				has(t, x.ask("POST", "/sessions/questions", accounts.Admin, asks("Why?", "ask")), http.StatusSeeOther)
			}
		}},
	} {
		t.Run(form.name, func(t *testing.T) {
			if strings.HasPrefix(form.page, "/sessions") {
				x.ask("POST", "/sessions/questions", accounts.Admin, asks("Why?", "ask"))
				defer x.store.RemoveQuestion(t.Context(), "q1")
			}
			for n := range 20 {
				form.before()
				for _, sent := range []url.Values{form.one, form.other} {
					if sent.Has("text") {
						sent.Set("text", fmt.Sprintf("%s in round %d?", strings.Split(sent.Get("text"), " in ")[0], n))
					}
				}
				version := versionIn(t, x.get(form.page, accounts.Admin).Body.String(), form.to)
				var codes [2]int
				var bodies [2]string
				var both sync.WaitGroup
				for i, sent := range []url.Values{form.one, form.other} {
					both.Go(func() {
						sent.Set("version", version)
						w := x.ask("POST", form.to, accounts.Admin, sent)
						codes[i], bodies[i] = w.Code, w.Body.String()
					})
				}
				both.Wait()
				if (codes[0] == http.StatusSeeOther) == (codes[1] == http.StatusSeeOther) {
					t.Fatalf("the two were answered %v", codes)
				}
				if codes[1] == http.StatusConflict && (!strings.Contains(bodies[1], "meanwhile") || !strings.Contains(hiddenField.ReplaceAllString(bodies[1], ""), form.keeps)) {
					t.Fatalf("the other's page has no %q: %s", form.keeps, bodies[1])
				}
				if codes[1] == http.StatusConflict { // saved again it replaces what is there
					if now := versionIn(t, bodies[1], form.to); now == version {
						t.Fatal("the page of the conflict has the old version")
					}
				}
				if form.invalid == nil {
					continue
				}
				form.invalid.Set("version", version) // what it was opened with was changed by now
				w := x.ask("POST", form.to, accounts.Admin, form.invalid)
				if w.Code != http.StatusConflict && (w.Code < 400 || versionIn(t, w.Body.String(), form.to) != version) {
					t.Fatalf("after something invalid, %d, the change of another is no longer seen", w.Code)
				}
			}
		})
	}
}
