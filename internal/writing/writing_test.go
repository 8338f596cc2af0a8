package writing_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/writing"
)

// at is a moment that many seconds into a session.
func at(n int) time.Time { return time.Date(2026, 11, 21, 12, 0, n, 0, time.UTC) }

func head() writing.Head {
	return writing.Head{ID: "s1", Question: writing.Question{ID: "q1", Text: "Why do leaves turn red?"}, Model: "p/m", Started: at(0)}
}

// path leads to each phase.
func path(t *testing.T, to string) writing.Session {
	t.Helper()
	found := writing.Move{Action: writing.Found, Passages: []writing.Passage{{ID: "d#1", Text: "Leaves."}}}
	info := writing.Move{Action: writing.Instruct, Kind: writing.Info, Text: "Say more of sugar."}
	moves := []writing.Move{found, {Action: writing.Drafted, Text: "They do [0]."}, info, found, {Action: writing.Summarised, Text: "Sugar."}, {Action: writing.Revised, Text: "They do, by sugar [0]."}}
	rate := func(r writing.Rating) writing.Move {
		return writing.Move{Action: writing.Rate, Rating: r, Text: "because"}
	}
	whole := func(rating writing.Rating, turns int) []writing.Move {
		all := slices.Clone(moves[:2])
		for i := range turns {
			all = append(all, writing.Move{Action: writing.Instruct, Kind: writing.Style, Text: "Shorter."},
				writing.Move{Action: writing.Revised, Text: fmt.Sprint("Answer ", i)}, rate(rating), writing.Move{Action: writing.GoOn})
		}
		return all
	}
	steps := map[string][]writing.Move{
		"sources": nil, "draft": moves[:1], "instruction": moves[:2], "passages": moves[:3], "summary": moves[:4], "revision": moves[:5], "rating": moves,
		"decision good": append(slices.Clone(moves), rate(writing.Good)), "decision neutral": append(slices.Clone(moves), rate(writing.Neutral)),
		"decision bad": append(slices.Clone(moves), rate(writing.Bad)), "satisfied": append(slices.Clone(moves), rate(writing.Good), writing.Move{Action: writing.Satisfied}),
		"ten turns": whole(writing.Good, writing.MostTurns), "last instruction": whole(writing.Good, writing.MostTurns-1),
	}
	s, err := writing.Replay(head(), steps[to])
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEveryMove tries every action in every state.
func TestEveryMove(t *testing.T) {
	actions := []writing.Move{
		{Action: writing.Found},
		{Action: writing.Drafted, Text: "A draft."},
		{Action: writing.Instruct, Kind: writing.Info, Text: "More."},
		{Action: writing.Instruct, Kind: writing.Style, Text: "Less."},
		{Action: writing.Summarised, Text: "In short."},
		{Action: writing.Revised, Text: "Anew."},
		{Action: writing.Rate, Rating: writing.Good, Text: "well"},
		{Action: writing.Edit, Text: "Mine."},
		{Action: writing.GoOn},
		{Action: writing.Satisfied},
		{Action: "dance"},
	}
	name := func(m writing.Move) string { return strings.TrimSpace(string(m.Action) + " " + string(m.Kind)) }
	legal := map[string]map[string]writing.Phase{
		"sources":          {"found": writing.AwaitDraft},
		"draft":            {"drafted": writing.AwaitInstruction},
		"instruction":      {"instruct info": writing.AwaitPassages, "instruct style": writing.AwaitRevision},
		"passages":         {"found": writing.AwaitSummary},
		"summary":          {"summarised": writing.AwaitRevision},
		"revision":         {"revised": writing.AwaitRating},
		"rating":           {"rate": writing.AwaitDecision},
		"decision good":    {"go_on": writing.AwaitInstruction, "satisfied": writing.Over},
		"decision neutral": {"edit": writing.AwaitDecision, "go_on": writing.AwaitInstruction, "satisfied": writing.Over},
		"decision bad":     {"edit": writing.AwaitDecision, "go_on": writing.AwaitInstruction, "satisfied": writing.Over},
		"satisfied":        {},
		"ten turns":        {},
		"last instruction": {"instruct info": writing.AwaitPassages, "instruct style": writing.AwaitRevision},
	}
	waits := map[string]string{
		"sources": "waits for passages, not for", "draft": "waits for the first draft, not for", "instruction": "waits for an instruction, not for",
		"passages": "waits for passages, not for", "summary": "waits for a summary, not for", "revision": "waits for the model's answer, not for",
		"rating": "waits for a rating, not for", "decision good": "waits for the next turn or the end, not for", "decision neutral": "waits for an edit, the next turn or the end, not for",
		"decision bad": "waits for an edit, the next turn or the end, not for", "satisfied": "is over", "ten turns": "is over", "last instruction": "waits for an instruction, not for",
	}
	for state, moves := range legal {
		if s := path(t, state); s.Phase != writing.Over && !strings.HasPrefix(waits[state], "waits for "+s.Waits()+",") {
			t.Errorf("%s: waits for %q, want %s", state, s.Waits(), waits[state])
		}
		for _, m := range actions {
			s := path(t, state)
			before := path(t, state)
			next, err := s.Next(m)
			want, ok := moves[name(m)]
			switch {
			case ok && (err != nil || next.Phase != want):
				t.Errorf("%s, %s: phase %s, %v, want %s", state, name(m), next.Phase, err, want)
			case !ok && adhere.CodeOf(err) != adhere.Conflict:
				t.Errorf("%s, %s: %v, want a conflict", state, name(m), err)
			case !ok && (!strings.Contains(err.Error(), "the session "+waits[state]) || strings.ContainsAny(err.Error(), "_(") || strings.Contains(err.Error(), "phase")):
				t.Errorf("%s, %s: the error says %q, want that the session %s", state, name(m), err, waits[state])
			}
			if diff := cmp.Diff(before, s); diff != "" {
				t.Errorf("%s, %s changed the session itself: %s", state, name(m), diff)
			}
		}
	}
}

// TestRelease gives sessions back in every state: that ends them, and they
// replay to what they were.
func TestRelease(t *testing.T) {
	release := writing.Move{Action: writing.Release, At: at(50)}
	for _, state := range []string{"sources", "draft", "instruction", "passages", "summary", "revision", "rating", "decision good", "decision bad", "last instruction"} {
		s, err := path(t, state).Next(release)
		if err != nil || s.Phase != writing.Over || s.End != writing.EndReleased || s.Waited != path(t, state).Phase || !s.Ended.Equal(at(50)) || len(s.Allowed()) > 0 {
			t.Errorf("%s: %+v, %v", state, s, err)
		}
		replays(t, &s)
		if err := s.Check(); err != nil {
			t.Errorf("%s: the export is refused: %v", state, err)
		}
		if s.Waited = writing.AwaitSources; state != "sources" && s.Check() == nil {
			t.Errorf("%s: a session that can't have come about is taken", state)
		}
	}
	for _, state := range []string{"satisfied", "ten turns"} {
		if _, err := path(t, state).Next(release); adhere.CodeOf(err) != adhere.Conflict || !strings.Contains(err.Error(), "over") {
			t.Errorf("%s: %v", state, err)
		}
	}
}

// TestWithdraw takes instructions back that have no answer: the session is what
// it was before them. Where there is an answer, none is taken back.
func TestWithdraw(t *testing.T) {
	withdraw := writing.Move{Action: writing.Withdraw, At: at(50)}
	for _, state := range []string{"passages", "summary", "revision"} {
		busy := path(t, state)
		s, err := busy.Next(withdraw)
		if err != nil || s.Phase != writing.AwaitInstruction || len(s.Turns) != len(busy.Turns)-1 {
			t.Fatalf("%s: %+v, %v", state, s, err)
		}
		replays(t, &s)
		if err := s.Check(); err != nil {
			t.Errorf("%s: the export is refused: %v", state, err)
		}
		again, err := s.Next(writing.Move{Action: writing.Instruct, Kind: writing.Style, Text: "Otherwise."})
		if err != nil || again.Turns[len(again.Turns)-1].Number != len(busy.Turns) || again.Turns[len(again.Turns)-1].Previous != busy.Turns[len(busy.Turns)-1].Previous {
			t.Errorf("%s: %+v, %v", state, again, err)
		}
	}
	for _, state := range []string{"sources", "draft", "instruction", "rating", "decision bad", "satisfied", "ten turns"} {
		if _, err := path(t, state).Next(withdraw); adhere.CodeOf(err) != adhere.Conflict {
			t.Errorf("%s: %v", state, err)
		}
	}
}

// TestWhyNoEdit holds that an edit is refused with its reason where the answer was rated
// good, and without that reason where it is not yet time.
func TestWhyNoEdit(t *testing.T) {
	for state, want := range map[string]string{"decision good": "an answer that was rated good is not edited", "rating": ""} {
		_, err := path(t, state).Next(writing.Move{Action: writing.Edit, Text: "Mine."})
		if adhere.CodeOf(err) != adhere.Conflict || adhere.HintOf(err) != want {
			t.Errorf("%s: %v, hint %q, want %q", state, err, adhere.HintOf(err), want)
		}
	}
}

// TestContents tries moves whose time is right and whose contents are not.
func TestContents(t *testing.T) {
	long := strings.Repeat("x", writing.LongestText+1)
	for name, c := range map[string]struct {
		state string
		move  writing.Move
	}{
		"empty draft":       {"draft", writing.Move{Action: writing.Drafted, Text: " \n"}},
		"long draft":        {"draft", writing.Move{Action: writing.Drafted, Text: long}},
		"no kind":           {"instruction", writing.Move{Action: writing.Instruct, Text: "More."}},
		"other kind":        {"instruction", writing.Move{Action: writing.Instruct, Kind: "both", Text: "More."}},
		"empty instruction": {"instruction", writing.Move{Action: writing.Instruct, Kind: writing.Info}},
		"long instruction":  {"instruction", writing.Move{Action: writing.Instruct, Kind: writing.Info, Text: long[:writing.LongestWords+1]}},
		"empty summary":     {"summary", writing.Move{Action: writing.Summarised}},
		"empty revision":    {"revision", writing.Move{Action: writing.Revised}},
		"broken revision":   {"revision", writing.Move{Action: writing.Revised, Text: "\xff"}},
		"no rating":         {"rating", writing.Move{Action: writing.Rate, Text: "well"}},
		"other rating":      {"rating", writing.Move{Action: writing.Rate, Rating: "fine", Text: "well"}},
		"no comment":        {"rating", writing.Move{Action: writing.Rate, Rating: writing.Good}},
		"empty edit":        {"decision bad", writing.Move{Action: writing.Edit}},
		"same edit":         {"decision bad", writing.Move{Action: writing.Edit, Text: "They do, by sugar [0]."}},
	} {
		s := path(t, c.state)
		next, err := s.Next(c.move)
		if adhere.CodeOf(err) != adhere.Invalid || adhere.HintOf(err) == "" || next.Phase != s.Phase {
			t.Errorf("%s: %v, phase %s", name, err, next.Phase)
		}
	}
}

// TestHistory holds line 17 of figure 3: what a bad answer leaves behind.
func TestHistory(t *testing.T) {
	s := path(t, "instruction")
	turn := func(answer string, r writing.Rating, edit string) {
		t.Helper()
		moves := []writing.Move{{Action: writing.Instruct, Kind: writing.Style, Text: "Shorter."}, {Action: writing.Revised, Text: answer}, {Action: writing.Rate, Rating: r, Text: "so"}}
		if edit != "" {
			moves = append(moves, writing.Move{Action: writing.Edit, Text: edit + " at first"}, writing.Move{Action: writing.Edit, Text: edit})
		}
		for _, m := range append(moves, writing.Move{Action: writing.GoOn}) {
			var err error
			if s, err = s.Next(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	previous := func(want string) {
		t.Helper()
		if s.Previous() != want {
			t.Errorf("the previous answer is %q, want %q", s.Previous(), want)
		}
	}
	previous("They do [0].")
	turn("spoilt", writing.Bad, "")
	previous("They do [0].")
	turn("half", writing.Neutral, "")
	previous("half")
	turn("spoilt again", writing.Bad, "mended")
	previous("mended")
	turn("nearly", writing.Neutral, "there")
	previous("there")
	turn("done", writing.Good, "")
	previous("done")
	turn("spoilt a third time", writing.Bad, "")
	previous("done")
	var got []string
	for _, v := range s.Versions() {
		got = append(got, fmt.Sprintf("%d edited=%v stands=%v %s < %s", v.Turn, v.Edited, v.Stands, v.Text, v.From))
	}
	want := []string{
		"0 edited=false stands=true They do [0]. < ", "1 edited=false stands=false spoilt < They do [0].", "2 edited=false stands=true half < They do [0].",
		"3 edited=false stands=false spoilt again < half", "3 edited=true stands=true mended < spoilt again", "4 edited=false stands=false nearly < mended", "4 edited=true stands=true there < nearly",
		"5 edited=false stands=true done < there", "6 edited=false stands=false spoilt a third time < done",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestMillionMoves drives sessions with a million random moves, most of them
// wrong, and holds them to a second telling of figure 3.
func TestMillionMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	texts := []string{"a", "b", "c", "d", "", " "}
	kinds := []writing.Kind{writing.Info, writing.Style, "none"}
	ratings := []writing.Rating{writing.Good, writing.Neutral, writing.Bad, "none"}
	actions := []writing.Action{
		writing.Found, writing.Drafted, writing.Instruct, writing.Summarised, writing.Revised, writing.Rate, writing.Edit, writing.GoOn, writing.Satisfied,
	}
	s, f := writing.New(head()), figure{}
	over, illegal, released := 0, 0, 0
	for n := range 1_000_000 {
		m := writing.Move{Action: actions[r.IntN(len(actions))], Text: texts[r.IntN(len(texts))], Kind: kinds[r.IntN(len(kinds))], Rating: ratings[r.IntN(len(ratings))]}
		if allowed := s.Allowed(); len(allowed) > 0 && r.IntN(3) > 0 {
			m.Action = allowed[r.IntN(len(allowed))]
		}
		if r.IntN(200) == 0 {
			m.Action = writing.Release
			released++
		}
		next, err := s.Next(m)
		if f.step(&m) != (err == nil) {
			t.Fatalf("move %d, %+v in %s: %v", n, m, s.Phase, err)
		}
		if err != nil {
			illegal++
		}
		s = next
		if settled := s.Phase != writing.AwaitDecision && s.Phase != writing.Over; settled && s.Draft != "" && s.Previous() != f.previous {
			t.Fatalf("move %d: the previous answer is %q, want %q", n, s.Previous(), f.previous)
		}
		if len(s.Turns) != f.turn || (s.Phase == writing.Over) != f.over || (s.End != "") != f.over || len(s.Turns) > writing.MostTurns {
			t.Fatalf("move %d: %d turns, phase %s; want %d, over %v", n, len(s.Turns), s.Phase, f.turn, f.over)
		}
		if s.Phase == writing.Over {
			if over++; over%100 == 0 {
				replays(t, &s)
			}
			s, f = writing.New(head()), figure{}
		}
	}
	if over-released < 10_000 || illegal < 100_000 || released < 1000 {
		t.Errorf("%d sessions came to an end, %d of them by release, and %d moves were refused: too few to prove anything", over, released, illegal)
	}
}

// A figure is figure 3 told line by line: which lines come next, a_p, a_t,
// a'_t and r_t.
type figure struct {
	line                      int // 1 retrieves for q; 2 drafts; 4 instructs; 6 retrieves; 7 summarises; 8 rewrites; 9 rates; 12 edits or decides
	turn                      int
	over                      bool
	previous, answer, finally string
	rating                    writing.Rating
}

func (f *figure) step(m *writing.Move) bool {
	if m.Action == writing.Release { // no line of the figure
		f.over = true
		return true
	}
	text := strings.TrimSpace(m.Text) != ""
	switch max(f.line, 1) {
	case 1:
		return f.to(2, m.Action == writing.Found)
	case 2:
		if f.to(4, m.Action == writing.Drafted && text) {
			f.previous = m.Text
			return true
		}
	case 4:
		if m.Action != writing.Instruct || !text || m.Kind != writing.Info && m.Kind != writing.Style {
			return false
		}
		f.turn++
		f.line = 8
		if m.Kind == writing.Info {
			f.line = 6
		}
		return true
	case 6:
		return f.to(7, m.Action == writing.Found)
	case 7:
		return f.to(8, m.Action == writing.Summarised && text)
	case 8:
		if f.to(9, m.Action == writing.Revised && text) {
			f.answer, f.finally = m.Text, m.Text
			return true
		}
	case 9:
		known := m.Rating == writing.Good || m.Rating == writing.Neutral || m.Rating == writing.Bad
		if f.to(12, m.Action == writing.Rate && text && known) {
			f.rating = m.Rating
			return true
		}
	case 12:
		return f.decide(m, text)
	}
	return false
}

func (f *figure) to(line int, legal bool) bool {
	if legal {
		f.line = line
	}
	return legal
}

func (f *figure) decide(m *writing.Move, text bool) bool {
	switch m.Action {
	case writing.Edit:
		if f.rating == writing.Good || !text || m.Text == f.answer {
			return false
		}
		f.finally = m.Text
	case writing.Satisfied:
		f.over = true
	case writing.GoOn:
		f.line, f.over = 4, f.turn == 10
	default:
		return false
	}
	if f.rating != writing.Bad || f.finally != f.answer {
		f.previous = f.finally
	}
	return true
}

func replays(t *testing.T, s *writing.Session) {
	t.Helper()
	again, err := writing.Replay(s.Head, s.Moves())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*s, again); diff != "" {
		t.Fatalf("replayed otherwise: %s", diff)
	}
}

// TestReplayAnywhere replays sessions stopped in every phase, with their
// times, and over JSON.
func TestReplayAnywhere(t *testing.T) {
	moves := []writing.Move{
		{Action: writing.Found, Passages: []writing.Passage{{ID: "d#1", Document: "d", Title: "Of leaves", Text: "Red.", Score: 1.5}}},
		{Action: writing.Drafted, Text: "A draft [0]."},
		{Action: writing.Instruct, Kind: writing.Info, Text: "More.", At: at(1)},
		{Action: writing.Found},
		{Action: writing.Summarised, Text: "Nothing."},
		{Action: writing.Revised, Text: "More of it.", At: at(2)},
		{Action: writing.Rate, Rating: writing.Bad, Text: "no", At: at(3)},
		{Action: writing.Edit, Text: "Mine.", At: at(4)},
		{Action: writing.GoOn, At: at(5)},
		{Action: writing.Instruct, Kind: writing.Style, Text: "Less.", At: at(6)},
		{Action: writing.Revised, Text: "M.", At: at(7)},
		{Action: writing.Rate, Rating: writing.Good, Text: "yes", At: at(8)},
		{Action: writing.Satisfied, At: at(9)},
	}
	for n := range len(moves) + 1 {
		s, err := writing.Replay(head(), moves[:n])
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(moves[:n], s.Moves(), cmp.Transformer("len", texts)); diff != "" {
			t.Errorf("after %d moves: %s", n, diff)
		}
		replays(t, &s)
		b, err := json.Marshal(&s)
		if err != nil {
			t.Fatal(err)
		}
		var read writing.Session
		if err := json.Unmarshal(b, &read); err != nil {
			t.Fatal(err)
		}
		again, _ := json.Marshal(&read)
		if string(again) != string(b) {
			t.Errorf("after %d moves: %s was read as %s", n, b, again)
		}
	}
	if _, err := writing.Replay(head(), append(slices.Clone(moves[:3]), moves[12])); err == nil || !strings.Contains(err.Error(), "move 4") {
		t.Errorf("an illegal move was replayed: %v", err)
	}
}

func texts(moves []writing.Move) []string {
	var all []string
	for _, m := range moves {
		all = append(all, fmt.Sprintf("%+v", m))
	}
	return all
}
