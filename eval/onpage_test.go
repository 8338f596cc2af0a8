package eval_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/eval"
	"adhere/metric"
	"adhere/report"
)

// The page of judge-eval says of sources and disagreement what its text says.
func TestAddAgreementChangesNoTable(t *testing.T) {
	var all []metric.Judged
	for i := range 12 {
		for k, judge := range []string{"person/1", "judge/a", "judge/b"} {
			if judge == "person/1" && i > 5 {
				continue // what the gold has not judged
			}
			all = append(all, metric.Judged{Instruction: fmt.Sprint(i), Model: "m", Verdict: adhere.Verdict{
				Requirement: "1", Judge: judge, Outcome: adhere.OutcomeOf((i+k)%3 > 0),
			}})
		}
	}
	r, err := eval.AgainstGold(all, "person/1", metric.JudgeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	text, page := report.OfGold(r), report.OfGold(r)
	if err := eval.AddAgreement(page, all, r, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text.Raters, page.Raters); diff != "" {
		t.Errorf("sources: %s", diff)
	}
	if diff := cmp.Diff(text.Spread, page.Spread); diff != "" {
		t.Errorf("disagreement: %s", diff)
	}
	if len(page.Pairs) != 3 || len(text.Pairs) != 0 {
		t.Errorf("%d pairs on the page and %d in the text, expected 3 and 0", len(page.Pairs), len(text.Pairs))
	}
}

// The page of two runs says what else differs between them.
func TestPagesWarnOfUnlikeRuns(t *testing.T) {
	of := func(id, sum string) *adhere.Run {
		return &adhere.Run{ID: id, Plan: adhere.Plan{Bench: "ifeval@1", Dataset: "mine@1 sha256:" + sum}}
	}
	records := []adhere.Record{{Instruction: &tasks(1)[0], Response: &adhere.Response{Text: "Hi."}}}
	v, err := eval.Pages{}.Compare(of("a", "1"), of("b", "2"), records, records)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Warnings) != 1 || !strings.Contains(v.Warnings[0], "different data") {
		t.Errorf("warned of %q", v.Warnings)
	}
}
