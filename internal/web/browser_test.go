package web

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	document "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browsers are where Debian has the real programs; the launchers in /usr/bin
// are scripts that leave the browser running.
func browsers() []string {
	return []string{
		"/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/chromium",
		"/opt/google/chrome/chrome",
	}
}

// axeFile is where scripts/browser puts the checker.
const axeFile = "../../bin/node_modules/axe-core/axe.min.js"

// browser opens a window, with cookies of its own, in the one headless browser
// of all tests.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a real browser")
	}
	shared.once.Do(func() { shared.ctx, shared.err = startBrowser() })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	ctx, stop := chromedp.NewContext(shared.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 20*time.Minute)
	t.Cleanup(stop)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// ready waits until a page is there whole, so that its scripts have begun, and
// shows what the selector names, which the page before must not.
func ready(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for ctx.Err() == nil {
			var is bool
			look := fmt.Sprintf(`document.readyState === "complete" && Boolean(document.querySelector(%q)?.checkVisibility())`, selector)
			if err := chromedp.Evaluate(look, &is).Do(ctx); err == nil && is { // else one page is making room for another
				return nil
			}
			time.Sleep(10 * time.Millisecond)
		}
		return fmt.Errorf("%s: %w", selector, ctx.Err())
	})
}

// shared is the browser of all tests, which TestMain ends.
var shared struct {
	once sync.Once
	ctx  context.Context
	stop []func()
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, stop := range slices.Backward(shared.stop) {
		stop()
	}
	os.Exit(code)
}

func startBrowser() (context.Context, error) {
	path := ""
	for _, b := range browsers() {
		if info, err := os.Stat(b); err == nil && info.Mode().IsRegular() && path == "" {
			path = b
		}
	}
	if path == "" {
		return nil, fmt.Errorf("there is no browser at %s: scripts/browser installs what these tests need", strings.Join(browsers(), ", "))
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.WSURLReadTimeout(5*time.Minute))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	shared.stop = append(shared.stop, stop)
	ctx, stop = chromedp.NewContext(ctx)
	shared.stop = append(shared.stop, stop)
	return ctx, chromedp.Run(ctx)
}

// storybook serves the stories with the headers of real pages.
func storybook(t *testing.T) (*httptest.Server, []Story) {
	t.Helper()
	all, err := Stories(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	site := newSite(t, nil)
	book, err := Storybook(all)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site.guarded(http.FileServerFS(book)))
	t.Cleanup(server.Close)
	return server, all
}

type violation struct {
	ID, Help string
	Nodes    []struct {
		HTML           string
		FailureSummary string
	}
}

// TestStoriesAreAccessible looks at each state of each page with axe, in
// light and dark, on a phone and on a screen, and holds that nothing on a
// phone is wider than it, that the main links take two lines there, that a page of
// more than six screens keeps a part in sight, that nothing comes
// from elsewhere, and that pages
// need nothing the content policy forbids.
func TestStoriesAreAccessible(t *testing.T) {
	if testing.Short() {
		t.Skip("a real browser")
	}
	axe, err := os.ReadFile(axeFile)
	if err != nil {
		t.Fatalf("%v: scripts/browser installs what these tests need", err)
	}
	server, all := storybook(t)
	tabs := make(chan *tab, 2)
	for ctx := browser(t); len(tabs) < cap(tabs); {
		tabs <- newTab(t, ctx, string(axe), server.URL)
	}
	t.Run("stories", func(t *testing.T) {
		for _, story := range all {
			t.Run(story.Name, func(t *testing.T) {
				t.Parallel()
				in := <-tabs
				defer func() { tabs <- in }()
				in.visit(t, server.URL+"/"+story.Name+".html")
			})
		}
	})
}

