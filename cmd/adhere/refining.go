package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/judge"
	"adhere/prompt"
	"adhere/refine"
	"adhere/verify"
)

// Words that stand for a model or a list where flags of refinement name one.
const (
	byRules = "rules" // the critic is code
	itself  = "self"  // the model under test
	given   = "given" // the instruction's own requirements
)

// Refining flags: who criticises, lists and rewrites, and how far it goes.
type refiningFlags struct {
	critics                       []string
	criticStrategy, criticBaseURL string
	decomposer, rewriter          string
	iterations, patience          int
	draft, final, feedback        string
	answerCalls, answerTokens     int
	answerBudget                  string
	answerTime                    time.Duration
}

func (r *refiningFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&r.critics, "critic", []string{byRules, itself}, "who says what is not met: rules, self, provider/model; rules first where joined by commas, several models are a jury")
	f.StringVar(&r.criticStrategy, "critic-strategy", "constraint-reason", "how a critic that is a model is asked (adhere prompts list)")
	f.StringVar(&r.criticBaseURL, "critic-base-url", "", "address of the server of critic, decomposer and rewriter, up to /v1")
	f.StringVar(&r.decomposer, "decomposer", "", "who lists the requirements: given, self, provider/model (default given where there are any)")
	f.StringVar(&r.rewriter, "rewriter", "", "who rewrites, provider/model (default the model itself)")
	f.IntVar(&r.iterations, "max-iterations", 10, "rewrites at most; for generate_and_rank and best_of_n samples")
	f.IntVar(&r.patience, "patience", 0, "stop after so many rewrites in a row that were not better (0: never)")
	f.StringVar(&r.draft, "draft", "", "how the first answer is asked for: plain, make_sure, one_step, two_step (default the strategy's own)")
	f.StringVar(&r.final, "final", "", "which attempt is the answer: best, or last as in the paper (default best)")
	f.StringVar(&r.feedback, "feedback", "", "what the rewriter is told: measured, or named as in the paper (default measured)")
	f.IntVar(&r.answerCalls, "answer-calls", 0, "calls for one answer at most (0: no bound)")
	f.IntVar(&r.answerTokens, "answer-tokens", 0, "tokens for one answer at most (0: no bound)")
	f.StringVar(&r.answerBudget, "answer-budget", "", "US dollars for one answer at most (0.02)")
	f.DurationVar(&r.answerTime, "answer-time", 0, "time for one answer at most; then the best so far (0: no bound)")
}

// An opener opens the model that spec names, with its calls counted under role.
type opener func(spec, baseURL, role string) (adhere.Model, error)

// A workshop is what a refinement is put together from.
type workshop struct {
	subject string // the spec of the model that answers
	baseURL string // its server
	bench   *bench.Bench
	open    opener
	pack    *prompt.Pack
	reasks  int
	schema  bool
}

// refiner puts together a strategy.
func (r *refiningFlags) refiner(strategy string, w *workshop) (*refine.Refiner, error) {
	o := refine.Options{
		Pack: w.pack, MaxIterations: r.iterations, Patience: r.patience,
		Draft: refine.Draft(r.draft), Final: refine.Choice(r.final), Feedback: refine.Feedback(r.feedback),
	}
	if r.iterations == 0 {
		o.MaxIterations = -1
	}
	var err error
	if o.Bounds, err = r.bounds(); err != nil {
		return nil, err
	}
	if o.Model, err = w.open(w.subject, w.baseURL, "subject"); err != nil {
		return nil, err
	}
	if r.rewriter != "" && r.rewriter != itself {
		if o.Rewriter, err = w.open(r.rewriter, r.criticBaseURL, "rewriter"); err != nil {
			return nil, err
		}
	}
	if o.Decomposer, err = r.lister(w); err != nil {
		return nil, err
	}
	s, err := refine.Find(strategy)
	if err != nil {
		return nil, err
	}
	if s.Critic {
		if o.Critic, err = r.critic(w); err != nil {
			return nil, err
		}
	}
	return refine.New(strategy, o)
}

