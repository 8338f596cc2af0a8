package report_test

import (
	"bytes"
	"strings"
	"testing"

	"adhere"
	"adhere/report"
)

func showing(t *testing.T, trace *adhere.Trace) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.WriteTrace(&b, trace); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A model that criticises itself as a whole gives no verdicts: what it said is
// shown instead, and nothing that it writes reaches the terminal as a command.
func TestShowSelfRefine(t *testing.T) {
	in := &adhere.Instruction{ID: "1", Messages: []adhere.Message{{Role: adhere.User, Text: "Write about tea, without commas."}}}
	got := showing(t, &adhere.Trace{
		Strategy: "refine/self_refine@1", Instruction: in, Request: &adhere.Request{Messages: in.Messages},
		Attempts: []adhere.Attempt{
			{Step: adhere.StepDraft, Response: &adhere.Response{Text: "Tea and\r\n\tmilk", Finish: adhere.FinishFiltered}},
			{Step: adhere.StepRewrite, Feedback: "Too \x1b[31mshort.", Response: &adhere.Response{Text: "Tea and milk \x07now\u202e", Finish: adhere.FinishLength}},
		},
		Final: 1, Stopped: adhere.StopSatisfied,
	})
	for _, want := range []string{"    Tea and\n    \tmilk\n", "  feedback:\n    Too \\u001B[31mshort.\n", `{+ \u0007now\u202E+}`, "stopped: satisfied, the model finds nothing to improve", "milk\n  withheld or cut by the provider's filter\n", "answer (rewrite 1; cut off at the token limit)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if strings.ContainsAny(got, "\x1b\x07\r\u202e") {
		t.Errorf("a control character is left: %q", got)
	}
}

// TestShowNeeds: a requirement whose verdict counts otherwise, because of another
// that it needs, is shown as it counts, with the verdict and the reason.
func TestShowNeeds(t *testing.T) {
	in := &adhere.Instruction{ID: "1", Requirements: []adhere.Requirement{{ID: "1", Text: "Write a list."}, {ID: "2", Text: "Number it.", Needs: []string{"1"}}}}
	attempt := func(list adhere.Outcome) adhere.Attempt {
		return adhere.Attempt{Step: adhere.StepDraft, Response: &adhere.Response{Text: "Tea"}, Verdicts: []adhere.Verdict{
			{Requirement: "1", Judge: "rule/a@1", Outcome: list}, {Requirement: "2", Judge: "judge/b@1", Outcome: adhere.Met, Reason: "It has numbers."},
		}}
	}
	trace := &adhere.Trace{Instruction: in, Attempts: []adhere.Attempt{attempt(adhere.Met), attempt(adhere.NotMet)}, Final: 1}
	got := showing(t, trace)
	for _, want := range []string{
		"met      2: Number it. — It has numbers.\n", "  broke: 1, 2\n", "(draft 2, 0 of 2 met)",
		"not_met  2: Number it. — counts only where what it needs is met (1); by itself met. It has numbers.\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
}
