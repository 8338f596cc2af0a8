package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/report"
)

const secretModel = "openai/topsecret-9"

// trap is an answer that tries to be more than text.
const trap = "<script>alert(1)</script> <img src=x onerror=alert(1)> [a](javascript:alert(1)) \x1b[31m \u202egnp.exe"

// labelUnits are units with answers of several runs of a secret model, on
// which secret judges and rules have their say.
func labelUnits(p *annotate.Protocol, n int) []annotate.Unit {
	var units []annotate.Unit
	for i := range n {
		u := annotate.Unit{Kind: annotate.Work, Topic: []string{"law", "art"}[i%2], Instruction: adhere.Instruction{
			ID: fmt.Sprintf("topsecret-9/set/%d", i), Dataset: "topsecret-9", Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprintf("Write poem %d.", i)}}, Input: "the input",
			Requirements: []adhere.Requirement{{ID: "1", Text: "Is it a poem?", Labels: []string{"Format"}}, {ID: "2", Text: "Does it rhyme?", Labels: []string{"Style"}}},
			Tags:         map[string]string{"task": "Write a poem.", "model": "topsecret-9"},
		}}
		for k := range p.Answers[1] {
			a := annotate.Answer{Model: secretModel, Text: fmt.Sprintf("Answer %d of %d. %s", k, i, trap), Run: fmt.Sprint("run-of-topsecret-9-", k)}
			for _, r := range u.Instruction.Requirements {
				a.Verdicts = append(a.Verdicts, adhere.Verdict{Requirement: r.ID, Judge: "judge/topsecret-9@1", Outcome: adhere.Met, Reason: "a hidden reason"})
			}
			u.Answers = append(u.Answers, a)
		}
		units = append(units, u)
	}
	return units
}

// openCampaign starts a campaign with those people over invented units.
func (x *site) openCampaign(ctx context.Context, name, protocol string, units int, o annotate.Settings, people ...string) (string, error) {
	p, err := annotate.ProtocolNamed(protocol)
	if err != nil {
		return "", err
	}
	return x.openOver(ctx, name, p, labelUnits(p, units), o, people...)
}

// openOver starts a campaign over units, with practice before them.
func (x *site) openOver(ctx context.Context, name string, p *annotate.Protocol, units []annotate.Unit, o annotate.Settings, people ...string) (string, error) {
	c, err := annotate.NewCampaign(name, p.Name, o)
	if err != nil {
		return "", err
	}
	practice, err := p.Practice()
	if err != nil {
		return "", err
	}
	return x.open(ctx, c, slices.Concat(units, practice), people...)
}

// open starts a campaign over just these units.
func (x *site) open(ctx context.Context, c *annotate.Campaign, all []annotate.Unit, people ...string) (string, error) {
	if err := c.SetUnits(all); err != nil {
		return "", err
	}
	c.Created = x.Now()
	if err := x.store.CreateCampaign(ctx, c, all); err != nil {
		return "", err
	}
	for _, person := range people {
		if err := x.store.SaveMember(ctx, c.ID, person, nil); err != nil {
			return "", err
		}
	}
	return c.ID, x.store.OpenCampaign(ctx, c.ID, "ada", annotate.NewPlan)
}

// sampleCampaign is one whose only member is the administrator, who has begun
// the first unit.
func (x *site) sampleCampaign() string {
	ctx := context.Background()
	id, err := x.openCampaign(ctx, "sample", "validation", 1, annotate.Settings{Overlap: 1}, "admin")
	for unit := 0; err == nil && unit != 1; {
		if unit, err = x.store.Take(ctx, id, "admin", (*annotate.Assignment).Begin); err == nil && unit != 1 {
			err = x.store.Work(ctx, id, unit, "admin", func(s *annotate.Assignment) error {
				_, err := s.Apply(annotate.Move{Action: annotate.ActHandIn, Client: "practice", Fields: map[string]string{"1": "met"}})
				return err
			})
		}
	}
	if err != nil {
		panic(err)
	}
	return id
}

// next asks for a person's next task and returns where it is.
func (x *site) next(t *testing.T, id string, role accounts.Role) string {
	t.Helper()
	w := x.ask("POST", "/tasks/"+id+"/next", role, url.Values{})
	has(t, w, http.StatusSeeOther)
	return w.Header().Get("Location")
}

