package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/gateway/recorded"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/report"
)

func (p *program) gatewayRequestsCommand(db *string) *cobra.Command {
	var limit int
	var flagged bool
	var prune time.Duration
	cmd := p.StoreSub(db, p.WithExistingStore, "gateway", "requests [ID]", "List stored requests, the newest first, or show one", cobra.MaximumNArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		switch {
		case prune > 0:
			n, err := s.PruneRequests(ctx, p.Now().Add(-prune))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(p.Out, "removed %s\n", plural.Of(n, "request"))
			return err
		case len(args) == 1:
			e, err := recorded.Get(ctx, s, args[0])
			if err != nil {
				return err
			}
			return cli.WriteJSON(p.Out, e)
		}
		return p.listRequests(ctx, s, limit, flagged)
	})
	cmd.Flags().IntVar(&limit, "limit", 20, "most requests to list, the newest first (0: all)")
	cmd.Flags().BoolVar(&flagged, "flagged", false, "only those whose answer did not meet everything")
	cmd.Flags().DurationVar(&prune, "remove-older", 0, "remove everything older than this, such as 720h")
	return cmd
}

func (p *program) listRequests(ctx context.Context, s *store.Store, limit int, flagged bool) error {
	found, err := s.Requests(ctx, limit, flagged)
	if err != nil {
		return err
	}
	return cli.List(p.Program, found, []string{"request", "time", "key", "model", "strategy", "stopped", "flagged"}, func(r store.Request) []string {
		return []string{r.ID, report.When(r.Created), r.Account, r.Model, r.Strategy, r.Stopped, strconv.FormatBool(r.Flagged)}
	})
}

func (p *program) gatewayReplayCommand(db *string) *cobra.Command {
	var limit int
	cmd := p.StoreSub(db, p.WithStoreToRead, "gateway", "replay [ID...]", "Judge stored requests again, without any model, and show what differs", cobra.ArbitraryArgs, func(ctx context.Context, s *store.Store, args []string) error {
		if len(args) == 0 {
			found, err := s.Requests(ctx, limit, false)
			if err != nil {
				return err
			}
			for i := range found {
				args = append(args, found[i].ID)
			}
		}
		all, err := recorded.Replay(ctx, s, args, eval.Catalog())
		if err != nil {
			return err
		}
		return p.showReplay(all)
	})
	cmd.Flags().IntVar(&limit, "limit", 0, "without ID: most requests to judge, the newest first (0: all)")
	return cmd
}

// showReplay ends with exit code 100 where a verdict is another than it was.
func (p *program) showReplay(all []recorded.Replayed) error {
	unjudged, err := recorded.Unjudged(all)
	if p.JSON {
		if err := cli.WriteJSON(p.Out, all); err != nil {
			return err
		}
	} else {
		for _, r := range all {
			fmt.Fprintf(p.Out, "%s  %s\n", r.ID, r.Result())
		}
		fmt.Fprint(p.Out, unjudged)
	}
	if different, _, _ := recorded.Count(all); different > 0 {
		return report.Missed{fmt.Sprintf("%d of %s differ", different, plural.Of(len(all), "request"))}
	}
	return err
}
