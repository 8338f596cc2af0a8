package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/judge"
	"adhere/prompt"
	"adhere/refine"
)

// Words that stand for a model or a list where flags of refinement name one.
const (
	byRules   = "rules"   // the critic is code
	byLoose   = "loose"   // the critic is code in its lenient reading
	byBoth    = "hybrid"  // the critic is code that also reads requirements, and others for the rest
	itself    = "self"    // the model under test
	given     = "given"   // the instruction's own requirements
	byReading = "english" // what code reads in the instruction's words
)

// How a critic that is a model is asked where nobody says: about all that is
// open in one call, or as in the paper.
const (
	atOnce   = "constraints-at-once"
	oneByOne = "constraint-reason"
)

// Refining flags: who criticises, lists and rewrites, and how far it goes.
type refiningFlags struct {
	panels, decomposers           []string // as given: one refinement for each
	critics                       []string // who criticises this one, rules first; several models are a jury
	decomposer                    string   // who lists the requirements of this one
	criticStrategy, criticBaseURL string
	labelled                      string
	rewriter                      string
	iterations, patience          int
	draft, final, feedback        string
	paper                         bool
	answerCalls, answerTokens     int
	answerBudget                  string
	answerTime                    time.Duration
}

func (r *refiningFlags) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&r.panels, "critic", []string{byBoth}, "who says what is not met: rules, loose, hybrid, self, provider/model, FILE.jsonl of labels; joined by commas rules come first and several models are a jury")
	f.StringVar(&r.labelled, "critic-responses", "", "the answers that the labels of --critic FILE.jsonl are about")
	f.StringVar(&r.criticStrategy, "critic-strategy", "", "how a critic that is a model is asked (adhere prompts list; default "+atOnce+", with --paper "+oneByOne+")")
	f.StringVar(&r.criticBaseURL, "critic-base-url", "", "address of the server of critic, decomposer and rewriter, up to /v1")
	f.StringArrayVar(&r.decomposers, "decomposer", nil, "who lists the requirements: given, self, provider/model, english (code) (default given where there are any)")
	f.StringVar(&r.rewriter, "rewriter", "", "who rewrites, provider/model (default the model itself)")
	f.IntVar(&r.iterations, "max-iterations", 10, "rewrites at most; for generate_and_rank and best_of_n samples")
	f.IntVar(&r.patience, "patience", 0, "stop after so many rewrites in a row that were not better (0: never)")
	f.StringVar(&r.draft, "draft", "", "how the first answer is asked for: plain, make_sure, one_step, two_step (default the strategy's own)")
	f.StringVar(&r.final, "final", "", "which attempt is the answer: best, or last as in the paper (default best)")
	f.StringVar(&r.feedback, "feedback", "", "what the rewriter is told: measured, or named as in the paper (default measured)")
	f.BoolVar(&r.paper, "paper", false, "as the paper has it, where not said otherwise: --final last --feedback named --critic rules,self --critic-strategy "+oneByOne)
	f.IntVar(&r.answerCalls, "answer-calls", 0, "calls for one answer at most (0: no bound)")
	f.IntVar(&r.answerTokens, "answer-tokens", 0, "tokens for one answer at most (0: no bound)")
	f.StringVar(&r.answerBudget, "answer-budget", "", "US dollars for one answer at most (0.02)")
	f.DurationVar(&r.answerTime, "answer-time", 0, "time for one answer at most; then the best so far (0: no bound)")
}

// cast returns the flags of one refinement, with one critic and one
// decomposer as they were given.
func (r *refiningFlags) cast(critic, decomposer string) refiningFlags {
	own := *r
	own.criticStrategy = cmp.Or(r.criticStrategy, atOnce)
	if r.paper {
		own.criticStrategy = cmp.Or(r.criticStrategy, oneByOne)
		if critic == byBoth {
			critic = byRules + "," + itself
		}
	}
	own.critics, own.decomposer = nil, decomposer
	for one := range strings.SplitSeq(critic, ",") {
		if one = strings.TrimSpace(one); one != "" {
			own.critics = append(own.critics, one)
		}
	}
	if r.paper {
		own.final, own.feedback = cmp.Or(r.final, string(adhere.ChooseLast)), cmp.Or(r.feedback, string(refine.Named))
	}
	return own
}

// single returns the value of a flag of which a command takes
// one.
func single(flag string, values []string) (string, error) {
	switch len(values) {
	case 0:
		return "", nil
	case 1:
		return values[0], nil
	default:
		return "", &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--%s is given %d times, one wanted", flag, len(values)), Hint: "join critics that decide together by commas; adhere eval runs several one after another"}
	}
}

// lists reports whether somebody lists requirements in place of those given.
func (r *refiningFlags) lists() bool { return r.decomposer != "" && r.decomposer != given }

// blind reports whether only rules criticise what a model lists: such
// requirements have none.
func (r *refiningFlags) blind() bool {
	return r.lists() && r.decomposer != byReading && !slices.ContainsFunc(r.critics, func(c string) bool { return !isRules(c) })
}

func isRules(critic string) bool { return critic == byRules || critic == byLoose }

// An opener opens the model that spec names, with its calls counted under role.
type opener func(spec, baseURL, role string) (adhere.Model, error)

// A workshop is what a refinement is put together from.
type workshop struct {
	subject string // the spec of the model that answers
	baseURL string // its server
	bench   *bench.Bench
	set     *dataset.Set // what labels are about; nil where there is no data set
	open    opener
	pack    *prompt.Pack
	reasks  int
	schema  bool
}

// refiner puts together a strategy.
func (r *refiningFlags) refiner(strategy string, w *workshop) (*refine.Refiner, error) {
	o := refine.Options{
		Pack: w.pack, MaxIterations: r.iterations, Patience: r.patience,
		Draft: refine.Draft(r.draft), Final: adhere.Choice(r.final), Feedback: refine.Feedback(r.feedback),
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
	switch {
	case !r.lists():
		return nil, nil
	case r.decomposer == byReading:
		return reader{}, nil
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

// strategyNames lists the refinement strategies for help and completion.
func strategyNames() string {
	var names []string
	for _, s := range refine.Strategies() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}
