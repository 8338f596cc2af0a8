package metric_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/internal/lists"
	"adhere/metric"
)

func TestPassAt(t *testing.T) {
	var records []adhere.Record
	for i, attempts := range []string{"yynn", "nnnn", "y", "yn??"} {
		for a, o := range attempts {
			r := answers(string(o))[0]
			r.Instruction.ID, r.Attempt = fmt.Sprint(i), a
			records = append(records, r)
		}
	}
	// Two of four: 1 - C(2,2)/C(4,2) = 5/6. One of the two decided: 1.
	s := metric.PassAt(2, metric.Options{}).Of(records)[0]
	if want := (5.0/6 + 0 + 1) / 3; math.Abs(s.Value-want) > 1e-12 || s.N != 3 || s.Undecided != 1 {
		t.Errorf("%+v, want %v over 3", s, want)
	}
	if worst := (5.0/6 + 0 + 0.5) / 3; s.Lo > worst || !slices.Equal(s.Warnings, []string{"1 instruction with fewer than 2 attempts: left out"}) {
		t.Errorf("%+v does not reach down to %v", s, worst)
	}
}

// TestOfAttempts follows worked examples of all@k and the variance over attempts.
func TestOfAttempts(t *testing.T) {
	var records []adhere.Record
	for i, attempts := range []string{"yyyn", "nnnn", "yyyy", "yn??"} {
		for a, o := range attempts {
			r := answers(string(o))[0]
			r.Instruction.ID, r.Attempt = fmt.Sprint(i), a
			records = append(records, r)
		}
	}
	byName := map[string]adhere.Summary{}
	for _, m := range metric.OfAttempts(2, metric.Options{}) {
		byName[m.Name] = m.Of(records)[0]
	}
	for name, want := range map[string][3]float64{ // value; the worst and the best case
		"pass@1":           {(0.75 + 0 + 1 + 0.5) / 4, (0.75 + 0 + 1 + 0.25) / 4, (0.75 + 0 + 1 + 0.75) / 4},
		"pass@2":           {(1 + 0 + 1 + 1) / 4.0, (1 + 0 + 1 + 0.5) / 4, 3 / 4.0},
		"all@2":            {(0.5 + 0 + 1 + 0) / 4, (0.5 + 0 + 1 + 0) / 4, (0.5 + 0 + 1 + 0.5) / 4},
		"attempt_variance": {(0.25 + 0 + 0 + 1.0/3) / 4, (0.25 + 0 + 0 + 0.25) / 4, (0.25 + 0 + 0 + 1.0/3) / 4}, // at most two of four
	} {
		s := byName[name]
		if math.Abs(s.Value-want[0]) > 1e-12 || s.N != 4 || s.Undecided != 1 || s.Lo > want[1] || s.Hi < want[2] {
			t.Errorf("%s: %+v, want %v between %v and %v", name, s, want[0], want[1], want[2])
		}
	}
	if len(byName) != 4 {
		t.Errorf("%d metrics", len(byName))
	}
}

func TestDirectScore(t *testing.T) {
	records := answers("y", "y", "y", "y", "")
	for i, scores := range [][]int{{5, 1}, {0, 4}, {2}, nil} {
		records[i].Instruction.Tags = map[string]string{"subset": fmt.Sprint(i % 2)}
		for j, score := range scores {
			g := adhere.Grade{Judge: fmt.Sprint("judge/", j, "@1"), Score: score, Outcome: adhere.Met}
			if score == 0 {
				g.Outcome = adhere.Broken
			}
			records[i].Grades = append(records[i].Grades, g)
		}
	}
	by := []metric.Grouping{metric.ByTag("subset")}
	all := metric.DirectScore(metric.Options{By: by}).Of(records)
	if s := all[0]; s.Value != 11.0/3 || s.N != 3 || s.Undecided != 1 || s.Lo < 1 || s.Hi > 5 || s.Lo > 2.9 {
		t.Errorf("%+v", s)
	}
	if s := find(t, all, "subset", "0"); s.Value != 3.5 || s.N != 2 {
		t.Errorf("%+v", s)
	}
	if s := metric.DirectScore(metric.Options{Judge: "judge/0"}).Of(records)[0]; s.Value != 3.5 || s.N != 2 || s.Undecided != 2 {
		t.Errorf("%+v", s)
	}
}

