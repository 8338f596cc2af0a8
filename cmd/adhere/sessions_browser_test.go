package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"adhere/internal/accounts"
	"adhere/internal/store"
	"adhere/internal/writing"
	"adhere/model/modeltest"
)

// secretWriter is what nobody may find in what the browser is sent.
const secretWriter = "secret-writer-9"

// A writingServer is a server at which somebody writes, with a wire before it that
// keeps every byte the browser is sent.
type writingServer struct {
	*scene
	stub   string                  // the model server
	addr   atomic.Pointer[url.URL] // of the server itself, which changes when it is started again
	server *exec.Cmd

	mu   sync.Mutex
	sent bytes.Buffer
}

// newWritingServer has two documents, a question on them and somebody to answer it.
func newWritingServer(t *testing.T) *writingServer {
	d := newQuestion(t)
	db, err := store.Open(t.Context(), d.db)
	check(t, err)
	_, err = accounts.NewKeeper(db, time.Now).Add(t.Context(), "bo", accounts.Annotator, openSesame)
	check(t, err)
	check(t, db.Close())
	d.begin()
	return d
}

// newQuestion has two documents and a question on them; no server runs.
func newQuestion(t *testing.T) *writingServer {
	d := &writingServer{scene: &scene{t: t, db: filepath.Join(t.TempDir(), "adhere.db")}}
	files := t.TempDir()
	check(t, os.WriteFile(filepath.Join(files, "leaves.md"), []byte("# Of leaves\n\nLeaves turn red by sugar, in autumn and in every wood.\n\nCold nights keep sugar in leaves, as cold cellars do.\n"), 0o644))
	check(t, os.WriteFile(filepath.Join(files, "bees.txt"), []byte("Of bees\n\nBees make wax out of sugar.\n"), 0o644))
	d.adhere("sessions", "documents", "add", files, "--db", d.db)
	d.adhere("sessions", "questions", "add", "Why do leaves turn red?", "--topic", "botany", "--document", "leaves", "--document", "bees", "--anyway", "--db", d.db)
	return d
}

// begin starts model, server, wire and browser.
func (d *writingServer) begin() {
	t := d.t
	t.Helper()
	var seen sync.Map // prompts; what is broken off need not be as slow again
	stub := &modeltest.Stub{Reply: reviseAsTold, Plan: func(a *modeltest.Asked) modeltest.Behaviour {
		if _, again := seen.LoadOrStore(a.Prompt(), true); !again && strings.Contains(a.Prompt(), "slowly") {
			return modeltest.Behaviour{Drip: time.Second / 2}
		}
		return modeltest.Behaviour{}
	}}
	stubURL, stop, err := stub.Listen(context.Background())
	check(t, err)
	t.Cleanup(stop)
	d.stub = stubURL
	d.serve()
	t.Cleanup(d.kill)
	d.wire()
	d.browse()
}

func reviseAsTold(a *modeltest.Asked) string {
	return fmt.Sprintf("Version %d of the answer: leaves turn red by sugar [0], which cold nights keep in them [1], and nobody knows what for [77].\n\nThat is all there is to say about it, for now, in two short paragraphs.", a.N)
}

func (d *writingServer) serve() {
	d.t.Helper()
	d.server = exec.Command("adhere", "serve", "--db", d.db, "--addr", "127.0.0.1:0", "--writer", "openai-api/hidden/"+secretWriter, "--writer-base-url", d.stub)
	out, err := d.server.StdoutPipe()
	check(d.t, err)
	check(d.t, d.server.Start())
	line := make([]byte, 200)
	n, err := out.Read(line)
	check(d.t, err)
	addr, err := url.Parse(strings.TrimSpace(string(line[:n])))
	check(d.t, err)
	d.addr.Store(addr)
}

func (d *writingServer) kill() {
	_ = d.server.Process.Kill() // it may be gone
	_ = d.server.Wait()
}

