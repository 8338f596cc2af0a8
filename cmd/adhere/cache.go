package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/report"
)

func (p *program) cacheCommand() *cobra.Command {
	return p.Group("cache", p.DBFlag, p.cacheListCommand, p.cacheUnreadableCommand, p.cachePruneCommand, p.cacheClearCommand)
}

func (p *program) cacheListCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithStoreToRead, "cache", "list", "Show the stored calls, a line per model", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		stats, err := s.CallStats(ctx)
		if err != nil {
			return err
		}
		return cli.List(p.Program, stats, []string{"model", "calls", "size", "oldest", "newest"}, func(c store.CallStat) []string {
			return []string{c.Model, strconv.Itoa(c.Count), cli.ByteSize(c.Bytes), report.When(c.Oldest), report.When(c.Newest)}
		})
	})
}

func (p *program) cacheUnreadableCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithStoreToRead, "cache", "unreadable", "Show replies that were paid for but cannot be read", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		calls, err := s.UnreadableCalls(ctx)
		if err != nil {
			return err
		}
		return cli.List(p.Program, calls, []string{"model", "stored", "reason", "the reply begins"}, func(c store.UnreadableCall) []string {
			return []string{c.Model, report.When(c.Time), c.Reason, fmt.Sprintf("%.100q", c.Reply)}
		})
	})
}

func (p *program) cachePruneCommand(db *string) *cobra.Command {
	var age time.Duration
	var f store.CallFilter
	cmd := p.Sub("cache", "prune", "Remove calls that are older than a given age, or of one model", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if age <= 0 && f.Model == "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "prune needs --older-than or --model", Hint: "adhere cache prune --older-than 720h; adhere cache clear removes all calls that no run refers to"}
		}
		if age > 0 {
			f.Before = p.Now().Add(-age)
		}
		return p.pruneCalls(cmd.Context(), *db, f)
	})
	cmd.Flags().DurationVar(&age, "older-than", 0, "age, for example 720h")
	filterFlags(cmd, &f)
	return cmd
}

func (p *program) cacheClearCommand(db *string) *cobra.Command {
	var f store.CallFilter
	cmd := p.Sub("cache", "clear", "Remove all stored calls, or those of one model", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return p.pruneCalls(cmd.Context(), *db, f)
	})
	filterFlags(cmd, &f)
	return cmd
}

func filterFlags(cmd *cobra.Command, f *store.CallFilter) {
	cmd.Flags().BoolVar(&f.Named, "named", false, namedUsage)
	cmd.Flags().StringVar(&f.Model, "model", "", "only calls of this model")
}

const namedUsage = "also remove calls that stored runs refer to; their reports then no longer show what judges were asked"

func (p *program) pruneCalls(ctx context.Context, db string, f store.CallFilter) error {
	return p.WithExistingStore(ctx, db, func(s *store.Store) error {
		n, kept, err := s.PruneCalls(ctx, f)
		if err != nil {
			return err
		}
		s.GiveBack(ctx)
		return p.Done(map[string]int{"removed": n, "kept": kept}, "%s removed%s\n", plural.Of(n, "call"), keptCalls(kept, strconv.Itoa(kept)))
	})
}

// keptCalls says that calls were kept, and why.
func keptCalls(n int, count string) string {
	if n == 0 {
		return ""
	}
	return ", " + count + " kept that stored runs name (--named removes them too)"
}
