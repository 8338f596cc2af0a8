package store_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/store"
)

// campaign stores and starts a campaign of yes or no on so many units.
func campaign(t *testing.T, s *store.Store, units int, o annotate.Settings, people ...string) *annotate.Campaign {
	t.Helper()
	c, err := annotate.NewCampaign("Test", "double-check", o)
	if err != nil {
		t.Fatal(err)
	}
	c.Created = s.Now()
	var all []annotate.Unit
	for i := range units {
		all = append(all, annotate.Unit{Kind: annotate.Work, Topic: fmt.Sprint("topic ", i%3), Instruction: adhere.Instruction{ID: fmt.Sprint("i", i), Messages: []adhere.Message{{Role: adhere.User, Text: "Sing."}}}})
	}
	ok(t, c.SetUnits(all))
	ok(t, s.CreateCampaign(t.Context(), c, all))
	for _, p := range people {
		ok(t, s.SaveMember(t.Context(), c.ID, p, func(m *annotate.Member) error { m.Topics = []string{"topic 1"}; return nil }))
	}
	ok(t, s.OpenCampaign(t.Context(), c.ID, "ada", annotate.NewPlan))
	return c
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// take begins a person's next unit and hands it in; 0 where there is none.
func take(t *testing.T, s *store.Store, c *annotate.Campaign, person string) int {
	unit, err := s.Take(t.Context(), c.ID, person, (*annotate.Assignment).Begin)
	if err != nil {
		t.Error(err)
		return 0
	}
	if unit == 0 {
		return 0
	}
	err = s.Work(t.Context(), c.ID, unit, person, func(x *annotate.Assignment) error {
		_, err := x.Apply(annotate.Move{Action: annotate.ActHandIn, Client: "in-" + person + "-12345", Fields: map[string]string{"1": "met", "2": "not_met"}})
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return unit
}

func anyCampaign(*annotate.Campaign) error { return nil }

// TestCampaignStamp: what is done, noted, and changed about who counts gives a
// campaign another stamp, and nothing else does.
func TestCampaignStamp(t *testing.T) {
	s := open(t)
	c := campaign(t, s, 2, annotate.Settings{Overlap: 1}, "bo", "cy")
	var before string
	for _, step := range []struct {
		what    string
		do      func()
		changes bool
	}{
		{"first", func() {}, true},
		{"nothing", func() {}, false},
		{"a unit is handed in", func() { take(t, s, c, "bo") }, true},
		{"a note", func() {
			ok(t, s.LogCampaign(t.Context(), &annotate.Entry{Campaign: c.ID, Person: "ada", Kind: annotate.LogCompleted, About: "bo"}, anyCampaign))
		}, true},
		{"somebody is left out", func() {
			ok(t, s.SaveMember(t.Context(), c.ID, "bo", func(m *annotate.Member) error { m.Excluded = "haste"; return nil }))
		}, true},
		{"another is paused", func() {
			by := accounts.By(t.Context(), "ada", "")
			ok(t, s.SaveMember(by, c.ID, "cy", func(m *annotate.Member) error { m.Pause("haste"); return nil }))
		}, true},
		{"nothing again", func() {}, false},
	} {
		step.do()
		stamp, err := s.CampaignStamp(t.Context(), c.ID)
		ok(t, err)
		if (stamp != before) != step.changes {
			t.Errorf("%s: %q became %q", step.what, before, stamp)
		}
		before = stamp
	}
}

// TestOverlapIsExact has 30 people work at once on 300 units that want three
// labels each: every unit gets three, from three people, whether the work was
// planned or is taken by whoever comes.
func TestOverlapIsExact(t *testing.T) {
	var people []string
	for i := range 30 {
		people = append(people, fmt.Sprint("p", i))
	}
	for name, test := range map[string]struct {
		planned []string
		units   int
	}{"free": {nil, 300}, "planned": {people, 60}, "some planned": {people[:20], 60}} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			c := campaign(t, s, test.units, annotate.Settings{Overlap: 3}, test.planned...)
			var all sync.WaitGroup
			for _, p := range people {
				all.Go(func() {
					for take(t, s, c, p) > 0 {
					}
				})
			}
			all.Wait()
			events, err := s.CampaignEvents(t.Context(), c.ID, "", 0)
			ok(t, err)
			tasks, _ := annotate.Tasks(events)
			got := map[int]map[string]bool{}
			for _, task := range tasks {
				if got[task.Unit] == nil {
					got[task.Unit] = map[string]bool{}
				}
				if !task.Done || got[task.Unit][task.Person] {
					t.Errorf("%+v", task)
				}
				got[task.Unit][task.Person] = true
			}
			if len(got) != test.units {
				t.Errorf("%d units have labels, want %d", len(got), test.units)
			}
			for unit, by := range got {
				if len(by) != 3 {
					t.Errorf("unit %d has %d labels, want 3", unit, len(by))
				}
			}
		})
	}
}

