package main

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/plural"
	"adhere/internal/store"
)

func (p *program) dbCommand() *cobra.Command {
	cmd := cli.OnlyCommands(p.Command("db", nil))
	db := p.DBFlag(cmd)
	cmd.AddCommand(
		p.StoreSub(db, p.WithStoreToRead, "db", "info", "Show what uses the space", cobra.NoArgs, p.dbInfo),
		p.StoreSub(db, p.WithStoreToRead, "db", "check", "Check the database for damage", cobra.NoArgs, p.dbCheck),
		p.StoreSub(db, p.WithExistingStore, "db", "compact", "Compress what is not compressed, and free unused space", cobra.NoArgs, p.dbCompact),
		p.dbPruneCommand(db),
	)
	return cmd
}

func (p *program) dbInfo(ctx context.Context, s *store.Store, _ []string) error {
	info, err := s.Info(ctx)
	if err != nil {
		return err
	}
	if p.JSON {
		return cli.WriteJSON(p.Out, info)
	}
	rows := [][]string{}
	for _, t := range info.Tables {
		rows = append(rows, []string{t.Name, strconv.FormatInt(t.Rows, 10), cli.ByteSize(t.Bytes)})
	}
	rows = append(rows, []string{"unused", "", cli.ByteSize(info.Free)}, []string{"log", "", cli.ByteSize(info.Unsaved)}, []string{"in all", "", cli.ByteSize(info.Bytes)})
	return p.Table([]string{"what", "rows", "size"}, rows)
}

func (p *program) dbCheck(ctx context.Context, s *store.Store, _ []string) error {
	damage, err := s.Check(ctx)
	if err != nil {
		return err
	}
	if len(damage) == 0 {
		return p.Done(map[string]any{"whole": true}, "%s is undamaged\n", s.Path())
	}
	return adhere.Errorf(adhere.Internal, "%s is damaged: %s", s.Path(), strings.Join(damage, "; ")).
		WithHint("restore a copy made with adhere runs backup, or try adhere runs backup NEW.db, which copies what can still be read")
}

func (p *program) dbCompact(ctx context.Context, s *store.Store, _ []string) error {
	before, err := s.Info(ctx)
	if err != nil {
		return err
	}
	if err := s.Compact(ctx); err != nil {
		return err
	}
	after, err := s.Info(ctx)
	if err != nil {
		return err
	}
	return p.Done(map[string]int64{"before": before.Bytes, "after": after.Bytes}, "%s, before %s\n", cli.ByteSize(after.Bytes), cli.ByteSize(before.Bytes))
}

func (p *program) dbPruneCommand(db *string) *cobra.Command {
	var age time.Duration
	var size asking.SizeFlag
	var r store.Retention
	cmd := p.Sub("db", "prune", "Remove old calls and recorded requests", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if age <= 0 && size.Bytes == 0 {
			return &adhere.Error{Code: adhere.Invalid, Message: "prune needs --older-than or --max-size", Hint: "adhere db prune --older-than 2160h, or --max-size 2GB"}
		}
		r.Bytes = size.Bytes
		if age > 0 {
			r.Since = p.Now().Add(-age)
		}
		return p.WithExistingStore(cmd.Context(), *db, func(s *store.Store) error {
			n, err := s.Retain(cmd.Context(), r)
			if err != nil {
				return err
			}
			return p.Done(n, "%s and %s removed%s\n", plural.Of(n.Calls, "call"), plural.Of(n.Requests, "recorded request"), keptCalls(n.Kept, plural.Of(n.Kept, "call")))
		})
	})
	cmd.Flags().DurationVar(&age, "older-than", 0, "remove calls and requests older than this, for example 2160h")
	cmd.Flags().Var(&size, "max-size", "remove the oldest until calls and requests take at most this much, for example 500MB")
	cmd.Flags().BoolVar(&r.Named, "named", false, namedUsage)
	return cmd
}
