package metric_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/metric"
)

func TestUndecided(t *testing.T) {
	records := answers("yy", "y?", "n?", "!y", "--", "-y", "")
	for _, tt := range []struct {
		m                 adhere.Metric
		met, n, undecided int
		worst, best       float64
	}{
		// Met: yy, -y. Undecided: y?, n?, !y and the failed call.
		{metric.InstructionAccuracy("a", metric.Options{}), 2, 2, 4, 2.0 / 6, 5.0 / 6},
		{metric.ConstraintAccuracy("c", metric.Options{}), 5, 6, 5, 5.0 / 11, 10.0 / 11},
	} {
		s := tt.m.Of(records)[0]
		if s.Met != tt.met || s.N != tt.n || s.Undecided != tt.undecided {
			t.Errorf("%s: %d/%d, %d undecided, want %d/%d, %d", s.Metric, s.Met, s.N, s.Undecided, tt.met, tt.n, tt.undecided)
		}
		if s.Worst != tt.worst || s.Best != tt.best || s.Lo >= tt.worst || s.Hi <= tt.best {
			t.Errorf("%s: %v to %v does not hold the worst case %v (%v) and the best %v (%v)", s.Metric, s.Lo, s.Hi, s.Worst, tt.worst, s.Best, tt.best)
		}
		if s.Warnings[0] != "1 item without answer or without any verdict: all their requirements are undecided" {
			t.Errorf("%s: warnings %q", s.Metric, s.Warnings)
		}
	}
}

// TestUndecidedButKnown holds that a miss settles what needs everything, whatever
// else is open.
func TestUndecidedButKnown(t *testing.T) {
	known, same := answers("yy", "nn", "n?", "?n"), answers("yy", "nn", "nn", "nn")
	m := metric.InstructionAccuracy("a", metric.Options{})
	s, want := m.Of(known)[0], m.Of(same)[0]
	if s.Value != 0.25 || s.Lo != want.Lo || s.Hi != want.Hi || s.Undecided != 2 || !slices.Equal(s.Warnings, []string{"the value is not 1/2, since each undecided instruction has a requirement that is known to be missed"}) {
		t.Errorf("%+v, want the value and interval of %+v, and a reason why the value is not 1/2", s, want)
	}
	if s := m.Of(answers("n?", "?n"))[0]; s.Undefined != "" || s.Value != 0 {
		t.Errorf("all have missed one: %+v", s)
	}
}

func TestUndefined(t *testing.T) {
	for want, records := range map[string][]adhere.Record{
		"there are no requirements":                               nil,
		"none of the requirements was decided (2 undecided)":      answers("?!"),
		"there are no verdicts by judge/x, only by rule/a@1":      answers("y", "n"),
		"none of the requirements was decided (2 undecided) ":     answers(""),
		"there are no verdicts by judge/x, only by rule/a@1, me ": both(),
	} {
		choice := ""
		if strings.Contains(want, "judge/x") {
			choice = "judge/x"
		}
		s := metric.ConstraintAccuracy("c", metric.Options{Judge: choice}).Of(records)[0]
		b, err := json.Marshal(s)
		if s.Undefined != strings.TrimSpace(want) || err != nil || !strings.Contains(string(b), `"value":null`) {
			t.Errorf("%q, want %q; %s %v", s.Undefined, want, b, err)
		}
	}
}

func both() []adhere.Record {
	r := answers("y")
	r[0].Verdicts = append(r[0].Verdicts, verdicts("me", adhere.Met)...)
	return r
}

