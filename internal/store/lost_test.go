package store_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/store"
	"adhere/internal/store/servertest"
	"adhere/internal/writing"
)

var everyTrip = flag.Bool("every-trip", false, "TestCutConnections cuts at each trip, not at each fifth")

// TestCutConnections cuts all connections of a store on a server, at each trip
// of a piece of work in turn, before the server hears of it and after: what
// comes of the work, and is found in the end, is what there is without a cut.
func TestCutConnections(t *testing.T) {
	t.Parallel()
	address := newServerPlace(t)
	openAt(t, address) // makes the tables; TestCutWhileOpening cuts that
	through, cuts := servertest.Through(t, address)
	db, err := sql.Open("pgx", address)
	ok(t, err)
	t.Cleanup(func() { _ = db.Close() })
	attempt := func(next func(int) servertest.Cut) (work string, trips, made int) {
		empty(t, db)
		cuts.Count(next)
		said := workOfAllKinds(t, through)
		trips, made = cuts.Trips(), cuts.Made()
		cuts.Count(func(int) servertest.Cut { return servertest.None })
		return said + contents(t, db), trips, made
	}
	want, trips, _ := attempt(func(int) servertest.Cut { return servertest.None })
	const apart = 40 // trips between two cuts of one attempt; enough to begin again and come further
	step := 5
	if *everyTrip {
		step = 1
	}
	for _, how := range []servertest.Cut{servertest.Unasked, servertest.Unheard} {
		for first := 0; first < apart; first += step {
			got, _, made := attempt(func(trip int) servertest.Cut {
				if trip%apart != first {
					return servertest.None
				}
				return how
			})
			if d := cmp.Diff(want, got); d != "" || made == 0 {
				t.Errorf("%d cuts of %d trips, from the %d. on, %v: %s", made, trips, first, how, d)
			}
		}
	}
	t.Logf("%d trips", trips)
}

// TestCutWhileOpening cuts the connections while a store whose tables are still to
// be made is opened three times at once.
func TestCutWhileOpening(t *testing.T) {
	t.Parallel()
	address := newServerPlace(t)
	through, cuts := servertest.Through(t, address)
	db, err := sql.Open("pgx", address)
	ok(t, err)
	t.Cleanup(func() { _ = db.Close() })
	const apart = 53 // trips between two cuts; a step of the schema takes fewer
	for first := 1; first < apart; first += 8 {
		_, err := db.ExecContext(t.Context(), "drop schema public cascade; create schema public")
		ok(t, err)
		cuts.Count(func(trip int) servertest.Cut {
			if trip%apart != first {
				return servertest.None
			}
			return []servertest.Cut{servertest.Unasked, servertest.Unheard}[(trip/apart+first/8)%2]
		})
		var all errgroup.Group
		for range 3 {
			all.Go(func() error {
				s, err := store.Open(t.Context(), through)
				if err != nil {
					return err
				}
				return errors.Join(s.NoteAct(t.Context(), "a", "b", "c"), s.Close())
			})
		}
		ok(t, all.Wait())
		if made := cuts.Made(); made < 2 {
			t.Errorf("%d cuts", made)
		}
	}
}

// TestOpenedByMany has the server cut all connections at steps of the schema
// while a store whose tables are still to be made is opened many times at once.
func TestOpenedByMany(t *testing.T) {
	t.Parallel()
	if server == "" {
		t.Skip("it is for the round on a server")
	}
	address, cut := servertest.New(t)
	db, err := sql.Open("pgx", address)
	ok(t, err)
	defer func() { _ = db.Close() }()
	opened := make(chan error)
	const many = 6
	for range many {
		go func() {
			s, err := store.Open(t.Context(), address)
			if err == nil {
				err = s.Close()
			}
			opened <- err
		}()
	}
	left, last := many, 0
	for cuts := 0; left > 0; {
		select {
		case err := <-opened:
			if left--; err != nil {
				t.Error(err)
			}
		default:
			var version int
			err := db.QueryRowContext(t.Context(), "select max(version_id) from goose_db_version").Scan(&version)
			if err == nil && version > last && cuts < 12 {
				last = version
				cut()
				cuts++
			}
		}
	}
}

