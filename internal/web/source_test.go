package web

import (
	"context"
	"regexp"

	"adhere"
	"adhere/metric"
	"adhere/report"
)

// testJudging is a benchmark that counts what is met.
type testJudging struct{}

func testMetrics() []adhere.Metric {
	by := []metric.Grouping{metric.ByLabel(), metric.ByTag("category"), metric.ByLevel()}
	return []adhere.Metric{
		metric.ConstraintAccuracy("constraint_acc", metric.Options{By: by}),
		metric.InstructionAccuracy("instruction_acc", metric.Options{By: by[1:]}),
	}
}

func (testJudging) Tags(*adhere.Run) []string { return []string{"category"} }

func (testJudging) Result(r *adhere.Run, records []adhere.Record) (*report.Result, error) {
	res := &report.Result{
		Run: r.ID, Bench: r.Plan.Bench, Dataset: report.Dataset{Name: r.Plan.Dataset}, Model: r.Plan.Model, Judges: r.Plan.Judges,
		Items: r.Items, Failed: r.Failed, Plan: r.Plan.Hash(), Definitions: report.Define(testMetrics()), Usage: r.Usage,
		Started: r.Started, Finished: r.Finished,
	}
	for _, m := range testMetrics() {
		res.Metrics = append(res.Metrics, m.Of(records)...)
	}
	return res, nil
}

func (j testJudging) Compare(a, b *adhere.Run, recordsA, recordsB []adhere.Record) (*report.Versus, error) {
	if a.Plan.Bench != b.Plan.Bench {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "two benchmarks"}
	}
	comparisons, err := metric.Compare(recordsA, recordsB, testMetrics(), metric.CompareOptions{NoFlips: true})
	if err != nil {
		return nil, err
	}
	resultA, _ := j.Result(a, recordsA)
	resultB, _ := j.Result(b, recordsB)
	return &report.Versus{A: resultA, B: resultB, Comparisons: comparisons}, nil
}

// Spans points at every number.
func (testJudging) Spans(_ *adhere.Requirement, answer string) [][2]int {
	var all [][2]int
	for _, at := range regexp.MustCompile(`\d+`).FindAllStringIndex(answer, -1) {
		all = append(all, [2]int{at[0], at[1]})
	}
	return all
}

func (testJudging) Prompts(context.Context) func(string, *adhere.Record) []adhere.Message {
	return func(judge string, r *adhere.Record) []adhere.Message {
		return []adhere.Message{{Role: adhere.User, Text: "Judge this: " + r.Response.Text}}
	}
}
