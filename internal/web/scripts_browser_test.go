package web

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/writing"
)

// TestWritingInChinese writes as much Chinese as the forms allow, on a phone:
// bounds are in characters, a long edit is there again after the page was left
// at once, and whoever is signed out is told so.
func TestWritingInChinese(t *testing.T) {
	x := newWritingSite(t, func(*adhere.Request) string { return "An answer." })
	q := writing.Asked{Question: writing.Question{ID: "bees", Text: "为什么叶子会变红? " + strings.Repeat("Donaudampfschifffahrt", 12)}, Documents: []string{"leaves"}, People: []string{"annotator"}}
	if err := x.store.SaveQuestion(t.Context(), &q); err != nil {
		t.Fatal(err)
	}
	path := x.begun(t, accounts.Annotator)
	x.read(t, path, accounts.Annotator)
	w := x.window(t, accounts.Annotator)
	w.enter(chromedp.EmulateViewport(360, 740))
	fill := func(name, text string) {
		w.eval(fmt.Sprintf(`(() => {
			const field = document.querySelector("[data-form] [name=%s]");
			field.value = %q;
			field.dispatchEvent(new Event("input", { bubbles: true }));
		})()`, name, text), nil)
	}
	press := func(do, then string) {
		w.eval(fmt.Sprintf(`document.querySelector("[data-form] button[value=%s]").click()`, do), nil)
		w.await(`document.readyState === "complete" && document.querySelector("[data-form] ` + then + `")`)
	}
	kept := func(text string) {
		t.Helper()
		w.await(fmt.Sprintf(`document.querySelector("[data-kept]").textContent.includes(%q)`, text))
	}
	w.open(path)
	var wide int
	if w.eval("document.documentElement.scrollWidth", &wide); wide > 360 {
		t.Errorf("on 360 pixels the page is %d wide", wide)
	}
	w.eval(`document.querySelector("[name=kind]").click()`, nil)
	fill("instruction", strings.Repeat("更短", 5000))
	press("instruct", "[name=rating]")
	w.eval(`document.querySelectorAll("[name=rating]")[1].click()`, nil)
	fill("comment", "因为")
	press("rate", "[name=edit]")

	mine := strings.Repeat("数据结构", 5000)
	fill("edit", mine)
	w.open("/writing") // before anything was sent
	w.open(path)
	var again string
	if w.eval(`document.querySelector("[name=edit]").value`, &again); again != mine {
		t.Errorf("of %d characters %q is left", len([]rune(mine)), snippet(again, 20))
	}
	fill("edit", strings.Repeat("数据结构", writing.LongestText/4))
	kept("What you typed is kept.")
	w.eval(`document.querySelector("[data-form] button[value=edit]").click()`, nil)
	w.await(`document.readyState === "complete" && document.querySelector("#version-1-edit")`)

	if err := x.store.EndSession(t.Context(), sessionHash(x.tokens[accounts.Annotator])); err != nil {
		t.Fatal(err)
	}
	fill("edit", "没有登录")
	kept("you are no longer signed in")
}

// TestLongestTextOfAForm sends the longest text that a form takes without
// scripts, and one longer.
func TestLongestTextOfAForm(t *testing.T) {
	x := newWritingSite(t, func(*adhere.Request) string { return "An answer." })
	path := x.begun(t, accounts.Annotator)
	x.read(t, path, accounts.Annotator)
	for n, want := range map[int]int{writing.LongestText: 303, writing.LongestText + 1: 400} {
		w := x.ask("POST", path+"/typed", accounts.Annotator, url.Values{"edit": {strings.Repeat("数", n)}})
		has(t, w, want)
	}
}

// TestLongWordsOnAPhone looks at a task and at the list of tasks where a topic
// and a label are one long word.
func TestLongWordsOnAPhone(t *testing.T) {
	x := newSite(t, nil)
	p, err := annotate.ProtocolNamed("double-check")
	if err != nil {
		t.Fatal(err)
	}
	word := strings.Repeat("Donaudampfschifffahrt", 12)
	units := labelUnits(p, 2)
	for i := range units {
		all := units[i].Instruction.Requirements
		units[i].Topic, all[len(all)-1].Labels = word, []string{word}
	}
	c, err := annotate.NewCampaign("words", "double-check", annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	id, err := x.open(t.Context(), c, units, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	w := x.window(t, accounts.Annotator)
	w.enter(chromedp.EmulateViewport(360, 740))
	for _, page := range []string{workPath(id), x.next(t, id, accounts.Annotator)} {
		w.open(page)
		w.seen(word)
		var wide int
		if w.eval("document.documentElement.scrollWidth", &wide); wide > 360 {
			t.Errorf("%s is %d wide on 360 pixels", page, wide)
		}
	}
}
