package main

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
)

func (p *program) questionsCommand(db *string) *cobra.Command {
	return cli.OnlyCommands(p.Sub("sessions", "questions", "Manage the questions that people answer", nil, nil),
		p.questionsAddCommand(db), p.questionsListCommand(db), p.questionsRemoveCommand(db))
}

func (p *program) questionsAddCommand(db *string) *cobra.Command {
	var q writing.Asked
	var missing int
	var anyway bool
	cmd := p.Sub("sessions questions", "add TEXT", "Add a question about documents", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		if q.Text = args[0]; len(q.Documents) == 0 {
			return &adhere.Error{Code: adhere.Invalid, Message: "a question has at least one --document", Hint: "adhere sessions documents list shows the documents"}
		}
		return p.WithStore(cmd.Context(), *db, func(s *store.Store) error {
			if failed := collect.Review(&q, missing); failed != "" && anyway {
				p.Warn("the question does not meet: %s", failed)
			}
			if err := p.desk(s, nil).Ask(cmd.Context(), &q, missing, anyway); err != nil {
				return err
			}
			return p.Done(q, "question %s is asked of %s\n", q.ID, plural.Of(len(q.Documents), "document"))
		})
	})
	cmd.Long = "Ask a question of documents\n\n" + collect.Checklist() + "\n\n" + cli.ExitCodes
	cmd.Flags().IntVar(&missing, "missing", 0, "how many more documents its answer would need that are not available")
	cmd.Flags().BoolVar(&anyway, "anyway", false, "add the question even if it does not meet the criteria that code can check")
	cmd.Flags().StringVar(&q.ID, "id", "", "its ID (default q1, q2, …)")
	cmd.Flags().StringVar(&q.Topic, "topic", "", "its topic; people choose the topics that they know")
	cmd.Flags().StringArrayVar(&q.Documents, "document", nil, "a document to answer it from; repeated")
	return cmd
}

func (p *program) questionsListCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithStoreToRead, "sessions questions", "list", "List the questions", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		all, err := s.Questions(ctx)
		if err != nil {
			return err
		}
		return cli.List(p.Program, all, []string{"question", "state", "topic", "documents", "text"}, func(q writing.Asked) []string {
			return []string{q.ID, string(q.State), q.Topic, strconv.Itoa(len(q.Documents)), q.Text}
		})
	})
}

func (p *program) questionsRemoveCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithExistingStore, "sessions questions", "remove QUESTION", "Remove a question that nobody has started to answer", cobra.ExactArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		if err := s.RemoveQuestion(ctx, args[0]); err != nil {
			return err
		}
		return p.Done(map[string]string{"removed": args[0]}, "removed %s\n", args[0])
	})
}
