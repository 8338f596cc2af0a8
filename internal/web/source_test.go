package web

import (
	"context"
	"iter"

	"adhere"
	"adhere/internal/store"
	"adhere/metric"
	"adhere/report"
)

// The sources of tests are the store and a benchmark that counts what is met.
type (
	testRuns    struct{ *store.Store }
	testRecords struct{ *store.Store }
	testJudging struct{}
)

func (s testRuns) SearchRuns(ctx context.Context, q RunQuery) ([]*adhere.Run, int, error) {
	return s.Store.SearchRuns(ctx, store.RunQuery(q))
}

func (s testRecords) SlimPlaced(ctx context.Context, run string) iter.Seq2[Placed, error] {
	return func(yield func(Placed, error) bool) {
		for p, err := range s.Store.SlimPlaced(ctx, run) {
			if !yield(Placed(p), err) {
				return
			}
		}
	}
}

func (s testRecords) RecordsAt(ctx context.Context, run string, positions ...int) ([]Placed, error) {
	found, err := s.Store.RecordsAt(ctx, run, positions...)
	var all []Placed
	for _, p := range found {
		all = append(all, Placed(p))
	}
	return all, err
}

func testMetrics() []adhere.Metric {
	by := []metric.Grouping{metric.ByLabel(), metric.ByTag("category"), metric.ByLevel()}
	return []adhere.Metric{
		metric.ConstraintAccuracy("constraint_acc", metric.Options{By: by}),
		metric.InstructionAccuracy("instruction_acc", metric.Options{By: by[1:]}),
	}
}

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

func (testJudging) Prompts(context.Context) func(string, *adhere.Record) []adhere.Message {
	return func(judge string, r *adhere.Record) []adhere.Message {
		return []adhere.Message{{Role: adhere.User, Text: "Judge this: " + r.Response.Text}}
	}
}
