package build_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/build"
	"adhere/judge"
)

// A player answers by the first of its lines whose parts all occur in the last
// message, and keeps what it answered, as a store of replies does.
type player struct {
	mu     sync.Mutex
	script []said
	stored map[string]string
	calls  int // that no store answered
	most   int // calls after which it dies; 0 never
}

type said struct{ parts, reply string } // parts are divided by |

func (*player) Name() string { return "test/player" }

func (m *player) Generate(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := req.Key(m.Name())
	if reply, ok := m.stored[key]; ok {
		return &adhere.Response{Text: reply}, nil
	}
	if m.calls++; m.most > 0 && m.calls > m.most {
		return nil, &adhere.Error{Code: adhere.Unavailable, Message: "the server is gone"}
	}
	var text strings.Builder
	for _, msg := range req.Messages {
		text.WriteString(msg.Text)
	}
	for _, l := range m.script {
		if !slices.ContainsFunc(strings.Split(l.parts, "|"), func(p string) bool { return !strings.Contains(text.String(), p) }) {
			if m.stored == nil {
				m.stored = map[string]string{}
			}
			m.stored[key] = l.reply
			return &adhere.Response{Text: l.reply, Usage: adhere.Usage{Calls: 1}}, nil
		}
	}
	return nil, fmt.Errorf("nothing is scripted for %q", text.String())
}

const (
	split    = "Rewrite an instruction in three parts"
	again    = "Put the parts right"
	examined = "Examine them."
	labelled = "Say of each to which of the categories"
)

func parts(constraints ...string) string {
	var b strings.Builder
	b.WriteString("Task: Write about a mill.\nContext:\nConstraints:\n")
	for i, c := range constraints {
		fmt.Fprintf(&b, "%d. %s\n", i+1, c)
	}
	return b.String()
}

// faultyDecomposer makes every fault that decompositions have.
func faultyDecomposer() *player {
	fine := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d: fine\n", i+1)
		}
		return b.String() + "missing: nothing"
	}
	return &player{script: []said{
		{split + "|stays good", parts("Use at most 50 words.", "Mention the miller.")},
		{split + "|words and no commas", parts("Use at most 50 words and do not use any commas.")},
		{again + "|words and no commas", parts("Use at most 50 words.", "Do not use any commas.")},
		{split + "|drops the words", parts("Mention the miller.")},
		{split + "|adds a number", parts("Mention the miller.", "Use at most 70 words.")},
		{split + "|says it twice", parts("Mention the miller.", "Use at most 50 words.", "Do not use more than 50 words.")},
		{split + "|leans on", parts("Mention the miller.", "Follow the previous constraint in a rhyme.")},
		{split + "|against itself", parts("Use at most 50 words.", "Use at least 90 words.")},
		{split + "|asks back", parts("How long should it be?", "Mention the miller.")},
		{split + "|refuses", "I'm sorry, but I can't help with that."},
		{split + "|chatters", "What a lovely mill! Shall we begin?"},
		{split + "|demands nothing", "Task: Write.\nContext:\nConstraints:\nNONE"},
		{split + "|judged by taste", parts("Mention the miller.", "Be good.")},
		{split + "|examined badly", parts("Mention the miller.")},
		{split + "|labelled badly", parts("Mention the miller.")},
		{split + "|out of order", parts("End with a thank you to the readers.", "Mention the miller and his old dog.")},
		{split + "|five mottoes", parts("Write five mottoes.", "Make each motto no longer than six words.")},
		{split + "|three telegrams", parts("Write three telegrams.", "Keep every telegram under 200 characters.")},
		{split + "|two posters", parts("Write two posters.", "Name the mill on each poster.")},
		{split + "|none of them", parts("Mention the miller.", "Use 0 emojis.")},
		{again, parts("The previous constraint holds too.")}, // nothing is put right
		{examined + "|judged by taste", "1: fine\n2: **not actionable** - nobody could say\nmissing: nothing"},
		{examined + "|examined badly", "They all look great to me."},
		{examined + "|2. ", fine(2)},
		{examined, fine(1)},
		{"could not be read|examine", "Great."},
		{"could not be read|Great|look great", "Great."},
		{labelled + "|labelled badly", "1: Gorgeous"},
		{labelled + "|words and no commas", "1: Number of Words in response\n2. **Negation**"},
		{labelled + "|stays good", "1: Number of Words in response\n2: Include Something"},
		{labelled + "|2. ", "1: Conclusion\n2: Include Something"},
	}}
}

