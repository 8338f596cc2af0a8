package study_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/writing"
	"adhere/internal/writing/study"
	"adhere/report"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestTables holds that the tables are the generator's own counts.
func TestTables(t *testing.T) {
	m := generate(7)
	hand := study.Labels{}
	for _, l := range m.types.List()[:40] {
		hand[l.Key] = l.Label
	}
	hand[m.types.List()[3].Key] = "others"
	r, err := study.Analyse(m.sessions, study.Inputs{Types: m.types, Errors: m.errors, HandTypes: hand, HandErrors: m.errors, Marks: m.marks})
	if err != nil {
		t.Fatal(err)
	}
	if r.Sessions != 234 || r.Turns != 1260 {
		t.Fatalf("%d sessions, %d turns", r.Sessions, r.Turns)
	}
	m.checkOverview(t, r)
	m.checkRatings(t, r)
	m.checkSorts(t, r)
	m.checkLengths(t, r)
	rec := r.Recall
	if got := [3]int{rec.All.Met, rec.Some.Met, rec.None.Met}; got != m.found || rec.Turns != len(m.marks) {
		t.Errorf("recall %v of %d, want %v of %d", got, rec.Turns, m.found, len(m.marks))
	}
	if want := (float64(m.found[0]) + float64(m.found[1])/2) / float64(len(m.marks)); rec.Mean < want-1e-9 || rec.Mean > want+1e-9 {
		t.Errorf("mean recall %v, want %v", rec.Mean, want)
	}
	if k := r.Types.Kappa; k == nil || k.N != 40 || k.Value >= 1 || k.Value < 0.9 {
		t.Errorf("kappa of types: %+v", k)
	}
	if k := r.Errors.Kappa; k == nil || k.Value != 1 {
		t.Errorf("kappa of errors: %+v", k)
	}
}

func (m *made) checkOverview(t *testing.T, r *study.Report) {
	t.Helper()
	for i, p := range plan {
		o := r.Overview[modelOrder(r, p.model)]
		if o.Turns != p.turns || o.Edited != p.edited || o.Sessions != sessionsPerModel || o.Info.Met != m.info[p.model] || o.Info.N != p.turns {
			t.Errorf("%d: %+v", i, o)
		}
		if o.PerSession != float64(p.turns)/sessionsPerModel {
			t.Errorf("%s: %v turns a session", p.model, o.PerSession)
		}
	}
	if all := r.Overview[3]; all.Turns != 1260 || all.Edited != 315 || all.Sessions != 234 || all.Model != "" {
		t.Errorf("all: %+v", all)
	}
	for _, row := range r.ByTurn {
		if info, style := m.byTurn[[2]string{fmt.Sprint(row.Turn), "info"}], m.byTurn[[2]string{fmt.Sprint(row.Turn), "style"}]; row.Info.Met != info || row.Style != style || row.Info.N != info+style {
			t.Errorf("turn %d: %+v, want %d and %d", row.Turn, row, info, style)
		}
	}
}

func modelOrder(r *study.Report, model string) int {
	for i := range r.Overview {
		if r.Overview[i].Model == model {
			return i
		}
	}
	return -1
}

func (m *made) checkRatings(t *testing.T, r *study.Report) {
	t.Helper()
	for _, row := range r.Ratings {
		for rating, share := range map[string]study.Share{"good": row.Good, "neutral": row.Neutral, "bad": row.Bad} {
			want := 0
			for key, n := range m.rated {
				if (row.Model == "" || row.Model == key[0]) && (row.Kind == "" || string(row.Kind) == key[1]) && key[2] == rating {
					want += n
				}
			}
			if share.Met != want || share.Value != float64(want)/float64(share.N) || share.Lo > share.Value || share.Hi < share.Value || share.Lo == share.Hi {
				t.Errorf("%s %s %s: %+v, want %d", row.Model, row.Kind, rating, share, want)
			}
		}
	}
	if len(r.Ratings) != 12 {
		t.Errorf("%d rows of ratings", len(r.Ratings))
	}
}

