// Package progress shows how far a piece of work is: in place on a terminal, in
// plain lines elsewhere.
package progress

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"adhere"
	"adhere/internal/plural"
)

// A State is how far the work is. Zero fields are not shown.
type State struct {
	Total    int // 0 where it is not known yet
	Before   int // of them done by an earlier start
	Done     int // by this start, the failed included
	Failed   int
	InFlight int
	Used     adhere.Usage
	Errors   []string // the last different reasons of failure, the newest first
}

// Options say how to show it. Out and Now are needed.
type Options struct {
	Out      io.Writer
	Now      func() time.Time
	Unit     string // "item", whose plural ends in s; empty is read as that
	Terminal bool   // Out can be drawn on in place
	Colour   bool   // what fails is red; only on a terminal
	Bounded  bool   // calls are held to so many a minute, so that no pace foretells the time left
}

// How often plain lines come at most and at least, where a tenth was not reached.
const (
	quietFor = 30 * time.Second
	shortest = time.Second
)

// A Display shows the progress of one piece of work. It is safe for concurrent
// use.
type Display struct {
	Options
	mu    sync.Mutex
	state State
	begun time.Time
	last  time.Time // when a line was printed
	tenth int       // of the work, that it told of
	told  []string  // errors that lines told of

	drawn *mpb.Progress
	bar   *mpb.Bar
	words atomic.Pointer[words]
}

// words are what is drawn of a state. Who draws takes no lock: whoever holds it
// may be waiting for the bar, which draws.
type words struct {
	described string
	errors    []string // each on its line
}

// New begins a display. Nothing is shown before the first state.
func New(o Options) *Display {
	o.Unit = cmp.Or(o.Unit, "item")
	return &Display{Options: o, begun: o.Now(), tenth: -1}
}

// Show takes a state in.
func (d *Display) Show(s State) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s.Total != d.state.Total || s.Done < d.state.Done { // another stretch of work
		d.restart(s)
	}
	d.state = s
	if d.Terminal {
		d.draw()
		return
	}
	d.print()
}

// restart begins the clock anew when another stretch of work begins; a total
// that only became known, or grew, is the same stretch.
func (d *Display) restart(s State) {
	if s.Done >= d.state.Done && s.Done > 0 {
		return
	}
	d.begun, d.tenth = d.Now(), -1
	if d.bar != nil {
		d.bar.Abort(true)
		d.bar = nil
	}
}

// Close ends the display and leaves the last state standing.
func (d *Display) Close() {
	d.mu.Lock()
	drawn, bar := d.drawn, d.bar
	d.mu.Unlock()
	if bar != nil {
		bar.Abort(false)
	}
	if drawn != nil {
		drawn.Wait() // which draws once more
	}
}

// print writes a plain line when the first and each further tenth is done, and
// now and then between.
func (d *Display) print() {
	s, now := &d.state, d.Now()
	finished := s.Before + s.Done
	tenth := 10 * finished / max(s.Total, 1)
	waited := now.Sub(d.last)
	if s.Done == 0 || (s.Total == 0 || tenth == d.tenth) && waited < quietFor || waited < shortest && tenth < 10 && d.tenth >= 0 {
		return
	}
	d.last, d.tenth = now, tenth
	fmt.Fprintln(d.Out, d.describe())
	for _, e := range slices.Backward(s.Errors) {
		if !slices.Contains(d.told, e) {
			d.told = append(d.told, e)
			fmt.Fprintf(d.Out, "  failed: %s\n", e)
		}
	}
}

// describe says what is done, failed, left, in progress and spent: what matters
// most first, since a narrow terminal shows only the beginning.
func (d *Display) describe() string {
	s := &d.state
	parts := []string{plural.Of(s.Before+s.Done, d.Unit)}
	if s.Total > 0 {
		parts[0] = fmt.Sprintf("%d of %s", s.Before+s.Done, plural.Of(s.Total, d.Unit))
	}
	if s.Failed > 0 {
		parts = append(parts, d.red(fmt.Sprintf("%d failed", s.Failed)))
	}
	if left := d.left(); left > 0 {
		parts = append(parts, left.String()+" left")
	}
	parts = append(parts, fmt.Sprintf("%d in progress", s.InFlight))
	if tokens := s.Used.In + s.Used.Out; tokens > 0 {
		parts = append(parts, fmt.Sprintf("%d tokens", tokens))
	}
	if s.Used.Money > 0 {
		parts = append(parts, s.Used.Money.String())
	}
	return strings.Join(parts, ", ")
}

// left estimates the time that is left from the pace so far; 0 before a tenth
// of what was to be done is done.
func (d *Display) left() time.Duration {
	s := &d.state
	todo := s.Total - s.Before
	rest := todo - s.Done
	if d.Bounded || s.Done == 0 || rest <= 0 || 10*s.Done < todo {
		return 0
	}
	return time.Duration(float64(d.Now().Sub(d.begun)) / float64(s.Done) * float64(rest)).Round(time.Second)
}

func (d *Display) red(text string) string {
	if d.Terminal && d.Colour {
		return "\x1b[31m" + text + "\x1b[0m"
	}
	return text
}

// draw brings the bar up to date; another goroutine draws it a few times a
// second.
func (d *Display) draw() {
	w := &words{described: " " + d.describe()}
	for _, e := range d.state.Errors {
		w.errors = append(w.errors, "  failed: "+e)
	}
	d.words.Store(w)
	if d.drawn == nil {
		d.drawn = mpb.New(mpb.WithOutput(d.Out), mpb.WithWidth(40), mpb.WithAutoRefresh())
	}
	if d.bar == nil {
		d.bar = d.drawn.AddBar(0,
			mpb.BarFillerTrim(),
			mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return d.words.Load().described })),
			mpb.BarExtender(mpb.BarFillerFunc(d.writeErrors), false))
	}
	d.bar.SetTotal(int64(d.state.Total), false)
	d.bar.SetCurrent(int64(d.state.Before + d.state.Done - d.state.Failed))
}

// writeErrors shows the last errors below the bar, one line each.
func (d *Display) writeErrors(w io.Writer, stat decor.Statistics) error {
	for _, e := range d.words.Load().errors {
		if _, err := fmt.Fprintln(w, d.red(cut(e, stat.AvailableWidth))); err != nil {
			return err
		}
	}
	return nil
}

// cut shortens a text to so many characters.
func cut(text string, width int) string {
	runes := []rune(text)
	if width < 2 || len(runes) <= width {
		return text
	}
	return string(runes[:width-1]) + "…"
}

// Newest keeps the three newest different reasons of failure, the newest first.
func Newest(errors []string, reason string) []string {
	reason = strings.Join(strings.Fields(reason), " ")
	out := slices.DeleteFunc(slices.Clone(errors), func(e string) bool { return e == reason })
	return append([]string{reason}, out[:min(2, len(out))]...)
}
