package main

import (
	"context"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli/stores"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/internal/userfile"
)

func (p *program) runsCopyCommand(db *string) *cobra.Command {
	var to string
	cmd := p.Sub("runs", "copy RUN... --to DB", "Copy runs with their calls to another database", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		if to == "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "--to is missing: which database?", Hint: "a file, or the address of a PostgreSQL database"}
		}
		return p.WithRuns(cmd.Context(), *db, args, true, func(runs []stores.Place) error {
			return p.WithStore(cmd.Context(), to, func(into *store.Store) error {
				for _, r := range runs {
					if err := r.CopyRun(cmd.Context(), r.ID, into); err != nil {
						return err
					}
				}
				return p.Done(map[string]int{"copied": len(runs)}, "%s in %s\n", plural.Of(len(runs), "run"), into.Path())
			})
		})
	})
	cmd.Flags().StringVar(&to, "to", "", "the database to copy them into")
	return cmd
}

func (p *program) runsBackupCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithStoreToRead, "runs", "backup FILE", "Copy the whole database into a new file, while it is in use", cobra.ExactArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		if err := userfile.Named("FILE", args[0]).Writable(); err != nil {
			return err
		}
		if err := s.Backup(ctx, args[0]); err != nil {
			return err
		}
		return p.Done(map[string]string{"backup": args[0]}, "%s\n", "the copy is in "+args[0])
	})
}
