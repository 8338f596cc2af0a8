package study_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/writing"
	"adhere/internal/writing/study"
	"adhere/judge"
	"adhere/report"
)

// A scripted model answers by rule: what it says of a prompt depends on the
// prompt alone. It keeps what it was asked.
type scripted struct {
	mu    sync.Mutex
	asked []*adhere.Request
	say   func(*adhere.Request) string
}

func (m *scripted) Name() string { return "test/scripted" }

func (m *scripted) Generate(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, req)
	return &adhere.Response{Text: m.say(req), Usage: adhere.Usage{Calls: 1, In: 10, Out: 1}}, nil
}

// leaning says good to four prompts in five.
func leaning(req *adhere.Request) string {
	n := 0
	for _, c := range req.Messages[1].Text {
		n = (n*31 + int(c)) % 1009
	}
	return []string{"good", "Rating: Good.", "good", "**bad**", "good"}[n%5]
}

// TestEvaluate measures a scripted model, then reads its recorded replies: the
// tables are the same, to the last digit, and those of the golden files.
func TestEvaluate(t *testing.T) {
	m := generate(7)
	for _, s := range []study.Scheme{study.Two, study.Three} {
		shots := []int{0, 1}
		if s == study.Three { // fewer turns, for long prompts
			m.sessions, shots = m.sessions[:40], []int{0, 1, 10}
		}
		e := study.Evaluation{Scheme: s, Shots: shots, Judge: "model", Second: m.second, Seed: 5, Options: judge.Options{Model: &scripted{say: leaning}}}
		live, err := study.Evaluate(context.Background(), study.Rows(m.sessions), e)
		if err != nil {
			t.Fatal(err)
		}
		if s == study.Two && (live.Splits[0] != 189 || live.Turns != 1260) || live.Usage.Calls != len(live.Said) {
			t.Errorf("%v test turns, %d turns, %d calls for %d replies", live.Splits, live.Turns, live.Usage.Calls, len(live.Said))
		}
		e.Options.Model, e.Recorded = nil, map[study.ReplyKey]string{}
		for _, r := range live.Said {
			e.Recorded[r.ReplyKey] = r.Reply
		}
		again, err := study.Evaluate(context.Background(), study.Rows(m.sessions), e)
		if err != nil {
			t.Fatal(err)
		}
		var a, b bytes.Buffer
		if err := errors.Join(live.Document().Write(&a, report.FormatText, report.Options{}), again.Document().Write(&b, report.FormatText, report.Options{})); err != nil {
			t.Fatal(err)
		}
		if a.String() != b.String() {
			t.Errorf("recorded replies give another table:\n%s\n%s", a.String(), b.String())
		}
		golden(t, fmt.Sprintf("judges-%d.txt", s), b.Bytes())
		byHand(t, s, m.sessions, again, e.Recorded)
	}
}

// byHand works out the accuracy of one-shot again, from the recorded replies,
// with nothing but counts.
func byHand(t *testing.T, s study.Scheme, sessions []writing.Session, table *study.Table, replies map[study.ReplyKey]string) {
	t.Helper()
	rated := map[study.Key]writing.Rating{}
	for _, r := range study.Rows(sessions) {
		rated[study.KeyOf(&r)] = s.Of(r.Rating)
	}
	var right, n [study.Splits + 1]int
	for k, reply := range replies {
		if k.Shots != 1 {
			continue
		}
		n[k.Split]++
		said := writing.Good
		if strings.Contains(reply, "bad") {
			said = writing.Bad
		}
		if said == rated[k.Key] {
			right[k.Split]++
		}
	}
	mean := 0.0
	for i := 1; i <= study.Splits; i++ {
		if n[i] != table.Splits[i-1] {
			t.Fatalf("%d replies of split %d, want %d", n[i], i, table.Splits[i-1])
		}
		mean += float64(right[i]) / float64(n[i]) / study.Splits
	}
	for _, r := range table.Rows {
		if r.Name == "model one-shot" && math.Abs(r.Mean.Accuracy-mean) < 1e-12 {
			return
		}
	}
	t.Errorf("no row of one-shot with accuracy %v: %+v", mean, table.Rows)
}

