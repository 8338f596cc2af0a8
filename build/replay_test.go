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
// model's replies: thirty requests that people wrote become 27 decomposed ones,
// with the yields that docs/build.md tells.
func TestFromConversationsToRequirements(t *testing.T) {
	var typed []*build.Request
	for _, row := range jsonLines[struct{ ID, Instruction string }](t, filepath.Join(benchdata.Dir(t, "realinstruct"), "examples.jsonl")) {
		typed = append(typed, asks(row.ID, row.Instruction))
	}
	p := decomposed(t, typed, 12)
	if again, parts := triesOf(p); len(p.Kept) != 11 || again != 3 || parts != 70 || len(p.Rejected) != 1 || !strings.HasPrefix(p.Rejected[0].Why, "not atomic: number 9 (model)") {
		t.Errorf("%d kept, %d put right, %d requirements, %+v", len(p.Kept), again, parts, p.Rejected)
	}
	var posed []*build.Request
	for _, row := range jsonLines[struct{ ID, Instruction string }](t, filepath.Join(benchdata.Dir(t, "infobench"), "InfoBench.jsonl")) {
		kind, number, _ := strings.Cut(row.ID, "_oriented_task_")
		if slices.Contains([]string{"216", "7", "39"}, number) && kind == "user" ||
			slices.Contains([]string{"32", "59", "138", "93", "237", "177", "46", "128", "164", "36", "193", "69", "178", "106", "57"}, number) && kind == "domain" {
			posed = append(posed, asks(row.ID, row.Instruction))
		}
	}
	p = decomposed(t, posed, 16)
	if again, parts := triesOf(p); len(posed) != 18 || len(p.Kept) != 16 || again != 2 || parts != 74 {
		t.Errorf("of %d: %d kept, %d put right, %d requirements", len(posed), len(p.Kept), again, parts)
	}
}

// decomposed puts raw requests through the steps, of which so many pass those
// of requests.
func decomposed(t *testing.T, raw []*build.Request, pass int) build.Passage[*build.Decomposed] {
	t.Helper()
	o := judge.Options{Model: replies(t, "")}
	f := build.Filter{Language: "en", Options: &o}
	requests, err := build.Through(t.Context(), raw, f.Steps())
	if err != nil || len(requests.Kept) != pass {
		t.Fatalf("%d requests, %v", len(requests.Kept), err)
	}
	var list []*adhere.Instruction
	for _, r := range requests.Kept {
		list = append(list, r.Instruction())
	}
	d := build.Decomposing{Options: o, Form: build.Constraints}
	p, err := build.Through(t.Context(), build.ToDecompose(list), d.Steps())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// triesOf counts what was put right, and the requirements.
func triesOf(p build.Passage[*build.Decomposed]) (again, parts int) {
	for _, line := range p.Kept {
		again += len(line.Tries) - 1
		parts += len(line.Instruction.Requirements)
	}
	return again, parts
}

// TestFromRequestsToRubrics has a careful model write the rubrics of eight of
// these requests and a careless one those of three, each with three answers to
// tell apart, with the yields that docs/build.md tells.
func TestFromRequestsToRubrics(t *testing.T) {
	answers := build.Answered{}
	for _, row := range jsonLines[struct{ ID, Response string }](t, filepath.Join("testdata", "rubric-answers.jsonl")) {
		answers[row.ID] = append(answers[row.ID], &adhere.Response{Text: row.Response})
	}
	for _, x := range []struct {
		model                            string
		ids                              []string
		again, criteria, told, toldFirst int
	}{
		{"strong", []string{"gre", "moto", "tv", "condolence", "summer", "subs", "flip", "stress"}, 4, 78, 146, 132},
		{"weak", []string{"condolence", "summer", "stress"}, 1, 20, 26, 22},
	} {
		d := build.Decomposing{Options: judge.Options{Model: replies(t, x.model)}, Form: build.Rubric, Answers: answers}
		p, err := build.Through(t.Context(), build.ToDecompose(requestsForRubrics(t, x.ids)), d.Steps())
		if err != nil {
			t.Fatal(err)
		}
		again, criteria, told, toldFirst := 0, 0, 0, 0
		for _, line := range p.Kept {
			again += min(1, len(line.Tries)-1)
			for _, r := range line.Instruction.Requirements {
				if len(r.Needs) == 0 { // as degrees above the first do not
					criteria++
				}
			}
			for i := range line.Told {
				told += line.Told[i].ToldApart
			}
			first := line.ToldFirst
			if first == nil {
				first = line.Told
			}
			for i := range first {
				toldFirst += first[i].ToldApart
			}
		}
		if len(p.Kept) != len(x.ids) || again != x.again || criteria != x.criteria || told != x.told || toldFirst != x.toldFirst {
			t.Errorf("%s: %d kept, %d of them put right, %d criteria, %d pairs told apart, %d at first; want %+v", x.model, len(p.Kept), again, criteria, told, toldFirst, x)
		}
	}
}

// requestsForRubrics are requests of the public sets, one of them in Chinese.
func requestsForRubrics(t *testing.T, ids []string) (out []*adhere.Instruction) {
	t.Helper()
	type row struct{ ID, Instruction, Input string }
	rows := append(jsonLines[row](t, filepath.Join(benchdata.Dir(t, "realinstruct"), "examples.jsonl")), jsonLines[row](t, filepath.Join(benchdata.Dir(t, "infobench"), "InfoBench.jsonl"))...)
	raw, err := os.ReadFile(filepath.Join(benchdata.Dir(t, "followbench"), "zh", "style_constraints.json"))
	if err != nil {
		t.Fatal(err)
	}
	var levels []struct{ Instruction string }
	if err := json.Unmarshal(raw, &levels); err != nil {
		t.Fatal(err)
	}
	rows = append(rows, row{ID: "stress", Instruction: levels[8].Instruction})
	named := map[string]string{"gre": "XEqFzbx", "moto": "feH9hmX", "tv": "ueMkvyR", "condolence": "domain_oriented_task_172", "summer": "domain_oriented_task_5", "subs": "user_oriented_task_122", "flip": "user_oriented_task_29", "stress": "stress"}
	for _, id := range ids {
		one := rows[slices.IndexFunc(rows, func(r row) bool { return r.ID == named[id] })]
		out = append(out, &adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: strings.TrimSpace(one.Instruction + "\n\n" + one.Input)}}})
	}
	return out
}

