package cli

import (
	"cmp"
	"path/filepath"

	"github.com/spf13/cobra"

	"adhere/dataset"
)

// home returns the folder in which Adhere keeps its own files: below
// XDG_DATA_HOME, or .local/share in the user's folder.
func (p *Program) home() string {
	if dir := p.Lookup("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "adhere")
	}
	return filepath.Join(p.userFolder(), ".local", "share", "adhere")
}

// userFolder returns the user's folder: HOME, or USERPROFILE, which Windows sets.
// It is empty if neither is set.
func (p *Program) userFolder() string {
	home, _ := p.Env("HOME")
	profile, _ := p.Env("USERPROFILE")
	return cmp.Or(home, profile)
}

// DBFlag adds --db to a command and those below it.
func (p *Program) DBFlag(cmd *cobra.Command) *string {
	return cmd.PersistentFlags().String("db", "", "database of runs and calls: a file, or postgres://user@host/name (default adhere.db in the user's data folder)")
}

// DataFlag adds --data to a command and those below it.
func (p *Program) DataFlag(cmd *cobra.Command) *string {
	return cmd.PersistentFlags().String("data", "", "folder of benchmark data (default data in the user's data folder)")
}

// DBPath returns the database that --db names, or that of the user.
func (p *Program) DBPath(flag string) string {
	return cmp.Or(flag, filepath.Join(p.home(), "adhere.db"))
}

// DataDir returns the folder that --data names, or that of the user.
func (p *Program) DataDir(flag string) string {
	return cmp.Or(flag, filepath.Join(p.home(), "data"))
}

// dataDirOf returns the data folder of a command, which need not have --data.
func (p *Program) dataDirOf(cmd *cobra.Command) string {
	if data := cmd.Flags().Lookup("data"); data != nil {
		return p.DataDir(data.Value.String())
	}
	return p.DataDir(p.Lookup("ADHERE_DATA"))
}

// Dictionary returns the file of the dictionary of Japanese words in the data
// folder of the command that runs.
func (p *Program) Dictionary() ([]byte, error) { return dataset.Dictionary(p.data) }

// KeysPath returns the keys file that --keys names, or the one that all
// services share.
func (p *Program) KeysPath(given string) string {
	return cmp.Or(given, filepath.Join(p.home(), "keys.json"))
}
