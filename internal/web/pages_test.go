package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/accounts"
)

var viewer = accounts.Viewer

func TestRunsAreFiltered(t *testing.T) {
	x := newSite(t, nil)
	if w := x.get("/runs", viewer); !strings.Contains(w.Body.String(), "no runs yet") {
		t.Error("without runs the page does not say how to make one")
	}
	all := items(3, 2)
	keepRun(t, x.store, "openai/gpt-4o", all, 3)
	keepRun(t, x.store, "ollama/small", all, 2)
	for query, want := range map[string]string{
		"": "gpt-4o small", "?model=ollama/small": "small", "?state=finished": "gpt-4o", "?state=started": "small", "?bench=garden": "gpt-4o small",
		"?bench=garden@1&model=openai/gpt-4o": "gpt-4o", "?bench=gard": "", "?judge=judge/panel": "gpt-4o small", "?judge=nobody": "", "?q=OLLAMA": "small",
		"?since=2999-01-01": "", "?until=2999-01-01": "gpt-4o small", "?sort=model": "small gpt-4o", "?sort=-model": "gpt-4o small", "?page=2": "",
	} {
		got := idsIn(x.get("/runs"+query, viewer))
		if query == "" || strings.HasPrefix(query, "?bench=garden") && strings.Count(query, "=") == 1 || strings.HasPrefix(query, "?judge=judge") || strings.HasPrefix(query, "?until") {
			want = "small gpt-4o" // the newest first
		}
		if got != want {
			t.Errorf("/runs%s lists %q, want %q", query, got, want)
		}
	}
	has(t, x.get("/runs?since=yesterday", viewer), http.StatusBadRequest, "cannot be read")
}

var runLink = regexp.MustCompile(`aria-label="[^"]*"> <a href="/runs/garden-([a-z0-9.-]+)-[0-9a-f]{8}">`)

// idsIn returns the models whose runs a page lists, in order.
func idsIn(w *httptest.ResponseRecorder) string {
	var all []string
	for _, m := range runLink.FindAllStringSubmatch(w.Body.String(), -1) {
		all = append(all, m[1])
	}
	return strings.Join(all, " ")
}

func TestRunOpensByTheBeginningOfItsName(t *testing.T) {
	x := newSite(t, nil)
	run := keepRun(t, x.store, "openai/gpt-4o", items(2, 1), 2)
	if w := x.get("/runs/garden-gpt", viewer); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/runs/"+run.ID {
		t.Errorf("%d %s", w.Code, w.Header().Get("Location"))
	}
	has(t, x.get("/runs/nothing", viewer), http.StatusNotFound, "there is no run")
}

