package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/report"
)

// The exit codes, the same in every command.
const (
	exitDone      = 0   // success
	exitFailed    = 1   // could not finish
	exitUsage     = 2   // the command line or a file is wrong
	exitThreshold = 100 // finished, but below a --min or above --fail-on-undecided
)

// A program is one start of adhere: all that reaches it from outside.
type program struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) (string, bool)
	now      func() time.Time

	own       bool // the process is the program's
	json      bool // --json: results and errors are for programs
	quiet     bool // --quiet: no progress
	namedDB   bool // --db was given on the command line
	unkept    bool // --no-store: nothing outlives the command
	dotenv    map[string]string
	addresses map[string]string // set by flags that a file filled; which file
	sendKey   bool              // --send-key
	sendKeyTo []string          // addresses that the user's own settings confirm
	spec      *specFlags        // of the command that takes one
}

// main runs the command line and returns the exit code.
func (p *program) main(ctx context.Context, args []string) int {
	root := p.root()
	root.SetArgs(args)
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return exitDone
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) { // wherever it was noticed
		hint := "what was finished is stored; start the command again"
		if p.unkept {
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
		return exitThreshold
	case adhere.CodeOf(err) == adhere.Invalid, adhere.CodeOf(err) == adhere.NotFound:
		return exitUsage
	default:
		return exitFailed
	}
}

// root lists every command there is.
func (p *program) root() *cobra.Command {
	root := p.command("adhere", nil)
	onlyCommands(root)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flagError)
	root.Version = cmp.Or(release, version)
	root.SetVersionTemplate(versionLine())
	flags := root.PersistentFlags()
	flags.BoolVar(&p.json, "json", false, "write results and errors as JSON")
	flags.BoolVarP(&p.quiet, "quiet", "q", false, "show no progress")
	flags.BoolVar(&p.sendKey, sendKey, false, "also send the environment's key to an address that .env, adhere.yaml or a run in the queue names")
	flags.String("config", "", "file of default flag values (default adhere.yaml, if there is one)")
	root.PersistentPreRunE = p.prepare
	root.AddCommand(
		p.demoCommand(),
		p.initCommand(),
		p.checkCommand(),
		p.evalCommand(),
		p.workerCommand(),
		p.scoreCommand(),
		p.reportCommand(),
		p.compareCommand(),
		p.tableCommand(),
		p.preferCommand(),
		p.verifyCommand(),
		p.agreeCommand(),
		p.judgeEvalCommand(),
		p.decomposeCommand(),
		p.refineCommand(),
		p.gatewayCommand(),
		p.serveCommand(),
		p.keysCommand(),
		p.usersCommand(),
		p.auditCommand(),
		p.campaignCommand(),
		p.runsCommand(),
		p.sessionsCommand(),
		p.buildCommand(),
		p.dataCommand(),
		p.cacheCommand(),
		p.dbCommand(),
		p.promptsCommand(),
		p.versionCommand(),
	)
	root.SetHelpCommand(p.helpCommand())
	p.addCompletion(root)
	return root
}

// prepare fills in what was configured and refuses, before any work, what the
// command line cannot mean.
func (p *program) prepare(cmd *cobra.Command, args []string) error {
	if err := checkEmpty(cmd, args); err != nil {
		return err
	}
	if err := p.configure(cmd); err != nil {
		return err
	}
	if err := checkRanges(cmd); err != nil {
		return err
	}
	return p.checkFiles(cmd, args)
}

// command returns a command whose help is the text of help/NAME.txt. Wrong
// arguments are usage errors.
func (p *program) command(use string, args cobra.PositionalArgs) *cobra.Command {
	name, _, _ := strings.Cut(use, " ")
	h := helpFor(name)
	cmd := &cobra.Command{Use: use, Short: h.short, Long: h.long, Example: h.examples}
	if args != nil {
		cmd.Args = usageArgs(args)
	}
	return cmd
}