func (r *refiningFlags) bounds() (refine.Bounds, error) {
	money, err := parseMoney(r.answerBudget)
	if err != nil {
		return refine.Bounds{}, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--answer-budget %q: an amount in US dollars wanted", r.answerBudget), Hint: "for example --answer-budget 0.02"}
	}
	return refine.Bounds{Calls: r.answerCalls, Tokens: r.answerTokens, Money: money, Time: r.answerTime}, nil
}

// model opens a model by a flag's value. Its calls count against the bounds
// of the answer that they are made for.
func (r *refiningFlags) model(w *workshop, spec, role string) (adhere.Model, error) {
	url := r.criticBaseURL
	if spec == itself {
		spec, url = w.subject, w.baseURL
	}
	m, err := w.open(spec, url, role)
	if err != nil {
		return nil, err
	}
	return refine.Metered(m), nil
}

// lister returns who lists requirements; nil takes those that are given.
func (r *refiningFlags) lister(w *workshop) (refine.Decomposer, error) {
	if r.decomposer == "" || r.decomposer == given {
		return nil, nil
	}
	m, err := r.model(w, r.decomposer, "critic")
	if err != nil {
		return nil, err
	}
	d, err := judge.NewDecomposer(judge.Options{Model: m, Pack: w.pack, Reasks: w.reasks, Schema: w.schema})
	if err != nil {
		return nil, err
	}
	return refine.Lists(d), nil
}

// critic returns who decides which requirements are met.
func (r *refiningFlags) critic(w *workshop) (adhere.Judge, error) {
	ruled := slices.Contains(r.critics, byRules)
	asked, err := r.modelCritic(w, ruled)
	if err != nil {
		return nil, err
	}
	switch {
	case asked == nil && r.decomposer != "" && r.decomposer != given:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--critic rules cannot decide what --decomposer lists: only requirements that are given have rules", Hint: "add a model: --critic rules,self"}
	case asked == nil && (!ruled || len(w.bench.Rules) == 0):
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--critic names nobody who can decide the requirements of " + w.bench.Name, Hint: "name a model, provider/model, or self"}
	case !ruled || len(w.bench.Rules) == 0:
		return asked, nil
	}
	b := w.bench.Rules[0]
	rules := verify.NewJudge("rule/"+b.Name, b.Version, catalog(), b.Reading)
	if asked == nil {
		return rules, nil
	}
	return &ruleFirst{rules, asked}, nil
}

// modelCritic returns the model, or the jury of models, among the critics. It
// is not asked about what rules decide.
func (r *refiningFlags) modelCritic(w *workshop, ruled bool) (adhere.Judge, error) {
	s, err := judge.Find(r.criticStrategy)
	if err != nil {
		return nil, err
	}
	if s.New == nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--critic-strategy %s gives no verdicts on requirements", r.criticStrategy), Hint: "adhere prompts list shows the ways to ask a judge"}
	}
	var members []adhere.Judge
	for i, spec := range r.critics {
		if slices.Contains(r.critics[:i], spec) {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: "--critic names " + spec + " twice"}
		}
		if spec == byRules {
			continue
		}
		m, err := r.model(w, spec, "critic")
		if err != nil {
			return nil, err
		}
		o := judge.Options{Model: m, Pack: w.pack, Reasks: w.reasks, Schema: w.schema}
		if ruled && len(w.bench.Rules) > 0 {
			o.Only = func(r *adhere.Requirement) bool { return r.Rule == nil }
		}
		one, err := s.New(o)
		if err != nil {
			return nil, err
		}
		members = append(members, one)
	}
	switch len(members) {
	case 0:
		return nil, nil
	case 1:
		return members[0], nil
	default:
		return judge.NewJury(judge.Majority, judge.TieUnsure, members...)
	}
}

// strategyNames lists the refinement strategies for help and completion.
func strategyNames() string {
	var names []string
	for _, s := range refine.Strategies() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}