// TestNumbersLeadToTheirItems follows every link of a run's page and holds
// that the list behind a share counts what the share counts.
func TestNumbersLeadToTheirItems(t *testing.T) {
	x := newSite(t, nil)
	run := keepRun(t, x.store, "openai/gpt-4o", items(30, 3), 30)
	page := x.settled(t, "/runs/"+run.ID).Body.String()
	links := regexp.MustCompile(`href="(/runs/[^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(links) < 20 {
		t.Fatalf("only %d links", len(links))
	}
	seen := map[string]bool{}
	for _, m := range links {
		path := strings.ReplaceAll(m[1], "&amp;", "&")
		if seen[path] {
			continue
		}
		seen[path] = true
		if w := x.get(path, viewer); w.Code != http.StatusOK {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	level := x.settled(t, "/runs/"+run.ID+"/items?level=2").Body.String()
	if got := strings.Count(level, ", level 2,"); got != 6 || strings.Contains(level, ", level 3,") {
		t.Errorf("behind level 2 are %d items, want 6", got)
	}
}

func TestItemsByOutcomeAndJudge(t *testing.T) {
	x := newSite(t, nil)
	all := items(5, 2)
	set := func(k int, byRule, byPanel [2]adhere.Outcome) {
		all[k].verdict = func(judge string, i int) adhere.Outcome {
			if judge == rules {
				return byRule[i]
			}
			return byPanel[i]
		}
	}
	m, n, u, s := adhere.Met, adhere.NotMet, adhere.Unsure, adhere.Skipped
	set(0, [2]adhere.Outcome{m, s}, [2]adhere.Outcome{n, m}) // the rule comes first
	set(1, [2]adhere.Outcome{n, s}, [2]adhere.Outcome{m, m})
	set(2, [2]adhere.Outcome{s, s}, [2]adhere.Outcome{m, u})
	set(3, [2]adhere.Outcome{s, s}, [2]adhere.Outcome{s, s})
	for k := range all { // one to five words
		all[k].text = strings.Repeat("word \n", k+1)
	}
	all[4].failed = true
	run := keepRun(t, x.store, "openai/gpt-4o", all, 5)
	here := "/runs/" + run.ID + "/items"
	x.settled(t, here)
	for query, want := range map[string]string{
		"": "0 1 2 3 4", "?outcome=met": "0", "?outcome=not_met": "1", "?outcome=undecided": "2", "?outcome=unjudged": "3", "?outcome=no_response": "4",
		"?judge=" + panelQuery + "&outcome=not_met": "0", "?judge=" + panelQuery + "&outcome=met": "1",
		"?label=Format&outcome=not_met": "1", "?label=Content&outcome=met": "0 1", "?label=Content&outcome=undecided": "2",
		"?rule=suite/rule-1&outcome=undecided": "2", "?tag.category=herbs": "0 3", "?q=BED-000003": "3", "?label=none": "", "?judge=nobody&outcome=met": "",
		"?words_from=3": "2 3", "?words_to=3": "0 1 2", "?words_from=2&words_to=3": "1 2", "?words_to=3&tag.category=herbs": "0", "?words_from=-1&words_to=x": "0 1 2 3 4",
	} {
		if got := positionsIn(x.get(here+query, viewer)); got != want {
			t.Errorf("%s lists %q, want %q", query, got, want)
		}
	}
	item := x.get(here+"/1?label=Content&outcome=met", viewer)
	has(t, item, http.StatusOK, "2 of 2", `href="/runs/`+run.ID+`/items/0?label=Content&amp;outcome=met"`)
}

const panelQuery = "judge%2Fpanel%401%2Bopenai%2Fgpt-4o"

var itemLink = regexp.MustCompile(`<a href="/runs/[^/]+/items/(\d+)[^"]*"><bdi>`)

func positionsIn(w *httptest.ResponseRecorder) string {
	var all []string
	for _, m := range itemLink.FindAllStringSubmatch(w.Body.String(), -1) {
		all = append(all, m[1])
	}
	return strings.Join(all, " ")
}

func TestItemShowsEverything(t *testing.T) {
	x := newSite(t, nil)
	run := keepRun(t, x.store, "openai/gpt-4o", items(3, 2), 3)
	w := x.get("/runs/"+run.ID+"/items/1", viewer)
	has(t, w, http.StatusOK, "Plant bed 1 with herbs.", "Answer to bed 1.", "Demand 1.", "because of "+rules, "because of judge/panel@1", "measured 3",
		"YES, it does", "Judge this: Answer to bed 1.", "suite/<wbr>rule-1", `href="#prompt-1"`, `id="prompt-2"`)
	has(t, x.get("/runs/"+run.ID+"/items/3", viewer), http.StatusNotFound)
	has(t, x.get("/runs/"+run.ID+"/items/x", viewer), http.StatusNotFound)
}

// TestItemSaysWhatIsMetInVain holds that a verdict stands on the page of its item
// as it counts, and as the list of what its judge said has it.
func TestItemSaysWhatIsMetInVain(t *testing.T) {
	x := newSite(t, nil)
	all := items(1, 2)
	all[0].in.Requirements[1].Needs = []string{"1"}
	all[0].verdict = func(_ string, i int) adhere.Outcome { return adhere.OutcomeOf(i == 1) }
	run := keepRun(t, x.store, "openai/gpt-4o", all, 1)
	w := x.get("/runs/"+run.ID+"/items/0", viewer)
	has(t, w, http.StatusOK, "counts only where what it needs is met (1); by itself met. because of "+rules)
	if n := strings.Count(w.Body.String(), `<span class="v not_met">`); n != 4 { // both of both judges
		t.Errorf("%d verdicts are not met", n)
	}
}

// TestHostileText holds that what a model wrote is shown and does nothing.
func TestHostileText(t *testing.T) {
	const evil = "<script>alert(1)</script><a href=\"javascript:x\">y</a></pre> \x1b[31m \u202egnirts \u2066x \x00 \ufeff{{.}} &amp; \"'"
	x := newSite(t, nil)
	all := items(2, 1)
	all[0].text = evil + strings.Repeat("w", 100_000)
	all[0].in.ID = "evil/" + evil
	all[0].in.Messages[0].Text = evil
	all[0].in.Requirements[0].Text, all[0].in.Requirements[0].Labels = evil, []string{evil}
	all[0].in.Tags = map[string]string{evil: evil}
	run := keepRun(t, x.store, "openai/"+evil, all, 2)
	for _, path := range []string{"/runs", "/runs/" + run.ID, "/runs/" + run.ID + "/items", "/runs/" + run.ID + "/items/0", "/boards/garden@1", "/compare/" + run.ID + "/" + run.ID + "/0"} {
		x.settled(t, "/compare/"+run.ID+"/"+run.ID)
		w := x.settled(t, path)
		has(t, w, http.StatusOK)
		body := w.Body.String()
		for _, bad := range []string{"<script>alert", "href=\"javascript:", "\x1b", "\u202e", "\u2066", "\x00", "\ufeff"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has %q", path, bad)
			}
		}
	}
	item := x.get("/runs/"+run.ID+"/items/0", viewer)
	has(t, item, http.StatusOK, "&lt;script&gt;alert(1)&lt;/script&gt;", `<span class="esc">\u202E</span>`, `<span class="esc">\u001B</span>`, "more bytes are not shown", "/answer.txt")
	if n := item.Body.Len(); n > 120_000 {
		t.Errorf("the page of a huge answer has %d bytes", n)
	}
	whole := x.get("/runs/"+run.ID+"/items/0/answer.txt", viewer)
	if whole.Body.String() != all[0].text || whole.Header().Get("Content-Type") != "text/plain; charset=utf-8" || !strings.HasPrefix(whole.Header().Get("Content-Disposition"), "attachment") {
		t.Error("the whole answer is not handed out as a file of text")
	}
}

