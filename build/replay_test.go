package build_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/build"
	"adhere/internal/benchdata"
	"adhere/judge"
)

// A replayer gives the replies that a language model wrote to these very
// prompts. A prompt that changed has none: the conversation has to be had
// again.
type replayer map[string]string

func (replayer) Name() string { return "test/replay" }

func (m replayer) Generate(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	h := sha256.New()
	for _, msg := range req.Messages {
		fmt.Fprintf(h, "%s\n%s\n", msg.Role, msg.Text)
	}
	reply, ok := m[hex.EncodeToString(h.Sum(nil))]
	if !ok {
		return nil, fmt.Errorf("no reply is kept for %q", req.Messages[0].Text)
	}
	return &adhere.Response{Text: reply}, nil
}

// replies are those of a model, whose name is empty where only one was asked.
func replies(t *testing.T, model string) replayer {
	m := replayer{}
	for _, row := range jsonLines[struct{ Prompt, Reply, Model string }](t, filepath.Join("testdata", "conversations.jsonl")) {
		if row.Model == model {
			m[row.Prompt] = row.Reply
		}
	}
	return m
}

func jsonLines[T any](t *testing.T, path string) []T {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []T
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	return out
}

// TestFromConversationsToRequirements goes the whole way with a language
// model's replies: twelve requests of real people become eleven decomposed
// ones, with the yields that docs/build.md tells.
func TestFromConversationsToRequirements(t *testing.T) {
	var raw []*build.Request
	for _, row := range jsonLines[struct{ ID, Instruction string }](t, filepath.Join(benchdata.Dir(t, "realinstruct"), "examples.jsonl")) {
		raw = append(raw, asks(row.ID, row.Instruction))
	}
	o := judge.Options{Model: replies(t, "")}
	f := build.Filter{Language: "en", Options: &o}
	requests, err := build.Through(context.Background(), raw, f.Steps())
	if err != nil || len(requests.Kept) != 12 {
		t.Fatalf("%d requests, %v", len(requests.Kept), err)
	}
	var list []*adhere.Instruction
	for _, r := range requests.Kept {
		list = append(list, r.Instruction())
	}
	d := build.Decomposing{Options: o, Form: build.Constraints}
	p, err := build.Through(context.Background(), build.ToDecompose(list), d.Steps())
	if err != nil {
		t.Fatal(err)
	}
	again, parts := 0, 0
	for _, line := range p.Kept {
		again += len(line.Tries) - 1
		parts += len(line.Instruction.Requirements)
	}
	if len(p.Kept) != 11 || again != 3 || parts != 70 || len(p.Rejected) != 1 || !strings.HasPrefix(p.Rejected[0].Why, "not atomic: number 9 (model)") {
		t.Errorf("%d kept, %d put right, %d requirements, %+v", len(p.Kept), again, parts, p.Rejected)
	}
}

// TestFromRequestsToRubrics has a careful and a careless model write the
// rubrics of six of these requests, with the yields that docs/build.md tells.
func TestFromRequestsToRubrics(t *testing.T) {
	six := []string{"BPendpg", "cYxNBpH", "c83ruyy", "xJF1Ly3", "XEqFzbx", "ueMkvyR"}
	for model, want := range map[string]struct{ kept, atOnce, criteria int }{"strong": {6, 2, 62}, "weak": {3, 0, 25}} {
		var list []*adhere.Instruction
		for _, row := range jsonLines[struct{ ID, Instruction string }](t, filepath.Join(benchdata.Dir(t, "realinstruct"), "examples.jsonl")) {
			if slices.Contains(six, row.ID) {
				list = append(list, &adhere.Instruction{ID: row.ID, Messages: []adhere.Message{{Role: adhere.User, Text: row.Instruction}}})
			}
		}
		d := build.Decomposing{Options: judge.Options{Model: replies(t, model)}, Form: build.Rubric}
		p, err := build.Through(t.Context(), build.ToDecompose(list), d.Steps())
		if err != nil {
			t.Fatal(err)
		}
		atOnce, criteria := 0, 0
		for _, line := range p.Kept {
			criteria += len(line.Instruction.Requirements)
			if len(line.Tries) == 1 {
				atOnce++
			}
		}
		if len(p.Kept) != want.kept || atOnce != want.atOnce || criteria != want.criteria {
			t.Errorf("%s: %d kept, %d of them at once, %d criteria; want %+v", model, len(p.Kept), atOnce, criteria, want)
		}
	}
}

// TestFromSeedsToLevels grows one seed of each category to level 5 with a
// language model's replies.
func TestFromSeedsToLevels(t *testing.T) {
	seeds := []struct{ id, category, text string }{
		{"c1", "content", "Recommend five books about the sea."},
		{"s1", "situation", "How can I learn to cook at home?"},
		{"t1", "style", "Why do leaves change colour in autumn?"},
		{"f1", "format", "What should I pack for a walking holiday in the mountains?"},
	}
	var list []*adhere.Instruction
	for _, s := range seeds {
		list = append(list, &adhere.Instruction{ID: s.id, Messages: []adhere.Message{{Role: adhere.User, Text: s.text}}, Tags: map[string]string{"category": s.category}})
	}
	plan, err := build.PlanLevels(nil, true)
	if err != nil {
		t.Fatal(err)
	}
	e := build.Evolving{Options: &judge.Options{Model: replies(t, "")}, Seed: 1}
	p, err := build.Through(context.Background(), build.Seeds(list, plan.Evolving), e.Steps())
	if err != nil || len(p.Kept) != 4 {
		t.Fatalf("%d kept, %v", len(p.Kept), err)
	}
	anew := map[build.Category]int{}
	for _, v := range p.Kept {
		if len(v.Path) != 6 || len(v.Added) != 5 {
			t.Errorf("%s: %d levels, %d demands", v.Category, len(v.Path)-1, len(v.Added))
		}
		seen := map[string]bool{}
		for i, kind := range v.Kinds {
			if seen[kind] && i < 5 {
				t.Errorf("%s: %s comes twice", v.Category, kind)
			}
			seen[kind] = true
			if n := len(v.Tries[i]) - 1; n > 0 {
				anew[v.Category] += n
				if v.Tries[i][0].Objections[0].Criterion != "adds two" {
					t.Errorf("%s: %+v", v.Category, v.Tries[i])
				}
			}
		}
	}
	if diff := cmp.Diff(map[build.Category]int{build.Situation: 1, build.Style: 1, build.Format: 1}, anew); diff != "" {
		t.Error(diff)
	}
}
