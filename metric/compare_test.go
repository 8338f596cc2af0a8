package metric_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/metric"
)

// answers makes one record per string: "y" met, "n" not met, "?" unsure,
// "-" skipped, one letter per requirement. An empty string is a failed call.
func answers(outcomes ...string) []adhere.Record {
	letters := map[rune]adhere.Outcome{'y': adhere.Met, 'n': adhere.NotMet, '?': adhere.Unsure, '!': adhere.Broken, '-': adhere.Skipped}
	records := make([]adhere.Record, len(outcomes))
	for i, s := range outcomes {
		in := &adhere.Instruction{ID: fmt.Sprintf("i%04d", i), Requirements: requirements(len(s))}
		records[i] = adhere.Record{Instruction: in}
		if s == "" {
			in.Requirements = requirements(2)
			continue
		}
		var all []adhere.Outcome
		for _, c := range s {
			all = append(all, letters[c])
		}
		records[i].Response = &adhere.Response{}
		records[i].Verdicts = verdicts("rule/a@1", all...)
	}
	return records
}

// paired makes two runs from counts of pairs: both met, gained, lost, neither.
func paired(both, gained, lost, neither int) (a, b []adhere.Record) {
	var as, bs []string
	for _, one := range []struct {
		n        int
		from, to string
	}{{both, "y", "y"}, {gained, "n", "y"}, {lost, "y", "n"}, {neither, "n", "n"}} {
		as = append(as, slices.Repeat([]string{one.from}, one.n)...)
		bs = append(bs, slices.Repeat([]string{one.to}, one.n)...)
	}
	return answers(as...), answers(bs...)
}

var accuracy = metric.InstructionAccuracy("acc", metric.Options{})

