package writing_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/store"
	"adhere/internal/writing"
	"adhere/prompt"
)

// A writer answers as it is told, and remembers what it was asked.
type writer struct {
	name   string
	answer func(ctx context.Context, n int, req *adhere.Request, each func(adhere.Chunk) error) (string, error)

	mu    sync.Mutex
	asked []*adhere.Request
}

func (w *writer) Name() string { return w.name }

func (w *writer) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	return w.Stream(ctx, req, func(adhere.Chunk) error { return nil })
}

func (w *writer) Stream(ctx context.Context, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	w.mu.Lock()
	w.asked = append(w.asked, req)
	n := len(w.asked)
	w.mu.Unlock()
	if w.answer == nil {
		return &adhere.Response{Model: w.name, Text: fmt.Sprintf(" Answer %d [0]. ", n)}, nil
	}
	text, err := w.answer(ctx, n, req, each)
	return &adhere.Response{Model: w.name, Text: text}, err
}

// room is a room over a store with two documents and a question on them.
func room(t *testing.T, models ...adhere.Model) (*writing.Room, *store.Store) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "adhere.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	docs := []writing.Document{
		{ID: "leaves", Title: "Of leaves", Source: "leaves.txt", Paragraphs: []writing.Paragraph{{Text: "Leaves turn red by sugar."}, {Text: "Cold nights keep sugar in leaves."}}},
		{ID: "bees", Title: "Of bees", Source: "bees.txt", Paragraphs: []writing.Paragraph{{Text: "Bees make wax."}}},
	}
	if _, err := s.AddDocuments(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
	q := writing.Asked{Question: writing.Question{ID: "red", Text: "Why do leaves turn red?"}, Documents: []string{"leaves", "bees"}}
	if err := s.SaveQuestion(t.Context(), &q); err != nil {
		t.Fatal(err)
	}
	return roomOver(t, s, models...), s
}

