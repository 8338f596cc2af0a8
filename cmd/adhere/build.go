package main

import (
	"context"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/model"
)

func (p *program) buildCommand() *cobra.Command {
	cmd := p.command("build", nil)
	onlyCommands(cmd)
	db := p.dbFlag(cmd)
	cmd.AddCommand(p.buildQuestionsCommand(db), p.buildVerifiableCommand(), p.buildRequestsCommand(db), p.buildDecomposeCommand(db), p.buildRubricsCommand(db), p.buildLevelsCommand(db))
	return cmd
}

type buildQuestionsFlags struct {
	modelFlags
	askFlags
	db              *string
	model, output   string
	count           int
	dryRun, dropped bool
}

func (p *program) buildQuestionsCommand(db *string) *cobra.Command {
	f := &buildQuestionsFlags{db: db}
	cmd := p.sub("build", "questions FILE|FOLDER... --model PROVIDER/MODEL", "Make questions for writing sessions from paragraphs of related work", cobra.MinimumNArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.buildQuestions(cmd.Context(), args, f)
	})
	f.register(cmd)
	f.subjectURL(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", "", "model that writes and checks the questions, provider/model (required)")
	flags.IntVar(&f.count, "count", 5, "questions to make from each paragraph")
	flags.StringVarP(&f.output, "output", "o", "", "file for the questions (default standard output)")
	flags.BoolVar(&f.dropped, "dropped", false, "also write the questions that were dropped, with the reason")
	f.registerAsking(flags, unreadable)
	flags.BoolVar(&f.dryRun, "dry-run", false, "print calls, tokens and cost, and make no call")
	return cmd
}

func (p *program) buildQuestions(ctx context.Context, args []string, f *buildQuestionsFlags) error {
	if f.model == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "build questions needs --model PROVIDER/MODEL", Hint: "for example --model openai/gpt-4o"}
	}
	if f.count < 1 || f.count > 20 {
		return &adhere.Error{Code: adhere.Invalid, Message: "--count " + strconv.Itoa(f.count) + ": 1 to 20 is expected", Hint: "the paper makes 5"}
	}
	s, err := p.storeFor(ctx, *f.db, f.dryRun)
	if err != nil {
		return err
	}
	defer s.Close()
	paragraphs, err := p.paragraphsOf(ctx, s, args)
	if err != nil {
		return err
	}
	f.modelFlags.dryRun = f.dryRun
	m, err := p.newModels(&f.modelFlags, s)
	if err != nil {
		return err
	}
	maker, err := f.maker(m)
	if err != nil {
		return err
	}
	if f.dryRun {
		return p.estimateQuestions(ctx, s, m, maker, paragraphs)
	}
	watched, done := p.watched(ctx, m, "text")
	list, y, err := maker.Make(watched, paragraphs)
	done()
	if err != nil {
		return err
	}
	p.spent(m)
	if err := p.deliver(f.output, func(w io.Writer) error { return writeQuestions(w, list, f.dropped) }); err != nil {
		return err
	}
	p.showYield(&y)
	return nil
}

func (f *buildQuestionsFlags) maker(m *model.Opener) (*build.Maker, error) {
	o, err := f.asking()
	if err != nil {
		return nil, err
	}
	asked, err := m.Open(f.model, f.baseURL, "writer")
	if err != nil {
		return nil, err
	}
	o.Model = asked
	return &build.Maker{Options: o, Count: f.count}, nil
}

// estimateQuestions counts calls; how many questions will have to be checked
// is not known, so all count.
func (p *program) estimateQuestions(ctx context.Context, s *store.Store, m *model.Opener, maker *build.Maker, paragraphs []build.Paragraph) error {
	making, checking, err := maker.Requests(paragraphs)
	if err != nil {
		return err
	}
	all := &eval.Estimates{Profiles: m.Options.Profiles, Calls: s}
	name, identity := maker.Options.Model.Name(), model.Identity(maker.Options.Model)
	if err := all.AddRequests(ctx, "writer", name, identity, 25*maker.Count, making...); err != nil {
		return err
	}
	if err := all.AddRequests(ctx, "checker", name, identity, labelTokens, checking...); err != nil {
		return err
	}
	return p.showEstimates(all, m)
}

func writeQuestions(w io.Writer, list []build.ResearchQuestion, dropped bool) error {
	enc := newLines(w)
	for i := range list {
		if list[i].Kept || dropped {
			if err := enc.Encode(&list[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// showYield says what each step left.
func (p *program) showYield(y *build.Yield) {
	p.say("%d paragraphs, %d with enough documents, %d without a readable list", y.Paragraphs, y.Usable, y.Unread)
	p.say("%d questions made; dropped: %d made before, %d that hang on a paper, %d not answered, %d partially, %d undecided", y.Made, y.Duplicates, y.Anchored, y.No, y.Partially, y.Undecided)
	share := 0.0
	if y.Made > 0 {
		share = 100 * float64(y.Kept) / float64(y.Made)
	}
	p.say("%d kept (%.0f%%)", y.Kept, share)
}
