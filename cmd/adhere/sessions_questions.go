package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/store"
	"adhere/internal/writing"
)

func (p *program) questionsCommand(db *string) *cobra.Command {
	cmd := p.sub("sessions", "questions", "The questions that answers are written to", nil, nil)
	onlyCommands(cmd)
	cmd.AddCommand(p.questionsAddCommand(db), p.questionsListCommand(db), p.questionsRemoveCommand(db))
	return cmd
}

func (p *program) questionsAddCommand(db *string) *cobra.Command {
	var q writing.Asked
	cmd := p.sub("sessions questions", "add TEXT", "Ask a question of documents", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		if q.Text = strings.TrimSpace(args[0]); q.Text == "" || len(q.Documents) == 0 {
			return &adhere.Error{Code: adhere.Invalid, Message: "a question has a text and at least one --document", Hint: "adhere sessions documents list shows those there are"}
		}
		return p.withStore(cmd.Context(), *db, func(s *store.Store) error {
			all, err := s.Questions(cmd.Context())
			if err != nil {
				return err
			}
			if q.ID == "" {
				q.ID = nextQuestion(all)
			}
			if err := s.SaveQuestion(cmd.Context(), &q); err != nil {
				return err
			}
			return p.done(q, "question %s is asked of %d documents\n", q.ID, len(q.Documents))
		})
	})
	cmd.Flags().StringVar(&q.ID, "id", "", "what to call it (default q1, q2, …)")
	cmd.Flags().StringVar(&q.Topic, "topic", "", "what it is about; people say which topics they know")
	cmd.Flags().StringArrayVar(&q.Documents, "document", nil, "a document to answer it from; repeated")
	return cmd
}

// nextQuestion is the first free ID.
func nextQuestion(all []writing.Asked) string {
	taken := map[string]bool{}
	for i := range all {
		taken[all[i].ID] = true
	}
	n := 1
	for taken[fmt.Sprintf("q%d", n)] {
		n++
	}
	return fmt.Sprintf("q%d", n)
}

func (p *program) questionsListCommand(db *string) *cobra.Command {
	return p.sub("sessions questions", "list", "List the questions", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return p.withStore(cmd.Context(), *db, func(s *store.Store) error {
			all, err := s.Questions(cmd.Context())
			if err != nil {
				return err
			}
			if p.json {
				return writeJSON(p.out, append([]writing.Asked{}, all...))
			}
			rows := make([][]string, len(all))
			for i := range all {
				rows[i] = []string{all[i].ID, all[i].Topic, strconv.Itoa(len(all[i].Documents)), all[i].Text}
			}
			return p.table([]string{"question", "topic", "documents", "text"}, rows)
		})
	})
}

func (p *program) questionsRemoveCommand(db *string) *cobra.Command {
	return p.sub("sessions questions", "remove QUESTION", "Take a question out that nobody has begun to answer", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.withStore(cmd.Context(), *db, func(s *store.Store) error {
			if err := s.RemoveQuestion(cmd.Context(), args[0]); err != nil {
				return err
			}
			return p.done(map[string]string{"removed": args[0]}, "removed %s\n", args[0])
		})
	})
}
