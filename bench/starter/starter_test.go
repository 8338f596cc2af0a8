// Package starter holds the starter suite's files. Its tests keep what its
// README says of them true.
package starter

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/dataset"
	"adhere/model/reasoning"
)

// A writer is one of the recorded writers with the shares of requirements it
// is meant to meet.
type writer struct {
	name     string
	from, to float64
}

func writers() []writer {
	return []writer{{"careful", 0.93, 0.97}, {"hasty", 0.78, 0.85}, {"sloppy", 0.55, 0.65}}
}

const panel = "judge/starter-panel@1"

// instructions reads the suite as users' programs do, with every rule checked.
func instructions(t *testing.T) (*dataset.Set, []*adhere.Instruction) {
	t.Helper()
	set, err := dataset.Read(t.Context(), "starter", "instructions.jsonl", dataset.Options{CheckRule: compiles})
	if err != nil {
		t.Fatal(err)
	}
	list, err := set.Load()
	if err != nil {
		t.Fatal(err)
	}
	return set, list
}

func answers(t *testing.T, set *dataset.Set, name string) *dataset.Matching {
	t.Helper()
	read, err := dataset.ReadResponses(t.Context(), "responses-"+name+".jsonl", nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := dataset.Match(set, read)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Missing)+len(m.Strays) > 0 {
		t.Errorf("%s: no answer to %v, answers to unknown instructions: %v", name, m.Missing, m.Strays)
	}
	return m
}

func verdicts(t *testing.T, set *dataset.Set, file string) (*dataset.PlacedVerdicts, *dataset.Verdicts) {
	t.Helper()
	known, err := dataset.KnownIn(set.All())
	if err != nil {
		t.Fatal(err)
	}
	read, err := dataset.ReadVerdicts(t.Context(), []string{file}, "", nil, known)
	if err != nil {
		t.Fatal(err)
	}
	placed, err := dataset.PlaceVerdicts(known, read)
	if err != nil {
		t.Fatal(err)
	}
	return placed, read
}

func TestInstructionsAreWellFormed(t *testing.T) {
	_, list := instructions(t)
	if len(list) < 48 {
		t.Errorf("%d instructions, expected at least 48", len(list))
	}
	known := []string{"Content", "Linguistic", "Style", "Format", "Number"}
	for _, in := range list {
		if !strings.HasPrefix(in.ID, "starter/") || in.Tags["subject"] == "" || in.Tags["category"] == "" {
			t.Errorf("%s: an id that begins with starter/, a subject and a category are wanted", in.ID)
		}
		if n := len(in.Requirements); in.Group == "" && (n < 2 || n > 6) {
			t.Errorf("%s: %d requirements, expected 2 to 6", in.ID, n)
		}
		if in.Input != "" && !strings.HasSuffix(in.Prompt(), in.Input) {
			t.Errorf("%s: the prompt does not end with the input", in.ID)
		}
		for _, r := range in.Requirements {
			if !strings.HasSuffix(r.Text, "?") || len(r.Labels) == 0 || !isSubset(r.Labels, known) {
				t.Errorf("%s, requirement %s: a question and one or two of the labels %v are wanted", in.ID, r.ID, known)
			}
		}
	}
}

func isSubset(list, of []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(of, s) })
}

// Levels add one requirement each, and the path repeats that of the level
// before.
func TestGroupsGrowByOneRequirement(t *testing.T) {
	_, list := instructions(t)
	groups := map[string][]*adhere.Instruction{}
	for _, in := range list {
		if in.Group != "" {
			groups[in.Group] = append(groups[in.Group], in)
		}
	}
	if len(groups) != 6 {
		t.Errorf("groups %v, expected six", slices.Sorted(maps.Keys(groups)))
	}
	for name, levels := range groups {
		if len(levels) != 5 {
			t.Errorf("%s has %d levels, expected five", name, len(levels))
		}
		for i, in := range levels {
			checkLevel(t, in, i+1)
			if i > 0 {
				checkStep(t, levels[i-1], in)
			}
		}
	}
}

func checkLevel(t *testing.T, in *adhere.Instruction, level int) {
	t.Helper()
	if in.Level != level || len(in.Requirements) != level || len(in.Path) != level+1 {
		t.Errorf("%s: level %d, %d requirements, path of %d; wanted %d, %d, %d",
			in.ID, in.Level, len(in.Requirements), len(in.Path), level, level, level+1)
	}
	if in.Path[len(in.Path)-1] != in.Prompt() {
		t.Errorf("%s: the path does not end with the prompt", in.ID)
	}
}

func checkStep(t *testing.T, before, in *adhere.Instruction) {
	t.Helper()
	if !slices.Equal(before.Path, in.Path[:len(before.Path)]) {
		t.Errorf("%s: the path does not begin with that of %s", in.ID, before.ID)
	}
	old, _ := json.Marshal(before.Requirements)
	kept, _ := json.Marshal(in.Requirements[:len(before.Requirements)])
	if string(old) != string(kept) {
		t.Errorf("%s: the requirements do not begin with those of %s", in.ID, before.ID)
	}
}

// The recorded judge decides what rules do not, and nothing else.
func TestEveryRequirementIsDecidedOnce(t *testing.T) {
	set, list := instructions(t)
	for _, w := range writers() {
		answered := answers(t, set, w.name)
		placed, read := verdicts(t, set, "verdicts-"+w.name+".jsonl")
		if got := read.Judges(); !slices.Equal(got, []string{panel}) {
			t.Errorf("%s: judges %v, expected only %s", w.name, got, panel)
		}
		if slices.ContainsFunc(read.List, func(l dataset.VerdictLine) bool { return l.Model != "starter/"+w.name }) {
			t.Errorf("%s: some verdicts are of other models", w.name)
		}
		for _, in := range list {
			text := answer(answered.For(in.ID)[0].Text)
			judged := placed.For(in.ID, 0, "starter/"+w.name, panel)
			for i := range in.Requirements {
				v := adhere.Verdict{Outcome: adhere.Skipped}
				if judged != nil { // nil where rules decide all
					v = judged[i]
				}
				checkVerdict(t, w.name+" "+in.ID, &in.Requirements[i], v, text)
			}
		}
	}
}

func checkVerdict(t *testing.T, where string, r *adhere.Requirement, v adhere.Verdict, answer string) {
	t.Helper()
	if judged := v.Outcome != adhere.Skipped; judged != (r.Rule == nil) {
		t.Errorf("%s, requirement %s: judged %v, has a rule %v", where, r.ID, judged, r.Rule != nil)
	}
	if r.Rule != nil {
		return
	}
	if v.Reason == "" || !strings.HasSuffix(v.Reason, ".") {
		t.Errorf("%s, requirement %s: the reason %q is no sentence", where, r.ID, v.Reason)
	}
	if !strings.Contains(squeeze(answer), squeeze(v.Evidence)) {
		t.Errorf("%s, requirement %s: the evidence %q is not in the answer", where, r.ID, v.Evidence)
	}
}

// squeeze makes white space and case alike.
func squeeze(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// answer is what is judged: the text without its reasoning.
func answer(text string) string {
	rest, _, _ := reasoning.Split(text)
	return rest
}
