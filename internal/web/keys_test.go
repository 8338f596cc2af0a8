package web

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/benchdata"
)

// realUnits are the instructions of a benchmark to which a paper shows the
// answers of five models, with these, and some with one answer.
func realUnits(t *testing.T) []annotate.Unit {
	t.Helper()
	type line struct {
		ID, Instruction, Input, Output, Response, Model string
		Questions                                       []string `json:"decomposed_questions"`
	}
	const singles = 2
	dir := benchdata.Dir(t, "infobench")
	read := func(name string, do func(line)) {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for d := json.NewDecoder(f); d.More(); {
			var l line
			if err := d.Decode(&l); err != nil {
				t.Fatal(err)
			}
			do(l)
		}
	}
	answers := map[string][]annotate.Answer{}
	read("case_study.jsonl", func(l line) {
		if len(answers[l.ID]) == 5 { // more are not shown at once
			return
		}
		answers[l.ID] = append(answers[l.ID], annotate.Answer{Model: l.Model, Text: l.Response})
	})
	var units []annotate.Unit
	single := 0
	read("gpt4_outputs_gpt4_verdicts.jsonl", func(l line) {
		if answers[l.ID] == nil {
			if single++; single > singles {
				return
			}
			answers[l.ID] = []annotate.Answer{{Model: "someone", Text: l.Output}}
		}
		u := annotate.Unit{Kind: annotate.Work, Answers: answers[l.ID]}
		u.Instruction = adhere.Instruction{ID: l.ID, Dataset: "real@1", Input: l.Input, Messages: []adhere.Message{{Role: adhere.User, Text: l.Instruction}}}
		for i, q := range l.Questions {
			u.Instruction.Requirements = append(u.Instruction.Requirements, adhere.Requirement{ID: strconv.Itoa(i + 1), Text: q})
		}
		units = append(units, u)
	})
	return units
}

// A keyboard presses keys in a browser and counts them.
type keyboard struct {
	t       *testing.T
	ctx     context.Context
	state   string // of the page before the last key
	pressed int
	labels  int
	said    map[string][]string // by what was asked, which label each key meant
	settled map[string]string
}

// shown lists the questions of a page, each as somebody reads it: the answer,
// then what is asked of it.
const shown = `[...document.querySelectorAll(".q")].map(q => [...q.closest(".unit").querySelectorAll(".text pre")].at(-1).textContent.trim() + "\n" + (q.querySelector("legend [dir]") ?? q.querySelector("legend")).textContent.trim())`

// eval puts an expression to the page.
func (k *keyboard) eval(expression string, value any) {
	k.t.Helper()
	if err := chromedp.Run(k.ctx, chromedp.Evaluate(expression, value)); err != nil {
		k.t.Fatal(err)
	}
}

// say labels the first open question.
func (k *keyboard) say(key, label string, open int) {
	k.t.Helper()
	var all []string
	k.eval(shown, &all)
	asked := all[len(all)-open]
	k.said[asked] = append(k.said[asked], label)
	k.labels++
	k.press(key)
}

// settle decides what is asked by the key of one of its first two choices.
func (k *keyboard) settle(choice int) {
	k.t.Helper()
	var asked []string
	var value string
	k.eval(shown, &asked)
	k.eval(fmt.Sprintf(`document.querySelectorAll("form.settle input[type=radio]")[%d].value`, choice), &value)
	k.settled[asked[0]] = value
	k.labels++
	k.press(strconv.Itoa(choice + 1))
}

// follow presses keys one by one and waits for the page that they lead to.
func (k *keyboard) follow(page string, keys ...string) {
	k.t.Helper()
	k.await(`document.readyState === "complete"`)
	for _, key := range keys {
		k.press(key)
	}
	k.await(fmt.Sprintf(`document.readyState === "complete" && location.pathname === %q && !(document.querySelector("[autofocus]") && document.activeElement === document.body)`, page))
}

// where tells pages and what is filled in apart, once a page is loaded and has
// the focus where it wants it; it ends in how many questions are open.
const where = `document.readyState !== "complete" || document.querySelector("[autofocus]") && document.activeElement === document.body ? "" : [location.href, document.querySelector("form.settle")?.dataset.store, document.getElementById("task")?.dataset.phase, ` +
	`document.querySelectorAll("input:checked").length, [...document.querySelectorAll(".q")].filter(q => !q.querySelector("input:checked")).length].join(" ")`

// look waits until the page is another than before the last key.
func (k *keyboard) look() (page string, phase string, open int) {
	k.t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		var now string
		if err := chromedp.Run(k.ctx, chromedp.Evaluate(where, &now)); err != nil || now == "" || now == k.state {
			continue
		}
		k.state = now
		parts := strings.Split(now, " ")
		open, _ = strconv.Atoi(parts[len(parts)-1])
		return parts[0], strings.Join(parts[2:len(parts)-2], " "), open
	}
	k.t.Fatalf("nothing changed at %s", k.state)
	return "", "", 0
}

func (k *keyboard) press(key string) {
	k.t.Helper()
	k.pressed++
	if err := chromedp.Run(k.ctx, chromedp.KeyEvent(key)); err != nil {
		k.t.Fatal(err)
	}
}

