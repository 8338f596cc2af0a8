package web

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"adhere/internal/accounts"
)

// hostileMarkdown tries to be more than text in every way that Markdown has.
const hostileMarkdown = "# Title <script>alert(1)</script>\n\n" +
	"<script>alert(2)</script>\n\n<img src=x onerror=alert(3)> <style>*{display:none}</style> <iframe src=\"https://evil.example\"></iframe>\n\n" +
	"![pixel](https://evil.example/p.png \"t\") [go](javascript:alert(4)) [out](https://evil.example) <https://evil.example> https://evil.example\n\n" +
	"[ref]: https://evil.example/r\n[ref] ![ref]\n\n" +
	"<form action=\"/logout\" method=\"post\"><button>x</button></form>\n\n" +
	"- [ ] <a href=\"//evil.example\" style=\"position:fixed\">x</a>\n\n" +
	"| a | b |\n| :-: | --- |\n| <svg onload=alert(5)> | `<b>` |\n\n" +
	"```html\"onload=alert(6)\n<b>bold</b>\n```\n\n" +
	"~~struck~~ **bold** \u202egnp.exe \x1b[31m &#60;script&#62; <!-- c --> <![CDATA[ x ]]> <?php x ?>\n"

// markup is what texts may be made of.
var markup = regexp.MustCompile(`^</?(?:p|br|hr|ul|ol|li|blockquote|pre|code|em|strong|del|table|thead|tbody|tr|th|td|span)(?: class="(?:address|heading h[1-6])"| start="\d+")?/?>$`)

// holdsInert reports what of rendered HTML could act, load or lead anywhere.
func holdsInert(t *testing.T, html string) {
	t.Helper()
	for _, tag := range regexp.MustCompile(`<[^>]*>?`).FindAllString(html, -1) {
		if !markup.MatchString(tag) {
			t.Errorf("the text has become markup: %q in %s", tag, html)
		}
	}
	if strings.ContainsAny(html, "\u202e\x1b") {
		t.Errorf("what acts unseen is not shown: %q", html)
	}
}

// endless are texts whose rendering would take many seconds or fill many
// megabytes.
var endless = map[string]string{
	"links": strings.Repeat("[a](", 40_000), "emphasis": strings.Repeat("*a_ ", 40_000), "lists": strings.Repeat("- ", 80_000),
	"quotations": strings.Repeat(">", 160_000), "images": strings.Repeat("![", 80_000),
	"table": "|" + strings.Repeat("a|", 20_000) + "\n|" + strings.Repeat("-|", 20_000) + strings.Repeat("\n|x|", 15_000),
}

func TestMarkdownIsInert(t *testing.T) {
	html := string(rendered(hostileMarkdown))
	holdsInert(t, html)
	for _, want := range []string{
		`<p class="heading h1">`, "&lt;script&gt;alert(2)&lt;/script&gt;", "&lt;img src=x onerror=alert(3)&gt;", "(https://evil.example/p.png)", "[image: pixel",
		`(javascript:alert(4))`, "<strong>bold</strong>", "<del>struck</del>", "<td>", "&lt;form", "&lt;b&gt;bold&lt;/b&gt;",
	} {
		if !strings.Contains(html, want) && !strings.Contains(strings.ReplaceAll(html, "&#34;", `"`), want) {
			t.Errorf("%q is missing in %s", want, html)
		}
	}
	if got := string(rendered("one\ntwo")); !strings.Contains(got, "one<br") {
		t.Errorf("lines that people wrote are joined: %s", got)
	}
	if got := rendered(strings.Repeat("x", mostRendered+1)); got != "" {
		t.Error("a text without end is rendered")
	}
	for name, text := range endless {
		begun := time.Now()
		if rendered(text); time.Since(begun) > 10*time.Second {
			t.Errorf("%s: %d bytes took %v", name, len(text), time.Since(begun))
		}
	}
	for _, plain := range []string{"A sentence, and 3 * 4 = 12.", "snake_case and a-b", "no marks at all"} {
		if got := markdownIf(plain); got != "" {
			t.Errorf("%q is taken for Markdown: %s", plain, got)
		}
	}
}

// FuzzRendered holds that no text becomes more than text.
func FuzzRendered(f *testing.F) {
	for _, s := range []string{
		hostileMarkdown, "[a](x \"y\") <b", "1) x\n2) y", "<a\nhref='x'>", "\\<script>", "&lt;script&gt;", "![[a](b)](c)", "> <x\n> y>", "||\n|-|\n|<|",
		"![![a](https://evil.example/1.png)](https://evil.example/2.png)", "www.evil.example <data:text/html,x> [x](\x01javascript:x)", "<!-- <img src=x> -->", "[a]: javascript:x\n[a]", "a \u2066b\u2069 \U000e0041",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 10_000 {
			t.Skip()
		}
		holdsInert(t, string(rendered(text)))
	})
}

