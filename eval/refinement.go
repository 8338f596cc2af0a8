package eval

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"adhere"
	"adhere/bench"
	"adhere/dataset"
	"adhere/judge"
	"adhere/refine"
)

// Refinement says how answers are refined: who criticises, lists and rewrites,
// and how far it goes.
type Refinement struct {
	Refine         string `json:"refine,omitempty" yaml:"refine,omitempty"`                     // the strategy; empty or Unrefined takes answers as they come
	Critic         string `json:"critic,omitempty" yaml:"critic,omitempty"`                     // joined by commas: ByRules, ByLooseRules, ByRulesRead, Itself, models, files of labels; or ByChance alone; empty is ByRulesRead
	CriticLabelled string `json:"critic_responses,omitempty" yaml:"critic-responses,omitempty"` // the answers that labels of Critic are about
	CriticStrategy string `json:"critic_strategy,omitempty" yaml:"critic-strategy,omitempty"`   // how a critic that is a model is asked; empty is AtOnce
	CriticBaseURL  string `json:"critic_base_url,omitempty" yaml:"critic-base-url,omitempty"`   // of critic, decomposer and rewriter
	Decomposer     string `json:"decomposer,omitempty" yaml:"decomposer,omitempty"`             // who lists the requirements: AsGiven (also if empty), ByReading, AsWhole, Itself or a model
	Rewriter       string `json:"rewriter,omitempty" yaml:"rewriter,omitempty"`                 // who rewrites; empty is the model itself

	Iterations *int            `json:"max_iterations,omitempty" yaml:"max-iterations,omitempty"` // rewrites or samples at most; nil is 10
	Patience   int             `json:"patience,omitempty" yaml:"patience,omitempty"`             // stop after so many rewrites in a row that were not better; 0 never does
	Draft      refine.Draft    `json:"draft,omitempty" yaml:"draft,omitempty"`
	Final      adhere.Choice   `json:"final,omitempty" yaml:"final,omitempty"`
	Feedback   refine.Feedback `json:"feedback,omitempty" yaml:"feedback,omitempty"`
	Paper      bool            `json:"paper,omitempty" yaml:"paper,omitempty"` // as the paper has it, where Critic, CriticStrategy, Final and Feedback are not given: ByRules and Itself, OneByOne, last, named

	// Bounds of one answer; 0 sets none.
	AnswerCalls  int           `json:"answer_calls,omitempty" yaml:"answer-calls,omitempty"`
	AnswerTokens int           `json:"answer_tokens,omitempty" yaml:"answer-tokens,omitempty"`
	AnswerBudget string        `json:"answer_budget,omitempty" yaml:"answer-budget,omitempty"` // US dollars, "0.02"
	AnswerTime   time.Duration `json:"answer_time,omitempty" yaml:"answer-time,omitempty"`     // then the best so far is the answer

	Quality string `json:"quality_judge,omitempty" yaml:"quality-judge,omitempty"` // a model that compares revised answers with their drafts
}

// Words that stand for a model or a list where a Refinement names one.
const (
	ByRules      = "rules"   // the critic is code
	ByLooseRules = "loose"   // the critic is code in its lenient reading
	ByRulesRead  = "hybrid"  // the critic is code that also reads requirements, and others for the rest
	ByChance     = "random"  // the critic draws its verdicts, half of them met: a floor for others
	Itself       = "self"    // the model under test
	AsGiven      = "given"   // the instruction's own requirements
	ByReading    = "english" // what code reads in the instruction's words
	AsWhole      = "whole"   // the instruction as one requirement

	Unrefined = "none" // the model as it is
)

func (r *Refinement) refines() bool { return r.Refine != "" && r.Refine != Unrefined }

// How a critic that is a model is asked where nobody says: about all that is
// open in one call, or as in the paper.
const (
	AtOnce   = "constraints-at-once"
	OneByOne = "constraint-reason"
)

func (r *Refinement) critics() []string {
	critic := cmp.Or(r.Critic, ByRulesRead)
	if r.Paper && critic == ByRulesRead {
		critic = ByRules + "," + Itself
	}
	var all []string
	for one := range strings.SplitSeq(critic, ",") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}

