package eval

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/internal/lists"
	"adhere/metric"
)

// correct adds the share of requirements met, corrected by people's labels in a
// file, to the benchmark's metrics, behind the one that is corrected. gold says
// whose labels are right; see metric.Right. The instructions are those that
// labels can be about. Without a path it does nothing.
func correct(ctx context.Context, b *bench.Bench, path, gold string, files dataset.Files, instructions iter.Seq2[*adhere.Instruction, error]) error {
	if path == "" {
		return nil
	}
	gold = cmp.Or(gold, metric.Settled)
	known, err := dataset.KnownIn(instructions)
	if err != nil {
		return err
	}
	v, err := dataset.ReadVerdicts(ctx, []string{path}, "", files, known)
	if err != nil {
		return err
	}
	all := lists.Map(v.List, func(line dataset.VerdictLine) metric.Judged {
		return metric.Judged{Instruction: line.Instruction, Attempt: line.Attempt, Model: line.Model, Verdict: line.Verdict}
	})
	people := strings.Join(v.Judges(), ", ")
	labels, err := metric.NewLabelling(path, all, gold)
	if err != nil {
		return err
	}
	if labels.Len() == 0 {
		return invalid(fmt.Sprintf("%s holds no label by %s", path, gold), "it has labels by "+people+"; choose whose are right with --gold")
	}
	if err = v.Check(known); err != nil {
		return err
	}
	b.Warnings = v.Warnings
	base, at := corrected(b.Metrics)
	b.Metrics = slices.Insert(slices.Clone(b.Metrics), at, labels.Corrected("corrected_"+base))
	return nil
}

// corrected returns the metric that is the plain share of requirements met,
// and the place behind it.
func corrected(metrics []adhere.Metric) (name string, behind int) {
	for i, m := range metrics {
		if m.Name == "drfr" || m.Name == "constraint_acc" {
			return m.Name, i + 1
		}
	}
	return "constraint_acc", len(metrics)
}