// TestKeysAreAccessible looks at the open list of keys with axe, over lists,
// items and tasks, and holds that none of it is cut off, and that no key of
// lists is named on a page without one.
func TestKeysAreAccessible(t *testing.T) {
	ctx := browser(t)
	axe, err := os.ReadFile(axeFile)
	if err != nil {
		t.Fatalf("%v: scripts/browser installs what these tests need", err)
	}
	server, _ := storybook(t)
	x := newTab(t, ctx, string(axe), server.URL)
	for _, story := range []string{"items", "item-plain", "label-questions", "campaign_queue"} {
		if err := chromedp.Run(x.ctx, chromedp.Navigate(server.URL+"/"+story+".html"), ready("main"), chromedp.KeyEvent("?"), ready("#keys[open]")); err != nil {
			t.Fatal(err)
		}
		var idle int
		if err := chromedp.Run(x.ctx, chromedp.Evaluate(`[...keys.querySelectorAll("[data-of]")].filter(line => line.checkVisibility() && !document.querySelector(line.dataset.of)).length`, &idle)); err != nil || idle > 0 {
			t.Errorf("%s: %d keys are listed that do nothing there, %v", story, idle, err)
		}
		for _, width := range []int64{320, 390, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				lookAt(t, x.ctx, width, scheme)
				var cut int
				if err := chromedp.Run(x.ctx, chromedp.Evaluate(`keys.scrollWidth - keys.clientWidth`, &cut)); err != nil {
					t.Fatal(err)
				}
				if cut > 0 {
					t.Errorf("%s: at %d pixels the list of keys is cut by %d", story, width, cut)
				}
			}
		}
	}
}

// A tab of a browser looks at one page after the other with axe.
type tab struct {
	ctx  context.Context
	mu   sync.Mutex
	said []string // what the browser complained of on the page: guarded by mu
}

// newTab opens a tab in a browser, for pages that load things from home only.
func newTab(t *testing.T, browser context.Context, axe, home string) *tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(browser)
	t.Cleanup(stop)
	x := &tab{ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			x.complain(e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			if !strings.HasSuffix(e.Entry.URL, "/favicon.ico") && (e.Entry.Source == log.SourceSecurity || e.Entry.Level == log.LevelError) {
				x.complain(e.Entry.Text)
			}
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, home+"/") && !strings.HasPrefix(e.Request.URL, "data:") {
				x.complain("the page asks for " + e.Request.URL)
			}
		}
	})
	early := chromedp.ActionFunc(func(ctx context.Context) error { // kept by the browser: sent once, not with each page
		_, err := document.AddScriptToEvaluateOnNewDocument(axe).Do(ctx)
		return err
	})
	if err := chromedp.Run(ctx, log.Enable(), network.Enable(), early); err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *tab) complain(text string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.said = append(x.said, text)
}

// lostOnPaper is what a page would not print of what it is about: texts, and
// questions with their choices.
const lostOnPaper = `[...document.querySelectorAll("main pre, #task legend, .settle legend")]
	.filter(e => !e.closest("dialog, details:not([open]), [hidden]"))
	.filter(e => e.offsetHeight === 0 || e.scrollHeight > e.clientHeight + 1).map(e => e.outerHTML.slice(0, 80))`

// visit looks at a page in each width and scheme, and on paper.
func (x *tab) visit(t *testing.T, url string) {
	t.Helper()
	var inline, lost []string
	err := chromedp.Run(x.ctx, chromedp.EmulateViewport(320, 900), emulation.SetEmulatedMedia(), chromedp.Navigate(url),
		chromedp.Evaluate(`[...document.querySelectorAll("[style],style,script:not([src])")].map(e => e.outerHTML.slice(0, 80))`, &inline))
	if err != nil {
		t.Fatal(err)
	}
	if len(inline) > 0 {
		t.Errorf("the policy forbids %q", inline)
	}
	for _, width := range []int64{320, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			lookAt(t, x.ctx, width, scheme)
		}
	}
	if err := chromedp.Run(x.ctx, emulation.SetEmulatedMedia().WithMedia("print"), chromedp.Evaluate(lostOnPaper, &lost)); err != nil {
		t.Fatal(err)
	}
	if len(lost) > 0 {
		t.Errorf("on paper the page lacks %q", lost)
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.said) > 0 {
		t.Errorf("the browser says %q", x.said)
	}
	x.said = nil
}

