package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"adhere"
)

func showing(t *testing.T, trace *adhere.Trace) string {
	t.Helper()
	var b bytes.Buffer
	p := &program{out: &b, err: io.Discard}
	if err := p.showTrace(trace, false); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A model that criticises itself as a whole gives no verdicts: what it said is
// shown instead, and nothing that it writes reaches the terminal as a command.
func TestShowSelfRefine(t *testing.T) {
	in := noCommas()
	got := showing(t, &adhere.Trace{
		Strategy: "refine/self_refine@1", Instruction: in, Request: &adhere.Request{Messages: in.Messages},
		Attempts: []adhere.Attempt{
			{Step: adhere.StepDraft, Response: &adhere.Response{Text: "Tea and\r\n\tmilk"}},
			{Step: adhere.StepRewrite, Feedback: "Too \x1b[31mshort.", Response: &adhere.Response{Text: "Tea and milk \x07now\u202e"}},
		},
		Final: 1, Stopped: adhere.StopSatisfied,
	})
	for _, want := range []string{"    Tea and\n    \tmilk\n", "  told:\n    Too \\u001B[31mshort.\n", `{+ \u0007now\u202E+}`, "stopped: satisfied, the model finds nothing to improve"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if strings.ContainsAny(got, "\x1b\x07\r\u202e") {
		t.Errorf("a control character is left: %q", got)
	}
}