// TestChoiceOfJudge: a choice is a name or its beginning up to a boundary,
// and without one later judges fill what earlier ones skipped, rules first.
func TestChoiceOfJudge(t *testing.T) {
	r := answers("yyyy")[:1]
	r[0].Verdicts = slices.Concat(
		verdicts("judge/a@1+m/x", adhere.NotMet, adhere.NotMet, adhere.Met, adhere.Unsure),
		verdicts("rule/strict@1", adhere.Met, adhere.Skipped, adhere.Skipped, adhere.Skipped),
		verdicts("rule/strictest@1", adhere.NotMet, adhere.NotMet, adhere.NotMet, adhere.NotMet),
		verdicts("judge/b@2", adhere.Met, adhere.Met, adhere.Met, adhere.Met),
		verdicts("person/1", adhere.NotMet, adhere.Met), // not one for each requirement
	)
	for choice, want := range map[string][3]int{ // met, n, undecided
		"rule/strict":     {1, 1, 0},
		"rule/strict@1":   {1, 1, 0},
		"rule/strictest":  {0, 4, 0},
		"rule/":           {1, 4, 0},
		"judge/a":         {1, 3, 1},
		"judge/a@1":       {1, 3, 1},
		"judge/":          {1, 3, 1},
		"judge/b@2":       {4, 4, 0},
		"person/":         {0, 0, 4},
		"":                {1, 4, 0},
		"judge/a@1+m/x":   {1, 3, 1},
		"judge/a@1+m/xyz": {0, 0, 0},
		"rule/stri":       {0, 0, 0},
	} {
		s := metric.ConstraintAccuracy("c", metric.Options{Judge: choice}).Of(r)[0]
		if got := [3]int{s.Met, s.N, s.Undecided}; got != want {
			t.Errorf("judge %q: %v, want %v", choice, got, want)
		}
	}
	filled := answers("y-n")
	filled[0].Verdicts = append(verdicts("judge/a@1", adhere.NotMet, adhere.Met, adhere.Met), filled[0].Verdicts...)
	wantCounts(t, metric.ConstraintAccuracy("c", metric.Options{}).Of(filled)[0], 2, 3)
	// A judge that was asked about some answers only is taken over those.
	some := append(answers("yn"), both()...)
	some[1].Instruction = &adhere.Instruction{ID: "x", Requirements: requirements(1)}
	s := metric.ConstraintAccuracy("c", metric.Options{Judge: "me"}).Of(some)[0]
	if s.Met != 1 || s.N != 1 || !slices.Equal(s.Warnings, []string{"1 item not judged by me: left out"}) {
		t.Errorf("%+v", s)
	}
}

func TestWeightsAndGroups(t *testing.T) {
	records := answers("yn", "nn", "yy")
	for i := range records {
		in := records[i].Instruction
		in.Tags = map[string]string{"subset": []string{"a", "b"}[i%2]}
		in.Requirements[0].Weight, in.Requirements[1].Weight = 3, 0 // 0 is read as 1
		in.Requirements[0].Labels = []string{"Format", "Number", "Format"}
		in.Requirements[1].Labels = []string{"Number"}
		in.Requirements[1].Rule = &adhere.Rule{Name: "suite/checker"}
		in.Level = i * 5
	}
	by := []metric.Grouping{metric.ByLabel(), metric.ByRule(), metric.ByLevel(), metric.Across(metric.ByTag("subset"), metric.ByLabel())}
	all := metric.ConstraintAccuracy("c", metric.Options{By: by}).Of(records)
	var groups []string
	for _, s := range all {
		groups = append(groups, fmt.Sprint(s.Group))
	}
	want := []string{
		"map[]", "map[label:Format]", "map[label:Number]", "map[rule:suite/checker]", "map[level:5]", "map[level:10]",
		"map[label:Format subset:a]", "map[label:Number subset:a]", "map[label:Format subset:b]", "map[label:Number subset:b]",
	}
	if !slices.Equal(groups, want) {
		t.Errorf("groups %q, want %q", groups, want)
	}
	if s := all[0]; s.Value != 7.0/12 || s.Met != 3 || s.N != 6 {
		t.Errorf("weighted: %v, %d/%d, want 7/12 and 3/6", s.Value, s.Met, s.N)
	}
	if s := find(t, all, "label", "Format"); s.Met != 2 || s.N != 3 {
		t.Errorf("Format: %d/%d, want 2/3", s.Met, s.N)
	}
	if s := find(t, all, "label", "Number"); s.Met != 3 || s.N != 6 {
		t.Errorf("Number: %d/%d, want 3/6", s.Met, s.N)
	}
	byAnswer := metric.InstructionAccuracy("a", metric.Options{By: by}).Of(records)
	wantCounts(t, find(t, byAnswer), 1, 3)
	if s := find(t, byAnswer, "label", "Format"); s.Met != 2 || s.N != 3 {
		t.Errorf("answers by Format: %d/%d, want 2/3", s.Met, s.N)
	}
}

