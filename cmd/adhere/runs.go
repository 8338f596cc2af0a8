package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/store"
	"adhere/report"
)

func (p *program) runsCommand() *cobra.Command {
	cmd := p.Command("runs", nil)
	cli.OnlyCommands(cmd)
	db := p.DBFlag(cmd)
	cmd.AddCommand(p.runsListCommand(db), p.runsShowCommand(db), p.runsExportCommand(db), p.runsImportCommand(db), p.runsMergeCommand(db), p.runsRemoveCommand(db), p.runsCopyCommand(db), p.runsBackupCommand(db))
	return cmd
}

func (p *program) runsListCommand(db *string) *cobra.Command {
	var filter store.RunFilter
	cmd := p.StoreSub(db, p.WithStoreToRead, "runs", "list", "List the stored runs, the newest first", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		runs, err := s.FindRuns(ctx, filter)
		if err != nil {
			return err
		}
		views := make([]runView, len(runs))
		for i := range runs {
			if views[i], err = viewWithNote(ctx, s, runs[i]); err != nil {
				return err
			}
		}
		err = cli.List(p.Program, views, []string{"run", "state", "done", "failed", "model", "started"}, func(r runView) []string {
			return []string{r.ID, string(r.State), fmt.Sprintf("%d/%d", r.Done, r.Items), strconv.Itoa(r.Failed), r.Plan.Model, cli.When(r.Started)}
		})
		if err != nil || p.JSON {
			return err
		}
		return p.SayPending(ctx, s)
	})
	cmd.Flags().StringVar(&filter.Bench, "bench", "", "only runs of this benchmark")
	cmd.Flags().StringVar(&filter.Model, "model", "", "only runs of this model")
	cmd.Flags().IntVar(&filter.Limit, "limit", 0, "only the newest so many")
	return cmd
}

// A runView is a run as JSON gives it: with money in US dollars.
type runView struct {
	ID       string                       `json:"run"`
	Plan     adhere.Plan                  `json:"plan"`
	State    adhere.RunState              `json:"state"`
	Items    int                          `json:"items"`
	Done     int                          `json:"done"`
	Failed   int                          `json:"failed"`
	Started  time.Time                    `json:"started"`
	Finished time.Time                    `json:"finished,omitzero"`
	Usage    map[string]report.TimedUsage `json:"usage,omitempty"`
	Tags     []string                     `json:"tags,omitempty"` // what people noted beside it
	Note     string                       `json:"note,omitempty"`
	Archived bool                         `json:"archived,omitempty"`
}

// viewWithNote is a run with what people noted beside it.
func viewWithNote(ctx context.Context, s *store.Store, r *adhere.Run) (runView, error) {
	v := viewOf(r)
	notes, err := s.RunNotes(ctx, r.ID)
	n := notes[r.ID]
	v.Tags, v.Note, v.Archived = n.Tags, n.Text, n.Archived
	return v, err
}

func viewOf(r *adhere.Run) runView {
	v := runView{
		ID: r.ID, Plan: r.Plan, State: r.State, Items: r.Items, Done: r.Done, Failed: r.Failed,
		Started: r.Started, Finished: r.Finished, Usage: map[string]report.TimedUsage{},
	}
	for role, u := range r.Usage {
		v.Usage[role] = report.TimedUsageOf(u)
	}
	return v
}

func (p *program) runsShowCommand(db *string) *cobra.Command {
	cmd := p.StoreSub(db, p.WithStoreToRead, "runs", "show RUN", "Show a run's plan, state and usage", cobra.ExactArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		r, err := s.Run(ctx, args[0])
		if err != nil {
			return err
		}
		v, err := viewWithNote(ctx, s, r)
		if err != nil {
			return err
		}
		if p.JSON {
			return cli.WriteJSON(p.Out, v)
		}
		return p.showRun(r, &v)
	})
	cmd.ValidArgsFunction = p.CompleteRuns(db)
	return cmd
}

func (p *program) showRun(r *adhere.Run, v *runView) error {
	rows := [][]string{
		{"state", string(r.State)},
		{"items", fmt.Sprintf("%d of %d done, %d failed", r.Done, r.Items, r.Failed)},
		{"benchmark", r.Plan.Bench},
		{"data", r.Plan.Dataset},
		{"model", r.Plan.Model},
	}
	for _, j := range r.Plan.Judges {
		rows = append(rows, []string{"judge", j})
	}
	for _, line := range report.ServerLines(r.Plan.Servers) {
		rows = append(rows, []string{"server", line})
	}
	for _, role := range []string{"subject", "judge", "critic", "rewriter"} {
		if u, ok := r.Usage[role]; ok {
			rows = append(rows, []string{role, fmt.Sprintf("%d calls, %d tokens in (%d cached), %d out, %s", u.Calls, u.In, u.Cached, u.Out, report.Cost(u))})
		}
	}
	if len(v.Tags) > 0 {
		rows = append(rows, []string{"tags", strings.Join(v.Tags, " ")})
	}
	if v.Note != "" {
		rows = append(rows, []string{"note", report.Line(v.Note)})
	}
	rows = append(rows, []string{"started", cli.When(r.Started)}, []string{"finished", cli.When(r.Finished)}, []string{"plan", r.Plan.Hash()})
	return p.Table([]string{"run", r.ID}, rows)
}

func (p *program) runsRemoveCommand(db *string) *cobra.Command {
	cmd := p.StoreSub(db, p.WithExistingStore, "runs", "rm RUN...", "Remove runs with their records; stored calls stay", cobra.MinimumNArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		var ids []string
		for _, name := range args { // all names are good before anything is removed
			r, err := s.Run(ctx, name)
			if err != nil {
				return err
			}
			if !slices.Contains(ids, r.ID) {
				ids = append(ids, r.ID)
			}
		}
		if err := removeRuns(ctx, s, ids); err != nil {
			return err
		}
		s.GiveBack(ctx)
		return p.Done(map[string][]string{"removed": ids}, "removed %s\n", strings.Join(ids, "\nremoved "))
	})
	cmd.ValidArgsFunction = p.CompleteRuns(db)
	return cmd
}

// removeRuns removes runs, if no process is carrying out any of them.
func removeRuns(ctx context.Context, s *store.Store, ids []string) error {
	for _, id := range ids {
		_, release, err := s.Claim(ctx, id)
		if err != nil {
			return &adhere.Error{Code: adhere.CodeOf(err), Message: "nothing was removed", Err: err, Hint: "wait for it to end, or stop it first"}
		}
		defer release()
	}
	for _, id := range ids {
		if err := s.RemoveRun(ctx, id); err != nil {
			return err
		}
	}
	return nil
}