func (m *made) checkSorts(t *testing.T, r *study.Report) {
	t.Helper()
	merged := map[string]bool{}
	for _, v := range r.Types.Merged {
		merged[v] = true
	}
	if !merged["categorization"] {
		t.Errorf("merged %v: a type under 5 %% is one of the others", r.Types.Merged)
	}
	name := func(v string) string {
		if merged[v] {
			return "others"
		}
		return v
	}
	for _, row := range r.Types.Rows {
		total := 0
		good := make([]int, len(r.Types.Models))
		for key, n := range m.typed {
			if name(key[0]) != row.Value {
				continue
			}
			total += n
			for i, model := range r.Types.Models {
				if key[1] == model && key[2] == "good" {
					good[i] += n
				}
			}
		}
		if row.Share.Met != total || row.Share.N != 1260 {
			t.Errorf("%s: %+v, want %d", row.Value, row.Share, total)
		}
		for i := range good {
			if row.Good[i].Met != good[i] {
				t.Errorf("%s, %s: %+v, want %d", row.Value, r.Types.Models[i], row.Good[i], good[i])
			}
		}
	}
	for _, row := range r.Errors.Rows {
		if row.Share.Met != m.failed[row.Value] || row.Share.N != len(m.errors) {
			t.Errorf("%s: %+v, want %d of %d", row.Value, row.Share, m.failed[row.Value], len(m.errors))
		}
	}
}

func (m *made) checkLengths(t *testing.T, r *study.Report) {
	t.Helper()
	kept := 0
	for _, row := range r.Lengths {
		w, ok := m.words[row.Group]
		if !ok {
			continue
		}
		kept += row.N
		n := float64(w[0])
		if row.N != w[0] || row.Source != float64(w[1])/n || row.Target != float64(w[2])/n {
			t.Errorf("%s: %+v, want %v", row.Group, row, w)
		}
	}
	if r.LeftOut != 1260-kept || kept == 0 {
		t.Errorf("%d left out, %d kept", r.LeftOut, kept)
	}
}

