package metric_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/metric"
	"pgregory.net/rapid"
)

func table(t testing.TB, ratings []metric.Rating) *metric.Table {
	t.Helper()
	tab, err := metric.NewTable(ratings)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// byRater reads one string of values per rater, an item each; "." is missing.
func byRater(lines ...string) []metric.Rating {
	var out []metric.Rating
	for r, line := range lines {
		for i, v := range strings.Fields(line) {
			if v == "." {
				v = ""
			}
			out = append(out, metric.Rating{Item: fmt.Sprintf("%06d", i), Rater: fmt.Sprint("r", r), Value: v})
		}
	}
	return out
}

// counted makes ratings from a table of counts: items by values.
func counted(rows ...[]int) []metric.Rating {
	var out []metric.Rating
	for i, row := range rows {
		rater := 0
		for v, n := range row {
			for range n {
				out = append(out, metric.Rating{Item: fmt.Sprint(i), Rater: fmt.Sprintf("%03d", rater), Value: fmt.Sprint(v)})
				rater++
			}
		}
	}
	return out
}

func wantCoefficient(t *testing.T, what string, c metric.Coefficient, want float64) {
	t.Helper()
	if c.Undefined != "" || math.Abs(c.Value-want) > 0.0006 || !(c.Lo <= c.Value && c.Value <= c.Hi) || c.Lo == c.Hi {
		t.Errorf("%s: %.4f (%.3f to %.3f) %s, want %.3f", what, c.Value, c.Lo, c.Hi, c.Undefined, want)
	}
}

// TestPublishedExamples holds the coefficients against worked examples from
// the literature.
func TestPublishedExamples(t *testing.T) {
	// Cohen 1960, table 1: 200 patients, three diagnoses, two judges.
	var cohen []metric.Rating
	item := 0
	for a, row := range [][]int{{88, 14, 18}, {10, 40, 10}, {2, 6, 12}} {
		for b, n := range row {
			for range n {
				item++
				cohen = append(cohen, metric.Rating{Item: fmt.Sprint(item), Rater: "A", Value: fmt.Sprint(a)},
					metric.Rating{Item: fmt.Sprint(item), Rater: "B", Value: fmt.Sprint(b)})
			}
		}
	}
	wantCoefficient(t, "Cohen 1960", metric.CohenKappa(table(t, cohen), "A", "B"), 0.492)

	// The example in Wikipedia's article on Fleiss' kappa: fourteen raters,
	// ten subjects, five categories.
	wantCoefficient(t, "Fleiss", metric.FleissKappa(table(t, counted(
		[]int{0, 0, 0, 0, 14}, []int{0, 2, 6, 4, 2}, []int{0, 0, 3, 5, 6}, []int{0, 3, 9, 2, 0}, []int{2, 2, 8, 1, 1},
		[]int{7, 7, 0, 0, 0}, []int{3, 2, 6, 3, 0}, []int{2, 5, 3, 2, 2}, []int{6, 5, 2, 1, 0}, []int{0, 2, 2, 3, 7},
	))), 0.210)

	// Krippendorff 2011, section C: four observers, twelve units, missing
	// values; section A: two observers, ten units, two values.
	four := table(t, byRater(
		"1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . 3", ". 3 3 3 2 3 4 2 2 5 1 .", "1 2 3 3 2 4 4 1 2 5 1 .",
	))
	wantCoefficient(t, "Krippendorff nominal", metric.KrippendorffAlpha(four, metric.Nominal), 0.743)
	wantCoefficient(t, "Krippendorff ordinal", metric.KrippendorffAlpha(four, metric.Ordinal), 0.815)
	two := table(t, byRater("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0"))
	wantCoefficient(t, "Krippendorff binary", metric.KrippendorffAlpha(two, metric.Nominal), 0.095)
}

// TestPublishedDistances makes pairs with the shares of InFoBench's table 4
// and gets its weighted distances: AMT 0.621, GPT-4 0.440 overall.
func TestPublishedDistances(t *testing.T) {
	for _, tt := range []struct {
		shares [3]int // of 1000 pairs
		want   float64
	}{{[3]int{516, 347, 137}, 0.621}, {[3]int{590, 380, 30}, 0.440}} {
		var scores []metric.Score
		for i := range 1000 {
			goldB, raterB := 2, 2 // the second model is better
			switch {
			case i < tt.shares[1]:
				raterB = 1
			case i < tt.shares[1]+tt.shares[2]:
				raterB = 0
			}
			id := strconv.Itoa(i)
			scores = append(scores,
				metric.Score{Instruction: id, Model: "A", Rater: "gold", Value: 1, Of: 2}, metric.Score{Instruction: id, Model: "B", Rater: "gold", Value: goldB, Of: 2},
				metric.Score{Instruction: id, Model: "A", Rater: "r", Value: 1, Of: 2}, metric.Score{Instruction: id, Model: "B", Rater: "r", Value: raterB, Of: 2})
		}
		d, err := metric.PairwiseDistance(scores, "r", "gold")
		if err != nil || d.N != 1000 || d.PLD[2] != float64(tt.shares[2])/1000 {
			t.Errorf("%+v %v", d, err)
		}
		wantCoefficient(t, "WPLD", d.WPLD, tt.want)
	}
}

func TestUndefinedAgreement(t *testing.T) {
	same := table(t, byRater("1 1 1", "1 1 1"))
	alone := table(t, byRater("1 2 1 . .", ". . . 1 2"))
	for what, c := range map[string]metric.Coefficient{
		"kappa of one value":  metric.CohenKappa(same, "r0", "r1"),
		"Fleiss of one value": metric.FleissKappa(same),
		"alpha of one value":  metric.KrippendorffAlpha(same, metric.Nominal),
		"kappa without items": metric.CohenKappa(alone, "r0", "r1"),
		"Fleiss of singles":   metric.FleissKappa(alone),
		"alpha of singles":    metric.KrippendorffAlpha(alone, metric.Ordinal),
		"kappa of nobody":     metric.CohenKappa(same, "r0", "r9"),
	} {
		b, err := json.Marshal(c)
		if c.Undefined == "" || err != nil || !strings.Contains(string(b), `"value":null`) {
			t.Errorf("%s: %+v, %s, %v", what, c, b, err)
		}
	}
	if _, err := metric.NewTable([]metric.Rating{{Item: "a", Rater: "b", Value: "1"}, {Item: "a", Rater: "b", Value: "2"}}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("two ratings by one rater: %v", err)
	}
}

// TestAgreementByDefinition holds the coefficients against slow evaluations
// of their definitions, pair by pair, on drawn tables with missing values.
func TestAgreementByDefinition(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		items, raters, k := rapid.IntRange(1, 12).Draw(rt, "items"), rapid.IntRange(2, 4).Draw(rt, "raters"), rapid.IntRange(1, 4).Draw(rt, "values")
		var ratings []metric.Rating
		given := make([][]int, items) // by item and rater; -1 missing
		for i := range given {
			given[i] = make([]int, raters)
			for r := range given[i] {
				given[i][r] = rapid.IntRange(-1, k-1).Draw(rt, "value")
				if given[i][r] >= 0 {
					ratings = append(ratings, metric.Rating{Item: fmt.Sprint(i), Rater: fmt.Sprint(r), Value: fmt.Sprint(given[i][r])})
				}
			}
		}
		tab, err := metric.NewTable(rapid.Permutation(ratings).Draw(rt, "order"))
		if err != nil {
			rt.Fatal(err)
		}
		for what, pair := range map[string][2]any{
			"cohen":   {metric.CohenKappa(tab, "0", "1"), slowCohen(given)},
			"fleiss":  {metric.FleissKappa(tab), slowFleiss(given)},
			"nominal": {metric.KrippendorffAlpha(tab, metric.Nominal), slowAlpha(given, false)},
			"ordinal": {metric.KrippendorffAlpha(tab, metric.Ordinal), slowAlpha(given, true)},
		} {
			got, want := pair[0].(metric.Coefficient), pair[1].(float64)
			if (got.Undefined != "") != math.IsNaN(want) || got.Undefined == "" && math.Abs(got.Value-want) > 1e-9 {
				rt.Fatalf("%s of %v: %+v, by definition %v", what, given, got, want)
			}
		}
	})
}

