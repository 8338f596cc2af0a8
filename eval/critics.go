package eval

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"adhere"
	"adhere/judge"
	"adhere/refine"
	"adhere/verify"
)

// critic returns who decides which requirements are met.
func (r *Refinement) critic(ctx context.Context, s *Setting) (adhere.Judge, error) {
	if r.blind() {
		return nil, invalid("--critic rules cannot decide what --decomposer "+r.Decomposer+" lists: only requirements that are given have rules", "add a model: --critic rules,self")
	}
	switch critics := r.critics(); {
	case slices.Equal(critics, []string{ByChance}):
		return refine.ByChance(0.5), nil
	case slices.Contains(critics, ByChance):
		return nil, invalid("--critic random draws its verdicts and cannot be combined with another critic", "--critic given twice tries both")
	case slices.Contains(critics, ByRulesRead):
		return r.hybrid(ctx, s)
	}
	rules, err := r.rules(s)
	if err != nil {
		return nil, err
	}
	asked, err := r.ask(ctx, s, rules != nil)
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
	return refine.RulesFirst(rules, asked), nil
}

// hybrid returns the critic that lets code decide what it can read, also where
// there is no rule, and asks the others, or the model Itself, about the rest.
func (r *Refinement) hybrid(ctx context.Context, s *Setting) (adhere.Judge, error) {
	others := slices.DeleteFunc(r.critics(), func(c string) bool { return c == ByRulesRead })
	if slices.ContainsFunc(others, isRules) {
		return nil, invalid("--critic hybrid already uses rules", "leave out rules and loose")
	}
	own := *r
	own.Critic = cmp.Or(strings.Join(others, ","), Itself)
	asked, err := own.ask(ctx, s, false)
	if err != nil {
		return nil, err
	}
	both, err := judge.NewHybrid(judge.Hybrid{Rules: RuleJudge(s.Bench), Model: asked, Divide: Divide, By: Decider().Name(), Pack: s.Options.Pack})
	if err != nil {
		return nil, err
	}
	return refine.MeasuredBy(both)
}

// rules returns the judge by code, if there is one among the critics and there
// can be rules.
func (r *Refinement) rules(s *Setting) (adhere.Judge, error) {
	strict, loose := slices.Contains(r.critics(), ByRules), slices.Contains(r.critics(), ByLooseRules)
	switch {
	case strict && loose:
		return nil, invalid("--critic rules and loose are two readings of the same rules", "name one of them; --critic given twice tries both")
	case !strict && !loose, len(s.Bench.Rules) == 0 && r.Decomposer != ByReading:
		return nil, nil
	}
	for _, b := range s.Bench.Rules {
		if strict || b.Strictness == verify.Loose {
			return verify.NewJudge("rule/"+b.Name, b.Version, Catalog(), b.Strictness), nil
		}
	}
	if strict {
		return verify.NewJudge("rule/strict", 1, Catalog(), verify.Strict), nil
	}
	return verify.NewJudge("rule/loose", 1, Catalog(), verify.Loose), nil
}

// ask returns the model, the labels or the jury among the critics. It is not
// asked about what rules decide.
func (r *Refinement) ask(ctx context.Context, s *Setting, ruled bool) (adhere.Judge, error) {
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
	critics := r.critics()
	var members []adhere.Judge
	for i, spec := range critics {
		if slices.Contains(critics[:i], spec) {
			return nil, invalid("--critic names "+spec+" twice", "")
		}
		if isRules(spec) {
			continue
		}
		one, err := r.member(ctx, s, spec, how, ruled)
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
func (r *Refinement) member(ctx context.Context, s *Setting, spec string, how judge.Strategy, ruled bool) (adhere.Judge, error) {
	if filepath.Ext(spec) == ".jsonl" {
		return readLabelled(ctx, s, spec, r.CriticLabelled)
	}
	m, err := r.criticModel(s, spec)
	if err != nil {
		return nil, err
	}
	o := s.Options
	o.Model = m
	if ruled {
		o.Only = func(r *adhere.Requirement) bool { return r.Rule == nil }
	}
	return how.New(o)
}
