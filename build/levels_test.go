package build_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/judge"
	"adhere/verify"
	"adhere/verify/suites"
)

const (
	evolve = "sets exactly one more"
	judged = "Compare the two"
	sound  = "added: The mill is old.\ndropped: nothing\ncontradiction: none\nanswerable: yes\ncategory: yes"
)

// faultyEvolver has every fault that models have which rewrite instructions.
func faultyEvolver() *player {
	return &player{script: []said{
		{evolve + "|old and red, well", "Describe the mill by the river, old and red, well above the weir, in 30 words.\n\n(I added the number of words.)"},
		{evolve + "|the mill by the river, old", "**Rewritten instruction:** \"Describe the mill by the river, old and red, well above the weir.\"\n\nNote: I kept everything else."},
		{evolve + "|the mill by the river", "```\nDescribe the mill by the river, old as it may be.\n```"},
		{evolve + "|drops the number", "Name bridges of the north, all of them painted in green by their owners."},
		{evolve + "|adds two demands", "This adds two demands to a poem. Use at most 50 words. Do not use any commas."},
		{evolve + "|goes against itself", "Tell what goes against itself. Use at most 50 words. Use at least 90 words."},
		{evolve + "|refuses to grow", "I'm sorry, but I can't help with that request."},
		{evolve + "|says it again", "This says it again: tell of the ferry."},
		{evolve + "|grows too much", "This grows too much. " + strings.Repeat("And then tell of the sea and the ships. ", 10)},
		{evolve + "|of another sort", "This is of another sort: tell of the ferry as a pirate would speak."},
		{evolve + "|nobody can answer", "This nobody can answer: tell of the ferry that I see now."},
		{evolve + "|silent examiner", "This has a silent examiner: tell of the ferry in the fog."},
		{judged + "|as a pirate", "added: Speak as a pirate.\ndropped: nothing\ncontradiction: none\nanswerable: yes\ncategory: no - it is style"},
		{judged + "|that I see now", "added: Tell of the ferry that the user sees.\ndropped: nothing\ncontradiction: none\nanswerable: **no** - nobody knows what the user sees\ncategory: yes"},
		{judged + "|silent examiner", "Looks good to me!"},
		{"could not be read", "Looks good to me!"},
		{judged + "|old as it may be|well above", "added: The mill is red.\nadded: It is above the weir.\ndropped: nothing\ncontradiction: none\nanswerable: yes\ncategory: yes"},
		{judged + "|in 30 words", "added: Use exactly 30 words.\ndropped: nothing\ncontradiction: none\nanswerable: yes\ncategory: yes"},
		{judged, sound},
	}}
}

// TestEvolvedDemand: what models write around an instruction goes, and no constraint
// that only begins like a remark.
func TestEvolvedDemand(t *testing.T) {
	const mill = "Describe the old mill by the river."
	for added, want := range map[string]string{
		"Note: the answer must have 30 words.":                                     "",
		"Note: The response should be in French.":                                  "",
		"Note that the text must rhyme.":                                           "",
		"Note: the text is to be kept in at most 30 words.":                        "",
		"This version should be for children.":                                     "",
		"This version must be made for children.":                                  "",
		"Note: the answer must rhyme.\n\nNote: I kept everything else.":            mill + "\n\nNote: the answer must rhyme.",
		"Note: I kept everything else.":                                            mill,
		"I have added the requirement that the answer must rhyme.":                 mill,
		"This version adds a constraint on length: it must have at most 30 words.": mill,
		"Changes made: incorporated a limit of 30 words.":                          mill,
	} {
		if want == "" {
			want = mill + "\n\n" + added
		}
		m := &player{script: []said{{evolve, mill + "\n\n" + added}, {judged, sound}}}
		p, err := growAll(t, m, seedList(map[string]string{"mill": "Describe the mill."}), 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Kept) != 1 || len(p.Kept[0].Path) != 2 || p.Kept[0].Path[1] != want {
			t.Errorf("%q: %+v, want %q", added, p, want)
		}
	}
}