// empty empties all tables.
func empty(t *testing.T, db *sql.DB) {
	t.Helper()
	_, err := db.ExecContext(t.Context(), "truncate "+strings.Join(tables(t, db), ", ")+" cascade")
	ok(t, err)
}

func tables(t *testing.T, db *sql.DB) []string {
	t.Helper()
	var all string
	ok(t, db.QueryRowContext(t.Context(), "select string_agg(tablename, ' ' order by tablename) from pg_tables where schemaname = 'public' and tablename !~ '^(goose|writers)'").Scan(&all))
	return strings.Fields(all)
}

// contents are the rows of all tables, without the numbers that the server
// gives: those of what was not to be are left out.
func contents(t *testing.T, db *sql.DB) string {
	t.Helper()
	var all strings.Builder
	for _, table := range tables(t, db) {
		var rows string
		ok(t, db.QueryRowContext(t.Context(), `select coalesce(string_agg(line, chr(10) order by line), '') from
			(select (to_jsonb(t) - 'id' - 'num' - 'run' - 'person' - 'next' - 'used_by' - 'seen' - 'rowid')::text as line from `+table+` t) lines`).Scan(&rows))
		fmt.Fprintf(&all, "%s:\n%s\n", table, rows)
	}
	return all.String()
}

// workOfAllKinds does something of each kind and returns what it was told.
func workOfAllKinds(t *testing.T, address string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s, err := store.Open(ctx, address)
	if err != nil {
		t.Error(err)
		return ""
	}
	s.Now = func() time.Time { return noon }
	var said strings.Builder
	say := func(what string, value any, err error) {
		b, _ := json.Marshal(value)
		fmt.Fprintf(&said, "%s: %s, %v\n", what, b, err)
	}
	for _, do := range []func(context.Context, *testing.T, *store.Store, func(string, any, error)){workOnRun, workOfPeople, workOfServices, workOnCampaign, workOnSession} {
		do(ctx, t, s, say)
	}
	say("close", nil, s.Close())
	return said.String()
}

func workOnRun(ctx context.Context, _ *testing.T, s *store.Store, say func(string, any, error)) {
	run := newRun("lakes-1")
	say("create", nil, s.CreateRun(ctx, run, items(3)))
	say("items", run.Items, nil)
	_, release, err := s.Claim(ctx, run.ID)
	say("claim", nil, err)
	j, err := s.Journal(ctx, run.ID)
	say("journal", nil, err)
	if err != nil {
		return
	}
	for i := range 3 {
		giveBack, _, err := s.ClaimCall(fmt.Sprint("key", i)) // which nobody may have, but who was cut off a moment ago
		say("claim a call", nil, err)
		usage := map[string]adhere.Usage{"subject": {Calls: 1, In: 10, Out: 5, Money: 3}}
		req, resp := &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: "Sing."}}}, &adhere.Response{Text: "La."}
		say("put", nil, s.Put(ctx, fmt.Sprint("key", i), "m", req, resp))
		giveBack()
		say("finish", nil, j.Finish(ctx, i, record(i), adhere.Used{Made: usage}, i == 0))
	}
	say("finish again", nil, j.Finish(ctx, 0, record(0), adhere.Used{Made: map[string]adhere.Usage{"subject": {Calls: 1}}}, false))
	say("warn", nil, s.AddRunWarning(ctx, run.ID, "Careful."))
	release()
	state, err := s.Settle(ctx, run.ID)
	say("settle", state, err)
	r, err := s.Run(ctx, run.ID)
	say("run", r, err)
	for rec, err := range s.Records(ctx, run.ID) {
		say("record", rec, err)
	}
	left, err := s.TakeWords(ctx, 100)
	say("words", left, err)
	resp, found, err := s.Get(ctx, "key1")
	say("get", []any{resp, found}, err)
}

