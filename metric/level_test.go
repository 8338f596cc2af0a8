package metric_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/metric"
)

// TestRecordedLevels holds HSR, SSR and CSL in the paper's count against the
// tables that the official scripts made of a recorded judge's replies.
func TestRecordedLevels(t *testing.T) {
	dir := filepath.Join(benchdata.Dir(t, "followbench"), "llama3-8b")
	type reply struct {
		Category string
		Example  int `json:"example_id"`
		Level    int
		Reply    string
	}
	var records []adhere.Record
	seen := map[string]bool{}
	for _, r := range lines[reply](t, dir, "judge_replies.jsonl") {
		if r.Category != "content" && r.Category != "style" {
			continue
		}
		seen[fmt.Sprint(r.Category, r.Example)] = true
		records = append(records, adhere.Record{
			Instruction: &adhere.Instruction{
				ID:    fmt.Sprintf("%s/%d/%d", r.Category, r.Example, r.Level),
				Group: fmt.Sprintf("%s/%d", r.Category, r.Example), Level: r.Level,
				Requirements: requirements(r.Level), Tags: map[string]string{"category": r.Category},
			},
			Response: &adhere.Response{}, Verdicts: verdicts("judge/path@1", lastList(r.Reply, r.Level)...),
		})
	}
	for id := 1; id <= 25; id++ {
		// Rules decide the other groups of this category, and none of the
		// recorded answers satisfies one: they only stand in the denominators.
		if group := fmt.Sprintf("content/%d", id); !seen[fmt.Sprint("content", id)] {
			for level := 1; level <= 5; level++ {
				records = append(records, adhere.Record{
					Instruction: &adhere.Instruction{
						ID: fmt.Sprint(group, "/", level), Group: group, Level: level,
						Requirements: requirements(level), Tags: map[string]string{"category": "content"},
					},
					Response: &adhere.Response{},
					Verdicts: verdicts("rule/all@1", slices.Repeat([]adhere.Outcome{adhere.NotMet}, level)...),
				})
			}
		}
	}
	o := metric.LevelOptions{Category: "category", RulesWhole: true, Undecided: metric.AsPaper}
	tables := map[string][]adhere.Summary{}
	for _, m := range []adhere.Metric{metric.HSR(o), metric.SSR(o), metric.CSL(o)} {
		for _, s := range m.Of(records) {
			if s.Group["category"] != "" && (m.Name == "csl" || s.Group["level"] != "") {
				key := s.Group["category"] + "_" + m.Name
				tables[key] = append(tables[key], s)
			}
		}
	}
	if len(tables) != 6 {
		t.Fatalf("%d tables, want 6", len(tables))
	}
	for name, summaries := range tables {
		want := row(t, filepath.Join(dir, "result", name+".csv"))
		for i, s := range summaries {
			got := fmt.Sprintf("%.2f%%", 100*s.Value)
			if s.Metric == "csl" {
				got = fmt.Sprintf("%.1f", s.Value)
			}
			if i >= len(want) || got != want[i] {
				t.Errorf("%s: %v is %s, want %v", name, s.Group, got, want)
			}
		}
	}
}

// lastList reads the list in a reply's last line; anything but YES is not
// satisfied, and a list of another length is no verdict.
func lastList(reply string, n int) []adhere.Outcome {
	list := regexp.MustCompile(`\[[^\[\]]*\]\W*$`).FindString(reply)
	words := strings.Split(strings.TrimRight(list, "`\n "), ",")
	out := make([]adhere.Outcome, n)
	for i := range out {
		out[i] = adhere.Broken
		if len(words) == n && list != "" {
			out[i] = adhere.OutcomeOf(strings.Trim(words[i], ` []'"`) == "YES")
		}
	}
	return out
}

// row returns the figures of a table's only model.
func row(t *testing.T, path string) []string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) != 2 {
		t.Fatalf("%s: %d rows: %v", path, len(rows), err)
	}
	return rows[1][1:]
}

