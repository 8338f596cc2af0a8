package judge

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// waitingAtOnce bounds the work that waits for a model's limiter.
const waitingAtOnce = 1000

// Each calls work for every index below n, all at once: the model's limiter
// bounds the calls in flight. The first error, or the end of ctx, stops the rest
// and is returned.
func Each(ctx context.Context, n int, work func(ctx context.Context, i int) error) error {
	told, _ := ctx.Value(watchKey{}).(func(begun, done, n int))
	if told != nil { // and not of what is done for each in turn
		ctx = context.WithValue(ctx, watchKey{}, nil)
		told(0, 0, n)
	} else {
		told = func(int, int, int) {}
	}
	var mu sync.Mutex
	begun, done := 0, 0
	count := func(counter *int) {
		mu.Lock()
		defer mu.Unlock()
		*counter++
		told(begun, done, n)
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(waitingAtOnce)
	for i := range n {
		g.Go(func() error {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			count(&begun)
			err := work(ctx, i)
			if err == nil {
				count(&done)
			}
			return err
		})
	}
	return g.Wait()
}

type watchKey struct{}

// Watch returns a context in which Each tells how many of its n have begun and
// are done: none at its beginning, and then at every change, one call at a
// time. It must be quick.
func Watch(ctx context.Context, told func(begun, done, n int)) context.Context {
	return context.WithValue(ctx, watchKey{}, told)
}