func workOfPeople(ctx context.Context, _ *testing.T, s *store.Store, say func(string, any, error)) {
	p := &accounts.Person{Name: "ada", Role: accounts.Admin, Created: noon}
	say("person", nil, s.AddPerson(ctx, p))
	invite := &accounts.Invite{Hash: "h", Role: accounts.Viewer, By: "ada", Created: noon, Expires: noon.Add(time.Hour)}
	say("invite", nil, s.SaveInvite(ctx, invite))
	say("use", nil, s.UseInvite(ctx, invite, &accounts.Person{Name: "bo", Role: accounts.Viewer, Created: noon}))
	say("session", nil, s.SaveSession(ctx, &accounts.Session{Hash: "s", Person: *p, Created: noon, Seen: noon}))
	say("sign in", nil, s.SaveSignIn(ctx, &accounts.SignIn{Hash: "i", Next: "/", Begun: noon}))
	x, err := s.TakeSignIn(ctx, "i")
	say("signed in", x, err)
	say("change", nil, s.ChangePeople(ctx, func(all []accounts.Person) error {
		all[0].Role = accounts.Viewer
		return nil
	}))
	all, err := s.People(ctx)
	for i := range all {
		all[i].ID = 0
	}
	say("people", all, err)
}

func workOfServices(ctx context.Context, _ *testing.T, s *store.Store, say func(string, any, error)) {
	for range 3 {
		say("charge", nil, s.ChangeState(ctx, "key k", func(_ time.Time, state []byte) ([]byte, error) {
			n, _ := strconv.Atoi(string(state))
			return strconv.AppendInt(nil, int64(n+1), 10), nil
		}))
		taken, err := s.TakeShare(ctx, "a run", adhere.Usage{Money: 4}, adhere.Usage{Money: 9})
		say("share", taken, err)
	}
	state, err := s.State(ctx, "key k")
	say("state", string(state), err)
	_, taken, err := s.TakeTurn(ctx, "m", time.Millisecond, time.Hour)
	say("turn", taken, err)
	say("request", nil, s.PutRequest(ctx, &store.Request{ID: "r", Created: noon, Body: json.RawMessage(`{"kept":true}`)}))
	requests, err := s.Requests(ctx, 0, false)
	say("requests", requests, err)
	acts, err := s.Acts(ctx, 0, 0)
	say("acts", len(acts), err)
}

func workOnCampaign(ctx context.Context, _ *testing.T, s *store.Store, say func(string, any, error)) {
	c, err := annotate.NewCampaign("Test", "double-check", annotate.Settings{Overlap: 1})
	say("campaign", nil, err)
	c.ID, c.Created = "test", noon
	units := []annotate.Unit{{Kind: annotate.Work, Topic: "t", Instruction: adhere.Instruction{ID: "i", Messages: []adhere.Message{{Role: adhere.User, Text: "Sing."}}}}}
	say("units", nil, c.SetUnits(units))
	say("create", nil, s.CreateCampaign(ctx, c, units))
	say("member", nil, s.SaveMember(ctx, c.ID, "bo", nil))
	say("open", nil, s.OpenCampaign(ctx, c.ID, "ada", annotate.NewPlan))
	unit, err := s.Take(ctx, c.ID, "bo", (*annotate.Assignment).Begin)
	say("take", unit, err)
	say("label", nil, s.Work(ctx, c.ID, unit, "bo", func(x *annotate.Assignment) error {
		_, err := x.Apply(annotate.Move{Action: annotate.ActHandIn, Client: "in-bo-12345", Fields: map[string]string{"1": "met"}})
		return err
	}))
	events, err := s.CampaignEvents(ctx, c.ID, "", 0)
	for i := range events {
		events[i].ID = 0
	}
	say("events", events, err)
}

func workOnSession(ctx context.Context, t *testing.T, s *store.Store, say func(string, any, error)) {
	added, err := s.AddDocuments(ctx, []writing.Document{document("moss", "Green.", "Soft.")})
	say("documents", added, err)
	q := writing.Asked{Question: writing.Question{ID: "q", Text: "What of moss?"}, Documents: []string{"moss"}}
	say("question", nil, s.SaveQuestion(ctx, &q))
	say("begin", nil, begin(t, s, "s", "q", "m", "bo"))
	say("move", nil, s.AddEvent(ctx, "s", &writing.Event{Number: 1, Client: "c", Move: writing.Move{Action: writing.Drafted, Text: "A draft."}}))
	say("draft", nil, s.SaveDraft(ctx, "s", "f", "typed"))
	drafts, err := s.Drafts(ctx, "s")
	say("drafts", slices.Sorted(maps.Keys(drafts)), err)
	head, events, err := s.Events(ctx, "s")
	say("events", []any{head, events}, err)
}
