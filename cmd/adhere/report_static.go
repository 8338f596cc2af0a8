package main

import (
	"context"
	"io"
	"log/slog"

	"adhere/eval"
	"adhere/internal/accounts"
	"adhere/internal/plural"
	"adhere/internal/progress"
	"adhere/internal/store"
	"adhere/internal/web"
)

// writeFolder writes a run's pages into a new folder.
func (p *program) writeFolder(ctx context.Context, s *store.Store, run, dir string) error {
	server, err := web.New(web.Config{
		Accounts: accounts.NewKeeper(s, p.Now), Runs: s, Records: s, Judging: eval.Pages{Calls: s},
		Now: p.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Version: version,
	})
	if err != nil {
		return err
	}
	show := p.Display(false)
	show.Unit = "page"
	files, err := server.ExportFolder(ctx, run, dir, func(done, known int) {
		if !p.Quiet {
			show.Show(progress.State{Total: known, Done: done})
		}
	})
	show.Close()
	if err != nil {
		return err
	}
	return p.Done(map[string]any{"folder": dir, "files": files}, "%s in %s, beginning with index.html\n", plural.Of(files, "file"), dir)
}