// wire passes everything on, and keeps what comes back.
func (d *writingServer) wire() {
	proxy := &httputil.ReverseProxy{
		FlushInterval: -1,
		ErrorLog:      nil,
		ErrorHandler:  func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(d.addr.Load())
			r.Out.Host = r.In.Host
			r.Out.Header.Set("Accept-Encoding", "identity")
		},
		ModifyResponse: func(r *http.Response) error {
			d.mu.Lock()
			defer d.mu.Unlock()
			_ = r.Header.Write(&d.sent) // memory takes it
			r.Body = &kept{ReadCloser: r.Body, server: d}
			return nil
		},
	}
	server := httptest.NewServer(proxy)
	d.t.Cleanup(server.Close)
	d.base = server.URL
}

// kept is a body that the server keeps.
type kept struct {
	io.ReadCloser
	server *writingServer
}

func (k *kept) Read(b []byte) (int, error) {
	n, err := k.ReadCloser.Read(b)
	k.server.mu.Lock()
	defer k.server.mu.Unlock()
	k.server.sent.Write(b[:n])
	return n, err
}

const phaseIs = `document.readyState === "complete" && document.querySelector(".desk")?.dataset.phase === %q`

func (x *tab) phase(name string) { x.t.Helper(); x.await(fmt.Sprintf(phaseIs, name)) }

// fill puts text into a field as typing does.
func (x *tab) fill(selector, text string) {
	x.t.Helper()
	x.eval(fmt.Sprintf(`document.querySelector(%q).value = ""`, selector))
	x.do(chromedp.SendKeys(selector, text, chromedp.ByQuery))
}

func (x *tab) press(selector string) { x.t.Helper(); x.do(chromedp.Click(selector, chromedp.ByQuery)) }

// instruct gives the instruction of a turn.
func (x *tab) instruct(kind, text string) {
	x.t.Helper()
	x.phase("instruction")
	x.press(`input[value="` + kind + `"]`)
	x.fill("#instruction", text)
	x.handIn()
}

// rate rates the answer, mends it where told, and goes on.
func (x *tab) rate(turn int) {
	x.t.Helper()
	rating := []string{"good", "neutral", "bad"}[turn%3]
	x.phase("rating")
	x.press(`input[value="` + rating + `"]`)
	x.fill("#comment", fmt.Sprint("Comment ", turn))
	x.handIn()
	x.phase("decision")
	if turn == 4 || turn == 5 {
		x.fill("#edit", fmt.Sprintf("My own version %d [0].", turn))
		x.press(`button[value="edit"]`)
		x.await(`document.readyState === "complete" && document.querySelector("#answer-title")?.innerText.includes("Your edit")`)
	}
	x.press(`button[value="go_on"]`)
}

// TestWritingInABrowser writes a whole session of ten turns, with a killed
// server, a lost network, a page left in the middle of typing, and an answer
// that is stopped: the export replays to the same session, and nothing that
// was sent names the model.
func TestWritingInABrowser(t *testing.T) {
	t.Parallel()
	d := newWritingServer(t)
	bo := &tab{t: t, ctx: d.browser, scene: d.scene, base: d.base, name: "bo"}
	bo.open("/login")
	bo.submit("main button", map[string]string{"#name": "bo", "#password": openSesame})
	bo.open("/writing")
	bo.submit(`form[action="/writing"] button`, nil)
	bo.phase("instruction")
	bo.referenceShowsPassage()
	for turn := 1; turn <= writing.MostTurns; turn++ {
		kind := []string{"info", "style"}[turn%2]
		text := fmt.Sprintf("Instruction %d about sugar and bees.", turn)
		switch turn {
		case 3:
			bo.instruct(kind, text+" Write slowly.")
			bo.await(`document.querySelector("#stream")?.innerText.includes("Version")`)
			d.kill()
			bo.await(`document.querySelector("#said")?.innerText.includes("can't be reached")`)
			d.serve()
		case 5:
			bo.phase("instruction")
			bo.network(true)
			bo.instruct(kind, text)
			bo.await(`document.querySelector("[data-kept]").innerText.includes("can't be reached")`)
			bo.network(false)
		case 6:
			bo.instruct(kind, text+" Write slowly.")
			bo.await(`document.querySelector("#stream")?.innerText.includes("Version")`)
			bo.press("#stop button")
			bo.await(`document.readyState === "complete" && document.querySelector("#retry")?.hidden === false`)
			bo.press("#retry button")
		case 7:
			bo.leaveWhileTyping(text)
			bo.instruct(kind, text)
		default:
			bo.instruct(kind, text)
		}
		bo.rate(turn)
	}
	bo.phase("over")
	holdExport(t, d)
}

