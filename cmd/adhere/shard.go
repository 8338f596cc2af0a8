package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/lists"
	"adhere/internal/runfile"
	"adhere/internal/store"
)

// Shard flags: a run that is carried out in parts, and the file it goes to.
type shardFlags struct {
	text, runOut string
	shard        *runfile.Shard // nil: all of it
}

func (f *shardFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.text, "shard", "", "run one of several equal parts of the run, 1/3 for example, with that share of --rpm, --tpm and the budget; auto takes it from Slurm, auto/3 from Kubernetes (adhere runs merge joins the parts)")
	flags.StringVar(&f.runOut, "run-out", "", "also write the run into this file (adhere runs export); of a shard, RUN.shard-1-of-3.run if not given")
}

func (f *shardFlags) suffix() string {
	return fmt.Sprintf("shard-%d-of-%d", f.shard.Index, f.shard.Of)
}

// useShard reads which part is meant, gives it a database of its own beside the
// one that all would share, and its share of what all have together.
func (f *evalFlags) useShard(p *program) (err error) {
	if f.text == "" {
		return nil
	}
	if f.shard, err = runfile.ParseShard(f.text, p.Lookup); err != nil {
		return err
	}
	if store.OnServer(*f.db) {
		return &adhere.Error{Code: adhere.Invalid, Message: "--db: expected an SQLite file, because --shard gives each part a database of its own", Hint: "for example --db runs.db"}
	}
	path, ext := p.DBPath(*f.db), filepath.Ext(p.DBPath(*f.db))
	*f.db = fmt.Sprintf("%s.%s%s", strings.TrimSuffix(path, ext), f.suffix(), ext)
	f.Parts = f.shard.Of
	return nil
}

// plan gives the plans of a command their part.
func (f *shardFlags) plan(planned []*eval.Evaluation) error {
	if f.shard == nil {
		return nil
	}
	if len(planned) > 1 {
		return &adhere.Error{Code: adhere.Invalid, Message: "--shard divides one run, but this is a sweep", Hint: "start each of its plans separately"}
	}
	planned[0].Part = f.shard.Holds
	if f.runOut == "" {
		f.runOut = planned[0].Plan.RunID() + "." + f.suffix() + cli.RunFileExt
	}
	return nil
}

// write writes the runs into the file that was asked for, a shard's with its
// calls: whoever merges it shall have everything.
func (f *shardFlags) write(ctx context.Context, s *store.Store, planned []*eval.Evaluation) error {
	if f.runOut == "" {
		return nil
	}
	ids := lists.Map(planned, func(e *eval.Evaluation) string { return e.Plan.RunID() })
	return s.ExportFile(ctx, f.runOut, ids, f.shard, f.shard != nil)
}
