package main

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/store"
)

func (p *program) dbCommand() *cobra.Command {
	cmd := p.command("db", nil)
	onlyCommands(cmd)
	db := p.dbFlag(cmd)
	cmd.AddCommand(
		p.storeSub(db, p.withStoreToRead, "db", "info", "Say what takes the space", cobra.NoArgs, p.dbInfo),
		p.storeSub(db, p.withStoreToRead, "db", "check", "Look for damage", cobra.NoArgs, p.dbCheck),
		p.storeSub(db, p.withExistingStore, "db", "compact", "Pack what is not packed, and give unused space back", cobra.NoArgs, p.dbCompact),
		p.dbPruneCommand(db),
	)
	return cmd
}

func (p *program) dbInfo(ctx context.Context, s *store.Store, _ []string) error {
	info, err := s.Info(ctx)
	if err != nil {
		return err
	}
	if p.json {
		return writeJSON(p.out, info)
	}
	rows := [][]string{}
	for _, t := range info.Tables {
		rows = append(rows, []string{t.Name, strconv.FormatInt(t.Rows, 10), byteSize(t.Bytes)})
	}
	rows = append(rows, []string{"unused", "", byteSize(info.Free)}, []string{"log", "", byteSize(info.Unsaved)}, []string{"in all", "", byteSize(info.Bytes)})
	return p.table([]string{"what", "rows", "size"}, rows)
}

func (p *program) dbCheck(ctx context.Context, s *store.Store, _ []string) error {
	damage, err := s.Check(ctx)
	if err != nil {
		return err
	}
	if len(damage) == 0 {
		return p.done(map[string]any{"whole": true}, "%s is whole\n", s.Path())
	}
	return &adhere.Error{
		Code: adhere.Internal, Message: s.Path() + " is damaged: " + strings.Join(damage, "; "),
		Hint: "restore a copy made by adhere runs backup; what can still be read, adhere runs backup NEW.db may copy",
	}
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
	return p.done(map[string]int64{"before": before.Bytes, "after": after.Bytes}, "%s, before %s\n", byteSize(after.Bytes), byteSize(before.Bytes))
}

func (p *program) dbPruneCommand(db *string) *cobra.Command {
	var age time.Duration
	var size sizeFlag
	var r store.Retention
	cmd := p.sub("db", "prune", "Remove old calls and recorded requests", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if age <= 0 && size.bytes == 0 {
			return &adhere.Error{Code: adhere.Invalid, Message: "prune needs --older-than or --max-size", Hint: "adhere db prune --older-than 2160h, or --max-size 2GB"}
		}
		r.Bytes = size.bytes
		if age > 0 {
			r.Since = p.now().Add(-age)
		}
		return p.withExistingStore(cmd.Context(), *db, func(s *store.Store) error {
			n, err := s.Retain(cmd.Context(), r)
			if err != nil {
				return err
			}
			return p.done(n, "%s and %s removed%s\n", plural(n.Calls, "call"), plural(n.Requests, "recorded request"), keptCalls(n.Kept, plural(n.Kept, "call")))
		})
	})
	cmd.Flags().DurationVar(&age, "older-than", 0, "remove what is older than this, for example 2160h")
	cmd.Flags().Var(&size, "max-size", "remove the oldest until calls and requests take at most this much, for example 500MB")
	cmd.Flags().BoolVar(&r.Named, "named", false, namedUsage)
	return cmd
}
