package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/store"
)

// A namedFile is a file that a command reads or writes, and what it is to it.
type namedFile struct{ name, path string }

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
func (p *program) checkFiles(cmd *cobra.Command, args []string) error {
	read := filesOf(cmd, inputFileFlags())
	for _, in := range read {
		if err := readable(in); err != nil {
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
		if isDevice(out.path) { // nothing there can be lost
			continue
		}
		for _, o := range others {
			if sameFile(out.path, o.path) {
				return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s %s is also %s", out.name, out.path, o.name), Hint: "name another file; nothing was written"}
			}
		}
		if err := writable(out); err != nil {
			return err
		}
		others = append(others, out)
	}
	return nil
}

// filesOf returns the files that the given flags of a command name.
func filesOf(cmd *cobra.Command, names []string) []namedFile {
	var files []namedFile
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		if f == nil {
			continue
		}
		for _, path := range valuesOf(f.Value) {
			if path != "" {
				files = append(files, namedFile{"--" + name, path})
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
func (p *program) ownFiles(cmd *cobra.Command, args []string) []namedFile {
	var files []namedFile
	for _, a := range args {
		if !strings.Contains(cmd.Use, " RUN") || namesFile(a) { // there, an argument may be the name of a run
			files = append(files, namedFile{"read", a})
		}
	}
	if db := cmd.Flags().Lookup("db"); db != nil && !store.OnServer(db.Value.String()) {
		path := p.dbPath(db.Value.String())
		for _, end := range []string{"", "-wal", "-shm", "-journal"} {
			files = append(files, namedFile{"the database", path + end})
		}
	}
	if data := cmd.Flags().Lookup("data"); data != nil {
		for _, src := range dataset.Sources() {
			for _, f := range src.Files {
				files = append(files, namedFile{"benchmark data", filepath.Join(p.dataDir(data.Value.String()), filepath.FromSlash(f.Path))})
			}
		}
	}
	for _, pack := range filesOf(cmd, []string{"prompts"}) {
		prompts, _ := filepath.Glob(filepath.Join(pack.path, "*.tmpl")) // a folder that is no pattern holds none
		for _, path := range prompts {
			files = append(files, namedFile{"a prompt of --prompts", path})
		}
	}
	config, _ := cmd.Flags().GetString("config")
	return append(files, namedFile{"the configuration", config}, namedFile{"the configuration", configName}, namedFile{"read", ".env"})
}

// readable says why a file cannot be read, before anything else is done.
func readable(f namedFile) error {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &adhere.Error{Code: adhere.NotFound, Message: f.name + ": there is no file " + f.path, Hint: "check the path"}
	case err != nil:
		return &adhere.Error{Code: adhere.Invalid, Message: f.name, Err: err, Hint: "name a file that you may read"}
	case info.IsDir():
		return &adhere.Error{Code: adhere.Invalid, Message: f.name + ": " + f.path + " is a folder", Hint: "name a file in it"}
	}
	return nil
}

// open opens a file to read it.
func (f namedFile) open() (*os.File, error) {
	if err := readable(f); err != nil {
		return nil, err
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: f.name, Err: err, Hint: "name a file that you may read"}
	}
	return file, nil
}

// read returns what is in a file.
func (f namedFile) read() ([]byte, error) {
	file, err := f.open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// checkPacks says which prompt pack is no folder.
func checkPacks(cmd *cobra.Command) error {
	for _, pack := range filesOf(cmd, []string{"prompts"}) {
		if pack.path == eval.BuiltInPrompts {
			continue
		}
		const hint = "adhere prompts export DIR writes a folder to start from"
		info, err := os.Stat(pack.path)
		if errors.Is(err, fs.ErrNotExist) {
			return &adhere.Error{Code: adhere.NotFound, Message: pack.name + ": there is no folder " + pack.path, Hint: hint}
		}
		if err == nil && !info.IsDir() {
			return &adhere.Error{Code: adhere.Invalid, Message: pack.name + ": " + pack.path + " is no folder", Hint: hint}
		}
	}
	return nil
}

// writable says why a file could not be written. The folder's permissions are
// found out by a try.
func writable(f namedFile) error {
	dir := filepath.Dir(f.path)
	if isFolder(f.path) || strings.HasSuffix(f.path, string(filepath.Separator)) {
		return &adhere.Error{Code: adhere.Invalid, Message: f.name + ": " + f.path + " is a folder", Hint: "name a file in it"}
	}
	if !isFolder(dir) {
		return &adhere.Error{Code: adhere.NotFound, Message: f.name + ": there is no folder " + dir, Hint: "make it first; nothing was done"}
	}
	try, err := os.CreateTemp(dir, ".adhere-*")
	if err == nil {
		err = errors.Join(try.Close(), os.Remove(try.Name()))
	}
	if err != nil {
		var cause *fs.PathError
		if errors.As(err, &cause) { // without the name of the try
			err = cause.Err
		}
		return &adhere.Error{Code: adhere.Invalid, Message: f.name + ": cannot write in " + dir, Err: err, Hint: "name a file in a folder that you may write to; nothing was done"}
	}
	return nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// isDevice reports whether the path names a pipe or a device such as
// /dev/null.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// sameFile reports whether two paths name one file, also one that is yet to
// be made.
func sameFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	return filepath.Clean(a) == filepath.Clean(b) || isSame(a, b) ||
		filepath.Base(a) == filepath.Base(b) && isSame(filepath.Dir(a), filepath.Dir(b))
}

// isSame reports whether both are there and are one.
func isSame(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