// TestShots holds what the judge is shown: examples from the training turns
// with the nearest instructions, the nearest last, and never the turn itself.
func TestShots(t *testing.T) {
	var sessions []writing.Session
	for i := range 20 {
		answer := "Old."
		sessions = append(sessions, writing.Session{
			Head: writing.Head{ID: fmt.Sprintf("s%02d", i), Model: "m", Question: writing.Question{Text: "Why?"}}, Draft: answer,
			Turns: []writing.Turn{{Number: 1, Kind: writing.Style, Instruction: fmt.Sprintf("Mention herring number%d and salt.", i), Previous: answer, Answer: fmt.Sprintf("New %d.", i), Rating: writing.Bad, Comment: "no"}},
		})
	}
	model := &scripted{say: leaning}
	_, err := study.Evaluate(context.Background(), study.Rows(sessions), study.Evaluation{Scheme: study.Three, Shots: []int{2}, Judge: "m", Options: judge.Options{Model: model}})
	if err != nil {
		t.Fatal(err)
	}
	if len(model.asked) != 3*3 {
		t.Errorf("%d calls, want 3 test turns in 3 splits", len(model.asked))
	}
	for _, req := range model.asked {
		text := req.Messages[1].Text
		if strings.Count(text, "Example ") != 2 || strings.Count(text, "Rating: bad") != 2 || req.Params.Temperature == nil || *req.Params.Temperature != 0 {
			t.Errorf("asked:\n%s", text)
		}
		_, own, _ := strings.Cut(text[strings.LastIndex(text, "Instruction:"):], "number")
		own, _, _ = strings.Cut(own, " ")
		if strings.Count(text, "number"+own+" ") != 1 {
			t.Errorf("the turn itself is among the examples:\n%s", text)
		}
	}
}