// TestLengthsByHand works one turn of table 6 out by hand.
func TestLengthsByHand(t *testing.T) {
	s := writing.Session{Head: writing.Head{ID: "s", Model: "m"}, Draft: "a b c d", Turns: []writing.Turn{
		{Number: 1, Kind: writing.Style, Instruction: "Drop one, add two.", Previous: "a b c d", Answer: "a c x y z", Rating: writing.Good},
		{Number: 2, Kind: writing.Style, Instruction: "Again.", Previous: "a c x y z", Answer: "q", Rating: writing.Bad},
	}}
	r, err := study.Analyse([]writing.Session{s}, study.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	want := study.LengthRow{Group: "all", N: 1, Instruction: 4, Source: 4, Target: 5, Ratio: 1.25, Distance: 4, EditRatio: 1}
	if diff := cmp.Diff(want, r.Lengths[len(r.Lengths)-1]); diff != "" || r.LeftOut != 1 {
		t.Errorf("%d left out; %s", r.LeftOut, diff)
	}
}

// TestLengthsWithoutSpaces counts the characters of what is written without
// spaces, as requirements on the length of such texts do, and words beside them.
func TestLengthsWithoutSpaces(t *testing.T) {
	for name, tt := range map[string]struct {
		before, after string
		source        float64
		distance      float64
	}{
		"Chinese":      {"叶子会变红。", "叶子在秋天变红。", 6, 3},
		"Japanese":     {"葉は「コーヒー」色。", "葉は赤い色です。", 10, 7},
		"mixed":        {"用 API 接口 v1.2", "用 API 接口 v1.3", 5, 1},
		"wide blank":   {"你\u3000好", "你\u3000好", 2, 0},
		"English":      {"Don’t “go” — 3.5%", "Don’t “go” — 4%", 4, 1},
		"no-break gap": {"10\u00a0km", "10 km", 2, 0},
	} {
		s := writing.Session{Head: writing.Head{ID: "s", Model: "m"}, Draft: tt.before, Turns: []writing.Turn{
			{Number: 1, Kind: writing.Style, Instruction: "改", Previous: tt.before, Answer: tt.after, Rating: writing.Good},
		}}
		r, err := study.Analyse([]writing.Session{s}, study.Inputs{})
		if err != nil {
			t.Fatal(err)
		}
		if row := r.Lengths[len(r.Lengths)-1]; row.Source != tt.source || row.Distance != tt.distance || row.Instruction != 1 {
			t.Errorf("%s: %+v; want %v before, distance %v", name, row, tt.source, tt.distance)
		}
	}
}

// TestOrderOfSessions holds that the order of sessions changes nothing.
func TestOrderOfSessions(t *testing.T) {
	m := generate(3)
	in := study.Inputs{Types: m.types, Errors: m.errors, Marks: m.marks}
	render := func() string {
		r, err := study.Analyse(m.sessions, in)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		for _, f := range []report.Format{report.FormatText, report.FormatJSON, report.FormatHTML} {
			if err := r.Document().Write(&b, f, report.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		return b.String()
	}
	want := render()
	rand.New(rand.NewPCG(1, 1)).Shuffle(len(m.sessions), func(i, j int) { m.sessions[i], m.sessions[j] = m.sessions[j], m.sessions[i] })
	if got := render(); got != want {
		t.Error("another order of sessions makes another report")
	}
	if strings.Contains(want, "<script") || strings.Count(want, "<svg") < 4 {
		t.Error("the page lacks its charts")
	}
}

// TestReportText holds the printed tables to a golden file.
func TestReportText(t *testing.T) {
	m := generate(7)
	r, err := study.Analyse(m.sessions, study.Inputs{Types: m.types, Errors: m.errors, Marks: m.marks})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.Document().Write(&b, report.FormatText, report.Options{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.txt", b.Bytes())
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s: %s", name, diff)
	}
}

// TestWrongInputs names what is wrong with labels and marks.
// Labels of other turns than those of the sessions count nowhere: neither for
// what is rare, nor those of comments where the turn is good.
func TestLabelsOfOtherTurns(t *testing.T) {
	m := generate(1)
	want, err := study.Analyse(m.sessions, study.Inputs{Types: m.types, Errors: m.errors})
	if err != nil {
		t.Fatal(err)
	}
	types, errors, good := maps.Clone(m.types), maps.Clone(m.errors), 0
	for i := range 100 * len(types) {
		types[study.Key{Session: "another", Turn: i}] = "clarification"
	}
	for _, r := range study.Rows(m.sessions) {
		if r.Rating == writing.Good {
			errors[study.KeyOf(&r)], good = "ignored", good+1
		}
	}
	got, err := study.Analyse(m.sessions, study.Inputs{Types: types, Errors: errors})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Types, got.Types); diff != "" {
		t.Errorf("types: %s", diff)
	}
	if diff := cmp.Diff(want.Errors, got.Errors); diff != "" {
		t.Errorf("errors: %s", diff)
	}
	said := []string{
		fmt.Sprintf("types: %d labels of no turn that has one here left out", 100*len(m.types)),
		fmt.Sprintf("errors: %d labels of no turn that has one here left out", good),
	}
	if diff := cmp.Diff(append(want.Warnings, said...), got.Warnings); diff != "" {
		t.Error(diff)
	}
}

func TestWrongInputs(t *testing.T) {
	m := generate(1)
	key := study.KeyOf(&study.Rows(m.sessions)[0])
	for name, in := range map[string]study.Inputs{
		"none of the types":           {Types: study.Labels{key: "cooking"}},
		"types by hand and no others": {HandTypes: m.types},
		"none of the errors":          {Errors: m.errors, HandErrors: study.Labels{key: "typo"}},
		"marks of turn":               {Marks: []study.Mark{{Key: study.Key{Session: "nobody", Turn: 1}, Relevant: []string{"a"}}}},
	} {
		if _, err := study.Analyse(m.sessions, in); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := study.Map([]study.Label{{Key: key, Label: "a"}, {Key: key, Label: "b"}}); err == nil {
		t.Error("a turn that is labelled twice was taken")
	}
}
