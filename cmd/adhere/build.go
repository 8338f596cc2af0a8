package main

import (
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/internal/cli"
	"adhere/internal/cli/asking"
	"adhere/internal/cli/stores"
	"adhere/internal/store"
	"adhere/internal/writing/collect"
)

func (p *program) buildCommand() *cobra.Command {
	return p.Group("build", p.DBFlag, p.buildQuestionsCommand, p.buildVerifiableCommand, p.buildRequestsCommand, p.buildDecomposeCommand, p.buildRubricsCommand, p.buildLevelsCommand, p.buildValidatedCommand, p.buildDifficultyCommand)
}

type buildQuestionsFlags struct {
	asking.AskFlags
	output  string
	count   int
	dropped bool
}

func (p *program) buildQuestionsCommand(db *string) *cobra.Command {
	f := &buildQuestionsFlags{AskFlags: asking.AskFlags{DB: db}}
	cmd := p.Sub("build", "questions FILE|FOLDER... --model PROVIDER/MODEL", "Make questions for writing sessions from paragraphs of related work", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.buildQuestions(cmd.Context(), args, f)
	})
	f.RegisterAsked(cmd, "model", "model that writes and checks the questions, provider/model (required)", asking.Unreadable)
	f.DryRunFlag(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.count, "count", 5, "questions to make from each paragraph")
	flags.StringVarP(&f.output, "output", "o", "", "file for the questions (default standard output)")
	flags.BoolVar(&f.dropped, "dropped", false, "also write the questions that were dropped, with the reason")
	return cmd
}

func (p *program) buildQuestions(ctx context.Context, args []string, f *buildQuestionsFlags) error {
	if err := asking.NeedModel("build questions", "model", f.Model); err != nil {
		return err
	}
	if f.count < 1 || f.count > 20 {
		return &adhere.Error{Code: adhere.Invalid, Message: "--count " + strconv.Itoa(f.count) + ": expected 1 to 20", Hint: "the paper makes 5"}
	}
	s, err := p.StoreFor(ctx, *f.DB, f.DryRun)
	return stores.UseStore(s, err, func(s *store.Store) error {
		held, err := s.Documents(ctx)
		if err != nil {
			return err
		}
		paragraphs, err := collect.Paragraphs(ctx, args, held, readPapers(), func(path string, n int, err error) {
			if err != nil {
				p.Warn("skipped %s: %v", path, err)
				return
			}
			p.Say("%s: %d paragraphs of related work", path, n)
		})
		if err != nil {
			return err
		}
		a, err := p.NewAsker(&f.AskFlags, s, "writer")
		if err != nil {
			return err
		}
		maker := &build.Maker{Options: a.Options, Count: f.count}
		if f.DryRun {
			return p.estimateQuestions(ctx, a, maker, paragraphs)
		}
		return p.makeQuestions(ctx, a, maker, paragraphs, f)
	})
}

func (p *program) makeQuestions(ctx context.Context, a *asking.Asker, maker *build.Maker, paragraphs []build.Paragraph, f *buildQuestionsFlags) error {
	watched, done := p.Watched(ctx, a.Models, "text")
	list, y, err := maker.Make(watched, paragraphs)
	done()
	if err != nil {
		return err
	}
	p.Spent(a)
	if !f.dropped {
		list = slices.DeleteFunc(list, func(q build.ResearchQuestion) bool { return !q.Kept })
	}
	if err := p.Deliver(f.output, cli.Lines(list)); err != nil {
		return err
	}
	p.showYield(&y)
	return nil
}

// estimateQuestions counts calls; how many questions will have to be checked
// is not known, so all count.
func (p *program) estimateQuestions(ctx context.Context, a *asking.Asker, maker *build.Maker, paragraphs []build.Paragraph) error {
	making, checking, err := maker.Requests(paragraphs)
	if err != nil {
		return err
	}
	all := a.Estimates()
	if err := a.Count(ctx, all, a.Role, 25*maker.Count, making...); err != nil {
		return err
	}
	if err := a.Count(ctx, all, "checker", asking.LabelTokens, checking...); err != nil {
		return err
	}
	return p.ShowEstimates(all, a.Models)
}

// showYield says what each step left.
func (p *program) showYield(y *build.Yield) {
	p.Say("%d paragraphs, %d with enough documents, %d without a readable list", y.Paragraphs, y.Usable, y.Unread)
	p.Say("%d questions made; dropped: %d made before, %d that refer to a paper, %d not answered, %d partially, %d undecided", y.Made, y.Duplicates, y.Anchored, y.No, y.Partially, y.Undecided)
	share := 0.0
	if y.Made > 0 {
		share = 100 * float64(y.Kept) / float64(y.Made)
	}
	p.Say("%d kept (%.0f%%)", y.Kept, share)
}