func compare(t testing.TB, a, b []adhere.Record, ms ...adhere.Metric) []metric.Comparison {
	t.Helper()
	all, err := metric.Compare(a, b, ms, metric.CompareOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestMcNemar holds P against the binomial's mid-p by hand: of 2^n ways, the
// chance of a split further out, and half that of the one seen.
func TestMcNemar(t *testing.T) {
	for _, tt := range []struct {
		both, gained, lost, neither int
		want                        float64
	}{
		{10, 6, 0, 4, 2 * 0.5 / 64},
		{10, 0, 6, 4, 2 * 0.5 / 64},
		{30, 8, 2, 4, 2 * (1 + 10 + 0.5*45) / 1024},
		{5, 3, 3, 5, 1},
		{8, 0, 0, 2, 1},
	} {
		a, b := paired(tt.both, tt.gained, tt.lost, tt.neither)
		c := compare(t, a, b, accuracy)[0]
		n := tt.both + tt.gained + tt.lost + tt.neither
		if math.Abs(c.P-tt.want) > 1e-12 || c.Gained != tt.gained || c.Lost != tt.lost || c.N != n {
			t.Errorf("%+v: P %v, gained %d, lost %d of %d", tt, c.P, c.Gained, c.Lost, c.N)
		}
		if want := float64(tt.gained-tt.lost) / float64(n); math.Abs(c.Diff-want) > 1e-12 || c.Lo >= c.Diff || c.Hi <= c.Diff {
			t.Errorf("%+v: difference %v (%v to %v), want %v", tt, c.Diff, c.Lo, c.Hi, want)
		}
		if c.Noise != (tt.want >= 0.05) || len(c.Flips) != tt.gained+tt.lost {
			t.Errorf("%+v: noise %v, %d flips", tt, c.Noise, len(c.Flips))
		}
	}
}

func TestFlipsOfRequirements(t *testing.T) {
	a := answers("yn", "ny", "y?", "yyy", "")
	b := answers("yy", "yn", "yy", "yyy", "yn")
	all := compare(t, a, b, metric.ConstraintAccuracy("c", metric.Options{}), accuracy)
	var got []string
	for _, c := range all {
		for _, f := range c.Flips {
			got = append(got, fmt.Sprintf("%s/%s %s>%s", f.Instruction, f.Requirement, f.From, f.To))
		}
	}
	want := []string{
		"i0000/2 not_met>met", "i0001/1 not_met>met", "i0001/2 met>not_met", "i0002/2 unsure>met",
		"i0004/1 unsure>met", "i0004/2 unsure>not_met",
		"i0000/ not_met>met", "i0002/ unsure>met", "i0004/ unsure>not_met",
	}
	if !slices.Equal(got, want) {
		t.Errorf("flips:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if c := all[0]; c.Gained != 2 || c.Lost != 1 || c.N != 8 {
		t.Errorf("gained %d, lost %d of %d, want 2, 1 of 8", c.Gained, c.Lost, c.N)
	}
}

func TestFlipsCanBeLeftOut(t *testing.T) {
	a, b := paired(3, 2, 1, 0)
	with := compare(t, a, b, accuracy)[0]
	without, err := metric.Compare(a, b, []adhere.Metric{accuracy}, metric.CompareOptions{NoFlips: true})
	if err != nil || len(without[0].Flips) > 0 || len(with.Flips) == 0 {
		t.Fatalf("%d flips with, %d without, %v", len(with.Flips), len(without[0].Flips), err)
	}
	with.Flips = nil
	if diff := cmp.Diff(with, without[0]); diff != "" {
		t.Errorf("other numbers differ:\n%s", diff)
	}
}

func TestUnpairedItems(t *testing.T) {
	a, b := paired(3, 2, 1, 0)
	b = b[1:]
	b[0].Attempt = 1
	c := compare(t, a, b, accuracy)[0]
	if c.N != 4 || !slices.Equal(c.Warnings, []string{"2 items only in the first run: left out", "1 item only in the second run: left out"}) {
		t.Errorf("%d pairs, warnings %q", c.N, c.Warnings)
	}
	if _, err := metric.Compare(a[:1], b[1:], []adhere.Metric{accuracy}, metric.CompareOptions{}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("runs without a common item: %v", err)
	}
	if _, err := metric.Compare(append(a, a[0]), b, nil, metric.CompareOptions{}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("an item twice: %v", err)
	}
}

// TestComparisonOfScores: metrics that are no shares of answers compare too,
// plain means by bootstrap, means over categories by jackknife.
func TestComparisonOfScores(t *testing.T) {
	a, b := ladder(25, 0.5), ladder(25, 0.9)
	o := metric.LevelOptions{Category: "category"}
	for _, m := range []adhere.Metric{metric.HSR(o), metric.SSR(o), metric.CSL(o), metric.CSL(metric.LevelOptions{}), metric.FailureConsistency(o)} {
		for _, c := range compare(t, a, b, m) {
			if c.Undefined != "" {
				continue
			}
			if !(c.Lo < c.Diff && c.Diff < c.Hi) || c.P < 0 || c.P > 1 {
				t.Errorf("%s %v: %v (%v to %v), P %v", c.Metric, c.Group, c.Diff, c.Lo, c.Hi, c.P)
			}
			if len(c.Group) == 0 && m.Name != "failure_consistency" && (c.Lo <= 0 || c.Noise || c.Gained <= c.Lost) {
				t.Errorf("%s: %v (%v to %v), P %v, gained %d, lost %d", c.Metric, c.Diff, c.Lo, c.Hi, c.P, c.Gained, c.Lost)
			}
		}
	}
}

// TestSwapsOfScores: P of scores is the mid-p over all ways of exchanging the runs,
// and 1 where they differ by nothing but rounding.
func TestSwapsOfScores(t *testing.T) {
	for _, effects := range [][]float64{{0.3, -0.4, 0.6, -0.2, -0.3}, {0.3, 0.3, 0.3, 0.3}, {0.5, 0.25, 0.25, -0.125, 0.5, 0.3, 0.7}} {
		var a, b []adhere.Record
		total, ways := 0.0, 1<<len(effects)
		for i, e := range effects {
			better, worse := answers("yn")[0], answers("nn")[0]
			in := &adhere.Instruction{ID: fmt.Sprint("i", i), Requirements: requirements(2)}
			in.Requirements[0].Weight, in.Requirements[1].Weight = math.Abs(e), 1-math.Abs(e)
			better.Instruction, worse.Instruction = in, in
			if e < 0 {
				better, worse = worse, better
			}
			a, b, total = append(a, worse), append(b, better), total+e
		}
		want := 0.0
		for way := range ways {
			sum := 0.0
			for i, e := range effects {
				sum += e * float64(way>>i&1*2-1)
			}
			switch over := math.Abs(sum) - math.Abs(total); {
			case math.Abs(total) < 1e-9 || over > 1e-9:
				want += 1 / float64(ways)
			case over > -1e-9:
				want += 0.5 / float64(ways)
			}
		}
		if c := compare(t, a, b, metric.RubricScore(metric.Options{}))[0]; math.Abs(c.P-want) > 0.02 || want == 1 && c.P != 1 {
			t.Errorf("%v: P %v, want %v", effects, c.P, want)
		}
	}
}

// ladder makes n groups of three levels in two categories of unequal size.
func ladder(n int, p float64) []adhere.Record {
	return ladderOf(rand.New(rand.NewPCG(uint64(n), math.Float64bits(p))), n, p)
}

func ladderOf(r *rand.Rand, n int, p float64) []adhere.Record {
	var records []adhere.Record
	for g := range n {
		category := "a"
		if g%3 == 0 {
			category = "b"
		}
		for level := 1; level <= 3; level++ {
			met := make([]bool, level)
			for i := range met {
				met[i] = r.Float64() < p
			}
			records = append(records, adhere.Record{
				Instruction: &adhere.Instruction{
					ID: fmt.Sprintf("%s%d-%d", category, g, level), Group: fmt.Sprintf("%s%d", category, g), Level: level,
					Requirements: requirements(level), Tags: map[string]string{"category": category},
				},
				Response: &adhere.Response{}, Verdicts: fromBools("judge/a@1", met),
			})
		}
	}
	return records
}

// TestUnitsFarBehind: what a metric counts is asked of all answers, not of the
// first ones, which may have one requirement each.
func TestUnitsFarBehind(t *testing.T) {
	a := answers(append(slices.Repeat([]string{"y"}, 120), "nnn?", "nnyy")...)
	b := answers(append(slices.Repeat([]string{"y"}, 120), "yyyy", "ny?y")...)
	c := compare(t, a, b, metric.ConstraintAccuracy("c", metric.Options{}))[0]
	if c.N != 126 || c.Gained != 4 || c.Lost != 0 || len(c.Flips) != 6 || c.A.Value != 121.0/126 || c.B.Value != 125.0/126 {
		t.Errorf("%+v", c)
	}
	s := compare(t, append(answers(slices.Repeat([]string{"y"}, 120)...), steps("j", "", "y", "nn")...),
		append(answers(slices.Repeat([]string{"y"}, 120)...), steps("j", "", "y", "yy")...), metric.CSL(metric.LevelOptions{}))[0]
	if s.N != 1 || s.Gained != 1 || s.Diff != 1 || len(s.Flips) != 0 {
		t.Errorf("%+v", s)
	}
}

// TestGroupsOfNothingDecided: what is known of a group may settle its value
// though nothing in it is decided as a whole.
func TestGroupsOfNothingDecided(t *testing.T) {
	run := func() []adhere.Record { return append(steps("g", "", "n", "yy"), steps("h", "y", "y", "yy", "nnn")...) }
	a, b := run(), run()
	for i := range 2 {
		delete(a[i].Instruction.Tags, "category")
		delete(b[i].Instruction.Tags, "category")
	}
	for _, c := range compare(t, a, b, metric.CSL(metric.LevelOptions{Category: "category"})) {
		if c.Undefined != "" || c.Diff != 0 || c.Lo > 0 || c.Hi < 0 || !c.Noise {
			t.Errorf("%+v", c)
		}
	}
}

// TestComparedAsCounted: under a policy that counts what is undecided, values,
// difference, P and counts are over all answers of both runs.
func TestComparedAsCounted(t *testing.T) {
	a, b := answers("yy", "y?", "nn", "yy"), answers("yy", "yy", "yn", "??")
	o := metric.Options{Undecided: metric.AsNotMet}
	for _, c := range compare(t, a, b, metric.ConstraintAccuracy("c", o), metric.InstructionAccuracy("i", o)) {
		n, valueA, gained, lost := 8, 5.0/8, 2, 2
		if c.Metric == "i" {
			n, valueA, gained, lost = 4, 2.0/4, 1, 1
		}
		if c.N != n || c.A.N != n || c.B.N != n || c.Gained != gained || c.Lost != lost || c.A.Value != valueA || c.Diff != 0 || c.P != 1 || len(c.Warnings) != 1 {
			t.Errorf("%+v", c)
		}
	}
	for _, l := range []metric.Policy{metric.AsNotMet, metric.AsPaper} {
		a, b := steps("g", "", "y", "yy"), steps("g", "", "y", "??")
		for _, c := range compare(t, a, b, metric.CSL(metric.LevelOptions{Undecided: l}), metric.HSR(metric.LevelOptions{Undecided: l})) {
			if c.Group["level"] != "1" && (c.Diff >= 0 || c.Lost != 1) || c.A.N != c.B.N || c.Lo > c.Diff || c.Hi < 0 {
				t.Errorf("%s: %+v", l, c)
			}
		}
	}
}

// TestGainsThatTheUndecidedCouldExplain are marked as those of Compare are.
func TestGainsThatTheUndecidedCouldExplain(t *testing.T) {
	a, b := paired(5, 12, 0, 5)
	more, some := answers(slices.Repeat([]string{"y"}, 30)...), answers(slices.Repeat([]string{"?"}, 30)...)
	for i := range more {
		more[i].Instruction.ID, some[i].Instruction.ID = fmt.Sprint("j", i), fmt.Sprint("j", i)
	}
	gains, err := metric.Gains(metric.Options{}, append(a, more...), append(b, some...))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*metric.Comparison{gains[0].Instruction, gains[0].Constraint} {
		if c.P > 0.01 || c.Lo > 0 || c.Hi < 0 || !c.Noise {
			t.Errorf("%+v", c)
		}
	}
}

func TestHolm(t *testing.T) {
	got := metric.Holm([]float64{0.01, 0.04, 0.03, 0.005})
	want := []float64{0.03, 0.06, 0.06, 0.02} // the textbook's step-down by hand
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("Holm: %v, want %v", got, want)
		}
	}
}

// TestDifferenceOfSharesStaysBetweenMinusOneAndOne holds that also of two items
// with different weights, whose interval comes from two jackknife replicates.
func TestDifferenceOfSharesStaysBetweenMinusOneAndOne(t *testing.T) {
	a, b := answers("nnyy", "ny"), answers("nnnn", "nn")
	for _, records := range [][]adhere.Record{a, b} {
		records[0].Instruction.Requirements[3].Weight = 2
	}
	c := compare(t, a, b, metric.ConstraintAccuracy("acc", metric.Options{}))[0]
	if c.Lo != -1 || c.Hi <= 0 || c.Hi > 1 {
		t.Errorf("the difference %.3f lies in [%.3f, %.3f], want an interval within [-1, 1] that reaches above 0", c.Diff, c.Lo, c.Hi)
	}
}

func TestUndefinedComparison(t *testing.T) {
	c := compare(t, answers("?", "?"), answers("y", "n"), accuracy)[0]
	if c.Undefined == "" {
		t.Fatalf("nothing decided in one run, yet %v", c.Diff)
	}
	b, err := json.Marshal(c)
	if err != nil || !strings.Contains(string(b), `"diff":null`) || !strings.Contains(string(b), `"undefined":"among the items of both, in the first run none`) {
		t.Errorf("%s %v", b, err)
	}
}

// TestDifferenceCoverage: intervals of differences cover the truth, and P
// rejects a true null at most as often as it says.
func TestDifferenceCoverage(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for _, tt := range []struct {
		n             int
		gain, lose, p float64
	}{{12, 0.1, 0.1, 0.5}, {30, 0.15, 0.05, 0.7}, {30, 0.02, 0.02, 0.9}} {
		const reps = 80
		cover, reject := 0, 0
		for range reps {
			as, bs := make([]string, tt.n), make([]string, tt.n)
			for i := range as {
				for range 1 + r.IntN(3) {
					x, y := "n", "n"
					switch u := r.Float64(); {
					case u < tt.gain:
						y = "y"
					case u < tt.gain+tt.lose:
						x = "y"
					case r.Float64() < tt.p:
						x, y = "y", "y"
					}
					as[i], bs[i] = as[i]+x, bs[i]+y
				}
			}
			c := compare(t, answers(as...), answers(bs...), metric.ConstraintAccuracy("c", metric.Options{}))[0]
			if c.Lo <= tt.gain-tt.lose && tt.gain-tt.lose <= c.Hi {
				cover++
			}
			if c.P < 0.05 {
				reject++
			}
		}
		t.Logf("%+v: covered %.3f, rejected %.3f", tt, float64(cover)/reps, float64(reject)/reps)
		if float64(cover)/reps < 0.92 || tt.gain == tt.lose && float64(reject)/reps > 0.08 {
			t.Errorf("%+v: covered %.3f, rejected %.3f", tt, float64(cover)/reps, float64(reject)/reps)
		}
	}
}

// TestRareFallsOfScores: intervals hold what few answers may have hidden, on the
// scale of the metric: one that falls may fall from the best value to the worst.
func TestRareFallsOfScores(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	const n, share, reps = 30, 0.03, 80
	for _, tt := range []struct {
		metric adhere.Metric
		fall   float64
	}{{metric.DirectScore(metric.Options{}), 4}, {metric.CSL(metric.LevelOptions{}), 2}, {metric.RubricScore(metric.Options{}), 1}} {
		cover := 0
		for range reps {
			var a, b []adhere.Record
			for g := range n {
				fallen := r.Float64() < share
				a, b = append(a, scored(g, false)...), append(b, scored(g, fallen)...)
			}
			if c := compare(t, a, b, tt.metric)[0]; c.Lo <= -share*tt.fall && -share*tt.fall <= c.Hi {
				cover++
			}
		}
		if float64(cover) < 0.92*reps {
			t.Errorf("%s: %d of %d intervals cover", tt.metric.Name, cover, reps)
		}
	}
}

// scored answers a group of two levels as well as can be, or as badly.
func scored(g int, badly bool) []adhere.Record {
	records, grade := steps(fmt.Sprint("g", g), "", "y", "yy"), 5
	if badly {
		records, grade = steps(fmt.Sprint("g", g), "", "n", "nn"), 1
	}
	for i := range records {
		records[i].Grades = []adhere.Grade{{Judge: "judge/g@1", Score: grade, Outcome: adhere.Met}}
	}
	return records
}

// TestUndecidedDifference: what is undecided could have gone either way.
func TestUndecidedDifference(t *testing.T) {
	a, b := paired(20, 4, 0, 4)
	open := slices.Clone(b)
	for i := range 6 {
		open[i].Verdicts = verdicts("rule/a@1", adhere.Unsure)
	}
	sure, unsure := compare(t, a, b, accuracy)[0], compare(t, a, open, accuracy)[0]
	if unsure.Lo > 12.0/28+6.0/28-20.0/28 || unsure.Hi < sure.Hi || len(unsure.Warnings) != 1 || unsure.N != 22 {
		t.Errorf("%v (%v to %v) of %d with 6 undecided, %v (%v to %v) without", unsure.Diff, unsure.Lo, unsure.Hi, unsure.N, sure.Diff, sure.Lo, sure.Hi)
	}
}

// TestFlipsOfLevels: answers flip in the paper's count too.
func TestFlipsOfLevels(t *testing.T) {
	a := slices.Concat(steps("g", "c", "y", "yn"), steps("h", "c", "n", "nn"))
	b := slices.Concat(steps("g", "c", "y", "yy"), steps("h", "c", "n", "nn"))
	for _, policy := range metric.Policies() {
		c := compare(t, a, b, metric.HSR(metric.LevelOptions{Category: "category", Undecided: policy}))[0]
		if len(c.Flips) != 1 || c.Flips[0].Instruction != "g-2" || c.Gained != 1 || c.Lost != 0 || c.N != 4 || c.Diff != 0.25 {
			t.Errorf("%s: %+v", policy, c)
		}
	}
}

// TestJudgeFailuresAreNoDifference: no pair differs, but in one run the judge
// broke on some: there is nothing to find.
func TestJudgeFailuresAreNoDifference(t *testing.T) {
	var as, bs []string
	for i := range 40 {
		one := "yyy"
		if i%3 == 0 {
			one = "yny"
		}
		as, bs = append(as, one), append(bs, one)
		if i%3 == 0 && i < 24 {
			bs[i] = "y!y"
		}
	}
	counted := metric.InstructionAccuracy("counted", metric.Options{Undecided: metric.AsNotMet})
	for _, c := range compare(t, answers(as...), answers(bs...), metric.ConstraintAccuracy("c", metric.Options{}), accuracy, counted) {
		if want := map[string]int{"counted": 40, accuracy.Name: 32}[c.Metric]; c.Metric != "c" && c.A.N != want {
			t.Errorf("%s is compared on %d answers, want %d: those that both decided, or all where the rest counts", c.Metric, c.A.N, want)
		}
		if c.Diff != 0 || c.P != 1 || !c.Noise || c.Gained+c.Lost != 0 || c.Lo >= 0 || c.Hi <= 0 || c.B.Undecided != 8 {
			t.Errorf("%s: %v (%v to %v), P %v, noise %v: %+v", c.Metric, c.Diff, c.Lo, c.Hi, c.P, c.Noise, c.B)
		}
	}
}

// TestNoiseWhereTheUndecidedCouldExplainIt: every pair that both decided was
// gained, but as many could have been lost.
func TestNoiseWhereTheUndecidedCouldExplainIt(t *testing.T) {
	as := slices.Concat(slices.Repeat([]string{"n"}, 12), slices.Repeat([]string{"y"}, 28))
	bs := slices.Concat(slices.Repeat([]string{"y"}, 28), slices.Repeat([]string{"?"}, 12))
	c := compare(t, answers(as...), answers(bs...), accuracy)[0]
	if c.P > 0.01 || !c.Noise || c.Lo > 0 || c.N != 28 {
		t.Errorf("%v (%v to %v), P %v, noise %v over %d", c.Diff, c.Lo, c.Hi, c.P, c.Noise, c.N)
	}
}

// TestHolmFamilies: one metric over one grouping is corrected for itself alone.
func TestHolmFamilies(t *testing.T) {
	a, b := paired(30, 8, 1, 4)
	for i := range a {
		for _, r := range []*adhere.Record{&a[i], &b[i]} {
			r.Instruction.Tags = map[string]string{"half": fmt.Sprint(i % 2), "kind": fmt.Sprint(i % 20)}
		}
	}
	by := func(gs ...metric.Grouping) adhere.Metric {
		return metric.InstructionAccuracy("acc", metric.Options{By: gs})
	}
	whole := compare(t, a, b, by())[0]
	with := compare(t, a, b, by(metric.ByTag("half"), metric.ByTag("kind")), metric.ConstraintAccuracy("c", metric.Options{}))
	alone := compare(t, a, b, by(metric.ByTag("half")))
	if whole.PHolm != whole.P || with[0].PHolm != whole.P {
		t.Errorf("the whole: P %v, Holm %v alone, %v among others", whole.P, whole.PHolm, with[0].PHolm)
	}
	for i := 1; i <= 2; i++ {
		if with[i].PHolm != alone[i].PHolm {
			t.Errorf("%v: Holm %v, with further groupings %v", alone[i].Group, alone[i].PHolm, with[i].PHolm)
		}
	}
}

// TestCompareTakesEachKindOnce holds that a metric is taken once of all
// requirements that it cannot tell apart, though the records that have them all
// differ: of ten thousand there are a handful of kinds.
func TestCompareTakesEachKindOnce(t *testing.T) {
	lot := rand.New(rand.NewPCG(3, 4))
	run := func() []adhere.Record {
		all := make([]string, 1000)
		for i := range all {
			for range 10 {
				all[i] += string("yn"[lot.IntN(2)])
			}
		}
		return answers(all...)
	}
	m, taken := metric.ConstraintAccuracy("c", metric.Options{}), 0
	of := m.Of
	m.Of = func(records []adhere.Record) []adhere.Summary {
		if len(records) == 1 && len(records[0].Instruction.Requirements) == 1 {
			taken++
		}
		return of(records)
	}
	compare(t, run(), run(), m)
	if kinds := 10 * 2; taken != kinds { // by name and by outcome
		t.Errorf("the metric is taken %d times of single requirements, of which there are %d kinds", taken, kinds)
	}
}

// TestCompareSlimAsWhole holds that records of which no more than metrics read
// is known, and which are therefore worked out in classes, compare as whole ones
// do.
func TestCompareSlimAsWhole(t *testing.T) {
	lot := rand.New(rand.NewPCG(8, 9))
	run := func(text string) []adhere.Record {
		var records []adhere.Record
		for i := range 300 {
			in := &adhere.Instruction{ID: fmt.Sprint(i), Tags: map[string]string{"c": fmt.Sprint(i % 3)}}
			if i%10 > 6 { // groups of several
				in.Group = fmt.Sprint("g", i/10)
				in.Level = i%10 - 6
			}
			rec := adhere.Record{Instruction: in, Response: &adhere.Response{Model: "m", Text: text}}
			for j := range 1 + i%3 {
				id := fmt.Sprint(j)
				in.Requirements = append(in.Requirements, adhere.Requirement{ID: id, Labels: []string{"l" + id}, Weight: float64(1 + j%2)})
				outcome := []adhere.Outcome{adhere.Met, adhere.NotMet, adhere.Met, adhere.Unsure, adhere.Broken, adhere.Skipped}[lot.IntN(6)]
				rec.Verdicts = append(rec.Verdicts, adhere.Verdict{Requirement: id, Judge: "rule/a@1", Outcome: outcome})
			}
			if i%50 == 49 {
				rec.Response, rec.Verdicts = nil, nil
			}
			records = append(records, rec)
		}
		return records
	}
	o := metric.Options{By: []metric.Grouping{metric.ByLabel(), metric.ByTag("c"), metric.ByLevel()}}
	metrics := []adhere.Metric{metric.InstructionAccuracy("i", o), metric.ConstraintAccuracy("c", o), metric.HSR(metric.LevelOptions{}), metric.PassAt(2, metric.Options{})}
	a, b := run("an answer"), run("another")
	whole, err := metric.Compare(a, b, metrics, metric.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, records := range [][]adhere.Record{a, b} {
		for i := range records {
			if records[i].Response != nil {
				records[i].Response.Text = ""
			}
		}
	}
	slim, err := metric.Compare(a, b, metrics, metric.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(whole, slim); d != "" {
		t.Error(d)
	}
}

// What is undecided takes out no more than what a score is taken over: an
// answer's points, or an instruction's attempts, but not the rest of the group.
func TestScoresOfGroupsWithSomethingUndecided(t *testing.T) {
	run := func(outcomes ...string) []adhere.Record {
		records := answers(outcomes...)
		for i := range records {
			in := records[i].Instruction
			in.ID, in.Group = fmt.Sprintf("i%d", i/2), fmt.Sprintf("g%d", i/4)
			records[i].Attempt = i % 2
			in.Requirements[0].Weight = 3
		}
		return records
	}
	a := run("yy", "y?", "yn", "yy", "yy", "yy", "ny", "yy")
	b := run("ny", "yy", "nn", "yn", "yy", "n?", "ny", "nn")
	points := compare(t, a, b, metric.RubricScore(metric.Options{}))[0]
	// Answers 1 and 5 are left out: 1, 3/4, 1, 1, 1/4, 1 against 1/4, 0, 3/4, 1, 1/4, 0.
	if points.Undefined != "" || points.N != 6 || points.Lost != 4 || points.Gained != 0 || points.A.Value != 5.0/6 || points.B.Value != 2.25/6 {
		t.Errorf("points: %+v", points)
	}
	pass := compare(t, a, b, metric.PassAt(1, metric.Options{}))[0]
	// Instructions 0 and 2 are left out: 1/2 and 1/2 against 0 and 0.
	if pass.Undefined != "" || pass.N != 2 || pass.Lost != 2 || pass.A.Value != 0.5 || pass.B.Value != 0 {
		t.Errorf("pass@1: %+v", pass)
	}
}

// The difference of means of scores stays within what the scores allow, and what is
// undecided is said once, of the whole.
func TestDifferenceOfScoresStaysWithinTheScale(t *testing.T) {
	a, b := answers("yy", "yy", "?y", "yy"), answers("nn", "nn", "nn", "?n")
	for _, records := range [][]adhere.Record{a, b} {
		for i := range records {
			in := records[i].Instruction
			in.ID, in.Group, in.Tags = fmt.Sprintf("i%d", i/2), fmt.Sprintf("g%d", i/4), map[string]string{"kind": "any"}
			records[i].Attempt = i % 2
		}
	}
	o := metric.Options{By: []metric.Grouping{metric.ByTag("kind")}}
	for m, most := range map[*adhere.Metric]float64{
		new(metric.RubricScore(o)): 1, new(metric.PassAt(1, o)): 1, new(metric.AttemptVariance(o)): 0.5,
	} {
		for _, c := range compare(t, a, b, *m) {
			if c.Undefined == "" && (c.Lo < -most || c.Hi > most || c.Lo > c.Diff || c.Hi < c.Diff) {
				t.Errorf("%s %v: %v [%v, %v] leaves [-%v, %v]", c.Metric, c.Group, c.Diff, c.Lo, c.Hi, most, most)
			}
			said := strings.Contains(strings.Join(c.Warnings, " "), "undecided in the first run")
			if c.Undefined == "" && said != (len(c.Group) == 0) {
				t.Errorf("%s %v: %q", c.Metric, c.Group, c.Warnings)
			}
		}
	}
}
