package build_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/build"
	"adhere/judge"
)

// A scripted model answers by what its prompt holds.
type scripted struct {
	mu    sync.Mutex
	asked []*adhere.Request
}

func (*scripted) Name() string { return "test/scripted" }

func (m *scripted) Generate(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, req)
	text := req.Messages[len(req.Messages)-1].Text
	reply := "Yes."
	switch {
	case strings.Contains(text, "Write 5 questions") && strings.Contains(text, "mills"):
		reply = "1. How do tide mills store water?\n2) **Why did tide mills decline?**\n- What does this paper say about silt?\n4. How do the authors measure flow?\n5. How many wheels has a mill?\nI hope this helps. Would you like me to write more questions?\nShall I shorten them?"
	case strings.Contains(text, "Write 5 questions"):
		reply = "1. How do tide mills store water?\n2. How do bees find food?"
	case strings.Contains(text, "decline"):
		reply = "Partially"
	case strings.Contains(text, "How many wheels"):
		reply = "no"
	case strings.Contains(text, "bees find") || strings.Contains(text, "could not be read"):
		reply = "Perhaps."
	}
	return &adhere.Response{Text: reply, Usage: adhere.Usage{Calls: 1}}, nil
}

var four = []string{"a", "b", "c", "d"}

// TestMake holds the yield of every step, and which questions are kept.
func TestMake(t *testing.T) {
	model := &scripted{}
	m := build.Maker{Options: judge.Options{Model: model, Reasks: 1}}
	paragraphs := []build.Paragraph{
		{ID: "p1", Title: "Mills", Text: "On mills.", Documents: four},
		{ID: "p2", Title: "Few", Text: "On few.", Documents: four[:3]},
		{ID: "p3", Title: "Missing", Text: "On holes.", Documents: four, Missing: 2},
		{ID: "p4", Title: "Bees", Text: "On bees.", Documents: four, Missing: 1},
	}
	list, y, err := m.Make(context.Background(), paragraphs)
	if err != nil {
		t.Fatal(err)
	}
	calls := y.Usage.Calls
	y.Usage = adhere.Usage{}
	want := build.Yield{Paragraphs: 4, Usable: 2, Made: 7, Duplicates: 1, Anchored: 2, No: 1, Partially: 1, Undecided: 1, Kept: 1}
	if diff := cmp.Diff(want, y); diff != "" {
		t.Error(diff)
	}
	if calls != len(model.asked) || calls != 2+3+2 {
		t.Errorf("%d calls counted, %d made", calls, len(model.asked))
	}
	var kept []string
	repeated := 0
	for _, q := range list {
		if q.Repeated && !q.Kept && q.Answerable == "" {
			repeated++
		}
		if q.Kept {
			kept = append(kept, q.Text)
		}
	}
	if diff := cmp.Diff([]string{"How do tide mills store water?"}, kept); diff != "" {
		t.Error(diff)
	}
	if len(list) != y.Made || repeated != y.Duplicates {
		t.Errorf("%d of %d made questions are listed, %d as repeated", len(list), y.Made, repeated)
	}
	for _, req := range model.asked {
		making := strings.Contains(req.Messages[len(req.Messages)-1].Text, "Write 5 questions")
		if temperature := *req.Params.Temperature; making != (temperature == 1) {
			t.Errorf("temperature %v, making %v", temperature, making)
		}
	}
	making, checking, err := m.Requests(paragraphs)
	if err != nil || len(making) != 2 || len(checking) != 10 {
		t.Errorf("estimate: %d and %d calls, %v", len(making), len(checking), err)
	}
}

// TestReview holds the checklist for questions that people enter.
func TestReview(t *testing.T) {
	for question, want := range map[string]string{
		"How are seeds kept dry?":                               "",
		"What do the authors propose for drying seeds?":         "alone",
		"How does this paper dry seeds? And what does it cost?": "alone single",
		"Which of the mentioned jars are best?":                 "alone",
		"What did Lind et al. find?":                            "alone",
		"How do authorities handle seeds?":                      "",
	} {
		var got []string
		for _, o := range build.Review(question, 4, 1) {
			got = append(got, o.Criterion)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, want %q", question, s, want)
		}
	}
	if got := build.Review("How are seeds kept dry?", 3, 2); len(got) != 2 || got[0].Criterion != "documents" || got[1].Criterion != "missing" {
		t.Errorf("%+v", got)
	}
	known := map[string]bool{}
	for _, c := range build.Criteria() {
		known[c.ID] = c.ByCode
	}
	for _, id := range []string{"alone", "single", "documents", "missing"} {
		if !known[id] {
			t.Errorf("criterion %s is not on the checklist as decided by code", id)
		}
	}
}

// TestCheck names the paragraph that is wrong.
func TestCheck(t *testing.T) {
	for want, list := range map[string][]build.Paragraph{
		"paragraph 2": {{ID: "a", Text: "x"}, {ID: "b"}},
		"comes twice": {{ID: "a", Text: "x"}, {ID: "a", Text: "y"}},
	} {
		if err := build.Check(list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
