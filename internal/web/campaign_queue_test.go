package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
)

// votedCampaign is one of double checks in which three people said, on each
// unit, what the strings have: y for yes, n for no, on both questions.
func votedCampaign(t *testing.T, x *site, protocol string, votes ...string) string {
	t.Helper()
	id, err := x.openCampaign(t.Context(), "votes", protocol, len(votes), annotate.Settings{Overlap: 3})
	if err != nil {
		t.Fatal(err)
	}
	var events []annotate.Event
	for i, said := range votes {
		for person, letter := range said {
			value := map[rune]string{'y': "met", 'n': "not_met"}[letter]
			fields := map[string]string{"1": value, "2": "met", "1.why": fmt.Sprintf("Reason of vote %d.", person)}
			events = append(events, annotate.Event{
				Campaign: id, Unit: i + 1, Person: fmt.Sprintf("hidden-%d", person), Kind: annotate.Import, Fields: fields, Version: 1, Client: "import", At: time.Unix(1e9, 0),
			})
		}
	}
	if err := x.store.AddEvents(t.Context(), id, events); err != nil {
		t.Fatal(err)
	}
	return id
}

// TestQueueIsSifted holds what each filter of the queue shows, and that the
// majority stands for a set only after a confirmation that says how many.
func TestQueueIsSifted(t *testing.T) {
	x := newSite(t, nil)
	id := votedCampaign(t, x, "double-check", "yyn", "yn", "yynn", "yyy", "nny")
	count := regexp.MustCompile(`(?s)>(open|ties|far apart|with a majority|decided) <span class="num">(\d+)`)
	counts := func() string {
		var out []string
		for _, m := range count.FindAllStringSubmatch(x.get("/settle/"+id, accounts.Adjudicator).Body.String(), -1) {
			out = append(out, m[1]+" "+m[2])
		}
		return strings.Join(out, ", ")
	}
	if got := counts(); got != "open 4, ties 2, far apart 1, with a majority 2, decided 0" {
		t.Errorf("the filters have %s", got)
	}
	page := x.get("/settle/"+id, accounts.Adjudicator)
	has(t, page, 200, "1 of 4", "2 said <strong>Yes", "1 said <strong>No", "Reason of vote 2.", "Decide 2 of these by majority")
	if strings.Contains(page.Body.String(), "hidden-") {
		t.Error("who settles reads who said it")
	}
	has(t, x.get("/settle/"+id+"?show=ties", accounts.Adjudicator), 200, "1 of 2", "1 said <strong>Yes")
	link := fmt.Sprintf(`href="/settle/%s/2"`, id)
	has(t, x.get("/campaigns/"+id+"/agreement", accounts.Admin), 200, link)
	if strings.Contains(x.get("/campaigns/"+id+"/agreement", accounts.Viewer).Body.String(), link) {
		t.Error("who cannot settle is led to where people settle")
	}
	has(t, x.get("/settle/"+id+"/majority?show=", accounts.Adjudicator), 200, "<strong>2</strong> disagreements are decided", "2 without a majority stay open")
	stand := func(n string) *httptest.ResponseRecorder {
		return x.ask("POST", "/settle/"+id+"/majority", accounts.Adjudicator, url.Values{"n": {n}, "show": {""}})
	}
	has(t, stand("4"), http.StatusConflict, "there are now 2 disagreements")
	has(t, stand("2"), http.StatusSeeOther)
	if got := counts(); got != "open 2, ties 2, far apart 1, with a majority 0, decided 2" {
		t.Errorf("after the majority stood the filters have %s", got)
	}
	gold := x.get("/campaigns/"+id+"/files/gold.jsonl", accounts.Admin).Body.String()
	if got := strings.Count(gold, `"judge":"gold/settled"`); got != 2 || !strings.Contains(gold, "the majority stands") {
		t.Errorf("%d differences are settled in %s", got, gold)
	}
	x.lead(t, id, "state", 303, "state", "closed")
	has(t, x.get("/settle/"+id, accounts.Adjudicator), 200, "campaign is closed")
	has(t, stand("0"), http.StatusConflict)
}