// referenceShowsPassage presses a reference; numbers without a passage are
// text.
func (x *tab) referenceShowsPassage() {
	x.t.Helper()
	x.press(`.answer .ref[popovertarget="ref-0"]`)
	x.await(`document.querySelector("#ref-0").matches(":popover-open") && document.querySelector("#ref-0").innerText.includes("Of ")`)
	x.press(`#ref-0 button`)
	x.await(`!document.querySelector(":popover-open")`)
	if x.eval(`document.querySelector("#answer-title + .answer").innerText.includes("[77]") && document.querySelectorAll(".answer .ref").length`) != "2" {
		x.t.Errorf("the references are %s", x.eval(`document.querySelector("#answer-title + .answer").innerHTML`))
	}
}

// leaveWhileTyping holds that what was typed and not sent is there again.
func (x *tab) leaveWhileTyping(text string) {
	x.t.Helper()
	x.phase("instruction")
	where := x.eval("location.pathname")
	x.press(`input[value="info"]`)
	x.fill("#instruction", text)
	x.await(`document.querySelector("[data-kept]").innerText === "What you typed is kept."`)
	x.eval("localStorage.clear()")
	x.open("/writing")
	x.open(where)
	x.phase("instruction")
	if got := x.eval(`document.querySelector("#instruction").value + document.querySelector("input[name=kind]:checked").value`); got != text+"info" {
		x.t.Errorf("of what was typed there is %q", got)
	}
}

func holdExport(t *testing.T, d *writingServer) {
	t.Helper()
	out := d.adhere("sessions", "export", "--db", d.db)
	all, notes, err := writing.ReadSessions("export.jsonl", bytes.NewReader(out))
	check(t, err)
	if len(all) != 1 || len(notes) != 0 {
		t.Fatalf("%d sessions, %v", len(all), notes)
	}
	s := all[0]
	again, err := writing.Replay(s.Head, s.Moves())
	check(t, err)
	if diff := cmp.Diff(s, again); diff != "" {
		t.Errorf("replayed otherwise: %s", diff)
	}
	var got []string
	for i := range s.Turns {
		x := &s.Turns[i]
		got = append(got, fmt.Sprintf("%d %s %s %v %s", x.Number, x.Kind, x.Rating, x.Edited(), x.Comment))
	}
	want := []string{
		"1 style neutral false Comment 1", "2 info bad false Comment 2", "3 style good false Comment 3", "4 info neutral true Comment 4",
		"5 style bad true Comment 5", "6 info good false Comment 6", "7 style neutral false Comment 7", "8 info bad false Comment 8",
		"9 style good false Comment 9", "10 info neutral false Comment 10",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if s.End != writing.EndTurns || s.Model != "openai-api/hidden/"+secretWriter || s.Turns[2].Previous != s.Turns[0].Answer || s.Turns[5].Previous != "My own version 5 [0]." {
		t.Errorf("%+v", s)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	sent := d.sent.String()
	if len(sent) < 50_000 || !strings.Contains(sent, "event: news") || !strings.Contains(sent, "My own version 5") {
		t.Errorf("only %d bytes were kept", len(sent))
	}
	for _, name := range []string{secretWriter, "openai-api", "hidden/"} {
		if i := strings.Index(sent, name); i >= 0 {
			t.Errorf("the browser was sent %q: %.200s", name, sent[max(i-100, 0):])
		}
	}
}
