package store_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/accounts"
	"adhere/internal/annotate"
	"adhere/internal/store"
)

// TestActs does all that an administrator does, and holds what the audit log
// says of it: once each, by whom, and without a secret.
func TestActs(t *testing.T) {
	s := open(t)
	ctx := accounts.By(t.Context(), "ada", "10.0.0.7")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	k := accounts.NewKeeper(s, func() time.Time { return noon })
	const secret, other = "correct horse battery", "another long password"
	_, err := k.Add(ctx, "bo", accounts.Annotator, secret)
	must(err)
	yes, no, role, pass := true, false, accounts.Adjudicator, other
	must(k.Change(ctx, "bo", accounts.Change{Role: &role, Password: &pass}))
	must(k.Change(ctx, "bo", accounts.Change{Disabled: &yes}))
	must(k.Change(ctx, "bo", accounts.Change{Disabled: &no}))
	nobody := accounts.By(t.Context(), "", "10.0.0.8")
	for name, password := range map[string]string{"bo": secret, other: "my.name"} { // the second has the fields the wrong way round
		if _, err := k.Login(nobody, name, password, "10.0.0.8"); err == nil {
			t.Fatal("a wrong password let somebody in")
		}
	}
	token, err := k.Login(nobody, "bo", other, "10.0.0.8")
	must(err)
	session, err := k.Session(nobody, token)
	must(err)
	must(k.End(accounts.By(t.Context(), "bo", "10.0.0.8"), session))
	link, err := k.Invite(ctx, accounts.Invite{Role: accounts.Viewer, Note: "Cleo", By: "ada"}, time.Hour)
	must(err)
	joined, err := k.Join(nobody, link, "cleo", secret)
	must(err)
	_, err = k.Invite(ctx, accounts.Invite{Role: accounts.Viewer}, time.Hour)
	must(err)
	must(k.Revoke(ctx, 2))
	must(s.CreateCampaign(ctx, &annotate.Campaign{ID: "c", Name: "C", Protocol: "questions", Created: noon}, []annotate.Unit{{Number: 1, Kind: annotate.Work}}))
	must(s.SaveMember(ctx, "c", "bo", nil))
	must(s.SaveMember(ctx, "c", "bo", func(m *annotate.Member) error { m.Topics = []string{"herbs"}; return nil })) // the person's own choice
	must(s.SaveMember(ctx, "c", "bo", func(m *annotate.Member) error { m.Excluded = "too fast"; return nil }))
	must(s.OpenCampaign(ctx, "c", "ada", func(*annotate.Campaign, []annotate.Unit, []annotate.Member) ([]annotate.Place, error) {
		return nil, nil
	}))
	must(s.CloseCampaign(ctx, "c", "ada"))
	must(s.ReopenCampaign(ctx, "c", "ada"))
	create(t, s, newRun("r"), items(1))
	must(s.RemoveRun(ctx, "r"))
	must(s.NoteAct(ctx, accounts.KeyMade, "trainer (01234567)", ""))

	acts, err := s.Acts(ctx, 0, 0)
	must(err)
	var got []string
	for i, a := range acts {
		if i > 0 && a.ID >= acts[i-1].ID || a.Time != noon || a.Address == "" {
			t.Errorf("entry %+v", a)
		}
		for _, x := range []string{secret, other, token, joined, link, "argon2"} {
			if strings.Contains(a.Who+a.About+a.Detail, x) {
				t.Errorf("%+v holds a secret", a)
			}
		}
		got = append([]string{strings.TrimSpace(strings.Join([]string{a.Who, a.Action, a.About, a.Detail}, " "))}, got...)
	}
	want := []string{
		"ada account.made bo annotator", "ada account.role bo annotator to adjudicator", "ada account.password bo",
		"ada account.disabled bo", "ada account.enabled bo",
		"session.refused bo wrong password, or disabled", "session.refused  wrong password, or disabled",
		"bo session.begun bo", "bo session.ended bo",
		"ada invitation.made viewer Cleo", "account.made cleo viewer, invited by ada", "cleo session.begun cleo",
		"ada invitation.made viewer", "ada invitation.revoked viewer",
		"ada campaign.made c C", "ada campaign.member c bo", "ada campaign.member c bo excluded: too fast",
		"ada campaign.started c", "ada campaign.closed c", "ada campaign.reopened c", "ada run.removed r", "ada key.made trainer (01234567)",
	}
	if got[5] > got[6] { // a map has no order
		got[5], got[6] = got[6], got[5]
	}
	if want[5] > want[6] {
		want[5], want[6] = want[6], want[5]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	older, err := s.Acts(ctx, acts[3].ID, 2)
	must(err)
	if diff := cmp.Diff(acts[4:6], older); diff != "" {
		t.Error(diff)
	}
	neverChanges(t, s)
}

// neverChanges holds that nothing changes the audit log from outside either.
func neverChanges(t *testing.T, s *store.Store) {
	t.Helper()
	var db *sql.DB
	if server == "" {
		db = raw(t, s.Path())
	} else {
		db = connect(t, s.Path())
	}
	for _, statement := range []string{"update acts set who = 'eve'", "delete from acts"} {
		if _, err := db.Exec(statement); err == nil || !strings.Contains(err.Error(), "what was done is never") {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// TestNothingUnsaidIsDone holds that what cannot be written down is not done.
func TestNothingUnsaidIsDone(t *testing.T) {
	if server != "" {
		t.Skip("one database is enough: the transaction is the same")
	}
	s := open(t)
	create(t, s, newRun("r"), items(1))
	raw(t, s.Path(), "create trigger full before insert on acts begin select raise(abort, 'full'); end")
	k := accounts.NewKeeper(s, func() time.Time { return noon })
	if _, err := k.Add(t.Context(), "bo", accounts.Admin, "correct horse battery"); err == nil {
		t.Error("an account was made unsaid")
	}
	if err := s.RemoveRun(t.Context(), "r"); err == nil {
		t.Error("a run was removed unsaid")
	}
	if people, _ := k.People(t.Context()); len(people) != 0 {
		t.Error(people)
	}
	if _, err := s.Run(t.Context(), "r"); err != nil {
		t.Error(err)
	}
}

// TestEndedSessionsStayEnded holds that who notes the use of a session which was
// ended meanwhile does not bring it back.
func TestEndedSessionsStayEnded(t *testing.T) {
	s, ctx := open(t), t.Context()
	p := &accounts.Person{Name: "ada", Role: accounts.Admin, Created: noon}
	ok(t, s.AddPerson(ctx, p))
	x := &accounts.Session{Hash: "s", Person: *p, Created: noon, Seen: noon}
	ok(t, s.SaveSession(ctx, x))
	ok(t, s.EndSession(ctx, "s"))
	x.Seen = noon.Add(time.Hour)
	ok(t, s.SaveSession(ctx, x))
	if found, err := s.Sessions(ctx, "s", 0); len(found) != 0 || err != nil {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestActsOfMembers holds what the audit log says where who counts and who is
// paused change together: a pause by itself is one act, a reason of its own another.
func TestActsOfMembers(t *testing.T) {
	s := open(t)
	c := campaign(t, s, 1, annotate.Settings{Overlap: 1}, "bo")
	ctx := accounts.By(t.Context(), "ada", "10.0.0.7")
	var last int64
	for _, step := range []struct {
		name   string
		change func(*annotate.Member)
		want   []string // the latest first
	}{
		{"pause", func(m *annotate.Member) { m.Pause("haste") }, []string{"campaign.paused bo"}},
		{"resume", (*annotate.Member).Resume, []string{"campaign.resumed bo"}},
		{"exclude", func(m *annotate.Member) { m.Excluded = "haste" }, []string{"campaign.member bo excluded: haste"}},
		{"reassign all work, as the page does", func(m *annotate.Member) {
			m.Excluded, m.Releases = "left", annotate.ReleaseAll
			m.Pause("left")
		}, []string{"campaign.paused bo", "campaign.member bo excluded: left"}},
		{"include again", func(m *annotate.Member) { m.Excluded = "" }, []string{"campaign.member bo included again"}},
	} {
		ok(t, s.SaveMember(ctx, c.ID, "bo", func(m *annotate.Member) error { step.change(m); return nil }))
		acts, err := s.Acts(ctx, 0, 0)
		ok(t, err)
		var got []string
		for _, a := range acts {
			if a.ID > last && a.Who == "ada" {
				got = append(got, a.Action+" "+a.Detail)
			}
		}
		last = acts[0].ID
		if !slices.Equal(got, step.want) {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
}