func TestTakeGoesOnAndTakesOver(t *testing.T) {
	s := open(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s.Now = func() time.Time { return now }
	c := campaign(t, s, 2, annotate.Settings{Overlap: 1, Lease: time.Hour})
	begin := func(person string) int {
		t.Helper()
		unit, err := s.Take(t.Context(), c.ID, person, (*annotate.Assignment).Begin)
		ok(t, err)
		return unit
	}
	free := func(person string, want int) {
		t.Helper()
		if n, err := s.FreeUnits(t.Context(), c.ID, person); n != want || err != nil {
			t.Errorf("%d units are free for %s, want %d; %v", n, person, want, err)
		}
	}
	free("ada", 2)
	first := begin("ada")
	free("ada", 1)
	if again := begin("ada"); again != first {
		t.Errorf("on another machine ada gets unit %d, not %d", again, first)
	}
	if other := begin("bo"); other == first || other == 0 {
		t.Errorf("bo gets unit %d", other)
	}
	free("cy", 0)
	if none := begin("cy"); none != 0 {
		t.Errorf("cy gets unit %d, which is somebody's", none)
	}
	save := func(person, client string) error {
		return s.Work(t.Context(), c.ID, first, person, func(x *annotate.Assignment) error {
			_, err := x.Apply(annotate.Move{Action: annotate.ActSave, Client: client, Version: x.Task().Version, Fields: map[string]string{"1": "met"}})
			return err
		})
	}
	now = now.Add(50 * time.Minute)
	ok(t, save("ada", "message-1")) // which holds the lease for another hour
	now = now.Add(50 * time.Minute)
	if unit := begin("cy"); unit == first {
		t.Error("cy took what ada works on")
	}
	now = now.Add(11 * time.Minute)
	if unit := begin("di"); unit != first {
		t.Errorf("di gets unit %d, want the %d that ada left lying", unit, first)
	}
	if err := save("ada", "message-2"); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("ada is told %v", err)
	}
}

func TestMembersComeAndGo(t *testing.T) {
	s := open(t)
	c := campaign(t, s, 6, annotate.Settings{Overlap: 2}, "ada", "bo")
	take(t, s, c, "ada")
	ok(t, s.SaveMember(t.Context(), c.ID, "ada", func(m *annotate.Member) error { m.Releases = annotate.ReleaseOpen; return nil }))
	ok(t, s.SaveMember(t.Context(), c.ID, "cy", func(m *annotate.Member) error { m.Topics = []string{"topic 2"}; return nil }))
	units, err := s.Units(t.Context(), c.ID)
	ok(t, err)
	var topics []string
	for unit := take(t, s, c, "cy"); unit > 0; unit = take(t, s, c, "cy") {
		topics = append(topics, units[unit-1].Topic)
	}
	if len(topics) != 5 || topics[0] != "topic 2" {
		t.Errorf("cy replaces ada on %v, want 5 units, those of topic 2 first", topics)
	}
}

// What a person who left would have done if somebody had said yes goes to
// whoever comes, once somebody says so.
func TestWhoLeavesIsNotAskedLater(t *testing.T) {
	s := open(t)
	c, err := annotate.NewCampaign("In turn", "validation", annotate.Settings{})
	ok(t, err)
	c.Created = s.Now()
	units := []annotate.Unit{{Kind: annotate.Work, Instruction: adhere.Instruction{ID: "i", Messages: []adhere.Message{{Role: adhere.User, Text: "Sing."}}}}}
	ok(t, c.SetUnits(units))
	ok(t, s.CreateCampaign(t.Context(), c, units))
	for _, p := range []string{"ada", "bo"} {
		ok(t, s.SaveMember(t.Context(), c.ID, p, nil))
	}
	ok(t, s.OpenCampaign(t.Context(), c.ID, "ada", annotate.NewPlan))
	places, err := s.Places(t.Context(), c.ID, "")
	ok(t, err)
	first, second := places[0].Person, places[1].Person
	_, err = s.Take(t.Context(), c.ID, first, (*annotate.Assignment).Begin)
	ok(t, err)
	says := func(a annotate.Action, version int, fields map[string]string) {
		t.Helper()
		ok(t, s.Work(t.Context(), c.ID, 1, first, func(x *annotate.Assignment) error {
			_, err := x.Apply(annotate.Move{Action: a, Client: fmt.Sprint("message-", version), Version: version, Fields: fields})
			return err
		}))
	}
	says(annotate.ActHandIn, 0, map[string]string{"1": "not_met"})
	ok(t, s.SaveMember(t.Context(), c.ID, second, func(m *annotate.Member) error { m.Releases = annotate.ReleaseOpen; return nil }))
	if unit, err := s.Take(t.Context(), c.ID, "cy", (*annotate.Assignment).Begin); unit != 0 || err != nil {
		t.Errorf("cy gets unit %d, on which somebody has said no; %v", unit, err)
	}
	says(annotate.ActReopen, 1, nil)
	says(annotate.ActHandIn, 2, map[string]string{"1": "met"})
	if unit, err := s.Take(t.Context(), c.ID, "cy", (*annotate.Assignment).Begin); unit != 1 || err != nil {
		t.Errorf("cy gets unit %d, want 1, which %s would have done; %v", unit, second, err)
	}
}

