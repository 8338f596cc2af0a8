package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"adhere/eval"
	"adhere/internal/cli/asking"
	"adhere/internal/plural"
	"adhere/internal/userfile"
	"adhere/judge"
)

// Reading flags: the model that compiles what code cannot read, and the lock
// file that keeps it.
type readingFlags struct {
	asking.AskFlags
	lock string
}

func (p *program) registerReading(cmd *cobra.Command, f *readingFlags) {
	f.DB = p.DBFlag(cmd)
	f.RegisterAsked(cmd, "model", "a model that turns requirements which code cannot read into checks, provider/model", "a check that is not valid")
	cmd.Flags().StringVar(&f.lock, "lock", "", "a file that says how requirements are read; with --model, new checks are added to it")
}

// lockUse is the help on --lock where constraints are given in words.
const lockUse = "a file that says how constraints in plain language are read (adhere verify --model --lock makes one)"

// verifier opens the lock file, and the model that the flags name once it is
// needed. done saves what was compiled, whatever came of the text, and closes
// what was opened.
func (p *program) verifier(ctx context.Context, f *readingFlags) (v *eval.Verifier, done func() error, err error) {
	closing := func() error { return nil }
	var open func() (*judge.Options, error)
	if f.Model != "" {
		open = func() (*judge.Options, error) {
			s, err := p.OpenStore(ctx, *f.DB)
			if err != nil {
				return nil, err
			}
			closing = s.Close
			a, err := p.NewAsker(&f.AskFlags, s, "judge")
			if err != nil {
				return nil, err
			}
			return &a.Options, nil
		}
	}
	v, err = eval.NewVerifier(f.lock, open)
	return v, func() error { return errors.Join(p.saveLock(f.lock, v), closing()) }, err
}

// saveLock writes what was compiled into the lock file, and says what was not.
func (p *program) saveLock(path string, v *eval.Verifier) error {
	for _, u := range v.Unread {
		p.Say("%q: %s", u[0], u[1])
	}
	if path == "" || v.Asked == 0 {
		return nil
	}
	if err := userfile.Write(path, 0o644, v.Lock.Write); err != nil {
		return err
	}
	p.Say("%s: of %s the model was asked about, %d got a check", path, plural.Of(v.Asked, "requirement"), v.Compiled)
	return nil
}
