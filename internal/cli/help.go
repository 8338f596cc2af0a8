package cli

import (
	"io/fs"
	"strings"
)

// A help is the text of one command: first line, body, worked examples.
type help struct{ short, long, examples string }

// helpFor reads help/NAME.txt: the short text up to the first blank line, the
// long text, and after a line "Examples:" the examples. The exit codes are
// added to every command. It is read once for a command and all below it.
func (p *Program) helpFor(name string) help {
	if p.helpName == name {
		return p.help
	}
	b, err := fs.ReadFile(p.Texts, "help/"+name+".txt")
	if err != nil {
		panic("the command " + name + " has no help text: " + err.Error())
	}
	short, rest, _ := strings.Cut(strings.TrimSpace(string(b)), "\n\n")
	long, examples, _ := strings.Cut(rest, "\nExamples:\n")
	p.helpName, p.help = name, help{
		short:    short,
		long:     strings.TrimSpace(short+"\n\n"+strings.TrimSpace(long)) + "\n\n" + ExitCodes,
		examples: strings.TrimRight(examples, "\n"),
	}
	return p.help
}

// ExitCodes is what the help of every command ends with.
const ExitCodes = `Exit codes: 0 success, 1 could not finish, 2 usage or bad input,
100 finished, and what was checked is not good enough: below a --min, above
--fail-on-undecided, a requirement not met, a verdict that differs.`
