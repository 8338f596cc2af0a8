package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/browse"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
	"adhere/report"
)

// A Story is one state of one page, made of invented data, for people and
// tests to look at.
type Story struct {
	Name string // unique; letters, digits and hyphens
	Page []byte // HTML whose assets lie beside it
}

// Stories renders every template in its states: empty, partial, failed, full,
// with long text, from right to left, with hostile text.
func Stories(ctx context.Context) ([]Story, error) {
	s, err := showcase()
	if err != nil {
		return nil, err
	}
	var all []Story
	for _, x := range stories() {
		r := (&http.Request{Method: http.MethodGet, URL: &url.URL{Path: x.path}, Header: http.Header{}}).WithContext(ctx)
		w := &memory{header: http.Header{}}
		v := &visit{server: s, w: w, r: r, beside: true, person: accounts.Person{Name: "ada", Role: accounts.Admin}, session: &accounts.Session{}}
		if x.nobody {
			v.person, v.session = accounts.Person{}, nil
		}
		if err := x.tell(s, v); err != nil {
			return nil, fmt.Errorf("story %s: %w", x.name, err)
		}
		all = append(all, Story{x.name, w.body})
	}
	return all, nil
}

// A story is how a page comes to its state.
type story struct {
	name   string
	path   string // the page's, for the way that is marked in the bar
	nobody bool   // nobody is signed in
	tell   func(*Server, *visit) error
}

// told is a story that shows a view as it is.
func told(name, path, template string, content any) story {
	return story{name: name, path: path, tell: func(_ *Server, v *visit) error { return v.show(template, content) }}
}

// ofRun is what shows a run, for the one in the path.
func ofRun(do func(*Server, *visit, *adhere.Run) error) func(*Server, *visit) error {
	return func(s *Server, v *visit) error {
		return on(s.runOf, func(v *visit, r *adhere.Run) error { return do(s, v, r) })(v)
	}
}

// asked is a story that a handler tells, with values for the wildcards of its
// path and a query.
func asked(name, path, query string, handle func(*Server, *visit) error, values ...string) story {
	return story{name: name, path: path, tell: func(s *Server, v *visit) error {
		v.r.URL.RawQuery = query
		for i := 0; i+1 < len(values); i += 2 {
			v.r.SetPathValue(values[i], values[i+1])
		}
		return handle(s, v)
	}}
}

func outside(x story) story {
	x.nobody = true
	return x
}

// stories lists them all, by template.
func stories() []story {
	var all []story
	for _, some := range [][]story{accountStories(), runStories(), itemStories(), pairStories(), boardStories(), writingStories(), labelStories(), workStories(), campaignStories(), leadStories(), settleStories(), trafficStories(), collectStories()} {
		all = append(all, some...)
	}
	return all
}

// noon is when everything in a story happens.
func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// showcase is a server over invented runs.
func showcase() (*Server, error) {
	s, err := New(Config{
		Accounts: accounts.NewKeeper(nil, noon), Runs: inventedRuns{}, Records: inventedRecords{}, Judging: inventedJudging{},
		Now: noon, Log: slog.New(slog.DiscardHandler), Version: "of the storybook",
	})
	if err == nil {
		s.digests.patience, s.Writing.Room, s.Writing.Desk = time.Hour, &writing.Room{}, &collect.Desk{} // so that the bar leads there; no story does
	}
	return s, err
}

const longWord = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"

