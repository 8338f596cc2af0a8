package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"adhere/internal/store"
)

// home returns the folder in which Adhere keeps its own files: below
// XDG_DATA_HOME, or .local/share in the user's folder.
func (p *program) home() string {
	if dir := p.lookup("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "adhere")
	}
	return filepath.Join(p.lookup("HOME"), ".local", "share", "adhere")
}

// dbFlag adds --db to a command and those below it.
func (p *program) dbFlag(cmd *cobra.Command) *string {
	return cmd.PersistentFlags().String("db", "", "database of runs and calls (default adhere.db in the user's data folder)")
}

// dataFlag adds --data to a command and those below it.
func (p *program) dataFlag(cmd *cobra.Command) *string {
	return cmd.PersistentFlags().String("data", "", "folder of benchmark data (default data in the user's data folder)")
}

func (p *program) openStore(ctx context.Context, path string) (*store.Store, error) {
	return store.Open(ctx, p.dbPath(path))
}

func (p *program) dbPath(flag string) string {
	if flag == "" {
		return filepath.Join(p.home(), "adhere.db")
	}
	return flag
}

func (p *program) dataDir(flag string) string {
	if flag == "" {
		return filepath.Join(p.home(), "data")
	}
	return flag
}
