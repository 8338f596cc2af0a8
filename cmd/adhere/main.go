// Command adhere measures how well language models follow instructions.
// See the package comment of the module's root for a tour of the code.
package main

import (
	"cmp"
	"context"
	"embed"
	"os"
	"os/signal"
	"syscall"
	"time"

	"adhere/dataset/inspect"
	"adhere/dataset/parquet"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/cli/evaluations"
	"adhere/internal/cli/services"
	"adhere/internal/cli/stores"
	"adhere/verify/mifeval/dictionary"

	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	p := newProgram(&cli.Program{OwnProcess: true, In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Env: os.LookupEnv, Now: time.Now})
	inspect.Register()
	parquet.Register()
	dictionary.Use(p.Dictionary)
	p.Memory(cli.MemoryLimit, cli.DefaultGC)
	_ = cli.KeepRoom() // to the end
	os.Exit(p.main(onCommandLine(ctx), os.Args[1:]))
}

//go:embed help/*.txt
var helpFiles embed.FS

// A program is one start of adhere, with its commands.
type program struct {
	*cli.Program
	stores.Databases
	asking.Models
	evaluations.Evaluations
	services.Services
}

// newProgram completes a start of adhere by what belongs to the binary.
func newProgram(p *cli.Program) *program {
	p.Texts, p.Version = helpFiles, version
	db := stores.Databases{Program: p}
	m := asking.Models{Databases: db}
	return &program{p, db, m, evaluations.Evaluations{Models: m}, services.Services{Databases: db}}
}

// main runs the command line and returns the exit code.
func (p *program) main(ctx context.Context, args []string) int { return p.Run(ctx, p.root(), args) }

func (p *program) root() *cobra.Command {
	root := p.Root(
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
	root.Version = cmp.Or(release, version)
	root.SetVersionTemplate(versionLine())
	return root
}