// TestItemKeys goes through the items of a run by keys, and finds what a judge
// quotes marked in the answer.
func TestItemKeys(t *testing.T) {
	server, _ := storybook(t)
	ctx := browser(t)
	var ranges, raw int
	if err := chromedp.Run(ctx, chromedp.Navigate(server.URL+"/item-plain.html"), ready("[data-evidence] + button"),
		chromedp.Evaluate(`[...CSS.highlights.values()].flatMap(h => [...h]).filter(r => r.toString() === "thyme, sage and mint").length`, &ranges)); err != nil {
		t.Fatal(err)
	}
	if ranges == 0 {
		t.Error("what the judge quotes is not marked in the answer")
	}
	// Each side's quotation is marked in its own answer, and what a rule names too; what was asked stays in sight.
	var sides []string
	var top float64
	if err := chromedp.Run(ctx, chromedp.EmulateViewport(1200, 700), chromedp.Navigate(server.URL+"/pair.html"), ready("[data-evidence] + button"),
		chromedp.Evaluate(`[...CSS.highlights.values()].flatMap(h => [...h]).map(r => r.startContainer.parentElement.closest("[data-evidence-in]").dataset.evidenceIn + ": " + r)`, &sides),
		chromedp.Evaluate(`scrollTo(0, document.body.scrollHeight); document.querySelector(".given").getBoundingClientRect().top`, &top)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A: thyme, sage and mint", "B: thyme, sage and mint", "A: Water", "B: Water"} {
		if !slices.Contains(sides, want) {
			t.Errorf("%q is not marked; these are: %q", want, sides)
		}
	}
	if top != 0 {
		t.Errorf("what was asked is %v pixels off the top of the page", top)
	}
	if err := chromedp.Run(ctx, chromedp.Navigate(server.URL+"/item-hostile.html"), ready("[data-rendered]"), chromedp.KeyEvent("r"),
		chromedp.WaitNotVisible("[data-rendered]"), chromedp.Evaluate(`document.querySelectorAll("details[open][data-raw] pre").length`, &raw)); err != nil {
		t.Fatal(err)
	}
	if raw == 0 {
		t.Error("r does not show texts as they were written")
	}
}

// A text is taken for Markdown by the same signs wherever they stand, however
// few of its lines are looked at closely.
func FuzzMarked(f *testing.F) {
	all := regexp.MustCompile("(?m)^ {0,3}(?:#{1,6} |[-*+] |[0-9]{1,9}[.)] |>|```|~~~|\\|.*\\||(?:[-*_] ?){3,}$)|\\*\\*|__|`|\\]\\(|(?:^|[\\s(])[*_][^\\s*_]")
	for _, text := range []string{
		"", "plain", "# a", "    # a", "a\n- b", "12. x\r\ny", "|a|b|\n", "---", "a\n- - -\n", "(*x)", "x * y", "_a", "a_b", "\u00a0*x", "[a](b)", "~~~", ">", hostileMarkdown,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := marked(text), all.MatchString(text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	})
}

// TestRulesPointIntoAnswers holds what a rule points at to be marked at the
// same place in the answer as it was written and as Markdown shows it.
func TestRulesPointIntoAnswers(t *testing.T) {
	x := newSite(t, nil)
	all := items(2, 1)
	all[0].text = "\n**Bed 7** for *7* plants, \"7\u202e\":\n\n- 12 roots\n- 7 herbs"
	all[1].text = "Bed 7 is plain,\nwith 12 \U0001f331 of 7."
	run := keepRun(t, x.store, "openai/gpt-4o", all, len(all))
	x.settled(t, "/runs/"+run.ID+"/items")
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.Close)
	ctx := browser(t)
	for item, want := range []string{
		"P: 7|P: 7|P: 7|LI: 12|LI: 7|PRE: 7|PRE: 7|PRE: 7|PRE: 12|PRE: 7",
		"PRE: 7|PRE: 12|PRE: 7",
	} {
		var got string
		if err := chromedp.Run(ctx, network.SetCookie(x.cookieName(), x.tokens[accounts.Viewer]).WithURL(server.URL),
			chromedp.Navigate(fmt.Sprint(server.URL, "/runs/", run.ID, "/items/", item)), ready("[data-found] + button"),
			chromedp.Evaluate(`[...CSS.highlights.values()].flatMap(h => [...h]).sort((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b))
				.map(r => r.startContainer.parentElement.closest("p, li, pre").tagName + ": " + r).join("|")`, &got)); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("item %d is marked at %s, want %s", item, got, want)
		}
	}
}