// TestUndecided holds that a reply that stays unreadable is asked for again,
// then counts nowhere and is shown.
func TestUndecided(t *testing.T) {
	m := generate(2)
	model := &scripted{say: func(*adhere.Request) string { return "good, or perhaps bad" }}
	table, err := study.Evaluate(context.Background(), study.Rows(m.sessions[:40]), study.Evaluation{Scheme: study.Two, Shots: []int{0}, Judge: "m", Options: judge.Options{Model: model, Reasks: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if len(model.asked) != 2*len(table.Open) || len(table.Open) == 0 {
		t.Errorf("%d calls for %d undecided turns", len(model.asked), len(table.Open))
	}
	var b bytes.Buffer
	if err := table.Document().Write(&b, report.FormatText, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "undecided: turn ") {
		t.Errorf("undecided turns are not shown:\n%s", b.String())
	}
	if row := regexp.MustCompile(`(?m)^m zero-shot .*`).FindString(b.String()); !strings.Contains(row, " - ") || strings.Contains(row, "0 (0)") {
		t.Errorf("a judge that decided nothing has figures: %s", row)
	}
}

// A judge is not worse for a split in which nothing that it said could be read.
func TestSplitOfWhichNothingIsDecided(t *testing.T) {
	var rows []writing.Row
	for i := range 10 {
		rows = append(rows, writing.Row{Session: fmt.Sprint(i), Turn: 1, Instruction: "Reword it.", Previous: "a", Answer: fmt.Sprintf("answer-%d", i), Rating: writing.Good})
	}
	// each split has two turns; the model says nothing of those of the first
	silent := map[string]bool{}
	model := &scripted{say: func(r *adhere.Request) string {
		for answer := range silent {
			if strings.Contains(fmt.Sprint(r.Messages), answer) {
				return "?"
			}
		}
		return "good"
	}}
	e := study.Evaluation{Scheme: study.Two, Shots: []int{0}, Judge: "m", Options: judge.Options{Model: model}}
	requests, err := e.Requests(context.Background(), rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, req := range requests[:2] { // in the order of the splits
		for i := range rows {
			if strings.Contains(fmt.Sprint(req.Messages), rows[i].Answer) {
				silent[rows[i].Answer] = true
			}
		}
	}
	table, err := study.Evaluate(context.Background(), rows, e)
	if err != nil {
		t.Fatal(err)
	}
	row := table.Rows[slices.IndexFunc(table.Rows, func(r study.JudgeRow) bool { return r.Name == "m zero-shot" })]
	if row.Mean.Accuracy != 1 || row.N != 6 || row.Undecided < 2 || row.Undecided == 6 {
		t.Errorf("always right where it is read: accuracy %v, %d of %d undecided", row.Mean.Accuracy, row.Undecided, row.N)
	}
}

// TestRulesHelp holds that the hybrid finds what the model misses: an edit
// whose instruction allows nothing else, with another change in it.
func TestRulesHelp(t *testing.T) {
	var sessions []writing.Session
	for i := range 40 {
		before := fmt.Sprintf("Herring number %d is salted in barrels. The barrels are of oak. Fish were sold in May.", i)
		after, rating := strings.Replace(before, " The barrels are of oak.", "", 1), writing.Good
		if i%2 == 1 {
			after, rating = strings.Replace(after, "sold", "given away", 1), writing.Bad
		}
		sessions = append(sessions, writing.Session{
			Head: writing.Head{ID: fmt.Sprintf("s%02d", i), Model: "m", Question: writing.Question{Text: "Why?"}}, Draft: before,
			Turns: []writing.Turn{{Number: 1, Kind: writing.Style, Instruction: "Remove the second sentence. Change nothing else.", Previous: before, Answer: after, Rating: rating, Comment: "so"}},
		})
	}
	model := &scripted{say: func(*adhere.Request) string { return "good" }}
	table, err := study.Evaluate(context.Background(), study.Rows(sessions), study.Evaluation{Scheme: study.Two, Shots: []int{0}, Judge: "m", Options: judge.Options{Model: model}})
	if err != nil {
		t.Fatal(err)
	}
	acc := map[string]float64{}
	for _, r := range table.Rows {
		acc[r.Name] = r.Mean.Accuracy
	}
	if acc["m zero-shot"] > 0.8 || acc["m zero-shot with rules"] != 1 || acc["rules alone"] != 1 {
		t.Errorf("accuracies %v", acc)
	}
	if table.Rules.Failed != 20 || table.Rules.Wrong != 0 || table.Rules.Stray != 20 {
		t.Errorf("rules: %+v", table.Rules)
	}
}

// TestReadGrade reads one grade and never guesses.
func TestReadGrade(t *testing.T) {
	for reply, want := range map[string]writing.Rating{
		"good": "good", " Bad.": "bad", "Rating: **Neutral**": "neutral", "The rating is bad": "bad", "It follows in every respect.\ngood": "good",
		"good or bad": "", "It is not good.": "", "": "", "goodness": "", "It is bad in parts.\ngood": "",
	} {
		got, err := study.Three.Read(reply)
		if (err != nil) != (want == "") || err == nil && got != want {
			t.Errorf("%q: %q, %v; want %q", reply, got, err, want)
		}
	}
	if _, err := study.Two.Read("neutral"); err == nil {
		t.Error("neutral was read as one of two grades")
	}
}

// FuzzReadGrade holds that whatever a model says is read or refused.
func FuzzReadGrade(f *testing.F) {
	f.Add("Rating: good")
	f.Add("**bad**\n")
	f.Fuzz(func(t *testing.T, reply string) {
		if r, err := study.Two.Read(reply); err == nil && r != writing.Good && r != writing.Bad {
			t.Errorf("%q was read as %q", reply, r)
		}
	})
}

// TestLabel sorts by a model, asks again, and lists what stays unreadable.
func TestLabel(t *testing.T) {
	m := generate(4)
	rows := study.Rows(m.sessions)[:30]
	model := &scripted{say: func(req *adhere.Request) string {
		if strings.Contains(req.Messages[len(req.Messages)-1].Text, "could not be read") {
			return "Category: Condense."
		}
		return "either remove or condense"
	}}
	l := study.Labeller{Sort: study.Types(), Options: judge.Options{Model: model}}
	labels, unread, err := l.Label(context.Background(), rows)
	if err != nil || len(unread) != 0 || len(labels) != 30 || labels[study.KeyOf(&rows[0])] != "condense" || len(model.asked) != 60 {
		t.Errorf("%d labels, %d unread, %d calls, %v", len(labels), len(unread), len(model.asked), err)
	}
	model.say = func(*adhere.Request) string { return "hm" }
	l = study.Labeller{Sort: study.Errors(), Options: judge.Options{Model: model, Reasks: -1}}
	bad := 0
	for i := range rows {
		if rows[i].Rating != writing.Good {
			bad++
		}
	}
	labels, unread, err = l.Label(context.Background(), rows)
	if err != nil || len(labels) != 0 || len(unread) != bad {
		t.Errorf("%d labels, %d unread of %d, %v", len(labels), len(unread), bad, err)
	}
}

// TestExport makes training data, and a card that counts it.
func TestExport(t *testing.T) {
	m := generate(6)
	d, err := study.Export(m.sessions, nil)
	if err != nil {
		t.Fatal(err)
	}
	good := 0
	for key, n := range m.rated {
		if key[2] == "good" {
			good += n
		}
	}
	c := d.Card
	if len(d.Preferences) != 315 || c.Preferences.Kept != 315 || len(d.Supervised) != good+315 || c.Turns != 1260 || c.Edited != 315 || c.People != 7 || c.Questions != 78 || len(c.Models) != 3 {
		t.Errorf("%d preferences, %d supervised of %d good and 315 edited; %+v", len(d.Preferences), len(d.Supervised), good, c)
	}
	p := d.Preferences[0]
	last := p.Prompt[len(p.Prompt)-1].Text
	if p.Chosen[0].Role != adhere.Assistant || p.Chosen[0].Text == p.Rejected[0].Text || !strings.Contains(last, "What is known about matter") {
		t.Errorf("%+v", p)
	}
	var b, card bytes.Buffer
	if err := errors.Join(jsonl.Write(&b, d.Preferences), c.WriteMarkdown(&card, study.Kinds())); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), "\n") != 315 || !strings.Contains(card.String(), "| preferences.jsonl | 315 |") || strings.Contains(card.String(), "person 3") {
		t.Errorf("%s", card.String())
	}
	twice, err := study.Export(append(append([]writing.Session{}, m.sessions...), m.sessions...), nil)
	if err != nil || twice.Card.Preferences.Duplicates != 315 || len(twice.Preferences) != 315 {
		t.Errorf("twice the same: %+v, %v", twice.Card.Preferences, err)
	}
}

// TestWeighedChanges holds that a judge is shown what changed, numbered, that
// what it says of the changes binds the grade, and that a reply which leaves a
// change out, or names one that there is not, is asked for again.
func TestWeighedChanges(t *testing.T) {
	row := &writing.Row{
		Session: "s", Turn: 1, Instruction: "Remove the second sentence.",
		Previous: "Ships brought coal. Cranes stood at the quay. One still stands.", Answer: "Boats brought coal. One still stands.",
	}
	for _, c := range []struct {
		replies []string
		grade   writing.Rating
		weights string
	}{
		{[]string{"1: neither\n2: asked\nRating: bad"}, writing.Bad, "neither asked"},
		{[]string{"1: neither\n2: asked\nRating: good"}, writing.Neutral, "neither asked"},
		{[]string{"1. **follows**\n2. Asked for.\n\n**Rating: good**"}, writing.Good, "follows asked"},
		{[]string{"Change 1: not asked for\nChange 2: asked\nRating: bad."}, writing.Bad, "neither asked"},
		{[]string{"2: asked\nRating: good", "1: follows\n2: asked\nRating: good"}, writing.Good, "follows asked"},
		{[]string{"1: asked\n2: asked\n3: asked\nRating: good", "1: asked\n2: follows\nRating: good"}, writing.Good, "asked follows"},
		{[]string{"| # | verdict |\n|---|---|\n| 1 | neither | nobody asked for boats |\n| 2 | **asked** | |\n\nRating: bad\n\nLet me know if you need more!"}, writing.Bad, "neither asked"},
		{[]string{"Sure! Here is my assessment:\n\n1. **Neither** - the change of \"Ships\" was not asked for.\n2. **Asked** - the instruction asks for it.\n\n**Rating:** bad\n\nI rated it bad because change 1 is good for nothing."}, writing.Bad, "neither asked"},
		{[]string{"1.\nThe instruction says nothing of ships, so it is neither.\n2.\nThis is asked.\nRating: bad"}, writing.Bad, "neither asked"},
		{[]string{"1: not requested\n2: follows, since the cranes go\nRating - bad"}, writing.Bad, "neither follows"},
		{[]string{"1: the word was changed although nobody asked\n2: asked\nRating: good", "1: neither\n2: asked\nRating: bad"}, writing.Bad, "neither asked"},
		{[]string{"1: asked\n2: asked\n1: neither\nRating: bad", "1: neither\n2: asked\nRating: bad"}, writing.Bad, "neither asked"},
		{[]string{"Change 1 is neither.\nChange 2 is asked.\nRating: bad."}, writing.Bad, "neither asked"},
		{[]string{"1: asked or neither\n2: asked\nRating: bad", "hm"}, "", ""},
		{[]string{"good", "fine"}, "", ""},
	} {
		n := 0
		model := &scripted{say: func(*adhere.Request) string { n++; return c.replies[min(n, len(c.replies))-1] }}
		r := study.Rater{Scheme: study.Three, Options: judge.Options{Model: model, Reasks: 1}}
		got, err := r.Weigh(context.Background(), row)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for _, w := range got.Weights {
			said = append(said, string(w))
		}
		if got.Grade != c.grade || strings.Join(said, " ") != c.weights || n != len(c.replies) || (got.Why == "") != (c.grade != "") {
			t.Errorf("%q: %+v after %d calls", c.replies, got, n)
		}
		text := model.asked[0].Messages[1].Text
		if !strings.Contains(text, "1.\n") || !strings.Contains(text, "reworded, paragraph 1: Ships brought coal. → Boats brought coal.") || !strings.Contains(text, "removed, paragraph 1: Cranes stood at the quay.") || len(got.Changes) != 2 {
			t.Errorf("asked:\n%s", text)
		}
	}
}

// FuzzWeigh holds that whatever a judge replies is read whole, each change once,
// or not at all.
func FuzzWeigh(f *testing.F) {
	f.Add("1: asked\n2: neither\nRating: good")
	f.Add("| 1 | asked |\n| 2 | follows |\n\x00Rating: bad")
	f.Add("99999999999999999999: asked\nRating: bad")
	row := &writing.Row{Session: "s", Turn: 1, Instruction: "Remove b.", Previous: "A cat. A bat.", Answer: "A car."}
	f.Fuzz(func(t *testing.T, reply string) {
		r := study.Rater{Scheme: study.Two, Recorded: map[study.ReplyKey]string{{Key: study.KeyOf(row), Grades: 2, Changes: true}: reply}}
		got, err := r.Weigh(context.Background(), row)
		if err != nil {
			t.Fatal(err)
		}
		if read := got.Grade != ""; read == (got.Why != "") || read != (len(got.Weights) == len(got.Changes)) || slices.Contains(got.Weights, "") || slices.Contains(got.Weights, study.Neither) && got.Grade == writing.Good {
			t.Errorf("%q: %+v", reply, got)
		}
	})
}

// TestEvaluateChanges holds the row of the judge that is shown the changes, and
// that turns without a rating, or that come twice, are refused.
func TestEvaluateChanges(t *testing.T) {
	m := generate(3)
	rows := study.Rows(m.sessions[:40])
	model := &scripted{say: func(req *adhere.Request) string {
		text := req.Messages[1].Text
		if !strings.Contains(text, "Say of each numbered change") {
			return "good"
		}
		var out strings.Builder
		for n := 1; strings.Contains(text, fmt.Sprintf("\n%d.\n", n)); n++ {
			fmt.Fprintf(&out, "%d: asked\n", n)
		}
		return out.String() + "Rating: good"
	}}
	e := study.Evaluation{Scheme: study.Two, Shots: []int{0}, Changes: true, Judge: "m", Options: judge.Options{Model: model}}
	table, err := study.Evaluate(context.Background(), rows, e)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range table.Rows {
		names = append(names, r.Name)
		if strings.HasPrefix(r.Name, "m ") && r.Undecided > 0 {
			t.Errorf("%s: %d undecided", r.Name, r.Undecided)
		}
	}
	if got := strings.Join(names, ", "); got != "majority, random, rules alone, m zero-shot, m zero-shot with rules, m with changes, m with changes with rules" {
		t.Errorf("rows: %s", got)
	}
	again := e
	again.Options, again.Recorded = judge.Options{}, map[study.ReplyKey]string{}
	for _, r := range table.Said {
		again.Recorded[r.ReplyKey] = r.Reply
	}
	if _, err := study.Evaluate(context.Background(), rows, again); err != nil {
		t.Errorf("recorded replies: %v", err)
	}
	unrated := append([]writing.Row(nil), rows...)
	unrated[3].Rating = ""
	for _, bad := range [][]writing.Row{unrated, append(rows[:len(rows):len(rows)], rows[2])} {
		if _, err := study.Evaluate(context.Background(), bad, e); err == nil {
			t.Error("turns that cannot be measured were taken")
		}
	}
}
