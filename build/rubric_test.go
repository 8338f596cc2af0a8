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
	for _, want := range []string{"# rubrics", "| 6 | 4 | 2 | 0 | 2 | 0 |", "told apart", "points out of range"} {
		if !strings.Contains(card.String(), want) {
			t.Errorf("no %q in\n%s", want, card.String())
		}
	}
}

// TestRubricsAreSharpened has criteria that tell no answers apart put right, and
// keeps what comes only where nothing is wrong with it and it tells more apart.
func TestRubricsAreSharpened(t *testing.T) {
	fine := "1: fine\n2: fine\nmissing: nothing"
	first := "1. [5] Mentions the miller.\n2. [3] Says something about the mill."
	model := &player{script: []said{
		{wrote, first},
		{mended + "|is better|number 2 is met by all of 3 answers", "1. [5] Mentions the miller.\n2. [3] Says what the mill grinds."},
		{mended + "|is the same", "1. [5] Mentions the miller.\n2. [3] Says that there is a mill."},
		{mended + "|is shorter", "1. [5] Mentions the miller."},
		{mended + "|is faulty", "1. [5] Mentions the miller.\n2. [99] Says what the mill grinds."},
		{looked, fine},
		{"what the mill grinds|grinds corn", "1. YES\n2. YES"},
		{"what the mill grinds|of the mayor", "1. NO\n2. NO"},
		{"what the mill grinds", "1. YES\n2. NO"},
		{"2. Say|of the mayor", "1. NO\n2. YES"},
		{"2. Say", "1. YES\n2. YES"},
		{"of the mayor", "1. NO"},
		{"a mill", "1. YES"},
	}}
	answers := build.Answered{}
	var lines []*adhere.Instruction
	for _, id := range []string{"is better", "is the same", "is shorter", "is faulty"} {
		lines = append(lines, &adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: "Write about a mill, and it " + id + "."}}})
		answers[id] = []*adhere.Response{{Text: "The mill of the mayor."}, {Text: "The miller has a mill."}, {Text: "The miller grinds corn in the mill."}}
	}
	d := build.Decomposing{Options: judge.Options{Model: model}, Form: build.Rubric, Answers: answers}
	passage, err := build.Through(t.Context(), build.ToDecompose(lines), d.Steps())
	if err != nil || len(passage.Kept) != 4 {
		t.Fatalf("%d kept, %v", len(passage.Kept), err)
	}
	for _, line := range passage.Kept {
		text, told := "Says something about the mill.", 0
		if line.Instruction.ID == "is better" {
			text, told = "Says what the mill grinds.", 2
		}
		if got := line.Instruction.Requirements; len(got) != 2 || got[1].Text != text || line.Told[1].ToldApart != told || line.Told[1].Text != text || (line.ToldFirst != nil) != (told > 0) {
			t.Errorf("%s: %+v, %+v", line.Instruction.ID, got, line.Told)
		}
	}
	var card strings.Builder
	if err := build.DecomposedCard(&passage, &d).WriteMarkdown(&card); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| first | 8 | 8 | 24 | 33.3% | 50.0% |", "| last; 1 of 4 rubrics tell more apart | 8 | 8 | 24 | 41.7% | 37.5% |"} {
		if !strings.Contains(card.String(), want) {
			t.Errorf("no %q in\n%s", want, card.String())
		}
	}
	model.script, model.stored, d.Tries = slices.DeleteFunc(model.script, func(l said) bool { return strings.HasPrefix(l.parts, mended) }), nil, 1
	if _, err := build.Through(t.Context(), build.ToDecompose(lines), d.Steps()); err != nil {
		t.Errorf("with one try: %v", err)
	}
}

// rubricsOf puts instructions through the steps of rubrics, one for each ID.
func rubricsOf(t *testing.T, model *player, answers []string, ids ...string) build.Passage[*build.Decomposed] {
	t.Helper()
	d := build.Decomposing{Options: judge.Options{Model: model}, Form: build.Rubric, Answers: build.Answered{}}
	var lines []*adhere.Instruction
	for _, id := range ids {
		lines = append(lines, &adhere.Instruction{ID: id, Messages: []adhere.Message{{Role: adhere.User, Text: "Write about five mills, and it " + id + "."}}})
		for _, text := range answers {
			d.Answers[id] = append(d.Answers[id], &adhere.Response{Text: text})
		}
	}
	passage, err := build.Through(t.Context(), build.ToDecompose(lines), d.Steps())
	if err != nil {
		t.Fatal(err)
	}
	return passage
}

