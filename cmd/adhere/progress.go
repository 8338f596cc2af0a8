package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"adhere"
	"adhere/run"
)

// progress returns what a runner reports to and what ends the display: a bar
// on a terminal, a plain line now and then elsewhere. before is how many items
// an earlier start has done.
func (p *program) progress(total, before int) (show func(run.Tally), done func()) {
	f, ok := p.err.(*os.File)
	switch {
	case p.quiet:
		return nil, func() {}
	case ok && isTerminal(f):
		return p.bar(f, total, before)
	default:
		return p.lines(total, before)
	}
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (p *program) bar(f *os.File, total, before int) (func(run.Tally), func()) {
	state := ""
	shown := mpb.New(mpb.WithOutput(f), mpb.WithWidth(40))
	bar := shown.AddBar(int64(total),
		mpb.PrependDecorators(decor.CountersNoUnit("%d of %d", decor.WCSyncSpace)),
		mpb.AppendDecorators(
			decor.Any(func(decor.Statistics) string { return state + " " }),
			decor.AverageETA(decor.ET_STYLE_GO),
		))
	bar.SetCurrent(int64(before))
	show := func(t run.Tally) {
		state = describe(t)
		bar.SetCurrent(int64(before + t.Done - t.Failed))
	}
	return show, func() {
		bar.Abort(false)
		shown.Wait()
	}
}

// lines prints a line when the first and each further tenth is done, and at
// least every half minute.
func (p *program) lines(total, before int) (func(run.Tally), func()) {
	start, last, tenth := p.now(), p.now(), -1
	show := func(t run.Tally) {
		done := before + t.Done
		now := 10 * done / max(total, 1)
		if t.Done == 0 || now == tenth && p.now().Sub(last) < 30*time.Second {
			return
		}
		last, tenth = p.now(), now
		left := time.Duration(float64(p.now().Sub(start)) / float64(t.Done) * float64(total-done))
		p.say("%d of %d, %s, %s left", done, total, describe(t), left.Round(time.Second))
	}
	return show, func() {}
}

// describe says what is going on: items in flight and failed, tokens, money.
func describe(t run.Tally) string {
	var used adhere.Usage
	for _, u := range t.Usage {
		used = used.Add(u)
	}
	parts := []string{fmt.Sprintf("%d in flight", t.InFlight)}
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