// TestEvolvedWrappings: numbers, labels, prefaces and closings of a reply are no part of
// an instruction, unless it had them before or only begins alike.
func TestEvolvedWrappings(t *testing.T) {
	const mill = "Describe the old mill by the river."
	for _, c := range []struct{ before, reply, want string }{
		{"", "1. " + mill, mill},
		{"", "**Instruction:**\n\n" + mill, mill},
		{"", "### New instruction\n" + mill, mill},
		{"", "Sure! " + mill, mill},
		{"", "\"Describe the mill by the river, \"old\" and \"red\".\"", "Describe the mill by the river, \"old\" and \"red\"."},
		{"", "**" + mill + "**", mill},
		{"", "> " + mill, mill},
		{"", "Sure! Here's the updated instruction:\n\n---\n\n" + mill + "\n\n---\n\nLet me know if you want another variation.", mill},
		{"", "## Revised Instruction\n\n" + mill + "\n\n## Explanation\n\nThe age fits the mill.", mill},
		{"", mill + "\n\n**Explanation:** the age fits the mill.", mill},
		{"", mill + "\n\nExplanation of its parts: at most 30 words.", mill + "\n\nExplanation of its parts: at most 30 words."},
		{"", "\"Old\" is the mill. Describe it as \"red\"", "\"Old\" is the mill. Describe it as \"red\""},
		{"", "Certainly. Here's the rewritten instruction:\n\n" + mill, mill},
		{"", mill + "\n\nLet me know if you'd like a more serious tone instead!", mill},
		{"", mill + "\n\nI hope this helps.", mill},
		{"", mill + "\n\nI chose its age because the subject suggests it.", mill},
		{"", mill + "\n\nLet me know which sources you used.", mill + "\n\nLet me know which sources you used."},
		{"", mill + "\n\nI hope this helps :)", mill},
		{"", mill + "\n\nI hope this helps! Let me know if you have questions.", mill},
		{"", mill + "\n\nIf you'd like another version, just let me know!", mill},
		{"", mill + "\n\nIf you'd like, I can make it longer.", mill},
		{"", mill + "\n\nIf you'd like to use quotes, use at most three of them.", mill + "\n\nIf you'd like to use quotes, use at most three of them."},
		{"", mill + "\n\nI chose Berlin as the place, so name it in the first line.", mill + "\n\nI chose Berlin as the place, so name it in the first line."},
		{"", mill + "\n\nI chose Berlin as the place. Name it in the first line.", mill + "\n\nI chose Berlin as the place. Name it in the first line."},
		{"", mill + "\n\nI hope that it rhymes, in at most 30 words.", mill + "\n\nI hope that it rhymes, in at most 30 words."},
		{"haikus about rain and the sea", "3 haikus about rain and the sea, each of which names a bird", "3 haikus about rain and the sea, each of which names a bird"},
		{"haikus about rain and the sea", "3) haikus about rain and the sea, each of which names a bird", "haikus about rain and the sea, each of which names a bird"},
		{"", "1. Describe the old mill.\n2. Describe the river.", "1. Describe the old mill.\n2. Describe the river."},
		{"The new instruction manual of the mill is short. Describe it.", "The new instruction manual of the old mill is short. Describe it.", "The new instruction manual of the old mill is short. Describe it."},
		{"Sure! Describe the mill, please.", "Sure! Describe the old mill, please.", "Sure! Describe the old mill, please."},
		{"1. Describe the mill.", "1. Describe the old mill.", "1. Describe the old mill."},
	} {
		if c.before == "" {
			c.before = "Describe the mill by the river."
		}
		m := &player{script: []said{{evolve, c.reply}, {judged, sound}}}
		p, err := growAll(t, m, seedList(map[string]string{"mill": c.before}), 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Kept) != 1 || len(p.Kept[0].Path) != 2 || p.Kept[0].Path[1] != c.want {
			t.Errorf("%q: %+v, want %q", c.reply, p, c.want)
		}
	}
}