// TestRubricsHaveDegrees makes requirements of the degrees of a criterion, has
// degrees put right that do not rise, and those between which no answers differ.
func TestRubricsHaveDegrees(t *testing.T) {
	good := "1. [6] How many of the five mills are named\n   [0] none\n   [2] one to four\n   [6] all five\n2. [-4] Says that mills need electricity"
	model := &player{script: []said{
		{wrote + "|rises", good},
		{wrote + "|falls", strings.Replace(good, "[2]", "[7]", 1)},
		{wrote + "|starts high", strings.Replace(good, "[0]", "[1]", 1)},
		{wrote + "|stays alike", strings.Replace(good, "one to four", "some", 1)},
		{mended + "|falls|degrees that do not go from 0 to its 6 points", good},
		{mended + "|starts high|degrees that do not go from 0 to its 6 points", good},
		{mended + "|stays alike|number 1 has the same degree in all of 2 answers|number 2 takes points of none of 2 answers", good},
		{mended, good},
		{looked, "1: fine\n2: fine\nmissing: nothing"},
		{"\"some\"", "1. YES\n2. NO\n3. NO"},
		{"every mill", "1. YES\n2. YES\n3. NO"},
		{"one mill", "1. YES\n2. NO\n3. NO"},
	}}
	passage := rubricsOf(t, model, []string{"Of every mill.", "Of one mill."}, "rises", "falls", "starts high", "stays alike")
	if len(passage.Kept) != 4 {
		t.Fatalf("%d kept: %+v", len(passage.Kept), passage.Rejected)
	}
	const text = `How many of the five mills are named. At least "all five", of "none", "one to four", "all five" in this order.`
	for i, line := range passage.Kept {
		got := line.Instruction.Requirements
		if len(got) != 3 || got[0].ID != "c1.1" || got[0].Weight != 2 || got[1].Text != text || got[1].Weight != 4 || !slices.Equal(got[1].Needs, []string{"c1.1"}) || got[2].ID != "c2" {
			t.Errorf("%s: %+v", line.Instruction.ID, got)
		}
		if told := line.Told; len(told) != 3 || told[0].ToldApart != 0 || told[1].ToldApart != 1 || (line.ToldFirst != nil) != (i == 3) {
			t.Errorf("%s: %+v", line.Instruction.ID, told)
		}
		if again := i == 1 || i == 2; (len(line.Tries) == 2) != again || again && line.Tries[0].Objections[0].Criterion != "degrees out of order" {
			t.Errorf("%s: %+v", line.Instruction.ID, line.Tries)
		}
	}
}

// TestFaultyCriteriaAreLeftOut leaves out what is still faulty at the end, where
// nothing is missing without it.
func TestFaultyCriteriaAreLeftOut(t *testing.T) {
	three := "1. [5] Mentions the miller\n2. [3] Is good\n3. [-2] Mentions the mayor"
	model := &player{script: []said{
		{wrote, three},
		{mended, three},
		{looked + "|2. [3]", "1: fine\n2: not actionable - a matter of taste\n3: fine\nmissing: nothing"},
		{looked + "|can be spared", "1: fine\n2: fine\nmissing: nothing"},
		{looked + "|was wanted", "1: fine\n2: fine\nmissing: that it be good"},
	}}
	passage := rubricsOf(t, model, nil, "can be spared", "was wanted")
	if len(passage.Kept) != 1 || len(passage.Rejected) != 1 {
		t.Fatalf("%d kept, %+v", len(passage.Kept), passage.Rejected)
	}
	kept := passage.Kept[0]
	if got := kept.Instruction.Requirements; kept.Instruction.ID != "can be spared" || len(got) != 2 || got[1].ID != "c2" || got[1].Text != "Mentions the mayor" || len(kept.Tries) != 3 || kept.Tries[2].Text != "1. [5] Mentions the miller\n2. [-2] Mentions the mayor\n" {
		t.Errorf("%+v", kept)
	}
	if all := build.Dropped(&passage); len(all) != 2 || all[1].Why != "criteria left out: not actionable: number 2 (model) a matter of taste" {
		t.Errorf("%+v", all)
	}
	if gone := passage.Rejected[0]; !strings.HasPrefix(gone.Why, "not actionable: number 2") || gone.Line.Tries[2].Objections[0].Criterion != "missing" {
		t.Errorf("%+v", gone)
	}
}
