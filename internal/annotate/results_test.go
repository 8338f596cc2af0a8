package annotate_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/annotate"
	"adhere/metric"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// labelled returns a campaign of two answers to each of four instructions
// that three people have scored and labelled; what they say differs by seed.
func labelled(t *testing.T) (*annotate.Campaign, []annotate.Unit, []annotate.Member, []annotate.Event) {
	c, units := sample(t, "score-then-questions", 4, annotate.Settings{Pay: adhere.USD})
	for i := range units {
		units[i].Answers = units[i].Answers[:2]
		for k := range units[i].Answers {
			units[i].Answers[k].Run = fmt.Sprint("run-", k)
			for _, q := range units[i].Instruction.Requirements {
				units[i].Answers[k].Verdicts = append(units[i].Answers[k].Verdicts, adhere.Verdict{Requirement: q.ID, Judge: "judge/j@1", Outcome: adhere.OutcomeOf(k == 0 || q.ID == "x"), Usage: adhere.Usage{Calls: 1, Money: adhere.USD / 100}})
			}
		}
	}
	var members []annotate.Member
	var events []annotate.Event
	for n, person := range []string{"ada", "bo", "cy"} {
		members = append(members, annotate.Member{Person: person})
		for _, u := range units {
			order := c.Order(person, u.Number, 2)
			f := map[string]string{}
			for place, answer := range order {
				slot := string(rune('A' + place))
				f[slot+".score"] = fmt.Sprint(1 + (u.Number+answer+n/2)%5)
				for q := range 3 {
					f[fmt.Sprintf("%s.%d", slot, q+1)] = []string{"met", "not_met", "met", "met", "unsure"}[(u.Number*7+answer*3+q+n*(u.Number%2))%5]
				}
			}
			add := func(kind annotate.EventKind, at time.Duration, f map[string]string, version int) {
				events = append(events, annotate.Event{Campaign: c.ID, Unit: u.Number, Person: person, Kind: kind, Fields: f, Version: version, Client: "c", At: noon.Add(at)})
			}
			add(annotate.Begin, 0, fields(annotate.FieldOrder, annotate.OrderText(order)), 0)
			add(annotate.Handed, time.Minute, f, 1)
		}
	}
	return c, units, members, events
}

func results(t *testing.T, c *annotate.Campaign, units []annotate.Unit, members []annotate.Member, events []annotate.Event) *annotate.Results {
	t.Helper()
	r, err := annotate.NewResults(c, units, members, nil, events)
	code(t, err, "")
	return r
}

// TestAgreementIsThatOfTheExport holds that the page says what the exported
// lines say.
func TestAgreementIsThatOfTheExport(t *testing.T) {
	c, units, members, events := labelled(t)
	r := results(t, c, units, members, events)
	var file bytes.Buffer
	code(t, r.Write(&file, "verdicts.jsonl"), "")
	var all []metric.Judged
	for line := range strings.Lines(file.String()) {
		var v adhere.Verdict
		var at struct {
			Instruction, Model string
			Attempt            int
			Order              []int
			Person             string
			Finished           time.Time
			Version            int
		}
		if json.Unmarshal([]byte(line), &v) != nil || json.Unmarshal([]byte(line), &at) != nil || v.Judge != "person/"+at.Person || len(at.Order) != 2 || at.Finished.IsZero() || at.Version != 1 {
			t.Fatalf("line %s", line)
		}
		all = append(all, metric.Judged{Instruction: at.Instruction, Attempt: at.Attempt, Model: at.Model, Verdict: v})
	}
	if len(all) != 4*2*3*3 {
		t.Fatalf("%d lines", len(all))
	}
	want, err := metric.Agree(all, metric.AgreeOptions{})
	code(t, err, "")
	got, err := r.Agreement()
	code(t, err, "")
	if d := cmp.Diff(want, got.Verdicts); d != "" {
		t.Error(d)
	}
	if want.Fleiss.Undefined != "" || want.Alpha.Undefined != "" {
		t.Error("the sample proves nothing:", want.Fleiss, want.Alpha)
	}
}

