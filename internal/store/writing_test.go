package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/store"
	"adhere/internal/writing"
	"adhere/retrieve"
)

func document(id string, texts ...string) writing.Document {
	d := writing.Document{ID: id, Title: "Of " + id, Authors: []string{"Ada Moss"}, Source: id + ".txt", Bytes: 100}
	for _, text := range texts {
		d.Paragraphs = append(d.Paragraphs, writing.Paragraph{Section: "S", Text: text})
	}
	return d
}

func TestDocuments(t *testing.T) {
	s := open(t)
	moss, fern := document("moss", "Green.", "Soft."), document("fern", "Old.")
	added, err := s.AddDocuments(t.Context(), []writing.Document{moss, fern})
	if err != nil || added != 2 {
		t.Fatal(added, err)
	}
	if added, err := s.AddDocuments(t.Context(), []writing.Document{moss}); err != nil || added != 0 {
		t.Errorf("the same was added again: %d, %v", added, err)
	}
	other := document("moss", "Grey.")
	if _, err := s.AddDocuments(t.Context(), []writing.Document{document("oak", "Tall."), other}); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("another moss was taken: %v", err)
	}
	all, err := s.Documents(t.Context())
	want := []writing.Holding{
		{ID: "fern", Title: "Of fern", Authors: []string{"Ada Moss"}, Source: "fern.txt", Bytes: 100, Paragraphs: 1},
		{ID: "moss", Title: "Of moss", Authors: []string{"Ada Moss"}, Source: "moss.txt", Bytes: 100, Paragraphs: 2},
	}
	if err != nil || cmp.Diff(want, all) != "" {
		t.Errorf("half a file was loaded, or less: %v %s", err, cmp.Diff(want, all))
	}
	got, err := s.Document(t.Context(), "moss")
	if err != nil || cmp.Diff(&moss, got) != "" {
		t.Error(err, cmp.Diff(&moss, got))
	}
}

// TestSameTextUnderAnotherName holds that the same text is one document,
// whatever its file is called, also where the name is all the title it has.
func TestSameTextUnderAnotherName(t *testing.T) {
	s := open(t)
	untitled := document("fern", "Old.")
	untitled.Title = "fern"
	if _, err := s.AddDocuments(t.Context(), []writing.Document{document("moss", "Green."), untitled}); err != nil {
		t.Fatal(err)
	}
	copied := document("moss-1", "Green.")
	copied.Title = "Of moss"
	again := untitled
	again.ID, again.Title, again.Source = "fern-1", "fern (1)", "fern (1).txt"
	added, err := s.AddDocuments(t.Context(), []writing.Document{copied, again, document("oak", "Tall.")})
	if err != nil || added != 1 {
		t.Fatal(added, err)
	}
	all, err := s.Documents(t.Context())
	if err != nil || len(all) != 3 {
		t.Error(all, err)
	}
	retitled := untitled
	retitled.Title = "Of ferns"
	if _, err := s.AddDocuments(t.Context(), []writing.Document{retitled}); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("another title was dropped in silence: %v", err)
	}
}

// TestDocumentsFromBeforeAnUpgrade adds a document again whose digest an
// earlier version made, with the file's name in it.
func TestDocumentsFromBeforeAnUpgrade(t *testing.T) {
	s := open(t)
	d := document("fern", "Old.")
	d.Title = "fern"
	if _, err := s.AddDocuments(t.Context(), []writing.Document{d}); err != nil {
		t.Fatal(err)
	}
	raw(t, s.Path(), "update documents set digest = 'dba2c7d69cd06a175d8b073411510193f7a5ac6f96ac36395c5ab3aac819e19b'")
	if added, err := s.AddDocuments(t.Context(), []writing.Document{d}); err != nil || added != 0 {
		t.Error(added, err)
	}
}

