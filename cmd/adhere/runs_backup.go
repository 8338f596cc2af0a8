package main

import (
	"github.com/spf13/cobra"
)

func (p *program) runsBackupCommand(db *string) *cobra.Command {
	return p.sub("runs", "backup FILE", "Copy the whole database into a new file, while others use it", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		s, err := p.readStore(cmd.Context(), *db)
		if err != nil {
			return err
		}
		defer s.Close()
		if err := writable(namedFile{"FILE", args[0]}); err != nil {
			return err
		}
		if err := s.Backup(cmd.Context(), args[0]); err != nil {
			return err
		}
		return p.done(map[string]string{"backup": args[0]}, "%s\n", "the copy is in "+args[0])
	})
}
