package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"

	"adhere"
	"adhere/eval"
	"adhere/internal/accounts"
	"adhere/internal/cli"
	"adhere/internal/progress"
	"adhere/internal/store"
	"adhere/internal/web"
)

// writeFolder writes a run's pages into a new folder, all or none.
func (p *program) writeFolder(ctx context.Context, s *store.Store, run, dir string) (err error) {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return &adhere.Error{Code: adhere.Conflict, Message: dir + " exists already", Hint: "name a new folder; nothing was written"}
	}
	server, err := web.New(web.Config{
		Accounts: accounts.NewKeeper(s, p.Now), Runs: s, Records: s, Judging: eval.Pages{Calls: s},
		Now: p.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Version: version,
	})
	if err != nil {
		return err
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), ".adhere-*")
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "cannot write " + dir, Err: err, Hint: "name a folder in one that exists and that you may write to"}
	}
	defer os.RemoveAll(part) // empty by then, or not wanted
	var files atomic.Int64
	show := p.Display(false)
	show.Unit = "page"
	err = server.Export(ctx, run, func(name string, content []byte) error {
		files.Add(1)
		return os.WriteFile(filepath.Join(part, name), content, 0o644)
	}, func(done, known int) {
		if !p.Quiet {
			show.Show(progress.State{Total: known, Done: done})
		}
	})
	show.Close()
	if err == nil {
		err = os.Chmod(part, 0o755)
	}
	if err == nil {
		err = os.Rename(part, dir)
	}
	if err != nil {
		return err
	}
	return p.Done(map[string]any{"folder": dir, "files": files.Load()}, "%s\n", fmt.Sprintf("%s in %s, beginning with index.html", cli.Plural(int(files.Load()), "file"), dir))
}
