package web

import (
	"context"
	"iter"

	"adhere"
	"adhere/internal/browse"
	"adhere/report"
)

// Runs finds runs.
type Runs interface {
	// SearchRuns returns the wanted part of the runs that fit, and how many fit.
	SearchRuns(ctx context.Context, q browse.Query) (runs []*adhere.Run, total int, err error)
	// Run returns the run of that ID, or the only one whose ID begins so. The
	// error's code is NotFound where there is none.
	Run(ctx context.Context, id string) (*adhere.Run, error)
	// RunNotes returns what was noted beside runs, by ID.
	RunNotes(ctx context.Context, ids ...string) (map[string]browse.Note, error)
	// SaveRunNote has change alter tags, text and archive beside a run, while
	// nobody else does.
	SaveRunNote(ctx context.Context, id string, change func(*browse.Note) error) error
	// SaveRunScores keeps what a run came to in the state that the stamp names.
	SaveRunScores(ctx context.Context, id, stamp string, scores []browse.Score) error
	// RunTags returns the tags of all runs.
	RunTags(ctx context.Context) ([]string, error)
	// RunNames returns the benchmarks, models and judges of all runs.
	RunNames(ctx context.Context) (benches, models, judges []string, err error)
}

// Records reads what runs have done.
type Records interface {
	// SlimPlaced yields all records, in the order of their positions, with no
	// more than metrics read. What they point to is shared and must not be
	// changed.
	SlimPlaced(ctx context.Context, run string) iter.Seq2[browse.Placed, error]
	// RecordsAt returns the whole records at those positions, in the order
	// given. Items without a record are left out.
	RecordsAt(ctx context.Context, run string, positions ...int) ([]browse.Placed, error)
}

// Judging knows how runs were judged.
type Judging interface {
	// Tags returns the tags of instructions that Result and Compare read.
	Tags(run *adhere.Run) []string
	// Result works out a run's metrics.
	Result(run *adhere.Run, records []adhere.Record) (*report.Result, error)
	// Compare works out how two runs of one benchmark differ, but for the list
	// of flips. The error's code is Invalid where they cannot be compared.
	Compare(a, b *adhere.Run, recordsA, recordsB []adhere.Record) (*report.Versus, error)
	// Spans returns the parts of an answer that a requirement's rule points at,
	// as bytes from and to; none where it points at nothing.
	Spans(r *adhere.Requirement, answer string) [][2]int
	// Prompts returns what judges were shown about a record.
	Prompts(ctx context.Context) func(judge string, r *adhere.Record) []adhere.Message
}