// TestFromSeedsToLevels grows six seeds of each category to level 5 with a
// language model's replies, with the yields that docs/build.md tells.
func TestFromSeedsToLevels(t *testing.T) {
	seeds := []struct{ id, category, text string }{
		{"c1", "content", "Recommend five books about the sea."},
		{"s1", "situation", "How can I learn to cook at home?"},
		{"t1", "style", "Why do leaves change colour in autumn?"},
		{"f1", "format", "What should I pack for a walking holiday in the mountains?"},
		{"c2", "content", "Explain how vaccines work."},
		{"c3", "content", "Recommend three board games for a family evening."},
		{"s2", "situation", "How can I save money on groceries?"},
		{"s3", "situation", "What should I do when my neighbour's dog barks all night?"},
		{"t2", "style", "Describe a rainy morning in a city."},
		{"t3", "style", "Why is sleep important?"},
		{"f2", "format", "What are the advantages of working from home?"},
		{"f3", "format", "How is chocolate made?"},
		{"c4", "content", "Explain how bees make honey."},
		{"c5", "content", "Recommend three films for a long train journey."},
		{"c6", "content", "Write a short biography of Marie Curie."},
		{"s4", "situation", "How do I prepare for a job interview?"},
		{"s5", "situation", "What should I do if I lose my passport abroad?"},
		{"s6", "situation", "How can I keep my houseplants alive?"},
		{"t4", "style", "Tell me about the history of the bicycle."},
		{"t5", "style", "Describe what a black hole is."},
		{"t6", "style", "Write a note to thank a teacher."},
		{"f4", "format", "What are the main parts of a computer?"},
		{"f5", "format", "How do I make pancakes?"},
		{"f6", "format", "Which countries border Switzerland?"},
	}
	var list []*adhere.Instruction
	for _, s := range seeds {
		list = append(list, &adhere.Instruction{ID: s.id, Messages: []adhere.Message{{Role: adhere.User, Text: s.text}}, Tags: map[string]string{"category": s.category}})
	}
	anew := map[string]int{}
	for _, set := range [][]*adhere.Instruction{list[:4], list[4:12], list[12:]} { // kinds are drawn evenly in a set
		grow(t, set, anew)
	}
	if diff := cmp.Diff(map[string]int{"adds two by model": 13, "contradiction by model": 1}, anew); diff != "" {
		t.Error(diff)
	}
}

// grow takes a set of seeds to level 5, and counts what was written anew.
func grow(t *testing.T, seeds []*adhere.Instruction, anew map[string]int) {
	t.Helper()
	plan, err := build.PlanLevels(nil, true)
	if err != nil {
		t.Fatal(err)
	}
	e := build.Evolving{Options: &judge.Options{Model: replies(t, "")}, Seed: 1}
	p, err := build.Through(t.Context(), build.Seeds(seeds, plan.Evolving), e.Steps())
	if err != nil || len(p.Kept) != len(seeds) {
		t.Fatalf("%d kept, %v", len(p.Kept), err)
	}
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
				fault := v.Tries[i][0].Objections[0]
				who := "code"
				if strings.HasPrefix(fault.Evidence, "(model)") {
					who = "model"
				}
				anew[fault.Criterion+" by "+who] += n
			}
		}
	}
}

// TestWordingsOfAModel reads what a language model wrote when it was asked to put
// demands in other words: a quarter of the replies in bold, with bullets or with a
// preface, each of these with one wording that does not demand the same. How many
// are kept changes a little with the reader of English; docs/build.md tells.
func TestWordingsOfAModel(t *testing.T) {
	v := build.Verifiable{Kinds: build.KindsOf(nil, nil)}
	p, err := build.Through(t.Context(), v.Wordings(), build.WordingSteps(&judge.Options{Model: replies(t, "words")}))
	if err != nil {
		t.Fatal(err)
	}
	written, kept := 0, map[string]bool{}
	for _, w := range p.Kept {
		for _, try := range w.Tries {
			written++
			if len(try.Objections) == 0 {
				kept[try.Text] = true
			}
		}
	}
	if len(p.Kept) != 68 || written != 408 || len(kept) < 255 {
		t.Errorf("of %d forms %d wordings, %d kept", len(p.Kept), written, len(kept))
	}
	for text := range kept {
		if strings.HasPrefix(text, "**") || strings.HasSuffix(text, "**") && !strings.HasSuffix(text, "***") {
			t.Errorf("%q has marks of emphasis around it", text)
		}
	}
	for _, slip := range []string{"Make sure the answer does not exceed 150 words.", "I want a text of about 80 to 140 words.", "Please limit yourself to 9 sentences.", "Please use the letter \"z\" more than 7 times.", "Use a list of 4 items."} {
		if kept[slip] {
			t.Errorf("%q is kept", slip)
		}
	}
}