// steps makes one group of levels from the outcomes of each: "y", "nn", "y?"
// and so on; an empty string is a failed call, "/" no record.
func steps(group, category string, outcomes ...string) []adhere.Record {
	var out []adhere.Record
	for i, s := range outcomes {
		if s == "/" {
			continue
		}
		r := answers(s)[0]
		r.Instruction.ID, r.Instruction.Group, r.Instruction.Level = fmt.Sprint(group, "-", i+1), group, i+1
		r.Instruction.Tags = map[string]string{"category": category}
		out = append(out, r)
	}
	return out
}

func TestLevelsByHand(t *testing.T) {
	zero := steps("b1", "b", "y")
	zero[0].Instruction.ID, zero[0].Instruction.Level = "b1-0", 0 // never scored
	records := slices.Concat(
		steps("a1", "a", "y", "yy", "yyn"), // 2 levels
		steps("a2", "a", "y", "yn", "yyy"), // 1 level, inconsistent
		steps("b1", "b", "n", "nn", "nnn"), // 0 levels, consistent
		zero,
	)
	o := metric.LevelOptions{Category: "category"}
	for _, tt := range []struct {
		m     adhere.Metric
		group []string
		want  float64
		n     int
	}{
		{metric.HSR(o), nil, (1 + 0 + 0.5 + 0 + 0.5 + 0) / 6, 9},
		{metric.HSR(o), []string{"level", "1"}, 0.5, 3}, // a: 1, b: 0
		{metric.HSR(o), []string{"category", "a"}, (1 + 0.5 + 0.5) / 3, 6},
		{metric.HSR(o), []string{"category", "a", "level", "3"}, 0.5, 2},
		{metric.HSR(metric.LevelOptions{}), []string{"level", "1"}, 2.0 / 3, 3},
		{metric.SSR(o), []string{"category", "a", "level", "2"}, 3.0 / 4, 4},
		{metric.SSR(o), []string{"level", "3"}, 5.0 / 6 / 2, 9},
		{metric.CSL(o), nil, 0.75, 3},
		{metric.CSL(metric.LevelOptions{}), nil, 1, 3},
		{metric.CSL(o), []string{"category", "a"}, 1.5, 2},
		{metric.FailureConsistency(o), nil, 0.5, 2}, // a1 misses only the highest
		{metric.FailureConsistency(o), []string{"category", "b"}, 1, 1},
	} {
		s := find(t, tt.m.Of(records), tt.group...)
		if diff := s.Value - tt.want; diff > 1e-12 || diff < -1e-12 || s.N != tt.n || s.Lo >= s.Hi {
			t.Errorf("%s %v: %v (%v to %v) over %d, want %v over %d", s.Metric, s.Group, s.Value, s.Lo, s.Hi, s.N, tt.want, tt.n)
		}
	}
}

// TestLevelsWithGaps holds that a level that no group has is none: nothing is
// missing there, and levels 1 and 3 are in a row.
func TestLevelsWithGaps(t *testing.T) {
	records := slices.Concat(steps("a1", "", "y", "/", "yy"), steps("a2", "", "y", "/", "yn"))
	o := metric.LevelOptions{Category: "category"}
	for _, m := range []adhere.Metric{metric.HSR(o), metric.SSR(o), metric.CSL(o), metric.FailureConsistency(o)} {
		for _, s := range m.Of(records) {
			if s.Undecided > 0 || len(s.Warnings) > 0 || s.Group["level"] == "2" || len(s.Group) > 0 && s.Group["level"] == "" {
				t.Errorf("%+v", s)
			}
		}
	}
	if s := find(t, metric.CSL(o).Of(records)); s.Value != 1.5 {
		t.Errorf("csl is %v, want 2 and 1 levels in a row", s.Value)
	}
}

// TestMostCategories holds that a tag with a value for each instruction is no
// category, and that this is said.
func TestMostCategories(t *testing.T) {
	var records []adhere.Record
	for i := range 101 {
		records = append(records, steps(fmt.Sprint("g", i), fmt.Sprint("c", i), "y", "yn")...)
	}
	all := metric.HSR(metric.LevelOptions{Category: "category"}).Of(records)
	if len(all) != 3 || len(all[0].Warnings) != 1 || !strings.Contains(all[0].Warnings[0], "101 categories") {
		t.Errorf("%d summaries, warnings %q", len(all), all[0].Warnings)
	}
}

