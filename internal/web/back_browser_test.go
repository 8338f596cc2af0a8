package web

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"adhere/internal/accounts"
)

// TestBackKeepsScrollAndFilter goes in a real browser from a long list to an
// item and on to the next, and back: by the browser's button and by the page's
// way to the list, to the same filter and to the item that was looked at.
func TestBackKeepsScrollAndFilter(t *testing.T) {
	x := newSite(t, nil)
	all := items(360, 1)
	run := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	list := "/runs/" + run.ID + "/items?outcome=met&page=2"
	x.settled(t, list)
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.Close)
	ctx := browser(t)
	var before float64
	var item, place string
	step := func(name string, actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	step("open", network.SetCookie(x.cookieName(), x.tokens[accounts.Viewer]).WithURL(server.URL), chromedp.EmulateViewport(1100, 700),
		chromedp.Navigate(server.URL+list), ready("ol.items"))
	step("scroll", chromedp.Evaluate(`document.querySelectorAll("ol.items > li")[40].scrollIntoView({block: "center", behavior: "instant"}); scrollY`, &before))
	step("item", chromedp.Click("ol.items > li:nth-child(41) a"), ready(".asks"), chromedp.Text("h1", &item))
	k := &keyboard{t: t, ctx: ctx}
	step("back", chromedp.NavigateBack(), ready("ol.items"))
	k.await(fmt.Sprintf("Math.abs(scrollY - %v) <= 2", before))
	step("where", chromedp.Location(&place))
	if before < 700 || place != server.URL+list {
		t.Errorf("the browser's button leads to %s; it was left at %v", place, before)
	}
	step("next", chromedp.Click("ol.items > li:nth-child(41) a"), ready(".asks"), chromedp.KeyEvent("j"))
	k.await(`document.readyState === "complete" && document.querySelector("h1").innerText !== "` + item + `"`)
	step("list", chromedp.Text("h1", &item), chromedp.Click(".trail a:last-child"))
	k.await(`(() => {
		const at = document.querySelector(":target");
		const box = at?.getBoundingClientRect();
		return Boolean(at) && at.innerText.includes("` + item + `") && box.top >= 0 && box.bottom <= innerHeight;
	})()`)
	step("where", chromedp.Location(&place))
	if !strings.Contains(place, "outcome=met") || !strings.Contains(place, "page=2") {
		t.Errorf("the page's way back leads to %s", place)
	}
}

// TestBackWhileCounting goes back to a long list whose run is being counted
// anew, and is at the place that it left once that is done.
func TestBackWhileCounting(t *testing.T) {
	x := newSite(t, nil)
	all := items(360, 1)
	run := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	list := "/runs/" + run.ID + "/items?outcome=met&page=2"
	x.settled(t, list)
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.Close)
	ctx := browser(t)
	k := &keyboard{t: t, ctx: ctx}
	var before float64
	step := func(name string, actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	step("open", network.SetCookie(x.cookieName(), x.tokens[accounts.Viewer]).WithURL(server.URL), chromedp.EmulateViewport(1100, 700),
		chromedp.Navigate(server.URL+list), ready("ol.items"))
	step("scroll", chromedp.Evaluate(`document.querySelectorAll("ol.items > li")[40].scrollIntoView({block: "center", behavior: "instant"}); scrollY`, &before))
	step("item", chromedp.Click("ol.items > li:nth-child(41) a"), ready(".asks"))
	x.digests.mu.Lock()
	clear(x.digests.entries)
	x.digests.mu.Unlock()
	x.digests.turn <- struct{}{} // nothing is counted for now
	step("back", chromedp.NavigateBack(), ready(".note"))
	<-x.digests.turn
	k.await(fmt.Sprintf(`document.querySelectorAll("ol.items > li").length === 50 && Math.abs(scrollY - %v) <= 2`, before))
	step("open anew", chromedp.Navigate(server.URL+"/runs"), ready("h1"), chromedp.Navigate(server.URL+list), ready("ol.items"))
	k.await("scrollY === 0")
}
