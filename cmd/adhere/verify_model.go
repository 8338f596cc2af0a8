package main

import (
	"bytes"
	"context"
	"errors"
	"os"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli/asking"
	"adhere/internal/plural"
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

// verifier opens the lock file and the model that the flags name. done saves
// what was compiled, whatever came of the text, and closes what was opened.
func (p *program) verifier(ctx context.Context, f *readingFlags) (v *eval.Verifier, done func() error, err error) {
	if f.Model == "" {
		v, err = eval.NewVerifier(f.lock, nil)
		return v, func() error { return nil }, err
	}
	s, err := p.OpenStore(ctx, *f.DB)
	if err != nil {
		return nil, nil, err
	}
	a, err := p.NewAsker(&f.AskFlags, s, "judge")
	if err == nil {
		v, err = eval.NewVerifier(f.lock, &a.Options)
	}
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return v, func() error { return errors.Join(p.saveLock(f.lock, v), s.Close()) }, nil
}

// saveLock writes what was compiled into the lock file, and says what was not.
func (p *program) saveLock(path string, v *eval.Verifier) error {
	for _, u := range v.Unread {
		p.Say("%q: %s", u[0], u[1])
	}
	if path == "" || v.Compiled == 0 {
		return nil
	}
	var b bytes.Buffer
	if err := v.Lock.Write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil { //nolint:gosec // a lock file is committed and read by others
		return &adhere.Error{Code: adhere.Invalid, Message: "the lock file cannot be written", Hint: "name a file that you may write with --lock", Err: err}
	}
	p.Say("%s: %s compiled", path, plural.Of(v.Compiled, "requirement"))
	return nil
}