func TestSources(t *testing.T) {
	c, units, members, events := labelled(t)
	a, err := results(t, c, units, members, events).Agreement()
	code(t, err, "")
	if len(a.Gold.Judges) != 4 || a.Gold.Judges[0].Judge != "person/ada" || a.Gold.Judges[3].Judge != "judge/j@1" || a.Gold.Gold != annotate.GoldMajority {
		t.Fatalf("%+v", a.Gold)
	}
	ada, judge := a.Gold.Raters[0], &a.Gold.Judges[3]
	if ada.Rater != "person/ada" || ada.Usage.Money != 4*adhere.USD || ada.Usage.Time != 4*time.Minute {
		t.Errorf("ada cost %v in %v", ada.Usage.Money, ada.Usage.Time)
	}
	if n := adaLabels(results(t, c, units, members, events)); ada.Met+ada.NotMet != n || a.Gold.Judges[0].N >= n {
		t.Errorf("%d labels by ada, %d of them held against others, expected %d and fewer", ada.Met+ada.NotMet, a.Gold.Judges[0].N, n)
	}
	if used := a.Gold.Raters[3].Usage.Money; used != 24*adhere.USD/100 || judge.N == 0 || len(judge.ByLabel) != 2 || judge.Distance.N != 4 {
		t.Errorf("%v %+v", used, judge)
	}
	if a.Scores == nil || a.Scores.N != 24 || a.Scores.Pairwise.N != 4 {
		t.Errorf("scores %+v", a.Scores)
	}
}

// adaLabels counts what ada decided.
func adaLabels(r *annotate.Results) int {
	n := 0
	for _, j := range r.Judged() {
		if j.Verdict.Judge == "person/ada" && j.Verdict.Outcome.Decided() {
			n++
		}
	}
	return n
}

func TestWhatIsLeftOut(t *testing.T) {
	c, units, members, events := labelled(t)
	members[2].Excluded = "failed the checks"
	events = append(events, annotate.Event{Campaign: c.ID, Unit: 1, Person: "di", Kind: annotate.Begin, At: noon})
	r := results(t, c, units, members, events)
	got := map[string]int{}
	for _, x := range r.Exclusions() {
		got[x.What] = x.N
	}
	if got["tasks of cy"] != 4 || got["tasks not handed in"] != 1 || got[`answers "unknown"`] == 0 {
		t.Errorf("%v", got)
	}
	for _, l := range r.Labels() {
		if l.Person == "cy" || l.Person == "di" {
			t.Fatalf("%+v counts", l)
		}
	}
}

func TestExports(t *testing.T) {
	c, units, members, events := labelled(t)
	units[0].Answers[0].Text, units[0].Answers[0].Maker = "=HYPERLINK(1) I'm Claude", "I'm Claude"
	c.Log = []annotate.Entry{{ID: 1, Campaign: c.ID, Person: "lead", Kind: annotate.LogStarted, At: noon}, {ID: 2, Campaign: c.ID, Person: "ada", Kind: annotate.LogCompleted, About: "ada", Text: "5f2c8d", At: noon}}
	c.Log = append(c.Log, annotate.Entry{
		Person: "lead", Kind: annotate.LogSettings, About: "unit 1", At: noon,
		Text: `{"was":{"kind":"check","gold":[{"question":"1","value":"met"}]},"now":{"kind":"work"}}`,
	})
	r := results(t, c, units, members, events)
	editing, proposed, events := edited(t)
	edits := results(t, editing, proposed, nil, events)
	for _, e := range annotate.Exports() {
		from := r
		if strings.Contains(e.Name, "edits") {
			from = edits
		}
		var b bytes.Buffer
		code(t, from.Write(&b, e.Name), "")
		golden := filepath.Join("testdata", "export", e.Name)
		if *update {
			os.MkdirAll(filepath.Dir(golden), 0o755)
			os.WriteFile(golden, b.Bytes(), 0o644)
		}
		want, err := os.ReadFile(golden)
		if err != nil || b.String() != string(want) || b.Len() == 0 {
			t.Errorf("%s differs from %s (-update rewrites it): %v", e.Name, golden, cmp.Diff(string(want), b.String()))
		}
	}
	code(t, r.Write(&bytes.Buffer{}, "x"), adhere.NotFound)
}

