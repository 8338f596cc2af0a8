package dataset_test

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/dataset"
	"adhere/internal/benchdata"
)

const twoPairs = `[{"input":"Say hello.","output_1":"Hello.","output_2":"Bye.","label":1},
{"input":"","output_1":"","output_2":"x","label":"2"}]`

func TestReadPairs(t *testing.T) {
	got, err := dataset.ReadPairs(t.Context(), "in/Kind.json", inMemory("in/Kind.json", "\ufeff"+twoPairs))
	if err != nil {
		t.Fatal(err)
	}
	want := []dataset.Pair{
		{Set: "Kind", Index: 0, Input: "Say hello.", First: "Hello.", Second: "Bye.", Gold: adhere.First},
		{Set: "Kind", Index: 1, Second: "x", Gold: adhere.Second},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReadPairReplies(t *testing.T) {
	got, err := dataset.ReadPairReplies(t.Context(), "r.jsonl", inMemory("r.jsonl", `
{"set":"Kind","index":0,"judge":"j","protocol":"CoT","order":"12","reply":"Output (a)","winner":"1"}
{"set":"Kind","index":1,"judge":"j","order":"21","reply":"who knows","winner":null}
{"set":"Kind","index":1,"judge":"j","order":21,"reply":""}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []dataset.PairReply{
		{Set: "Kind", Judge: "j", Protocol: "CoT", Reply: "Output (a)", Winner: adhere.First, Line: 2},
		{Set: "Kind", Index: 1, Judge: "j", Exchanged: true, Reply: "who knows", Winner: adhere.NoWinner, Line: 3},
		{Set: "Kind", Index: 1, Judge: "j", Exchanged: true, Line: 4},
	}
	if diff := cmp.Diff(want, got.List); diff != "" {
		t.Error(diff)
	}
}

func TestBadPairs(t *testing.T) {
	good := `{"set":"s","index":0,"judge":"j","order":"12","reply":"A"}`
	for _, c := range []struct{ text, pairs, replies string }{
		{``, "data: expected a list of at least one JSON object", ""},
		{`[]`, "data: expected a list of at least one JSON object", "data line 1: expected a JSON object"},
		{`[1]`, "data record 1: expected a JSON object", "data line 1: expected a JSON object"},
		{`[{"input":"i","output_1":"a","output_2":"b","label":3}]`, `data record 1: label: expected 1 or 2, got "3"`, "data record 1"},
		{`[{"input":"i","output_1":"a","label":1}]`, "data record 1: output_2: missing", "data record 1"},
		{"[\"\xff\"]", "data: the file is not valid UTF-8", "data line 1"},
		{good + "\n" + strings.Replace(good, `"12"`, `"2"`, 1), "data: expected a list", `data line 2: order: expected "12" or "21", got "2"`},
		{strings.Replace(good, `"index":0,`, ``, 1), "data: expected a list", "data line 1: index: missing"},
		{strings.Replace(good, `"A"`, `"A","winner":"A"`, 1), "data: expected a list", `data line 1: winner: expected 1 or 2, got "A"`},
		{strings.Replace(good, `"judge":"j",`, ``, 1), "data: expected a list", "data line 1: judge: missing"},
	} {
		_, err := dataset.ReadPairs(t.Context(), "data", inMemory("data", c.text))
		wantError(t, c.text, err, c.pairs)
		_, err = dataset.ReadPairReplies(t.Context(), "data", inMemory("data", c.text))
		wantError(t, c.text, err, c.replies)
	}
	if _, err := dataset.ReadPairs(t.Context(), "gone", inMemory("data", "")); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("a missing file: %v", err)
	}
}

func wantError(t *testing.T, text string, err error, start string) {
	t.Helper()
	switch {
	case start == "" && err != nil:
		t.Errorf("%s: %v", text, err)
	case start != "" && (err == nil || !strings.HasPrefix(err.Error(), start)):
		t.Errorf("%s: error %v, want one that begins with %q", text, err, start)
	}
}

// The published sets hold 100 and 134 pairs, and each of the recorded
// replies is about one of them.
func TestPublishedPairs(t *testing.T) {
	dir := benchdata.Dir(t, "llmbar")
	known := map[string]int{}
	for name, want := range map[string]int{"Natural": 100, "Neighbor": 134} {
		pairs, err := dataset.ReadPairs(t.Context(), filepath.Join(dir, name+".json"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(pairs) != want {
			t.Errorf("%s holds %d pairs, want %d", name, len(pairs), want)
		}
		known[name] = len(pairs)
	}
	replies, err := dataset.ReadPairReplies(t.Context(), filepath.Join(dir, "judge_replies.jsonl"), nil)
	if err != nil {
		t.Fatal(err)
	}
	without := 0
	for _, r := range replies.List {
		if r.Index >= known[r.Set] {
			t.Errorf("line %d is about %s %d", r.Line, r.Set, r.Index)
		}
		if r.Winner == adhere.NoWinner {
			without++
		}
	}
	if len(replies.List) != 1872 || without != 2 {
		t.Errorf("%d replies, %d without a winner; want 1872 and 2", len(replies.List), without)
	}
}

func FuzzReadPairs(f *testing.F) {
	f.Add(twoPairs)
	f.Add("\ufeff[{}]")
	f.Fuzz(func(t *testing.T, text string) {
		pairs, err := dataset.ReadPairs(t.Context(), "data", inMemory("data", text))
		wantNamed(t, err)
		for i, p := range pairs {
			if p.Index != i || p.Set != "data" || p.Gold != adhere.First && p.Gold != adhere.Second {
				t.Fatalf("pair %+v", p)
			}
		}
	})
}

func FuzzReadPairReplies(f *testing.F) {
	f.Add(`{"set":"s","index":0,"judge":"j","protocol":"p","order":"12","reply":"A","winner":"1"}`)
	f.Add(`{"set":"s","index":3,"judge":"j","order":"21","reply":"","winner":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := dataset.ReadPairReplies(t.Context(), "data", inMemory("data", text))
		wantNamed(t, err)
		if err != nil {
			return
		}
		for _, reply := range r.List {
			if reply.Set == "" || reply.Judge == "" || reply.Index < 0 || !utf8.ValidString(reply.Reply) {
				t.Fatalf("reply %+v", reply)
			}
		}
	})
}