func accountStories() []story {
	sessions := []sessionLine{{"0123456789abcdef", noon(), noon(), true}, {"fedcba9876543210", noon().Add(-50 * time.Hour), noon().Add(-3 * time.Hour), false}}
	people := peopleView{
		Roles: accounts.Roles(),
		People: []personLine{
			{accounts.Person{Name: "ada", Role: accounts.Admin, Created: noon()}, true},
			{accounts.Person{Name: "bo", Role: accounts.Annotator, Created: noon()}, false},
			{accounts.Person{Name: "a-very-long-code-name-of-forty-letters-x", Role: accounts.Viewer, Created: noon(), Disabled: true, Identity: "https://sign.example.org 7"}, false},
		},
		Invites: []inviteLine{
			{accounts.Invite{ID: 1, Role: accounts.Annotator, Note: "Cleo " + longWord, By: "ada", Expires: noon().Add(72 * time.Hour)}, "open", true},
			{accounts.Invite{ID: 2, Role: accounts.Viewer, By: "ada", Expires: noon()}, "expired", false},
			{accounts.Invite{ID: 3, Role: accounts.Annotator, Note: "بو من المختبر", By: "ada", Expires: noon()}, "used by bo", false},
		},
	}
	made, failed := people, people
	made.Link = "https://adhere.example.org/join/5f2c8d"
	failed.trouble = trouble{"this is the last administrator", "make another one first"}
	wrong := accountView{Name: "ada", Role: accounts.Admin, Sessions: sessions, trouble: trouble{"the name or the password is wrong", "check both"}}
	return []story{
		outside(told("login", "/login", "login", loginView{Next: "/"})),
		outside(told("login-provider", "/login", "login", loginView{Next: "/", Provider: "sign.example.org", ProviderHref: "#", Out: true, SignOutHref: "#"})),
		outside(told("login-error", "/login", "login", loginView{Next: "/", Name: "ada", trouble: trouble{"the name or the password is wrong", "check both; an administrator can set a new password, or allow an account that was disabled"}})),
		outside(told("join", "/join/x", "join", joinView{Token: "x", Invite: &accounts.Invite{Role: accounts.Annotator, By: "ada", Expires: noon()}})),
		outside(told("join-error", "/join/x", "join", joinView{Token: "x", Name: "Bo B", Invite: &accounts.Invite{Role: accounts.Viewer, By: "ada", Expires: noon()}, trouble: trouble{`the name "bo b" cannot be used`, "take up to 40 letters"}})),
		told("account", "/account", "account", accountView{Name: "ada", Role: accounts.Admin, Sessions: sessions, Changed: true}),
		told("account-error", "/account", "account", wrong),
		told("account-elsewhere", "/account", "account", accountView{Name: "ada", Role: accounts.Admin, Sessions: sessions, Elsewhere: true}),
		told("account-local", "/account", "account", accountView{Name: localName, Role: accounts.Admin, Local: true}),
		told("audit-empty", "/audit", "audit", auditViewOf(nil)),
		told("audit", "/audit", "audit", auditView{Older: "#", File: "#", Acts: []accounts.Act{
			{ID: 9, Time: noon(), Who: "ada", Address: "10.0.0.7", Action: accounts.AccountRole, About: "bo", Detail: "annotator to adjudicator"},
			{ID: 8, Time: noon(), Address: "2001:db8::7", Action: accounts.SessionRefused, Detail: "wrong password, or disabled"},
			{ID: 7, Time: noon(), Who: "command line (root)", Action: accounts.KeyMade, About: longWord, Detail: "<script>\u202eevil"},
		}}),
		told("people-empty", "/people", "people", peopleView{Local: true, Roles: accounts.Roles()}),
		told("people", "/people", "people", people),
		told("people-link", "/people", "people", made),
		told("people-error", "/people", "people", failed),
		told("error-not-found", "/nothing", "error", errorOf(&adhere.Error{Code: adhere.NotFound, Message: `there is no run "x"`, Hint: "adhere runs list shows the stored runs"})),
		told("error-internal", "/nothing", "error", errorOf(errors.New("a secret"))),
	}
}

