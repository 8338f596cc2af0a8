package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the release that the next tag will carry; CHANGELOG.md says what
// is in it.
const version = "0.1.0-dev"

func (p *program) versionCommand() *cobra.Command {
	cmd := p.command("version", cobra.NoArgs)
	cmd.RunE = func(*cobra.Command, []string) error {
		commit, modified := "unknown", false
		if info, ok := debug.ReadBuildInfo(); ok {
			for _, s := range info.Settings {
				switch s.Key {
				case "vcs.revision":
					commit = s.Value
				case "vcs.modified":
					modified = s.Value == "true"
				}
			}
		}
		if p.json {
			return writeJSON(p.out, map[string]any{"version": version, "commit": commit, "modified": modified, "go": runtime.Version()})
		}
		_, err := fmt.Fprintf(p.out, "adhere %s (commit %s, %s)\n", version, commit, runtime.Version())
		return err
	}
	return cmd
}
