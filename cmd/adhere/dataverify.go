package main

import (
	"github.com/spf13/cobra"

	"adhere/dataset"
	"adhere/internal/cli"
)

func (p *program) dataVerifyCommand(dir *string) *cobra.Command {
	cmd := p.Sub("data", "verify [NAME...]", "Compare downloaded files with their pinned hashes", cobra.ArbitraryArgs, func(_ *cobra.Command, args []string) error {
		sources, err := dataset.FindSources(args, len(args) == 0)
		if err != nil {
			return err
		}
		files, err := dataset.VerifyAll(sources, p.DataDir(*dir))
		if err != nil {
			return err
		}
		if err := p.showFiles(files); err != nil {
			return err
		}
		return dataset.AllIntact(files)
	})
	cmd.ValidArgsFunction = completeSources
	return cmd
}

func (p *program) showFiles(files []dataset.FileState) error {
	return cli.List(p.Program, files, []string{"file", "state"}, func(f dataset.FileState) []string { return []string{f.File, string(f.State)} })
}