func runStories() []story {
	going := runView{Run: inventedRun("going", "openai/gpt-4o"), Items: "#", Failed: "#"}
	going.Run.State, going.Run.Done, going.Run.Items, going.Run.Failed = adhere.Started, 31_000, 100_000, 7
	going.Progress = progressOf(going.Run)
	going.Progress.Money = 25 * adhere.USD / 2
	idle := runView{Run: inventedRun("idle", "openai/gpt-4o"), Items: "#"}
	idle.Run.State, idle.Run.Done = adhere.Stopped, 0
	idle.Progress = progressOf(idle.Run)
	stale := going
	stale.Counted = &countedView{Parts: report.Parts{Body: "<p>Tables would be here.</p>", Warnings: []string{"a warning about " + longWord}}, Done: 30_000, Made: noon()}
	return []story{
		told("runs-empty", "/runs", "runs", runsView{Columns: sortColumns(nil, browse.Query{Sort: "started"})}),
		told("runs-none-fits", "/runs", "runs", runsView{Any: true, Columns: sortColumns(nil, browse.Query{Sort: "started"}), Query: browse.Query{Text: "no such thing"}}),
		asked("runs", "/runs", "", (*Server).listRuns),
		asked("runs-long", "/runs", "q=long", (*Server).listRuns),
		asked("run", "/runs/garden", "", ofRun((*Server).showRun), "run", "garden"),
		told("run-idle", "/runs/idle", "run", idle),
		told("search-none", "/search", "search", searchView{Text: "thyme", Left: 2}),
		told("search", "/search", "search", searchView{Text: "thyme", More: true, Hits: []hitLine{
			{"garden", "garden/herbs", "#", "answer", "… Plant ", "thyme", ", sage and mint. <script>"}, {"garden", "garden/" + longWord, "#", "reason of " + inventedPanel, longWord + " ", "thyme", " بو من المختبر"},
		}}),
		told("run-counting", "/runs/going", "run", going),
		asked("differ", "/runs/garden", "", ofRun((*Server).showDiffer), "run", "garden"),
		told("differ-none", "/runs/garden", "differ", differView{Run: idle.Run, RunHref: "#"}),
		told("run-stale", "/runs/going", "run", stale),
	}
}

func itemStories() []story {
	run := inventedRun("garden", "openai/gpt-4o")
	all := []story{
		told("items-counting", "/runs/garden", "items", itemsView{Run: run, RunHref: "#", Counting: true}),
		told("items-empty", "/runs/garden", "items", itemsView{Run: run, RunHref: "#"}),
		asked("items", "/runs/garden/items", "", ofRun((*Server).listItems), "run", "garden"),
		asked("items-filtered", "/runs/garden/items", "label=Number&outcome=not_met&judge="+url.QueryEscape(inventedPanel), ofRun((*Server).listItems), "run", "garden"),
		asked("items-none-fits", "/runs/garden/items", "label=Number&outcome=no_response", ofRun((*Server).listItems), "run", "garden"),
	}
	for i, name := range inventedItems() {
		all = append(all, asked("item-"+name, "/runs/garden/items", "", (*Server).showItem, "run", "garden", "position", strconv.Itoa(i)))
	}
	return all
}

func pairStories() []story {
	a, b := inventedRun("garden", "openai/gpt-4o"), inventedRun("orchard", "ollama/small")
	return []story{
		told("pairs-counting", "/compare", "pairs", pairsView{A: a, B: b, HrefA: "#", HrefB: "#", Swap: "#", Counting: true}),
		asked("pairs", "/compare", "", (*Server).listPairs, "a", "garden", "b", "orchard"),
		asked("pairs-different", "/compare", "only=differ", (*Server).listPairs, "a", "garden", "b", "orchard"),
		asked("pair", "/compare", "", (*Server).showPair, "a", "garden", "b", "orchard", "position", "0"),
		asked("pair-no-response", "/compare", "", (*Server).showPair, "a", "garden", "b", "orchard", "position", "1"),
	}
}

func boardStories() []story {
	return []story{
		told("boards-empty", "/boards", "boards", boardsView{}),
		asked("boards", "/boards", "", (*Server).listBoards),
		told("board-waiting", "/boards/garden", "board", boardView{Bench: "garden@1", Waiting: []navLink{{Title: "garden", Href: "#"}}}),
		asked("board", "/boards/garden", "", (*Server).showBoard, "bench", "garden@1"),
	}
}
