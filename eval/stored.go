package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"

	"adhere"
	"adhere/bench"
	"adhere/metric"
	"adhere/report"
)

// A Stored is a run in the store that holds it.
type Stored struct {
	From Records
	ID   string // or the beginning of it

	Tags []string // by which the tables of a user's own file are split, besides category; those that no instruction has are left out
}

// find returns the run and the benchmark that it belongs to: one that is
// listed, or a user's own file. What is undecided counts as policy says; an
// empty one leaves that to the run's plan.
func (s *Stored) find(ctx context.Context, policy string) (*adhere.Run, *bench.Bench, error) {
	r, err := s.From.Run(ctx, s.ID)
	if err != nil {
		return nil, nil, err
	}
	counted := *r
	if policy != "" {
		if _, err := metric.ParsePolicy(policy); err != nil {
			return nil, nil, err
		}
		counted.Plan.Counted = policy
	}
	b, err := benchOf(&counted, s.Tags)
	return r, b, err
}

// A Recount says how the result of a stored run is computed anew.
type Recount struct {
	Undecided    string                   // a metric.Policy; empty for the plan's
	Labels, Gold string                   // people's verdicts by which the judge's errors are corrected, and whose are right; no Labels correct nothing
	Check        func(*bench.Bench) error // before records are read; may be nil
}

// Result works out the result of the run.
func (s *Stored) Result(ctx context.Context, how Recount) (*report.Result, error) {
	r, b, err := s.find(ctx, how.Undecided)
	if err != nil {
		return nil, err
	}
	if err := correct(ctx, b, how.Labels, how.Gold, nil, instructionsOf(s.From.SlimRecords(ctx, r.ID))); err != nil {
		return nil, err
	}
	if how.Check != nil {
		if err := how.Check(b); err != nil {
			return nil, err
		}
	}
	return Result(ctx, s.From, r.ID, b)
}

func instructionsOf(records report.Records) iter.Seq2[*adhere.Instruction, error] {
	return func(yield func(*adhere.Instruction, error) bool) {
		for r, err := range records {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(r.Instruction, nil) {
				return
			}
		}
	}
}

// Versus compares two runs of one benchmark, item by item. Policy is how what
// is undecided counts; empty for as a's plan says.
func Versus(ctx context.Context, a, b Stored, policy string, o metric.CompareOptions) (*report.Versus, error) {
	first, how, err := a.find(ctx, policy)
	if err != nil {
		return nil, err
	}
	second, _, err := b.find(ctx, "")
	if err != nil {
		return nil, err
	}
	if err := sameBench(first, second); err != nil {
		return nil, err
	}
	var recordsA, recordsB []adhere.Record
	var errA, errB error
	var both sync.WaitGroup
	both.Go(func() { recordsA, errA = load(ctx, a.From, first.ID, first.Items) })
	both.Go(func() { recordsB, errB = load(ctx, b.From, second.ID, second.Items) })
	both.Wait()
	if err := errors.Join(errA, errB); err != nil {
		return nil, err
	}
	return versus(first, second, how, recordsA, recordsB, o)
}

// sameBench refuses runs that have nothing to be compared by.
func sameBench(a, b *adhere.Run) error {
	if a.Plan.Bench == b.Plan.Bench {
		return nil
	}
	return invalid("runs of "+a.Plan.Bench+" and "+b.Plan.Bench+" cannot be compared", "adhere runs list --bench NAME shows runs of one benchmark")
}

func versus(a, b *adhere.Run, how *bench.Bench, recordsA, recordsB []adhere.Record, o metric.CompareOptions) (*report.Versus, error) {
	comparisons, err := metric.Compare(recordsA, recordsB, how.Metrics, o)
	if err != nil {
		return nil, err
	}
	v := &report.Versus{A: ResultOf(a, how), B: ResultOf(b, how), Comparisons: comparisons}
	v.Warnings = unlike(v.A, v.B)
	return v, nil
}

