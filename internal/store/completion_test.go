package store_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"adhere"
	"adhere/internal/annotate"
	"adhere/internal/store"
	"adhere/internal/store/servertest"
)

// TestCompletion asks for what people get at the end while there is work, while
// others hold it, when there is none, and when some comes back.
func TestCompletion(t *testing.T) {
	s := open(t)
	now := noon
	s.Now = func() time.Time { return now }
	c := campaign(t, s, 2, annotate.Settings{Overlap: 1, Lease: time.Hour, Completion: "C0DE"})
	for _, p := range []string{"ada", "bo", "cy"} {
		ok(t, s.SaveMember(t.Context(), c.ID, p, func(m *annotate.Member) error { m.Participant = "id-of-" + p; return nil }))
	}
	want := func(person string, want annotate.Completion) {
		t.Helper()
		if got, err := s.Complete(t.Context(), c.ID, person); err != nil || got != want {
			t.Errorf("%s gets %q, %v, want %q", person, got, err, want)
		}
	}
	want("ada", "")
	take(t, s, c, "ada")
	want("ada", "") // a unit is free
	if _, err := s.Take(t.Context(), c.ID, "bo", (*annotate.Assignment).Begin); err != nil {
		t.Fatal(err)
	}
	want("bo", "")
	want("ada", "C0DE") // bo has it
	now = now.Add(2 * time.Hour)
	want("ada", "") // bo has left it
	take(t, s, c, "bo")
	want("bo", "C0DE")
	want("ada", "C0DE")
	want("cy", "")     // who came too late has done nothing
	want("nobody", "") // and does not take part
	ok(t, s.CloseCampaign(t.Context(), c.ID, "lead"))
	want("ada", "C0DE")
	got, err := s.Campaign(t.Context(), c.ID)
	ok(t, err)
	var noted []string
	for _, e := range got.Log {
		if e.Kind == annotate.LogCompleted {
			noted = append(noted, e.About+" "+e.Text)
		}
	}
	if len(noted) != 2 || noted[0] != "ada id-of-ada" || noted[1] != "bo id-of-bo" {
		t.Errorf("noted: %q", noted)
	}
}

// TestCompletionWaitsForItsTurn has a person wait until another has said
// whether there is more to do.
func TestCompletionWaitsForItsTurn(t *testing.T) {
	s := open(t)
	c, err := annotate.NewCampaign("Test", "validation", annotate.Settings{Overlap: 2, Completion: "C0DE"})
	ok(t, err)
	c.Created = s.Now()
	units := []annotate.Unit{{Kind: annotate.Work, Instruction: adhere.Instruction{ID: "a", Messages: []adhere.Message{{Role: adhere.User, Text: "Sing."}}}}, {Kind: annotate.Work, Instruction: adhere.Instruction{ID: "b", Messages: []adhere.Message{{Role: adhere.User, Text: "Sing."}}}}}
	ok(t, c.SetUnits(units))
	ok(t, s.CreateCampaign(t.Context(), c, units))
	ok(t, s.SaveMember(t.Context(), c.ID, "ada", nil))
	ok(t, s.OpenCampaign(t.Context(), c.ID, "lead", func(*annotate.Campaign, []annotate.Unit, []annotate.Member) ([]annotate.Place, error) {
		return []annotate.Place{
			{Unit: 1, Person: "ada", State: annotate.Done},
			{Unit: 2, Person: "bo", State: annotate.Planned},
			{Unit: 2, Number: 1, Person: "ada", State: annotate.Waiting},
		}, nil
	}))
	if got, err := s.Complete(t.Context(), c.ID, "ada"); err != nil || got != "" {
		t.Errorf("before bo has said anything ada gets %q, %v", got, err)
	}
}

// TestLogOutlivesUpgrades brings a campaign's log from before completion to
// today's schema.
func TestLogOutlivesUpgrades(t *testing.T) {
	const before = 193
	old := func(t *testing.T, db *sql.DB, p *goose.Provider) {
		t.Helper()
		if _, err := p.UpTo(t.Context(), before); err != nil {
			t.Fatal(err)
		}
		for _, statement := range []string{
			"insert into campaigns (id, name, protocol, state, settings, created, opened) values ('test', 'Test', 'double-check', 'open', '{}', 1, 1)",
			"insert into campaign_log (campaign, person, kind, about, body, at) values ('test', 'lead', 'started', '', '', 1)",
			"insert into campaign_log (campaign, person, kind, about, body, at) values ('test', 'lead', 'paused', 'ada', 'haste', 2)",
		} {
			if _, err := db.Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		db.Close()
	}
	kept := func(t *testing.T, s *store.Store) {
		t.Helper()
		ok(t, s.LogCampaign(t.Context(), &annotate.Entry{Campaign: "test", Person: "ada", Kind: annotate.LogCompleted, About: "ada"}, anyCampaign))
		c, err := s.Campaign(t.Context(), "test")
		ok(t, err)
		if len(c.Log) != 3 || c.Log[1].Kind != annotate.LogPaused || c.Log[1].Text != "haste" || c.Log[2].Kind != annotate.LogCompleted {
			t.Errorf("%+v", c.Log)
		}
	}
	t.Run("file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "old.db")
		db := raw(t, path, "pragma application_id = 1097099365")
		p, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"))
		ok(t, err)
		old(t, db, p)
		kept(t, openAt(t, path))
		if _, err := raw(t, path).Exec("update campaign_log set at = 9"); err == nil {
			t.Error("what was noted was changed")
		}
	})
	t.Run("server", func(t *testing.T) {
		address, _ := servertest.New(t)
		db := connect(t, address)
		p, err := store.ServerSteps(db)
		ok(t, err)
		old(t, db, p)
		kept(t, openAt(t, address))
		if _, err := connect(t, address).Exec("update campaign_log set at = 9"); err == nil {
			t.Error("what was noted was changed")
		}
	})
}
