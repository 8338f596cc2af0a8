package build_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/build"
)

// TestLevelsInAnyOrder has higher levels go wherever they stand in the file,
// and nothing else of a group.
func TestLevelsInAnyOrder(t *testing.T) {
	list := []*adhere.Instruction{
		{ID: "b2", Group: "b", Level: 2},
		{ID: "b1", Group: "b", Level: 1},
		{ID: "b0", Group: "b"},
		{ID: "x", Group: "c"},
		{ID: "y", Group: "c"},
	}
	people := &build.People{Of: func(in *adhere.Instruction) (*adhere.Instruction, bool, string) {
		if in.ID == "b1" || in.ID == "x" {
			return nil, false, "no"
		}
		return in, false, ""
	}}
	passage, err := build.Through(t.Context(), list, people.Steps())
	if err != nil {
		t.Fatal(err)
	}
	var gone []string
	for _, r := range passage.Rejected {
		gone = append(gone, r.Line.ID+" "+r.Why)
	}
	if got := strings.Join(gone, "; "); got != "b2 a lower level went; b1 no; x no" {
		t.Errorf("gone: %s", got)
	}
}

// TestPeopleDropLevels has a level go with a lower one of its group, and what
// people put right stay as they left it, which the card counts.
func TestPeopleDropLevels(t *testing.T) {
	var list []*adhere.Instruction
	for _, id := range []string{"a0", "a1", "a2", "b0", "b1", "alone"} {
		in := &adhere.Instruction{ID: id, Requirements: []adhere.Requirement{{ID: "1", Text: "as built"}}}
		if id != "alone" {
			in.Group, in.Level = id[:1], int(id[1]-'0')
		}
		list = append(list, in)
	}
	people := &build.People{
		Campaign: "levels (double-check)", N: 1, Decided: 6, Several: 4, Alike: 3, Alpha: "0.50 (0.10 to 0.90)", Corrects: true,
		Of: func(in *adhere.Instruction) (*adhere.Instruction, bool, string) {
			switch in.ID {
			case "a1":
				return nil, false, "people say no: fits"
			case "a2", "b1": // a2 goes with a1, and is none of those that stay corrected
				return &adhere.Instruction{Requirements: []adhere.Requirement{{ID: "1", Text: "as people left it"}}, Tags: map[string]string{"seen": "yes"}}, true, ""
			}
			return in, false, ""
		},
	}
	passage, err := build.Through(t.Context(), list, people.Steps())
	if err != nil {
		t.Fatal(err)
	}
	var kept, gone []string
	for _, in := range passage.Kept {
		kept = append(kept, in.ID+" "+in.Requirements[0].Text+in.Tags["seen"])
	}
	for _, r := range passage.Rejected {
		gone = append(gone, r.Line.ID+" "+r.Why)
	}
	if got := strings.Join(kept, "; "); got != "a0 as built; b0 as built; b1 as people left ityes; alone as built" {
		t.Errorf("kept: %s", got)
	}
	if got := strings.Join(gone, "; "); got != "a1 people say no: fits; a2 a lower level went" {
		t.Errorf("gone: %s", got)
	}
	for before, want := range map[string]string{"": "No card stood beside the set", "before.md": "stands in before.md"} {
		var page strings.Builder
		if err := people.Card("levels.jsonl", &passage, before).WriteMarkdown(&page); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{want, "| people | 1 |", "all said the same of 75.0%, of 4", "| Krippendorff's alpha | 0.50", "25.0% of the 4 that stay", "One person alone"} {
			if !strings.Contains(page.String(), want) {
				t.Errorf("no %q in\n%s", want, page.String())
			}
		}
	}
}
