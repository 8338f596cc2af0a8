package web

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"adhere"
	"adhere/internal/accounts"
)

// TestVisit goes the way of a viewer in a real browser, with scripts turned
// off: signs in, filters the runs, follows a number to its items and an item
// to its verdicts, and signs out.
func TestVisit(t *testing.T) {
	x := newSite(t, nil)
	if _, err := x.Accounts.Add(t.Context(), "vera", accounts.Viewer, password); err != nil {
		t.Fatal(err)
	}
	all := items(12, 3)
	run := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	keepRun(t, x.store, "ollama/small", all, 5)
	x.settled(t, "/runs/"+run.ID)
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.Close)
	ctx := browser(t)
	var place, verdicts, signedOut string
	step := func(name string, actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	step("open", emulation.SetScriptExecutionDisabled(true), chromedp.Navigate(server.URL+"/runs?state=finished"), chromedp.WaitVisible("#password"))
	step("sign in", chromedp.SendKeys("#name", "vera"), chromedp.SendKeys("#password", password+"\r"), chromedp.WaitVisible(`form[role=search]`))
	step("where", chromedp.Location(&place))
	if !strings.HasSuffix(place, "/runs?state=finished") {
		t.Errorf("after signing in the page is %s", place)
	}
	step("run", chromedp.Click(`tbody th a`), chromedp.WaitVisible(`.cards`))
	step("number", chromedp.Click(`.cards a.big`), chromedp.WaitVisible(`ol.items`))
	step("outcome", chromedp.Click(`.tabs li:nth-child(2) a`), chromedp.WaitVisible(`.tabs li:nth-child(2) a[aria-current]`))
	step("item", chromedp.Click(`ol.items li:first-child a`), chromedp.WaitVisible(`table.verdicts`))
	step("verdicts", chromedp.Text(`table.verdicts`, &verdicts), chromedp.Location(&place))
	if !strings.Contains(verdicts, "because of judge/panel@1") || !strings.Contains(place, "outcome=not_met") {
		t.Errorf("at %s the verdicts are %s", place, verdicts)
	}
	step("sign out", chromedp.Click(`.who button`), chromedp.WaitVisible("#password"), chromedp.Text("h1", &signedOut))
	if signedOut != "Sign in" {
		t.Errorf("after signing out the page is %q", signedOut)
	}
}

// TestProgressIsLive looks on while a run is finished.
func TestProgressIsLive(t *testing.T) {
	x := newEmpty(t, true)
	all := items(40, 1)
	run := keepRun(t, x.store, "openai/gpt-4o", all, 4)
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.CloseClientConnections)
	ctx := browser(t)
	seen := func(text string) chromedp.Action {
		return chromedp.Poll(`document.querySelector("[data-live=done]").textContent === "`+text+`"`, nil, chromedp.WithPollingTimeout(0))
	}
	if err := chromedp.Run(ctx, chromedp.Navigate(server.URL+"/runs/"+run.ID), seen("4")); err != nil {
		t.Fatal(err)
	}
	finishItems(t, x.store, run, all, 4, 30)
	if err := chromedp.Run(ctx, seen("30")); err != nil {
		t.Fatal(err)
	}
	finishItems(t, x.store, run, all, 30, 40)
	if err := x.store.SetRunState(context.Background(), run.ID, adhere.Finished); err != nil {
		t.Fatal(err)
	}
	var state string
	if err := chromedp.Run(ctx, chromedp.WaitVisible(".live .met"), chromedp.Text(".live", &state)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(state, "finished") || !strings.Contains(state, "40") {
		t.Errorf("at the end the page says %q", state)
	}
}
