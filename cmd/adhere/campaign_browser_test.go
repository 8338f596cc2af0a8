package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"adhere/internal/accounts"
	"adhere/internal/store"
)

// chromium is the real program, not Debian's launcher, which would leave it
// running.
func chromium(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a real browser")
	}
	for _, path := range []string{"/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/chromium", "/opt/google/chrome/chrome"} {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	t.Fatal("there is no browser: scripts/browser installs what this test needs")
	return ""
}

const openSesame = "correct horse battery"

// A tab is a person at the browser. When another takes over, the session of
// the one before is put aside.
type tab struct {
	t     *testing.T
	ctx   context.Context
	scene *scene
	base  string
	name  string
	aside []*network.Cookie
	lost  bool // the network, the page and the session, once
}

func (x *tab) do(actions ...chromedp.Action) {
	x.t.Helper()
	if before := x.scene.now; before != x {
		x.scene.now = x
		x.t.Helper()
		x.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
			if before != nil {
				if before.aside, err = network.GetCookies().Do(ctx); err != nil {
					return err
				}
			}
			if err := network.ClearBrowserCookies().Do(ctx); err != nil {
				return err
			}
			for _, c := range x.aside {
				if err := network.SetCookie(c.Name, c.Value).WithDomain(c.Domain).WithPath(c.Path).WithHTTPOnly(true).Do(ctx); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	err := chromedp.Run(x.ctx, actions...)
	for end := time.Now().Add(patience); len(actions) == 1 && replaced(err) && time.Now().Before(end); {
		err = chromedp.Run(x.ctx, actions...)
	}
	if err != nil {
		x.t.Fatalf("%s: %v", x.name, err)
	}
}

// replaced reports whether the page was replaced by another between the look
// for an element and its use, so that nothing was done yet.
func replaced(err error) bool {
	var e *cdproto.Error
	return errors.As(err, &e) && e.Code == -32000 && strings.Contains(e.Message, "Could not find node")
}

func (x *tab) open(path string) { x.t.Helper(); x.do(chromedp.Navigate(x.base + path)) }

func (x *tab) eval(expression string) (value string) {
	x.t.Helper()
	x.do(chromedp.Evaluate(`String(`+expression+`)`, &value))
	return value
}

// await waits until an expression is true.
func (x *tab) await(expression string) {
	x.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		var ok bool
		if err := chromedp.Run(x.ctx, chromedp.Evaluate(`Boolean(`+expression+`)`, &ok)); err == nil && ok {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	x.t.Fatalf("%s waits in vain for %s at %s, which says %s, with dialogs %s: %.3000s", x.name, expression, x.eval("location.href"),
		x.eval("document.querySelector('[data-state]')?.innerText"), x.eval("[...document.querySelectorAll('dialog[open]')].map(e => e.innerText)"), x.eval("document.querySelector('main').innerText"))
}

func (x *tab) keys(keys ...string) {
	x.t.Helper()
	for _, k := range keys {
		x.do(chromedp.KeyEvent(k))
	}
}

func (x *tab) handIn() {
	x.t.Helper()
	x.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
}

// tabTo goes by the tab key to what a selector means, and presses Enter.
func (x *tab) tabTo(selector string) {
	x.t.Helper()
	for range 60 {
		x.keys(kb.Tab)
		if x.eval(fmt.Sprintf("document.activeElement.matches(%q)", selector)) == "true" {
			x.keys(kb.Enter)
			return
		}
	}
	x.t.Fatalf("%s cannot reach %s by the tab key", x.name, selector)
}

// submit fills in and sends a form as people with a mouse do.
func (x *tab) submit(button string, fields map[string]string) {
	x.t.Helper()
	for selector, value := range fields {
		x.do(chromedp.SetValue(selector, value, chromedp.ByQuery))
	}
	x.eval("window.here = true")
	x.do(chromedp.Click(button, chromedp.ByQuery))
	x.await("!window.here && document.readyState === 'complete'")
}

// scene is a server over the starter suite's runs, and a browser.
type scene struct {
	t       *testing.T
	db      string
	base    string
	browser context.Context
	now     *tab // who sits there
}

func newScene(t *testing.T) *scene {
	s := &scene{t: t, db: filepath.Join(t.TempDir(), "adhere.db")}
	dir := t.TempDir()
	s.adhere("demo", "--files", filepath.Join(dir, "suite"))
	for _, writer := range []string{"careful", "sloppy"} {
		s.adhere("score", "starter", "--responses", filepath.Join(dir, "suite", "responses-"+writer+".jsonl"), "--verdicts", filepath.Join(dir, "suite", "verdicts-"+writer+".jsonl"), "--db", s.db, "-q")
	}
	db, err := store.Open(t.Context(), s.db)
	check(t, err)
	_, err = accounts.NewKeeper(db, time.Now).Add(t.Context(), "root", accounts.Admin, openSesame)
	check(t, err)
	check(t, db.Close())
	cmd := exec.Command("adhere", "serve", "--db", s.db, "--addr", "127.0.0.1:0")
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	check(t, err)
	s.base = strings.TrimSpace(line)
	s.browse()
	return s
}

// browse starts the browser.
func (s *scene) browse() {
	t := s.t
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium(t)), chromedp.NoSandbox,
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.WSURLReadTimeout(patience))
	ctx, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, stop = context.WithTimeout(ctx, 2*patience)
	t.Cleanup(stop)
	s.browser, stop = chromedp.NewContext(ctx, chromedp.WithErrorf(t.Logf)) // events that it does not know
	t.Cleanup(stop)
	check(t, chromedp.Run(s.browser))
}

func (s *scene) adhere(args ...string) []byte {
	s.t.Helper()
	cmd := exec.Command("adhere", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		s.t.Fatalf("adhere %v: %v: %s", args, err, stderr.String())
	}
	return out
}

// sit gives somebody a place at the browser.
func (s *scene) sit(name string) *tab {
	return &tab{t: s.t, ctx: s.browser, scene: s, base: s.base, name: name}
}

// TestCampaignInABrowser goes the whole way: a campaign made of the starter
// suite, three people who come by invitation and label with keys alone, a
// network and a session lost in mid-form, differences, a settlement, the end;
// and kappa and alpha on the page are those of adhere agree on the export.
func TestCampaignInABrowser(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	root := s.sit("root")
	root.open("/login")
	root.submit("main button", map[string]string{"#name": "root", "#password": openSesame})
	makeCampaign(root)
	people := make([]*tab, 3)
	for i := range people {
		people[i] = s.sit(fmt.Sprintf("rater-%d", i))
		invite(root, people[i])
	}
	root.open("/campaigns/spring-round")
	root.submit(`button[value="open"]`, nil)
	for i, p := range people {
		p.label(i)
	}
	settleOne(root)
	root.open("/campaigns/spring-round")
	root.submit(`button[value="closed"]`, nil) // which asks
	root.await(`location.pathname === "/campaigns/spring-round/close"`)
	root.submit(`button[value="closed"]`, nil)
	root.await(`document.querySelector("h1").innerText.includes("closed")`)
	root.open("/campaigns/spring-round/agreement")
	compareWithCommand(s, root)
}

func makeCampaign(root *tab) {
	root.t.Helper()
	root.open("/campaigns/new")
	root.do(chromedp.Click(`input[value="score-then-questions"]`, chromedp.ByQuery), chromedp.Evaluate(`document.querySelectorAll('input[name=run]').forEach(e => e.click())`, nil))
	root.submit(".campaign-form > button", map[string]string{"#name": "Spring round", "input[name=limit]": "3", "input[name=overlap]": "3", "input[name=every]": "2"})
	root.await(`document.querySelector("h1").innerText.includes("Spring round")`)
}

// invite makes a link, by which somebody makes an account.
func invite(root, p *tab) {
	root.t.Helper()
	root.open("/campaigns/spring-round")
	root.submit(`form[action$="/invites"] button`, map[string]string{"#note": p.name})
	link := root.eval(`document.querySelector("input.copy").value`)
	p.do(chromedp.Navigate(link))
	p.submit("main button", map[string]string{"#name": p.name, "#password": openSesame})
	p.await(`location.pathname === "/tasks" && document.body.innerText.includes("Spring round")`)
}

// label does everything there is to do, with keys alone. The first person
// loses the network, the page and the session on the way.
func (p *tab) label(person int) {
	p.t.Helper()
	p.open("/tasks")
	p.tabTo("main button")
	for task := 0; ; task++ {
		p.await(`document.readyState === "complete" && (location.search.includes("finished") || document.getElementById("task"))`)
		if p.eval(`location.search.includes("finished")`) == "true" {
			if task < 9 || person == 0 && !p.lost {
				p.t.Errorf("%s saw only %d pages", p.name, task)
			}
			return
		}
		if task > 20 {
			p.t.Fatalf("%s never comes to an end", p.name)
		}
		p.oneTask(person, task)
	}
}

func (p *tab) oneTask(person, task int) {
	p.t.Helper()
	here := p.eval("location.pathname")
	switch p.eval(`document.getElementById("task").dataset.phase`) {
	case "score":
		for range p.count() {
			p.keys(string(rune('2' + person)))
		}
		p.keys(kb.Enter)
		p.await(`document.readyState === "complete" && document.getElementById("task")?.dataset.phase === "answer"`)
		if y := p.number(`Math.round(scrollY)`); y != 0 {
			p.t.Errorf("behind the scores the page begins at %d, below the question that keys answer first", y)
		}
	case "answer":
		for i, open := 0, p.unanswered(); open > 0; i++ {
			key := "y"
			if (i+person)%3 == 0 {
				key = "n"
			}
			p.keys(key) // the last one hands in
			open--
			switch {
			case person == 0 && task > 3 && i == 1 && open > 0 && !p.lost:
				p.lost = true
				p.loseEverything()
			case person == 1 && task > 3 && i == 1 && open > 0:
				p.keysKnowTheirPlace()
			default:
				continue
			}
			if open = p.unanswered(); open == 0 {
				p.keys(kb.Enter)
			}
		}
		p.await(fmt.Sprintf(`location.pathname !== %q || document.getElementById("task")?.dataset.phase === "handed in"`, here))
	default: // practice, with what was right
		p.await(`document.body.innerText.includes("does not count")`)
		p.keys(kb.Enter)
		p.await(fmt.Sprintf(`location.pathname !== %q`, here))
	}
}

func (p *tab) count() int { p.t.Helper(); return p.number(`document.querySelectorAll(".q").length`) }

func (p *tab) unanswered() int {
	p.t.Helper()
	return p.number(`[...document.querySelectorAll(".q")].filter(q => !q.querySelector("input:checked")).length`)
}

func (p *tab) number(expression string) (n int) {
	p.t.Helper()
	p.do(chromedp.Evaluate(expression, &n))
	return n
}

const (
	saved  = `document.querySelector("[data-state]").innerText.startsWith("Saved")`
	chosen = `[...document.querySelectorAll("#task input:checked")].map(e => e.name + e.value).join()`
)

func (p *tab) network(off bool) {
	p.do(network.EmulateNetworkConditions(off, 0, -1, -1))
}

// loseEverything takes away the network, then the whole page, then the
// session, and holds that what was filled in is there each time.
func (p *tab) loseEverything() {
	p.t.Helper()
	p.await(saved)
	p.network(true)
	p.keys("j", "u")
	p.await(`document.querySelector("[data-state]").innerText.includes("kept in this browser")`)
	want := p.eval(chosen)
	where := p.eval("location.href")
	p.do(chromedp.Navigate("about:blank"))
	p.network(false)
	p.do(chromedp.Navigate(where))
	p.await(fmt.Sprintf("(%s) === %q", chosen, want))
	if !strings.Contains(want, "unsure") {
		p.t.Errorf("the form holds %s, and not what was filled in without a network", want)
	}
	p.await(saved) // else the dialog may open, and take the keys, before they are pressed
	p.do(network.ClearBrowserCookies())
	p.keys("j", "n")
	p.await(`document.getElementById("again").open`)
	want = p.eval(chosen)
	p.keys(openSesame, kb.Enter) // the focus is where the password goes
	p.await(`!document.getElementById("again").open`)
	p.await(saved)
	if got := p.eval(chosen); got != want {
		p.t.Errorf("after the session was lost the form holds %s, not %s", got, want)
	}
	p.open(strings.TrimPrefix(where, p.base))
	if got := p.eval(chosen); got != want {
		p.t.Errorf("the server has %s, not %s", got, want)
	}
}

// keysKnowTheirPlace holds that keys write in text fields and do nothing else
// there, and that they can be turned off.
func (p *tab) keysKnowTheirPlace() {
	p.t.Helper()
	want := p.eval(chosen)
	p.keys("c")
	p.eval(`document.activeElement.value = ""`) // the driver sends a letter twice: as a key, which was taken, and as text
	p.keys("n", "u", "z", "?", "j")
	if got := p.eval(`document.activeElement.value`); got != "nuz?j" || p.eval(chosen) != want {
		p.t.Errorf("in a text the keys wrote %q and chose %s, not %s", got, p.eval(chosen), want)
	}
	p.keys(kb.Escape, "?")
	p.switchKeys()
	p.keys("u", "n", "z")
	if got := p.eval(chosen); got != want {
		p.t.Errorf("turned off, the keys chose %s, not %s", got, want)
	}
	p.do(chromedp.Click("[data-help]", chromedp.ByQuery))
	p.switchKeys()
}

// switchKeys turns single keys off, or on again, in the list of keys, which has
// the focus itself where it is longer than the window.
func (p *tab) switchKeys() {
	p.t.Helper()
	p.await(`document.getElementById("keys").open`)
	for range 3 {
		if p.eval(`document.activeElement.matches("[data-letters]")`) == "true" {
			break
		}
		p.keys(kb.Tab)
	}
	p.keys(" ", kb.Escape)
	p.await(`!document.getElementById("keys").open`)
}

// settleOne settles a question, after the page was lost and came back with
// what was chosen.
func settleOne(root *tab) {
	root.t.Helper()
	root.open("/settle")
	root.eval("window.here = true")
	root.do(chromedp.Click(`.rows a`, chromedp.ByQuery))
	root.await(`!window.here && document.querySelector("form.settle")`)
	where := root.eval("location.href")
	root.do(chromedp.Click(`form.settle fieldset:has(textarea) input[type=radio]`, chromedp.ByQuery)) // not a score
	root.do(chromedp.Navigate("about:blank"), chromedp.Navigate(where))
	root.await(`document.querySelectorAll("form.settle input:checked").length === 1`)
	root.submit("form.settle button", nil)
	root.await(`location.pathname === "/settle"`)
	root.do(chromedp.Navigate(where))
	root.await(`document.querySelector("form.settle").innerText.includes("decided: ") && document.querySelector("[data-state]").innerText === ""`)
}

var card = regexp.MustCompile(`(?s)<span class="name">(.*?)</span>\s*<span class="big">([^<]*)</span>`)

// compareWithCommand holds the page against adhere agree on the export.
func compareWithCommand(s *scene, root *tab) {
	s.t.Helper()
	file := filepath.Join(s.t.TempDir(), "verdicts.jsonl")
	check(s.t, os.WriteFile(file, s.adhere("campaign", "export", "spring-round", "--db", s.db), 0o644))
	var agreed map[string]struct{ Value *float64 }
	if err := json.Unmarshal(only(s.adhere("agree", file, "--json"), "fleiss_kappa", "krippendorff_alpha", "pairwise_kappa"), &agreed); err != nil {
		s.t.Fatal(err)
	}
	page := map[string]string{}
	for _, m := range card.FindAllStringSubmatch(root.eval(`document.querySelector("main").innerHTML`), -1) {
		page[strings.ReplaceAll(m[1], "<wbr>", "")] = m[2]
	}
	for name, want := range agreed {
		if want.Value == nil {
			s.t.Errorf("the command has no %s", name)
		} else if page[name] != fmt.Sprintf("%.3f", *want.Value) {
			s.t.Errorf("%s is %q on the page, and %v by the command", name, page[name], *want.Value)
		}
	}
	if text := root.eval(`document.querySelector("main").innerText`); !strings.Contains(text, "adjudicated answers") || !strings.Contains(text, "judge/") {
		s.t.Errorf("the page holds nobody against the settled gold: %.500s", text)
	}
}

// only keeps some members of a JSON object.
func only(object []byte, keys ...string) []byte {
	var all map[string]json.RawMessage
	if json.Unmarshal(object, &all) != nil {
		return nil
	}
	out := map[string]json.RawMessage{}
	for _, k := range keys {
		out[k] = all[k]
	}
	b, _ := json.Marshal(out) // it was JSON
	return b
}