// TestEvolvedKeepsLevels: what an earlier level added is still demanded, whatever an
// examiner overlooks.
func TestEvolvedKeepsLevels(t *testing.T) {
	const mill = "Describe the mill by the river."
	m := &player{script: []said{
		{evolve + "|urgent tone", mill + " Quote the miller once."},
		{evolve, mill + " Keep an urgent tone throughout."},
		{judged, sound},
	}}
	p, err := growAll(t, m, seedList(map[string]string{"mill": mill}), 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Rejected) != 1 || p.Rejected[0].Why != "drops: what level 1 added" {
		t.Errorf("%+v", p)
	}
}

// TestReviewForms: examiners number their lines.
func TestReviewForms(t *testing.T) {
	const mill = "Describe the old mill by the river."
	for _, reply := range []string{
		"1. added: The mill is old.\n2. dropped: nothing\n3. contradiction: none\n4. answerable: yes\n5. category: yes",
		"(1) **Added:** The mill is old.\n(2) **Dropped:** nothing\n(3) **Contradiction:** none\n(4) **Answerable:** yes\n(5) **Category:** yes",
	} {
		m := &player{script: []said{{evolve, mill}, {judged, reply}}}
		p, err := growAll(t, m, seedList(map[string]string{"mill": "Describe the mill by the river."}), 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Kept) != 1 {
			t.Errorf("%q: %+v", reply, p)
		} else if got := p.Kept[0].Instructions()[1].Requirements[0].Text; got != "The mill is old." {
			t.Errorf("%q: requirement %q", reply, got)
		}
	}
}

func seedList(texts map[string]string) []*adhere.Instruction {
	var out []*adhere.Instruction
	for id, text := range texts {
		out = append(out, &adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: text}}})
	}
	slices.SortFunc(out, func(a, b *adhere.Instruction) int { return strings.Compare(a.ID, b.ID) })
	return out
}

func growAll(t *testing.T, m *player, list []*adhere.Instruction, levels int) (build.Passage[*build.Evolution], error) {
	t.Helper()
	lines := build.Seeds(list, []build.Category{build.Content})
	e := build.Evolving{Options: &judge.Options{Model: m, Reasks: -1}, Levels: levels, Tries: 2}
	return build.Through(context.Background(), lines, e.Steps())
}

var faultySeeds = map[string]string{
	"drops": "Name 5 bridges, which drops the number later.", "two": "This adds two demands to a poem.", "against": "Tell what goes against itself. Use at most 50 words.",
	"refuses": "This refuses to grow at all.", "again": "This says it again: tell of the ferry.", "much": "This grows too much.", "sort": "This is of another sort: tell of the ferry.",
	"nobody": "This nobody can answer: tell of the ferry.", "silent": "This has a silent examiner: tell of the ferry.", "short": "Mills?",
}

// TestLevelsFaults holds that every fault of a step is caught and named.
func TestLevelsFaults(t *testing.T) {
	seeds := seedList(faultySeeds)
	seeds = append(seeds, &adhere.Instruction{ID: "talk", Messages: []adhere.Message{
		{Role: adhere.User, Text: "Tell of the ferry."}, {Role: adhere.Assistant, Text: "It sinks."}, {Role: adhere.User, Text: "Make that a happier story."},
	}})
	p, err := growAll(t, faultyEvolver(), seeds, 1)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, r := range p.Rejected {
		why, _, _ := strings.Cut(r.Why, ":")
		got[r.Line.ID] = r.Step + ": " + why
		if r.Step != "seed" && len(r.Line.Tries[0]) != 2 {
			t.Errorf("%s: %d tries", r.Line.ID, len(r.Line.Tries[0]))
		}
	}
	if diff := cmp.Diff(map[string]string{
		"drops": "level 1: drops", "two": "level 1: adds two", "against": "level 1: contradiction", "refuses": "level 1: refused", "again": "level 1: repeats",
		"much": "level 1: too much", "sort": "level 1: another category", "nobody": "level 1: unanswerable", "silent": "level 1: no readable reply", "short": "seed: too short", "talk": "seed: a conversation",
	}, got); diff != "" || len(p.Kept) > 0 {
		t.Errorf("%s\n%d kept", diff, len(p.Kept))
	}
}