// slowCohen counts equal pairs among those given, and among all pairs of one
// item's first and any item's second rating.
func slowCohen(given [][]int) float64 {
	same, n, chance := 0.0, 0.0, 0.0
	for _, x := range given {
		if x[0] < 0 || x[1] < 0 {
			continue
		}
		n++
		if x[0] == x[1] {
			same++
		}
		for _, y := range given {
			if y[0] >= 0 && y[1] >= 0 && x[0] == y[1] {
				chance++
			}
		}
	}
	return (same/n - chance/n/n) / (1 - chance/n/n)
}

func slowFleiss(given [][]int) float64 {
	agree, n := 0.0, 0.0
	var all []int
	for _, x := range given {
		same, pairs := 0.0, 0.0
		for a := range x {
			for b := range x {
				if a != b && x[a] >= 0 && x[b] >= 0 {
					pairs++
					if x[a] == x[b] {
						same++
					}
				}
			}
		}
		if pairs > 0 {
			agree += same / pairs
			n++
			for _, v := range x {
				if v >= 0 {
					all = append(all, v)
				}
			}
		}
	}
	chance := 0.0
	for _, a := range all {
		for _, b := range all {
			if a == b {
				chance++
			}
		}
	}
	chance /= float64(len(all) * len(all))
	return (agree/n - chance) / (1 - chance)
}

