package web

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// A window shows pages of a site to one role in a real browser.
type window struct {
	*keyboard
	home string
}

func (x *site) window(t *testing.T, role accounts.Role) *window {
	t.Helper()
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.Close)
	w := &window{&keyboard{t: t, ctx: browser(t)}, server.URL}
	w.enter(network.SetCookie(x.cookieName(), x.tokens[role]).WithURL(server.URL))
	return w
}

func (w *window) enter(actions ...chromedp.Action) {
	w.t.Helper()
	if err := chromedp.Run(w.ctx, actions...); err != nil {
		w.t.Fatal(err)
	}
}

func (w *window) open(path string) {
	w.t.Helper()
	w.enter(chromedp.Navigate(w.home + path))
	w.await(`document.readyState === "complete"`)
}

// seen holds that the page shows texts, none of them folded away.
func (w *window) seen(texts ...string) {
	w.t.Helper()
	var shown string
	w.eval(`document.querySelector("main").innerText.replace(/\s+/g, " ")`, &shown)
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			w.t.Errorf("the page does not show %q: %s", text, shown)
		}
	}
}

// TestDoubleCheckIsPossible holds that whoever checks an instruction of a level
// sees the category and the added constraint that the questions are about.
func TestDoubleCheckIsPossible(t *testing.T) {
	x := newSite(t, nil)
	c, err := annotate.NewCampaign("levels", "double-check", annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	in := adhere.Instruction{
		ID: "leveled/2", Messages: []adhere.Message{{Role: adhere.User, Text: "Name a river of Asia that flows north."}},
		Level: 2, Path: []string{"Name a river.", "Name a river of Asia.", "Name a river of Asia that flows north."},
		Requirements: []adhere.Requirement{{ID: "1", Labels: []string{"content"}}, {ID: "2", Labels: []string{"situation"}}}, Tags: map[string]string{"category": "mixed"},
	}
	id, err := x.open(t.Context(), c, []annotate.Unit{{Kind: annotate.Work, Instruction: in}}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	w := x.window(t, accounts.Annotator)
	w.open(x.next(t, id, accounts.Annotator))
	w.seen("category mixed", "situation", "The added constraint", "Name a river of Asia that flows north.")
	var added string
	w.eval(`[...document.querySelectorAll(".given ins")].filter(e => e.checkVisibility()).map(e => e.innerText.trim()).join("|")`, &added)
	if added != "that flows north" {
		t.Errorf("marked as added is %q", added)
	}
	w.press("y")
	w.press("n")
	w.until(func() bool { return len(x.results(t, id).Counted()) == 1 })
}

// TestBoardKeepsUnlikeRunsApart holds that a leaderboard ranks no run of two
// items, and none by other judges, among runs of twenty, and leads to them.
func TestBoardKeepsUnlikeRunsApart(t *testing.T) {
	x := newSite(t, nil)
	all := items(20, 2)
	keepRun(t, x.store, "openai/whole", all, 20)
	keepRun(t, x.store, "openai/entire", all, 20)
	keepRun(t, x.store, "openai/few", all[:2], 2, func(p *adhere.Plan) { p.Limit = 2 })
	keepRun(t, x.store, "openai/rules", all, 20, func(p *adhere.Plan) { p.Judges = []string{rules} })
	x.settled(t, "/boards/garden@1")
	w := x.window(t, accounts.Viewer)
	ranked := func() (models []string) {
		w.await(`document.readyState === "complete" && document.querySelector("table.board")`)
		w.eval(`[...document.querySelector("table.board").querySelectorAll("tbody th a")].map(a => a.innerText).sort()`, &models)
		return models
	}
	w.open("/boards/garden@1")
	if diff := cmp.Diff([]string{"openai/entire", "openai/whole"}, ranked()); diff != "" {
		t.Fatalf("ranked together are (-want +got)\n%s", diff)
	}
	w.seen("2 finished runs over 20 items of garden@1", "Not comparable with these: 2 other groups of runs")
	w.enter(chromedp.Click(".fields summary"), chromedp.Click(".fields a[href*=field]"))
	w.await(`location.search.includes("field=")`)
	if diff := cmp.Diff([]string{"openai/few"}, ranked()); diff != "" && !cmp.Equal(ranked(), []string{"openai/rules"}) {
		t.Errorf("ranked in another group are (-want +got)\n%s", diff)
	}
}

// TestDocumentsAreCutByStructure uploads a paper on the page and reads the
// units into which it was cut: no headings, scraps, doubles or references.
func TestDocumentsAreCutByStructure(t *testing.T) {
	x := newLeadSite(t)
	file := filepath.Join(t.TempDir(), "mills.md")
	err := os.WriteFile(file, []byte(`# Of tide mills

## Where they stand

Most of them stand at river mouths, where the tide is high:

- at the Rance, which has thirteen of them,
- at the Bay of Fundy.

See Table 1.

Most of them stand at river mouths, where the tide is high:

### Gauges

We read the gauges twice a day and wrote the heights down by hand.

## References

- A. Moss. 2001. Of tide mills. Journal of Mills, 3.
- B. Fern. 2002. Of ponds.
`), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	w := x.window(t, accounts.Admin)
	w.open(documentsPath)
	w.enter(chromedp.SetUploadFiles("#files", []string{file}), chromedp.Click(`form[enctype] button`), ready(".done"), chromedp.Click("tbody th a"))
	w.await(`document.readyState === "complete" && document.querySelector(".paragraph")`)
	var units, headings []string
	w.eval(`[...document.querySelectorAll(".paragraph")].map(e => e.querySelector("[data-rendered], pre").innerText.replace(/\s+/g, " ").trim())`, &units)
	w.eval(`[...document.querySelectorAll(".paper h2")].map(e => e.innerText)`, &headings)
	want := []string{
		"Most of them stand at river mouths, where the tide is high: at the Rance, which has thirteen of them, at the Bay of Fundy. See Table 1.",
		"We read the gauges twice a day and wrote the heights down by hand.",
	}
	if diff := cmp.Diff(want, units); diff != "" {
		t.Errorf("the units (-want +got)\n%s", diff)
	}
	if len(headings) != 2 || !strings.Contains(headings[1], "Gauges") {
		t.Errorf("the headings over units are %q", headings)
	}
}

// TestQualityIsActedOn writes guidelines and a demand on the page of a
// campaign: whoever labels reads the one and is stopped by the other.
func TestQualityIsActedOn(t *testing.T) {
	x := newSite(t, nil)
	c, err := annotate.NewCampaign("careful", "double-check", annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := annotate.ProtocolNamed("double-check")
	id, err := x.open(t.Context(), c, labelUnits(p, 8), "annotator")
	if err != nil {
		t.Fatal(err)
	}
	lead := x.window(t, accounts.Admin)
	lead.open(campaignPath(id) + "/guidelines")
	lead.enter(chromedp.SetValue("#text", "# Read slowly\n\nTwice, if need be."), chromedp.Click("form.stack button"))
	lead.await(`document.readyState === "complete" && document.querySelector(".sub").innerText === "version 2"`)
	lead.open(campaignPath(id))
	lead.enter(chromedp.SetValue("[name=seconds]", "30"), chromedp.Click("#quality button"))
	lead.await(`document.readyState === "complete" && document.querySelector("#history")?.innerText.includes("quality requirements changed")`)

	w := x.window(t, accounts.Annotator)
	w.open("/tasks/" + id + "/guidelines")
	w.seen("Read slowly", "Twice, if need be.", "Version 2")
	w.enter(chromedp.Click(".guidelines + form button"))
	for range 3 {
		var task string
		w.await(`document.readyState === "complete" && document.querySelector(".q")`)
		w.eval("location.href", &task)
		w.press("y")
		w.press("y")
		w.await(fmt.Sprintf("location.href !== %q", task))
	}
	w.await(`document.readyState === "complete" && document.querySelector(".alert[role=status]")`)
	w.seen("Your work here is paused.", "the last 3 units took less than 30 seconds each")
	if n := len(x.results(t, id).Counted()); n != 0 {
		t.Errorf("%d tasks of somebody who is paused count", n)
	}
}

// TestKeysAreListed holds that ? lists what keys do on a page, that they go
// along a list and from page to page, and that none acts where something is
// written or once they are turned off.
func TestKeysAreListed(t *testing.T) {
	x := newSite(t, nil)
	all := items(6, 1)
	for _, model := range []string{"one", "two"} {
		keepRun(t, x.store, "openai/"+model, all, len(all))
	}
	x.settled(t, "/runs")
	w := x.window(t, accounts.Admin)
	w.open("/runs")
	w.press("?")
	var list, at string
	w.eval(`document.querySelector("dialog[open]").innerText.replace(/\s+/g, " ")`, &list)
	for _, want := range []string{"l Label selected", "c Compare two selected", "j k next and previous row", "g c Campaigns", "? this list"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %q: %s", want, list)
		}
	}
	w.press("\x1b")
	for _, key := range []string{"j", "j", "x", "k", "x", "c"} {
		w.press(key)
	}
	w.await(`location.pathname.startsWith("/compare/")`)
	w.open("/runs")
	w.eval(`document.querySelector("[name=q]").focus()`, nil)
	for _, key := range []string{"g", "c", "?"} {
		w.press(key)
	}
	if w.eval(`document.querySelector("[name=q]").value + location.pathname`, &at); at != "gc?/runs" {
		t.Errorf("where keys are written the page is %q", at)
	}
	w.eval("document.activeElement.blur()", nil)
	w.press("?")
	w.eval(`document.querySelector("[data-letters]").click()`, nil)
	w.press("\x1b")
	for _, key := range []string{"g", "c", "?"} {
		w.press(key)
	}
	if w.eval(`String(document.querySelector("dialog[open]")) + location.pathname`, &at); at != "null/runs" {
		t.Errorf("keys that are turned off lead to %q", at)
	}
	w.eval(`document.querySelector("[data-help]").click(), document.querySelector("[data-letters]").click()`, nil)
	w.press("\x1b")
	w.follow("/campaigns", "g", "c")
}

// TestWritingGoesOnWithoutStorage holds that whoever writes can send an
// instruction where the browser keeps nothing and the server was away before.
func TestWritingGoesOnWithoutStorage(t *testing.T) {
	server, _ := storybook(t)
	w := &window{&keyboard{t: t, ctx: browser(t)}, server.URL}
	w.open("/writing.html")
	w.enter(ready("[data-form]"), chromedp.Evaluate(`
		for (const name of ["getItem", "setItem", "removeItem"]) Storage.prototype[name] = () => { throw new DOMException("full", "QuotaExceededError"); };
		globalThis.fetch = async (url) => {
			if (String(url).endsWith("/typed")) throw new TypeError("away");
			return new Response(JSON.stringify({ message: "not now", hint: "wait" }), { status: 409 });
		};
		const field = document.querySelector("[data-type]");
		field.value = "Say more of cold nights.";
		field.dispatchEvent(new Event("input", { bubbles: true }));`, nil))
	w.await(`document.querySelector("[data-kept]").textContent.includes("can't be reached")`)
	w.enter(chromedp.Evaluate(`document.querySelector("[data-form] button[name=do]").click()`, nil))
	w.await(`document.querySelector("[data-form] .alert")?.textContent === "not now: wait"`)
}
