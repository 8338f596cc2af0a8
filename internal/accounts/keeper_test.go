package accounts_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/store"
)

// A clock stands still until it is moved.
type clock struct{ at time.Time }

func (c *clock) now() time.Time       { return c.at }
func (c *clock) pass(d time.Duration) { c.at = c.at.Add(d) }
func midday() *clock                  { return &clock{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func code(t *testing.T, err error, want adhere.Code) {
	t.Helper()
	if got := adhere.CodeOf(err); got != want {
		t.Fatalf("error %v has the code %q, want %q", err, got, want)
	}
}

func keeper(t *testing.T, c *clock) (*accounts.Keeper, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "adhere.db")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	s.Now = c.now
	t.Cleanup(func() { s.Close() })
	return accounts.NewKeeper(s, c.now), path
}

const right = "correct horse battery"

func TestLogin(t *testing.T) {
	c := midday()
	k, path := keeper(t, c)
	ctx := t.Context()
	if _, err := k.Add(ctx, " Ada ", accounts.Annotator, right); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []struct{ name, password string }{{"ada", "wrong password"}, {"nobody", right}, {"not a name", right}, {"ada", ""}} {
		_, err := k.Login(ctx, bad.name, bad.password, "10.0.0.1")
		code(t, err, adhere.Refused)
	}
	token, err := k.Login(ctx, "ADA", right, "10.0.0.2")
	code(t, err, "")
	s, err := k.Session(ctx, token)
	code(t, err, "")
	if s.Person.Name != "ada" || s.Person.Role != accounts.Annotator {
		t.Errorf("the session is of %+v", s.Person)
	}
	for _, file := range []string{path, path + "-wal"} {
		b, _ := os.ReadFile(file)
		for what, secret := range map[string]string{"password": right, "token": token} {
			if strings.Contains(string(b), secret) {
				t.Errorf("the %s is in %s as it is", what, filepath.Base(file))
			}
		}
	}
	code(t, k.End(ctx, s), "")
	_, err = k.Session(ctx, token)
	code(t, err, adhere.Refused)
}

func TestSessionsEnd(t *testing.T) {
	c := midday()
	k, _ := keeper(t, c)
	ctx := t.Context()
	k.Add(ctx, "ada", accounts.Viewer, right)
	login := func() string {
		token, err := k.Login(ctx, "ada", right, "a")
		code(t, err, "")
		return token
	}
	idle := login()
	c.pass(accounts.IdleLimit + time.Minute)
	_, err := k.Session(ctx, idle)
	code(t, err, adhere.Refused)

	busy := login()
	for range int(accounts.SessionLimit / (12 * time.Hour)) {
		_, err := k.Session(ctx, busy)
		code(t, err, "")
		c.pass(12 * time.Hour)
	}
	c.pass(time.Minute)
	_, err = k.Session(ctx, busy)
	code(t, err, adhere.Refused)

	other := login()
	role := accounts.Annotator
	code(t, k.Change(ctx, "ada", accounts.Change{Role: &role}), "")
	_, err = k.Session(ctx, other)
	code(t, err, adhere.Refused)
}

func TestGuessingIsSlow(t *testing.T) {
	c := midday()
	k, _ := keeper(t, c)
	ctx := t.Context()
	k.Add(ctx, "ada", accounts.Viewer, right)
	for range 5 {
		_, err := k.Login(ctx, "ada", "wrong password", "10.0.0.1")
		code(t, err, adhere.Refused)
	}
	_, err := k.Login(ctx, "ada", right, "10.0.0.1")
	code(t, err, adhere.RateLimited)
	_, err = k.Login(ctx, "ada", right, "10.0.0.2") // ada herself, elsewhere
	code(t, err, "")
	c.pass(16 * time.Minute)
	_, err = k.Login(ctx, "ada", right, "10.0.0.1")
	code(t, err, "")
}

// TestManySignInAtOnce holds that a class behind one address may begin together,
// and that whoever guesses many passwords at once is stopped all the same.
func TestManySignInAtOnce(t *testing.T) {
	k, _ := keeper(t, midday())
	ctx := t.Context()
	k.Add(ctx, "ada", accounts.Viewer, right)
	together := func(password string) map[adhere.Code]int {
		codes := make(chan adhere.Code)
		for range 40 {
			go func() {
				_, err := k.Login(ctx, "ada", password, "10.0.0.1")
				codes <- adhere.CodeOf(err)
			}()
		}
		n := map[adhere.Code]int{}
		for range 40 {
			n[<-codes]++
		}
		return n
	}
	if n := together(right); n[""] != 40 {
		t.Errorf("of 40 with the right password: %v", n)
	}
	if n := together("wrong password"); n[adhere.Refused] != 5 || n[adhere.RateLimited] != 35 {
		t.Errorf("of 40 guesses: %v", n)
	}
}

func TestInvitation(t *testing.T) {
	c := midday()
	k, _ := keeper(t, c)
	ctx := t.Context()
	invite := func() string {
		token, err := k.Invite(ctx, accounts.Invite{Role: accounts.Annotator, By: "boss"}, time.Hour)
		code(t, err, "")
		return token
	}
	token := invite()
	_, err := k.Join(ctx, token, "Bad Name!", right)
	code(t, err, adhere.Invalid)
	_, err = k.Join(ctx, token, "bob", "short")
	code(t, err, adhere.Invalid)
	session, err := k.Join(ctx, token, "bob", right)
	code(t, err, "")
	if s, err := k.Session(ctx, session); err != nil || s.Person.Role != accounts.Annotator {
		t.Fatal(s, err)
	}
	refuses := func(token, why string) {
		t.Helper()
		_, err := k.Join(ctx, token, "eve", right)
		code(t, err, adhere.NotFound)
		if !strings.Contains(err.Error(), why) {
			t.Errorf("who comes too late is told %v, and not %q", err, why)
		}
	}
	refuses(token, "has been used")
	refuses("ab"+token, "no such invitation")

	_, err = k.Join(ctx, invite(), "bob", right) // the name is taken
	code(t, err, adhere.Conflict)

	late := invite()
	c.pass(time.Hour - time.Second)
	_, err = k.Invitation(ctx, late)
	code(t, err, "")
	c.pass(time.Second)
	refuses(late, "ended on 2026-03-01 at 13:00 UTC")

	revoked := invite()
	all, err := k.Invitations(ctx)
	code(t, err, "")
	code(t, k.Revoke(ctx, all[0].ID), "")
	refuses(revoked, "ended on")
}

func TestInvitationIsForOne(t *testing.T) {
	k, _ := keeper(t, midday())
	token, err := k.Invite(t.Context(), accounts.Invite{Role: accounts.Viewer}, time.Hour)
	code(t, err, "")
	var wg sync.WaitGroup
	joined := make([]bool, 4)
	for i := range joined {
		wg.Go(func() {
			_, err := k.Join(context.Background(), token, fmt.Sprintf("p%d", i), right)
			joined[i] = err == nil
		})
	}
	wg.Wait()
	n := 0
	for _, ok := range joined {
		if ok {
			n++
		}
	}
	people, _ := k.People(t.Context())
	if n != 1 || len(people) != 1 {
		t.Errorf("%d of 4 got in and %d accounts were made with one link", n, len(people))
	}
}

// revoking is a store in which an invitation is revoked between the moment when
// somebody was let in by it and the one when it is used.
type revoking struct{ *store.Store }

func (s revoking) UseInvite(ctx context.Context, i *accounts.Invite, p *accounts.Person) error {
	if err := s.SaveInvite(ctx, &accounts.Invite{ID: i.ID, Expires: s.Now()}); err != nil {
		return err
	}
	return s.Store.UseInvite(ctx, i, p)
}

func TestInvitationIsRevokedMeanwhile(t *testing.T) {
	s, err := store.OpenInMemory(t.Context())
	code(t, err, "")
	defer s.Close()
	c := midday()
	s.Now = c.now
	k := accounts.NewKeeper(revoking{s}, c.now)
	token, err := k.Invite(t.Context(), accounts.Invite{Role: accounts.Admin, By: "boss"}, time.Hour)
	code(t, err, "")
	_, err = k.Join(t.Context(), token, "bob", right)
	code(t, err, adhere.Conflict)
	if people, err := k.People(t.Context()); err != nil || len(people) != 0 {
		t.Errorf("by a revoked invitation %v came in; %v", people, err)
	}
}

func TestTheLastAdministratorStays(t *testing.T) {
	k, _ := keeper(t, midday())
	ctx := t.Context()
	k.Add(ctx, "ada", accounts.Admin, right)
	yes, viewer := true, accounts.Viewer
	code(t, k.Change(ctx, "ada", accounts.Change{Disabled: &yes}), adhere.Conflict)
	code(t, k.Change(ctx, "ada", accounts.Change{Role: &viewer}), adhere.Conflict)
	k.Add(ctx, "bob", accounts.Admin, right)
	code(t, k.Change(ctx, "ada", accounts.Change{Disabled: &yes}), "")
	_, err := k.Login(ctx, "ada", right, "x")
	code(t, err, adhere.Refused)
	code(t, k.Change(ctx, "bob", accounts.Change{Role: &viewer}), adhere.Conflict)
}

func TestChangePassword(t *testing.T) {
	k, _ := keeper(t, midday())
	ctx := t.Context()
	p, err := k.Add(ctx, "ada", accounts.Viewer, right)
	code(t, err, "")
	before, err := k.Login(ctx, "ada", right, "x")
	code(t, err, "")
	_, err = k.ChangePassword(ctx, p, "wrong password", "another long one", "x")
	code(t, err, adhere.Refused)
	after, err := k.ChangePassword(ctx, p, right, "another long one", "x")
	code(t, err, "")
	_, err = k.Session(ctx, before)
	code(t, err, adhere.Refused)
	_, err = k.Session(ctx, after)
	code(t, err, "")
	_, err = k.Login(ctx, "ada", right, "x")
	code(t, err, adhere.Refused)
}

// TestTwoChangeOneAccount has two administrators change the same account, and
// each other, at once: neither change is lost, and one stays administrator.
func TestTwoChangeOneAccount(t *testing.T) {
	k, _ := keeper(t, midday())
	ctx := t.Context()
	for _, name := range []string{"ada", "bob", "cy"} {
		_, err := k.Add(ctx, name, accounts.Admin, right)
		code(t, err, "")
	}
	admin, viewer := accounts.Admin, accounts.Viewer
	for n := range 20 {
		off, role := n%2 == 0, accounts.Roles()[n%3]
		var both sync.WaitGroup
		both.Go(func() { code(t, k.Change(ctx, "cy", accounts.Change{Disabled: &off}), "") })
		both.Go(func() { code(t, k.Change(ctx, "cy", accounts.Change{Role: &role}), "") })
		both.Wait()
		people, err := k.People(ctx)
		code(t, err, "")
		if cy := people[2]; cy.Disabled != off || cy.Role != role {
			t.Fatalf("disabled %v and the role %s came to %+v", off, role, cy)
		}
	}
	off := true
	code(t, k.Change(ctx, "cy", accounts.Change{Disabled: &off}), "")
	for range 20 {
		var both sync.WaitGroup
		both.Go(func() { _ = k.Change(ctx, "ada", accounts.Change{Role: &viewer}) })
		both.Go(func() { _ = k.Change(ctx, "bob", accounts.Change{Role: &viewer}) })
		both.Wait()
		people, err := k.People(ctx)
		code(t, err, "")
		if people[0].Role != accounts.Admin && people[1].Role != accounts.Admin {
			t.Fatal("nobody can administer")
		}
		code(t, k.Change(ctx, "ada", accounts.Change{Role: &admin}), "")
		code(t, k.Change(ctx, "bob", accounts.Change{Role: &admin}), "")
	}
}