func TestVectors(t *testing.T) {
	s := open(t)
	if _, err := s.AddDocuments(t.Context(), []writing.Document{document("moss", "Green.", "Soft.")}); err != nil {
		t.Fatal(err)
	}
	want := [][]float32{{1, -0.5}, {3e-8, 4}}
	for _, v := range [][][]float32{{{9, 9}, {9, 9}}, want} {
		if err := s.PutVectors(t.Context(), "small", "moss", v); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Vectors(t.Context(), "small", "moss")
	if err != nil || cmp.Diff(want, got) != "" {
		t.Error(err, cmp.Diff(want, got))
	}
	if other, err := s.Vectors(t.Context(), "large", "moss"); err != nil || other != nil {
		t.Error(other, err)
	}
	if err := s.PutVectors(t.Context(), "large", "moss", want[:1]); err != nil {
		t.Fatal(err)
	}
	if part, err := s.Vectors(t.Context(), "large", "moss"); err != nil || part != nil {
		t.Errorf("half of the vectors count: %v, %v", part, err)
	}
	if err := s.RemoveDocument(t.Context(), "moss"); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := raw(t, s.Path()).QueryRow("select (select count(*) from paragraphs) + (select count(*) from paragraph_vectors)").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
	for _, f := range []func() error{
		func() error { return s.RemoveDocument(t.Context(), "moss") },
		func() error { _, err := s.Vectors(t.Context(), "small", "moss"); return err },
		func() error { _, err := s.Document(t.Context(), "moss"); return err },
	} {
		if err := f(); adhere.CodeOf(err) != adhere.NotFound {
			t.Error(err)
		}
	}
}

// letters embeds texts by the letters they hold.
type letters struct{ texts int }

func (*letters) Name() string { return "letters" }

func (l *letters) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var all [][]float32
	for _, text := range texts {
		l.texts++
		v := make([]float32, 26)
		for _, r := range strings.ToLower(text) {
			if r >= 'a' && r <= 'z' {
				v[r-'a']++
			}
		}
		all = append(all, v)
	}
	return all, nil
}

// TestIndexesAreRebuilt takes away, or spoils, all that is derived from the
// documents: who asks afterwards finds the same passages, by words, by vectors
// and by both.
func TestIndexesAreRebuilt(t *testing.T) {
	s := open(t)
	docs := []writing.Document{
		document("moss", "Green and soft.", "It grows on stones.", "Water is all it needs."),
		document("fern", "Old as the hills.", "It grows in shade.", "Its leaves unroll in spring."),
	}
	if _, err := s.AddDocuments(t.Context(), docs); err != nil {
		t.Fatal(err)
	}
	spoil := raw(t, s.Path())
	for _, way := range []string{writing.ByWords, writing.ByVectors, writing.ByBoth} {
		e := &letters{}
		ask := func() []writing.Passage {
			t.Helper()
			finder := &writing.Finder{Way: way, Documents: s, Vectors: s, Embedder: e} // a new one: nothing lies in memory
			on, err := finder.On(t.Context(), []string{"moss", "fern"})
			if err != nil {
				t.Fatal(way, err)
			}
			found, err := on.Retrieve(t.Context(), "where it grows in water", retrieve.Best)
			if err != nil || len(found) < 3 {
				t.Fatal(way, found, err)
			}
			return found
		}
		want := ask()
		for _, damage := range []string{
			"delete from paragraph_vectors", "delete from paragraph_vectors where document = 'moss' and number = 1", "update paragraph_vectors set vector = x'010203' where number = 2",
			"update paragraph_vectors set vector = x'0000803f' where document = 'fern'", "update paragraph_vectors set vector = zeroblob(104) where number = 0",
		} {
			if _, err := spoil.Exec(damage); err != nil {
				t.Fatal(err)
			}
			made := e.texts
			if diff := cmp.Diff(want, ask()); diff != "" {
				t.Errorf("%s after %s: %s", way, damage, diff)
			}
			if way != writing.ByWords && e.texts < made+4 { // three passages or more, and the query
				t.Errorf("%s after %s: only %d vectors were made anew", way, damage, e.texts-made-1)
			}
		}
	}
}

