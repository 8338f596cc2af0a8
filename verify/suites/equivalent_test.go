package suites_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/suites"
)

// A trial is a rule with answers to hold it and its expression against.
type trial struct {
	rule    *adhere.Rule
	answers []string
}

func readLines[T any](t testing.TB, path ...string) []T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, len(text)+1)
	for lines.Scan() {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// A task is a line of IFEval's or IFBench's data, with or without an answer.
type task struct {
	Key      any               `json:"key"`
	Prompt   string            `json:"prompt"`
	IDs      []string          `json:"instruction_id_list"`
	Args     []json.RawMessage `json:"kwargs"`
	Response string            `json:"response"`
}

// ifevalTrials are the rules of all prompts, with the answers of some models.
func ifevalTrials(t testing.TB) []trial {
	files, err := filepath.Glob(filepath.Join(benchdata.Dir(t, "ifeval/golden"), "*.jsonl"))
	if err != nil || len(files) < 9 {
		t.Fatalf("recorded answers are missing: %q (%v)", files, err)
	}
	var out []trial
	at := map[string]int{}
	const enough = 4 // models; the golden verdicts of all are compared beside the checkers
	for _, file := range files[:enough] {
		for _, row := range readLines[task](t, file) {
			for i, id := range row.IDs {
				key := id + string(row.Args[i])
				if _, seen := at[key]; !seen {
					at[key] = len(out)
					out = append(out, trial{rule: &adhere.Rule{Name: "ifeval/" + id, Args: row.Args[i]}})
				}
				own := &out[at[key]]
				own.answers = append(own.answers, row.Response)
			}
		}
	}
	return out
}

// mutate changes an answer at a place or two: the changes are those that
// checkers look at.
func mutate(r *rand.Rand, s string) string {
	pieces := []string{
		" ", "\n", "\n\n", ",", ".", "!", "?", "\"", "'", "*", "**", "***", "******", "-", "- ", "* a\n", "<<", ">>", "[", "]", "(", ")", "A", "b", "5", "P.S. ", "# ", "`", "```", "\t",
	}
	for range 1 + r.IntN(2) {
		at := r.IntN(len(s) + 1)
		end := min(at+r.IntN(1+len(s)/4), len(s))
		switch r.IntN(6) {
		case 0:
			s = s[:at] + s[end:]
		case 1:
			s = s[:at]
		case 2:
			s = s[:at] + strings.ToUpper(s[at:end]) + s[end:]
		case 3:
			s = s[:at] + s[at:end] + s[at:]
		default:
			s = s[:at] + pieces[r.IntN(len(pieces))] + s[at:]
		}
	}
	return strings.ToValidUTF8(s, "")
}

// TestEquivalents holds each checker to its expression, on recorded answers
// and on changed ones: the same verdict where they are equal, hardly another
// where they are nearly so, and never met where the necessary part is not.
func TestEquivalents(t *testing.T) {
	e, catalog := suites.NewExpresser(), suites.Catalog()
	tried, differ, met := map[string]int{}, map[string]int{}, map[string]int{}
	for _, trial := range trials(t) {
		c, likeness, note := e.Express(trial.rule)
		if likeness == algebra.Code {
			continue
		}
		name := trial.rule.Name
		native, err := catalog.Compile(trial.rule)
		if err != nil {
			t.Fatal(err)
		}
		expressed, err := c.Compile()
		if err != nil {
			t.Fatalf("%s %s: %v", name, trial.rule.Args, err)
		}
		r := rand.New(rand.NewPCG(uint64(len(trial.answers)), uint64(len(trial.rule.Args))))
		for i, answer := range trial.answers {
			texts := []string{answer}
			for range changes(len(trial.answers), tried[name]) {
				texts = append(texts, mutate(r, answer))
			}
			for _, s := range texts {
				text := verify.NewText(s)
				one, other := verify.Strict.Decide(native, text), verify.Strict.Decide(expressed, text)
				tried[name]++
				if one.Met {
					met[name]++
				}
				bad := one.Met != other.Met
				if likeness == algebra.Part {
					bad = one.Met && !other.Met
				}
				if !bad {
					continue
				}
				if differ[name]++; likeness != algebra.Nearly {
					t.Errorf("%s %s, answer %d: the checker says %v (%s), its expression %v (%s): %.300q", name, trial.rule.Args, i, one.Met, one, other.Met, other, s)
				} else if testing.Verbose() {
					t.Logf("%s %.200s, answer %d: the checker says %v (%s), its expression %v (%s; %s): %.200q", name, trial.rule.Args, i, one.Met, one, other.Met, other, note, s)
				}
			}
		}
	}
	for name, n := range tried {
		t.Logf("%s: %d of %d verdicts differ, %d met", name, differ[name], n, met[name])
		if met[name] == 0 || met[name] == n {
			t.Errorf("%s: %d of %d are met: that shows little", name, met[name], n)
		}
		if differ[name]*50 > n {
			t.Errorf("%s: %d of %d verdicts differ from its expression's: that is not nearly the same", name, differ[name], n)
		}
	}
	everyIsTried(t, tried)
}

// changes says how often an answer is changed: more often where there are
// few, and not once enough have been tried.
func changes(answers, tried int) int {
	const enough = 200
	if tried > enough {
		return 0
	}
	return max(1, 60/answers)
}

func trials(t testing.TB) []trial {
	return slices.Concat(ifevalTrials(t), followbenchTrials(t), ifbenchTrials(t), exampleTrials(t))
}

// everyIsTried holds that no expression is left out.
func everyIsTried(t *testing.T, tried map[string]int) {
	t.Helper()
	for suite, list := range suites.Equivalents() {
		for _, q := range list {
			if name := suite + "/" + q.Checker; q.Of != nil && tried[name] == 0 {
				t.Errorf("%s has an expression that is not tried", name)
			}
		}
	}
}

// TestEveryCheckerHasAnEquivalent holds that each checker is listed once,
// with a reason wherever its expression says something else.
func TestEveryCheckerHasAnEquivalent(t *testing.T) {
	equivalents := suites.Equivalents()
	for _, s := range suites.All() {
		if s.Name == algebra.Suite().Name {
			continue
		}
		listed := map[string]algebra.Equivalent{}
		for _, q := range equivalents[s.Name] {
			listed[q.Checker] = q
		}
		for _, k := range s.Checkers {
			q, ok := listed[k.Name]
			switch {
			case !ok:
				t.Errorf("%s/%s: nothing is said about it", s.Name, k.Name)
			case (q.Note == "") != (q.Likeness == algebra.Equal), (q.Of == nil) != (q.Likeness == algebra.Code):
				t.Errorf("%s/%s: likeness %q, note %q, expression %v", s.Name, k.Name, q.Likeness, q.Note, q.Of != nil)
			}
		}
		if len(listed) != len(s.Checkers) || len(listed) != len(equivalents[s.Name]) {
			t.Errorf("%s: %d checkers, %d of %d names", s.Name, len(s.Checkers), len(listed), len(equivalents[s.Name]))
		}
	}
}
