package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/plural"
	"adhere/prompt"
)

func (p *program) promptsCommand() *cobra.Command {
	cmd := cli.OnlyCommands(p.Command("prompts", nil))
	dir := cmd.PersistentFlags().String("prompts", "", "folder with a prompt pack (default the built-in wording)")
	cmd.AddCommand(p.promptsListCommand(dir), p.promptsShowCommand(dir), p.promptsExportCommand())
	return cmd
}

func (p *program) promptsListCommand(dir *string) *cobra.Command {
	return p.Sub("prompts", "list", "List the prompts, and which of them a pack replaces", cobra.NoArgs, func(*cobra.Command, []string) error {
		pack, err := eval.Pack(*dir)
		if err != nil {
			return err
		}
		return cli.List(p.Program, pack.List(), []string{"name", "version", "from", "about"}, func(t prompt.Info) []string {
			from := "built in"
			if t.Replaced {
				from = "pack"
			}
			return []string{t.Name, strconv.Itoa(t.Version), from, t.About}
		})
	})
}

func (p *program) promptsShowCommand(dir *string) *cobra.Command {
	return p.Sub("prompts", "show NAME", "Print one prompt, as in its file", cobra.ExactArgs(1), func(_ *cobra.Command, args []string) error {
		pack, err := eval.Pack(*dir)
		if err != nil {
			return err
		}
		text, err := pack.Source(args[0])
		if err != nil {
			return err
		}
		return p.Done(map[string]string{"name": args[0], "text": text}, "%s", text)
	})
}

func (p *program) promptsExportCommand() *cobra.Command {
	return p.Sub("prompts", "export DIR", "Write the built-in prompts into a new folder, to make a prompt pack from", cobra.ExactArgs(1), func(_ *cobra.Command, args []string) error {
		dir := args[0]
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			return &adhere.Error{Code: adhere.Conflict, Message: dir + " exists already", Hint: "name a new folder; nothing was written"}
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		pack := prompt.Default()
		var files []string
		for _, t := range pack.List() {
			text, err := pack.Source(t.Name)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, t.Name+".tmpl"), []byte(text), 0o644); err != nil {
				return err
			}
			files = append(files, t.Name+".tmpl")
		}
		return p.Done(map[string]any{"folder": dir, "files": files}, "%s written to %s; delete those that you do not change\n", plural.Of(len(files), "prompt"), dir)
	})
}