// TestLevels holds what a seed becomes, and that a set whose server dies after
// any number of calls is finished without a call repeated.
func TestLevels(t *testing.T) {
	list := seedList(map[string]string{"mill": "Describe the mill by the river."})
	whole := faultyEvolver()
	p, err := growAll(t, whole, list, 2)
	if err != nil || len(p.Kept) != 0 || !strings.HasPrefix(p.Rejected[0].Why, "adds two: (model)") || p.Rejected[0].Step != "level 2" {
		t.Fatalf("%+v, %v", p, err)
	}
	good := faultyEvolver()
	good.script = append([]said{
		{judged + "|old as it may be|well above", "added: The mill stands above the weir.\ndropped: nothing\ncontradiction: none\nanswerable: yes\ncategory: yes"},
	}, good.script...)
	p, err = growAll(t, good, list, 3)
	if err != nil || len(p.Kept) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	levels := p.Kept[0].Instructions()
	last := levels[3]
	if len(levels) != 4 || levels[0].Level != 0 || len(levels[0].Requirements) != 0 || last.ID != "content/mill/3" || last.Group != "content/mill" || len(last.Path) != 4 || last.Path[3] != last.Prompt() {
		t.Errorf("%+v", levels)
	}
	if len(last.Requirements) != 3 || last.Requirements[2].Rule == nil || last.Requirements[2].Text != "Use exactly 30 words." || last.Requirements[0].Rule != nil {
		t.Errorf("%+v", last.Requirements)
	}
	if all := strings.Join(last.Path, " "); strings.ContainsAny(all, "`\"(") || strings.Contains(all, "Rewritten") || strings.Contains(all, "Note") {
		t.Errorf("%q", last.Path)
	}
	for most := 1; most < good.calls; most++ {
		m := faultyEvolver()
		m.script, m.most = good.script, most
		if _, err := growAll(t, m, list, 3); err == nil {
			t.Fatalf("%d calls are enough", most)
		}
		m.most, m.calls = 0, len(m.stored)
		if again, err := growAll(t, m, list, 3); err != nil || m.calls != good.calls || !slices.Equal(again.Kept[0].Path, p.Kept[0].Path) {
			t.Errorf("stopped after %d calls: %d in all, want %d, %v", most, m.calls, good.calls, err)
		}
	}
}

