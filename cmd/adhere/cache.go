package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"adhere"
)

func (p *program) cacheCommand() *cobra.Command {
	cmd := p.command("cache", nil)
	onlyCommands(cmd)
	db := p.dbFlag(cmd)
	cmd.AddCommand(p.cacheListCommand(db), p.cachePruneCommand(db), p.cacheClearCommand(db))
	return cmd
}

func (p *program) cacheListCommand(db *string) *cobra.Command {
	return p.sub("list", "Show the stored calls, a line per model", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		s, err := p.openStore(cmd.Context(), *db)
		if err != nil {
			return err
		}
		defer s.Close()
		stats, err := s.CallStats(cmd.Context())
		if err != nil {
			return err
		}
		if p.json {
			return writeJSON(p.out, stats)
		}
		rows := make([][]string, len(stats))
		for i, c := range stats {
			rows[i] = []string{c.Model, strconv.Itoa(c.Count), byteSize(c.Bytes), day(c.Oldest), day(c.Newest)}
		}
		return p.table([]string{"model", "calls", "size", "oldest", "newest"}, rows)
	})
}

func (p *program) cachePruneCommand(db *string) *cobra.Command {
	var age time.Duration
	var model string
	cmd := p.sub("prune", "Remove calls that are older than an age, or of one model", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if age <= 0 && model == "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "prune needs --older-than or --model", Hint: "adhere cache prune --older-than 720h; adhere cache clear removes everything"}
		}
		s, err := p.openStore(cmd.Context(), *db)
		if err != nil {
			return err
		}
		defer s.Close()
		var before time.Time
		if age > 0 {
			before = p.now().Add(-age)
		}
		n, err := s.PruneCalls(cmd.Context(), before, model)
		return p.removed(n, err)
	})
	cmd.Flags().DurationVar(&age, "older-than", 0, "age, for example 720h")
	cmd.Flags().StringVar(&model, "model", "", "only calls of this model")
	return cmd
}

func (p *program) cacheClearCommand(db *string) *cobra.Command {
	var model string
	cmd := p.sub("clear", "Remove all stored calls, or those of one model", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		s, err := p.openStore(cmd.Context(), *db)
		if err != nil {
			return err
		}
		defer s.Close()
		if model != "" {
			n, err := s.PruneCalls(cmd.Context(), time.Time{}, model)
			return p.removed(n, err)
		}
		n, err := s.ClearCalls(cmd.Context())
		return p.removed(n, err)
	})
	cmd.Flags().StringVar(&model, "model", "", "only calls of this model")
	return cmd
}

func (p *program) removed(n int, err error) error {
	if err != nil {
		return err
	}
	if p.json {
		return writeJSON(p.out, map[string]int{"removed": n})
	}
	_, err = fmt.Fprintf(p.out, "%d calls removed\n", n)
	return err
}
