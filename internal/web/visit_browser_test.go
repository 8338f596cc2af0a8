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
	step("item", chromedp.Click(`ol.items li:first-child a`), chromedp.WaitVisible(`.asks`))
	step("verdicts", chromedp.Text(`.asks`, &verdicts), chromedp.Location(&place))
	if !strings.Contains(verdicts, "because of judge/panel@1") || !strings.Contains(place, "outcome=not_met") {
		t.Errorf("at %s the verdicts are %s", place, verdicts)
	}
	step("sign out", chromedp.Click(`.who button`), chromedp.WaitVisible("#password"), chromedp.Text("h1", &signedOut))
	if signedOut != "Sign in" {
		t.Errorf("after signing out the page is %q", signedOut)
	}
}

// TestKeysLabelInOrder holds that labels by keys go to the questions in their
// order: a label moves on, and "next" right behind it does not move again.
func TestKeysLabelInOrder(t *testing.T) {
	server, _ := storybook(t)
	ctx := browser(t)
	const chosen = `[...document.querySelectorAll(".q")].map(q => [...q.querySelectorAll("input[type=radio]")].findIndex(o => o.checked) + 1).join(" ")`
	for _, c := range []struct{ page, keys, want string }{
		{"label-scores-empty", "1j2", "1 2"},
		{"label-scores-empty", "12", "1 2"},
		{"label-scores-empty", "j1j2", "1 2"},
		{"label-scores-empty", "1k3", "3 0"},
		{"label-scores-empty", "1z2", "2 0"},
		{"label-scores-empty", "1j2j3j4j5", "1 2 3 4 5"},
		{"label-scores-empty", "12345", "1 2 3 4 5"},
		{"label-scores-empty", "123451", "1 2 3 4 1"}, // there is none behind the last
		{"label-twenty", "1j2j1j2", "1 2 1 2"},
		{"label-twenty", "1212", "1 2 1 2"},
		{"label-twenty", "1jj2", "1 0 2"},
		{"label-constraints", "1j2", "1 2"},
		{"label-constraints", "2k1", "1 0"},
	} {
		var got string
		if err := chromedp.Run(ctx, chromedp.Navigate(server.URL+"/"), chromedp.Evaluate("localStorage.clear()", nil),
			chromedp.Navigate(server.URL+"/"+c.page+".html"), ready("#task")); err != nil {
			t.Fatal(err)
		}
		for _, key := range c.keys {
			if err := chromedp.Run(ctx, chromedp.KeyEvent(string(key))); err != nil {
				t.Fatal(err)
			}
		}
		if err := chromedp.Run(ctx, chromedp.Evaluate(chosen, &got)); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(got, c.want) || strings.Trim(strings.TrimPrefix(got, c.want), " 0") != "" {
			t.Errorf("%s, keys %s: chosen are %s, want %s", c.page, c.keys, got, c.want)
		}
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
	if err := chromedp.Run(ctx, ready(".live .met"), chromedp.Text(".live", &state)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(state, "finished") || !strings.Contains(state, "40") {
		t.Errorf("at the end the page says %q", state)
	}
}
