package cli

import (
	"context"
	"os"
	"strconv"

	"adhere/internal/progress"
	"adhere/judge"
	"adhere/model"
	"adhere/run"
)

// Progress returns what a runner reports to and what ends the display. before
// is how many items an earlier start has done; bounded says that calls are held
// to so many a minute.
func (p *Program) Progress(total, before int, bounded bool) (show func(run.Tally), done func()) {
	if p.Quiet {
		return nil, func() {}
	}
	d := p.Display(bounded)
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

// Watched returns a context in which work done for each of many is shown, with
// what the models used.
func (p *Program) Watched(ctx context.Context, m *model.Opener, unit string) (watched context.Context, done func()) {
	if p.Quiet {
		return ctx, func() {}
	}
	d := p.Display(false)
	d.Unit = unit
	return judge.Watch(ctx, func(begun, done, n int) {
		d.Show(progress.State{Total: n, Done: done, InFlight: begun - done, Used: m.Meter.Used()})
	}), d.Close
}

// Display begins one on standard error: in place on a terminal that can be
// drawn on, without colour where NO_COLOR asks for none.
func (p *Program) Display(bounded bool) *progress.Display {
	f, ok := p.Err.(*os.File)
	return progress.New(progress.Options{
		Out: p.Err, Now: p.Now, Bounded: bounded,
		Terminal: ok && isTerminal(f) && p.Lookup("TERM") != "dumb", Colour: p.Lookup("NO_COLOR") == "",
	})
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Width returns the columns of the terminal as COLUMNS says, or 0.
func (p *Program) Width() int {
	n, err := strconv.Atoi(p.Lookup("COLUMNS"))
	if err != nil {
		return 0
	}
	return n
}
