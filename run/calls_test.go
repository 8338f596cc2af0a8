package run_test

import (
	"context"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
	"adhere/run"
)

// TestHalt holds that calls are told of a stop at once, whatever its cause,
// while those under way have their grace.
func TestHalt(t *testing.T) {
	for name, refused := range map[string]bool{"told to": false, "an error": true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			var told atomic.Bool
			r := &run.Runner{
				Workers: 10, Grace: 5 * time.Second,
				Halting: func(ctx context.Context, stopped <-chan struct{}) context.Context {
					time.AfterFunc(600*time.Millisecond, func() {
						select {
						case <-stopped:
							told.Store(ctx.Err() == nil)
						default:
						}
					})
					return ctx
				},
				Subject: subjectFunc(func(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
					if refused && req.Messages[0].Text == "Describe lake 3" {
						time.Sleep(400 * time.Millisecond)
						return nil, &adhere.Error{Code: adhere.Refused, Message: "no more"}
					}
					return slow(ctx, req)
				}),
			}
			want := 10
			if refused {
				ctx, want = t.Context(), 9
			}
			m := newMemory(100)
			if _, err := r.Run(ctx, m); err == nil || !told.Load() || len(m.records) != want {
				t.Errorf("%s: %d records, calls told in time: %v, %v", name, len(m.records), told.Load(), err)
			}
		})
	}
}

// reader is a judge that says which attempt it was given.
type reader struct{}

func (reader) Name() string { return "reader@1" }

func (reader) Judge(_ context.Context, t *adhere.Task, _ *adhere.Response) ([]adhere.Verdict, error) {
	return t.Instruction.Verdicts("reader@1", adhere.Met, strconv.Itoa(t.Attempt)), nil
}

// TestJudgesKnowTheAttempt holds that judges can tell attempts apart that have
// one text.
func TestJudgesKnowTheAttempt(t *testing.T) {
	r := &run.Runner{Subject: asked(modelFunc(echo)), Workers: 4}
	r.Judges = []adhere.Judge{reader{}}
	m := newMemory(9)
	m.attempts = 3
	if _, err := r.Run(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	for i, rec := range m.records {
		if got := rec.Verdicts[0].Reason; got != strconv.Itoa(rec.Attempt) {
			t.Errorf("item %d is attempt %d, its judge was told %s", i, rec.Attempt, got)
		}
	}
}
