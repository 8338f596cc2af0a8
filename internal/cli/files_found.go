package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"adhere/dataset"
	"adhere/internal/userfile"
)

// foundFiles are the files that a command reads though nothing names them as
// such: values that may be a file among others, the API keys, and benchmark
// data beside or above the files that are read, where dataset.Locate looks for it.
// Only what is there counts.
func (p *Program) foundFiles(cmd *cobra.Command, args []string, read []userfile.File) []userfile.File {
	var files []userfile.File
	add := func(name, path string) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			files = append(files, userfile.Named(name, path))
		}
	}
	for _, f := range filesOf(cmd, []string{"critic", "dataset"}) {
		for part := range strings.SplitSeq(f.Path, ",") {
			add(f.Name, part)
		}
	}
	if keys := cmd.Flags().Lookup("keys"); keys != nil {
		add("the file of API keys", p.KeysPath(keys.Value.String()))
	}
	if cmd.Flags().Lookup("data") == nil {
		return files
	}
	for _, a := range args {
		read = append(read[:len(read):len(read)], userfile.Named("read", a))
	}
	for _, f := range read {
		for _, dir := range dataset.FoldersNear(f.Path) {
			for _, src := range dataset.Sources() {
				for _, one := range src.Files {
					add("benchmark data", filepath.Join(dir, filepath.FromSlash(one.Path)))
				}
			}
		}
	}
	return files
}
