package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/store"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

func (p *program) sessionsCommand() *cobra.Command {
	cmd := p.command("sessions", nil)
	onlyCommands(cmd)
	db := p.dbFlag(cmd)
	cmd.AddCommand(p.sessionsListCommand(db), p.sessionsReleaseCommand(db), p.sessionsExportCommand(db), p.sessionsImportCommand(db), p.documentsCommand(db), p.questionsCommand(db))
	cmd.AddCommand(p.sessionsReportCommand(db), p.sessionsJudgeCommand(db), p.sessionsChangesCommand())
	return cmd
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
	return p.sub("sessions", "list", "List the writing sessions", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return p.withStoreToRead(cmd.Context(), *db, func(s *store.Store) error {
			all, err := p.desk(s, nil).Sessions(cmd.Context())
			if err != nil {
				return err
			}
			infos := make([]sessionInfo, len(all))
			for i := range all {
				infos[i] = sessionInfoOf(&all[i])
			}
			return printList(p, infos, []string{"session", "person", "model", "turns", "waits for", "question"}, func(x sessionInfo) []string {
				return []string{x.ID, x.Person, x.Model, strconv.Itoa(x.Turns), string(x.Phase), x.Question}
			})
		})
	})
}

func (p *program) sessionsReleaseCommand(db *string) *cobra.Command {
	return p.sub("sessions", "release SESSION...", "Take sessions back that nobody goes on with: others may answer their questions with their models", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.withExistingStore(cmd.Context(), *db, func(s *store.Store) error {
			infos := make([]sessionInfo, len(args))
			for i, id := range args {
				x, err := p.desk(s, nil).Release(cmd.Context(), id)
				if err != nil {
					return fmt.Errorf("session %s: %w", id, err)
				}
				infos[i] = sessionInfoOf(x)
			}
			return p.done(infos, "released %s\n", strings.Join(args, ", "))
		})
	})
}

func (p *program) sessionsExportCommand(db *string) *cobra.Command {
	var as, out string
	cmd := p.sub("sessions", "export [SESSION...]", "Write sessions, or their turns, for other programs", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		return p.withStoreToRead(cmd.Context(), *db, func(s *store.Store) error {
			if kinds := strings.Split(as, ","); trains(kinds) {
				return p.trainOf(cmd.Context(), s, args, kinds, out)
			}
			all, err := p.desk(s, nil).Sessions(cmd.Context(), args...)
			if err != nil {
				return err
			}
			var b bytes.Buffer // all or nothing
			if err := collect.Write(&b, all, as); err != nil {
				return err
			}
			_, err = io.Copy(p.out, &b)
			return err
		})
	})
	cmd.Flags().StringVar(&as, "as", "sessions", "sessions (one JSON object each), rows (one JSON object per turn) or table (CSV, one row per turn); or training data: preferences, supervised, or both with a comma")
	cmd.Flags().StringVar(&out, "out", "", "folder for training data and its card")
	return cmd
}

func (p *program) sessionsImportCommand(db *string) *cobra.Command {
	return p.sub("sessions", "import FILE...", "Take sessions that were collected elsewhere, all or none", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		var all []writing.Session
		var notes []string
		for _, path := range args {
			file, err := os.Open(path)
			if err != nil {
				return &adhere.Error{Code: adhere.NotFound, Message: "there is no file " + path, Err: err, Hint: "check the path"}
			}
			sessions, said, err := writing.ReadSessions(path, file)
			_ = file.Close() // it was read only
			if err != nil {
				return err
			}
			all, notes = append(all, sessions...), append(notes, said...)
		}
		return p.withStore(cmd.Context(), *db, func(s *store.Store) error {
			if err := s.ImportSessions(cmd.Context(), all); err != nil {
				return err
			}
			for i, n := range notes {
				if i == mostNotes {
					p.warn("and %d more", len(notes)-i)
					break
				}
				p.warn("%s", n)
			}
			turns := 0
			for i := range all {
				turns += len(all[i].Turns)
			}
			return p.done(map[string]int{"sessions": len(all), "turns": turns, "notes": len(notes)}, "took %s of %s\n", plural(len(all), "session"), plural(turns, "turn"))
		})
	})
}

// mostNotes is how many notes on an import are shown.
const mostNotes = 20
