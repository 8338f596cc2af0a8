package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
)

// The commands that cobra has made for us, in our words: a wrong name is a
// usage error.

func (p *Program) helpCommand() *cobra.Command {
	cmd := p.Command("help [COMMAND...]", cobra.ArbitraryArgs)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		about, err := walk(cmd.Root(), args)
		if err != nil {
			return err
		}
		about.InitDefaultHelpFlag()
		return about.Help()
	}
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		about, err := walk(cmd.Root(), args)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var names []string
		for _, sub := range about.Commands() {
			if sub.IsAvailableCommand() {
				names = append(names, sub.Name()+"\t"+sub.Short)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// walk finds a command by its name and those of the commands above it.
func walk(from *cobra.Command, names []string) (*cobra.Command, error) {
	for _, name := range names {
		var next *cobra.Command
		for _, sub := range from.Commands() {
			if sub.Name() == name {
				next = sub
			}
		}
		if next == nil {
			return nil, unknownCommand(from, name)
		}
		from = next
	}
	return from, nil
}

// OnlyCommands makes a command that only leads to those below it: without one
// it shows its help, and a wrong one is a usage error.
func OnlyCommands(cmd *cobra.Command, below ...*cobra.Command) *cobra.Command {
	cmd.AddCommand(below...)
	cmd.Args, cmd.SuggestionsMinimumDistance = cobra.ArbitraryArgs, 2
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return unknownCommand(cmd, args[0])
	}
	return cmd
}

func unknownCommand(cmd *cobra.Command, name string) error {
	hint := "see " + cmd.CommandPath() + " --help"
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("unknown command %q for %s", name, cmd.CommandPath()), Hint: hint}
}

func (p *Program) addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, err := walk(root, []string{"completion"})
	if err != nil {
		return
	}
	text := p.Command("completion", nil)
	cmd.Short, cmd.Long, cmd.Example = text.Short, text.Long, text.Example
	OnlyCommands(cmd)
	lead := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return &adhere.Error{Code: adhere.Invalid, Message: "SHELL is missing: completion needs bash, zsh, fish or powershell", Hint: "usage: adhere completion SHELL"}
		}
		return lead(cmd, args)
	}
	for _, shell := range cmd.Commands() {
		shell.Args = usageArgs(cobra.NoArgs)
		shell.Long = strings.TrimSpace(shell.Long) + "\n\n" + ExitCodes
		for line := range strings.Lines(text.Example) {
			if strings.Contains(line, "completion "+shell.Name()) {
				shell.Example = strings.TrimRight(line, "\n")
			}
		}
	}
}
