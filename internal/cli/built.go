package cli

import "runtime/debug"

// BuiltFrom returns the commit that the program was built from, and whether it
// was changed.
func BuiltFrom() (commit string, modified bool) {
	commit = "unknown"
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
	return commit, modified
}