// slowAlpha takes the mean distance of ratings of one item, each item
// weighted by its ratings, over that of any two ratings.
func slowAlpha(given [][]int, ordinal bool) float64 {
	var all []int
	for _, x := range given {
		if m := present(x); len(m) >= 2 {
			all = append(all, m...)
		}
	}
	distance := func(a, b int) float64 {
		if a == b {
			return 0
		}
		if !ordinal {
			return 1
		}
		lo, hi, between := min(a, b), max(a, b), 0.0
		for _, v := range all {
			if v == lo || v == hi {
				between += 0.5
			} else if v > lo && v < hi {
				between++
			}
		}
		return between * between
	}
	observed, expected := 0.0, 0.0
	for _, x := range given {
		m := present(x)
		for i := range m {
			for j := range m {
				if i != j {
					observed += distance(m[i], m[j]) / float64(len(m)-1) / float64(len(all))
				}
			}
		}
	}
	for i := range all {
		for j := range all {
			if i != j {
				expected += distance(all[i], all[j]) / float64(len(all)) / float64(len(all)-1)
			}
		}
	}
	if expected == 0 {
		return math.NaN()
	}
	return 1 - observed/expected
}

func present(x []int) (m []int) {
	for _, v := range x {
		if v >= 0 {
			m = append(m, v)
		}
	}
	return m
}

// caseStudy reads the paper's labels of ten answers to two instructions.
func caseStudy(t testing.TB) []metric.Judged {
	type line struct {
		Instruction, Model string
		adhere.Verdict
	}
	var all []metric.Judged
	for i, l := range lines[line](t, benchdata.Dir(t, "infobench"), "case_study_verdicts.jsonl") {
		all = append(all, metric.Judged{Instruction: l.Instruction, Model: l.Model, Verdict: l.Verdict, Position: i})
	}
	return all
}

