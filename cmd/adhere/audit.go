package main

import (
	"context"
	"os"
	"os/user"
	"strconv"

	"github.com/spf13/cobra"

	"adhere/internal/accounts"
	"adhere/internal/cli"
	"adhere/internal/jsonl"
	"adhere/internal/store"
	"adhere/report"
)

func (p *program) auditCommand() *cobra.Command {
	var limit int
	var lines bool
	cmd := p.Command("audit", cobra.NoArgs)
	db := p.DBFlag(cmd)
	cmd.Flags().IntVar(&limit, "limit", 50, "most entries to print (0: all)")
	cmd.Flags().BoolVar(&lines, "jsonl", false, "print one JSON object per line")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return p.WithStoreToRead(cmd.Context(), *db, func(s *store.Store) error {
			acts, err := s.Acts(cmd.Context(), 0, limit)
			if err != nil {
				return err
			}
			if lines {
				return jsonl.Write(p.Out, acts)
			}
			return p.listActs(acts)
		})
	}
	return cmd
}

func (p *program) listActs(acts []accounts.Act) error {
	return cli.List(p.Program, acts, []string{"time (UTC)", "who", "from", "what", "about", "in particular"}, func(a accounts.Act) []string {
		return []string{report.When(a.Time), a.Who, a.Address, a.Action, a.About, a.Detail}
	})
}

// onCommandLine says in ctx that whoever started the program does what is done.
func onCommandLine(ctx context.Context) context.Context {
	name := strconv.Itoa(os.Getuid())
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	return accounts.By(ctx, "command line ("+name+")", "")
}

// noteKey writes down what is done to a key, beside the keys where they lie in
// a database, else in that of the command.
func (p *program) noteKey(ctx context.Context, f keyPlace, action, name string) error {
	db := *f.db
	if store.OnServer(*f.keys) {
		db = *f.keys
	}
	return p.WithStore(ctx, db, func(s *store.Store) error { return s.NoteAct(ctx, action, name, "") })
}
