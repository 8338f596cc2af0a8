package judge

import (
	"context"

	"golang.org/x/sync/errgroup"
)

// waitingAtOnce bounds the work that waits for a model's limiter.
const waitingAtOnce = 1000

// Each does work for every index below n at once; how many calls are in flight
// is the model's limiter's concern. The first error, or the end of ctx, stops
// the rest and is returned.
func Each(ctx context.Context, n int, work func(ctx context.Context, i int) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(waitingAtOnce)
	for i := range n {
		g.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return work(ctx, i)
		})
	}
	return g.Wait()
}
