package report_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere/report"
)

func hybridResult() *report.Result {
	r := sampleResult()
	r.Hybrid = &report.Hybrid{
		Judge: "judge/hybrid@1+[a,b]", ByRule: 60, ByModel: 1200, Open: 3, Alone: 1260, Made: 1200, Saved: 60, Compared: 40, Disagreed: 25,
	}
	for range 25 {
		r.Hybrid.Disagreements = append(r.Hybrid.Disagreements, report.Disagreement{
			Instruction: "garden/1", Attempt: 1, Requirement: "1", Text: "Is it <b>short</b>?", Check: "the answer has at most 20 words",
			Rule: "not_met", Measured: "62 words", Model: "met", Reason: "looks short",
		})
	}
	return r
}

// TestHybrid holds what is said of a judge of rules and a model, in every
// format that is for people, and that JSON keeps it.
func TestHybrid(t *testing.T) {
	for _, format := range []report.Format{report.FormatText, report.FormatMarkdown, report.FormatHTML} {
		got := strings.Join(strings.Fields(string(render(t, format, hybridResult(), report.Options{}))), " ")
		for _, want := range []string{
			"60 of 1,263 requirements decided by code, 3 left open; 1,200 of 1,260 calls, 60 saved; of 40 decided by both, 25 differently",
			"Where rule and model disagree",
			"read as: the answer has at most 20 words",
			"model met (looks short)",
			"5 more",
		} {
			plain := strings.NewReplacer(`\_`, "_", `\|`, "|", "<wbr>", "").Replace(got)
			if !strings.Contains(plain, want) {
				t.Errorf("%s lacks %q", format, want)
			}
		}
		if format == report.FormatHTML && strings.Contains(got, "<b>short") {
			t.Error("text of a requirement is taken for HTML")
		}
	}
	r := hybridResult()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back report.Result
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Hybrid, back.Hybrid); diff != "" {
		t.Error(diff)
	}
}
