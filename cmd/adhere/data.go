package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/dataset"
	"adhere/dataset/pull"
	"adhere/internal/cli"
	"adhere/internal/lists"
	"adhere/internal/plural"
)

func (p *program) dataCommand() *cobra.Command {
	return p.Group("data", p.DataFlag, p.dataListCommand, p.dataPullCommand, p.dataVerifyCommand, p.dataCheckCommand)
}

func (p *program) dataListCommand(dir *string) *cobra.Command {
	return p.Sub("data", "list", "List the data sets that can be downloaded", cobra.NoArgs, func(*cobra.Command, []string) error {
		sources := dataset.Sources()
		if p.JSON {
			return cli.WriteJSON(p.Out, sources)
		}
		var rows [][]string
		for _, src := range sources {
			state, err := dataset.StateOf(src, p.DataDir(*dir))
			if err != nil {
				return err
			}
			rows = append(rows, []string{src.Name, string(state), cli.ByteSize(src.Size()), src.Licence, src.Doc})
		}
		return p.Table([]string{"name", "state", "size", "licence", "what"}, rows)
	})
}

func (p *program) dataPullCommand(dir *string) *cobra.Command {
	var all, force bool
	var mirror string
	cmd := p.Sub("data", "pull [NAME...]", "Download data sets; files that exist already are kept", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 && !all {
			return &adhere.Error{Code: adhere.Invalid, Message: "pull needs the names of data sets", Hint: "adhere data list shows them; --all takes every one"}
		}
		sources, err := dataset.FindSources(args, all)
		if err != nil {
			return err
		}
		folder := p.DataDir(*dir)
		for _, src := range sources {
			if mirror != "" {
				src = src.At(mirror)
			}
			if err := pull.Pull(cmd.Context(), src, folder, pull.Options{Force: force}); err != nil {
				return unpulled(src.Name, err)
			}
			p.Say("%s: %s, %s, %s", src.Name, plural.Of(len(src.Files), "file"), cli.ByteSize(src.Size()), src.Licence)
		}
		_, err = fmt.Fprintln(p.Out, folder)
		return err
	})
	cmd.Flags().BoolVar(&all, "all", false, "download every data set")
	cmd.Flags().StringVar(&mirror, "mirror", "", "address of a copy of the data folder, instead of the official addresses")
	cmd.Flags().BoolVar(&force, "force", false, "replace existing files that differ from what was pinned")
	cmd.ValidArgsFunction = completeSources
	return cmd
}

// unpulled is the error of a pull. Whatever came, the command line was right:
// it could not finish.
func unpulled(name string, err error) error {
	e := &adhere.Error{Code: adhere.Unavailable, Message: name, Err: err}
	if adhere.CodeOf(err) == adhere.Conflict {
		e.Code, e.Hint = adhere.Conflict, "move it away, or replace it with --force"
	}
	return e
}

func completeSources(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return lists.Map(dataset.Sources(), func(src dataset.Source) string { return src.Name + "\t" + src.Doc }), cobra.ShellCompDirectiveNoFileComp
}
