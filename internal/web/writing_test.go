package web

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/store"
	"adhere/internal/writing"
	"adhere/model/modeltest"
	"adhere/prompt"
)

// newWritingSite is a site with a question on one document, and a model to
// write with whose name nobody may see.
func newWritingSite(t testing.TB, reply func(*adhere.Request) string) *site {
	t.Helper()
	var db *store.Store
	x := newSite(t, func(c *Config) { db = c.Annotation.(*store.Store) })
	docs := []writing.Document{{ID: "leaves", Title: "Of leaves", Source: "leaves.txt", Paragraphs: []writing.Paragraph{{Text: "Leaves turn red."}, {Text: "Sugar <b>and</b> cold."}}}}
	if _, err := db.AddDocuments(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
	for _, topic := range []string{"botany", "bees"} {
		q := writing.Asked{Question: writing.Question{ID: topic, Text: "Why do leaves turn red, in " + topic + "?", Topic: topic}, Documents: []string{"leaves"}}
		if err := db.SaveQuestion(t.Context(), &q); err != nil {
			t.Fatal(err)
		}
	}
	room, err := writing.NewRoom(t.Context(), writing.RoomConfig{
		Keeper: db, Finder: &writing.Finder{Way: writing.ByWords, Documents: db}, Models: []adhere.Model{modeltest.NewFake("secret/writer", reply)},
		Prompts: prompt.Default(), Now: time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(room.Close)
	x.Writing = Writing{Room: room, Store: db}
	return x
}

// begun begins a session and returns its path.
func (x *site) begun(t *testing.T, role accounts.Role) string {
	t.Helper()
	w := x.ask(http.MethodPost, "/writing", role, url.Values{})
	has(t, w, http.StatusSeeOther)
	return w.Header().Get("Location")
}

// read follows a session's stream to its end.
func (x *site) read(t *testing.T, path string, role accounts.Role) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	w := x.ask(http.MethodGet, path+"/events", role, nil, func(r *http.Request) { *r = *r.WithContext(ctx) })
	has(t, w, http.StatusOK, `"working":false`)
	return w.Body.String()
}

// TestWritingByForms writes without scripts, and looks for the model's name in
// everything that is sent.
func TestWritingByForms(t *testing.T) {
	n := 0
	x := newWritingSite(t, func(*adhere.Request) string { n++; return fmt.Sprintf("Answer %d <i>with</i> [0, 1] and [9].", n) })
	var sent strings.Builder
	see := func(w *httptest.ResponseRecorder) *httptest.ResponseRecorder {
		fmt.Fprint(&sent, w.Header(), w.Body)
		return w
	}
	path := x.begun(t, accounts.Annotator)
	version := 2
	move := func(do string, fields ...string) {
		t.Helper()
		form := url.Values{"do": {do}, "version": {fmt.Sprint(version)}, "client": {fmt.Sprintf("form-%d-%s", version, do)}}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		has(t, see(x.ask(http.MethodPost, path+"/moves", accounts.Annotator, form)), http.StatusSeeOther)
		version++
	}
	sent.WriteString(x.read(t, path, accounts.Annotator))
	page := see(x.get(path, accounts.Annotator))
	has(t, page, 200, "Answer 1 &lt;i&gt;with&lt;/i&gt;", `popovertarget="ref-0"`, "and [9].", "What should change?", "Of leaves", "turn <span id=\"turn\">0</span> of 10")
	move("instruct", "kind", "info", "instruction", "What of cold?\r\nAnd sugar?")
	sent.WriteString(x.read(t, path, accounts.Annotator))
	version += 3
	has(t, see(x.get(path, accounts.Annotator)), 200, "Did it follow your instruction?", "What of cold? And sugar?", "<ins>", "Sugar &lt;b&gt;and&lt;/b&gt; cold.", "the instruction of turn 1")
	move("rate", "rating", "bad", "comment", "no")
	has(t, see(x.get(path, accounts.Annotator)), 200, "dropped", "Edit the answer")
	unsaved := url.Values{"do": {"satisfied"}, "version": {fmt.Sprint(version)}, "client": {"form-unsaved"}, "edit": {"Mine, half\r\ndone."}}
	has(t, see(x.ask(http.MethodPost, path+"/moves", accounts.Annotator, unsaved)), http.StatusBadRequest, "your version of the answer is not saved yet")
	has(t, see(x.get(path, accounts.Annotator)), 200, ">Mine, half\ndone.</textarea>")
	unsaved.Set("do", "discard")
	has(t, see(x.ask(http.MethodPost, path+"/moves", accounts.Annotator, unsaved)), http.StatusSeeOther)
	has(t, see(x.get(path, accounts.Annotator)), 200, ">Answer 3 &lt;i&gt;with&lt;/i&gt; [0, 1] and [9].</textarea>")
	move("edit", "edit", "Mine.")
	has(t, see(x.get(path, accounts.Annotator)), 200, "Your edit in turn 1")
	move("satisfied", "edit", "Mine.\r\n")
	has(t, see(x.get(path, accounts.Annotator)), 200, "you were satisfied")
	has(t, see(x.get("/writing", accounts.Annotator)), 200, "finished", "1 turn,")
	if strings.Contains(sent.String(), "secret") {
		t.Error("the model's name was sent")
	}
	if !strings.Contains(sent.String(), "event: news") {
		t.Error("no stream was looked at")
	}
}

// TestUnchangedAnswerIsSaid holds that who rates an answer is told where the
// instruction changed nothing.
func TestUnchangedAnswerIsSaid(t *testing.T) {
	x := newWritingSite(t, func(*adhere.Request) string { return "Leaves make a dye [0]." })
	path := x.begun(t, accounts.Annotator)
	x.read(t, path, accounts.Annotator)
	form := url.Values{"do": {"instruct"}, "version": {"2"}, "client": {"form-2-instruct"}, "kind": {"style"}, "instruction": {"Say it shorter."}}
	has(t, x.ask(http.MethodPost, path+"/moves", accounts.Annotator, form), http.StatusSeeOther)
	x.read(t, path, accounts.Annotator)
	has(t, x.get(path, accounts.Annotator), 200, "Did it follow your instruction?", "No word has changed.")
}

func TestWritingRefuses(t *testing.T) {
	x := newWritingSite(t, nil)
	path := x.begun(t, accounts.Annotator)
	x.read(t, path, accounts.Annotator)
	has(t, x.get(path, accounts.Adjudicator), http.StatusNotFound) // it is somebody else's
	has(t, x.get("/writing/nothing", accounts.Annotator), http.StatusNotFound)
	good := url.Values{"do": {"instruct"}, "kind": {"style"}, "instruction": {"Shorter, please."}, "version": {"2"}, "client": {"client-one"}}
	with := func(key, value string) url.Values {
		form := url.Values{}
		for k, v := range good {
			form[k] = v
		}
		form.Set(key, value)
		return form
	}
	for key, c := range map[string]struct {
		value  string
		status int
		says   string
	}{
		"do": {"dance", 400, "did not say what to do"}, "kind": {"both", 400, "of kind info or style"}, "instruction": {"", 400, "is empty"},
		"version": {"1", 409, ""}, "client": {"x", 400, "was not sent whole"},
	} {
		has(t, x.ask(http.MethodPost, path+"/moves", accounts.Annotator, with(key, c.value)), c.status, `role="alert"`)
		script := x.ask(http.MethodPost, path+"/moves", accounts.Annotator, with(key, c.value), func(r *http.Request) { r.Header.Set("Accept", "application/json") })
		has(t, script, c.status, `"message"`, c.says)
	}
	has(t, x.get(path, accounts.Annotator), 200, ">Shorter, please.</textarea>") // kept from what was refused
	for range 2 {
		has(t, x.ask(http.MethodPost, path+"/moves", accounts.Annotator, good), http.StatusSeeOther)
	}
	x.read(t, path, accounts.Annotator)
	if s, count, err := x.Writing.Room.Session(t.Context(), strings.TrimPrefix(path, "/writing/")); err != nil || count != 4 || len(s.Turns) != 1 {
		t.Errorf("a form that was sent twice made %d events, %v", count, err)
	}
}

// TestPassagesAreLookedForAndMarked has the person search and read the papers
// beside the answer, and mark what matters, found by the program or not.
func TestPassagesAreLookedForAndMarked(t *testing.T) {
	x := newWritingSite(t, nil)
	path := x.begun(t, accounts.Annotator)
	x.read(t, path, accounts.Annotator)
	mark := func(passage, on string, status int) *httptest.ResponseRecorder {
		t.Helper()
		w := x.ask(http.MethodPost, path+"/moves", accounts.Annotator, url.Values{"do": {"mark"}, "passage": {passage}, "on": {on}, "back": {path + "?q=sugar"}})
		has(t, w, status)
		return w
	}
	has(t, x.get(path+"?q=sugar", accounts.Annotator), 200, "Sugar &lt;b&gt;and&lt;/b&gt; cold.", path+"?paper=leaves#p-1")
	if w := x.get(path+"?q=sugar", accounts.Annotator); strings.Contains(w.Body.String(), ">Important<") {
		t.Error("passages can be marked before the first instruction")
	}
	mark("leaves#1", "1", http.StatusConflict)
	has(t, x.get(path+"?q=zeppelin", accounts.Annotator), 200, "No passage contains these words")
	has(t, x.get(path+"?paper=leaves", accounts.Annotator), 200, `id="p-1"`, "Leaves turn red.")
	if w := x.get(path+"?paper=other", accounts.Annotator); strings.Contains(w.Body.String(), "beside-text") {
		t.Error("a document that is not the session's is open beside it")
	}
	good := url.Values{"do": {"instruct"}, "kind": {"style"}, "instruction": {"Shorter."}, "version": {"2"}, "client": {"client-one"}}
	has(t, x.ask(http.MethodPost, path+"/moves", accounts.Annotator, good), http.StatusSeeOther)
	x.read(t, path, accounts.Annotator)
	typed := url.Values{"comment": {"Half a comm"}}
	has(t, x.ask(http.MethodPost, path+"/typed", accounts.Annotator, typed), http.StatusSeeOther)
	if w := mark("leaves#1", "1", http.StatusSeeOther); w.Header().Get("Location") != path+"?q=sugar" {
		t.Errorf("marking leads to %s", w.Header().Get("Location"))
	}
	mark("leaves#0", "1", http.StatusSeeOther)
	mark("leaves#0", "1", http.StatusSeeOther) // sent twice
	mark("leaves#1", "0", http.StatusSeeOther)
	mark("elsewhere#0", "1", http.StatusBadRequest)
	has(t, x.get(path, accounts.Annotator), 200, "Half a comm", `aria-pressed="true"`)
	s, version, err := x.Writing.Room.Session(t.Context(), strings.TrimPrefix(path, "/writing/"))
	if err != nil || version != 7 || len(s.Turns[0].Relevant) != 1 || s.Turns[0].Relevant[0] != "leaves#0" {
		t.Errorf("after %d moves the session has %+v, %v", version, s.Turns, err)
	}
	again, err := writing.Replay(s.Head, s.Moves())
	if diff := cmp.Diff(*s, again); err != nil || diff != "" {
		t.Errorf("replayed otherwise: %v %s", err, diff)
	}
}

func TestTypedIsKept(t *testing.T) {
	x := newWritingSite(t, nil)
	path := x.begun(t, accounts.Annotator)
	x.read(t, path, accounts.Annotator)
	typed := url.Values{"instruction": {"Half an instruc"}, "kind": {"info"}, "else": {"x"}}
	has(t, x.ask(http.MethodPost, path+"/typed", accounts.Annotator, typed), http.StatusSeeOther)
	has(t, x.get(path, accounts.Annotator), 200, "Half an instruc", `value="info" data-key="i" required checked`)
	has(t, x.ask(http.MethodPost, path+"/typed", accounts.Annotator, url.Values{"edit": {strings.Repeat("x", writing.LongestText+1)}}), http.StatusBadRequest)
	good := url.Values{"do": {"instruct"}, "kind": {"style"}, "instruction": {"Shorter."}, "version": {"2"}, "client": {"client-one"}}
	has(t, x.ask(http.MethodPost, path+"/moves", accounts.Annotator, good), http.StatusSeeOther)
	if left, err := x.store.Drafts(t.Context(), strings.TrimPrefix(path, "/writing/")); err != nil || len(left) != 0 {
		t.Errorf("what was handed in is still a draft: %v, %v", left, err)
	}
}

func TestTopicsComeFirst(t *testing.T) {
	x := newWritingSite(t, nil)
	has(t, x.get("/writing", accounts.Annotator), 200, "botany", "bees")
	has(t, x.ask(http.MethodPost, "/writing/topics", accounts.Annotator, url.Values{"topic": {"bees", "unknown"}}), http.StatusSeeOther)
	has(t, x.get("/writing", accounts.Annotator), 200, `value="bees" checked`)
	has(t, x.get(x.begun(t, accounts.Annotator), accounts.Annotator), 200, "in bees?")
	x.begun(t, accounts.Annotator)
	has(t, x.ask(http.MethodPost, "/writing", accounts.Annotator, url.Values{}), http.StatusNotFound, "no question left for you")
	has(t, x.ask(http.MethodPost, "/writing", accounts.Adjudicator, url.Values{}), http.StatusNotFound, "no question left") // the only model has answered both
	has(t, x.get("/writing", accounts.Annotator), 200, "Start a question")
}

// TestWritingWithoutQuestions: nothing to start is offered where nothing is
// asked, and no topic of a proposal.
func TestWritingWithoutQuestions(t *testing.T) {
	x := newWritingSite(t, nil)
	all, err := x.store.Questions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range all {
		if q.State = writing.Proposed; q.Topic == "bees" {
			q.State = writing.Refused
		}
		if err := x.store.SaveQuestion(t.Context(), &q); err != nil {
			t.Fatal(err)
		}
	}
	w := x.get("/writing", accounts.Annotator)
	has(t, w, 200, "no question to answer yet")
	for _, offered := range []string{"Start a question", "bees"} {
		if strings.Contains(w.Body.String(), offered) {
			t.Errorf("the page offers %q", offered)
		}
	}
}

// TestReleasedWhileWriting says to whoever writes on what became of the session.
func TestReleasedWhileWriting(t *testing.T) {
	x := newWritingSite(t, nil)
	path := x.begun(t, accounts.Annotator)
	x.read(t, path, accounts.Annotator)
	if _, err := writing.GiveBack(t.Context(), x.store, strings.TrimPrefix(path, "/writing/"), time.Now()); err != nil {
		t.Fatal(err)
	}
	form := url.Values{"do": {"instruct"}, "kind": {"style"}, "instruction": {"Shorter, please."}, "version": {"2"}, "client": {"client-one"}}
	has(t, x.ask(http.MethodPost, path+"/moves", accounts.Annotator, form), http.StatusConflict, "the session is over: it was released", "cannot continue it")
}

// TestInstructionIsTakenBack has the person change an instruction that the model
// does not answer, as often happens where it refuses.
func TestInstructionIsTakenBack(t *testing.T) {
	silent := make(chan struct{})
	x := newWritingSite(t, func(r *adhere.Request) string {
		if strings.Contains(r.Messages[len(r.Messages)-1].Text, "Say it all.") {
			<-silent
		}
		return "Leaves make a dye [0]."
	})
	defer close(silent)
	path := x.begun(t, accounts.Annotator)
	x.read(t, path, accounts.Annotator)
	instruct := func(version, text string) {
		t.Helper()
		form := url.Values{"do": {"instruct"}, "version": {version}, "client": {"form-" + version + "-instruct"}, "kind": {"style"}, "instruction": {text}}
		has(t, x.ask(http.MethodPost, path+"/moves", accounts.Annotator, form), http.StatusSeeOther)
	}
	instruct("2", "Say it all.")
	has(t, x.get(path, accounts.Annotator), 200, "Change the instruction", `name="turn" value="1"`)
	has(t, x.ask(http.MethodPost, path+"/withdraw", accounts.Annotator, url.Values{"turn": {"1"}}), http.StatusSeeOther)
	has(t, x.get(path, accounts.Annotator), 200, "What should change?", ">Say it all.</textarea>", `value="style" data-key="s" checked`, "turn <span id=\"turn\">0</span> of 10")
	instruct("4", "Shorter.")
	x.read(t, path, accounts.Annotator)
	has(t, x.get(path, accounts.Annotator), 200, "Did it follow your instruction?", "turn <span id=\"turn\">1</span> of 10")
	for _, turn := range []string{"1", "2", ""} {
		has(t, x.ask(http.MethodPost, path+"/withdraw", accounts.Annotator, url.Values{"turn": {turn}}), http.StatusConflict, "answered or taken back already")
	}
}

func TestStopAndRetryByForms(t *testing.T) {
	x := newWritingSite(t, nil)
	path := x.begun(t, accounts.Annotator)
	for _, do := range []string{"/stop", "/retry"} {
		has(t, x.ask(http.MethodPost, path+do, accounts.Annotator, url.Values{}), http.StatusSeeOther)
	}
	x.read(t, path, accounts.Annotator)
	has(t, x.get(path, accounts.Annotator), 200, "What should change?")
}

func TestNoWriting(t *testing.T) {
	x := newSite(t, nil)
	has(t, x.get("/writing", accounts.Annotator), http.StatusNotFound, "--writer")
	has(t, x.ask(http.MethodPost, "/writing", accounts.Annotator, url.Values{}), http.StatusNotFound)
	has(t, x.ask(http.MethodPost, "/writing/topics", accounts.Annotator, url.Values{}), http.StatusNotFound)
}

func TestReferences(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"Red [0].":                "<p>Red [<0>].</p>",
		"[0][1] and [0, 1; 2]":    "<p>[<0>][<1>] and [<0>, <1>; 2]</p>",
		"[2] [x] [1234] [] a[0":   "<p>[2] [x] [1234] [] a[0</p>",
		"Brackets [see 1] remain": "<p>Brackets [see 1] remain</p>",
		"**Red** [00], `a[1]`":    "<p><strong>Red</strong> [<0>], <code>a[1]</code></p>",
		"<b>[0]</b>":              "<p>&lt;b&gt;[<0>]&lt;/b&gt;</p>",
	} {
		got := string(withReferences(rendered(text), 2))
		got = regexp.MustCompile(`<button type="button" class="ref" popovertarget="ref-(\d+)" aria-label="passage \d+">\d+</button>`).ReplaceAllString(got, "<$1>")
		if strings.TrimSpace(got) != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