// TestLevelsByCode holds that example and mixed constraints are what they
// should be, have no fault that a data set can have, and are read back from
// the layout that others use.
func TestLevelsByCode(t *testing.T) {
	tasks, err := build.ReadTasks(nil, "")
	if err != nil || len(tasks) != 10 {
		t.Fatalf("%d tasks, %v", len(tasks), err)
	}
	plan, err := build.PlanLevels(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	list, err := plan.ByCode(tasks, 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := plan.ByCode(tasks, 2, 7)
	if diff := cmp.Diff(list, again); diff != "" {
		t.Error("the seed does not decide")
	}
	examples, mixed := build.OfCategory(list, "example"), build.OfCategory(list, "mixed")
	if len(examples) != 100 || len(mixed) != 12*6 {
		t.Fatalf("%d examples, %d mixed", len(examples), len(mixed))
	}
	for _, f := range build.Examine(mixed, "", nil).Faults {
		t.Errorf("%+v", f)
	}
	catalog := suites.Catalog()
	for _, in := range examples {
		shown := strings.Split(in.Prompt(), "\n\n")
		forms := map[string]bool{}
		right := strings.ReplaceAll(in.Reference, "{answer}", in.Tags["answer"])
		check, err := catalog.Compile(in.Requirements[0].Rule)
		if err != nil {
			t.Fatal(err)
		}
		if !check(verify.NewText(right)).Met || len(shown) != 6 || len(in.Requirements) != in.Level {
			t.Errorf("%s: %q, %d parts", in.ID, right, len(shown))
		}
		met := 0
		for _, s := range shown[:5] {
			_, answer, _ := strings.Cut(s, "\n")
			forms[answer] = true
			if check(verify.NewText(answer)).Met {
				met++
			}
		}
		if met != 6-in.Level {
			t.Errorf("%s: %d of 5 examples have the form that is asked for:\n%s", in.ID, met, in.Prompt())
		}
	}
	dir := t.TempDir()
	for category, of := range map[string][]*adhere.Instruction{"example": examples, "mixed": mixed} {
		var b bytes.Buffer
		if err := dataset.WriteLevels(&b, of); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, category+"_constraints.json")
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		set, err := dataset.Read(context.Background(), "levels", path, dataset.Options{Format: dataset.FollowBench})
		if err != nil {
			t.Fatal(err)
		}
		back, err := set.Load()
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(slices.Clone(of), func(in *adhere.Instruction) bool { return in.Level == 0 })
		if len(back) != len(want) {
			t.Fatalf("%s: %d read, %d written", category, len(back), len(want))
		}
		for i := range back {
			if back[i].Prompt() != want[i].Prompt() || back[i].Level != want[i].Level {
				t.Errorf("%s: read as %s", want[i].ID, back[i].ID)
			}
			if category == "example" {
				check, err := catalog.Compile(back[i].Requirements[0].Rule)
				if err != nil || !check(verify.NewText(strings.ReplaceAll(want[i].Reference, "{answer}", "x"))).Met {
					t.Errorf("%s: the rule that is read says no to its own form, %v", want[i].ID, err)
				}
			}
		}
	}
}

// TestReadTasks names what is wrong with a file of tasks.
func TestReadTasks(t *testing.T) {
	const (
		questions = `["1 {input}","2 {input}","3 {input}","4 {input}","5 {input}"]`
		examples  = `[{"input":"a","answer":"b"},{"input":"b","answer":"b"},{"input":"c","answer":"b"},{"input":"d","answer":"b"},{"input":"e","answer":"b"},{"input":"f","answer":"b"}]`
		task      = `[{"name":"x","questions":` + questions + `,"examples":` + examples + "}]"
	)
	with := func(old, text string) string { return strings.Replace(task, old, text, 1) }
	if _, err := build.ReadTasks([]byte(task), "my.json"); err != nil {
		t.Error(err)
	}
	for want, raw := range map[string]string{
		"my.json: line 1: expected a JSON list":                                `{}`,
		"my.json: line 3: expected a JSON list: unexpected EOF":                "[{\"name\": \"x\",\n\"questions\": [\n",
		"my.json: line 2: expected a JSON list: invalid character":             "[{\n\"name\": x}]",
		"my.json: line 1: expected a JSON list: something follows":             task + "{}",
		"my.json: line 2: expected a JSON list: examples.answer: found number": with(`"examples":`, "\n"+`"examples":[{"input":"g","answer":7}],"examples":`),
		`expected a JSON list: json: unknown field "question"`:                 with(`"questions"`, `"question"`),
		"my.json: there is no task":                                            `[]`,
		"task 1: expected a name":                                              `[{}]`,
		"my.json: task x: 4 questions, expected at least 5":                    with(`"1 {input}",`, ""),
		"task x: 5 examples":                                                   with(`{"input":"a","answer":"b"},`, ""),
		`task x: question 5, "no", has no {input}`:                             with("5 {input}", "no"),
		`task x: question 2, "1 {input}", came before`:                         with("2 {input}", "1 {input}"),
		"task x: example 1: expected an input and an answer":                   with(`"b"`, `"b\nc"`),
		`task x: example 2: the input "a" came before`:                         with(`"input":"b"`, `"input":"a"`),
	} {
		if _, err := build.ReadTasks([]byte(raw), "my.json"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
