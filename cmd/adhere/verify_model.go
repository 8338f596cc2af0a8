package main

import (
	"bytes"
	"context"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/verify/english"
	"adhere/verify/ruling"
)

// Reading flags: the model that compiles what code cannot read, and the lock
// file that keeps it.
type readingFlags struct {
	modelFlags
	askFlags
	db          *string
	model, lock string
}

func (p *program) registerReading(cmd *cobra.Command, f *readingFlags) {
	f.register(cmd)
	f.subjectURL(cmd)
	f.db = p.dbFlag(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.model, "model", "", "a model that compiles requirements that code cannot read into checks, provider/model")
	flags.StringVar(&f.lock, "lock", "", "a lock file: requirements are read as it says, and with --model what is compiled is added to it")
	f.registerAsking(flags, "a check that is not valid")
}

// lockUse is the help on --lock where constraints are given in words.
const lockUse = "a lock file of compiled requirements: constraints that are listed or given in words are read as it says; adhere verify --model --lock makes one"

// A clerk answers questions. Requirements that code cannot read are compiled
// by a model, if there is one: once each, several at once.
type clerk struct {
	program  *program
	ctx      context.Context
	store    *store.Store
	compiler *judge.Compiler // nil asks nobody
	model    string
	path     string // of the lock file; may be empty
	lock     *ruling.Lock
	learned  int
}

// clerk opens the lock file and the model that the flags name.
func (p *program) clerk(ctx context.Context, f *readingFlags) (*clerk, error) {
	c := &clerk{program: p, ctx: ctx, path: f.lock}
	var err error
	if c.lock, err = eval.UseLock(nil, f.lock, f.model != ""); err != nil || f.model == "" {
		return c, err
	}
	o, err := f.asking()
	if err != nil {
		return nil, err
	}
	if c.store, err = p.openStore(ctx, *f.db); err != nil {
		return nil, err
	}
	models, err := p.newModels(&f.modelFlags, c.store)
	if err != nil {
		return nil, err
	}
	asked, err := models.open(f.model, f.baseURL, "judge")
	if err != nil {
		return nil, err
	}
	c.model = asked.Name()
	o.Model = asked
	d := eval.Desk()
	c.compiler, err = judge.NewCompiler(o, judge.Language{Guide: ruling.Guide(), Read: ruling.ReadCheck, Run: d.Run, Witnesses: d.Witnesses, Fill: ruling.Fill})
	return c, err
}

func (c *clerk) close() {
	if c.store != nil {
		c.store.Close()
	}
}

// save writes what was compiled into the lock file.
func (c *clerk) save() error {
	if c.path == "" || c.learned == 0 {
		return nil
	}
	var b bytes.Buffer
	if err := c.lock.Write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(c.path, b.Bytes(), 0o644); err != nil { //nolint:gosec // a lock file is committed and read by others
		return &adhere.Error{Code: adhere.Invalid, Message: "the lock file cannot be written", Hint: "name one with --lock that you may write", Err: err}
	}
	c.program.say("%s: %s compiled", c.path, plural(c.learned, "requirement"))
	return nil
}

// explain answers without a text.
func (c *clerk) explain(q ruling.Question) (ruling.Answer, error) {
	if err := c.learn(q.Requirement); err != nil {
		return ruling.Answer{}, err
	}
	return eval.Desk().Explain(q)
}

// decide answers with a finding.
func (c *clerk) decide(q ruling.Question) (ruling.Answer, error) {
	if err := c.learn(q.Requirement); err != nil {
		return ruling.Answer{}, err
	}
	return eval.Desk().Decide(q)
}

// learn compiles the requirements that neither lock nor code reads, side by
// side.
func (c *clerk) learn(requirements ...string) error {
	if c.compiler == nil {
		return nil
	}
	var open []string
	for _, r := range requirements {
		if _, known := c.lock.Find(r); known || r == "" || slices.Contains(open, r) {
			continue
		}
		if a, err := eval.Desk().Explain(ruling.Question{Requirement: r}); err == nil && a.Decides == english.None {
			open = append(open, r)
		}
	}
	found := make([]judge.Compiled, len(open))
	err := judge.Each(c.ctx, len(open), func(ctx context.Context, i int) (err error) {
		found[i], err = c.compiler.Compile(ctx, open[i])
		return err
	})
	for i, f := range found {
		if f.Rule != nil || f.Why != "" { // what is finished is kept, whatever became of the others
			c.keep(open[i], f)
		}
	}
	if err != nil {
		return &adhere.Error{Code: notInvalid(err), Message: c.model + " cannot be asked", Hint: adhere.HintOf(err), Err: err}
	}
	return nil
}

// keep puts what a requirement was compiled to into the lock.
func (c *clerk) keep(requirement string, f judge.Compiled) {
	line := ruling.Locked{Requirement: requirement, Rule: f.Rule, English: f.English, Why: f.Why, By: f.By}
	for _, w := range f.Witnesses {
		line.Witnesses = append(line.Witnesses, ruling.Witness(w))
	}
	c.lock.Put(line)
	c.learned++
	if f.Rule == nil {
		c.program.say("%q: %s", shortName(requirement), f.Why)
	}
}

// notInvalid keeps a failed call apart from a question that is wrong.
func notInvalid(err error) adhere.Code {
	if code := adhere.CodeOf(err); code != adhere.Invalid {
		return code
	}
	return adhere.Unavailable
}