// Two who settle a unit at the same time both decide on what they saw: the
// second is told of the first.
func TestSettlingAtTheSameTime(t *testing.T) {
	s := open(t)
	c := campaign(t, s, 1, annotate.Settings{}, "ada", "bo")
	settle := func(person string, version int) error {
		return s.AddEvents(t.Context(), c.ID, []annotate.Event{{
			Campaign: c.ID, Unit: 1, Person: person, Kind: annotate.Settle, Version: version, Client: fmt.Sprint("settle-", version), At: s.Now(),
			Fields: map[string]string{"1": "met", annotate.FieldOrder: ""},
		}})
	}
	label := func(person string) error {
		return s.AddEvents(t.Context(), c.ID, []annotate.Event{{Campaign: c.ID, Unit: 1, Person: person, Kind: annotate.Import, Version: 1, Client: "import", At: s.Now(), Fields: map[string]string{"1": "met"}}})
	}
	ok(t, label("ada"))
	ok(t, settle("cy", 1))
	ok(t, label("bo"))
	for _, person := range []string{"di", "cy"} {
		if err := settle(person, 1); adhere.CodeOf(err) != adhere.Conflict {
			t.Errorf("%s settles it as if nobody had: %v", person, err)
		}
	}
	ok(t, settle("di", 2))
}

func TestCampaignsRefuse(t *testing.T) {
	s := open(t)
	ctx := t.Context()
	c := campaign(t, s, 1, annotate.Settings{}, "ada", "bo")
	units, _ := s.Units(ctx, c.ID)
	for what, err := range map[string]error{
		"the same name":   s.CreateCampaign(ctx, c, units),
		"starting twice":  s.OpenCampaign(ctx, c.ID, "ada", annotate.NewPlan),
		"closing nothing": s.CloseCampaign(ctx, "nothing", "ada"),
	} {
		if code := adhere.CodeOf(err); code != adhere.Conflict && code != adhere.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
	ok(t, s.CloseCampaign(ctx, c.ID, "ada"))
	if _, err := s.Take(ctx, c.ID, "ada", (*annotate.Assignment).Begin); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("work on a closed campaign: %v", err)
	}
	if err := s.AddEvents(ctx, c.ID, []annotate.Event{{Unit: 1}}); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("events of a closed campaign: %v", err)
	}
	if got, err := s.Campaign(ctx, c.ID); err != nil || got.State != annotate.Closed || got.Closed.IsZero() || got.Overlap != 2 {
		t.Error(got, err)
	}
	if _, err := s.Campaign(ctx, "nothing"); adhere.CodeOf(err) != adhere.NotFound {
		t.Error(err)
	}
	if _, err := s.Units(ctx, c.ID, 9); adhere.CodeOf(err) != adhere.NotFound {
		t.Error(err)
	}
}

func TestEventsStay(t *testing.T) {
	s := open(t)
	c := campaign(t, s, 1, annotate.Settings{}, "ada", "bo")
	take(t, s, c, "ada")
	db := raw(t, s.Path())
	if _, err := db.Exec("update campaign_events set fields = '{}'"); err == nil {
		t.Error("an event was changed")
	}
	if _, err := db.Exec("insert into campaign_events (campaign, unit, person, kind, fields, version, client, at) select campaign, unit, person, kind, fields, version, client, at from campaign_events"); err == nil {
		t.Error("an event is there twice")
	}
	if _, err := db.Exec("insert into campaign_places (campaign, unit, place, person, state, rank, until) values ('test', 1, 2, 'ada', 'done', 1, 0)"); err == nil {
		t.Error("somebody labels a unit twice")
	}
}