// tooTall says what of a page is too tall: the main links, or the whole with
// nothing that stays in sight.
const tooTall = `(() => {
	const bar = document.querySelector(".bar")?.offsetHeight ?? 0, screens = document.documentElement.scrollHeight / innerHeight;
	if (bar > 100) return "the main links take " + bar + " pixels";
	const stays = [...document.querySelectorAll("main :not(th)")].some(e => getComputedStyle(e).position === "sticky");
	if (screens > 6 && !stays) return "the page has " + screens.toFixed(1) + " screens, and nothing stays in sight";
	return "";
})()`

// brokenWords are those of buttons that end on another line than they begin.
const brokenWords = `[...document.querySelectorAll("button, .button")].filter(b => b.checkVisibility()).flatMap(b => [...b.childNodes].filter(n => n.nodeType === 3)).flatMap(n =>
	[...n.data.matchAll(/\S+/g)].filter(m => {
		const word = document.createRange();
		word.setStart(n, m.index);
		word.setEnd(n, m.index + m[0].length);
		return new Set([...word.getClientRects()].map(r => r.top)).size > 1;
	}).map(m => m[0]))`

func lookAt(t *testing.T, ctx context.Context, width int64, scheme string) {
	t.Helper()
	media := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}})
	rules := `{resultTypes: ["violations"]}`
	if scheme == "dark" { // the rest is as in light
		rules = `{resultTypes: ["violations"], runOnly: ["color-contrast"]}`
	}
	var found, tall string
	var broken []string
	var wide int64
	err := chromedp.Run(ctx, chromedp.EmulateViewport(width, 900), media,
		chromedp.Evaluate(`document.documentElement.scrollWidth`, &wide),
		chromedp.Evaluate(tooTall, &tall),
		chromedp.Evaluate(brokenWords, &broken),
		chromedp.Evaluate(`axe.run(`+rules+`).then(r => JSON.stringify(r.violations))`, &found,
			func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if err != nil {
		t.Fatal(err)
	}
	if tall != "" {
		t.Errorf("at %d pixels %s", width, tall)
	}
	if len(broken) > 0 {
		t.Errorf("at %d pixels the words %q of buttons are broken", width, broken)
	}
	if wide > width {
		t.Errorf("at %d pixels the page is %d wide", width, wide)
	}
	var violations []violation
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		t.Fatal(err)
	}
	for _, v := range violations {
		t.Errorf("%d pixels, %s: %s: %s: %s", width, scheme, v.ID, v.Help, v.Nodes[0].HTML+" "+v.Nodes[0].FailureSummary)
	}
}

var pictures = flag.String("pictures", "", "folder in which to put pictures of the main pages")

// TestPictures takes the pictures of the documentation; make pictures keeps
// them.
func TestPictures(t *testing.T) {
	dir := *pictures
	if dir == "" {
		dir = t.TempDir()
	} else if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	server, _ := storybook(t)
	ctx := browser(t)
	for _, p := range []struct {
		story, scheme string
		width, height int64
	}{
		{"runs", "light", 1100, 480},
		{"run", "light", 1100, 760},
		{"items", "light", 1100, 620},
		{"item-plain", "light", 1100, 760},
		{"pair", "dark", 1100, 820},
		{"board", "light", 1100, 760},
		{"item-right-to-left", "dark", 320, 640},
		{"label-questions", "light", 1100, 760},
		{"campaign_agreement", "light", 1100, 820},
		{"campaign_queue", "light", 1100, 620},
		{"writing-decide", "light", 1100, 820},
		{"session", "light", 1100, 760},
		{"exchange", "light", 1100, 980},
	} {
		var b []byte
		media := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: p.scheme}})
		err := chromedp.Run(ctx, chromedp.EmulateViewport(p.width, p.height), media,
			chromedp.Navigate(server.URL+"/"+p.story+".html"), chromedp.CaptureScreenshot(&b))
		if err != nil {
			t.Fatal(err)
		}
		if c, err := png.DecodeConfig(bytes.NewReader(b)); err != nil || c.Width != int(p.width) {
			t.Errorf("the picture of %s: %v, %v", p.story, c, err)
		}
		if err := os.WriteFile(filepath.Join(dir, "web-"+p.story+".png"), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
