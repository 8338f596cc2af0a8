package cli

import (
	"os"
	"strconv"

	"adhere/internal/progress"
)

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