func TestComparing(t *testing.T) {
	x := newSite(t, nil)
	all := items(4, 2)
	always := func(o adhere.Outcome) func(string, int) adhere.Outcome {
		return func(string, int) adhere.Outcome { return o }
	}
	for k := range all {
		all[k].verdict = always(adhere.Met)
	}
	a := keepRun(t, x.store, "openai/gpt-4o", all, 4)
	all[1].verdict, all[2].failed = always(adhere.NotMet), true
	b := keepRun(t, x.store, "ollama/small", all, 4)
	here := pairPath(a.ID, b.ID)
	has(t, x.settled(t, here), http.StatusOK, "B minus A", `<a href="/runs/`+a.ID+`/items">`, `<a href="/runs/`+b.ID+`/items?label=Format">`)
	for query, want := range map[string]string{"": "0 1 2 3", "?only=differ": "1 2", "?only=worse": "1", "?only=better": "", "?only=no_response": "2"} {
		var got []string
		for _, m := range regexp.MustCompile(`<a href="/compare/[^/]+/[^/]+/(\d+)[^"]*"><bdi>`).FindAllStringSubmatch(x.get(here+query, viewer).Body.String(), -1) {
			got = append(got, m[1])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s lists %q, want %q", query, got, want)
		}
	}
	has(t, x.get(here+"/1?only=differ", viewer), http.StatusOK, "1 of 2", "different", "Answer to bed 1.", "/1?only=differ"[2:])
	has(t, x.get(here+"/2", viewer), http.StatusOK, "the provider failed")
	has(t, x.get(here+"/9", viewer), http.StatusNotFound)
	if w := x.get("/compare?a=garden-gpt&b=garden-small", viewer); w.Header().Get("Location") != here {
		t.Error(w.Header().Get("Location"))
	}
}

func TestBoardRanks(t *testing.T) {
	x := newSite(t, nil)
	all := items(20, 2)
	keepRun(t, x.store, "openai/middling", all, 20)
	for k := range all {
		all[k].verdict = func(string, int) adhere.Outcome { return adhere.Met }
	}
	keepRun(t, x.store, "openai/good", all, 20)
	for k := range all {
		all[k].failed = true
	}
	keepRun(t, x.store, "openai/failing", all, 20)
	body := x.settled(t, "/boards/garden@1").Body.String()
	good, middling, failing := strings.Index(body, "openai/<wbr>good"), strings.Index(body, "openai/<wbr>middling"), strings.Index(body, "openai/<wbr>failing")
	if good < 0 || middling < good || failing < middling {
		t.Errorf("the order is %d %d %d", good, middling, failing)
	}
	has(t, x.get("/boards", viewer), http.StatusOK, "garden@")
	has(t, x.get("/boards/none", viewer), http.StatusNotFound)
}