// label does all of a person's work.
func (k *keyboard) label(person int) {
	k.t.Helper()
	k.look()
	k.press("\r") // begin
	for n := person; ; n++ {
		page, phase, open := k.look()
		switch {
		case strings.Contains(page, "finished"):
			return
		case open == 0 && phase == "answer": // the last key has handed it in
		case open == 0:
			k.press("\r") // lock the scores, leave the practice
		case phase == "score":
			k.say("4", "4", open)
		case n%4 == 0:
			k.say("n", "not_met", open)
		default:
			k.say("y", "met", open)
		}
	}
}

// setUp makes and starts a campaign over all runs of the list, by the people
// that the form proposes, without practice.
func (k *keyboard) setUp() (id string) {
	k.t.Helper()
	k.follow("/campaigns/new", "a", "l")
	k.await(`document.activeElement.matches("[name=name]")`)
	for at := ""; at != "practice"; k.eval("document.activeElement.name", &at) {
		k.press("\t")
	}
	k.press(" ")
	k.press("\r")
	k.await(`document.readyState === "complete" && document.activeElement.value === "open"`)
	k.eval(`location.pathname.split("/").at(-1)`, &id)
	k.press("\r") // start
	k.await(`document.readyState === "complete" && document.getElementById("close")`)
	return id
}

// keepAnswers stores a run for each model with its answers, and returns their
// names by model.
func keepAnswers(t *testing.T, x *site, units []annotate.Unit) map[string]string {
	t.Helper()
	of, runs := map[string][]answered{}, map[string]string{}
	for _, u := range units {
		for _, a := range u.Answers {
			of[a.Model] = append(of[a.Model], answered{in: u.Instruction, text: a.Text, verdict: outcomes(0)})
		}
	}
	for _, model := range slices.Sorted(maps.Keys(of)) {
		runs[model] = keepRun(t, x.store, model, of[model], len(of[model])).ID
	}
	return runs
}

// goldOf is what the keys make of each question: what people said alike, else
// what was decided.
func (k *keyboard) goldOf(units []annotate.Unit, runs map[string]string) map[string]string {
	gold := map[string]string{}
	for _, u := range units {
		for _, a := range u.Answers {
			for _, q := range u.Instruction.Requirements {
				asked := strings.TrimSpace(a.Text) + "\n" + q.Text
				said := slices.Compact(slices.Sorted(slices.Values(k.said[asked])))
				outcome := k.settled[asked]
				if len(said) == 1 && outcome == "" {
					outcome = said[0]
				}
				gold[u.Instruction.ID+" openai/gpt-4o ("+runs[a.Model]+") "+q.ID] = outcome // each run answers by the same model
			}
		}
	}
	return gold
}

// goldIn reads an exported gold standard.
func goldIn(t *testing.T, jsonl string) map[string]string {
	t.Helper()
	gold := map[string]string{}
	for d := json.NewDecoder(strings.NewReader(jsonl)); d.More(); {
		var line adhere.VerdictLine
		if err := d.Decode(&line); err != nil {
			t.Fatal(err)
		}
		gold[line.Instruction+" "+line.Model+" "+line.Requirement] = string(line.Outcome)
	}
	return gold
}

// TestOneKeyALabel has a lead set a campaign over real answers up and close it,
// three people label, and an adjudicator settle what they differ on, all by
// keys from the page that signing in leads to: every key counts, the lead's too,
// there are hardly more than labels, and the gold standard is what the keys said.
func TestOneKeyALabel(t *testing.T) {
	x := newSite(t, nil)
	units := realUnits(t)
	tokens := []string{x.tokens[accounts.Annotator]}
	for i := range 2 {
		p := &accounts.Person{Name: fmt.Sprintf("rater-%d", i), Role: accounts.Annotator, Created: time.Now()}
		if err := x.store.AddPerson(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, x.signIn(t, p, "token of "+p.Name))
	}
	runs := keepAnswers(t, x, units)
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.Close)
	k := &keyboard{t: t, ctx: browser(t), said: map[string][]string{}, settled: map[string]string{}}
	sit := func(token string) {
		k.state = ""
		if err := chromedp.Run(k.ctx, network.SetCookie(x.cookieName(), token).WithURL(server.URL), chromedp.Navigate(server.URL)); err != nil {
			t.Fatal(err)
		}
	}
	sit(x.tokens[accounts.Admin])
	id := k.setUp()
	for i, token := range tokens {
		sit(token)
		k.label(i)
	}
	sit(x.tokens[accounts.Adjudicator])
	k.follow("/settle", "g", "a")
	k.follow("/settle/"+id, "\r")
	k.settleAll()
	sit(x.tokens[accounts.Admin])
	k.follow("/campaigns", "g", "c")
	k.follow("/campaigns/"+id, "j", "\r")
	k.follow("/campaigns/"+id+"/close", "\r")
	k.press("\r")
	k.until(func() bool { return x.results(t, id).Campaign.State == annotate.Closed })
	t.Logf("%d keys for %d labels: %.2f", k.pressed, k.labels, float64(k.pressed)/float64(k.labels))
	if 10*k.pressed > 12*k.labels {
		t.Errorf("%d keys for %d labels", k.pressed, k.labels)
	}
	want := k.goldOf(units, runs)
	got := goldIn(t, x.get("/campaigns/"+id+"/files/gold.jsonl", accounts.Admin).Body.String())
	if diff := cmp.Diff(want, got); diff != "" || len(k.settled) == 0 {
		t.Errorf("%d differences are settled; the gold labels are not what the keys said (-want +got):\n%s", len(k.settled), diff)
	}
}

