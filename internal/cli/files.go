package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/dataset"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/prompt"
)

// outputFileFlags and inputFileFlags list the flags that name files. Those of one name
// mean the same in every command.
func outputFileFlags() []string {
	return []string{"html", "rows-out", "verdicts-out", "responses-out", "traces-out", "attempts-out", "curves", "port-file", "types-out", "errors-out", "replies-out", "output", "run-out", "junit", "markdown"}
}

func inputFileFlags() []string {
	return []string{"responses", "verdicts", "replies", "labels", "prices", "pairs", "critic-responses", "attach", "types", "errors", "types-by-hand", "errors-by-hand", "marks", "second", "spec"}
}

// checkFiles refuses, before any work, files to be read that are not there
// and files to be written that cannot be or would take the place of another
// file of the same command.
func (p *Program) checkFiles(cmd *cobra.Command, args []string) error {
	read := filesOf(cmd, inputFileFlags())
	for _, in := range read {
		if err := in.Readable(); err != nil {
			return err
		}
	}
	if err := checkPacks(cmd); err != nil {
		return err
	}
	written := filesOf(cmd, outputFileFlags())
	if len(written) == 0 {
		return nil
	}
	others := slices.Concat(read, p.ownFiles(cmd, args), p.foundFiles(cmd, args, read))
	for _, out := range written {
		if userfile.IsDevice(out.Path) { // nothing there can be lost
			continue
		}
		for _, o := range others {
			if userfile.Same(out.Path, o.Path) {
				return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s %s is also %s", out.Name, out.Path, o.Name), Hint: "name another file; nothing was written"}
			}
		}
		if err := out.Writable(); err != nil {
			return err
		}
		others = append(others, out)
	}
	return nil
}

// filesOf returns the files that the given flags of a command name.
func filesOf(cmd *cobra.Command, names []string) []userfile.File {
	var files []userfile.File
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		if f == nil {
			continue
		}
		for _, path := range valuesOf(f.Value) {
			if path != "" {
				files = append(files, userfile.Named("--"+name, path))
			}
		}
	}
	return files
}

// valuesOf returns the values of a flag that can have several, or its one.
func valuesOf(v pflag.Value) []string {
	if many, ok := v.(pflag.SliceValue); ok {
		return many.GetSlice()
	}
	return []string{v.String()}
}

// ownFiles are the files that a command reads without a flag for it, or by a
// flag that need not name a file, and its database.
func (p *Program) ownFiles(cmd *cobra.Command, args []string) []userfile.File {
	var files []userfile.File
	for _, a := range args {
		path, named := a, true
		if strings.Contains(cmd.Use, " RUN") { // there, an argument may be the name of a run
			path, _, named = RunFile(a)
		}
		if named {
			files = append(files, userfile.Named("read", path))
		}
	}
	if db := cmd.Flags().Lookup("db"); db != nil && !store.OnServer(db.Value.String()) {
		path := p.DBPath(db.Value.String())
		for _, end := range []string{"", "-wal", "-shm", "-journal"} {
			files = append(files, userfile.Named("the database", path+end))
		}
	}
	if cmd.Flags().Lookup("data") != nil {
		for _, src := range dataset.Sources() {
			for _, f := range src.Files {
				files = append(files, userfile.Named("benchmark data", filepath.Join(p.data, filepath.FromSlash(f.Path))))
			}
		}
	}
	for _, pack := range filesOf(cmd, []string{"prompts"}) {
		prompts, _ := filepath.Glob(filepath.Join(pack.Path, "*.tmpl")) // a folder that is no pattern holds none
		for _, path := range prompts {
			files = append(files, userfile.Named("a prompt of --prompts", path))
		}
	}
	config, _ := cmd.Flags().GetString("config")
	return append(files, userfile.Named("the configuration", config), userfile.Named("the configuration", configName), userfile.Named("read", ".env"))
}

// checkPacks says which prompt pack is no folder.
func checkPacks(cmd *cobra.Command) error {
	for _, pack := range filesOf(cmd, []string{"prompts"}) {
		if pack.Path == prompt.BuiltIn {
			continue
		}
		const hint = "adhere prompts export DIR writes a folder to start from"
		info, err := os.Stat(pack.Path)
		if errors.Is(err, fs.ErrNotExist) {
			return &adhere.Error{Code: adhere.NotFound, Message: pack.Name + ": there is no folder " + pack.Path, Hint: hint}
		}
		if err == nil && !info.IsDir() {
			return &adhere.Error{Code: adhere.Invalid, Message: pack.Name + ": " + pack.Path + " is no folder", Hint: hint}
		}
	}
	return nil
}

// RunFileExt ends the names of run files that are written without being named.
const RunFileExt = ".run"

// RunFile returns the path of the run file that an argument names and which run of
// it, by its model or ID, where the argument is FILE#RUN. It reports false for the
// name of a stored run.
func RunFile(arg string) (path, run string, ok bool) {
	if isFile(arg) {
		return arg, "", true
	}
	for i, c := range arg {
		if c == '#' && (isFile(arg[:i]) || filepath.Ext(arg[:i]) == RunFileExt) {
			return arg[:i], arg[i+1:], true
		}
	}
	return arg, "", filepath.Ext(arg) == RunFileExt || filepath.IsAbs(arg) || strings.HasPrefix(arg, ".") // lab/model may be meant as a model
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}