// questions stores a document and questions about it.
func questions(t *testing.T, s *store.Store, ids ...string) {
	t.Helper()
	if _, err := s.AddDocuments(t.Context(), []writing.Document{document("moss", "Green.")}); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		q := writing.Asked{Question: writing.Question{ID: id, Text: "What of " + id + "?", Topic: "t-" + id}, Documents: []string{"moss"}}
		if err := s.SaveQuestion(t.Context(), &q); err != nil {
			t.Fatal(err)
		}
	}
}

func begin(t *testing.T, s *store.Store, id, question, model, person string) error {
	t.Helper()
	return s.BeginSession(t.Context(), person, func(*writing.Ledger) (*writing.Head, error) {
		return &writing.Head{ID: id, Question: writing.Question{ID: question, Text: "?"}, Model: model, Person: person}, nil
	})
}

func TestQuestions(t *testing.T) {
	s := open(t)
	questions(t, s, "b", "a")
	lost := writing.Asked{Question: writing.Question{ID: "c", Text: "?"}, Documents: []string{"moss", "oak"}}
	if err := s.SaveQuestion(t.Context(), &lost); adhere.CodeOf(err) != adhere.NotFound {
		t.Error(err)
	}
	all, err := s.Questions(t.Context())
	if err != nil || len(all) != 2 || all[0].ID != "a" || all[0].Topic != "t-a" || all[0].Documents[0] != "moss" {
		t.Error(all, err)
	}
	if err := s.RemoveDocument(t.Context(), "moss"); adhere.CodeOf(err) != adhere.Conflict {
		t.Error(err)
	}
	if err := begin(t, s, "s1", "a", "m", "bo"); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveQuestion(t.Context(), &all[0]); adhere.CodeOf(err) != adhere.Conflict {
		t.Error(err)
	}
	if err := s.RemoveQuestion(t.Context(), "a"); adhere.CodeOf(err) != adhere.Conflict {
		t.Error(err)
	}
	if err := errors.Join(s.RemoveQuestion(t.Context(), "b")); err != nil {
		t.Error(err)
	}
	if err := s.RemoveQuestion(t.Context(), "b"); adhere.CodeOf(err) != adhere.NotFound {
		t.Error(err)
	}
}

