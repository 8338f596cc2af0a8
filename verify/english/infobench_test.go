package english_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// A judged is a question, named but not quoted, with what was found when its
// reading was checked by hand.
type judged struct {
	ID       string         `json:"id"`
	Question int            `json:"question"` // from 0
	Drawn    bool           `json:"drawn"`    // by the seed; the others are here because they are read
	Decides  english.Extent `json:"decides"`
	Judged   string         `json:"judged"` // right, wrong, undecidable, or missed: decidable, but not read
	Why      string         `json:"why"`
	Pass     []string       `json:"pass"` // answers that must meet the check
	Fail     []string       `json:"fail"` // answers that must not
	Open     []string       `json:"open"` // answers that a judge decides
}

func (j *judged) key() string { return fmt.Sprintf("%s#%d", j.ID, j.Question) }

// catalog keeps checks that were made: many questions are read alike.
var catalog = sync.OnceValue(func() *verify.Catalog { return verify.NewCatalog(algebra.Suite()) })

func compiled(c algebra.Check) (verify.Check, error) { return catalog().Compile(c.Rule()) }

// questions returns InFoBench's questions by key, and the keys in order.
func questions(t *testing.T) (byKey map[string]adhere.Requirement, order []string) {
	t.Helper()
	byKey = map[string]adhere.Requirement{}
	type row struct {
		ID        string     `json:"id"`
		Questions []string   `json:"decomposed_questions"`
		Labels    [][]string `json:"question_label"`
	}
	for _, r := range readLines[row](t, filepath.Join(benchdata.Dir(t, "infobench"), "InfoBench.jsonl")) {
		for i, q := range r.Questions {
			key := (&judged{ID: r.ID, Question: i}).key()
			byKey[key] = adhere.Requirement{ID: key, Text: q, Labels: r.Labels[i]}
			order = append(order, key)
		}
	}
	return byKey, order
}

// TestSample holds the reader to a sample that was checked by hand: 320
// questions drawn by a seed, 300 drawn by another for a second opinion, and all
// others that are read.
func TestSample(t *testing.T) {
	byKey, order := questions(t)
	sample := map[string]judged{}
	count := map[string]int{}
	for _, j := range readLines[judged](t, filepath.Join("testdata", "infobench_sample.jsonl")) {
		sample[j.key()] = j
		count[j.Judged]++
		holdJudged(t, &j, byKey[j.key()].Text)
	}
	for _, i := range rand.New(rand.NewPCG(2026, 21)).Perm(len(order))[:320] {
		if !sample[order[i]].Drawn {
			t.Errorf("%s was drawn, but is not in the sample", order[i])
		}
	}
	for _, i := range rand.New(rand.NewPCG(1505, 4)).Perm(len(order))[:300] { // by who came to check the first
		if sample[order[i]].ID == "" {
			t.Errorf("%s was drawn again, but is not in the sample", order[i])
		}
	}
	for _, key := range order {
		if got, ok := english.Read(byKey[key].Text); ok && sample[key].ID == "" {
			t.Errorf("%s is read as %q, but nobody checked that", key, got.Check)
		}
	}
	t.Log(count)
	if count["wrong"]*100 > 2*(count["right"]+count["wrong"]) {
		t.Errorf("%d readings wrong, %d right: want 98 %% right", count["wrong"], count["right"])
	}
}

func holdJudged(t *testing.T, j *judged, question string) {
	t.Helper()
	got, ok := english.Read(question)
	if got.Decides != j.Decides || ok != (j.Decides != english.None) {
		t.Errorf("%s: decides %s, want %s", j.key(), got.Decides, j.Decides)
		return
	}
	if !ok {
		return
	}
	if len(j.Pass) == 0 || len(j.Fail) == 0 {
		t.Errorf("%s: expected answers that pass and that fail", j.key())
	}
	check, err := compiled(got.Check)
	if err != nil {
		t.Fatal(j.key(), err)
	}
	for _, answer := range j.Pass {
		if f := check(verify.NewText(spelled(answer))); !f.Met {
			t.Errorf("%s: %.60q must pass: %s", j.key(), answer, f)
		}
	}
	for _, answer := range j.Open {
		if f := check(verify.NewText(spelled(answer))); !f.Undecided {
			t.Errorf("%s: %.60q must be left open: %s", j.key(), answer, f)
		}
	}
	for _, answer := range j.Fail {
		if f := check(verify.NewText(spelled(answer))); f.Met {
			t.Errorf("%s: %.60q must fail: %s", j.key(), answer, f)
		}
	}
}

var repeatedWords = regexp.MustCompile(`\{(\d+) words\}`)

// spelled writes "{3 words}" as three words.
func spelled(answer string) string {
	return repeatedWords.ReplaceAllStringFunc(answer, func(s string) string {
		n, _ := strconv.Atoi(repeatedWords.FindStringSubmatch(s)[1])
		return strings.TrimSpace(strings.Repeat("word ", n))
	})
}

// TestPartsOfRecordedAnswers holds parts to a model's verdicts on recorded
// answers: a part that is not met must not fail what was judged met.
func TestPartsOfRecordedAnswers(t *testing.T) {
	type row struct {
		ID        string   `json:"id"`
		Output    string   `json:"output"`
		Questions []string `json:"decomposed_questions"`
		Met       []bool   `json:"eval"`
	}
	asked, failed, wrong := 0, 0, 0
	for _, r := range readLines[row](t, filepath.Join(benchdata.Dir(t, "infobench"), "gpt4_outputs_gpt4_verdicts.jsonl")) {
		text := verify.NewText(r.Output)
		for i, q := range r.Questions {
			got, _ := english.Read(q)
			if got.Decides != english.Part || i >= len(r.Met) {
				continue
			}
			check, err := compiled(got.Check)
			if err != nil {
				t.Fatal(r.ID, err)
			}
			asked++
			f := check(text)
			if f.Met {
				continue
			}
			failed++
			if strings.Contains(f.Measured, "given up") {
				t.Errorf("%s#%d: %s", r.ID, i, f)
			}
			if r.Met[i] {
				wrong++
				t.Logf("%s#%d was judged met: %s", r.ID, i, f)
			}
		}
	}
	t.Logf("%d parts, %d not met, %d of them judged met", asked, failed, wrong)
	if asked == 0 || wrong*100 > asked {
		t.Errorf("%d of %d parts contradict a verdict, want at most 1 %%", wrong, asked)
	}
}