func TestRecordedJudges(t *testing.T) {
	r, err := metric.EvaluateJudges(caseStudy(t), "person/expert", metric.JudgeOptions{
		Baselines: true, Labels: func(_, requirement string) []string { return []string{"q" + requirement, "all"} },
	})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]float64{
		"judge/gpt-4-0314": {0.7500, 0.5000, 0.7483, 0.7273},
		"judge/gpt-4-1106": {0.7917, 0.5833, 0.7913, 0.8000},
		// 24 of the 48 are met.
		"baseline/all-met":       {0.5, 0, 1.0 / 3, 0},
		"baseline/all-not-met":   {0.5, 0, 1.0 / 3, 2.0 / 3},
		"baseline/most-frequent": {0.5, 0, 1.0 / 3, 0},
		"baseline/random":        {0.5, 0, 0.5, 0.5},
	}
	if len(r.Judges) != len(want) {
		t.Fatalf("%d judges, want %d", len(r.Judges), len(want))
	}
	for _, j := range r.Judges {
		for i, c := range []metric.Coefficient{j.Accuracy, j.Kappa, j.MacroF1, j.F1Negative} {
			if math.Abs(c.Value-want[j.Judge][i]) > 0.00005 || c.Undefined != "" || c.Lo > c.Value || c.Hi < c.Value {
				t.Errorf("%s: coefficient %d is %+v, want %v", j.Judge, i, c, want[j.Judge][i])
			}
		}
		if all := j.ByLabel[0]; j.N != 48 || all.Label != "all" || all.N != 48 || all.Kappa != j.Kappa {
			t.Errorf("%s: n %d; label %s has n %d", j.Judge, j.N, all.Label, all.N)
		}
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{
		`{"gold":"person/expert","judges":[{"judge":"baseline/`, `"n":48,`, `"accuracy":0.75,"accuracy_ci":[0.`,
		`"undefined":{"precision":"the judge never says met"}`,
	} {
		if !strings.Contains(strings.ReplaceAll(string(b), `"judges":[{"judge":"judge/`, `"judges":[{"judge":"baseline/`), s) {
			t.Errorf("the JSON lacks %s", s)
		}
	}
}

// perfect returns verdicts of two people who agree on n requirements.
func perfect(n int) []metric.Judged {
	var all []metric.Judged
	for i := range n {
		for _, person := range []string{"person/1", "person/2"} {
			all = append(all, metric.Judged{Instruction: fmt.Sprintf("i%02d", i), Model: "m", Verdict: adhere.Verdict{
				Requirement: "1", Judge: person, Outcome: adhere.OutcomeOf(i%2 == 0),
			}})
		}
	}
	return all
}

