package cli

import (
	"os"
	"strconv"

	"golang.org/x/term"

	"adhere/internal/progress"
)

// Display begins one on standard error: in place on a terminal that can be
// drawn on, without colour where NO_COLOR asks for none.
func (p *Program) Display(bounded bool) *progress.Display {
	f, ok := p.Err.(*os.File)
	return progress.New(progress.Options{
		Out: p.Err, Now: p.Now, Bounded: bounded,
		Terminal: ok && term.IsTerminal(int(f.Fd())) && p.Lookup("TERM") != "dumb", Colour: p.Lookup("NO_COLOR") == "",
	})
}

// Width returns the columns of the terminal that is written to, or what COLUMNS
// says; 0 where there is neither.
func (p *Program) Width() int {
	if n, err := strconv.Atoi(p.Lookup("COLUMNS")); err == nil {
		return n
	}
	if f, ok := p.Out.(*os.File); ok {
		n, _, _ := term.GetSize(int(f.Fd())) // 0 where it is no terminal
		return n
	}
	return 0
}