// TestAgreementListsAllDifferences holds that the page of agreement lists every
// difference, in pages, and leads to those only that the visitor may settle.
func TestAgreementListsAllDifferences(t *testing.T) {
	x := newSite(t, nil)
	id := votedCampaign(t, x, "double-check", slices.Repeat([]string{"yn"}, differencesPerPage+2)...)
	own := annotate.Event{
		Campaign: id, Unit: 2, Person: "admin", Kind: annotate.Import, Fields: map[string]string{"1": "met", "2": "met"}, Version: 1, Client: "import", At: time.Unix(1e9, 0),
	}
	if err := x.store.AddEvents(t.Context(), id, []annotate.Event{own}); err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(`href="/settle/` + id + `/(\d+)"`)
	links := func(path string) (units []string) {
		page := x.get("/campaigns/"+id+path, accounts.Admin)
		has(t, page, 200, "102 to decide")
		for _, m := range link.FindAllStringSubmatch(page.Body.String(), -1) {
			units = append(units, m[1])
		}
		return units
	}
	if got := links("/agreement"); len(got) != differencesPerPage-1 || slices.Contains(got, "2") {
		t.Errorf("the page leads to %d differences: %q", len(got), got)
	}
	has(t, x.get("/campaigns/"+id+"/agreement", accounts.Admin), 200, `href="/campaigns/`+id+`/agreement?page=2#differences"`)
	if got := links("/agreement?page=2"); !slices.Equal(got, []string{"101", "102"}) {
		t.Errorf("the second page leads to %q", got)
	}
	x.lead(t, id, "state", 303, "state", "closed")
	if got := links("/agreement"); got != nil {
		t.Errorf("in a closed campaign the page leads to %q", got)
	}
}

// TestQueueSkipsNothing decides one difference after the other, and is led from
// each to the next in the order of the form: from the score to the first question.
func TestQueueSkipsNothing(t *testing.T) {
	x := newSite(t, nil)
	p, err := annotate.ProtocolNamed("score-then-questions")
	if err != nil {
		t.Fatal(err)
	}
	units := labelUnits(p, 2)
	for i := range units {
		units[i].Answers = units[i].Answers[:1]
		units[i].Instruction.Requirements = append(units[i].Instruction.Requirements, adhere.Requirement{ID: "3", Text: "Is it short?"})
	}
	id, err := x.openOver(t.Context(), "scores", p, units, annotate.Settings{Overlap: 2})
	if err != nil {
		t.Fatal(err)
	}
	var events []annotate.Event
	for unit := 1; unit <= 2; unit++ {
		for person, said := range []string{"met", "not_met"} {
			events = append(events, annotate.Event{
				Campaign: id, Unit: unit, Person: fmt.Sprintf("p-%d", person), Kind: annotate.Import, Version: 1, Client: "import", At: time.Unix(1e9, 0),
				Fields: map[string]string{annotate.FieldOrder: "0", "A.score": strconv.Itoa(2 + person), "A.1": said, "A.2": said, "A.3": said},
			})
		}
	}
	if err := x.store.AddEvents(t.Context(), id, events); err != nil {
		t.Fatal(err)
	}
	hidden := regexp.MustCompile(`name="(who|version|queue)" value="([^"]*)"`)
	var went []string
	for at := "/settle/" + id; len(went) < 20; {
		page := x.get(at, accounts.Adjudicator).Body.String()
		form := url.Values{"show": {""}}
		for _, m := range hidden.FindAllStringSubmatch(page, -1) {
			form.Set(m[1], m[2])
		}
		key := form.Get("queue")
		if key == "" {
			has(t, x.get(at, accounts.Adjudicator), 200, "Nothing is left to decide here.")
			break
		}
		went = append(went, key)
		unit, field, _ := strings.Cut(key, ":")
		value := "met"
		if field == "A.score" {
			value = "3"
		}
		form.Set(field, value)
		w := x.ask("POST", "/settle/"+id+"/"+unit, accounts.Adjudicator, form)
		has(t, w, http.StatusSeeOther)
		at = w.Header().Get("Location")
	}
	if want := []string{"1:A.score", "1:A.1", "1:A.2", "1:A.3", "2:A.score", "2:A.1", "2:A.2", "2:A.3"}; !slices.Equal(went, want) {
		t.Errorf("went %v, want %v", went, want)
	}
}