func TestPreferences(t *testing.T) {
	contests := []metric.Contest{
		{"a", adhere.First},
		{"b", adhere.First},
		{"c", adhere.Second},
		{"d", adhere.Tie},
		{"e", adhere.NoWinner},
		{"f", adhere.Tie},
		{"g", adhere.First},
		{"h", adhere.NoWinner},
		{"i", adhere.Tie},
	}
	all := metric.Preferences(contests)
	for i, want := range []int{3, 3, 1} {
		if s := all[i]; s.Met != want || s.N != 7 || s.Undecided != 2 || s.Value != float64(want)/7 {
			t.Errorf("%+v, want %d/7", s, want)
		}
	}
}

// TestRecordedChoices counts a recorded judge's choices in both orders.
func TestRecordedChoices(t *testing.T) {
	type reply struct {
		Set, Judge, Protocol, Order string
		Index                       int
		Winner                      *string
	}
	choices := map[string]*metric.Choice{}
	right, noWinner := map[string]int{}, 0
	for _, r := range lines[reply](t, benchdata.Dir(t, "llmbar"), "judge_replies.jsonl") {
		judge := r.Judge + " " + r.Protocol
		key := fmt.Sprint(r.Set, r.Index, judge)
		if choices[key] == nil {
			choices[key] = &metric.Choice{Item: fmt.Sprint(r.Set, r.Index), Judge: judge, Gold: adhere.First}
		}
		winner := adhere.NoWinner
		switch {
		case r.Winner == nil:
			noWinner++
		case *r.Winner == "1":
			winner = adhere.First
			right[judge+r.Order]++
		default:
			winner = adhere.Second
		}
		if r.Order == "12" {
			choices[key].Forward = winner
		} else {
			choices[key].Exchanged = winner
		}
	}
	var all []metric.Choice
	for _, c := range choices {
		all = append(all, *c)
	}
	none := 0
	for _, r := range metric.Choices(all) {
		none += r.NoWinner
		for order, c := range map[string]metric.Coefficient{"12": r.Forward, "21": r.Exchanged} {
			if got := int(math.Round(c.Value * float64(c.N))); got != right[r.Judge+order] || c.Lo >= c.Value || c.Hi <= c.Value {
				t.Errorf("%s, order %s: %d of %d right, want %d", r.Judge, order, got, c.N, right[r.Judge+order])
			}
		}
		if r.Changed.Value+r.Both.Value > 1 || r.Consistent.Undefined != "" {
			t.Errorf("%+v", r)
		}
	}
	if none != 2 || noWinner != 2 {
		t.Errorf("%d replies name no winner, want 2", none)
	}
}

func TestChoicesByHand(t *testing.T) {
	first, second, tie, none := adhere.First, adhere.Second, adhere.Tie, adhere.NoWinner
	r := metric.Choices([]metric.Choice{
		{"a", "j", first, first, first, ""},
		{"b", "j", second, second, first, ""},
		{"c", "j", first, second, second, ""},
		{"d", "j", second, second, none, ""},
		{"e", "j", first, tie, tie, ""},
	})[0]
	for what, tt := range map[string]struct {
		c    metric.Coefficient
		want float64
	}{
		"forward": {r.Forward, 3.0 / 5}, "exchanged": {r.Exchanged, 1.0 / 4},
		"both": {r.Both, 1.0 / 4}, "changed": {r.Changed, 1.0 / 4},
	} {
		if tt.c.Value != tt.want {
			t.Errorf("%s is %v, want %v", what, tt.c.Value, tt.want)
		}
	}
}