// settleAll decides one difference after the other, by the first two keys in
// turn.
func (k *keyboard) settleAll() {
	k.t.Helper()
	const at = `document.querySelector("form.settle")?.dataset.store ?? ""`
	for {
		k.await(`document.readyState === "complete" && document.querySelector(".tabs")`)
		var before string
		if k.eval(at, &before); before == "" {
			return
		}
		k.settle(len(k.settled) % 2)
		k.await(fmt.Sprintf(`document.querySelector(".tabs") && (%s) !== %q`, at, before))
	}
}

// TestKeysLabelWhereTheyStand labels units of each protocol that has choices,
// one of five answers among them, by another key for each question: the values
// that are stored are those of the keys, in the order of the page, whether
// somebody presses "next" behind each label or not.
func TestKeysLabelWhereTheyStand(t *testing.T) {
	x := newSite(t, nil)
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.Close)
	k := &keyboard{t: t, ctx: browser(t)}
	for _, p := range annotate.Protocols() {
		if len(p.Choices) == 0 {
			continue
		}
		for i, next := range []string{"", "j"} {
			if next != "" && p.Reason { // reasons are typed between the labels
				continue
			}
			t.Run(p.Name+next, func(t *testing.T) {
				k.t = t
				c, err := annotate.NewCampaign(fmt.Sprint(p.Name, i), p.Name, annotate.Settings{Overlap: 1})
				if err != nil {
					t.Fatal(err)
				}
				id, err := x.open(t.Context(), c, labelUnits(&p, 1), "annotator")
				if err != nil {
					t.Fatal(err)
				}
				path := x.next(t, id, accounts.Annotator)
				if err := chromedp.Run(k.ctx, network.SetCookie(x.cookieName(), x.tokens[accounts.Annotator]).WithURL(server.URL), chromedp.Navigate(server.URL+path)); err != nil {
					t.Fatal(err)
				}
				k.answer(&p, next)
				k.await(fmt.Sprintf(`document.readyState === "complete" && location.pathname !== %q`, path)) // handed in
				holdKeys(t, x.results(t, id), &p)
			})
		}
	}
}

// answer labels all questions of a task, each by the key that holdKeys expects.
func (k *keyboard) answer(p *annotate.Protocol, next string) {
	k.t.Helper()
	if p.Score {
		for i := range p.Answers[1] {
			k.press(strconv.Itoa(i%5 + 1))
			if next != "" {
				k.press(next)
			}
		}
		k.press("\r") // lock
		k.await(`document.readyState === "complete" && document.getElementById("task")?.dataset.phase === "answer"`)
	}
	var questions int
	if err := chromedp.Run(k.ctx, chromedp.Evaluate(`document.querySelectorAll(".q").length`, &questions)); err != nil {
		k.t.Fatal(err)
	}
	for i := range questions {
		k.press(p.Choices[i%len(p.Choices)].Key)
		switch {
		case p.Reason:
			k.press("c")
			for _, letter := range fmt.Sprint("because of ", i) {
				k.pressed--
				k.press(string(letter))
			}
			k.press("\x1b")
		case next != "" && i+1 < questions: // the last label hands the task in
			k.press(next)
		}
	}
	if p.Reason {
		k.press("\r")
	}
}

func (k *keyboard) await(expression string) {
	k.t.Helper()
	k.until(func() bool {
		var ok bool
		return chromedp.Run(k.ctx, chromedp.Evaluate(`Boolean(`+expression+`)`, &ok)) == nil && ok
	})
}

func (k *keyboard) until(holds func() bool) {
	k.t.Helper()
	for end := time.Now().Add(5 * time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			var says string
			_ = chromedp.Run(k.ctx, chromedp.Evaluate(`document.querySelector("main").innerText`, &says)) // for the message alone
			k.t.Fatalf("the page waits for more: %s", says)
		}
	}
}

func holdKeys(t *testing.T, r *annotate.Results, p *annotate.Protocol) {
	t.Helper()
	task := r.Counted()[0]
	questions := 0
	for i, g := range r.Form(task).Groups {
		if g.Score != nil && task.Fields[g.Score.Name] != strconv.Itoa(i%5+1) {
			t.Errorf("answer %s has score %q, want %d", g.Slot, task.Fields[g.Score.Name], i%5+1)
		}
		for _, q := range g.Fields {
			if got, want := task.Fields[q.Name], p.Choices[questions%len(p.Choices)].Value; got != want {
				t.Errorf("question %d is answered %q, want %q", questions+1, got, want)
			}
			questions++
		}
	}
	if questions == 0 {
		t.Error("nothing was asked")
	}
}
