package eval

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
)

// Data finds benchmarks and files of instructions by name, as the command does:
//
//	e, err := eval.New(ctx, spec, eval.Parts{Data: eval.Data{Folder: "data"}.Read})
type Data struct {
	Folder string        // has what adhere data pull downloaded
	Near   string        // a file of the user's; benchmark data is looked for in the three folders above it too, and taken if it is intact
	Files  dataset.Files // nil is the machine's
	// Foreign reads lines without an id and rules of checkers that do not exist too, for who examines
	// the data; otherwise they are errors.
	Foreign bool
}

// Read returns a benchmark with its data, or a file of instructions, or a folder of
// files by category or language, with the benchmark whose shape it has, else one of its own. The error's code is
// NotFound for what is not there.
func (d Data) Read(ctx context.Context, name string) (bench.Bench, *dataset.Set, error) {
	file, folder := dataset.Look(d.Files, name)
	switch {
	case file:
		return d.readOwn(ctx, name)
	case !folder && (filepath.Ext(name) != "" || strings.ContainsRune(name, filepath.Separator)):
		return bench.Bench{}, nil, &adhere.Error{Code: adhere.NotFound, Message: "there is no file " + name, Hint: "name a file of instructions (docs/formats.md), or a benchmark: adhere data list"}
	}
	b, err := bench.Find(name)
	if err != nil && folder {
		if _, unknown := dataset.Detect(ctx, name, d.Files); unknown == nil {
			return d.readOwn(ctx, name)
		}
		err = invalid(name+" is a folder", "name a file of instructions in it, or a benchmark: adhere data list")
	}
	if err != nil {
		return b, nil, err
	}
	if b.Data == "starter" {
		set, err := dataset.Read(ctx, b.Data, "starter/instructions.jsonl", dataset.Options{Files: dataset.FromFS(bench.Starter()), CheckRule: CheckRule})
		return b, set, err
	}
	src, err := dataset.FindSource(b.Data)
	if err != nil {
		return b, nil, &adhere.Error{Code: adhere.NotFound, Message: fmt.Sprintf("the data of %s cannot be downloaded", b.Data), Hint: "give a file in its format instead of the benchmark's name; see docs/formats.md"}
	}
	path, err := dataset.Locate(src, d.Folder, d.Near)
	if err != nil {
		return b, nil, err
	}
	set, err := dataset.Read(ctx, b.Data, path, dataset.Options{CheckRule: d.checkRule})
	return b, set, err
}

// checkRule says whether a rule that was read may stay.
func (d Data) checkRule(r *adhere.Rule) error {
	err := CheckRule(r)
	if err != nil && d.Foreign && !slices.Contains(Catalog().Names(), r.Name) {
		return nil
	}
	return err
}

// readOwn reads a user's file: in the shape of a benchmark, which then counts,
// or in our own.
func (d Data) readOwn(ctx context.Context, path string) (b bench.Bench, set *dataset.Set, err error) {
	base := filepath.Base(path)
	name := strings.TrimSuffix(base, filepath.Ext(base))
	set, err = dataset.Read(ctx, name, path, dataset.Options{Files: d.Files, CheckRule: d.checkRule, Unnamed: d.Foreign})
	if adhere.CodeOf(err) == adhere.Invalid && adhere.HintOf(err) == "" {
		want := "one JSON object per line, each with its own id"
		if slices.Contains([]string{".csv", ".tsv", ".parquet"}, strings.ToLower(filepath.Ext(base))) {
			want = "a table with the columns prompt and requirements"
		}
		err = invalid(err.Error(), "expected "+want+"; docs/formats.md shows an example")
	}
	if err != nil {
		return b, nil, err
	}
	if set.Format != dataset.Own {
		b, err = bench.Find(string(set.Format))
		return b, set, err
	}
	var has bench.Traits
	for in, err := range set.All() {
		if err != nil {
			return b, nil, err
		}
		has.See(in)
	}
	return bench.Custom(name, has), set, nil
}
