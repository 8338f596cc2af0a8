package asking

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli/stores"
	"adhere/internal/progress"
	"adhere/internal/store"
	"adhere/judge"
	"adhere/model"
	"adhere/model/provider"
	"adhere/prompt"
)

// AskFlags are those of asking: the model that a command asks, in which words, and how often.
type AskFlags struct {
	ModelFlags
	DB      *string
	Model   string // provider/model
	prompts string
	reasks  int
	schema  bool
}

// RegisterAsked adds the flags of a command that asks one model, which the flag
// of that name names; again says what it is asked for again.
func (f *AskFlags) RegisterAsked(cmd *cobra.Command, name, usage, again string) {
	f.Register(cmd)
	if name == "judge" {
		f.JudgeURLFlag(cmd)
	} else {
		f.SubjectURLFlag(cmd)
	}
	cmd.Flags().StringVar(&f.Model, name, "", usage)
	f.RegisterAsking(cmd.Flags(), again)
}

// RegisterAsking adds the flags of a command whose models give replies that
// cannot be used; again says what those are.
func (f *AskFlags) RegisterAsking(flags *pflag.FlagSet, again string) {
	flags.StringVar(&f.prompts, "prompts", "", "folder with a prompt pack")
	flags.IntVar(&f.reasks, "reasks", 2, "how many times to ask again after "+again)
}

// Unreadable is what most models are asked for again.
const Unreadable = "an unreadable reply"

// SchemaFlag adds --schema; whose says whose reply is meant.
func (f *AskFlags) SchemaFlag(flags *pflag.FlagSet, whose string) {
	flags.BoolVar(&f.schema, "schema", false, "ask for "+whose+" reply as JSON by schema, if the provider supports it")
}

// Asking returns the options of what asks a model, but for the model.
func (f *AskFlags) Asking() (judge.Options, error) {
	pack, err := eval.Pack(f.prompts)
	return judge.Options{Pack: pack, Reasks: eval.Limited(f.reasks), Schema: f.schema}, err
}

// NeedModel is the error where a command has no model to ask.
func NeedModel(command, flag, given string) error {
	if given != "" {
		return nil
	}
	return &adhere.Error{Code: adhere.Invalid, Message: command + " needs --" + flag + " PROVIDER/MODEL", Hint: "for example --" + flag + " openai/gpt-4o"}
}

// An Asker is what a command asks its model with.
type Asker struct {
	judge.Options // Model is nil where none is named
	Store         *store.Store
	Models        *provider.Opener
	Role          string // what the model is to the command
}

// WithAsker opens the database and the model that the flags name, and closes
// what was opened. A dry run changes nothing.
func (p Models) WithAsker(ctx context.Context, f *AskFlags, role string, do func(*Asker) error) error {
	s, err := p.StoreFor(ctx, *f.DB, f.DryRun)
	return stores.UseStore(s, err, func(s *store.Store) error {
		a, err := p.NewAsker(f, s, role)
		if err != nil {
			return err
		}
		return do(a)
	})
}

// WithAnyAsker is WithAsker for work that can do without a model, and then has
// nothing to store: no database is opened.
func (p Models) WithAnyAsker(ctx context.Context, f *AskFlags, role string, do func(*Asker) error) error {
	if f.Model != "" {
		return p.WithAsker(ctx, f, role, do)
	}
	a, err := p.NewAsker(f, nil, role)
	if err != nil {
		return err
	}
	return do(a)
}

// NewAsker opens the model that the flags name, for a role.
func (p Models) NewAsker(f *AskFlags, s *store.Store, role string) (*Asker, error) {
	a := &Asker{Store: s, Role: role}
	var err error
	if a.Models, err = p.NewModels(&f.ModelFlags, s); err != nil {
		return nil, err
	}
	if a.Options, err = f.Asking(); err == nil && f.Model != "" {
		a.Pack = cmp.Or(a.Pack, prompt.Default())
		a.Model, err = a.Models.Open(f.Model, cmp.Or(f.URL, f.JudgesURL), role)
	}
	return a, err
}

// Estimates count what a dry run would call.
func (a *Asker) Estimates() *eval.Estimates {
	return &eval.Estimates{Profiles: a.Models.Options.Profiles, Calls: a.Store}
}

// Count adds requests to estimates, each with a reply of so many tokens.
func (a *Asker) Count(ctx context.Context, all *eval.Estimates, role string, out int, requests ...*adhere.Request) error {
	return all.AddRequests(ctx, role, a.Model.Name(), model.Identity(a.Model), out, requests...)
}

// ShowEstimate says what requests with short replies would take.
func (p Models) ShowEstimate(ctx context.Context, a *Asker, requests ...*adhere.Request) error {
	all := a.Estimates()
	if err := a.Count(ctx, all, a.Role, LabelTokens, requests...); err != nil {
		return err
	}
	return p.ShowEstimates(all, a.Models)
}

// LabelTokens is how long a reply of one label or grade is, in tokens.
const LabelTokens = 4

// Spent says what the calls of a command used.
func (p Models) Spent(a *Asker) {
	if u := a.Models.Meter.Roles()[a.Role]; u.Now.Calls+u.Stored.Calls > 0 {
		cost := u.Now.Money.String()
		if u.Now.Money == 0 && a.Model != nil && !a.Models.Prices.Known(a.Model.Name()) {
			cost = noPrice
		}
		p.Say("%s: %d calls made, %d were stored; %d tokens in, %d out, %s", a.Role, u.Now.Calls, u.Stored.Calls, u.Now.In, u.Now.Out, cost)
	}
}

// Watched returns a context in which work done for each of many is shown, with
// what the models used.
func (p Models) Watched(ctx context.Context, m *provider.Opener, unit string) (watched context.Context, done func()) {
	if p.Quiet {
		return ctx, func() {}
	}
	d := p.Display(false)
	d.Unit = unit
	return judge.Watch(ctx, func(begun, done, n int) {
		d.Show(progress.State{Total: n, Done: done, InFlight: begun - done, Used: m.Meter.Used()})
	}), d.Close
}