// TestBoardComparesLikeWithLike holds that a leaderboard ranks runs over the
// same items by the same judges only, says how many items these are, and leads
// to the others.
func TestBoardComparesLikeWithLike(t *testing.T) {
	x := newSite(t, nil)
	all := items(20, 2)
	keepRun(t, x.store, "openai/whole", all, 20)
	keepRun(t, x.store, "openai/entire", all, 20)
	keepRun(t, x.store, "openai/few", all[:2], 2, func(p *adhere.Plan) { p.Limit = 2 })
	keepRun(t, x.store, "openai/rules", all, 20, func(p *adhere.Plan) { p.Judges = []string{rules} })
	keepRun(t, x.store, "openai/fresh", all, 20, func(p *adhere.Plan) { p.Dataset = "garden@1 sha256:ff" })
	body := x.settled(t, "/boards/garden@1").Body.String()
	for _, model := range []string{"whole", "entire"} {
		if !strings.Contains(body, "openai/<wbr>"+model) {
			t.Errorf("%s is missing in %s", model, body)
		}
	}
	for _, want := range []string{"2 finished runs over <strong>20 items of garden@1 (00)</strong>", "3 other groups", "the first 2 items of garden@1 (00)", "20 items of garden@1 (ff)"} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing in %s", want, body)
		}
	}
	for _, model := range []string{"few", "rules", "fresh"} {
		if strings.Contains(body, "openai/<wbr>"+model) {
			t.Errorf("a run of %s is ranked with others", model)
		}
	}
	link := regexp.MustCompile(`<a href="(/boards/garden@1\?field=\w+)">the first 2 items`).FindStringSubmatch(body)
	if link == nil {
		t.Fatal(body)
	}
	if few := x.settled(t, link[1]).Body.String(); !strings.Contains(few, "openai/<wbr>few") || strings.Contains(few, "openai/<wbr>whole") {
		t.Errorf("the field of two items is %s", few)
	}
}

// TestRunIsWatched follows the stream of a run that goes on until it is done.
func TestRunIsWatched(t *testing.T) {
	x := newSite(t, nil)
	all := items(10, 1)
	run := keepRun(t, x.store, "openai/gpt-4o", all, 4)
	has(t, x.settled(t, "/runs/"+run.ID), http.StatusOK, "live.js", `data-events="/runs/`+run.ID+`/events"`)
	server := httptest.NewServer(x.Server)
	defer server.Close()
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/runs/"+run.ID+"/events", nil)
	r.AddCookie(&http.Cookie{Name: x.cookieName(), Value: x.tokens[viewer]})
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var told []news
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var n news
		if err := json.Unmarshal([]byte(data), &n); err != nil {
			t.Fatal(err)
		}
		if told = append(told, n); len(told) == 1 {
			finishItems(t, x.store, run, all, 4, 10)
			x.store.SetRunState(context.Background(), run.ID, adhere.Finished)
		}
	}
	last := told[len(told)-1]
	if told[0].Done != 4 || last.Done != 10 || last.State != adhere.Finished || last.Percent != 100 || last.Calls != 10 {
		t.Errorf("the stream told %+v", told)
	}
}

func TestStreamsEndWithTheServer(t *testing.T) {
	closing := make(chan struct{})
	x := newSite(t, func(c *Config) { c.Closing = closing })
	run := keepRun(t, x.store, "openai/gpt-4o", items(2, 1), 1)
	close(closing)
	has(t, x.get("/runs/"+run.ID+"/events", viewer), http.StatusOK, `"done":1`)
	if got := x.Streams(); !slices.Equal(got, []string{"GET /runs/{run}/events", "GET /writing/{writing}/events", "GET /sessions/of/{writing}/events"}) {
		t.Error(got)
	}
}

func TestResultsAsFiles(t *testing.T) {
	x := newSite(t, nil)
	run := keepRun(t, x.store, "openai/gpt-4o", items(5, 2), 5)
	x.settled(t, "/runs/"+run.ID)
	has(t, x.get("/runs/"+run.ID+"/result.json", viewer), http.StatusOK, `"metrics"`)
	has(t, x.get("/runs/"+run.ID+"/result.csv", viewer), http.StatusOK, "constraint_acc")
	has(t, x.get("/runs/"+run.ID+"/result.md", viewer), http.StatusOK, "| metric |")
	has(t, x.get("/runs/"+run.ID+"/result.exe", viewer), http.StatusNotFound)
}

// TestBlindRolesSeeNoModel holds that whoever judges blind finds no model's
// name in any answer of the server.
func TestBlindRolesSeeNoModel(t *testing.T) {
	x := newSite(t, nil)
	run := keepRun(t, x.store, "openai/secret-model", items(3, 2), 3)
	values := samples(x)
	values["run"], values["a"], values["b"], values["bench"] = run.ID, run.ID, run.ID, "garden@1"
	for _, role := range []accounts.Role{accounts.Annotator, accounts.Adjudicator} {
		for _, rt := range x.routes() {
			if rt.method != http.MethodGet {
				continue
			}
			w := x.get(pathOf(t, rt, values), role)
			body := strings.ReplaceAll(w.Body.String(), run.ID, "") // the visitor's own word
			if strings.Contains(body, "secret-model") {
				t.Errorf("%s tells %s the model", rt.pattern, role)
			}
		}
	}
}
