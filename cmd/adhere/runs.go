package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/store"
	"adhere/report"
)

func (p *program) runsCommand() *cobra.Command {
	return p.Group("runs", p.DBFlag, p.runsListCommand, p.runsShowCommand, p.runsExportCommand, p.runsImportCommand, p.runsMergeCommand, p.runsRemoveCommand, p.runsCopyCommand, p.runsBackupCommand)
}

func (p *program) runsListCommand(db *string) *cobra.Command {
	var filter store.RunFilter
	cmd := p.StoreSub(db, p.WithStoreToRead, "runs", "list", "List the stored runs, the newest first", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		runs, err := s.FindRuns(ctx, filter)
		if err != nil {
			return err
		}
		views := make([]report.StoredRun, len(runs))
		for i := range runs {
			if views[i], err = storedRun(ctx, s, runs[i]); err != nil {
				return err
			}
		}
		err = cli.List(p.Program, views, []string{"run", "state", "done", "failed", "model", "started"}, func(r report.StoredRun) []string {
			return []string{r.ID, string(r.State), fmt.Sprintf("%d/%d", r.Done, r.Items), strconv.Itoa(r.Failed), r.Plan.Model, report.When(r.Started)}
		})
		if err != nil || p.JSON {
			return err
		}
		return p.SayPending(ctx, s)
	})
	cmd.Flags().StringVar(&filter.Bench, "bench", "", "only runs of this benchmark")
	cmd.Flags().StringVar(&filter.Model, "model", "", "only runs of this model")
	cmd.Flags().IntVar(&filter.Limit, "limit", 0, "most runs to list, the newest first (0: all)")
	return cmd
}

// storedRun is a run with what people noted beside it.
func storedRun(ctx context.Context, s *store.Store, r *adhere.Run) (report.StoredRun, error) {
	v := report.StoredRunOf(r)
	notes, err := s.RunNotes(ctx, r.ID)
	n := notes[r.ID]
	v.Tags, v.Note, v.Archived = n.Tags, n.Text, n.Archived
	return v, err
}

func (p *program) runsShowCommand(db *string) *cobra.Command {
	cmd := p.StoreSub(db, p.WithStoreToRead, "runs", "show RUN", "Show a run's plan, state and usage", cobra.ExactArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		r, err := s.Run(ctx, args[0])
		if err != nil {
			return err
		}
		v, err := storedRun(ctx, s, r)
		if err != nil {
			return err
		}
		if p.JSON {
			return cli.WriteJSON(p.Out, v)
		}
		return p.Table([]string{"run", r.ID}, v.Rows(r))
	})
	cmd.ValidArgsFunction = p.CompleteRuns(db)
	return cmd
}

func (p *program) runsRemoveCommand(db *string) *cobra.Command {
	cmd := p.StoreSub(db, p.WithExistingStore, "runs", "rm RUN...", "Remove runs with their records; stored calls stay", cobra.MinimumNArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		ids, err := s.RemoveRuns(ctx, args)
		if err != nil {
			return err
		}
		s.GiveBack(ctx)
		return p.Done(map[string][]string{"removed": ids}, "removed %s\n", strings.Join(ids, "\nremoved "))
	})
	cmd.ValidArgsFunction = p.CompleteRuns(db)
	return cmd
}