// TestRubricScore holds the points of answers to a rubric of 7, 3 and -6 points,
// and what a weight below 0 means to the other shares.
func TestRubricScore(t *testing.T) {
	scored := func(outcomes ...string) []adhere.Record {
		records := answers(outcomes...)
		for i := range records {
			for k, w := range []float64{7, 3, -6} {
				records[i].Instruction.Requirements[k].Weight = w
			}
		}
		return records
	}
	for answer, want := range map[string]float64{"yyn": 1, "yyy": 0.4, "yny": 0.1, "nny": 0, "nnn": 0, "ynn": 0.7} {
		if s := metric.RubricScore(metric.Options{}).Of(scored(answer))[0]; math.Abs(s.Value-want) > 1e-9 || s.N != 1 {
			t.Errorf("%s: %v of %d, want %v", answer, s.Value, s.N, want)
		}
	}
	all := scored("yyn", "yny", "nny", "ynn")
	if s := metric.RubricScore(metric.Options{}).Of(all)[0]; math.Abs(s.Value-0.45) > 1e-9 || s.N != 4 {
		t.Errorf("the mean is %v of %d, want 0.45 of 4", s.Value, s.N)
	}
	if s := metric.InstructionAccuracy("a", metric.Options{}).Of(all)[0]; s.Met != 1 {
		t.Errorf("%d answers are as they should be, want 1", s.Met)
	}
	if s := metric.ConstraintAccuracy("c", metric.Options{}).Of(all)[0]; s.Met != 6 || math.Abs(s.Value-(16.0+7+0+13)/64) > 1e-9 {
		t.Errorf("%d criteria, %v", s.Met, s.Value)
	}
	open := scored("yyn", "yy?")
	if s := metric.RubricScore(metric.Options{}).Of(open)[0]; s.Value != 1 || s.N != 1 || s.Undecided != 1 || math.Abs(s.Worst-0.7) > 1e-9 || s.Best != 1 {
		t.Errorf("undecided: %+v", s)
	}
	if s := metric.RubricScore(metric.Options{Undecided: metric.AsNotMet}).Of(open)[0]; math.Abs(s.Value-0.7) > 1e-9 || s.N != 2 {
		t.Errorf("undecided counted as it would be worst: %+v", s)
	}
	only := scored("yyn", "yyy")
	for i := range only {
		only[i].Instruction.Requirements[0].Weight, only[i].Instruction.Requirements[1].Weight = -2, -2
	}
	if s := metric.RubricScore(metric.Options{}).Of(only)[0]; math.Abs(s.Value-0.3) > 1e-9 { // 6/10 and 0
		t.Errorf("only points to lose: %v, want 0.3", s.Value)
	}
}

// TestClusters: attempts at one instruction do not count as independent.
func TestClusters(t *testing.T) {
	var outcomes []string
	for i := range 60 {
		outcomes = append(outcomes, []string{"y", "n", "y"}[i/20])
	}
	apart := answers(outcomes...)
	together := answers(outcomes...)
	for i := range together {
		together[i].Instruction.ID = fmt.Sprint(i / 10)
		together[i].Attempt = i % 10
	}
	a, b := accuracy.Of(apart)[0], accuracy.Of(together)[0]
	if a.Value != b.Value || b.Hi-b.Lo < 2*(a.Hi-a.Lo) {
		t.Errorf("60 instructions: %v to %v; 6 of 10 attempts: %v to %v", a.Lo, a.Hi, b.Lo, b.Hi)
	}
}

// TestOrderOfRecords: the order in which items finished changes no bit.
func TestOrderOfRecords(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	records := ladder(20, 0.7)
	for i := range records {
		for j := range records[i].Instruction.Requirements {
			records[i].Instruction.Requirements[j].Labels = []string{fmt.Sprint("l", r.IntN(3)), "all"}
			records[i].Instruction.Requirements[j].Weight = r.Float64()
		}
		if i%7 == 0 {
			records[i].Verdicts[0].Outcome = adhere.Unsure
		}
		records[i].Grades = []adhere.Grade{{Judge: "judge/g@1", Score: 1 + r.IntN(5)}}
		if i%3 == 0 {
			records[i].Verdicts = append(records[i].Verdicts, verdicts("person/1", slices.Repeat([]adhere.Outcome{adhere.Met}, records[i].Instruction.Level)...)...)
		}
	}
	by := []metric.Grouping{metric.ByLabel(), metric.ByTag("category")}
	o, l := metric.Options{By: by, Judge: "judge/"}, metric.LevelOptions{Category: "category"}
	metrics := []adhere.Metric{
		metric.ConstraintAccuracy("c", o), metric.InstructionAccuracy("a", o), metric.HSR(l), metric.SSR(l), metric.CSL(l),
		metric.FailureConsistency(l), metric.DirectScore(metric.Options{By: by}), metric.PassAt(1, o),
		metric.CorrectedAccuracy("x", "judge/", "person/", by...),
	}
	other := ladder(20, 0.8)
	shuffled, shuffledOther := slices.Clone(records), slices.Clone(other)
	r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	r.Shuffle(len(shuffledOther), func(i, j int) { shuffledOther[i], shuffledOther[j] = shuffledOther[j], shuffledOther[i] })
	for _, m := range metrics {
		if a, b := m.Of(records), m.Of(shuffled); !reflect.DeepEqual(a, b) {
			t.Errorf("%s differs:\n%+v\n%+v", m.Name, a, b)
		}
	}
	if a, b := compare(t, records, other, metrics[1], metrics[2]), compare(t, shuffled, shuffledOther, metrics[1], metrics[2]); !reflect.DeepEqual(a, b) {
		t.Error("comparisons differ")
	}
	labels, mixed := judged(records), judged(shuffled)
	a, errA := metric.Agree(labels, metric.AgreeOptions{})
	b, errB := metric.Agree(mixed, metric.AgreeOptions{})
	if errA != nil || errB != nil || !reflect.DeepEqual(a, b) {
		t.Errorf("agreement differs: %v %v", errA, errB)
	}
}

