// Package cli has what every subcommand of adhere shares. A [Program] is one
// start of the command, with its streams, environment, clock, and settings from
// files. It sets flags in the order of precedence, refuses contradictory command
// lines, prints results for people or programs, and turns an error into an exit
// code.
//
// The packages below open what flags name. Each has one type that embeds that of
// the package it uses, and a command's program embeds all of them: stores opens
// databases, asking opens models, evaluations runs evaluations, services starts
// servers. Flags that several commands have are groups there, so that they mean
// the same everywhere.
package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/report"
)

// The exit codes, the same in every command.
const (
	ExitDone      = 0   // success
	ExitFailed    = 1   // could not finish
	ExitUsage     = 2   // the command line or a file is wrong
	ExitThreshold = 100 // finished, but below a --min or above --fail-on-undecided
)

// A Program is one start of adhere: all that reaches it from outside.
type Program struct {
	In       io.Reader
	Out, Err io.Writer
	Env      func(string) (string, bool)
	Now      func() time.Time
	Texts    fs.FS  // of help: help/NAME.txt for each command
	Version  string // as services tell it
	helpName string // of what was read of them last, which is help
	help     help

	OwnProcess bool   // the process is the program's
	JSON       bool   // --json: results and errors are for programs
	Quiet      bool   // --quiet: no progress
	NamedDB    bool   // --db was given on the command line
	Unkept     bool   // --no-store: nothing outlives the command
	data       string // the folder of benchmark data
	dotenv     map[string]string
	Addresses  map[string]string // set by flags that a file filled; which file
	sendKey    bool              // --send-key
	sendKeyTo  []string          // addresses that the user's own settings confirm
	Spec       *SpecFlags        // of the command that takes one
}

// Run carries out a command line below root and returns the exit code.
func (p *Program) Run(ctx context.Context, root *cobra.Command, args []string) int {
	if p.OwnProcess {
		log.SetOutput(io.Discard) // where net/http writes what a server sends too much of, and nobody else writes
	}
	root.SetArgs(args)
	root.SetIn(p.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return ExitDone
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) { // wherever it was noticed
		hint := "what was finished is stored; start the command again"
		if p.Unkept {
			hint = "nothing was stored; the same command begins again"
		}
		err = &adhere.Error{Code: adhere.Cancelled, Message: "stopped", Hint: hint}
	}
	p.fail(err)
	return exitCode(err)
}

func exitCode(err error) int {
	var below report.Missed
	switch {
	case errors.As(err, &below):
		return ExitThreshold
	case adhere.CodeOf(err) == adhere.Invalid, adhere.CodeOf(err) == adhere.NotFound:
		return ExitUsage
	default:
		return ExitFailed
	}
}

// Root returns the command that all others are below.
func (p *Program) Root(commands ...*cobra.Command) *cobra.Command {
	root := p.Command("adhere", nil)
	OnlyCommands(root)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flagError)
	flags := root.PersistentFlags()
	flags.BoolVar(&p.JSON, "json", false, "write results and errors as JSON")
	flags.BoolVarP(&p.Quiet, "quiet", "q", false, "show no progress")
	flags.BoolVar(&p.sendKey, sendKey, false, "also send the environment's key to an address that .env, adhere.yaml or a run in the queue names")
	flags.String("config", "", "file of default flag values (default adhere.yaml, if there is one)")
	root.PersistentPreRunE = p.prepare
	root.AddCommand(commands...)
	root.SetHelpCommand(p.helpCommand())
	p.addCompletion(root)
	return root
}

// prepare fills in what was configured and refuses, before any work, what the
// command line cannot mean.
func (p *Program) prepare(cmd *cobra.Command, args []string) error {
	if err := checkEmpty(cmd, args); err != nil {
		return err
	}
	if err := p.Configure(cmd); err != nil {
		return err
	}
	p.data = p.dataDirOf(cmd)
	if err := checkRanges(cmd); err != nil {
		return err
	}
	return p.checkFiles(cmd, args)
}

// Command returns a command whose help is the text of help/NAME.txt. Wrong
// arguments are usage errors.
func (p *Program) Command(use string, args cobra.PositionalArgs) *cobra.Command {
	name, _, _ := strings.Cut(use, " ")
	h := p.helpFor(name)
	cmd := &cobra.Command{Use: use, Short: h.short, Long: h.long, Example: h.examples}
	if args != nil {
		cmd.Args = usageArgs(args)
	}
	return cmd
}

// Group returns a command that only leads to those below it, which share the
// value of a flag.
func (p *Program) Group(name string, flag func(*cobra.Command) *string, below ...func(*string) *cobra.Command) *cobra.Command {
	cmd := p.Command(name, nil)
	value := flag(cmd)
	for _, command := range below {
		cmd.AddCommand(command(value))
	}
	return OnlyCommands(cmd)
}
