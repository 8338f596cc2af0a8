package report_test

import (
	"bytes"
	"strings"
	"testing"

	"adhere"
	"adhere/report"
)

// TestReplies holds that replies which contradict themselves are counted apart
// from others that could not be read, and named in the report.
func TestReplies(t *testing.T) {
	const name = "judge/single@2+openai/gpt"
	rec := &adhere.Record{Verdicts: []adhere.Verdict{
		{Judge: name, Outcome: adhere.Met, Calls: []string{"a"}},
		{Judge: name, Outcome: adhere.Unsure, Calls: []string{"b", "c"}},
		{Judge: name, Outcome: adhere.Broken, Reason: "it states no decision", Calls: []string{"d", "e", "f"}},
		{Judge: name, Outcome: adhere.Broken, Reason: adhere.BothDecisions, Usage: adhere.Usage{Calls: 3}},
		{Judge: name, Outcome: adhere.Skipped},
		{Judge: "rule/strict@1", Outcome: adhere.Broken},
		{Judge: "person/Ada", Outcome: adhere.Met},
	}}
	got := report.AddReplies(nil, rec)
	want := report.Replies{Judge: name, Read: 2, Again: 3, Broken: 2, Both: 1}
	if len(got) != 1 || got[0] != want {
		t.Fatalf("%+v, want %+v", got, want)
	}
	for _, jury := range []string{"judge/jury-majority@1+[a,b]", "judge/hybrid@1+[rule/strict@1,judge/jury-majority@1+[a,b]]"} {
		asked := &adhere.Record{Verdicts: []adhere.Verdict{{Judge: jury, Outcome: adhere.Met, Calls: []string{"a", "b"}}}}
		if got := report.AddReplies(nil, asked); len(got) != 1 || got[0] != (report.Replies{Judge: jury, Read: 1}) {
			t.Errorf("members that were asked once: %+v", got)
		}
	}
	var b bytes.Buffer
	res := &report.Result{Run: "r", Bench: "b", Replies: got}
	if err := report.Write(&b, report.FormatText, res, report.Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "Replies of judges") || !strings.Contains(b.String(), "stated both") {
		t.Errorf("the report does not name them:\n%s", b.String())
	}
}
