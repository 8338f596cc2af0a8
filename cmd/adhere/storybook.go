package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/serving"
	"adhere/internal/web"
)

func (p *program) storybookCommand() *cobra.Command {
	var addr string
	cmd := p.command("storybook [DIR]", cobra.MaximumNArgs(1))
	cmd.Flags().StringVar(&addr, "addr", "localhost:8081", "where to listen, if no folder is given")
	l := p.listeningFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		stories, err := web.Stories(cmd.Context())
		if err != nil {
			return err
		}
		if len(args) == 1 {
			return p.writeStories(stories, args[0])
		}
		return p.serveStories(cmd.Context(), stories, addr, l)
	}
	return cmd
}

func (p *program) serveStories(ctx context.Context, stories []web.Story, addr string, l *listening) error {
	book, err := web.Storybook(stories)
	if err != nil {
		return err
	}
	s, err := p.service("adhere-storybook", addr, l)
	if err != nil {
		return err
	}
	s.Handle(serving.Route{Pattern: "/", Handler: book, Access: serving.Open})
	return p.answerRequests(ctx, s, l)
}

// writeStories writes every story and what it loads into a new folder.
func (p *program) writeStories(stories []web.Story, dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return &adhere.Error{Code: adhere.Conflict, Message: dir + " exists already", Hint: "name a new folder; nothing was written"}
	}
	files, err := web.Assets()
	if err != nil {
		return err
	}
	for _, s := range stories {
		files[s.Name+".html"] = s.Page
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "cannot make " + dir, Err: err, Hint: "name a folder in one that exists and that you may write to"}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(dir, name), files[name], 0o644); err != nil {
			return err
		}
	}
	return p.done(map[string]any{"folder": dir, "files": len(files)}, "%s\n", fmt.Sprintf("%s in %s", plural(len(files), "file"), dir))
}
