package database_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"adhere"
	"adhere/database"
	"adhere/eval"
	"adhere/model"
	"adhere/model/provider"
)

// honest stands for a model that is asked over the network, by several
// goroutines at once.
type honest struct{ calls atomic.Int64 }

func (*honest) Name() string { return "example/honest" }

func (m *honest) Generate(context.Context, *adhere.Request) (*adhere.Response, error) {
	m.calls.Add(1)
	return &adhere.Response{Model: "example/honest", Text: "Yes.", Finish: adhere.FinishStop}, nil
}

// inTemporaryFolder opens a database that done closes and removes.
func inTemporaryFolder(ctx context.Context) (db database.DB, done func()) {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	db, err = database.Open(ctx, filepath.Join(dir, "adhere.db"))
	if err != nil {
		panic(err)
	}
	return db, func() {
		db.Close()
		os.RemoveAll(dir)
	}
}

// What was paid for is kept: the second evaluation is of another plan, and asks
// nothing that the first has asked.
func Example() {
	ctx := context.Background()
	db, done := inTemporaryFolder(ctx)
	defer done()
	asked := &honest{}
	opener := &provider.Opener{Calls: db, Dial: func(string, provider.Options) (adhere.Model, error) { return asked, nil }} // Lookup: os.Getenv opens real ones
	for _, limit := range []string{"2", "1-3"} {
		e, err := eval.New(ctx, eval.Spec{Bench: "starter", Model: asked.Name(), Judging: eval.Judging{RulesOnly: true}, Limit: limit}, eval.Parts{Open: opener.Open})
		if err != nil {
			panic(err)
		}
		result, err := e.Run(ctx, db)
		if err != nil {
			panic(err)
		}
		fmt.Println(result.Items, "items,", asked.calls.Load(), "calls so far")
	}
	// Output:
	// 2 items, 2 calls so far
	// 3 items, 3 calls so far
}

// A metric of one's own counts beside the benchmark's. This one reads the
// answers' texts, so that it needs whole records.
func Example_ownMetric() {
	ctx := context.Background()
	db, done := inTemporaryFolder(ctx)
	defer done()
	e, err := eval.New(ctx, eval.Spec{Bench: "starter", Judging: eval.Judging{RulesOnly: true}, Limit: "3"}, eval.Parts{Subject: model.NewSubject(&honest{}, nil)})
	if err != nil {
		panic(err)
	}
	e.Bench.Metrics = append(e.Bench.Metrics, adhere.Metric{Name: "bytes", Doc: "bytes of all answers", Whole: true, Of: func(records []adhere.Record) []adhere.Summary {
		all := adhere.Summary{Metric: "bytes", N: len(records)}
		for i := range records {
			all.Value += float64(len(records[i].Response.Text))
		}
		return []adhere.Summary{all}
	}})
	result, err := e.Run(ctx, db)
	if err != nil {
		panic(err)
	}
	last := result.Metrics[len(result.Metrics)-1]
	fmt.Println(last.Metric, last.Value, "in", last.N)
	// Output: bytes 12 in 3
}
