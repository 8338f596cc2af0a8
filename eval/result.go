package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/report"
)

// load returns the slim records of a run: what metrics read.
func load(ctx context.Context, s Records, id string, n int) ([]adhere.Record, error) {
	return collect(s.SlimRecords(ctx, id), n)
}

func collect(records report.Records, n int) ([]adhere.Record, error) {
	all := make([]adhere.Record, 0, n)
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		all = append(all, *r)
	}
	return all, nil
}

// Whole returns the run of that ID with its whole records.
func Whole(ctx context.Context, s Records, id string) (*adhere.Run, []adhere.Record, error) {
	r, err := s.Run(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	records, err := collect(s.Records(ctx, r.ID), r.Items)
	return r, records, err
}

// Result works out a stored run's metrics.
func Result(ctx context.Context, s Records, id string, b *bench.Bench) (*report.Result, error) {
	r, err := s.Run(ctx, id)
	if err != nil {
		return nil, err
	}
	read := s.SlimRecords
	if slices.ContainsFunc(b.Metrics, func(m adhere.Metric) bool { return m.Whole }) {
		read = s.Records
	}
	records, err := collect(read(ctx, r.ID), r.Items)
	if err != nil {
		return nil, err
	}
	res := Summarize(r, b, records)
	if err := addJudged(ctx, s, res, records); err != nil {
		return nil, err
	}
	if err := addRefinements(ctx, s, r, b, res); err != nil {
		return nil, err
	}
	if r.Failed > 0 {
		res.Warnings = append(res.Warnings, failedWarning(r, reasons(records)))
	}
	return res, nil
}

// Summarize takes the benchmark's metrics over the records of a run.
func Summarize(r *adhere.Run, b *bench.Bench, records []adhere.Record) *report.Result {
	res := ResultOf(r, b)
	for _, m := range b.Metrics {
		res.Metrics = append(res.Metrics, m.Of(records)...)
	}
	res.Warnings = slices.Concat(b.Warnings, ordered(r.Warnings), answerWarnings(records), uselessReplies(records))
	if r.State != adhere.Finished {
		res.Warnings = append(res.Warnings, fmt.Sprintf("the run is not finished: %d of %d items have a record", r.Done, r.Items))
	}
	return res
}

// ResultOf returns a result that says which run it is and how it is counted,
// without metrics.
func ResultOf(r *adhere.Run, b *bench.Bench) *report.Result {
	res := &report.Result{
		Run: r.ID, Bench: r.Plan.Bench, Dataset: splitDataset(r.Plan.Dataset), Model: r.Plan.Model,
		Servers: r.Plan.Servers, Judges: r.Plan.Judges, Items: r.Items, Part: takenOf(&r.Plan), Failed: r.Failed, Plan: r.Plan.Hash(), Undecided: b.Undecided,
		Params: r.Plan.Params, Attempts: r.Plan.Attempts, Recorded: recorded(&r.Plan),
		Definitions: report.Define(b.Metrics), Usage: r.Usage, Started: r.Started, Finished: r.Finished,
	}
	for i := range res.Definitions {
		res.Definitions[i].Max = b.Scales[res.Definitions[i].Name]
	}
	return res
}

// splitDataset parts a Plan's data set, "name@version sha256:hash".
func splitDataset(id string) report.Dataset {
	rest, hash, _ := strings.Cut(id, " sha256:")
	name, version, _ := strings.Cut(rest, "@")
	return report.Dataset{Name: name, Version: version, SHA256: hash}
}
