package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/plural"
	"adhere/internal/store"
	"adhere/internal/writing"
	"adhere/internal/writing/collect"
	"adhere/internal/writing/papers"
	"adhere/retrieve"
)

// desk is where a lead's work is done, for commands and pages.
func (p *program) desk(s *store.Store, finder *writing.Finder) *collect.Desk {
	return &collect.Desk{Store: s, Finder: finder, Read: readPapers(), Now: p.Now}
}

// readPapers reads files; what it starts for a PDF is documentsReadCommand.
func readPapers() func(context.Context, string) ([]writing.Document, error) {
	return collect.Reader("sessions", "documents", "read", "--")
}

func (p *program) documentsReadCommand() *cobra.Command {
	cmd := p.Sub("sessions", "read FILE", "Read one file and write what is in it as JSON", cobra.ExactArgs(1), func(_ *cobra.Command, args []string) error {
		return collect.WriteApart(p.Out, args[0], func() { os.Exit(cli.ExitFailed) })
	})
	cmd.Hidden = true
	return cmd
}

func (p *program) documentsCommand(db *string) *cobra.Command {
	return cli.OnlyCommands(p.Sub("sessions", "documents", "Manage the papers and notes that answers are written from", nil, nil),
		p.documentsAddCommand(db), p.documentsListCommand(db), p.documentsRemoveCommand(db), p.documentsSearchCommand(db), p.documentsReadCommand())
}

func (p *program) documentsAddCommand(db *string) *cobra.Command {
	return p.Sub("sessions documents", "add FILE|FOLDER...", "Read files, split them into paragraphs and store them; unreadable files are reported and skipped", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		paths, err := collect.Files(args)
		if err != nil {
			return err
		}
		return p.WithStore(cmd.Context(), *db, func(s *store.Store) error {
			var all collect.Added
			desk := p.desk(s, nil)
			for _, path := range paths {
				if err := desk.AddFile(cmd.Context(), path, &all); err != nil {
					return err
				}
			}
			return p.tellAdded(&all)
		})
	})
}

func (p *program) tellAdded(all *collect.Added) error {
	for _, s := range all.Skipped {
		p.Warn("skipped %s: %s", s.File, s.Why)
	}
	if all.Added+all.There == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "no document was added", Hint: "the warnings say why; the formats are " + strings.Join(papers.Extensions(), ", ")}
	}
	return p.Done(all, "added %s of %s, %s; %d were there already, %s skipped\n",
		plural.Of(all.Added, "document"), plural.Of(all.Paragraphs, "paragraph"), cli.ByteSize(int64(all.Bytes)), all.There, plural.Of(len(all.Skipped), "file"))
}

func (p *program) documentsListCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithStoreToRead, "sessions documents", "list", "List the documents with their sizes", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		all, err := s.Documents(ctx)
		if err != nil {
			return err
		}
		return cli.List(p.Program, all, []string{"document", "paragraphs", "size", "authors", "title"}, func(h writing.Holding) []string {
			return []string{h.ID, strconv.Itoa(h.Paragraphs), cli.ByteSize(int64(h.Bytes)), strings.Join(h.Authors, ", "), h.Title}
		})
	})
}

func (p *program) documentsRemoveCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithExistingStore, "sessions documents", "remove DOCUMENT...", "Remove documents, with their paragraphs and vectors", cobra.MinimumNArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		for _, id := range args {
			if err := s.RemoveDocument(ctx, id); err != nil {
				return err
			}
		}
		return p.Done(map[string]int{"removed": len(args)}, "removed %s\n", plural.Of(len(args), "document"))
	})
}

// documentsSearchCommand shows what a session would find.
func (p *program) documentsSearchCommand(db *string) *cobra.Command {
	var documents []string
	var f retrieverFlags
	best := retrieve.Best
	cmd := p.StoreSub(db, p.WithStore, "sessions documents", "search QUERY", "Show the passages that fit a query best", cobra.ExactArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		finder, err := p.finder(s, &f)
		if err != nil {
			return err
		}
		found, err := p.desk(s, finder).Search(ctx, documents, args[0], best)
		if err != nil {
			return err
		}
		if p.JSON {
			return cli.WriteJSON(p.Out, append([]writing.Passage{}, found...))
		}
		for i, x := range found {
			fmt.Fprintf(p.Out, "%d. %s (%.3f) %s\n   %s\n", i+1, x.ID, x.Score, x.Title, x.Text)
		}
		return nil
	})
	cmd.Flags().StringArrayVar(&documents, "document", nil, "search this document only; may be repeated")
	cmd.Flags().IntVar(&best, "best", best, "how many to show")
	f.register(cmd.Flags())
	return cmd
}
