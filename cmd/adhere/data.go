package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/eval"
)

func (p *program) dataCommand() *cobra.Command {
	cmd := p.command("data", nil)
	onlyCommands(cmd)
	dir := p.dataFlag(cmd)
	cmd.AddCommand(p.dataListCommand(dir), p.dataPullCommand(dir), p.dataVerifyCommand(dir), p.dataCheckCommand(dir))
	return cmd
}

func (p *program) dataListCommand(dir *string) *cobra.Command {
	return p.sub("data", "list", "List the data sets that can be downloaded", cobra.NoArgs, func(*cobra.Command, []string) error {
		sources := dataset.Sources()
		if p.json {
			return writeJSON(p.out, sources)
		}
		var rows [][]string
		for _, src := range sources {
			state, err := stateOf(src, p.dataDir(*dir))
			if err != nil {
				return err
			}
			rows = append(rows, []string{src.Name, state, byteSize(src.Size()), src.Licence, src.Doc})
		}
		return p.table([]string{"name", "state", "size", "licence", "what"}, rows)
	})
}

// stateOf sums up the states of a source's files.
func stateOf(src dataset.Source, dir string) (string, error) {
	states, err := dataset.Verify(src, dir)
	if err != nil {
		return "", err
	}
	for _, s := range states {
		if s != states[0] {
			return "incomplete", nil
		}
	}
	return string(states[0]), nil
}

func (p *program) dataPullCommand(dir *string) *cobra.Command {
	var all, force bool
	var mirror string
	cmd := p.sub("data", "pull [NAME...]", "Download data sets; what is there already is left alone", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		sources, err := chosenSources(args, all)
		if err != nil {
			return err
		}
		folder := p.dataDir(*dir)
		for _, src := range sources {
			if mirror != "" {
				src = src.At(mirror)
			}
			if err := dataset.Pull(cmd.Context(), src, folder, dataset.PullOptions{Force: force}); err != nil {
				return unpulled(src.Name, err)
			}
			p.say("%s: %s, %s, %s", src.Name, plural(len(src.Files), "file"), byteSize(src.Size()), src.Licence)
		}
		_, err = fmt.Fprintln(p.out, folder)
		return err
	})
	cmd.Flags().BoolVar(&all, "all", false, "download every data set")
	cmd.Flags().StringVar(&mirror, "mirror", "", "address of a copy of the data folder, in place of the official homes")
	cmd.Flags().BoolVar(&force, "force", false, "replace files that are there and are not what was pinned")
	cmd.ValidArgsFunction = completeSources
	return cmd
}

// unpulled is the error of a pull. Whatever came, the command line was right:
// it could not finish.
func unpulled(name string, err error) error {
	e := &adhere.Error{Code: adhere.Unavailable, Message: name, Err: err}
	if adhere.CodeOf(err) == adhere.Conflict {
		e.Code, e.Hint = adhere.Conflict, "move it away, or replace it with --force"
	}
	return e
}

func chosenSources(names []string, all bool) ([]dataset.Source, error) {
	if all {
		return dataset.Sources(), nil
	}
	if len(names) == 0 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "pull needs the names of data sets", Hint: "adhere data list shows them; --all takes every one"}
	}
	var sources []dataset.Source
	for _, name := range names {
		src, err := dataset.FindSource(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, src)
	}
	return sources, nil
}

func completeSources(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, src := range dataset.Sources() {
		names = append(names, src.Name+"\t"+src.Doc)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// readBench finds the benchmark and reads its data: a benchmark by name, or a
// file of instructions. near is a file of the user's; data beside or above it
// is found too, if it is intact.
func (p *program) readBench(ctx context.Context, name, dataDir, near string) (bench.Bench, *dataset.Set, error) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() {
		return p.readOwn(ctx, name)
	}
	if !isFolder(name) && (filepath.Ext(name) != "" || strings.ContainsRune(name, filepath.Separator)) {
		return bench.Bench{}, nil, &adhere.Error{Code: adhere.NotFound, Message: "there is no file " + name, Hint: "name a file of instructions (docs/formats.md), or a benchmark: adhere data list"}
	}
	b, err := bench.Find(name)
	if err != nil && isFolder(name) {
		return b, nil, &adhere.Error{Code: adhere.Invalid, Message: name + " is a folder", Hint: "name a file of instructions in it, or a benchmark: adhere data list"}
	}
	if err != nil {
		return b, nil, err
	}
	set, err := readData(ctx, b.Data, p.dataDir(dataDir), near)
	return b, set, err
}

// readData reads a benchmark's data set: the embedded one, or its files in
// the folder.
func readData(ctx context.Context, name, dir, near string) (*dataset.Set, error) {
	opts := dataset.Options{CheckRule: eval.CheckRule}
	if name == "starter" {
		opts.Files = dataset.FromFS(bench.Starter())
		return dataset.Read(ctx, name, "starter/instructions.jsonl", opts)
	}
	src, err := dataset.FindSource(name)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("the data of %s cannot be downloaded", name), Hint: "give a file in its shape in place of the benchmark's name; see docs/formats.md"}
	}
	path, err := locate(src, dir, near)
	if err != nil {
		return nil, err
	}
	return dataset.Read(ctx, name, path, opts)
}

// locate returns where a source's data lies: in the folder, or intact in one
// above the user's file.
func locate(src dataset.Source, dir, near string) (string, error) {
	path := dataPath(src)
	if _, err := os.Stat(filepath.Join(dir, path)); err == nil {
		return filepath.Join(dir, path), nil
	}
	for _, folder := range foldersNear(near) {
		if state, err := stateOf(src, folder); err == nil && state == string(dataset.Intact) {
			return filepath.Join(folder, path), nil
		}
	}
	return "", &adhere.Error{
		Code: adhere.NotFound, Message: fmt.Sprintf("the data of %s is not in %s", src.Name, dir),
		Hint: fmt.Sprintf("download it with adhere data pull %s, or name the folder that has it with --data or ADHERE_DATA", src.Name),
	}
}

// dataPath is what is read of a source: its first file, or the folder of a
// data set that comes in many.
func dataPath(src dataset.Source) string {
	if len(src.Files) > 2 {
		return filepath.Dir(filepath.FromSlash(src.Files[0].Path))
	}
	return filepath.FromSlash(src.Files[0].Path)
}

// readOwn reads a user's file: in the shape of a benchmark, which then counts,
// or in our own.
func (p *program) readOwn(ctx context.Context, path string) (bench.Bench, *dataset.Set, error) {
	base := filepath.Base(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	set, err := dataset.Read(ctx, name, path, dataset.Options{CheckRule: eval.CheckRule})
	if err != nil {
		return bench.Bench{}, nil, hinted(err, "an instruction is one JSON object a line, each with an id of its own; docs/formats.md shows one")
	}
	if set.Format != dataset.Own {
		b, err := bench.Find(string(set.Format))
		return b, set, err
	}
	levels := false
	for in, err := range set.All() {
		if err != nil {
			return bench.Bench{}, nil, err
		}
		levels = levels || in.Level > 0
	}
	return bench.Custom(name, levels), set, nil
}
