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

// TestWhatIsToBeAvoided holds that nobody learns to do what takes points.
func TestWhatIsToBeAvoided(t *testing.T) {
	in := wants("salt", "an insult")
	in.Requirements[1].Weight = -1
	record := func(attempt int, text string, outcomes ...adhere.Outcome) adhere.Record {
		r := adhere.Record{Instruction: in, Attempt: attempt, Response: &adhere.Response{Text: text}}
		for i, o := range outcomes {
			r.Verdicts = append(r.Verdicts, adhere.Verdict{Requirement: in.Requirements[i].ID, Judge: "judge/y@1", Outcome: o, Reason: "seen"})
		}
		return r
	}
	d := export(t, refine.FromRecords([]adhere.Record{record(0, "rude", adhere.Met, adhere.Met), record(1, "kind", adhere.Met, adhere.NotMet)}, "m")...)
	if got := pairs(d); len(got) != 1 || got[0] != "kind > rude" {
		t.Errorf("pairs %q", got)
	}
	if len(d.Supervised) != 1 || d.Supervised[0].Messages[1].Text != "kind" {
		t.Errorf("supervised %+v", d.Supervised)
	}
	for _, e := range d.Critic {
		if strings.HasPrefix(e.Constraint, "avoid: ") && e.Followed != (e.Response == "kind") {
			t.Errorf("%s of %q: followed %t", e.Constraint, e.Response, e.Followed)
		}
	}
}

// TestConversationsAsTraces holds that the answer to each turn is learned from
// with the conversation before it and by its own requirements.
func TestConversationsAsTraces(t *testing.T) {
	in := wants("salt", "waves")
	in.Messages = append(in.Messages, adhere.Message{Role: adhere.Assistant}, adhere.Message{Role: adhere.User, Text: "And now?"})
	in.Requirements[0].Turn, in.Requirements[1].Turn = 1, 2
	record := func(attempt int, first, second string, outcomes ...adhere.Outcome) adhere.Record {
		r := adhere.Record{Instruction: in, Attempt: attempt, Response: &adhere.Response{Text: second, Earlier: []string{first}}}
		for i, o := range outcomes {
			r.Verdicts = append(r.Verdicts, adhere.Verdict{Requirement: in.Requirements[i].ID, Judge: "judge/y@1", Outcome: o, Reason: "seen"})
		}
		return r
	}
	d := export(t, refine.FromRecords([]adhere.Record{
		record(0, "sand", "waves", adhere.NotMet, adhere.Met), record(1, "salt", "wind", adhere.Met, adhere.NotMet), {Instruction: in, Attempt: 2, Err: "down"},
	}, "m")...)
	if got := pairs(d); len(got) != 1 || got[0] != "salt > sand" {
		t.Errorf("pairs %q", got)
	}
	var said []string
	for _, e := range d.Supervised {
		for _, m := range e.Messages[1:] {
			said = append(said, m.Text)
		}
	}
	if got := strings.Join(said, "|"); got != "salt|sand|And now?|waves" {
		t.Errorf("supervised %s", got)
	}
	for _, e := range d.Critic {
		if e.Followed != strings.Contains(e.Constraint, e.Response) {
			t.Errorf("%+v", e)
		}
	}
}

func TestCutOffAnswersAreNotChosen(t *testing.T) {
	for _, cut := range []adhere.Finish{adhere.FinishLength, adhere.FinishFiltered} {
		tr := traceOf(t, wants("salt", "waves"), "salt", "salt waves")
		tr.Attempts[1].Response.Finish = cut
		if d := export(t, tr); len(d.Preferences) != 0 || len(d.Supervised) != 0 || len(d.Critic) == 0 {
			t.Errorf("%s: %d pairs, %d supervised", cut, len(d.Preferences), len(d.Supervised))
		}
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
