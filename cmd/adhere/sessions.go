package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
	"adhere/internal/writing/study"
)

func (p *program) sessionsCommand() *cobra.Command {
	return p.Group("sessions", p.DBFlag, p.sessionsListCommand, p.sessionsReleaseCommand, p.sessionsExportCommand, p.sessionsImportCommand, p.documentsCommand, p.questionsCommand, p.sessionsReportCommand, p.sessionsJudgeCommand, p.sessionsChangesCommand)
}

// A sessionInfo is a session as JSON lists it.
type sessionInfo struct {
	ID       string        `json:"session"`
	Question string        `json:"question"`
	Person   string        `json:"person"`
	Model    string        `json:"model"`
	Turns    int           `json:"turns"`
	Phase    writing.Phase `json:"phase"`
	End      writing.End   `json:"end,omitempty"`
}

func sessionInfoOf(x *writing.Session) sessionInfo {
	return sessionInfo{x.ID, x.Question.Text, x.Person, x.Model, len(x.Turns), x.Phase, x.End}
}

func (p *program) sessionsListCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithStoreToRead, "sessions", "list", "List the writing sessions", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		all, err := p.desk(s, nil).Sessions(ctx)
		if err != nil {
			return err
		}
		infos := make([]sessionInfo, len(all))
		for i := range all {
			infos[i] = sessionInfoOf(&all[i])
		}
		return cli.List(p.Program, infos, []string{"session", "person", "model", "turns", "waits for", "question"}, func(x sessionInfo) []string {
			return []string{x.ID, x.Person, x.Model, strconv.Itoa(x.Turns), string(x.Phase), x.Question}
		})
	})
}

func (p *program) sessionsReleaseCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithExistingStore, "sessions", "release SESSION...", "End abandoned sessions, so that others can answer their questions with their models", cobra.MinimumNArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		infos := make([]sessionInfo, len(args))
		for i, id := range args {
			x, err := p.desk(s, nil).Release(ctx, id)
			if err != nil {
				return fmt.Errorf("session %s: %w", id, err)
			}
			infos[i] = sessionInfoOf(x)
		}
		return p.Done(infos, "released %s\n", strings.Join(args, ", "))
	})
}

func (p *program) sessionsExportCommand(db *string) *cobra.Command {
	var as, out, prompts string
	cmd := p.StoreSub(db, p.WithStoreToRead, "sessions", "export [SESSION...]", "Write sessions, or their turns, for other programs", cobra.ArbitraryArgs, func(ctx context.Context, s *store.Store, args []string) error {
		if kinds := strings.Split(as, ","); study.AreKinds(kinds) {
			return p.trainOf(ctx, s, args, kinds, out, prompts)
		}
		if prompts != "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "--prompts is for training data", Hint: "--as preferences,supervised; the other formats have no prompts"}
		}
		all, err := p.desk(s, nil).Sessions(ctx, args...)
		if err != nil {
			return err
		}
		var b bytes.Buffer // all or nothing
		unrated, err := collect.Write(&b, all, as)
		if err != nil {
			return err
		}
		if unrated > 0 {
			p.Warn("%s without a rating left out; --as sessions has all", plural.Of(unrated, "turn"))
		}
		_, err = io.Copy(p.Out, &b)
		return err
	})
	cmd.Flags().StringVar(&as, "as", "sessions", "sessions (one JSON object each), rows (one JSON object per rated turn) or table (CSV, one row per rated turn); or training data: preferences, supervised, or both with a comma")
	cmd.Flags().StringVar(&out, "out", "", "folder for training data and its card")
	cmd.Flags().StringVar(&prompts, "prompts", "", "folder with the prompt pack that the sessions were written with, for training data")
	return cmd
}

func (p *program) sessionsImportCommand(db *string) *cobra.Command {
	return p.Sub("sessions", "import FILE...", "Import sessions that were collected elsewhere, all or none", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		all, notes, err := collect.ReadSessions(args)
		if err != nil {
			return err
		}
		return p.WithStore(cmd.Context(), *db, func(s *store.Store) error {
			if err := s.ImportSessions(cmd.Context(), all); err != nil {
				return err
			}
			p.WarnAll(notes)
			turns := 0
			for i := range all {
				turns += len(all[i].Turns)
			}
			return p.Done(map[string]int{"sessions": len(all), "turns": turns, "notes": len(notes)}, "took %s of %s\n", plural.Of(len(all), "session"), plural.Of(turns, "turn"))
		})
	})
}