func roomOver(t *testing.T, s *store.Store, models ...adhere.Model) *writing.Room {
	t.Helper()
	r, err := writing.NewRoom(t.Context(), writing.RoomConfig{
		Keeper: s, Finder: &writing.Finder{Way: writing.ByWords, Documents: s}, Models: models, Prompts: prompt.Default(), Seed: 1,
		Now: time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// wait looks until what is seen is as wanted.
func wait(t *testing.T, r *writing.Room, id string, until func(writing.Progress) bool) writing.Progress {
	t.Helper()
	for {
		g, changed, err := r.Look(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if until(g) {
			return g
		}
		select {
		case <-changed:
		case <-time.After(5 * time.Minute):
			t.Fatalf("nothing more happens: %+v", g)
		}
	}
}

func idle(g writing.Progress) bool { return !g.Working }

func TestRoomWritesASession(t *testing.T) {
	w := &writer{name: "p/m"}
	r, _ := room(t, w)
	id, err := r.Begin(t.Context(), "bo")
	if err != nil {
		t.Fatal(err)
	}
	wait(t, r, id, idle)
	move := func(version int, moves ...writing.Move) *writing.Session {
		t.Helper()
		if _, err := r.Move(t.Context(), id, fmt.Sprint("client-", version), version, moves...); err != nil {
			t.Fatal(err)
		}
		wait(t, r, id, idle)
		s, _, err := r.Session(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	move(2, writing.Move{Action: writing.Instruct, Kind: writing.Info, Text: "What of cold nights, and wax?"})
	move(6, writing.Move{Action: writing.Rate, Rating: writing.Bad, Text: "no"}, writing.Move{Action: writing.Edit, Text: "My own answer."})
	s := move(8, writing.Move{Action: writing.GoOn}, writing.Move{Action: writing.Instruct, Kind: writing.Style, Text: "Shorter."})
	if s.Phase != writing.AwaitRating || s.Draft != "Answer 1 [0]." || s.Turns[0].Summary != "Answer 2 [0]." || s.Turns[1].Previous != "My own answer." {
		t.Errorf("%+v", s)
	}
	var refs []string
	for _, p := range s.References() {
		refs = append(refs, p.ID)
	}
	if diff := cmp.Diff([]string{"leaves#0", "leaves#1", "bees#0"}, refs); diff != "" {
		t.Error(diff)
	}
	for i, c := range []struct{ has, hasNot []string }{
		{[]string{"[0] Title: Of leaves", "turn red by sugar", "Question: Why do leaves turn red?"}, nil},
		{[]string{"[1] Title: Of leaves", "[2] Title: Of bees", "Answer 1 [0].", "What of cold nights"}, nil},
		{[]string{"Answer 1 [0].", "Answer 2 [0].", "What of cold nights", "Why do leaves"}, []string{"Bees make wax"}},
		{[]string{"My own answer.", "Shorter.", "Why do leaves"}, []string{"Answer 3", "Answer 2", "cold nights"}},
	} {
		var text strings.Builder
		for _, m := range w.asked[i].Messages {
			text.WriteString(m.Text + "\n")
		}
		for _, part := range c.has {
			if !strings.Contains(text.String(), part) {
				t.Errorf("request %d lacks %q: %s", i, part, text.String())
			}
		}
		for _, part := range c.hasNot {
			if strings.Contains(text.String(), part) {
				t.Errorf("request %d tells %q: %s", i, part, text.String())
			}
		}
		if *w.asked[i].Params.Temperature != 0.7 {
			t.Error(*w.asked[i].Params.Temperature)
		}
	}
}

// A crowded keeper is asked to keep a move when another window, of the same page,
// has just made another.
type crowded struct {
	writing.Keeper
	other *writing.Move
}

func (k *crowded) AddEvent(ctx context.Context, session string, e *writing.Event) error {
	if k.other != nil {
		other := *e
		other.Move, k.other = *k.other, nil
		if err := k.Keeper.AddEvent(ctx, session, &other); err != nil {
			return err
		}
	}
	return k.Keeper.AddEvent(ctx, session, e)
}

// TestTwoWindowsAtOnce holds that of two moves made at the same moment on one
// version of a page, the one that is not kept is refused.
func TestTwoWindowsAtOnce(t *testing.T) {
	r, _ := room(t, &writer{name: "p/m"})
	id, err := r.Begin(t.Context(), "bo")
	if err != nil {
		t.Fatal(err)
	}
	wait(t, r, id, idle)
	longer := writing.Move{Action: writing.Instruct, Kind: writing.Style, Text: "Longer."}
	r.Keeper = &crowded{r.Keeper, &longer}
	if _, err := r.Move(t.Context(), id, "page-one", 2, writing.Move{Action: writing.Instruct, Kind: writing.Style, Text: "Shorter."}); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("a move that another took the place of: %v", err)
	}
	if _, err := r.Move(t.Context(), id, "page-one", 2, longer); err != nil {
		t.Errorf("the move that was kept, sent again: %v", err)
	}
}

// TestMovesCountOnce sends moves twice, from an old page and for the program.
func TestMovesCountOnce(t *testing.T) {
	r, _ := room(t, &writer{name: "p/m"})
	id, err := r.Begin(t.Context(), "bo")
	if err != nil {
		t.Fatal(err)
	}
	wait(t, r, id, idle)
	instruct := writing.Move{Action: writing.Instruct, Kind: writing.Style, Text: "Shorter."}
	for range 2 {
		if _, err := r.Move(t.Context(), id, "page-one", 2, instruct); err != nil {
			t.Fatal(err)
		}
	}
	wait(t, r, id, idle)
	if _, err := r.Move(t.Context(), id, "page-two", 2, instruct); adhere.CodeOf(err) != adhere.Conflict {
		t.Error(err)
	}
	// The same page in another window: what is asked for there must not be dropped in silence.
	if _, err := r.Move(t.Context(), id, "page-one", 2, writing.Move{Action: writing.Instruct, Kind: writing.Style, Text: "Longer."}); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("another move of the same name: %v", err)
	}
	for _, a := range []writing.Action{writing.Found, writing.Drafted, writing.Summarised, writing.Revised} {
		if _, err := r.Move(t.Context(), id, "page-three", 4, writing.Move{Action: a, Text: "x"}); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("a person made the move %s: %v", a, err)
		}
	}
	rate := writing.Move{Action: writing.Rate, Rating: writing.Neutral, Text: "half"}
	bad := writing.Move{Action: writing.Edit}
	if _, err := r.Move(t.Context(), id, "page-four", 4, rate, bad); adhere.CodeOf(err) != adhere.Invalid {
		t.Error(err)
	}
	s, err := r.Move(t.Context(), id, "page-four", 4, rate, writing.Move{Action: writing.Edit, Text: "Mine."})
	if err != nil || s.Turns[0].Edit != "Mine." || len(s.Turns) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestStopAndRetry stops an answer in the middle; it is written anew.
func TestStopAndRetry(t *testing.T) {
	w := &writer{name: "p/m", answer: func(ctx context.Context, n int, _ *adhere.Request, each func(adhere.Chunk) error) (string, error) {
		if n > 1 {
			return "Whole.", nil
		}
		if err := each(adhere.Chunk{Text: "Half an ans"}); err != nil {
			return "", err
		}
		<-ctx.Done()
		return "", ctx.Err()
	}}
	r, _ := room(t, w)
	id, err := r.Begin(t.Context(), "bo")
	if err != nil {
		t.Fatal(err)
	}
	wait(t, r, id, func(g writing.Progress) bool { return g.Text == "Half an ans" })
	r.Stop(id)
	if g := wait(t, r, id, idle); !g.Stopped || g.Phase != writing.AwaitDraft {
		t.Errorf("%+v", g)
	}
	if s, _, _ := r.Session(t.Context(), id); s.Phase != writing.AwaitDraft {
		t.Errorf("half an answer was taken: %+v", s)
	}
	r.Retry(id)
	if g := wait(t, r, id, idle); g.Stopped || g.Phase != writing.AwaitInstruction {
		t.Errorf("%+v", g)
	}
}

// TestTroubleNamesNoModel has the model fail in ways that name it.
func TestTroubleNamesNoModel(t *testing.T) {
	for _, failure := range []error{
		&adhere.Error{Code: adhere.Unavailable, Message: "secret/model: down"}, &adhere.Error{Code: adhere.Exhausted, Message: "secret/model: spent"},
		errors.New("secret/model broke"), nil,
	} {
		calls := 0
		w := &writer{name: "secret/model", answer: func(context.Context, int, *adhere.Request, func(adhere.Chunk) error) (string, error) {
			if calls++; calls == 1 {
				return "  ", failure // without a failure, an answer of nothing
			}
			return "Fine.", nil
		}}
		r, _ := room(t, w)
		id, err := r.Begin(t.Context(), "bo")
		if err != nil {
			t.Fatal(err)
		}
		g := wait(t, r, id, idle)
		if g.Trouble == "" || strings.Contains(g.Trouble, "secret") {
			t.Errorf("%v is told as %q", failure, g.Trouble)
		}
		r.Retry(id)
		if g := wait(t, r, id, idle); g.Trouble != "" || g.Phase != writing.AwaitInstruction {
			t.Errorf("%+v", g)
		}
	}
}

// TestWorkGoesOnAfterACrash closes the room while the model writes, and opens
// another over the same store.
func TestWorkGoesOnAfterACrash(t *testing.T) {
	hang := func(ctx context.Context, n int, _ *adhere.Request, _ func(adhere.Chunk) error) (string, error) {
		if n == 1 {
			return "A draft.", nil
		}
		<-ctx.Done()
		return "", ctx.Err()
	}
	r, s := room(t, &writer{name: "p/m", answer: hang})
	id, err := r.Begin(t.Context(), "bo")
	if err != nil {
		t.Fatal(err)
	}
	wait(t, r, id, idle)
	if _, err := r.Move(t.Context(), id, "client-one", 2, writing.Move{Action: writing.Instruct, Kind: writing.Info, Text: "Of bees?"}); err != nil {
		t.Fatal(err)
	}
	wait(t, r, id, func(g writing.Progress) bool { return g.Phase == writing.AwaitSummary })
	r.Close()
	again := roomOver(t, s, &writer{name: "p/m"})
	wait(t, again, id, idle)
	x, count, err := again.Session(t.Context(), id)
	if err != nil || x.Phase != writing.AwaitRating || count != 6 || len(x.Turns[0].Passages) == 0 {
		t.Errorf("%d events, %+v, %v", count, x, err)
	}
}

// TestAssign hands out all sessions there are, and holds the rules of section
// 3.2 throughout.
func TestAssign(t *testing.T) {
	l := &writing.Ledger{}
	for i := range 12 {
		l.Questions = append(l.Questions, writing.Asked{Question: writing.Question{ID: fmt.Sprint("q", i), Topic: []string{"art", "law"}[i%2]}})
	}
	models := []string{"m1", "m2", "m3"}
	people := []string{"ada", "bo", "cy", "di", "ed"}
	for again := range 2 {
		l.Begun = nil
		used := map[string]bool{}
		for {
			given := 0
			for _, p := range people {
				l.Topics = nil
				if p == "ada" {
					l.Topics = []string{"law"}
				}
				q, m, err := l.Assign(p, models, 7)
				if adhere.CodeOf(err) == adhere.NotFound {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, key := range []string{q.ID + p, q.ID + m} {
					if used[key] {
						t.Errorf("%s came twice", key)
					}
					used[key] = true
				}
				if n := len(l.Begun); p == "ada" && n < 20 && q.Topic != "law" {
					t.Errorf("ada got %s as session %d", q.Topic, n)
				}
				l.Begun = append(l.Begun, writing.Begun{Question: q.ID, Model: m, Person: p})
				given++
			}
			if given == 0 {
				break
			}
		}
		if len(l.Begun) != 36 {
			t.Errorf("round %d: %d sessions, want 36", again, len(l.Begun))
		}
		if again == 0 {
			first = l.Begun
		} else if diff := cmp.Diff(first, l.Begun); diff != "" {
			t.Errorf("the same seed led elsewhere: %s", diff)
		}
	}
}

var first []writing.Begun

// TestAssignAfterRelease hands out the model of a session that was given back,
// to anybody but who gave it back.
func TestAssignAfterRelease(t *testing.T) {
	l := &writing.Ledger{
		Questions: []writing.Asked{{Question: writing.Question{ID: "q"}}},
		Begun:     []writing.Begun{{Question: "q", Model: "m1", Person: "bo", Released: true}, {Question: "q", Model: "m2", Person: "cy"}},
	}
	models := []string{"m1", "m2"}
	if q, m, err := l.Assign("di", models, 1); err != nil || q.ID != "q" || m != "m1" {
		t.Error(q, m, err)
	}
	for _, p := range []string{"bo", "cy"} {
		if _, _, err := l.Assign(p, models, 1); adhere.CodeOf(err) != adhere.NotFound {
			t.Errorf("%s meets the question again: %v", p, err)
		}
	}
}

// lengths embeds texts by how many letters and words they have.
type lengths struct{ calls int }

func (e *lengths) Name() string { return "p/lengths" }

func (e *lengths) Embed(_ context.Context, texts []string) ([][]float32, error) {
	e.calls++
	var all [][]float32
	for _, text := range texts {
		all = append(all, []float32{float32(len(text)), float32(len(strings.Fields(text)))})
	}
	return all, nil
}

func TestFinder(t *testing.T) {
	_, s := room(t, &writer{name: "p/m"})
	e := &lengths{}
	finder := &writing.Finder{Way: writing.ByBoth, Documents: s, Vectors: s, Embedder: e}
	for range 2 {
		r, err := finder.On(t.Context(), []string{"leaves", "bees"})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Retrieve(t.Context(), "wax", 1); err != nil || len(got) != 1 || got[0].ID != "bees#0" {
			t.Error(got, err)
		}
	}
	if e.calls != 4 { // for each document once, and for each query
		t.Errorf("%d calls for vectors, want 4", e.calls)
	}
	fresh := &writing.Finder{Way: writing.ByVectors, Documents: s, Vectors: s, Embedder: e}
	if _, err := fresh.On(t.Context(), []string{"leaves", "bees"}); err != nil || e.calls != 4 {
		t.Errorf("vectors were made anew: %d calls, %v", e.calls, err)
	}
	if _, err := fresh.On(t.Context(), []string{"oak"}); adhere.CodeOf(err) != adhere.NotFound {
		t.Error(err)
	}
	for _, bad := range []*writing.Finder{{Way: "guess"}, {Way: writing.ByVectors}} {
		if err := bad.Check(); adhere.CodeOf(err) != adhere.Invalid {
			t.Error(err)
		}
	}
}

func TestNewRoomRefuses(t *testing.T) {
	m := &writer{name: "p/m"}
	for name, c := range map[string]writing.RoomConfig{
		"no model": {Finder: &writing.Finder{Way: writing.ByWords}}, "twice": {Models: []adhere.Model{m, m}, Finder: &writing.Finder{Way: writing.ByWords}},
		"no way": {Models: []adhere.Model{m}, Finder: &writing.Finder{}},
	} {
		if _, err := writing.NewRoom(t.Context(), c); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
