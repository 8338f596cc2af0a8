package build_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/verify"
	"adhere/verify/ruling"
	"adhere/verify/suites"
)

func made(t *testing.T, v build.Verifiable) *build.VerifiableSet {
	t.Helper()
	set, err := v.Make(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func settings(count int) build.Verifiable {
	return build.Verifiable{Count: count, Least: 1, Most: 5, Seed: 11, Kinds: build.KindsOf(nil, nil), Base: build.BaseRequests()}
}

// TestVerifiable holds that prompts are what was asked for, that a larger set
// begins as a smaller one, and that another seed gives another.
func TestVerifiable(t *testing.T) {
	v := settings(40)
	set := made(t, v)
	texts := map[string]bool{}
	numbers := map[int]int{}
	for _, p := range set.Prompts {
		prompt := p.Instruction.Prompt()
		texts[prompt] = true
		numbers[len(p.Instruction.Requirements)]++
		for _, r := range p.Instruction.Requirements {
			if !strings.Contains(prompt, r.Text) {
				t.Errorf("%s: %q is not in the prompt", p.Instruction.ID, r.Text)
			}
		}
	}
	if len(texts) != 40 || fmt.Sprint(numbers) != "map[1:8 2:8 3:8 4:8 5:8]" {
		t.Errorf("%d different prompts, by demands %v", len(texts), numbers)
	}
	few := made(t, settings(10))
	for i, p := range few.Prompts {
		if p.Instruction.Prompt() != set.Prompts[i].Instruction.Prompt() {
			t.Errorf("prompt %d differs", i)
		}
	}
	v.Seed, v.Count = 12, 10
	for _, p := range made(t, v).Prompts {
		if texts[p.Instruction.Prompt()] {
			t.Errorf("of both seeds: %s", p.Instruction.Prompt())
		}
	}
}

// TestVerifiableSplit holds that kinds, families of kinds and requests are on
// one side only.
func TestVerifiableSplit(t *testing.T) {
	v := settings(60)
	v.HeldOut, v.Most = 0.25, 3
	set := made(t, v)
	if n := len(set.Of(build.HeldOut)); n != 15 {
		t.Errorf("%d held out", n)
	}
	family := map[string]string{}
	for _, k := range v.Kinds {
		family[k.Name] = k.Family
	}
	side := map[string]string{}
	for _, p := range set.Prompts {
		keys := []string{"request " + p.Instruction.Tags["base"]}
		for _, d := range p.Drawn.Demands {
			keys = append(keys, "kind "+d.Kind, "family "+family[d.Kind])
		}
		for _, key := range keys {
			if was, ok := side[key]; ok && was != p.Split {
				t.Errorf("%s is on both sides", key)
			}
			side[key] = p.Split
		}
	}
}

// TestVerifiableBase holds which requests of a user are left out, and why.
func TestVerifiableBase(t *testing.T) {
	v := settings(3)
	v.Base = nil
	for i, text := range []string{"Describe a harbour.", "  ", "describe  a HARBOUR.", "Describe a farm in at most 50 words.", strings.Repeat("long ", 1000), "Tell a tale.", "Describe how a small harbour town lives through a hard winter.", "Describe how a small harbour town lives through a hard winter today."} {
		v.Base = append(v.Base, &build.Base{ID: fmt.Sprint(i + 1), Text: text})
	}
	set := made(t, v)
	var got []string
	for _, r := range set.Base.Rejected {
		why, _, _ := strings.Cut(r.Why, ":")
		got = append(got, r.Line.ID+" "+r.Step+" "+why)
	}
	slices.Sort(got)
	want := []string{"2 usable empty", "3 distinct came before", "4 free demands already", "5 usable too long", "8 near duplicates nearly the same"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestDemandsStandApart holds that demands follow a sentence in its line, and are a
// paragraph of their own behind a text to work on, of which they would seem a part.
func TestDemandsStandApart(t *testing.T) {
	v := settings(60)
	v.Base = []*build.Base{{ID: "1", Text: "Describe a harbour."}, {ID: "2", Text: "Summarise the text.\n\nThe boat left. It sank."}, {ID: "3", Text: "Topic: an old mill"}}
	inLine := 0
	for _, p := range made(t, v).Prompts {
		text, first := p.Instruction.Prompt(), p.Instruction.Requirements[0].Text
		before, _, _ := strings.Cut(text, first)
		switch {
		case !strings.HasSuffix(before, " ") || strings.HasSuffix(before, "- ") || strings.HasSuffix(before, "1. "):
		case before == "Describe a harbour. ":
			inLine++
		default:
			t.Errorf("%q", text)
		}
	}
	if inLine == 0 {
		t.Error("no demand stands in the line of a request")
	}
}

// TestVerifiableErrors holds that settings that cannot be met are said to be.
func TestVerifiableErrors(t *testing.T) {
	for want, change := range map[string]func(*build.Verifiable){
		"at least 1":            func(v *build.Verifiable) { v.Count = 0 },
		"1 to 10":               func(v *build.Verifiable) { v.Most = 11 },
		"a share":               func(v *build.Verifiable) { v.HeldOut = 1 },
		"no kind":               func(v *build.Verifiable) { v.Kinds = nil },
		"different prompts":     func(v *build.Verifiable) { v.Kinds, v.Base = build.KindsOf(nil, []string{"no_comma"}), v.Base[:1] },
		"0 requests":            func(v *build.Verifiable) { v.Base = nil },
		"of at least 6 demands": func(v *build.Verifiable) { v.Kinds, v.Least, v.Most = build.KindsOf(nil, []string{"keywords:"}), 6, 6 },
	} {
		v := settings(30)
		change(&v)
		if _, err := v.Make(context.Background()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestShapes holds that the shapes of others are read by what reads theirs,
// and give the same verdicts.
func TestShapes(t *testing.T) {
	catalog := suites.Catalog()
	for shape, format := range map[dataset.Shape]dataset.Format{dataset.ShapeOwn: dataset.Own, dataset.ShapeIFEval: dataset.IFEval, dataset.ShapeIFBench: dataset.IFBench} {
		v := settings(12)
		v.Kinds, v.Most = build.KindsOf(shape.Suites(), nil), 2
		set := made(t, v)
		path := filepath.Join(t.TempDir(), "set.jsonl")
		var b bytes.Buffer
		if err := dataset.WriteInstructions(&b, shape, set.Of(build.Train)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		read, err := dataset.Read(context.Background(), "x", path, dataset.Options{Format: format, CheckRule: func(r *adhere.Rule) error { _, err := catalog.Compile(r); return err }})
		if err != nil {
			t.Fatalf("%s: %v", shape, err)
		}
		list, err := read.Load()
		if err != nil || len(list) != 12 {
			t.Fatalf("%s: %d, %v", shape, len(list), err)
		}
		for i, in := range list {
			holdTexts(t, catalog, in, &set.Prompts[i])
		}
	}
}

func holdTexts(t *testing.T, catalog *verify.Catalog, in *adhere.Instruction, p *build.Prompt) {
	t.Helper()
	judge := verify.NewJudge("x", 1, catalog, verify.Strict)
	for at := -1; at < len(in.Requirements); at++ {
		text := p.Drawn.Meets
		if at >= 0 {
			text = p.Drawn.Breaks[at]
		}
		verdicts, err := judge.Judge(context.Background(), &adhere.Task{Instruction: in}, &adhere.Response{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		for j, v := range verdicts {
			if (v.Outcome == adhere.Met) != (j != at) {
				t.Errorf("%s: text %d, requirement %d: %s %s", in.ID, at, j, v.Outcome, v.Reason)
			}
		}
	}
}

// TestGroundTruth holds that rows for training are read by the reward service
// and earn what their texts should.
func TestGroundTruth(t *testing.T) {
	v := settings(15)
	v.Kinds = build.KindsOf(dataset.ShapeGroundTruth.Suites(), nil)
	set := made(t, v)
	var b bytes.Buffer
	if err := dataset.WriteInstructions(&b, dataset.ShapeGroundTruth, set.Of(build.Train)); err != nil {
		t.Fatal(err)
	}
	answerer := ruling.Answerer{Decide: ruling.NewDecider(suites.All()...).Decide}
	for i, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
		p := &set.Prompts[i]
		for at, text := range append([]string{p.Drawn.Meets}, p.Drawn.Breaks...) {
			got, _, err := answerer.Answer([]byte(strings.TrimSuffix(line, "}") + fmt.Sprintf(`,"text":%s}`, quote(text))))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			scored, ok := got.(*ruling.Scored)
			if !ok || scored.Reward == nil || scored.Of != len(p.Drawn.Demands) {
				t.Fatalf("%s: %+v", line, got)
			}
			if (*scored.Reward == 1) != (at == 0) {
				t.Errorf("text %d of %s: reward %v", at, line, *scored.Reward)
			}
		}
	}
}

func quote(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
