package cli

import (
	"errors"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere/internal/settings"
	"adhere/internal/userfile"
)

// folderConfig reads the file that --config names, or that of the folder.
func folderConfig(cmd *cobra.Command) (settings.File, error) {
	if path, _ := cmd.Flags().GetString("config"); path != "" {
		return readConfig(cmd, path, true)
	}
	return readConfig(cmd, configName, false)
}

// readConfig reads flag values, "max-connections: 50". A key that is no
// command's flag, and not one of others, is an error: it would be ignored in
// silence otherwise. A file that was not given by name may be missing.
func readConfig(cmd *cobra.Command, path string, given bool, others ...string) (settings.File, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !given {
		return settings.File{}, nil
	}
	b, err := userfile.Named("--config", path).Read()
	if err != nil {
		return settings.File{}, err
	}
	known := map[string]bool{}
	everyFlag(cmd.Root(), func(name string) { known[name] = true })
	for _, name := range others {
		known[name] = true
	}
	return settings.Parse(path, b, known)
}

// fillFrom gives a flag the values that a file has for it.
func fillFrom(file settings.File, cmd *cobra.Command, f *pflag.Flag) error {
	if len(file.List(f.Name)) > 0 {
		if err := checkConfirmed(f, file.Path); err != nil {
			return err
		}
	}
	return file.Fill(cmd.CommandPath(), f, func(value, from string) error { return set(cmd, f, value, from) })
}

func everyFlag(cmd *cobra.Command, see func(name string)) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { see(f.Name) })
	for _, sub := range cmd.Commands() {
		everyFlag(sub, see)
	}
}
