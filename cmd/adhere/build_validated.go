package main

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/internal/cli"
	"adhere/internal/sets"
	"adhere/internal/store"
)

type buildValidatedFlags struct {
	outFlags
	campaign string
}

func (p *program) buildValidatedCommand(db *string) *cobra.Command {
	var f buildValidatedFlags
	cmd := p.StoreSub(db, p.WithStoreToRead, "build", "validated FILE --campaign CAMPAIGN --out FOLDER", "Keep what people accepted of a set, with their corrections, and describe their work in its card", cobra.ExactArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		return p.buildValidated(ctx, s, args[0], &f)
	})
	cmd.Flags().StringVar(&f.campaign, "campaign", "", "campaign in which people validated or corrected FILE (required)")
	f.registerOut(cmd)
	return cmd
}

func (p *program) buildValidated(ctx context.Context, s *store.Store, path string, f *buildValidatedFlags) error {
	if f.campaign == "" {
		return &adhere.Error{Code: adhere.Invalid, Message: "build validated needs --campaign", Hint: "adhere campaign list shows them"}
	}
	return p.buildFrom(ctx, path, &f.outFlags, func(_ *sets.Folder, list []*adhere.Instruction) (passage build.Passage[*adhere.Instruction], _ sets.Describe, err error) {
		r, err := s.CampaignResults(ctx, f.campaign)
		if err != nil {
			return passage, nil, err
		}
		people, err := sets.People(r, path, list)
		if err != nil {
			return passage, nil, err
		}
		passage, err = build.Through(ctx, list, people.Steps())
		return passage, people.Card, err
	})
}

// buildFrom makes a set out of the one in a file: do leaves of it what it should.
func (p *program) buildFrom(ctx context.Context, path string, f *outFlags, do func(*sets.Folder, []*adhere.Instruction) (build.Passage[*adhere.Instruction], sets.Describe, error)) error {
	out, passage, card, err := sets.From(ctx, path, f.output, do)
	if err != nil {
		return err
	}
	out.Add("rejected.jsonl", cli.Lines(passage.Rejected))
	return p.finishSplit(out, f, card, filepath.Base(path), passage.Kept)
}
