package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path"
	"testing"

	"github.com/chromedp/cdproto/network"
	document "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// slowScripts holds the modules of pages back until they are let go.
func slowScripts(t *testing.T, x *site, modules ...string) (server *httptest.Server, let func()) {
	t.Helper()
	gate, let := context.WithCancel(t.Context())
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, name := range modules {
			if path.Base(r.URL.Path) == name {
				<-gate.Done()
			}
		}
		x.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(let)
	return server, let
}

// painted opens a page and waits until it is painted, whatever it still loads.
func (k *keyboard) painted(x *site, server *httptest.Server, role accounts.Role, path string) {
	k.t.Helper()
	err := chromedp.Run(k.ctx, network.SetCookie(x.cookieName(), x.tokens[role]).WithURL(server.URL), chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, _, _, err := document.Navigate(server.URL + path).Do(ctx)
		return err
	}))
	if err != nil {
		k.t.Fatal(err)
	}
	k.await(`document.readyState === "interactive" && performance.getEntriesByName("first-contentful-paint").length`)
}

// TestEarlyKeysCount presses keys on a page that is painted and whose scripts
// are still on their way: they count in their order once the scripts are there,
// whichever of them comes last.
func TestEarlyKeysCount(t *testing.T) {
	x := newSite(t, nil)
	p := annotate.Protocol{}
	for _, one := range annotate.Protocols() {
		if len(one.Choices) > 1 && !one.Score && !one.Reason {
			p = one
			break
		}
	}
	for _, late := range [][]string{{"label.js", "reading.js"}, {"reading.js"}} {
		t.Run(late[0], func(t *testing.T) {
			k := &keyboard{t: t, ctx: browser(t)}
			server, let := slowScripts(t, x, late...)
			c, err := annotate.NewCampaign("early "+late[0], p.Name, annotate.Settings{Overlap: 1})
			if err != nil {
				t.Fatal(err)
			}
			id, err := x.open(t.Context(), c, labelUnits(&p, 1), "annotator")
			if err != nil {
				t.Fatal(err)
			}
			task := x.next(t, id, accounts.Annotator)
			k.painted(x, server, accounts.Annotator, task)
			k.answer(&p, "") // the last one hands in
			let()
			k.until(func() bool { return len(x.results(t, id).Counted()) == 1 })
			holdKeys(t, x.results(t, id), &p)
		})
	}
}

// TestEarlyReasonIsText holds that what is pressed behind the key for a reason
// is the reason, and labels nothing, before the scripts are there as well.
func TestEarlyReasonIsText(t *testing.T) {
	x := newSite(t, nil)
	server, let := slowScripts(t, x, "label.js")
	id, err := x.openCampaign(t.Context(), "early", "double-check", 1, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	k := &keyboard{t: t, ctx: browser(t)}
	k.painted(x, server, accounts.Annotator, x.next(t, id, accounts.Annotator))
	for _, key := range []string{"n", "c", "y", "n", " ", "y"} {
		k.press(key)
	}
	let()
	k.await(`document.querySelector("[data-state]").innerText.startsWith("Saved")`)
	var got string
	if err := chromedp.Run(k.ctx, chromedp.Evaluate(`[...document.querySelectorAll("#task input:checked, #task .q textarea")].map(e => e.value).filter(Boolean).join()`, &got)); err != nil {
		t.Fatal(err)
	}
	if got != "not_met,yn y" {
		t.Errorf("the keys n, c and yn y fill in %q", got)
	}
}

// TestEarlyKeysSettle presses the key of a decision before the scripts of the
// queue are there.
func TestEarlyKeysSettle(t *testing.T) {
	x := newSite(t, nil)
	id := votedCampaign(t, x, "double-check", "yyn")
	server, let := slowScripts(t, x, "settle.js")
	k := &keyboard{t: t, ctx: browser(t)}
	k.painted(x, server, accounts.Adjudicator, "/settle/"+id)
	k.press("2")
	let()
	k.until(func() bool { d := x.results(t, id).Differences()[0]; return d.Done && d.Value == "not_met" })
}
