package refine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/prompt"
	"adhere/refine"
	"adhere/training"
)

func traceOf(t *testing.T, in *adhere.Instruction, replies ...string) adhere.Trace {
	t.Helper()
	return *mustRefine(t, "decrim", refine.Options{Model: inTurn(replies...), MaxIterations: len(replies) - 1}, in)
}

func export(t *testing.T, traces ...adhere.Trace) *refine.Dataset {
	t.Helper()
	d, err := refine.Export(traces, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func written(t *testing.T, d *refine.Dataset) string {
	t.Helper()
	var b bytes.Buffer
	for _, write := range []func() error{
		func() error { return jsonl.Write(&b, d.Critic) },
		func() error { return jsonl.Write(&b, d.Preferences) },
		func() error { return jsonl.Write(&b, d.Supervised) },
	} {
		if err := write(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func pairs(d *refine.Dataset) []string {
	var list []string
	for _, p := range d.Preferences {
		list = append(list, p.Chosen[0].Text+" > "+p.Rejected[0].Text)
	}
	return list
}

func TestExportShapes(t *testing.T) {
	d := export(t, traceOf(t, wants("salt", "waves"), "<salt>", "salt waves"))
	if d.Card.Prompts != prompt.Default().Hash() {
		t.Errorf("the card names the wording %s", d.Card.Prompts)
	}
	d.Card.Prompts = "…"      // changes with every template
	for i := range d.Critic { // its wording is the judge's
		d.Critic[i].Messages[0].Text = "…"
	}
	card, err := json.MarshalIndent(d.Card, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "export.jsonl", written(t, d)+string(card)+"\n")
}

func TestPreferencesGoByVerdicts(t *testing.T) {
	in := wants("salt", "waves", "gulls")
	for name, c := range map[string]struct {
		replies []string
		want    []string
	}{
		"better":              {[]string{"salt", "salt waves", "salt waves gulls"}, []string{"salt waves > salt", "salt waves gulls > salt", "salt waves gulls > salt waves"}},
		"worse later":         {[]string{"salt waves", "salt"}, []string{"salt waves > salt"}},
		"a trade":             {[]string{"salt", "waves gulls"}, nil},
		"nothing gained":      {[]string{"salt", "salt foam"}, nil},
		"decided, not gained": {[]string{"salt ?waves", "salt waves"}, nil},
		"lost to doubt":       {[]string{"salt", "?salt waves"}, nil},
		"discarded":           {[]string{"salt", ""}, nil},
	} {
		if diff := cmp.Diff(c.want, pairs(export(t, traceOf(t, in, c.replies...)))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestSupervisedNeedsEveryRequirement(t *testing.T) {
	in := wants("salt", "waves")
	for last, want := range map[string]int{"salt waves": 1, "salt": 0, "salt ?waves": 0, "": 0} {
		if d := export(t, traceOf(t, in, "x", last)); len(d.Supervised) != want || d.Card.Supervised.Kept != want {
			t.Errorf("%q: %d examples", last, len(d.Supervised))
		}
	}
	refusal := traceOf(t, in, "I cannot write of salt waves salt waves", "x")
	if d := export(t, refusal); len(d.Supervised) != 0 || len(d.Preferences) != 0 {
		t.Error("a refusal is no example, whatever rules it meets")
	}
	cut := traceOf(t, in, "salt waves")
	cut.Attempts[0].Response.Finish = adhere.FinishLength
	if d := export(t, cut); len(d.Supervised) != 0 {
		t.Error("an answer that was cut off is no example")
	}
}

func TestExportIsWithoutDuplicates(t *testing.T) {
	a := traceOf(t, wants("salt", "waves"), "salt", "salt waves")
	one, three := export(t, a), export(t, a, a, a)
	if written(t, one) != written(t, three) {
		t.Error("a trace that is given three times changes the data")
	}
	want := training.Count{Kept: 4, Duplicates: 8}
	if diff := cmp.Diff(want, three.Card.Critic); diff != "" {
		t.Error(diff)
	}
	if three.Card.Traces != 3 || three.Card.Attempts != 6 || three.Card.Instructions != 1 {
		t.Errorf("%+v", three.Card)
	}
}

// TestCardCountsUnanswered: attempts that failed teach nothing, and are said.
func TestCardCountsUnanswered(t *testing.T) {
	trace := traceOf(t, wants("salt", "waves"), "salt", "salt waves")
	trace.Attempts[0].Response, trace.Attempts[0].Verdicts = nil, nil
	if card := export(t, trace).Card; card.Attempts != 2 || card.Unanswered != 1 {
		t.Errorf("%+v", card)
	}
}

// Two critics that disagree teach nothing about what they disagree on.
func TestContradictionsAreLeftOut(t *testing.T) {
	in := wants("salt", "waves")
	flipped := judgeFunc(func(ctx context.Context, in *adhere.Instruction, out *adhere.Response) ([]adhere.Verdict, error) {
		verdicts, err := (&words{}).Judge(ctx, &adhere.Task{Instruction: in}, out)
		for i := range verdicts {
			verdicts[i].Outcome = adhere.OutcomeOf(verdicts[i].Outcome == adhere.NotMet)
		}
		return verdicts, err
	})
	good := traceOf(t, in, "x", "salt waves")
	bad := *mustRefine(t, "decrim", refine.Options{Model: inTurn("salt waves", "x"), Critic: flipped}, in)
	d := export(t, good, bad)
	if got := written(t, d); got != "" {
		t.Errorf("left over:\n%s", got)
	}
	if d.Card.Critic.Contradicted != 4 || d.Card.Preferences.Contradicted != 1 || d.Card.Supervised.Contradicted != 2 {
		t.Errorf("%+v", d.Card)
	}
}

func TestCriticExamplesNeedDecisionAndReason(t *testing.T) {
	d := export(t, traceOf(t, wants("salt", "waves"), "salt ?waves"))
	if len(d.Critic) != 1 || d.Card.Undecided != 1 {
		t.Fatalf("%+v", d)
	}
	e := d.Critic[0]
	if !e.Followed || e.Constraint != `Use the word "salt".` || !strings.HasSuffix(e.Messages[1].Text, "Final Answer: Constraint followed <END>") {
		t.Errorf("%+v", e)
	}
	silent := judgeFunc(func(context.Context, *adhere.Instruction, *adhere.Response) ([]adhere.Verdict, error) {
		return []adhere.Verdict{{Requirement: "salt", Outcome: adhere.Met}}, nil
	})
	if d := export(t, *mustRefine(t, "decrim", refine.Options{Model: inTurn("x"), Critic: silent}, wants("salt"))); len(d.Critic) != 0 || len(d.Supervised) != 1 {
		t.Errorf("%+v", d)
	}
}

// What is exported for a critic must be read by the judge that it trains.
func TestCriticExamplesAreReadable(t *testing.T) {
	d := export(t, traceOf(t, wants("salt", "waves"), "salt"))
	for i, want := range []adhere.Outcome{adhere.Met, adhere.NotMet} {
		critic := modelCritic(t, inTurn(d.Critic[i].Messages[1].Text))
		verdicts, err := critic.Judge(t.Context(), &adhere.Task{Instruction: wants("salt")}, &adhere.Response{Text: "salt"})
		if err != nil || verdicts[0].Outcome != want || verdicts[0].Reason == "" {
			t.Errorf("%+v, %v", verdicts, err)
		}
	}
}
