package evaluations

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/lists"
	"adhere/refine"
)

// RefiningFlags say who criticises, lists and rewrites, and how far it goes.
type RefiningFlags struct {
	eval.Refinement
	Critics, Decomposers []string // as given: one refinement for each
	iterations           int
}

// RegisterRefining adds the flags.
func (r *RefiningFlags) RegisterRefining(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&r.Critics, "critic", []string{eval.ByRulesRead}, "who finds what is not met: rules, loose, hybrid, random, self, provider/model, FILE.jsonl of labels; joined by commas, rules come first and several models form a jury")
	f.StringVar(&r.CriticLabelled, "critic-responses", "", "the answers that the labels of --critic FILE.jsonl belong to")
	f.StringVar(&r.CriticStrategy, "critic-strategy", "", "how a critic that is a model is asked (adhere prompts list; default "+eval.AtOnce+", with --paper "+eval.OneByOne+")")
	f.StringVar(&r.CriticBaseURL, "critic-base-url", "", "address of the server of critic, decomposer and rewriter, up to /v1")
	f.StringArrayVar(&r.Decomposers, "decomposer", nil, "who lists the requirements: given, self, provider/model, english (code), whole (the instruction as one requirement) (default given, if there are any)")
	f.StringVar(&r.Rewriter, "rewriter", "", "who rewrites, provider/model (default the model itself)")
	f.IntVar(&r.iterations, "max-iterations", 10, "most rewrites, or samples for generate_and_rank and best_of_n")
	f.IntVar(&r.Patience, "patience", 0, "stop after this many consecutive rewrites without improvement (0: never)")
	f.StringVar((*string)(&r.Draft), "draft", "", "how the first answer is asked for: plain, make_sure, one_step, two_step (default the strategy's own)")
	f.StringVar((*string)(&r.Final), "final", "", "which attempt is the answer: best, or last as in the paper (default best)")
	f.StringVar((*string)(&r.Feedback), "feedback", "", "what the rewriter is told: measured, or named as in the paper (default measured)")
	f.BoolVar(&r.Paper, "paper", false, "as in the paper; other flags may change parts of it: --final last --feedback named --critic rules,self --critic-strategy "+eval.OneByOne)
	f.IntVar(&r.AnswerCalls, "answer-calls", 0, "most calls for one answer (0: no limit)")
	f.IntVar(&r.AnswerTokens, "answer-tokens", 0, "most tokens for one answer (0: no limit)")
	f.StringVar(&r.AnswerBudget, "answer-budget", "", "most US dollars for one answer (0.02)")
	f.DurationVar(&r.AnswerTime, "answer-time", 0, "most time for one answer; then the best attempt so far is used (0: no limit)")
	r.Iterations = &r.iterations
}

// Single returns the value of a flag of which a command takes one.
func Single(flag string, values []string) (string, error) {
	if len(values) > 1 {
		return "", &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--%s is given %d times, expected one", flag, len(values)), Hint: "join critics that decide together by commas; adhere eval runs several one after another"}
	}
	return strings.Join(values, ""), nil
}

// StrategyNames lists the refinement strategies for help and completion.
func StrategyNames() string {
	return strings.Join(lists.Map(refine.Strategies(), func(s refine.Strategy) string { return s.Name }), ", ")
}

// RefineEvalFlags are those of evaluations whose answers are refined.
type RefineEvalFlags struct {
	RefiningFlags
	Strategies []string
	traces     string
	attempts   string
}

// Register adds the flags.
func (r *RefineEvalFlags) Register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringSliceVar(&r.Strategies, "refine", nil, "refine every answer: "+StrategyNames()+"; several make a sweep, in which none is the model without refinement")
	f.StringVar(&r.traces, "traces-out", "", "also write every refinement with all its steps, one JSON object per line (adhere runs export makes training data from it)")
	f.StringVar(&r.attempts, "attempts-out", "", "also write every attempt with its verdicts, tokens and cost, one JSON object per line")
	f.StringVar(&r.Quality, "quality-judge", "", "a model that says, in both orders, whether a revised answer is better overall than its draft, provider/model")
	r.RegisterRefining(cmd)
}

// CheckUsed notes flags that do nothing without --refine. They may stand in a
// configuration file, so that they are no error unless a file is wanted.
func (r *RefineEvalFlags) CheckUsed(p *cli.Program, changed func(string) bool) error {
	if len(r.Strategies) > 0 && !slices.Equal(r.Strategies, []string{eval.Unrefined}) {
		return nil
	}
	for _, f := range []struct{ name, value string }{{"traces-out", r.traces}, {"attempts-out", r.attempts}, {"quality-judge", r.Quality}} {
		if f.value != "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "--" + f.name + " needs --refine", Hint: "for example --refine decrim"}
		}
	}
	for _, name := range []string{"critic", "critic-responses", "critic-strategy", "critic-base-url", "decomposer", "rewriter", "max-iterations", "patience", "draft", "final", "feedback", "paper", "answer-calls", "answer-tokens", "answer-budget", "answer-time"} {
		if changed(name) {
			p.Say("--%s does nothing without --refine", name)
		}
	}
	return nil
}
