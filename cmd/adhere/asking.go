package main

import (
	"cmp"
	"context"
	"encoding/json"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/eval"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/model"
	"adhere/prompt"
)

// Asking flags: the model that a command asks, in which words, and how often.
type askFlags struct {
	modelFlags
	db      *string
	model   string // provider/model
	prompts string
	reasks  int
	schema  bool
}

// registerAsked adds the flags of a command that asks one model, which the flag
// of that name names; again says what it is asked for again.
func (f *askFlags) registerAsked(cmd *cobra.Command, name, usage, again string) {
	f.register(cmd)
	if name == "judge" {
		f.judgeURL(cmd)
	} else {
		f.subjectURL(cmd)
	}
	cmd.Flags().StringVar(&f.model, name, "", usage)
	f.registerAsking(cmd.Flags(), again)
}

// registerAsking adds the flags of a command whose models give replies that
// cannot be used; again says what those are.
func (f *askFlags) registerAsking(flags *pflag.FlagSet, again string) {
	flags.StringVar(&f.prompts, "prompts", "", "folder with a prompt pack")
	flags.IntVar(&f.reasks, "reasks", 2, "how many times to ask again after "+again)
}

// unreadable is what most models are asked for again.
const unreadable = "an unreadable reply"

// schemaFlag adds --schema; whose says whose reply is meant.
func (f *askFlags) schemaFlag(flags *pflag.FlagSet, whose string) {
	flags.BoolVar(&f.schema, "schema", false, "ask for "+whose+" reply as JSON by schema, where the provider can")
}

// asking returns the options of what asks a model, but for the model.
func (f *askFlags) asking() (judge.Options, error) {
	pack, err := eval.Pack(f.prompts)
	return judge.Options{Pack: pack, Reasks: eval.Limited(f.reasks), Schema: f.schema}, err
}

// needModel is the error where a command has no model to ask.
func needModel(command, flag, given string) error {
	if given != "" {
		return nil
	}
	return &adhere.Error{Code: adhere.Invalid, Message: command + " needs --" + flag + " PROVIDER/MODEL", Hint: "for example --" + flag + " openai/gpt-4o"}
}

// An asker is what a command asks its model with.
type asker struct {
	judge.Options // Model is nil where none is named
	store         *store.Store
	models        *model.Opener
	role          string // what the model is to the command
}

// withAsker opens the database and the model that the flags name, and closes
// what was opened. A dry run changes nothing.
func (p *program) withAsker(ctx context.Context, f *askFlags, role string, do func(*asker) error) error {
	s, err := p.storeFor(ctx, *f.db, f.dryRun)
	return useStore(s, err, func(s *store.Store) error {
		a, err := p.newAsker(f, s, role)
		if err != nil {
			return err
		}
		return do(a)
	})
}

func (p *program) newAsker(f *askFlags, s *store.Store, role string) (*asker, error) {
	a := &asker{store: s, role: role}
	var err error
	if a.models, err = p.newModels(&f.modelFlags, s); err != nil {
		return nil, err
	}
	if a.Options, err = f.asking(); err == nil && f.model != "" {
		a.Pack = cmp.Or(a.Pack, prompt.Default())
		a.Model, err = a.models.Open(f.model, cmp.Or(f.baseURL, f.judgeBaseURL), role)
	}
	return a, err
}

// estimates count what a dry run would call.
func (a *asker) estimates() *eval.Estimates {
	return &eval.Estimates{Profiles: a.models.Options.Profiles, Calls: a.store}
}

// count adds requests to estimates, each with a reply of so many tokens.
func (a *asker) count(ctx context.Context, all *eval.Estimates, role string, out int, requests ...*adhere.Request) error {
	return all.AddRequests(ctx, role, a.Model.Name(), model.Identity(a.Model), out, requests...)
}

// showEstimate says what requests with short replies would take.
func (p *program) showEstimate(ctx context.Context, a *asker, requests ...*adhere.Request) error {
	all := a.estimates()
	if err := a.count(ctx, all, a.role, labelTokens, requests...); err != nil {
		return err
	}
	return p.showEstimates(all, a.models)
}

// labelTokens is how long a reply of one label or grade is, in tokens.
const labelTokens = 4

// spent says what the calls of a command used.
func (p *program) spent(a *asker) {
	if u := a.models.Meter.Roles()[a.role]; u.Now.Calls+u.Stored.Calls > 0 {
		p.say("%s: %d calls made, %d were stored; %d tokens in, %d out, %s", a.role, u.Now.Calls, u.Stored.Calls, u.Now.In, u.Now.Out, u.Now.Money)
	}
}

// newLines writes values as JSON, one a line, with < and > as they are.
func newLines(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