// TestUndecidedLevels holds our rule and the paper's count side by side: met,
// n and undecided of the only category.
func TestUndecidedLevels(t *testing.T) {
	type result struct {
		value           float64
		n, undecided    int
		loUnder, hiOver float64
	}
	for _, tt := range []struct {
		name        string
		records     []adhere.Record
		of          func(metric.LevelOptions) adhere.Metric
		ours, paper result
	}{
		{
			"unsure at a level", slices.Concat(steps("g", "", "y", "y?"), steps("h", "", "y", "yy")), metric.HSR,
			result{1, 3, 1, 0.75, 1},
			result{0.75, 4, 1, 0.75, 1},
		},
		{
			"unreadable reply", slices.Concat(steps("g", "", "y", "!!"), steps("h", "", "y", "yy")), metric.HSR,
			result{1, 3, 1, 0.75, 1},
			result{0.5, 4, 1, 0.5, 1},
		},
		{
			"unreadable reply, single requirements", slices.Concat(steps("g", "", "y", "!!"), steps("h", "", "y", "yy")), metric.SSR,
			result{1, 4, 2, 0.75, 1},
			result{1.0 / 3, 6, 2, 1.0 / 3, 1},
		},
		{
			"failed call", slices.Concat(steps("g", "", "y", ""), steps("h", "", "y", "yy")), metric.HSR,
			result{1, 3, 1, 0.75, 1},
			result{0.75, 4, 1, 0.75, 1},
		},
		{
			"no answer", slices.Concat(steps("g", "", "y", "/"), steps("h", "", "y", "yy")), metric.HSR,
			result{1, 3, 0, 1, 1},
			result{0.75, 4, 1, 0.75, 1},
		},
		{
			"the count hangs on it", slices.Concat(steps("g", "", "y", "y?", "yyy"), steps("h", "", "y", "nn", "nnn")), metric.CSL,
			result{1, 1, 1, 1, 2},
			result{1, 2, 1, 1, 2},
		},
		{
			"it comes after the miss", slices.Concat(steps("g", "", "y", "nn", "y??"), steps("h", "", "y", "nn", "nnn")), metric.CSL,
			result{1, 1, 1, 1, 1},
			result{1, 2, 1, 1, 1},
		},
		{
			"what follows is unknown", slices.Concat(steps("g", "", "n", "??", "nnn"), steps("h", "", "n", "nn", "nnn")), metric.FailureConsistency,
			result{1, 1, 1, 0.5, 1},
			result{1, 2, 1, 0.5, 1},
		},
		{
			"it was back already", slices.Concat(steps("g", "", "n", "yy", "y??"), steps("h", "", "n", "nn", "nnn")), metric.FailureConsistency,
			result{0.5, 1, 1, 0.5, 0.5},
			result{0.5, 2, 0, 0.5, 0.5},
		},
		{
			"nothing was missed", slices.Concat(steps("g", "", "y", "yy", "y??"), steps("h", "", "n", "nn", "nnn")), metric.FailureConsistency,
			result{1, 1, 0, 1, 1},
			result{1, 1, 0, 1, 1},
		},
	} {
		for _, policy := range []metric.Policy{metric.Drop, metric.AsPaper} {
			want, rest := tt.ours, metric.LevelOptions{Undecided: policy}
			if policy == metric.AsPaper {
				want, rest.RulesWhole = tt.paper, true
			}
			all := tt.of(rest).Of(tt.records)
			s := all[0]
			if s.Metric == "hsr" || s.Metric == "ssr" { // without the mean over levels
				s.Value = pooled(all)
			}
			if math.Abs(s.Value-want.value) > 1e-12 || s.N != want.n || s.Undecided != want.undecided || s.Lo > want.loUnder || s.Hi < want.hiOver {
				t.Errorf("%s, %s: %v (%v to %v) over %d, %d undecided, want %+v", tt.name, policy, s.Value, s.Lo, s.Hi, s.N, s.Undecided, want)
			}
		}
	}
}

