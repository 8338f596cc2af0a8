package web

import (
	"bytes"
	"context"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"adhere/internal/accounts"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

// newLeadSite is a site with a lead's pages, a model to write with, and no
// document yet.
func newLeadSite(t testing.TB) *site {
	t.Helper()
	x := newWritingSite(t, nil)
	for _, q := range []string{"botany", "bees"} {
		if err := x.store.RemoveQuestion(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.store.RemoveDocument(t.Context(), "leaves"); err != nil {
		t.Fatal(err)
	}
	x.Writing.Desk = &collect.Desk{
		Store: x.store, Finder: x.Writing.Room.Finder, Now: time.Now,
		Read: func(_ context.Context, path string) ([]writing.Document, error) { return collect.ReadFile(path) },
	}
	return x
}

// upload sends files, name and text by turns.
func (x *site) upload(t *testing.T, path string, files ...string) *httptest.ResponseRecorder {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		part, err := w.CreateFormFile("files", files[i])
		if err == nil {
			_, err = part.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	return x.ask(http.MethodPost, path, accounts.Admin, nil, func(r *http.Request) {
		*r = *httptest.NewRequest(http.MethodPost, path, &b).WithContext(r.Context())
		r.AddCookie(&http.Cookie{Name: x.cookieName(), Value: x.tokens[accounts.Admin]})
		r.Header.Set("Content-Type", w.FormDataContentType())
	})
}

const leavesPaper = "# Of leaves\n\n## Colour\n\nLeaves turn red because they make a dye in autumn.\n\n## Nights\n\nCold nights keep sugar in leaves, and the dye is made of sugar.\n"

func TestDocumentsOfALead(t *testing.T) {
	x := newLeadSite(t)
	has(t, x.get("/sessions", accounts.Admin), 200, "Add the documents", "Sessions</a>")
	w := x.upload(t, documentsPath, "leaves.md", leavesPaper, "../../etc/bees.txt", "Of bees\n\nBees make wax out of sugar, all summer long, in the dark.\n", "broken.pdf", "no pdf", "leaves.md", leavesPaper)
	has(t, w, 200, "2 documents of 3 paragraphs added; 1 were there", "broken.pdf", "bees.txt")
	has(t, x.upload(t, documentsPath), http.StatusBadRequest, "no file was sent")
	has(t, x.get(documentsPath+"?q=cold+nights", accounts.Admin), 200, "Passages, best first", `href="/sessions/documents/leaves#p-1"`)
	has(t, x.get(documentsPath+"?q=zeppelin", accounts.Admin), 200, "no passage fits")
	if w := x.get(documentsPath+"?find=bees", accounts.Admin); strings.Contains(w.Body.String(), ">Of leaves<") || !strings.Contains(w.Body.String(), "Of bees") {
		t.Errorf("the filter shows %s", w.Body)
	}
	has(t, x.get(documentsPath+"/leaves", accounts.Admin), 200, `id="p-1"`, `href="#p-0"`, "Cold nights keep sugar")
	has(t, x.get(documentsPath+"/none", accounts.Admin), http.StatusNotFound)
	change := func(status int, says string, form url.Values) {
		t.Helper()
		has(t, x.ask(http.MethodPost, documentsPath+"/change", accounts.Admin, form), status, says)
	}
	if w := x.get(documentsPath, accounts.Admin); strings.Contains(w.Body.String(), "authors<") {
		t.Error("a column of authors where no document has any")
	}
	change(http.StatusSeeOther, "", url.Values{"do": {"set"}, "name": {"autumn"}, "document": {"leaves", "bees", "leaves"}})
	change(http.StatusBadRequest, "a name of 1 to", url.Values{"do": {"set"}, "document": {"leaves"}})
	change(http.StatusBadRequest, "no document is selected", url.Values{"do": {"set"}, "name": {"empty"}})
	change(http.StatusBadRequest, "no document is selected", url.Values{"do": {"remove"}})
	has(t, x.get(documentsPath, accounts.Admin), 200, "autumn", "2 documents:")
	again := url.Values{"do": {"set"}, "name": {" autumn "}, "document": {"bees"}}
	change(http.StatusConflict, `the set &#34;autumn&#34; exists already`, again)
	change(http.StatusConflict, `value="bees" aria-label="Of bees" checked`, again) // what was entered is there
	change(http.StatusConflict, `name="replace" value="1"`, again)
	has(t, x.get(documentsPath, accounts.Admin), 200, "2 documents:")
	again.Set("replace", "1")
	change(http.StatusSeeOther, "", again)
	has(t, x.get(documentsPath, accounts.Admin), 200, "1 document:")
	again.Set("document", "leaves")
	again.Add("document", "bees")
	change(http.StatusSeeOther, "", again)
	change(http.StatusSeeOther, "", url.Values{"do": {"remove"}, "document": {"bees"}})
	has(t, x.get(documentsPath, accounts.Admin), 200, "1 document:")
	change(http.StatusSeeOther, "", url.Values{"do": {"unset"}, "set": {"autumn"}})
	change(http.StatusNotFound, "no set", url.Values{"do": {"unset"}, "set": {"autumn"}})
}

// TestQuestionsOfALead asks, accepts, edits and refuses questions, and holds
// that only what is asked is handed out, to whom it is for first.
func TestQuestionsOfALead(t *testing.T) {
	x := newLeadSite(t)
	has(t, x.get(questionsPath, accounts.Admin), 200, "add some</a> first")
	has(t, x.upload(t, documentsPath, "leaves.md", leavesPaper), 200)
	has(t, x.upload(t, builtPath, "built.jsonl", `{"question":"Why do leaves turn red in autumn?","paragraph":"rw-1","documents":["leaves"],"kept":true}
{"question":"What does the paper say?","paragraph":"rw-1","documents":["leaves"],"kept":false}
{"question":"What keeps sugar in leaves?","paragraph":"rw-2","documents":["leaves"]}
`), 200, "2 proposals added", "Why do leaves turn red", "documents (")
	has(t, x.upload(t, builtPath, "built.jsonl", `{"question":"Why?","documents":["nothing"]}`), http.StatusBadRequest, "built.jsonl line 1: documents")
	has(t, x.upload(t, builtPath, "built.jsonl", "{"), http.StatusBadRequest, "built.jsonl line 1: ")
	has(t, x.ask(http.MethodPost, "/writing", accounts.Annotator, url.Values{}), http.StatusNotFound, "no question left")
	save := func(path string, status int, says string, form url.Values) {
		t.Helper()
		has(t, x.ask(http.MethodPost, path, accounts.Admin, form), status, says)
	}
	seen := x.get(questionsPath+"/q1", accounts.Admin)
	has(t, seen, 200, "Accept", "1 more to review", `value="/sessions/questions/q2"`, "not met")
	q1 := url.Values{"do": {"ask"}, "text": {"Why do leaves turn red, and when?"}, "document": {"leaves"}, "person": {"adjudicator"}, "next": {"/sessions/questions/q2"}}
	save(questionsPath+"/q1", http.StatusBadRequest, "the checklist is incomplete", q1)
	q1.Set("anyway", "1")
	_, rest, _ := strings.Cut(seen.Body.String(), `name="version" value="`)
	q1.Set("version", rest[:16])
	save(questionsPath+"/q1", http.StatusSeeOther, "", q1)
	again := x.ask(http.MethodPost, questionsPath+"/q1", accounts.Admin, url.Values{"do": {"ask"}, "text": {"Mine?"}, "document": {"leaves"}, "anyway": {"1"}, "version": {rest[:16]}})
	has(t, again, http.StatusConflict, "somebody changed the question meanwhile", "Mine?", `name="version"`)
	if strings.Contains(again.Body.String(), rest[:16]) {
		t.Error("the form cannot be sent again")
	}
	q1.Del("version")
	save(questionsPath+"/q2", http.StatusSeeOther, "", url.Values{"do": {"refuse"}, "text": {"What keeps sugar in leaves?"}, "document": {"leaves"}})
	has(t, x.get(questionsPath, accounts.Admin), 200, "Why do leaves turn red, and when?", "1 proposal", "adjudicator")
	has(t, x.ask(http.MethodPost, "/writing", accounts.Annotator, url.Values{}), http.StatusNotFound, "no question left") // it is for somebody else
	path := x.begun(t, accounts.Adjudicator)
	x.read(t, path, accounts.Adjudicator)
	has(t, x.get(questionsPath+"/q1", accounts.Admin), 200, "1 session has begun", "You can still change who should answer it")
	save(questionsPath+"/q1", http.StatusConflict, "being answered already", q1)
	save(questionsPath+"/q1", http.StatusConflict, "being answered already", url.Values{"do": {"remove"}})
	save(questionsPath+"/q1", http.StatusSeeOther, "", url.Values{"do": {"assign"}})
	save(questionsPath+"/q9", http.StatusNotFound, "no question", url.Values{"do": {"assign"}})
	save(questionsPath, http.StatusBadRequest, "at least one document", url.Values{"do": {"ask"}, "text": {"Why?"}, "anyway": {"1"}})
	has(t, x.upload(t, documentsPath, "a.txt", "A\n\nAnts carry leaves over long ways to their nests.", "b.txt", "B\n\nBees like leaves too, says nobody at all here."), 200)
	save(documentsPath+"/change", http.StatusSeeOther, "", url.Values{"do": {"set"}, "name": {"animals"}, "document": {"a", "b"}})
	save(questionsPath, http.StatusSeeOther, "", url.Values{"do": {"ask"}, "text": {"Which animals use leaves?"}, "set": {"animals"}, "topic": {"animals"}, "anyway": {"1"}})
	save(questionsPath, http.StatusBadRequest, "at least one document", url.Values{"do": {"keep"}, "text": {"Why?"}})
	save(questionsPath, http.StatusBadRequest, "a question has a text", url.Values{"do": {"keep"}, "text": {"\u200b"}, "document": {"a"}})
	save(questionsPath, http.StatusSeeOther, "", url.Values{"do": {"keep"}, "text": {"What do ants do?"}, "document": {"a"}})
	if q, err := x.Writing.Desk.Question(t.Context(), "q4"); err != nil || q.State != writing.Proposed {
		t.Errorf("what is saved as a proposal is %+v, %v", q, err)
	}
	q, err := x.Writing.Desk.Question(t.Context(), "q3")
	if err != nil || len(q.Documents) != 2 || q.Topic != "animals" {
		t.Errorf("the question of a set is %+v, %v", q, err)
	}
}

func TestSessionsOfALead(t *testing.T) {
	x := newLeadSite(t)
	has(t, x.settledAs(t, reportPath, accounts.Admin), 200, "No turn has been rated")
	has(t, x.upload(t, documentsPath, "leaves.md", leavesPaper), 200)
	if err := x.Writing.Desk.Ask(t.Context(), &writing.Asked{Question: writing.Question{Text: "Why do leaves turn red?"}, Documents: []string{"leaves"}}, 0, true); err != nil {
		t.Fatal(err)
	}
	path := x.begun(t, accounts.Annotator)
	x.read(t, path, accounts.Annotator)
	id := strings.TrimPrefix(path, "/writing/")
	lead := sessionsPath + "/of/" + id
	has(t, x.get(sessionsPath, accounts.Admin), 200, "1: 1 in progress", "waits for an instruction", "secret/", lead, "1 call, ", ">0, over 1 question and 1 model<")
	if strings.Contains(x.get(path, accounts.Annotator).Body.String(), "tokens") {
		t.Error("whoever writes is told what the model used")
	}
	move := func(version, do string, fields ...string) {
		t.Helper()
		form := url.Values{"do": {do}, "version": {version}, "client": {"client-" + version}}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		has(t, x.ask(http.MethodPost, path+"/moves", accounts.Annotator, form), http.StatusSeeOther)
	}
	move("2", "instruct", "kind", "info", "instruction", "What of cold nights?")
	x.read(t, path, accounts.Annotator)
	move("6", "rate", "rating", "bad", "comment", "It is the same.")
	has(t, x.get(lead, accounts.Admin), 200, "What of cold nights?", "It is the same.", "Summary of passages it was written with", "data-follow", `href="/sessions/documents/leaves#p-1"`)
	has(t, x.settledAs(t, reportPath, accounts.Admin), 200, "1 rated turn", "<svg", "Ratings")
	for file, says := range map[string]string{"sessions.jsonl": `"comment":"It is the same."`, "turns.jsonl": `"turn":1`, "turns.csv": "What of cold nights?"} {
		has(t, x.get(sessionsPath+"/files/"+file, accounts.Admin), 200, says)
	}
	has(t, x.get(sessionsPath+"/files/other", accounts.Admin), http.StatusNotFound)
	has(t, x.ask(http.MethodPost, lead+"/release", accounts.Admin, url.Values{}), http.StatusSeeOther)
	has(t, x.ask(http.MethodPost, lead+"/release", accounts.Admin, url.Values{}), http.StatusConflict)
	has(t, x.get(lead, accounts.Admin), 200, "released")
	has(t, x.get(sessionsPath+"?state=released&person=annotator", accounts.Admin), 200, "everybody", "released <span", lead)
	has(t, x.get(lead+"/events", accounts.Admin), 200, `"over":true`)
	has(t, x.get(sessionsPath+"/of/none", accounts.Admin), http.StatusNotFound)
}