// A question is not asked of a document that is taken out at the same time.
func TestDocumentsAreNotTakenFromQuestions(t *testing.T) {
	s := open(t)
	for i := range 100 {
		if _, err := s.AddDocuments(t.Context(), []writing.Document{document("moss", fmt.Sprint("Green, ", i))}); err != nil {
			t.Fatal(err)
		}
		var both sync.WaitGroup
		var removed, asked error
		both.Go(func() { removed = s.RemoveDocument(t.Context(), "moss") })
		both.Go(func() {
			asked = s.SaveQuestion(t.Context(), &writing.Asked{Question: writing.Question{ID: "q", Text: "What of moss?"}, Documents: []string{"moss"}})
		})
		both.Wait()
		if removed == nil && asked == nil {
			t.Fatalf("round %d: the document is gone, and the question is asked of it", i)
		}
		if asked == nil {
			if err := errors.Join(s.RemoveQuestion(t.Context(), "q"), s.RemoveDocument(t.Context(), "moss")); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestNobodyMeetsAQuestionTwice holds the rules of section 3.2 in the
// database itself.
func TestNobodyMeetsAQuestionTwice(t *testing.T) {
	s := open(t)
	questions(t, s, "a")
	if err := begin(t, s, "s1", "a", "m", "bo"); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"the person": begin(t, s, "s2", "a", "n", "bo"), "the model": begin(t, s, "s3", "a", "m", "cy"), "the ID": begin(t, s, "s1", "a", "n", "cy"),
	} {
		if err == nil {
			t.Errorf("%s came twice", name)
		}
	}
	if _, err := writing.GiveBack(t.Context(), s, "s1", time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := begin(t, s, "s2", "a", "n", "bo"); err == nil {
		t.Error("who gave a session back met the question again")
	}
	if err := begin(t, s, "s4", "a", "m", "di"); err != nil {
		t.Errorf("the model of a session that was given back is not free: %v", err)
	}
	if err := begin(t, s, "s5", "a", "m", "cy"); err == nil {
		t.Error("the model came twice after it was free")
	}
	if err := s.SaveTopics(t.Context(), "cy", []string{"t-a", "x", "x"}); err != nil {
		t.Fatal(err)
	}
	err := s.BeginSession(t.Context(), "cy", func(l *writing.Ledger) (*writing.Head, error) {
		want := &writing.Ledger{Begun: []writing.Begun{{Question: "a", Model: "m", Person: "bo", Released: true}, {Question: "a", Model: "m", Person: "di"}}, Topics: []string{"t-a", "x"}}
		want.Questions = []writing.Asked{{Question: writing.Question{ID: "a", Text: "What of a?", Topic: "t-a"}, Documents: []string{"moss"}}}
		if diff := cmp.Diff(want, l); diff != "" {
			t.Error(diff)
		}
		return nil, &adhere.Error{Code: adhere.NotFound, Message: "nothing"}
	})
	if adhere.CodeOf(err) != adhere.NotFound {
		t.Error(err)
	}
	if ids, err := s.WritingSessions(t.Context(), ""); err != nil || len(ids) != 2 {
		t.Error(ids, err)
	}
}

func TestWritingEvents(t *testing.T) {
	s := open(t)
	questions(t, s, "a")
	if err := begin(t, s, "s1", "a", "m", "bo"); err != nil {
		t.Fatal(err)
	}
	moves := []writing.Move{{Action: writing.Found, Passages: []writing.Passage{{ID: "moss#0", Text: "Green.", Score: 0.1}}}, {Action: writing.Drafted, Text: strings.Repeat("long ", 2000)}}
	for i, m := range moves {
		if err := s.AddEvent(t.Context(), "s1", &writing.Event{Number: i + 1, Client: fmt.Sprint("client-", i), Move: m}); err != nil {
			t.Fatal(err)
		}
	}
	again := &writing.Event{Number: 2, Client: "client-1", Move: writing.Move{Action: writing.Instruct}}
	if err := s.AddEvent(t.Context(), "s1", again); err != nil {
		t.Errorf("what was sent twice: %v", err)
	}
	for _, number := range []int{1, 2, 4} {
		if err := s.AddEvent(t.Context(), "s1", &writing.Event{Number: number, Client: "other", Move: moves[0]}); adhere.CodeOf(err) != adhere.Conflict {
			t.Errorf("event %d: %v", number, err)
		}
	}
	h, events, err := s.Events(t.Context(), "s1")
	if err != nil || len(events) != 2 {
		t.Fatal(len(events), err)
	}
	x, err := writing.Fold(*h, events)
	if err != nil || x.Phase != writing.AwaitInstruction || cmp.Diff(moves, x.Moves()) != "" {
		t.Error(x.Phase, err, cmp.Diff(moves, x.Moves()))
	}
	if _, _, err := s.Events(t.Context(), "s2"); adhere.CodeOf(err) != adhere.NotFound {
		t.Error(err)
	}
	db := raw(t, s.Path())
	if _, err := db.Exec("update writing_events set body = 'x'"); err == nil {
		t.Error("an event was changed")
	}
}

func TestImportSessions(t *testing.T) {
	s := open(t)
	x, err := writing.Replay(writing.Head{ID: "k1", Question: writing.Question{ID: "q", Text: "?"}, Model: "m", Person: "bo"},
		[]writing.Move{{Action: writing.Found}, {Action: writing.Drafted, Text: "D."}, {Action: writing.Instruct, Kind: writing.Style, Text: "Less."}})
	if err != nil {
		t.Fatal(err)
	}
	y := x
	y.ID = "k2" // the same question, model and person: collected elsewhere
	at := time.UnixMilli(0)
	s.Now = func() time.Time { at = at.Add(time.Second); return at } // time passes: that changes no order
	if err := s.ImportSessions(t.Context(), []writing.Session{y, x}); err != nil {
		t.Fatal(err)
	}
	z := x
	z.ID = "k3"
	if err := s.ImportSessions(t.Context(), []writing.Session{z, y}); adhere.CodeOf(err) != adhere.Conflict {
		t.Error(err)
	}
	ids, err := s.WritingSessions(t.Context(), "bo")
	if err != nil || cmp.Diff([]string{"k1", "k2"}, ids) != "" {
		t.Error(ids, err)
	}
	h, events, err := s.Events(t.Context(), "k2")
	if err != nil {
		t.Fatal(err)
	}
	got, err := writing.Fold(*h, events)
	if err != nil || cmp.Diff(y, got) != "" {
		t.Error(err, cmp.Diff(y, got))
	}
}

func TestDrafts(t *testing.T) {
	s := open(t)
	questions(t, s, "a")
	if err := begin(t, s, "s1", "a", "m", "bo"); err != nil {
		t.Fatal(err)
	}
	for _, d := range [][2]string{{"instruction", "Mo"}, {"instruction", "More"}, {"comment", "x"}, {"comment", ""}} {
		if err := s.SaveDraft(t.Context(), "s1", d[0], d[1]); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Drafts(t.Context(), "s1")
	if err != nil || cmp.Diff(map[string]string{"instruction": "More"}, got) != "" {
		t.Error(got, err)
	}
}

// TestProposalsAllOrNone holds that of several proposals none is stored where one
// cannot be.
func TestProposalsAllOrNone(t *testing.T) {
	s := open(t)
	if _, err := s.AddDocuments(t.Context(), []writing.Document{document("moss", "Green.")}); err != nil {
		t.Fatal(err)
	}
	ask := func(text, doc string) writing.Asked {
		return writing.Asked{Question: writing.Question{Text: text}, Documents: []string{doc}, State: writing.Proposed}
	}
	stored := func(want int) {
		t.Helper()
		if all, err := s.Questions(t.Context()); err != nil || len(all) != want {
			t.Errorf("%+v, %v; want %d questions", all, err, want)
		}
	}
	if _, err := s.ProposeQuestions(t.Context(), []writing.Asked{ask("Why?", "moss"), ask("How?", "gone")}); adhere.CodeOf(err) != adhere.NotFound {
		t.Error(err)
	}
	stored(0)
	taken, err := s.ProposeQuestions(t.Context(), []writing.Asked{ask("Why?", "moss"), ask("How?", "moss"), ask("Why?", "moss")})
	if err != nil || taken != 2 {
		t.Error(taken, err)
	}
	if taken, err = s.ProposeQuestions(t.Context(), []writing.Asked{ask("How?", "moss")}); err != nil || taken != 0 {
		t.Error(taken, err)
	}
	stored(2)
}

// TestManyProposals proposes many questions at once.
func TestManyProposals(t *testing.T) {
	s := open(t)
	questions(t, s, "q2")
	all := make([]writing.Asked, 3000)
	for i := range all {
		all[i] = writing.Asked{Question: writing.Question{Text: fmt.Sprintf("Why is moss %d green?", i)}, Documents: []string{"moss"}, State: writing.Proposed}
	}
	taken, err := s.ProposeQuestions(t.Context(), all)
	if err != nil || taken != len(all) {
		t.Errorf("%d of %d were stored: %v", taken, len(all), err)
	}
	if stored, err := s.Questions(t.Context()); err != nil || len(stored) != len(all)+1 || !slices.ContainsFunc(stored, func(q writing.Asked) bool { return q.ID == "q3001" }) {
		t.Error("the numbers go on where one is taken", err)
	}
}