func TestReadLabels(t *testing.T) {
	for text, want := range map[string]string{
		"":    "empty",
		"{}":  "line 1: judge",
		"{x":  "line 1",
		"a,b": "row 1: there is no column instruction",
		"instruction;requirement;judge;outcome;reason\ni;1;person/x;met;\"two\nlines\"\n;;;;\ni;2;person/x;met;caf\xe9\n":                                              "row 4: cell 5 is not valid UTF-8",
		"instruction,requirement,judge,outcome\ni,1\n":                                                                                                                 "row 2: wrong number of fields",
		`{"instruction":"i","requirement":"1","judge":"judge/x","outcome":"met"}`:                                                                                      "line 1: judge",
		`{"instruction":"i","requirement":"1","judge":"person/x","outcome":"met"}` + "\n" + `{"instruction":"i","requirement":"1","judge":"person/x","outcome":"yes"}`: "line 2: outcome",
		"instruction,requirement,judge,outcome,attempt\ni,1,person/x,met,one\n":                                                                                        "row 2: attempt",
		"instruction,requirement,judge,outcome,begun\ni,1,person/x,met,noon\n":                                                                                         "row 2: begun",
		"instruction,requirement,judge,outcome,seconds\ni,1,person/x,met,-1\n":                                                                                         "row 2: seconds",
		`{"instruction":"i","judge":"person/x","score":6}`:                                                                                                             "line 1: score",
	} {
		_, err := annotate.ReadLabels("f", strings.NewReader(text))
		if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for name, text := range map[string]string{"labels.xlsx": "", "labels.csv": "PK\x03\x04\x14", "the pasted text": "PK\x03\x04\x14"} { // on pages a file has no name
		if _, err := annotate.ReadLabels(name, strings.NewReader(text)); adhere.HintOf(err) != "save the table as CSV in UTF-8" {
			t.Errorf("%s: %v (%s)", name, err, adhere.HintOf(err))
		}
	}
}

// Programs on Windows put a byte order mark before what they write.
func TestReadLabelsBehindAMark(t *testing.T) {
	for _, text := range []string{
		`{"instruction":"i","requirement":"1","judge":"person/ann","outcome":"met"}`,
		"\"instruction\",\"requirement\",\"judge\",\"outcome\"\ni,1,person/ann,met\n",
	} {
		if labels, err := annotate.ReadLabels("f", strings.NewReader("\ufeff"+text)); err != nil || len(labels) != 1 {
			t.Errorf("%s: %v, %v", text, labels, err)
		}
	}
}

func FuzzReadLabels(f *testing.F) {
	f.Add(`{"instruction":"i","requirement":"1","judge":"person/x","outcome":"met"}`)
	f.Add("instruction,requirement,judge,outcome\ni,1,person/x,met\n\"")
	f.Add(`[{"data":{"id":"a","answer_1_model":"m"},"annotations":[{"completed_by":"ada","result":[{"from_name":"1","to_name":"answer_1","type":"choices","value":{"choices":["met"]}}]}]}]`)
	f.Add(`{"fields":{"id":"a"},"responses":{"answer_1.1":[{"value":"met","user_id":"ada"}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		labels, err := annotate.ReadLabels("f", strings.NewReader(text))
		if err != nil && adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%v is no error of the file", err)
		}
		for _, l := range labels {
			if l.Person == "" || !l.Outcome.Valid() {
				t.Errorf("%+v", l)
			}
		}
	})
}

func TestMarking(t *testing.T) {
	_, units := sample(t, "pairwise", 1, annotate.Settings{})
	u := units[0]
	u.Gold = []annotate.Gold{{Question: "preferred", Value: "first", Why: "B rambles."}}
	p, _ := annotate.ProtocolNamed("pairwise")
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		form := annotate.NewForm(p, &u, order)
		right := map[int]string{0: "first", 1: "second"}[order[0]]
		for _, said := range []string{"first", "second", "tie"} {
			s := form.Mark(&annotate.Task{Order: order, Fields: fields("prefer", said)})
			if s.Of != 1 || (s.Right == 1) != (said == right) {
				t.Errorf("order %v, said %s: %+v", order, said, s)
			}
		}
	}
}