// Lists reports whether somebody lists requirements in place of those given.
func (r *Refinement) Lists() bool { return r.Decomposer != "" && r.Decomposer != AsGiven }

// asksNobody reports whether only rules criticise.
func (r *Refinement) asksNobody() bool { return !slices.ContainsFunc(r.critics(), asked) }

// blind reports whether only rules criticise what a model lists: such
// requirements have none.
func (r *Refinement) blind() bool {
	return r.Lists() && r.Decomposer != ByReading && r.asksNobody() && !slices.Contains(r.critics(), ByChance)
}

func isRules(critic string) bool { return critic == ByRules || critic == ByLooseRules }

func asked(critic string) bool { return !isRules(critic) && critic != ByChance }

// A Setting holds what a Refinement needs from around it.
type Setting struct {
	Model   string // that answers, "provider/model"
	BaseURL string // of its server
	Bench   *bench.Bench
	Set     *dataset.Set // what labels are about; nil where there is no data set
	Files   dataset.Files
	Open    Opener
	Options judge.Options // of critics and decomposers, but for the model
}

// Refiner puts together the strategy.
func (r *Refinement) Refiner(ctx context.Context, s *Setting) (*refine.Refiner, error) {
	o := refine.Options{Pack: s.Options.Pack, MaxIterations: 10, Patience: r.Patience, Draft: r.Draft, Final: r.Final, Feedback: r.Feedback}
	if r.Iterations != nil {
		o.MaxIterations = Limited(*r.Iterations)
	}
	if r.Paper {
		o.KeepRefusals = true
		o.Final, o.Feedback = cmp.Or(r.Final, adhere.ChooseLast), cmp.Or(r.Feedback, refine.Named)
	}
	var err error
	if o.Bounds, err = r.bounds(); err != nil {
		return nil, err
	}
	if o.Model, err = s.Open(s.Model, s.BaseURL, "subject"); err != nil {
		return nil, err
	}
	if r.Rewriter != "" && r.Rewriter != Itself {
		if o.Rewriter, err = s.Open(r.Rewriter, r.CriticBaseURL, "rewriter"); err != nil {
			return nil, err
		}
	}
	if o.Decomposer, err = r.lister(s); err != nil {
		return nil, err
	}
	strategy, err := refine.Find(r.Refine)
	if err != nil {
		return nil, err
	}
	if strategy.Critic {
		if o.Critic, err = r.critic(ctx, s); err != nil {
			return nil, err
		}
	}
	return refine.New(r.Refine, o)
}

func (r *Refinement) bounds() (refine.Bounds, error) {
	money, err := ParseMoney(r.AnswerBudget)
	if err != nil {
		return refine.Bounds{}, invalid(fmt.Sprintf("--answer-budget %q: expected an amount in US dollars", r.AnswerBudget), "for example --answer-budget 0.02")
	}
	return refine.Bounds{Calls: r.AnswerCalls, Tokens: r.AnswerTokens, Money: money, Time: r.AnswerTime}, nil
}

// ParseMoney reads an amount in US dollars, "2.50" or "$2.50", up to a million.
// Nothing is 0.
func ParseMoney(s string) (adhere.Money, error) {
	if s == "" {
		return 0, nil
	}
	dollars, err := strconv.ParseFloat(strings.TrimPrefix(s, "$"), 64)
	if err != nil || !(dollars > 0 && dollars <= 1e6) {
		return 0, invalid(fmt.Sprintf("--budget %q: expected an amount in US dollars", s), "for example --budget 2.50")
	}
	return adhere.Dollars(dollars), nil
}

// criticModel opens a model that reads answers, by its name here. Its calls count
// against the bounds of the answer that they are made for.
func (r *Refinement) criticModel(s *Setting, spec string) (adhere.Model, error) {
	url := r.CriticBaseURL
	if spec == Itself {
		spec, url = s.Model, s.BaseURL
	}
	m, err := s.Open(spec, url, "critic")
	if err != nil {
		return nil, err
	}
	return refine.Metered(m), nil
}

