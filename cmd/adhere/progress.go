package main

import (
	"context"
	"os"
	"strconv"

	"adhere/internal/progress"
	"adhere/judge"
	"adhere/model"
	"adhere/run"
)

// progress returns what a runner reports to and what ends the display. before
// is how many items an earlier start has done; bounded says that calls are held
// to so many a minute.
func (p *program) progress(total, before int, bounded bool) (show func(run.Tally), done func()) {
	if p.quiet {
		return nil, func() {}
	}
	d := p.display(bounded)
	var failures []string
	return func(t run.Tally) {
		if t.Failure != "" {
			failures = progress.Newest(failures, t.Failure)
		}
		s := progress.State{Total: total, Before: before, Done: t.Done, Failed: t.Failed, InFlight: t.InFlight, Errors: failures}
		for _, u := range t.Usage {
			s.Used = s.Used.Add(u)
		}
		d.Show(s)
	}, d.Close
}

// watched returns a context in which work done for each of many is shown, with
// what the models used.
func (p *program) watched(ctx context.Context, m *model.Opener, unit string) (watched context.Context, done func()) {
	if p.quiet {
		return ctx, func() {}
	}
	d := p.display(false)
	d.Unit = unit
	return judge.Watch(ctx, func(begun, done, n int) {
		d.Show(progress.State{Total: n, Done: done, InFlight: begun - done, Used: m.Meter.Used()})
	}), d.Close
}

// display begins one on standard error: in place on a terminal that can be
// drawn on, without colour where NO_COLOR asks for none.
func (p *program) display(bounded bool) *progress.Display {
	f, ok := p.err.(*os.File)
	return progress.New(progress.Options{
		Out: p.err, Now: p.now, Bounded: bounded,
		Terminal: ok && isTerminal(f) && p.lookup("TERM") != "dumb", Colour: p.lookup("NO_COLOR") == "",
	})
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// width returns the columns of the terminal as COLUMNS says, or 0.
func (p *program) width() int {
	n, err := strconv.Atoi(p.lookup("COLUMNS"))
	if err != nil {
		return 0
	}
	return n
}