// What others rated beside a pair says nothing about how sure its agreement is.
func TestIntervalOfRatersKnowsOnlyWhatTheyShare(t *testing.T) {
	of := func(all []metric.Judged) *metric.AgreementReport {
		r, err := metric.Agree(all, metric.AgreeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	alone := of(perfect(20))
	with := perfect(20)
	for i := range 500 {
		with = append(with, metric.Judged{Instruction: fmt.Sprintf("j%03d", i), Model: "m", Verdict: adhere.Verdict{
			Requirement: "1", Judge: "person/3", Outcome: adhere.OutcomeOf(i%2 == 0),
		}})
	}
	beside := of(with)
	for name, pair := range map[string][2]metric.Coefficient{
		"cohen": {alone.Cohen.Cells[0][1], beside.Cohen.Cells[0][1]}, "fleiss": {alone.Fleiss, beside.Fleiss}, "alpha": {alone.Alpha, beside.Alpha},
	} {
		if pair[0].Lo != pair[1].Lo {
			t.Errorf("%s: the interval begins at %.3f, with what others rated at %.3f", name, pair[0].Lo, pair[1].Lo)
		}
	}
}

// One undecided verdict of 180 in three instructions must not change what is drawn.
func TestIntervalOfFewInstructionsWithAnUndecidedVerdict(t *testing.T) {
	var all []metric.Judged
	for i := range 3 {
		for m := range 30 {
			for p := range 2 {
				all = append(all, metric.Judged{Instruction: fmt.Sprint(i), Model: fmt.Sprint(m), Verdict: adhere.Verdict{
					Requirement: "1", Judge: fmt.Sprintf("person/%d", p), Outcome: adhere.OutcomeOf(m%2 == 0 != (p == 1 && m%(5+2*i) == 0)),
				}})
			}
		}
	}
	decided, err := metric.Agree(all, metric.AgreeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	all[0].Verdict.Outcome = adhere.Unsure
	open, err := metric.Agree(all, metric.AgreeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string][2]metric.Coefficient{
		"cohen": {decided.Cohen.Cells[0][1], open.Cohen.Cells[0][1]}, "fleiss": {decided.Fleiss, open.Fleiss}, "alpha": {decided.Alpha, open.Alpha},
	} {
		if pair[0].Lo-pair[1].Lo > 0.05 {
			t.Errorf("%s: the interval began at %.3f, and with one verdict undecided at %.3f", name, pair[0].Lo, pair[1].Lo)
		}
	}
	if len(open.Warnings) != 1 {
		t.Errorf("3 instructions: warnings %q, expected one", open.Warnings)
	}
}

// Of two people, each is held against the other: also where they disagree on the
// whole of an instruction, which is a tie for everybody else.
func TestIntervalAgainstTheOtherOfTwoPeople(t *testing.T) {
	all := perfect(40)
	for i := range all {
		if v := &all[i].Verdict; v.Judge == "person/2" && i > 40 && i%3 == 0 {
			v.Outcome = adhere.OutcomeOf(v.Outcome == adhere.NotMet)
		}
	}
	var got [2]metric.JudgeReport
	for k, gold := range []string{"person/2", metric.PeopleMajority} {
		r, err := metric.EvaluateJudges(all, gold, metric.JudgeOptions{Judges: []string{"person/1"}})
		if err != nil {
			t.Fatal(err)
		}
		got[k] = r.Judges[0]
	}
	if got[0].Accuracy != got[1].Accuracy || got[0].Kappa != got[1].Kappa {
		t.Errorf("against person/2: %+v, %+v; against the majority of the others, who is person/2: %+v, %+v", got[0].Accuracy, got[0].Kappa, got[1].Accuracy, got[1].Kappa)
	}
}

// A judge whose every verdict is undecided is named among the pairs.
func TestRaterWhoDecidedNothingIsShown(t *testing.T) {
	all := perfect(12)
	for i := range 12 {
		all = append(all, metric.Judged{Instruction: fmt.Sprintf("i%02d", i), Model: "m", Verdict: adhere.Verdict{Requirement: "1", Judge: "judge/a", Outcome: adhere.Broken}})
	}
	r, err := metric.Agree(all, metric.AgreeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Cohen.Raters) != 3 || r.Cohen.Cells[0][1].Undefined != "person/1 or judge/a has decided nothing" || r.Cohen.Cells[0][1].Undecided != 12 {
		t.Errorf("kappa of %q: %+v", r.Cohen.Raters, r.Cohen.Cells)
	}
}

// The order of values that are numbers is their size, with decimals too.
func TestOrdinalAlphaOfDecimals(t *testing.T) {
	alphaOf := func(values ...string) float64 {
		var ratings []metric.Rating
		for i, pair := range [][2]int{{0, 0}, {0, 1}, {0, 1}, {1, 1}, {2, 2}, {1, 2}} {
			for rater, v := range pair {
				ratings = append(ratings, metric.Rating{Item: strconv.Itoa(i), Rater: strconv.Itoa(rater), Value: values[v]})
			}
		}
		return metric.KrippendorffAlpha(table(t, ratings), metric.Ordinal).Value
	}
	want := alphaOf("1", "2", "3") // only the order counts
	for _, values := range [][]string{{"1", "1.5", "2"}, {"9.5", "10", "10.5"}, {"-1.5", "-1", "2"}} {
		if got := alphaOf(values...); got != want {
			t.Errorf("%q: %v, expected %v", values, got, want)
		}
	}
}