// unlike says what else differs between two runs, and so may be what a
// difference comes from: the data, or who judged.
func unlike(a, b *report.Result) []string {
	var out []string
	if x, y := a.Dataset.SHA256, b.Dataset.SHA256; x != y {
		out = append(out, fmt.Sprintf("%s and %s are over different data (SHA-256 %.8s and %.8s): an instruction or a requirement may have changed under the same id", a.Run, b.Run, x, y))
	}
	if x, y := strings.Join(a.Judges, ", "), strings.Join(b.Judges, ", "); x != y {
		out = append(out, fmt.Sprintf("%s is judged by %s, %s by %s", a.Run, cmp.Or(x, "nobody"), b.Run, cmp.Or(y, "nobody")))
	}
	return out
}

// SideBySide computes the results of runs of one benchmark.
func SideBySide(ctx context.Context, runs []Stored, policy string) (*report.Sweep, error) {
	var sweep report.Sweep
	var first *adhere.Run
	for i := range runs {
		r, b, err := runs[i].find(ctx, policy)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first, sweep.Title = r, r.Plan.Bench
		}
		if err := sameBench(first, r); err != nil {
			return nil, err
		}
		res, err := Result(ctx, runs[i].From, r.ID, b)
		if err != nil {
			return nil, err
		}
		sweep.Results = append(sweep.Results, res)
		sweep.Warnings = append(sweep.Warnings, unlike(sweep.Results[0], res)...)
	}
	return &sweep, nil
}

// Pages computes results from records that the pages have read.
type Pages struct{ Calls Calls }

// Result takes the metrics of the run's benchmark over its records.
func (Pages) Result(r *adhere.Run, records []adhere.Record) (*report.Result, error) {
	b, warnings, err := anyBench(r)
	if err != nil {
		return nil, err
	}
	res := Summarize(r, b, records)
	res.Warnings = append(warnings, res.Warnings...)
	return res, nil
}

// Tags returns the tags of instructions that the metrics of the run's benchmark
// read.
func (Pages) Tags(r *adhere.Run) []string {
	b, _, err := anyBench(r)
	if err != nil {
		return nil // Result and Compare say why
	}
	var tags []string
	for i := range b.Metrics {
		tags = append(tags, b.Metrics[i].Tags...)
	}
	return tags
}

// anyBench returns a run's benchmark. One that this program does not know, of
// another version for example, is counted as a user's own file is.
func anyBench(r *adhere.Run) (b *bench.Bench, warnings []string, err error) {
	b, err = BenchOf(r)
	if adhere.CodeOf(err) == adhere.NotFound {
		return new(bench.Custom(r.Plan.Bench, bench.Traits{})), []string{"this program does not know the benchmark " + r.Plan.Bench + ": it is counted as one's own instructions are"}, nil
	}
	return b, nil, err
}

// Compare says how two runs of one benchmark differ, without the items that
// do. The error's code is Invalid where they cannot be compared.
func (Pages) Compare(a, b *adhere.Run, recordsA, recordsB []adhere.Record) (*report.Versus, error) {
	how, warnings, err := anyBench(a)
	if err != nil {
		return nil, err
	}
	if err := sameBench(a, b); err != nil {
		return nil, err
	}
	v, err := versus(a, b, how, recordsA, recordsB, metric.CompareOptions{NoFlips: true})
	if err == nil {
		v.Warnings = append(warnings, v.Warnings...)
	}
	return v, err
}

// Spans returns the parts of an answer that a requirement's rule, or what code
// reads in its text, points at, as bytes from and to.
func (Pages) Spans(r *adhere.Requirement, answer string) [][2]int {
	check, _, _ := expresser().Express(Divide(r, nil).Rule)
	var out [][2]int
	for _, s := range check.Spans(answer) {
		out = append(out, [2]int{s.From, s.To})
	}
	return out
}

// Prompts returns what judges were shown about a record.
func (p Pages) Prompts(ctx context.Context) func(judge string, r *adhere.Record) []adhere.Message {
	return Shown(ctx, p.Calls)
}
