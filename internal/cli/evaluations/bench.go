package evaluations

import (
	"context"

	"github.com/spf13/cobra"

	"adhere/bench"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/lists"
	"adhere/model/provider"
)

// ReadBench finds a benchmark or a file of instructions; see eval.Data.
func (p Evaluations) ReadBench(ctx context.Context, name, dataDir, near string) (bench.Bench, *dataset.Set, error) {
	return eval.Data{Folder: p.DataDir(dataDir), Near: near}.Read(ctx, name)
}

// EvalParts are what evaluations take from this program: models, and data, which
// may lie near a file of the user's.
func (p Evaluations) EvalParts(m *provider.Opener, dataDir, near string) eval.Parts {
	return eval.Parts{Open: m.Open, Workers: m.Limits.Connections, Data: eval.Data{Folder: p.DataDir(dataDir), Near: near}.Read}
}

// CompleteBench completes names of benchmarks.
func CompleteBench(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return lists.Map(bench.All(), func(b bench.Bench) string { return b.Name + "\t" + b.Title }), cobra.ShellCompDirectiveDefault
}