// TestChoicesWithoutWinnersWidenShares holds that a reply that names no winner
// leaves the value as it is, and that the interval reaches as far as it could have.
func TestChoicesWithoutWinnersWidenShares(t *testing.T) {
	var choices []metric.Choice
	for i := range 40 {
		c := metric.Choice{Item: fmt.Sprint(i), Judge: "j", Gold: adhere.First, Forward: adhere.First, Exchanged: adhere.First}
		if i < 20 {
			c.Forward, c.Exchanged = adhere.NoWinner, adhere.NoWinner
		}
		choices = append(choices, c)
	}
	r := metric.Choices(choices)[0]
	for what, c := range map[string]metric.Coefficient{"forward": r.Forward, "exchanged": r.Exchanged, "both": r.Both} {
		if c.Value != 1 || c.N != 20 || c.Undecided != 20 || c.Lo > 0.5 {
			t.Errorf("%s: %+v, want 1 of 20, with an interval down to a half", what, c)
		}
	}
	if c := r.Changed; c.Value != 0 || c.Undecided != 20 || c.Hi < 0.5 {
		t.Errorf("changed: %+v, want 0 of 20, with an interval up to a half", c)
	}
}

// TestChoicesWithoutWinnersWidenKappas holds that both kappas reach as far as the
// replies without a winner could move them, whatever they had named.
func TestChoicesWithoutWinnersWidenKappas(t *testing.T) {
	winners := map[rune]adhere.Winner{'1': adhere.First, '2': adhere.Second, '-': adhere.NoWinner}
	for _, of := range []struct {
		pairs        string // of each the better answer, and the choices in both orders
		open, orders int
	}{
		{"112 1--", 2, 1},
		{"111 222 1-1 2-1", 2, 2},
		{"111 222 112 11- 22- 11-", 3, 3},
		{"121 212 1-- 111 2-2", 3, 2},
		{"111 111 222 222 11- 11- 22- 22-", 4, 4},
		{"112 112 221 221 11- 11- 11- 22- 22- 22-", 6, 6},
	} {
		var choices []metric.Choice
		for i, pair := range strings.Fields(of.pairs) {
			w := lists.Map([]rune(pair), func(r rune) adhere.Winner { return winners[r] })
			choices = append(choices, metric.Choice{Item: fmt.Sprint(i), Judge: "j", Gold: w[0], Forward: w[1], Exchanged: w[2]})
		}
		r := metric.Choices(choices)[0]
		if r.Kappa.Undecided != of.open || r.Consistent.Undecided != of.orders {
			t.Errorf("%s: %d and %d are undecided, want %d and %d", of.pairs, r.Kappa.Undecided, r.Consistent.Undecided, of.open, of.orders)
		}
		for could := range 1 << of.open {
			filled, n := slices.Clone(choices), could
			for i := range filled {
				for _, w := range []*adhere.Winner{&filled[i].Forward, &filled[i].Exchanged} {
					if *w == adhere.NoWinner {
						*w, n = winners['1'+rune(n&1)], n>>1
					}
				}
			}
			full := metric.Choices(filled)[0]
			for what, c := range map[string][2]metric.Coefficient{"kappa": {r.Kappa, full.Kappa}, "kappa_orders": {r.Consistent, full.Consistent}} {
				if c[0].Undefined == "" && c[1].Undefined == "" && (c[1].Value < c[0].Lo || c[1].Value > c[0].Hi) {
					t.Errorf("%s: %s could be %v, outside [%v, %v]", of.pairs, what, c[1].Value, c[0].Lo, c[0].Hi)
				}
			}
		}
	}
}

// labels reads one string of outcomes per judge; each letter is a requirement
// of the answer of one model.
func labels(instruction, model string, byJudge map[string]string) []metric.Judged {
	letters := map[rune]adhere.Outcome{'y': adhere.Met, 'n': adhere.NotMet, '?': adhere.Unsure, '-': adhere.Skipped}
	var out []metric.Judged
	for judge, s := range byJudge {
		for i, c := range s {
			out = append(out, metric.Judged{Instruction: instruction, Model: model, Position: i, Verdict: adhere.Verdict{
				Requirement: fmt.Sprint(i + 1), Judge: judge, Outcome: letters[c], Usage: adhere.Usage{Calls: 1, Money: 5},
			}})
		}
	}
	return out
}

