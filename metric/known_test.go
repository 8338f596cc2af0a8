package metric_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/metric"
)

// lines decodes each line of a file into a T.
func lines[T any](t testing.TB, path ...string) []T {
	t.Helper()
	f, err := os.Open(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 64<<20)
	var all []T
	for sc.Scan() {
		var one T
		if err := json.Unmarshal(sc.Bytes(), &one); err != nil {
			t.Fatalf("%s: line %d: %v", path, len(all)+1, err)
		}
		all = append(all, one)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// verdicts is one judge's block of verdicts.
func verdicts(judge string, outcomes ...adhere.Outcome) []adhere.Verdict {
	vs := make([]adhere.Verdict, len(outcomes))
	for i, o := range outcomes {
		vs[i] = adhere.Verdict{Requirement: strconv.Itoa(i + 1), Judge: judge, Outcome: o}
	}
	return vs
}

func fromBools(judge string, met []bool) []adhere.Verdict {
	outcomes := make([]adhere.Outcome, len(met))
	for i, m := range met {
		outcomes[i] = adhere.OutcomeOf(m)
	}
	return verdicts(judge, outcomes...)
}

func requirements(n int) []adhere.Requirement {
	reqs := make([]adhere.Requirement, n)
	for i := range reqs {
		reqs[i].ID = strconv.Itoa(i + 1)
	}
	return reqs
}

// find returns the summary whose group is given as key and value in turn.
func find(t testing.TB, all []adhere.Summary, group ...string) adhere.Summary {
	t.Helper()
	for _, s := range all {
		same := len(s.Group) == len(group)/2
		for i := 0; i+1 < len(group); i += 2 {
			same = same && s.Group[group[i]] == group[i+1]
		}
		if same {
			return s
		}
	}
	t.Fatalf("no summary for %v", group)
	return adhere.Summary{}
}

func wantCounts(t testing.TB, s adhere.Summary, met, n int) {
	t.Helper()
	if s.Met != met || s.N != n || s.Value != float64(met)/float64(n) || s.Undefined != "" {
		t.Errorf("%s %v: %d/%d = %v (%s), want %d/%d", s.Metric, s.Group, s.Met, s.N, s.Value, s.Undefined, met, n)
	}
	if s.Lo >= s.Value || s.Hi <= s.Value {
		t.Errorf("%s %v: %v is not inside %v to %v", s.Metric, s.Group, s.Value, s.Lo, s.Hi)
	}
}

// TestRecordedQuestions takes DRFR over a third party's recorded outputs with
// GPT-4's verdicts; the figures are those of the data's own description.
func TestRecordedQuestions(t *testing.T) {
	type row struct {
		ID     string     `json:"id"`
		Subset string     `json:"subset"`
		Labels [][]string `json:"question_label"`
		Eval   []bool     `json:"eval"`
	}
	var records []adhere.Record
	questions, labels := 0, 0
	for _, r := range lines[row](t, benchdata.Dir(t, "infobench"), "gpt4_outputs_gpt4_verdicts.jsonl") {
		in := &adhere.Instruction{ID: r.ID, Requirements: requirements(len(r.Eval)), Tags: map[string]string{"subset": r.Subset}}
		for i := range in.Requirements {
			in.Requirements[i].Labels = r.Labels[i]
			labels += len(r.Labels[i])
		}
		questions += len(r.Eval)
		records = append(records, adhere.Record{
			Instruction: in, Response: &adhere.Response{}, Verdicts: fromBools("judge/recorded@1", r.Eval),
		})
	}
	all := metric.DRFR(metric.Options{By: []metric.Grouping{metric.ByTag("subset"), metric.ByLabel()}}).Of(records)
	wantCounts(t, find(t, all), 1971, 2250)
	wantCounts(t, find(t, all, "subset", "Easy_set"), 610, 690)
	wantCounts(t, find(t, all, "subset", "Hard_set"), 1361, 1560)
	n := 0
	for _, s := range all {
		if _, ok := s.Group["label"]; ok {
			n += s.N
		}
	}
	if n != labels || labels <= questions {
		t.Errorf("labels count %d requirements, want %d", n, labels)
	}
}

// TestRecordedRules takes the four accuracies over the official evaluator's
// verdicts on GPT-4's recorded answers, and holds every other model's against
// a plain count.
func TestRecordedRules(t *testing.T) {
	type row struct {
		Key           int
		IDs           []string `json:"instruction_id_list"`
		Strict, Loose []bool
	}
	files, err := filepath.Glob(filepath.Join(benchdata.Dir(t, "ifeval"), "golden", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var records []adhere.Record
			var want [4][2]int
			for _, r := range lines[row](t, file) {
				in := &adhere.Instruction{ID: fmt.Sprint(r.Key), Requirements: requirements(len(r.IDs))}
				for i, id := range r.IDs {
					in.Requirements[i].Rule = &adhere.Rule{Name: id}
				}
				records = append(records, adhere.Record{
					Instruction: in, Response: &adhere.Response{},
					Verdicts: append(fromBools("rule/plain-strict@1", r.Strict), fromBools("rule/plain-loose@1", r.Loose)...),
				})
				for i, verdicts := range [][]bool{r.Strict, r.Loose} {
					all := 1
					for _, v := range verdicts {
						want[2*i+1][1]++
						if v {
							want[2*i+1][0]++
						} else {
							all = 0
						}
					}
					want[2*i][0] += all
					want[2*i][1]++
				}
			}
			if strings.HasPrefix(filepath.Base(file), "gpt4-") && want != [4][2]int{{417, 541}, {698, 834}, {431, 541}, {714, 834}} {
				t.Errorf("the data's own count changed: %v", want)
			}
			for i, m := range []adhere.Metric{
				metric.InstructionAccuracy("prompt_level_strict_acc", metric.Options{Judge: "rule/plain-strict"}),
				metric.ConstraintAccuracy("inst_level_strict_acc", metric.Options{Judge: "rule/plain-strict", By: []metric.Grouping{metric.ByRule()}}),
				metric.InstructionAccuracy("prompt_level_loose_acc", metric.Options{Judge: "rule/plain-loose@1"}),
				metric.ConstraintAccuracy("inst_level_loose_acc", metric.Options{Judge: "rule/plain-loose"}),
			} {
				all := m.Of(records)
				wantCounts(t, find(t, all), want[i][0], want[i][1])
				if i == 1 && len(all) != 26 {
					t.Errorf("%d summaries by checker, want the whole and 25", len(all))
				}
			}
		})
	}
}
