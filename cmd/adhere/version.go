package main

import (
	"cmp"
	"fmt"
	"runtime"

	"adhere/internal/cli"

	"github.com/spf13/cobra"
)

// version is the release that the next tag will carry; CHANGELOG.md says what
// is in it.
const version = "0.1.0-dev"

// release takes the place of version in the files of a release; the linker sets
// it (-X main.release=0.1.0).
var release string

func (p *program) versionCommand() *cobra.Command {
	cmd := p.Command("version", cobra.NoArgs)
	cmd.RunE = func(*cobra.Command, []string) error {
		if p.JSON {
			commit, modified := cli.BuiltFrom()
			return cli.WriteJSON(p.Out, map[string]any{"version": cmp.Or(release, version), "commit": commit, "modified": modified, "go": runtime.Version()})
		}
		_, err := fmt.Fprint(p.Out, versionLine())
		return err
	}
	return cmd
}

// versionLine is what adhere version and adhere --version print.
func versionLine() string {
	commit, _ := cli.BuiltFrom()
	return fmt.Sprintf("adhere %s (commit %s, %s)\n", cmp.Or(release, version), commit, runtime.Version())
}
