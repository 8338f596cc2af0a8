package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"adhere"
	"adhere/run"
)

// progress returns what a runner reports to and what ends the display: a bar
// on a terminal, a plain line now and then elsewhere. before is how many items
// an earlier start has done; bounded says that calls are held to so many a
// minute, which no pace so far foretells.
func (p *program) progress(total, before int, bounded bool) (show func(run.Tally), done func()) {
	left := p.timeLeft(total, before)
	if bounded {
		left = func(run.Tally) string { return "" }
	}
	f, ok := p.err.(*os.File)
	switch {
	case p.quiet:
		return nil, func() {}
	case ok && isTerminal(f):
		return p.bar(f, total, before, left)
	default:
		return p.lines(total, before, left)
	}
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// timeLeft returns what estimates the time that is left from the pace so far:
// ", 2m10s left", or nothing before a tenth of what was to be done is done.
func (p *program) timeLeft(total, before int) func(run.Tally) string {
	start := p.now()
	return func(t run.Tally) string {
		rest := total - before - t.Done
		if rest <= 0 || 10*t.Done < total-before {
			return ""
		}
		left := time.Duration(float64(p.now().Sub(start)) / float64(t.Done) * float64(rest))
		return ", " + left.Round(time.Second).String() + " left"
	}
}

func (p *program) bar(f *os.File, total, before int, left func(run.Tally) string) (func(run.Tally), func()) {
	var state atomic.Pointer[string] // drawn by another goroutine
	state.Store(new(string))
	shown := mpb.New(mpb.WithOutput(f), mpb.WithWidth(40))
	bar := shown.AddBar(int64(total),
		mpb.PrependDecorators(decor.CountersNoUnit("%d of %d", decor.WCSyncSpace)),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return *state.Load() })))
	bar.SetCurrent(int64(before))
	show := func(t run.Tally) {
		text := describe(t) + left(t)
		state.Store(&text)
		bar.SetCurrent(int64(before + t.Done - t.Failed))
	}
	return show, func() {
		bar.Abort(false)
		shown.Wait()
	}
}

// lines prints a line when the first and each further tenth is done, and at
// least every half minute.
func (p *program) lines(total, before int, left func(run.Tally) string) (func(run.Tally), func()) {
	last, tenth := p.now(), -1
	show := func(t run.Tally) {
		done := before + t.Done
		now := 10 * done / max(total, 1)
		if t.Done == 0 || now == tenth && p.now().Sub(last) < 30*time.Second {
			return
		}
		last, tenth = p.now(), now
		p.say("%d of %d, %s%s", done, total, describe(t), left(t))
	}
	return show, func() {}
}

// describe says what is going on: items in flight and failed, tokens, money.
func describe(t run.Tally) string {
	var used adhere.Usage
	for _, u := range t.Usage {
		used = used.Add(u)
	}
	parts := []string{plural(t.InFlight, "item") + " in flight"}
	if t.Failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", t.Failed))
	}
	if tokens := used.In + used.Out; tokens > 0 {
		parts = append(parts, fmt.Sprintf("%d tokens", tokens))
	}
	if used.Money > 0 {
		parts = append(parts, used.Money.String())
	}
	return strings.Join(parts, ", ")
}

// width returns the columns of the terminal as COLUMNS says, or 0.
func (p *program) width() int {
	n, err := strconv.Atoi(p.lookup("COLUMNS"))
	if err != nil {
		return 0
	}
	return n
}
