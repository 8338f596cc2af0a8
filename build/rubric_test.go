package build_test

import (
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/build"
	"adhere/judge"
)

const (
	wrote  = "Write the rubric by which"
	mended = "Put them right and change nothing else. Each criterion"
	looked = "Examine the criteria."
)

// faultyRubrics makes every fault that rubrics have.
func faultyRubrics() *player {
	three := "1: fine\n2: fine\n3: fine\nmissing: nothing"
	good := "1. [5] Mentions the miller.\n2. [3] Has at most 50 words.\n3. [-4] States that mills need electricity."
	return &player{script: []said{
		{wrote + "|stays good", "Here it is:\n1. **[+5]** Mentions the miller.\n2. [3 points] Has at most 50 words.\n3. [−4] States that mills need electricity."},
		{wrote + "|gives too much", "1. [50] Mentions the miller."},
		{wrote + "|only takes", "1. [-5] Mentions the mayor."},
		{wrote + "|denies twice", "1. [5] Mentions the miller.\n2. [-5] Does not mention the mill."},
		{wrote + "|says it twice", "1. [5] Has at most 50 words.\n2. [2] Has no more than 50 words."},
		{wrote + "|drops the words", "1. [5] Mentions the miller.\n2. [-2] Mentions the mayor."},
		{wrote + "|without points", "1. Mentions the miller.\n2. Is short."},
		{wrote + "|matter of taste", "1. [5] Has at most 50 words.\n2. [4] Is good."},
		{wrote + "|comes right", "1. [11] Mentions the miller."},
		{mended + "|comes right", good},
		{mended, "1. [99] Mentions the miller."},
		{looked + "|matter of taste", "1: fine\n2: not actionable - nobody could say\nmissing: nothing"},
		{looked, three},
		{"without points|could not be read", "1. Mentions the miller."},
		{"Meg the miller", "1. YES\n2. NO"}, // the words are counted by code
		{"a mayor", "1. NO\n2. NO"},
	}}
}

// TestFaultyRubrics has every fault of a rubric found and named, none of them
// kept, and criteria tried on answers.
func TestFaultyRubrics(t *testing.T) {
	var lines []*adhere.Instruction
	for _, id := range []string{"stays good", "gives too much", "only takes", "denies twice", "says it twice", "drops the words", "without points", "matter of taste", "comes right"} {
		lines = append(lines, &adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: "Write about a mill in at most 50 words, and it " + id + "."}}})
	}
	answers := build.Answered{"stays good": {{Text: "Meg the miller grinds."}, {Text: "There is a mayor."}, {Text: "Old Meg the miller rests."}}}
	model := faultyRubrics()
	d := build.Decomposing{Options: judge.Options{Model: model}, Form: build.Rubric, Answers: answers}
	passage, err := build.Through(t.Context(), build.ToDecompose(lines), d.Steps())
	if err != nil {
		t.Fatal(err)
	}
	why := map[string]string{}
	for _, r := range passage.Rejected {
		why[r.Line.Instruction.ID] = r.Why
	}
	for id, want := range map[string]string{
		"gives too much": "points out of range: number 1 gives 99", "only takes": "points out of range", "denies twice": "points out of range",
		"says it twice": "points out of range", "drops the words": "points out of range", "without points": "no readable reply", "matter of taste": "points out of range",
	} {
		if !strings.HasPrefix(why[id], want) {
			t.Errorf("%s: rejected for %q, want %q", id, why[id], want)
		}
	}
	first := map[string]string{}
	for _, r := range passage.Rejected {
		if tries := r.Line.Tries; len(tries) > 0 && len(tries[0].Objections) > 0 {
			first[r.Line.Instruction.ID] = tries[0].Objections[0].Criterion
		}
	}
	for id, want := range map[string]string{
		"gives too much": "points out of range", "only takes": "no points to earn", "denies twice": "double negation", "says it twice": "redundant",
		"drops the words": "missing", "matter of taste": "not actionable",
	} {
		if first[id] != want {
			t.Errorf("%s: the first try is faulty for %q, want %q", id, first[id], want)
		}
	}
	var kept []string
	for _, line := range passage.Kept {
		kept = append(kept, line.Instruction.ID)
		if got := line.Instruction.Requirements; len(got) != 3 || got[0].Weight != 5 || got[2].Weight != -4 || got[1].Rule == nil || got[0].Rule != nil {
			t.Errorf("%s: %+v", line.Instruction.ID, got)
		}
	}
	if !slices.Equal(kept, []string{"stays good", "comes right"}) {
		t.Errorf("kept are %q", kept)
	}
	rows := build.Told(passage.Kept)
	if len(rows) != 3 || rows[0].Met != 2 || rows[0].Pairs != 3 || rows[0].ToldApart != 2 || rows[1].ToldApart != 0 {
		t.Errorf("told apart: %+v", rows)
	}
	var card strings.Builder
	if err := build.DecomposedCard(&passage, &d).WriteMarkdown(&card); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# rubrics", "| 6 | 4 | 2 | 2 |", "told apart", "points out of range"} {
		if !strings.Contains(card.String(), want) {
			t.Errorf("no %q in\n%s", want, card.String())
		}
	}
}