// TestMarkUnit makes checks of units while ten people work: what was begun is
// refused; of the others everybody does each check once, and the rest keeps its
// labels exactly.
func TestMarkUnit(t *testing.T) {
	s := open(t)
	var people []string
	for i := range 10 {
		people = append(people, fmt.Sprint("p", i))
	}
	c := campaign(t, s, 60, annotate.Settings{Overlap: 3, Every: 1}, people...)
	known := annotate.Known{Kind: annotate.Check, Gold: []annotate.Gold{{Question: "fits", Value: "met"}}}
	mark := func(unit, version int, now annotate.Known) error {
		return s.MarkUnit(t.Context(), c.ID, unit, "lead", func(m *annotate.Marking) error { return m.Mark(now, version) })
	}
	ok(t, mark(1, 1, known))
	var all sync.WaitGroup
	for _, p := range people {
		all.Go(func() {
			for take(t, s, c, p) > 0 {
			}
		})
	}
	for unit := 2; unit <= 60; unit++ {
		if err := mark(unit, 1, known); err != nil && adhere.CodeOf(err) != adhere.Conflict {
			t.Error(err)
		}
	}
	all.Wait()
	for _, p := range people { // who was done before the last unit became a check
		for take(t, s, c, p) > 0 {
		}
	}
	r, err := s.CampaignResults(t.Context(), c.ID)
	ok(t, err)
	labels, checks := map[int]int{}, 0
	for _, task := range r.Tasks {
		labels[task.Unit]++
	}
	for _, u := range r.Units {
		want := 3
		if u.Kind == annotate.Check {
			checks, want = checks+1, len(people)
		}
		if labels[u.Number] != want {
			t.Errorf("unit %d, %s, has %d labels, want %d", u.Number, u.Kind, labels[u.Number], want)
		}
	}
	if checks == 0 || checks == 60 {
		t.Errorf("%d of 60 units became checks", checks)
	}
	ok(t, mark(1, 2, annotate.Known{Kind: annotate.Withdrawn}))
	if err := mark(1, 2, known); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("a change of an old version: %v", err)
	}
	ok(t, s.SaveMember(t.Context(), c.ID, "late", nil))
	if places, err := s.Places(t.Context(), c.ID, "late"); err != nil || len(places) != checks-1 {
		t.Errorf("who joins late has %d places, want one for each of %d checks, %v", len(places), checks-1, err)
	}
	if err := mark(61, 1, known); adhere.CodeOf(err) != adhere.NotFound {
		t.Error(err)
	}
}

// TestJoiningWhileUnitsChange lets people join while units become checks:
// everybody gets each check once, whichever came first.
func TestJoiningWhileUnitsChange(t *testing.T) {
	s := open(t)
	c := campaign(t, s, 40, annotate.Settings{Overlap: 1, Every: 1}, "ada")
	known := annotate.Known{Kind: annotate.Check, Gold: []annotate.Gold{{Question: "fits", Value: "met"}}}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if err := s.SaveMember(t.Context(), c.ID, fmt.Sprint("p", i), nil); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			if err := s.MarkUnit(t.Context(), c.ID, 1+i, "lead", func(m *annotate.Marking) error { return m.Mark(known, 1) }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range 20 {
		if places, err := s.Places(t.Context(), c.ID, fmt.Sprint("p", i)); err != nil || len(places) != 20 {
			t.Errorf("p%d has places of %d checks, want 20, %v", i, len(places), err)
		}
	}
}

// TestParticipantsJoinOnce refuses a second person with a platform's name of
// the first, and takes the first again.
func TestParticipantsJoinOnce(t *testing.T) {
	s := open(t)
	c := campaign(t, s, 1, annotate.Settings{Overlap: 1})
	for _, x := range []struct {
		person, participant string
		refused             bool
	}{{"ada", "5f", false}, {"bo", "5f", true}, {"ada", "5f", false}, {"cy", "6a", false}, {"dee", "", false}, {"eve", "", false}} {
		err := s.SaveMember(t.Context(), c.ID, x.person, func(m *annotate.Member) error { m.Participant = x.participant; return nil })
		if got := adhere.CodeOf(err) == adhere.Conflict; got != x.refused || err != nil && !got {
			t.Errorf("%s as %q: %v", x.person, x.participant, err)
		}
	}
	if members, err := s.Members(t.Context(), c.ID); err != nil || len(members) != 4 {
		t.Errorf("%d take part, want 4, %v", len(members), err)
	}
}
