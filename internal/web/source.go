package web

import (
	"context"
	"iter"
	"time"

	"adhere"
	"adhere/report"
)

// A RunQuery says which runs are looked for, in which order and which part of
// them is wanted. What is empty does not count.
type RunQuery struct {
	Bench        string // with or without its version
	Model        string
	Judge        string // a part of a judge's name
	Text         string // a part of the run's ID or plan
	State        adhere.RunState
	Since, Until time.Time // when the run was started; Until is not among them

	Sort       string // started, bench, model or state; empty is started
	Descending bool
	Limit      int
	Offset     int
}

// Runs finds runs.
type Runs interface {
	// SearchRuns returns the wanted part of the runs that fit, and how many fit.
	SearchRuns(ctx context.Context, q RunQuery) (runs []*adhere.Run, total int, err error)
	// Run returns the run of that ID, or the only one whose ID begins so. The
	// error's code is NotFound where there is none.
	Run(ctx context.Context, id string) (*adhere.Run, error)
	// RunNames returns the benchmarks, models and judges of all runs.
	RunNames(ctx context.Context) (benches, models, judges []string, err error)
}

// A Placed is a record with its item's position in the run, from 0.
type Placed struct {
	Position int
	Record   *adhere.Record
}

// Records reads what runs have done.
type Records interface {
	// SlimPlaced yields all records, in the order of their positions, with no
	// more than metrics read. What they point to is shared and must not be
	// changed.
	SlimPlaced(ctx context.Context, run string) iter.Seq2[Placed, error]
	// RecordsAt returns the whole records at those positions, in the order
	// given. Items without a record are left out.
	RecordsAt(ctx context.Context, run string, positions ...int) ([]Placed, error)
	// ItemsNamed returns the positions of items with the text in their name.
	ItemsNamed(ctx context.Context, run, text string) ([]int, error)
}

// Judging knows how runs were judged.
type Judging interface {
	// Result works out a run's metrics.
	Result(run *adhere.Run, records []adhere.Record) (*report.Result, error)
	// Compare works out how two runs of one benchmark differ, but for the list
	// of flips. The error's code is Invalid where they cannot be compared.
	Compare(a, b *adhere.Run, recordsA, recordsB []adhere.Record) (*report.Versus, error)
	// Prompts returns what judges were shown about a record.
	Prompts(ctx context.Context) func(judge string, r *adhere.Record) []adhere.Message
}