// judged are all verdicts of records, in their order.
func judged(records []adhere.Record) []metric.Judged {
	var all []metric.Judged
	for _, r := range records {
		for _, judge := range r.Judges() {
			for i, v := range r.By(judge) {
				all = append(all, metric.Judged{Instruction: r.Instruction.ID, Attempt: r.Attempt, Model: r.Response.Model, Verdict: v, Position: i})
			}
		}
	}
	return all
}

func TestDocs(t *testing.T) {
	for _, m := range []adhere.Metric{
		metric.RubricScore(metric.Options{}), metric.ConstraintAccuracy("c", metric.Options{}), metric.InstructionAccuracy("a", metric.Options{}), metric.DRFR(metric.Options{}),
		metric.HSR(metric.LevelOptions{}), metric.SSR(metric.LevelOptions{}), metric.CSL(metric.LevelOptions{}),
		metric.FailureConsistency(metric.LevelOptions{}), metric.DirectScore(metric.Options{}), metric.PassAt(3, metric.Options{}),
		metric.CorrectedAccuracy("x", "", ""),
	} {
		if len(m.Doc) < 30 || !strings.Contains(m.Doc, "(") || strings.HasSuffix(m.Doc, ".") {
			t.Errorf("%s: %q gives no definition with its source", m.Name, m.Doc)
		}
		if s := m.Of(nil); len(s) == 0 || s[0].Undefined == "" {
			t.Errorf("%s of nothing is %+v", m.Name, s)
		}
	}
}

// TestBrokenVerdictsDoNotBias: with 8 % of the verdicts broken at random, the
// share of instructions that meet everything stays what it was, however long
// the instructions are.
func TestBrokenVerdictsDoNotBias(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 8))
	var all, some []string
	for range 6000 {
		whole, open := "", ""
		for range 1 + r.IntN(8) {
			o := "n"
			if r.Float64() < 0.88 {
				o = "y"
			}
			whole += o
			if r.Float64() < 0.08 {
				o = "!"
			}
			open += o
		}
		all, some = append(all, whole), append(some, open)
	}
	m := metric.InstructionAccuracy("a", metric.Options{})
	want, got := m.Of(answers(all...))[0], m.Of(answers(some...))[0]
	if d := got.Value - want.Value; d < -0.02 || d > 0.02 {
		t.Errorf("%.3f with broken verdicts, %.3f without", got.Value, want.Value)
	}
	for policy, value := range map[metric.Policy]float64{metric.AsNotMet: got.Worst, metric.AsPaper: got.Worst, metric.Drop: got.Value} {
		s := metric.InstructionAccuracy("a", metric.Options{Undecided: policy}).Of(answers(some...))[0]
		if s.Value != value || s.Undecided != got.Undecided || s.Lo > got.Worst || s.Hi < got.Best {
			t.Errorf("%s: %v (%v to %v), want %v", policy, s.Value, s.Lo, s.Hi, value)
		}
		if s := metric.InstructionAccuracy("a", metric.Options{Undecided: policy}).Of(answers(all...))[0]; s.Value != want.Value {
			t.Errorf("%s, all decided: %v, want %v", policy, s.Value, want.Value)
		}
	}
}