func toDecompose() []*build.Decomposed {
	var out []*build.Decomposed
	for id, text := range map[string]string{
		"good":          "Write about a mill and mention the miller, and it stays good. Use at most 50 words.",
		"mended":        "Write about a mill in at most 50 words and no commas. Do not use any commas.",
		"dropped":       "This one drops the words: write about a mill and mention the miller. Use at most 50 words.",
		"added":         "This one adds a number: write about a mill and mention the miller.",
		"twice":         "This one says it twice: mention the miller. Use at most 50 words.",
		"leaning":       "This one leans on others: mention the miller and rhyme.",
		"contradicting": "This one is against itself: use at most 50 words, and use at least 90 words, about a mill.",
		"question":      "This one asks back: mention the miller of the mill.",
		"refused":       "This one refuses: mention the miller of the mill.",
		"chatty":        "This one chatters: mention the miller of the mill.",
		"none":          "This one demands nothing about the mill.",
		"taste":         "This one is judged by taste: mention the miller and be good.",
		"unexamined":    "This one is examined badly: mention the miller.",
		"unlabelled":    "This one is labelled badly: mention the miller.",
		"order":         "This one is out of order. Mention the miller and his old dog. End with a thank you to the readers.",
		"each one":      "Write five mottoes for a mill. Each one no longer than six words.",
		"every one":     "Write three telegrams about a mill. Every one under 200 characters.",
		"each dropped":  "Write two posters about a mill and name it. Each one no longer than six words.",
		"no number":     "This one has none of them: mention the miller, and use no emojis.",
		"short":         "Mill?",
	} {
		out = append(out, &build.Decomposed{Instruction: &adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: text}}}})
	}
	slices.SortFunc(out, func(a, b *build.Decomposed) int { return strings.Compare(a.Instruction.ID, b.Instruction.ID) })
	return out
}

// TestDecompose holds that every fault of a model is caught and named, and
// that what is sound comes out whole.
func TestDecompose(t *testing.T) {
	d := build.Decomposing{Form: build.Constraints, Options: judge.Options{Model: faultyDecomposer(), Reasks: -1}}
	p, err := build.Through(context.Background(), toDecompose(), d.Steps())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, r := range p.Rejected {
		why, _, _ := strings.Cut(r.Why, ":")
		got[r.Line.Instruction.ID] = r.Step + ": " + why
	}
	want := map[string]string{
		"short": "usable: too short", "refused": "decompose: refused", "chatty": "decompose: no readable reply", "none": "decompose: nothing demanded",
		"dropped": "decompose: missing", "each dropped": "decompose: missing", "added": "decompose: invented", "twice": "decompose: redundant", "leaning": "decompose: not self-contained",
		"contradicting": "decompose: contradiction", "question": "decompose: not actionable", "taste": "decompose: not actionable",
		"unexamined": "decompose: no readable reply", "unlabelled": "labels: no readable reply",
	}
	firsts := map[string]string{}
	for _, r := range p.Rejected {
		if len(r.Line.Tries) > 0 && len(r.Line.Tries[0].Objections) > 0 {
			firsts[r.Line.Instruction.ID] = r.Step + ": " + r.Line.Tries[0].Objections[0].Criterion
		}
	}
	// what is put right only in part is dropped for what is left
	maps.Copy(got, firsts)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	kept := map[string]string{}
	for _, line := range p.Kept {
		var s strings.Builder
		fmt.Fprintf(&s, "%s, %d tries", line.Instruction.Tags["difficulty"], len(line.Tries))
		for _, r := range line.Instruction.Requirements {
			fmt.Fprintf(&s, "; %s %s %v %t", r.ID, r.Text, r.Labels, r.Rule != nil)
		}
		kept[line.Instruction.ID] = s.String()
	}
	if diff := cmp.Diff(map[string]string{
		"each one":  "easy, 1 tries; c1 Write five mottoes. [Conclusion] false; c2 Make each motto no longer than six words. [Include Something] false",
		"every one": "easy, 1 tries; c1 Write three telegrams. [Conclusion] false; c2 Keep every telegram under 200 characters. [Include Something] false",

		"no number": "easy, 1 tries; c1 Mention the miller. [Conclusion] false; c2 Use 0 emojis. [Include Something] true",

		"good":   "easy, 1 tries; c1 Mention the miller. [Number of Words in response] false; c2 Use at most 50 words. [Include Something] true",
		"mended": "easy, 2 tries; c1 Use at most 50 words. [Number of Words in response] true; c2 Do not use any commas. [Negation] true",
		"order":  "easy, 1 tries; c1 Mention the miller and his old dog. [Conclusion] false; c2 End with a thank you to the readers. [Include Something] false",
	}, kept); diff != "" {
		t.Error(diff)
	}
	var card strings.Builder
	if err := build.DecomposedCard(&p, &d).WriteMarkdown(&card); err != nil || !strings.Contains(card.String(), "42.4 %") || !strings.Contains(card.String(), "| Negation |") {
		t.Errorf("%v\n%s", err, card.String())
	}
}

// TestDecomposeResumes holds that a set whose server dies after any number of
// calls is finished without a call repeated.
func TestDecomposeResumes(t *testing.T) {
	whole := faultyDecomposer()
	run := func(m *player) ([]string, error) {
		d := build.Decomposing{Form: build.Constraints, Options: judge.Options{Model: m, Reasks: -1}}
		p, err := build.Through(context.Background(), toDecompose(), d.Steps())
		var out []string
		for _, r := range p.Rejected {
			out = append(out, r.Line.Instruction.ID+r.Why)
		}
		return out, err
	}
	want, err := run(whole)
	if err != nil {
		t.Fatal(err)
	}
	for most := 1; most < whole.calls; most += 5 {
		m := faultyDecomposer()
		m.most = most
		if _, err := run(m); err == nil {
			t.Fatalf("%d calls are enough", most)
		}
		m.most, m.calls = 0, len(m.stored)
		got, err := run(m)
		if err != nil || m.calls != whole.calls || !slices.Equal(got, want) {
			t.Errorf("stopped after %d calls: %d in all, want %d, %v", most, m.calls, whole.calls, err)
		}
	}
}