// move sends what a script sends.
func (x *site) move(path string, role accounts.Role, version int, client, action string, pairs ...string) (*httptest.ResponseRecorder, saved) {
	form := url.Values{"who": {string(role)}, "version": {fmt.Sprint(version)}, "client": {client}, "action": {action}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	w := x.ask("POST", path, role, form, func(r *http.Request) { r.Header.Set("Accept", "application/json") })
	var out saved
	_ = json.Unmarshal(w.Body.Bytes(), &out)
	return w, out
}

// answers fills in everything that the form of a task asks for.
func (x *site) answers(t *testing.T, id, path string, role accounts.Role) []string {
	t.Helper()
	r := x.results(t, id)
	var unit int
	fmt.Sscanf(path[strings.LastIndexByte(path, '/')+1:], "%d", &unit)
	i := slices.IndexFunc(r.Tasks, func(task *annotate.Task) bool { return task.Unit == unit && task.Person == string(role) })
	if i < 0 {
		t.Fatalf("%s has no task %d", role, unit)
	}
	var pairs []string
	for n, g := range r.Form(r.Tasks[i]).Groups {
		if g.Score != nil && !r.Tasks[i].Locked {
			pairs = append(pairs, g.Score.Name, fmt.Sprint(1+n%5))
			continue
		}
		for k, q := range g.Fields {
			if q.Kind == annotate.FieldChoice {
				pairs = append(pairs, q.Name, q.Choices[(k+n)%len(q.Choices)].Value, q.Reason, fmt.Sprintf("Because of line %d in answer %d.", k, n))
			}
		}
	}
	return pairs
}

func (x *site) results(t *testing.T, id string) *annotate.Results {
	t.Helper()
	c, err := x.store.Campaign(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	units, _ := x.store.Units(t.Context(), id)
	members, _ := x.store.Members(t.Context(), id)
	places, _ := x.store.Places(t.Context(), id, "")
	events, _ := x.store.CampaignEvents(t.Context(), id, "", 0)
	r, err := annotate.NewResults(c, units, members, places, events)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestBlind labels under every protocol, and holds that no byte of any page,
// script or answer that reaches who labels tells whose answers they are, what
// judges say, or what others said; and that hostile answers are text.
func TestBlind(t *testing.T) {
	const other = "SECRET WORDS OF THE OTHER"
	for _, p := range annotate.Protocols() {
		t.Run(p.Name, func(t *testing.T) {
			x := newSite(t, nil)
			id, err := x.openCampaign(t.Context(), "blind", p.Name, 3, annotate.Settings{Overlap: 2}, "annotator", "adjudicator")
			if err != nil {
				t.Fatal(err)
			}
			shown := ""
			look := func(role accounts.Role, w *httptest.ResponseRecorder) {
				t.Helper()
				all, secrets := w.Body.String()+fmt.Sprint(w.Header()), []string{"topsecret", "a hidden reason", "judge/"}
				if role != accounts.Annotator { // who wrote the words
					secrets = append(secrets, other)
				}
				for _, secret := range secrets {
					if strings.Contains(strings.ToLower(all), strings.ToLower(secret)) {
						t.Errorf("%q is in %.2000s", secret, all)
					}
				}
				shown += w.Body.String()
			}
			tasks := 0
			for _, role := range []accounts.Role{accounts.Annotator, accounts.Adjudicator} {
				for path := x.next(t, id, role); !strings.HasSuffix(path, "?finished"); path = x.next(t, id, role) {
					tasks++
					version := 0
					for {
						look(role, x.get(path, role))
						pairs := append(x.answers(t, id, path, role), annotate.FieldNote, other)
						if role == accounts.Adjudicator {
							pairs = pairs[:len(pairs)-2]
						}
						action := "submit"
						if p.Score && version == 0 {
							action = "lock"
						}
						w, out := x.move(path, role, version, fmt.Sprintf("client-%d-%d", tasks, version), action, pairs...)
						has(t, w, http.StatusOK)
						look(role, w)
						if version = out.Version; out.Done {
							break
						}
						if version > 3 {
							t.Fatalf("%s is never done: %v", path, out.Gaps)
						}
					}
				}
				for _, path := range []string{"/tasks", "/tasks/" + id, "/tasks/" + id + "/guidelines", "/account"} {
					look(role, x.get(path, role))
				}
			}
			look(accounts.Adjudicator, x.get("/settle", accounts.Adjudicator))
			for name := range x.assets.content {
				if strings.HasSuffix(name, ".js") {
					look("", x.get((&visit{server: x.Server}).asset(name), ""))
				}
			}
			if tasks < 4 {
				t.Errorf("only %d tasks were looked at", tasks)
			}
			if p.Answers[1] > 0 && !strings.Contains(shown, string(report.Visible(trap))) {
				t.Error("the hostile answer was never shown, or not as text")
			}
			if strings.Contains(shown, "<script>alert") || strings.Contains(shown, "<img") {
				t.Error("a hostile answer became markup")
			}
			for _, role := range []accounts.Role{accounts.Annotator, accounts.Adjudicator} {
				for _, path := range []string{"/campaigns/" + id, "/campaigns/" + id + "/agreement", "/campaigns/" + id + "/files/verdicts.jsonl", "/runs"} {
					has(t, x.get(path, role), http.StatusForbidden)
				}
			}
		})
	}
}

// TestWorkToDoComesFirst: whoever signs in begins with Enter, although a newer
// campaign has not been started.
func TestWorkToDoComesFirst(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "with work", "validation", 1, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	p, err := annotate.ProtocolNamed("validation")
	if err != nil {
		t.Fatal(err)
	}
	c, err := annotate.NewCampaign("a draft", p.Name, annotate.Settings{Overlap: 1})
	if err != nil {
		t.Fatal(err)
	}
	units := labelUnits(p, 1)
	if err := c.SetUnits(units); err != nil {
		t.Fatal(err)
	}
	c.Created = x.Now().Add(time.Hour)
	if err := errors.Join(x.store.CreateCampaign(t.Context(), c, units), x.store.SaveMember(t.Context(), c.ID, "annotator", nil)); err != nil {
		t.Fatal(err)
	}
	page := x.get("/tasks", accounts.Annotator).Body.String()
	if first, second := strings.Index(page, `action="/tasks/`+id+`/next"><button autofocus>`), strings.Index(page, "a draft"); first < 0 || second < first {
		t.Errorf("the button is at %d, the draft at %d", first, second)
	}
}

func TestAutosave(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "save", "double-check", 2, annotate.Settings{Overlap: 1}, "annotator", "adjudicator")
	if err != nil {
		t.Fatal(err)
	}
	path := x.next(t, id, accounts.Annotator)
	if again := x.next(t, id, accounts.Annotator); again != path {
		t.Errorf("on another machine the task is %s, not %s", again, path)
	}
	w, out := x.move(path, accounts.Annotator, 0, "message-1", "save", "1", "met")
	has(t, w, http.StatusOK)
	if out.Version != 1 {
		t.Fatalf("%+v", out)
	}
	w, out = x.move(path, accounts.Annotator, 0, "message-1", "save", "1", "met") // the answer was lost
	has(t, w, http.StatusOK)
	if out.Version != 1 {
		t.Errorf("sent twice: %+v", out)
	}
	w, out = x.move(path, accounts.Annotator, 0, "message-2", "save", "1", "not_met", "1.why", "mine")
	has(t, w, http.StatusConflict, "changed since")
	if named := out.Named["1"]; out.Version != 1 || out.Fields["1"] != "met" || named.Title != "question 1" || named.Word("not_met") != "No" {
		t.Errorf("a stale page is told %+v", out)
	}
	form := url.Values{"who": {"annotator"}, "version": {"0"}, "client": {"message-3"}, "action": {"save"}, "1": {"not_met"}, "1.why": {"my words"}}
	has(t, x.ask("POST", path, accounts.Annotator, form), http.StatusConflict, "my words", `<h3>question 1</h3><p class="help">yours</p><pre dir="auto">No</pre><p class="help">saved</p><pre dir="auto">Yes</pre>`, "Keep mine", "Keep the saved version")
	has(t, x.ask("POST", path, "", form, func(r *http.Request) { r.Header.Set("Accept", "application/json") }), http.StatusUnauthorized)
	form.Set("who", "somebody")
	has(t, x.ask("POST", path, accounts.Annotator, form), http.StatusForbidden, "nothing was stored")
	has(t, x.get(path, accounts.Adjudicator), http.StatusNotFound)
	has(t, x.get(path, accounts.Annotator), 200, `value="met" checked`)
}

// TestWithoutScripts labels by forms alone.
func TestWithoutScripts(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "plain", "constraint-wise", 1, annotate.Settings{Overlap: 1}, "annotator")
	if err != nil {
		t.Fatal(err)
	}
	hidden := regexp.MustCompile(`name="(who|client|version)" value="([^"]*)"`)
	send := func(path, action string, pairs ...string) *httptest.ResponseRecorder {
		form := url.Values{"action": {action}}
		for _, m := range hidden.FindAllStringSubmatch(x.get(path, accounts.Annotator).Body.String(), -1) {
			form.Set(m[1], m[2])
		}
		for i := 0; i < len(pairs); i += 2 {
			form.Set(pairs[i], pairs[i+1])
		}
		return x.ask("POST", path, accounts.Annotator, form)
	}
	path := x.next(t, id, accounts.Annotator)
	has(t, x.get(path, accounts.Annotator), 200, "practice", "words", "sentences")
	has(t, send(path, "submit", "A.1", "met"), http.StatusUnprocessableEntity, "is still missing", `href="#A.1.why"`, `value="met" checked`)
	pairs := x.answers(t, id, path, accounts.Annotator)
	w := send(path, "submit", pairs...)
	has(t, w, http.StatusSeeOther)
	if w.Header().Get("Location") != path {
		t.Errorf("after practice one is led to %s, want what was right", w.Header().Get("Location"))
	}
	has(t, x.get(path, accounts.Annotator), 200, " correct<", "does not count")
	has(t, send(path, "reopen"), http.StatusConflict, "cannot be taken back")
	path = x.next(t, id, accounts.Annotator)
	w = send(path, "submit", x.answers(t, id, path, accounts.Annotator)...)
	has(t, w, http.StatusSeeOther)
	has(t, x.get(path, accounts.Annotator), 200, "Handed in", "Change my answers")
	has(t, send(path, "reopen"), http.StatusSeeOther)
	has(t, send(path, "submit", "A.1", "not_met"), http.StatusSeeOther)
	counted := x.results(t, id).Counted()
	if len(counted) != 1 || counted[0].Fields["A.1"] != "not_met" {
		t.Errorf("%+v", counted)
	}
}

// TestAdjudicationShowsWhatALevelAdded holds that who decides sees the added
// constraint at the question that is about it.
func TestAdjudicationShowsWhatALevelAdded(t *testing.T) {
	c, p := inventedCampaign("constraint-wise", annotate.Open)
	in := adhere.Instruction{
		ID: "leveled/1", Level: 1, Path: []string{"Name a river.", "Name a river of Asia."}, Messages: []adhere.Message{{Role: adhere.User, Text: "Name a river of Asia."}},
		Requirements: []adhere.Requirement{{ID: "1", Text: "The constraint that was added at level 1."}},
	}
	f := annotate.NewForm(p, &annotate.Unit{Number: 1, Kind: annotate.Work, Instruction: in, Answers: []annotate.Answer{{Text: "The Lena."}}}, []int{0})
	x := &annotate.Settling{Form: f, Task: &annotate.Task{}, Differ: []annotate.Difference{{Field: &f.Groups[0].Fields[0]}}}
	v := &visit{server: newSite(t, nil).Server, r: httptest.NewRequest(http.MethodGet, "/settle/herbs/1", nil)}
	b, err := v.render("campaign_settle", newSettleView(c, x, nil, "lead"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), "Name a river<ins> of Asia</ins>.") {
		t.Errorf("the page lacks the added constraint: %s", b)
	}
}

// TestDoubleCheckShowsWhatItAsksAbout holds that the page of a double check
// has the category and the constraint that was added, word by word, whatever
// the data set tells.
func TestDoubleCheckShowsWhatItAsksAbout(t *testing.T) {
	c, p := inventedCampaign("double-check", annotate.Open)
	page := func(in adhere.Instruction) string {
		in.ID, in.Messages = "leveled/1", []adhere.Message{{Role: adhere.User, Text: "Name a river of Asia that flows north."}}
		u := &annotate.Unit{Number: 1, Kind: annotate.Work, Instruction: in}
		v := &visit{server: newSite(t, nil).Server, r: httptest.NewRequest(http.MethodGet, "/tasks/herbs/1", nil)}
		b, err := v.render("label", newLabelView(c, annotate.NewForm(p, u, nil), &annotate.Task{Fields: map[string]string{}}))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	path := []string{"Name a river.", "Name a river of Asia.", "Name a river of Asia that flows north."}
	requirements := []adhere.Requirement{{ID: "1", Labels: []string{"content"}}, {ID: "2", Labels: []string{"situation"}}}
	full := page(adhere.Instruction{Level: 2, Path: path, Requirements: requirements, Tags: map[string]string{"category": "mixed"}})
	for _, want := range []string{"category</dt><dd><strong><bdi>mixed", `<span class="tag"><bdi>situation`, "Name a river of Asia<ins> that flows north</ins>.", "what level 2 added to level 1"} {
		if !strings.Contains(full, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(full, "<ins> of Asia</ins>") {
		t.Error("the page shows a step that the question is not about")
	}
	lone := page(adhere.Instruction{Level: 2, Requirements: requirements, Tags: map[string]string{"category": "format"}})
	if !strings.Contains(lone, "no earlier version") || !strings.Contains(lone, "<bdi>format") {
		t.Errorf("without a path the page is %s", lone)
	}
	if plain := page(adhere.Instruction{}); strings.Contains(plain, "added constraint</h2>") {
		t.Error("an instruction that is not filed has a constraint added")
	}
}

// TestConversationShowsTheAnswersBefore holds that the page of a conversation
// has its messages and answers in their order, numbered as the questions are.
func TestConversationShowsTheAnswersBefore(t *testing.T) {
	c, p := inventedCampaign("constraint-wise", annotate.Open)
	u := &annotate.Unit{Number: 1, Kind: annotate.Work, Instruction: adhere.Instruction{
		ID: "talk", Messages: []adhere.Message{{Role: adhere.User, Text: "List two."}, {Role: adhere.Assistant}, {Role: adhere.User, Text: "Shorter."}},
		Requirements: []adhere.Requirement{{ID: "two", Text: "It lists two.", Turn: 1}, {ID: "short", Text: "It is short."}},
	}, Answers: []annotate.Answer{{Model: secretModel, Text: "Oak, ash", Earlier: []string{"The oak and the ash"}}}}
	v := &visit{server: newSite(t, nil).Server, r: httptest.NewRequest(http.MethodGet, "/tasks/herbs/1", nil)}
	b, err := v.render("label", newLabelView(c, annotate.NewForm(p, u, []int{0}), &annotate.Task{Fields: map[string]string{}}))
	if err != nil {
		t.Fatal(err)
	}
	rest := string(b)
	for _, want := range []string{"Earlier: user", "List two.", "Answer 1", "The oak and the ash", "Shorter.", "Answer 2", "Oak, ash", "Answer 1: It lists two.", "Answer 2: It is short."} {
		_, after, ok := strings.Cut(rest, want)
		if !ok {
			t.Errorf("the page lacks %q there", want)
			continue
		}
		rest = after
	}
}

// TestOneAnswerHasNoLetter: where there is one answer, nothing speaks of an
// answer A; exports still say where it was shown.
func TestOneAnswerHasNoLetter(t *testing.T) {
	c, p := inventedCampaign("score-then-questions", annotate.Open)
	u := labelUnits(p, 1)[0]
	u.Number, u.Answers = 1, u.Answers[:1]
	form := annotate.NewForm(p, &u, []int{0})
	v := &visit{server: newSite(t, nil).Server, r: httptest.NewRequest(http.MethodGet, "/tasks/herbs/1", nil)}
	for _, task := range []*annotate.Task{{Order: []int{0}, Fields: map[string]string{}}, {Order: []int{0}, Fields: map[string]string{"A.score": "4"}, Locked: true}} {
		view := newLabelView(c, form, task)
		view.Gaps = form.Gaps(task)
		b, err := v.render("label", view)
		if err != nil || regexp.MustCompile(`[Aa]nswer A\b`).Match(b) {
			t.Errorf("%v: the page speaks of an answer A: %s", err, b)
		}
	}
	said := form.Said(&annotate.Task{Fields: map[string]string{"A.1": string(adhere.Met)}})
	if len(said) != 1 || said[0].Slot != "A" {
		t.Errorf("an export says %+v", said)
	}
}
