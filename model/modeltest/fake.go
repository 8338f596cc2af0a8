package modeltest

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"adhere"
)

// A Fake is a model that answers from a function, without a wire. It streams
// word by word. It is safe for concurrent use if its functions are.
type Fake struct {
	Reply func(*adhere.Request) string // nil answers "ok"
	Fail  func(*adhere.Request) error  // asked first; a nil error goes on to Reply
	Delay time.Duration                // before each reply

	name  string
	calls atomic.Int64
}

// NewFake returns a Fake of that name.
func NewFake(name string, reply func(*adhere.Request) string) *Fake {
	return &Fake{name: name, Reply: reply}
}

// Name returns the name the Fake was made with.
func (f *Fake) Name() string { return f.name }

// Calls returns how often the Fake was asked.
func (f *Fake) Calls() int { return int(f.calls.Load()) }

// Generate answers. Its usage counts a token for each started four bytes.
func (f *Fake) Generate(ctx context.Context, req *adhere.Request) (*adhere.Response, error) {
	f.calls.Add(1)
	if err := wait(ctx, f.Delay); err != nil {
		return nil, &adhere.Error{Code: adhere.Cancelled, Message: f.name + ": the call was stopped", Err: err}
	}
	if f.Fail != nil {
		if err := f.Fail(req); err != nil {
			return nil, err
		}
	}
	text := "ok"
	if f.Reply != nil {
		text = f.Reply(req)
	}
	in := 0
	for _, m := range req.Messages {
		in += len(m.Text)
	}
	return &adhere.Response{
		Model: f.name, Text: text, Finish: adhere.FinishStop,
		Usage: adhere.Usage{Calls: 1, In: quarter(in), Out: quarter(len(text)), Time: f.Delay},
	}, nil
}

// Stream answers word by word.
func (f *Fake) Stream(ctx context.Context, req *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	resp, err := f.Generate(ctx, req)
	if err != nil {
		return nil, err
	}
	for piece := range strings.SplitAfterSeq(resp.Text, " ") {
		if piece == "" {
			continue
		}
		if err := each(adhere.Chunk{Text: piece}); err != nil {
			return nil, err
		}
	}
	return resp, nil
}

// quarter is the number of tokens that the fakes take n bytes for.
func quarter(n int) int { return (n + 3) / 4 }

// wait waits for d, or returns why ctx ended first.
func wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