// TestOnlyUndecidedMisses: where what is undecided may be the only miss there
// is, the case without one has no value, and the interval is that of the other.
func TestOnlyUndecidedMisses(t *testing.T) {
	s := metric.FailureConsistency(metric.LevelOptions{Undecided: metric.AsNotMet}).Of(steps("g", "", "?", "yy", "yyy"))[0]
	if s.Value != 0 || s.Worst != 0 || s.Lo != 0 || s.Hi <= 0 || s.N != 1 || s.Undecided != 1 {
		t.Errorf("%+v", s)
	}
	s = metric.FailureConsistency(metric.LevelOptions{Undecided: metric.AsNotMet}).Of(steps("g", "", "yy", "??", "nnn"))[0]
	if s.Value != 1 || s.Best != 1 || s.Lo >= 1 || s.Hi != 1 || s.N != 1 || s.Undecided != 1 {
		t.Errorf("%+v", s)
	}
}

// TestLevelsOfNobody: a level that no group has is no miss, whatever the policy.
func TestLevelsOfNobody(t *testing.T) {
	records := slices.Concat(steps("g", "", "/", "yy", "yyy"), steps("h", "", "/", "nn", "nnn"))
	for _, p := range metric.Policies() {
		if s := metric.FailureConsistency(metric.LevelOptions{Undecided: p}).Of(records)[0]; s.Value != 1 || s.N != 1 || s.Undecided != 0 {
			t.Errorf("%s: %+v", p, s)
		}
	}
}

// TestValuesArePossible: a value lies between the worst and the best case, also
// where answers that are known to be missed are left out with what is undecided.
func TestValuesArePossible(t *testing.T) {
	records := slices.Concat(steps("g", "", "y"), steps("h", "", "n?"), steps("i", "", "?"))
	for i, r := range records {
		for n, outcome := range []adhere.Outcome{adhere.NotMet, adhere.Unsure} {
			again := r
			again.Attempt, again.Verdicts = n+1, verdicts("rule/r@1", slices.Repeat([]adhere.Outcome{outcome}, len(r.Verdicts))...)
			if i > 0 {
				records = append(records, again)
			}
		}
	}
	o := metric.LevelOptions{}
	for _, m := range append(metric.OfAttempts(2, metric.Options{}), metric.HSR(o), metric.SSR(o), metric.CSL(o), metric.InstructionAccuracy("i", metric.Options{})) {
		if s := m.Of(records)[0]; s.Undecided == 0 || s.Undefined == "" && (s.Value < s.Worst || s.Value > s.Best || s.Lo > s.Worst || s.Hi < s.Best) {
			t.Errorf("%s: %+v", m.Name, s)
		}
	}
}

// pooled weighs the levels by their size.
func pooled(all []adhere.Summary) float64 {
	x, n := 0.0, 0.0
	for _, s := range all {
		if s.Group["level"] != "" && s.Undefined == "" {
			x += s.Value * float64(s.N)
			n += float64(s.N)
		}
	}
	return x / n
}

// TestRulesAreAllOrNothing: in the paper's count an answer that rules decide
// has all requirements of its level or none; one that a model judged has not.
func TestRulesAreAllOrNothing(t *testing.T) {
	rules := steps("g", "", "y", "yn")
	model := steps("g", "", "y", "yn")
	for i := range model {
		for j := range model[i].Verdicts {
			model[i].Verdicts[j].Judge = "judge/m@1"
		}
	}
	for _, tt := range []struct {
		records []adhere.Record
		whole   bool
		met     int
	}{{rules, true, 1}, {model, true, 2}, {rules, false, 2}} {
		if s := metric.SSR(metric.LevelOptions{RulesWhole: tt.whole}).Of(tt.records)[0]; s.Met != tt.met || s.N != 3 {
			t.Errorf("whole %v: %d/%d, want %d/3", tt.whole, s.Met, s.N, tt.met)
		}
	}
}
