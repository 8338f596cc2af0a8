package eval

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"

	"adhere"
	"adhere/judge"
	"adhere/refine"
	"adhere/verify"
)

// critic returns who decides which requirements are met: code what it can, and
// others, or nobody, the rest.
func (r *Refinement) critic(ctx context.Context, s *Setting) (adhere.Judge, error) {
	if r.blind() {
		return nil, invalid("--critic rules cannot decide what --decomposer "+r.Decomposer+" lists: only requirements that are given have rules", "add a model: --critic rules,self")
	}
	critics := r.critics()
	switch {
	case slices.Equal(critics, []string{ByChance}):
		return refine.ByChance(0.5), nil
	case slices.Contains(critics, ByChance):
		return nil, invalid("--critic random draws its verdicts and cannot be combined with another critic", "--critic given twice tries both")
	}
	for i, spec := range critics {
		if slices.Contains(critics[:i], spec) {
			return nil, invalid("--critic names "+spec+" twice", "")
		}
	}
	rules, err := r.rules(s)
	if err != nil {
		return nil, err
	}
	asked, err := r.ask(ctx, s)
	switch {
	case err != nil:
		return nil, err
	case asked == nil && rules == nil:
		return nil, invalid("--critic names no critic that can decide the requirements of "+s.Bench.Name, "name a model, provider/model, or self")
	case asked == nil:
		return rules, nil
	case rules == nil:
		return asked, nil
	}
	h := judge.Hybrid{Rules: rules, Model: asked, Pack: s.Options.Pack}
	if slices.Contains(critics, ByRulesRead) {
		h.Divide, h.By = Divide, Decider().Name()
	}
	return refine.HybridCritic(h)
}

// rules returns the judge by code, if there is one among the critics and there
// can be rules.
func (r *Refinement) rules(s *Setting) (adhere.Judge, error) {
	read, strict, loose := slices.Contains(r.critics(), ByRulesRead), slices.Contains(r.critics(), ByRules), slices.Contains(r.critics(), ByLooseRules)
	switch {
	case read && (strict || loose):
		return nil, invalid("--critic hybrid already uses rules", "leave out rules and loose")
	case strict && loose:
		return nil, invalid("--critic rules and loose are two readings of the same rules", "name one of them; --critic given twice tries both")
	case read:
		return RuleJudge(s.Bench), nil
	case !strict && !loose, len(s.Bench.Rules) == 0 && r.Decomposer != ByReading:
		return nil, nil
	case strict:
		return RuleJudge(s.Bench), nil
	}
	for _, b := range s.Bench.Rules {
		if b.Strictness == verify.Loose {
			return verify.NewJudge("rule/"+b.Name, b.Version, Catalog(), b.Strictness), nil
		}
	}
	return verify.NewJudge("rule/loose", 1, Catalog(), verify.Loose), nil
}

// ask returns the model, the labels or the jury among the critics, and the model
// itself beside code that reads requirements where no other is named.
func (r *Refinement) ask(ctx context.Context, s *Setting) (adhere.Judge, error) {
	name := cmp.Or(r.CriticStrategy, AtOnce)
	if r.Paper {
		name = cmp.Or(r.CriticStrategy, OneByOne)
	}
	how, err := judge.Find(name)
	if err != nil {
		return nil, err
	}
	if how.New == nil {
		return nil, invalid("--critic-strategy "+name+" gives no verdicts on requirements", "adhere prompts list shows the ways to ask a judge")
	}
	others := slices.DeleteFunc(r.critics(), func(c string) bool { return isRules(c) || c == ByRulesRead })
	if len(others) == 0 && slices.Contains(r.critics(), ByRulesRead) {
		others = []string{Itself}
	}
	var members []adhere.Judge
	for _, spec := range others {
		one, err := r.member(ctx, s, spec, how)
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
		return judge.NewJury(judge.Majority, adhere.TieUnsure, members...)
	}
}

// member returns one critic that is no rules: a file of labels or a model.
func (r *Refinement) member(ctx context.Context, s *Setting, spec string, how judge.Strategy) (adhere.Judge, error) {
	if filepath.Ext(spec) == ".jsonl" {
		return readLabelled(ctx, s, spec, r.CriticLabelled)
	}
	m, err := r.criticModel(s, spec)
	if err != nil {
		return nil, err
	}
	o := s.Options
	o.Model = m
	return how.New(o)
}