// lister returns who lists requirements; nil takes those that are given.
func (r *Refinement) lister(s *Setting) (refine.Decomposer, error) {
	switch {
	case !r.Lists():
		return nil, nil
	case r.Decomposer == ByReading:
		return reader{}, nil
	case r.Decomposer == AsWhole:
		return refine.Whole(), nil
	}
	m, err := r.criticModel(s, r.Decomposer)
	if err != nil {
		return nil, err
	}
	o := s.Options
	o.Model = m
	d, err := judge.NewDecomposer(o)
	if err != nil {
		return nil, err
	}
	return refine.Lists(d), nil
}

// useRefinement puts a refinement in the place of the model under test.
func (e *Evaluation) useRefinement(ctx context.Context, parts *Parts) error {
	r := &e.Spec.Refinement
	if !r.refines() {
		return nil
	}
	if e.Spec.Model == "" || e.Wanted != nil {
		return invalid("--refine needs a model that answers", "recorded answers cannot be refined in a run; adhere refine rewrites one")
	}
	o, err := e.Spec.options()
	if err != nil {
		return err
	}
	setting := &Setting{Model: e.Spec.Model, BaseURL: e.Spec.BaseURL, Bench: &e.Bench, Set: e.Set, Files: parts.Files, Open: e.open, Options: o}
	if e.refiner, err = r.Refiner(ctx, setting); err != nil {
		return err
	}
	if r.Quality != "" {
		if o.Model, err = e.open(r.Quality, e.Spec.JudgeBaseURL, "judge"); err != nil {
			return err
		}
		if e.Comparer, err = judge.NewComparer(o); err != nil {
			return err
		}
	}
	if err := e.warnOfBlindness(); err != nil {
		return err
	}
	e.Subject = &wordedSubject{e.refiner}
	e.Plan.Model = e.Subject.Name()
	return nil
}

// instructions yields those that are answered, each once.
func (e *Evaluation) instructions(yield func(*adhere.Instruction, error) bool) {
	for item, err := range e.Items() {
		if err != nil {
			yield(nil, err)
			return
		}
		if item.Attempt == 0 && !yield(item.Instruction, nil) {
			return
		}
	}
}

// warnOfBlindness says what a reader must know of instructions that are
// refined: rules look at nothing that has no rule.
func (e *Evaluation) warnOfBlindness() error {
	if e.Spec.Decomposer == ByReading || !e.Spec.asksNobody() || slices.Contains(e.Spec.critics(), ByChance) {
		return nil
	}
	open, all := 0, 0
	for in, err := range e.instructions {
		if err != nil {
			return err
		}
		all++
		if slices.ContainsFunc(in.Requirements, func(r adhere.Requirement) bool { return r.Rule == nil }) {
			open++
		}
	}
	if open > 0 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("%d of %d instructions have requirements without a rule, at which --critic rules does not look", open, all))
	}
	return nil
}

// For settles who lists the requirements of a single instruction and who
// criticises: what has none has them listed by the model, and where rules
// decide all of them nobody else is asked.
func (r *Refinement) For(in *adhere.Instruction) error {
	switch {
	case r.Decomposer == "" && len(in.Requirements) == 0:
		r.Decomposer = Itself
	case r.Decomposer == AsGiven && len(in.Requirements) == 0:
		return invalid("--decomposer given: the instruction has no requirements", "give some with --rule or --requirement, or let the model list them: --decomposer self")
	}
	i := slices.IndexFunc(in.Requirements, func(q adhere.Requirement) bool { return q.Rule == nil })
	switch rules := slices.DeleteFunc(r.critics(), asked); {
	case i < 0 && len(in.Requirements) > 0 && r.Decomposer == "" && slices.Contains(r.critics(), ByRulesRead):
		r.Critic = ByRules
	case i < 0 && len(in.Requirements) > 0 && r.Decomposer == "" && len(rules) > 0:
		r.Critic = strings.Join(rules, ",")
	case i >= 0 && !r.Lists() && r.asksNobody() && !slices.Contains(r.critics(), ByChance):
		return invalid(fmt.Sprintf("--critic rules: requirement %s has no rule", in.Requirements[i].ID), "add a model: --critic rules,self")
	}
	return nil
}