// TestPreferencesStandAsSaid holds that the majority over pairs stands as
// people said it, in whichever order who settles would see the answers.
func TestPreferencesStandAsSaid(t *testing.T) {
	x := newSite(t, nil)
	id, err := x.openCampaign(t.Context(), "pairs", "pairwise", 6, annotate.Settings{Overlap: 3})
	if err != nil {
		t.Fatal(err)
	}
	var events []annotate.Event
	for unit := 1; unit <= 6; unit++ {
		for person, said := range []string{"first", "first", "tie"} {
			events = append(events, annotate.Event{
				Campaign: id, Unit: unit, Person: fmt.Sprintf("p-%d", person), Kind: annotate.Import, Version: 1, Client: "import", At: time.Unix(1e9, 0),
				Fields: map[string]string{annotate.FieldOrder: "0,1", "prefer": said},
			})
		}
	}
	if err := x.store.AddEvents(t.Context(), id, events); err != nil {
		t.Fatal(err)
	}
	has(t, x.ask("POST", "/settle/"+id+"/majority", accounts.Adjudicator, url.Values{"n": {"6"}}), http.StatusSeeOther)
	for _, d := range x.results(t, id).Differences() {
		if !d.Done || d.Value != "first" {
			t.Errorf("task %d stands as %q", d.Unit, d.Value)
		}
	}
}

// TestQueueByKeys settles one difference after the other in a real browser: a
// key for each, and takes one back.
func TestQueueByKeys(t *testing.T) {
	x := newSite(t, nil)
	id := votedCampaign(t, x, "double-check", "yyn", "ynn", "yn")
	server := httptest.NewServer(x.Server)
	t.Cleanup(server.Close)
	ctx := browser(t)
	at := func(unit int) chromedp.Action {
		return ready(fmt.Sprintf(`form[data-store="%s/%d/1"]`, id, unit))
	}
	run := func(actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatal(err)
		}
	}
	cookie := network.SetCookie(x.cookieName(), x.tokens[accounts.Adjudicator]).WithURL(server.URL)
	run(cookie, chromedp.Navigate(server.URL+"/settle/"+id), at(1),
		chromedp.KeyEvent("j"), at(2), chromedp.KeyEvent("k"), at(1),
		chromedp.KeyEvent("1"), at(2), chromedp.KeyEvent("1"), at(3), chromedp.KeyEvent("z"), at(2), chromedp.KeyEvent("2"))
	stands := func() string {
		var all []string
		for _, d := range x.results(t, id).Differences() {
			all = append(all, fmt.Sprint(d.Unit, " ", d.Value))
		}
		return strings.Join(all, ", ")
	}
	k := &keyboard{t: t, ctx: ctx}
	k.until(func() bool { return strings.HasPrefix(stands(), "1 met, 2 not_met, 3") })
	k.until(func() bool { // where the page is still on its way, that ends this one
		return chromedp.Run(ctx, chromedp.Navigate(server.URL+"/settle/"+id)) == nil
	})
	run(at(3), chromedp.KeyEvent("2"), ready(".tabs + .lead"))
	if got := stands(); got != "1 met, 2 not_met, 3 not_met" {
		t.Errorf("settled is %s", got)
	}
}
