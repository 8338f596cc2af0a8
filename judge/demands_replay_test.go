package judge_test

import (
	"testing"

	"adhere"
	"adhere/judge"
)

// TestDemandsOfRealReplies reads what a language model listed for our own
// conversations: text, scope and turn of every demand are as they were then.
func TestDemandsOfRealReplies(t *testing.T) {
	type demand struct {
		Text    string
		Scope   adhere.Scope
		Turn    int
		Certain bool
	}
	type recorded struct {
		ID, Reply string
		Demands   []demand
	}
	type asked struct {
		ID       string
		Messages []adhere.Message
	}
	prompts := map[string][]adhere.Message{}
	for _, p := range readLines[asked](t, "../internal/demandsets/testdata/prompts-dev.jsonl") {
		prompts[p.ID] = p.Messages
	}
	for _, r := range readLines[recorded](t, "testdata/demands-replies.jsonl") {
		d, err := judge.NewDecomposer(judge.Options{Model: &fake{reply: func(*adhere.Request) string { return r.Reply }}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.Demands(t.Context(), prompts[r.ID])
		if err != nil || len(got.Demands) != len(r.Demands) {
			t.Errorf("%s: %d demands, want %d: %v", r.ID, len(got.Demands), len(r.Demands), err)
			continue
		}
		for i, g := range got.Demands {
			if has := (demand{g.Text, g.Scope, g.Source.Turn, g.Certain}); has != r.Demands[i] {
				t.Errorf("%s: %+v, want %+v", r.ID, has, r.Demands[i])
			}
		}
	}
}