func TestMajority(t *testing.T) {
	all := labels("i", "m", map[string]string{"person/1": "yyn?n?", "person/2": "yny?y-", "person/3": "nn?nn?", "judge/x": "nnnnnn"})
	for tie, want := range map[adhere.TiePolicy]string{
		adhere.TieUnsure: "met,not_met,unsure,not_met,not_met",
		adhere.TieMet:    "met,not_met,met,not_met,not_met",
		adhere.TieNotMet: "met,not_met,not_met,not_met,not_met",
	} {
		var got strings.Builder
		for _, j := range metric.Majority(all, "person/", "majority", tie) {
			got.WriteString("," + string(j.Verdict.Outcome))
		}
		if got.String()[1:] != want {
			t.Errorf("ties %s: %s, want %s", tie, got.String()[1:], want)
		}
	}
}

// TestAgree works a small case by hand: three people, two models, one
// instruction of three requirements.
func TestAgree(t *testing.T) {
	all := append(
		labels("i", "A", map[string]string{"person/1": "yyy", "person/2": "yyn", "person/3": "yn?", "judge/x": "yyy"}),
		labels("i", "B", map[string]string{"person/1": "ynn", "person/2": "yyn", "person/3": "yyy", "judge/x": "nnn"})...,
	)
	r, err := metric.Agree(all, metric.AgreeOptions{Raters: "person/"})
	if err != nil {
		t.Fatal(err)
	}
	// Minorities. A: 0, 1, 1 (two raters, one each). B: 0, 1, 1.
	if !slices.Equal(r.Disagreement.Levels, []int{1, 0, 2}) || len(r.Disagreement.Questions) != 3 {
		t.Errorf("disagreement %+v", r.Disagreement)
	}
	if len(r.Raters) != 3 || r.Items != 6 || r.Raters[2].Undecided != 1 || r.Raters[0].Met != 4 || r.Raters[1].Usage.Money != 30 {
		t.Errorf("raters %+v, %d items", r.Raters, r.Items)
	}
	// Which model is better: A (3/3 over 1/3), equal (2/3), B (1/2 under 3/3).
	// No pair of raters agrees, so Fleiss' kappa is (0 - 1/3) / (1 - 1/3).
	if math.Abs(r.Pairwise.Value+0.5) > 1e-12 {
		t.Errorf("pairwise kappa %+v, want -0.5", r.Pairwise)
	}
	// Each is held against the other two. For the first, these find one of two
	// of A met and both of B that they agree on: B is better. For the second
	// both models are equal, 2/2 and 1/1; for the third A is better.
	for i, want := range []float64{2, 0, 2} {
		if d := r.Distances[i]; d.N != 1 || d.WPLD.Value != want || d.PLD[int(want)] != 1 {
			t.Errorf("%+v, want a distance of %v", d, want)
		}
	}
	if c := r.Cohen.Cells[0][1]; c != r.Cohen.Cells[1][0] || c.N != 6 || math.Abs(c.Value-0.25) > 1e-12 {
		t.Errorf("Cohen's kappa of the first two: %+v", c)
	}
}

func TestJudgeLeavesOutUndecided(t *testing.T) {
	all := labels("i", "A", map[string]string{"gold": "yyn?y", "judge/x": "yn?n-", "judge/y": "yyy"})
	r, err := metric.EvaluateJudges(all, "gold", metric.JudgeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	x, y := r.Judges[0], r.Judges[1]
	if x.N != 2 || x.Undecided != 1 || x.Accuracy.Value != 0.5 || x.F1Negative.Value != 0 || len(r.Warnings) != 1 {
		t.Errorf("%+v", x)
	}
	if y.N != 3 || y.Undecided != 0 || y.Kappa.Value != 0 || y.Precision.Value != 2.0/3 || y.Recall.Value != 1 {
		t.Errorf("%+v", y)
	}
	if _, err := metric.EvaluateJudges(all, "nobody", metric.JudgeOptions{}); adhere.CodeOf(err) != adhere.NotFound {
		t.Errorf("a gold judge who is not there: %v", err)
	}
}
