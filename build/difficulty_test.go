package build_test

import (
	"fmt"
	"strings"
	"testing"

	"adhere"
	"adhere/build"
)

// answered makes prompts of which each has one requirement, and a run in which
// of four attempts at prompt i, met(i) are met and open(i) undecided.
func answered(n int, label func(i int) string, met, open func(i int) int) (*adhere.Run, []adhere.Record, []*adhere.Instruction) {
	var records []adhere.Record
	var list []*adhere.Instruction
	for i := range n {
		in := &adhere.Instruction{
			ID: fmt.Sprint(i), Messages: []adhere.Message{{Role: adhere.User, Text: fmt.Sprint("Describe mill ", i)}},
			Requirements: []adhere.Requirement{{ID: "1", Text: "It is kind.", Labels: []string{label(i)}, Weight: 1}},
		}
		list = append(list, in)
		for k := range 4 {
			outcome := adhere.NotMet
			if k < met(i) {
				outcome = adhere.Met
			} else if k < met(i)+open(i) {
				outcome = adhere.Unsure
			}
			records = append(records, adhere.Record{
				Instruction: in, Attempt: k, Response: &adhere.Response{Text: "Hello.", Model: "m"},
				Verdicts: []adhere.Verdict{{Requirement: "1", Judge: "person/1", Outcome: outcome}},
			})
		}
	}
	return &adhere.Run{ID: "r", Plan: adhere.Plan{Model: "m"}}, records, list
}

func TestDifficultyLeavesUndecidedAttemptsOut(t *testing.T) {
	run, records, list := answered(5, func(int) string { return "tone" }, func(i int) int { return i }, func(i int) int { return 4 - i })
	d := build.Difficulty{Run: run, Records: records}
	p, err := d.Draw(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Rejected) != 1 || p.Rejected[0].Line.ID != "0" {
		t.Errorf("rejected %v, want the prompt that is undecided throughout", p.Rejected)
	}
	for _, r := range d.Rated(p.Kept) {
		if r.Difficulty != "always" || r.All.Undecided != 4-r.All.Decided || r.All != r.Requirements[0] {
			t.Errorf("%+v: want always, and the others undecided", *r)
		}
	}
}

func TestDifficultyDrawsKindsEvenly(t *testing.T) {
	label := func(i int) string { // 40 of one kind, 10 each of two others
		return []string{"common", "common", "common", "common", "rare", "scarce"}[i%6]
	}
	draw := func(seed uint64) (ids string) {
		run, records, list := answered(60, label, func(int) int { return 1 }, func(int) int { return 0 })
		d := build.Difficulty{Run: run, Records: records, Most: 9, Seed: seed}
		p, err := d.Draw(t.Context(), list)
		if err != nil {
			t.Fatal(err)
		}
		kinds := map[string]int{}
		for _, in := range p.Kept {
			kinds[in.Requirements[0].Labels[0]]++
			ids += in.ID + " "
		}
		if len(p.Kept) != 9 || kinds["common"] != 3 || kinds["rare"] != 3 || kinds["scarce"] != 3 {
			t.Errorf("seed %d drew %v, want three of each kind", seed, kinds)
		}
		return ids
	}
	if a, b := draw(1), draw(1); a != b {
		t.Errorf("one seed drew %s and %s", a, b)
	}
	if a, b := draw(1), draw(2); a == b {
		t.Errorf("two seeds drew the same: %s", a)
	}
}

// TestDifficultyBands holds where one difficulty ends and the next begins, with
// three and four decided attempts, and what the card says of them.
func TestDifficultyBands(t *testing.T) {
	for open, want := range []string{"never seldom sometimes often always", "never seldom sometimes always"} {
		run, records, list := answered(5-open, func(int) string { return "tone" }, func(i int) int { return i }, func(int) int { return open })
		d := build.Difficulty{Run: run, Records: records}
		p, err := d.Draw(t.Context(), list)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range d.Rated(list) {
			got = append(got, r.Difficulty)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("with %d undecided: %s, want %s", open, got, want)
		}
		var page strings.Builder
		if err := d.Card("set.jsonl", &p, "before.md").WriteMarkdown(&page); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			fmt.Sprintf("| instructions | %d |", 5-open), "| model | m |", "| run | r |", "| attempts at each prompt measured | 4 |", "stands in before.md",
			fmt.Sprintf("| of these left out, failed or undecided | %d |", open*(5-open)), "| tone | 1 of 1 |",
		} {
			if !strings.Contains(page.String(), want) {
				t.Errorf("no %q in\n%s", want, page.String())
			}
		}
	}
}

// TestDifficultyOfUnevenAttempts: the card does not speak of the largest number of
// attempts as if every prompt had it.
func TestDifficultyOfUnevenAttempts(t *testing.T) {
	run, records, list := answered(2, func(int) string { return "tone" }, func(int) int { return 0 }, func(i int) int { return 2 * i })
	d := build.Difficulty{Run: run, Records: records[:len(records)-1]} // of the second prompt three attempts, two of them undecided
	p, err := d.Draw(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := d.Card("set.jsonl", &p, "").WriteMarkdown(&page); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| attempts at each prompt measured | 3 to 4 |", "| attempts decided of each prompt measured | 1 to 4 |", "With 1 decided, as few as any prompt here has, and none that passed, up to 95% may"} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("no %q in\n%s", want, page.String())
		}
	}
}
