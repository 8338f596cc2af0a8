package refine_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adhere"
	"adhere/refine"
	"adhere/training"
)

func TestTracesAreReadBack(t *testing.T) {
	want := []adhere.Trace{
		traceOf(t, wants("salt", "waves"), "<salt>", "salt waves"),
		traceOf(t, wants("gulls"), "gulls"),
	}
	var lines, pretty bytes.Buffer
	for i := range want {
		if err := json.NewEncoder(&lines).Encode(want[i]); err != nil {
			t.Fatal(err)
		}
		enc := json.NewEncoder(&pretty)
		enc.SetIndent("", "  ")
		if err := enc.Encode(want[i]); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{lines.String(), pretty.String()} {
		got, err := refine.ReadTraces(strings.NewReader(text), "t.jsonl")
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(adhere.Trace{}), cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
	}
}

func TestWhatIsNoTraceIsRefused(t *testing.T) {
	const whole = `"instruction":{"id":"a","messages":[],"requirements":[{"id":"1"}]},"request":{"messages":[{"role":"user","content":"p"}]}`
	for text, want := range map[string]string{
		`{`:                               "object 1",
		`{"id":"a","response":"x"}`:       "instruction or request is missing",
		`{` + whole + `,"final":1}`:       "final is 1",
		`{` + whole + `,"final":-1} nope`: "object 2",
		`{` + whole + `,"attempts":[{"response":{"text":"x"},"verdicts":[]}],"final":0}{` + whole + `,"attempts":[{"verdicts":[{},{}]}]}`: "attempt 0 has 2 verdicts on 1 requirements",
		`{` + whole + `,"attempts":[{"verdicts":[{"requirement":"1","outcome":"yes"}]}]}`:                                                 `no outcome is named "yes"`,
	} {
		_, err := refine.ReadTraces(strings.NewReader(text), "t.jsonl")
		if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "t.jsonl") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// What is read can be exported, whatever it is.
func FuzzTraces(f *testing.F) {
	f.Add(`{"instruction":{"id":"a","messages":[],"requirements":[{"id":"1","text":"t"}]},"request":{"messages":[{"role":"user","content":"p"}]},"attempts":[{"response":{"text":"x"},"verdicts":[{"requirement":"1","outcome":"met","reason":"so"}]}],"final":0}`)
	f.Add(`{"instruction":{},"request":{"messages":[{}]},"attempts":[{}],"final":-1}`)
	f.Fuzz(func(t *testing.T, text string) {
		traces, err := refine.ReadTraces(strings.NewReader(text), "f")
		if err != nil {
			return
		}
		d, err := refine.Export(traces, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Card.WriteMarkdown(&bytes.Buffer{}, refine.Kinds()); err != nil {
			t.Fatal(err)
		}
	})
}

// The answers of a run teach like those of best_of_n.
func TestRecordsAsTraces(t *testing.T) {
	in := wants("salt", "waves")
	record := func(attempt int, text string, verdicts ...adhere.Verdict) adhere.Record {
		return adhere.Record{Instruction: in, Attempt: attempt, Response: &adhere.Response{Text: text, Model: "m"}, Verdicts: verdicts}
	}
	by := func(judge string, outcomes ...adhere.Outcome) []adhere.Verdict {
		var list []adhere.Verdict
		for i, o := range outcomes {
			list = append(list, adhere.Verdict{Requirement: in.Requirements[i].ID, Judge: judge, Outcome: o, Reason: "seen"})
		}
		return list
	}
	traces := refine.FromRecords([]adhere.Record{
		record(0, "salt", append(by("rule/x@1", adhere.Met, adhere.Skipped), by("judge/y@1", adhere.Skipped, adhere.NotMet)...)...),
		record(1, "salt waves", by("rule/x@1", adhere.Met, adhere.Met)...),
		{Instruction: in, Attempt: 2, Err: "down"},
	}, "run/1")
	if len(traces) != 1 || traces[0].Final != 1 || len(traces[0].Attempts) != 3 || outcomes(traces[0].Attempts[0].Verdicts) != "met,not_met" {
		t.Fatalf("%+v", traces)
	}
	d := export(t, traces...)
	if got := pairs(d); len(got) != 1 || got[0] != "salt waves > salt" || len(d.Supervised) != 1 || len(d.Critic) != 4 {
		t.Errorf("%q, %d supervised, %d for a critic", got, len(d.Supervised), len(d.Critic))
	}
}

func TestCutOffAnswersAreNotChosen(t *testing.T) {
	tr := traceOf(t, wants("salt", "waves"), "salt", "salt waves")
	tr.Attempts[1].Response.Finish = adhere.FinishLength
	if d := export(t, tr); len(d.Preferences) != 0 || len(d.Supervised) != 0 || len(d.Critic) == 0 {
		t.Errorf("%d pairs, %d supervised", len(d.Preferences), len(d.Supervised))
	}
}

func TestCardAsPage(t *testing.T) {
	d := export(t, traceOf(t, wants("salt", "waves"), "<salt>", "salt waves"))
	d.Card.Prompts = "…"
	d.Card.Sources, d.Card.Licence = []string{"a `run`\nof mine"}, []string{"Ask first."}
	var b bytes.Buffer
	if err := d.Card.WriteMarkdown(&b, []string{training.KindPreferences, training.KindSupervised}); err != nil {
		t.Fatal(err)
	}
	golden(t, "card.md", b.String())
}
