package provider

import (
	"cmp"
	"strings"
	"sync"

	"adhere"
	"adhere/model"
	"adhere/model/batch"
)

// An Opener opens the models of a program as the command does: replies are
// stored, failed calls are tried again, all calls to one model share its
// limiter, and all calls the budget. Fields are set before the first Open:
//
//	opener := &provider.Opener{Lookup: os.Getenv, Calls: db}
//	e, err := eval.New(ctx, spec, eval.Parts{Open: opener.Open})
type Opener struct {
	Lookup     func(name string) string // finds the variables that hold keys and addresses; see Open
	Calls      model.Calls              // where replies are stored; nil stores none
	Refresh    bool                     // do not look for stored replies
	Limits     model.Limits             // of calls to one model
	Limiters   *Limiters                // of several openers that share the limits; nil for limiters of its own
	Turns      model.Turns              // over which processes share the limits; nil where this one has them alone
	Retry      model.Policy
	Budget     *model.Budget // nil sets no bound
	Prices     *model.Prices // nil is BuiltInPrices
	AllowEmpty bool          // an answer without text is an answer; otherwise its call has failed
	Options    Options       // of every model, but for BaseURL; Profiles nil is BuiltInProfiles
	Meter      model.Meter   // counts what calls use, by role

	Warn    func(who, warning string)                             // is told what is odd about a model, each thing once; may be nil
	Batches func() *batch.Collector                               // returns what carries the calls of one model; nil makes calls live
	Dial    func(spec string, opts Options) (adhere.Model, error) // opens what the wrappers go around; nil is Open with Lookup

	mu       sync.Mutex
	opened   map[string]adhere.Model
	breakers shared[model.Breaker] // by address
	gates    shared[model.Gate]
}

// Limiters are the limiters of models. The zero value is ready for use.
type Limiters struct{ shared[model.Limiter] }

// shared are things that each exist once under a name.
type shared[T any] struct {
	mu sync.Mutex
	by map[string]*T
}

func (s *shared[T]) of(name string, make func() *T) *T {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.by == nil {
		s.by = map[string]*T{}
	}
	if s.by[name] == nil {
		s.by[name] = make()
	}
	return s.by[name]
}

// Open returns the model that spec names, "provider/model" as for the function
// Open, at the address baseURL or its provider's own. Its calls are counted
// under role: subject, judge, critic, rewriter, writer and others. Opened again
// it is the same. It is an eval.Parts' Open.
func (o *Opener) Open(spec, baseURL, role string) (adhere.Model, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := strings.Join([]string{spec, baseURL, role}, " ")
	if m, ok := o.opened[key]; ok {
		return m, nil
	}
	if err := o.prepare(); err != nil {
		return nil, err
	}
	m, err := o.open(spec, baseURL, role)
	if err == nil {
		o.opened[key] = m
	}
	return m, err
}

// prepare fills in what was left out.
func (o *Opener) prepare() (err error) {
	if o.opened != nil {
		return nil
	}
	if o.Prices == nil {
		o.Prices, err = model.BuiltInPrices()
	}
	if err == nil && o.Options.Profiles == nil {
		o.Options.Profiles, err = model.BuiltInProfiles()
	}
	o.Options.Memory = cmp.Or(o.Options.Memory, &Memory{})
	o.Limiters = cmp.Or(o.Limiters, &Limiters{})
	if o.Dial == nil {
		o.Dial = func(spec string, opts Options) (adhere.Model, error) { return Open(spec, o.Lookup, opts) }
	}
	if err == nil {
		o.opened = map[string]adhere.Model{}
	}
	return err
}

func (o *Opener) open(spec, baseURL, role string) (adhere.Model, error) {
	options := o.Options
	if options.BaseURL = baseURL; o.Batches != nil {
		options.Batch = o.Batches()
	}
	wire, err := o.Dial(spec, options)
	if err != nil {
		return nil, err
	}
	if o.Budget.NeedsPrices() && !o.Prices.Known(wire.Name()) {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--budget: no price is known for " + wire.Name(), Hint: "name a price table with --prices FILE, or limit tokens with --budget-tokens"}
	}
	provider, _, _ := strings.Cut(wire.Name(), "/")
	identity := model.Identity(wire)
	layers := model.Layers{
		Calls: o.Calls, Refresh: o.Refresh, Budget: o.Budget, Prices: o.Prices, Batch: options.Batch != nil && !options.Batch.Live, Retry: &o.Retry,
		Breaker: o.breakers.of(provider+"@"+model.Address(wire), func() *model.Breaker { return &model.Breaker{} }),
		Limiter: o.Limiters.of(identity, func() *model.Limiter { return model.NewLimiter(o.Limits) }),
	}
	if o.Turns != nil && (o.Limits.RPM > 0 || o.Limits.TPM > 0) {
		layers.Gate = o.gates.of(identity, func() *model.Gate { return model.NewGate(o.Turns, identity, o.Limits.RPM, o.Limits.TPM) })
	}
	if o.Warn != nil {
		var once sync.Once
		layers.Waiting = func(what string) { once.Do(func() { o.Warn(role+" "+spec, what) }) }
	}
	m := o.Meter.Count(role, model.Stack(wire, layers))
	if o.Warn != nil {
		var said sync.Map
		m = model.Noticing(m, func(warning string) {
			if _, again := said.LoadOrStore(warning, true); !again {
				o.Warn(role+" "+spec, warning)
			}
		})
	}
	if o.AllowEmpty || readsReplies(role) {
		return m, nil
	}
	return model.Answering(m), nil
}

// readsReplies reports whether whoever asks in a role reads the reply for what
// it decides: an empty one is then unreadable, which it has its own word for.
func readsReplies(role string) bool {
	return role != "subject" && role != "rewriter" && role != "writer"
}
